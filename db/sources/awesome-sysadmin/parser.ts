import { join } from "node:path";
import { isForge, type ListItem, listItems, ownDomain, readText } from "../shared/markdown-list";
import { isFreeLicence, mergeOpenSource, type OpenSource, repositoryOf } from "../shared/open-source";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";

const COMMIT = "795de7f24dbd6a3835945291895b5a28c176a89e";
const COMMITTED_ON = "2026-08-19";
const FILE = `https://github.com/awesome-foss/awesome-sysadmin/blob/${COMMIT}/README.md`;

const LINKS_ONLY =
  /^(?:Communities|Repositories|Websites|List of Licenses|Anti-features|Table of contents|External links)/;

/** Returns the licences in the first run of code spans ("MIT/Apache-2.0"). The second run has the languages. */
export function licencesOf(text: string): string[] {
  const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").filter((span) => !span.startsWith("⚠"));
  return (spans.at(-2) ?? "")
    .split("/")
    .map((licence) => licence.trim())
    .filter((licence) => /^[A-Za-z][\w.+-]*$/.test(licence));
}

export function entryOf(item: ListItem): Reading<OpenSource> | string {
  if (LINKS_ONLY.test(item.section)) return "not software";
  const licences = licencesOf(item.text);
  if (licences.length === 0) return "no licence stated";
  if (!licences.every(isFreeLicence)) return "licence is not a free one";
  if (/\blibrary\b(?! management)/i.test(item.text.split(". ")[0] ?? "") && !/command-line|\bserver\b/i.test(item.text))
    return "library";
  const source = /\[Source Code\]\(([^)\s]+)\)/.exec(item.text)?.[1];
  const repository = repositoryOf(source) ?? (isForge(item.url) ? item.url : null);
  return {
    subject: { name: item.name, domain: ownDomain(item.url), categoryLabel: item.section },
    trust: "B",
    observedAt: COMMITTED_ON,
    evidence: { url: `${FILE}?plain=1#L${item.line}` },
    fact: { kind: "open_source", licences, repository },
  };
}

export function fromReadme(markdown: string): AdapterResult {
  const { items, rejects } = listItems(markdown);
  const readings: Reading<OpenSource>[] = [];
  for (const item of items) {
    const entry = entryOf(item);
    if (typeof entry === "string") rejects.push({ row: `line ${item.line}: ${item.name}`, reason: entry });
    else readings.push(entry);
  }
  return { readings: mergeOpenSource(readings), rejects };
}

export const awesomeSysadmin: Adapter = {
  source: "awesome-sysadmin",
  async read(rawDir) {
    return fromReadme(await readText(join(rawDir, "awesome-sysadmin", "README.md")));
  },
};
