import { join } from "node:path";
import { conditionsIn, isForFirstTimeOnly, isForSomeOnly } from "./conditions";
import {
  cleanName,
  type FreeTier,
  type ListItem,
  listItems,
  mergeFreeTiers,
  ownDomain,
  readText,
} from "./markdown-list";
import { plainText, quotasIn } from "./quota";
import type { Adapter, AdapterResult, Reading, Reject } from "./reading";
import { withoutUndefined } from "./vendor-pages";

const COMMIT = "52f27d4418670aa47fd41f0d4dbbdfc4e3117f8c";
const COMMITTED_ON = "2026-08-22";
const FILE = `https://github.com/ripienaar/free-for-dev/blob/${COMMIT}/README.md`;

const NOT_SOFTWARE = /^(?:Education and Career Development|Font|Other Free Resources)$/;

/** Names that mean nothing without the suite they belong to. */
const SUITES: Record<string, { vendor: string; prefix: string }> = {
  "Google Cloud Platform": { vendor: "Google", prefix: "" },
  "Microsoft Azure": { vendor: "Microsoft", prefix: "Azure" },
  Cloudflare: { vendor: "Cloudflare", prefix: "Cloudflare" },
  Zoho: { vendor: "Zoho", prefix: "Zoho" },
};

const AWS_NAMES: Record<string, string> = {
  CloudFront: "Amazon CloudFront",
  CloudWatch: "Amazon CloudWatch",
  CodeBuild: "AWS CodeBuild",
  CodeCommit: "AWS CodeCommit",
  CodePipeline: "AWS CodePipeline",
  DynamoDB: "Amazon DynamoDB",
  Lambda: "AWS Lambda",
  SNS: "Amazon SNS",
  SES: "Amazon SES",
  SQS: "Amazon SQS",
};

export function nameInSuite(item: Pick<ListItem, "name" | "parent">): { name: string; vendor?: string } {
  if (item.parent === "Amazon Web Services")
    return { name: AWS_NAMES[item.name] ?? item.name, vendor: "Amazon Web Services" };
  const suite = item.parent ? SUITES[item.parent] : undefined;
  if (!suite) return { name: item.name };
  const known = !suite.prefix || item.name.includes(suite.prefix) || /Microsoft/.test(item.name);
  return { name: known ? item.name : `${suite.prefix} ${item.name}`, vendor: suite.vendor };
}

const SUITE_SITES: readonly [RegExp, string][] = [
  [/^azure\.microsoft\.com$/, "Microsoft Azure"],
  [/^aws\.amazon\.com$/, "Amazon Web Services"],
  [/(?:^|\.)cloudflare\.com$/, "Cloudflare"],
  [/(?:^|\.)zoho\.com$/, "Zoho"],
];

/** The same for lists that give no parent: the suite is told by the address. */
export function nameOnSite(name: string, domain: string | undefined): { name: string; vendor?: string } {
  const parent = SUITE_SITES.find(([site]) => domain && site.test(domain))?.[1];
  if (!parent || parent === name || /^(?:AWS|Amazon|Azure)$/.test(name)) return { name };
  return nameInSuite({ name, parent });
}

/** One list entry as a free tier, or the reason why it is none. */
export function entryOf(item: ListItem): Reading<FreeTier> | string {
  if (NOT_SOFTWARE.test(item.section)) return "section holds no priced software";
  const text = plainText(item.text);
  if (/^\W*[^.]*\. Students have free access\b/i.test(text)) return "free for students only";
  if (isForFirstTimeOnly(text)) return "free for the first months only";
  const limits = quotasIn(text);
  if (limits.length === 0 && isForSomeOnly(text)) return "free for open-source, education or charity only";
  if (item.parent && !(item.parent in SUITES) && item.parent !== "Amazon Web Services")
    return "note under another entry";
  const { name, vendor } = nameInSuite(item);
  if (!name || name.length > 60) return "no usable name";
  return {
    subject: { name, vendor, domain: ownDomain(item.url), categoryLabel: item.section },
    trust: "B",
    observedAt: COMMITTED_ON,
    evidence: withoutUndefined({ url: `${FILE}?plain=1#L${item.line}`, note: conditionsIn(text) }),
    fact: { kind: "free_tier", available: true, trialDays: null, limits },
  };
}

export function fromReadme(markdown: string): AdapterResult {
  const { items, rejects } = listItems(markdown);
  const readings: Reading<FreeTier>[] = [];
  const refused: Reject[] = [...rejects];
  for (const item of items) {
    const entry = entryOf(item);
    if (typeof entry === "string") refused.push({ row: `line ${item.line}: ${item.name}`, reason: entry });
    else readings.push(entry);
  }
  const merged = mergeFreeTiers(readings);
  return { readings: merged.readings, rejects: [...refused, ...merged.rejects] };
}

export const freeForDev: Adapter = {
  source: "free-for-dev",
  async read(rawDir) {
    const folder = join(rawDir, "free-for-dev");
    const result = fromReadme(await readText(join(folder, "README.snapshot-2026-08-22.md")));
    const names = new Set(result.readings.map(({ subject }) => subject.name.toLowerCase()));
    const history = (await readText(join(folder, "free_tier_history.jsonl"))).split("\n").filter(Boolean);
    for (const line of history) {
      const row: { name?: string } = JSON.parse(line);
      const name = cleanName(row.name ?? "");
      const reason = names.has(name.toLowerCase()) ? "earlier wording of a current entry" : "left the list";
      result.rejects.push({ row: `history: ${name}`, reason });
    }
    return result;
  },
};
