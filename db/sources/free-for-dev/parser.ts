import type { Day } from "@/lib/schemas/primitives";
import { conditionsIn, isForFirstTimeOnly, isForSomeOnly } from "../shared/conditions";
import { type FreeTier, type ListItem, listItems, mergeFreeTiers, ownDomain } from "../shared/markdown-list";
import { withoutUndefined } from "../shared/plan-drafts";
import { plainText, quotasIn } from "../shared/quota";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { nameInSuite, SUITES } from "../shared/suites";

const COMMIT = "52f27d4418670aa47fd41f0d4dbbdfc4e3117f8c";
const COMMITTED_ON = "2026-08-22";
const REPOSITORY = "https://github.com/ripienaar/free-for-dev/blob";

/** The date of the list, and the URL of its file. */
export type State = { day: Day; file: string };
const SNAPSHOT: State = { day: COMMITTED_ON, file: `${REPOSITORY}/${COMMIT}/README.md` };
export const today = (day: Day): State => ({ day, file: `${REPOSITORY}/HEAD/README.md` });

const NOT_SOFTWARE = /^(?:Education and Career Development|Font|Other Free Resources)$/;

/** Returns one list entry as a free tier, or the reason why it is not one. */
export function entryOf(item: ListItem, { day, file }: State = SNAPSHOT): Reading<FreeTier> | string {
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
    observedAt: day,
    evidence: withoutUndefined({ url: `${file}?plain=1#L${item.line}`, note: conditionsIn(text) }),
    fact: { kind: "free_tier", available: true, trialDays: null, limits },
  };
}

export function fromReadme(markdown: string, state: State = SNAPSHOT): AdapterResult {
  const { items, rejects } = listItems(markdown);
  const readings: Reading<FreeTier>[] = [];
  const refused: Reject[] = [...rejects];
  for (const item of items) {
    const entry = entryOf(item, state);
    if (typeof entry === "string") refused.push({ row: `line ${item.line}: ${item.name}`, reason: entry });
    else readings.push(entry);
  }
  const merged = mergeFreeTiers(readings);
  return { readings: merged.readings, rejects: [...refused, ...merged.rejects] };
}
