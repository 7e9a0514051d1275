import { join } from "node:path";
import * as z from "zod";
import { conditionsIn, isForFirstTimeOnly, isForSomeOnly } from "../shared/conditions";
import { cleanName, type FreeTier, mergeFreeTiers, ownDomain, subjectKey } from "../shared/markdown-list";
import { withoutUndefined } from "../shared/plan-drafts";
import { quotasIn } from "../shared/quota";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";
import { notes, readJsonLines } from "../shared/text";

const COMMIT = "4829989b2bbb1a8c46cf61f7e3511ffcf8f426cf";
const COMMITTED_ON = "2026-04-15";
const FOLDER = `https://github.com/wdhdev/free-for-life/blob/${COMMIT}/data`;

const Row = z.object({ category: z.string(), name: z.string(), url: z.string(), description: z.string().nullable() });

const NOT_SOFTWARE = new Set(["Courses", "For_Students", "Font", "Linux_Distributions"]);

/** Categories whose lists were shuffled at the commas: the text after the first comma may be about another product. */
const SHUFFLED = new Set(["Forms", "PaaS"]);
/** Rows in these categories that already break at the first "and". */
const BROKEN_AT_AND = new Set(["gigalixir.com", "Railway"]);

const OPEN_SOURCE = "The list names no free plan here; it speaks of open source.";

const namesNoPlan = ({ evidence }: Reading) => evidence.note?.includes(OPEN_SOURCE) ?? false;

export function fromRow(raw: unknown): Reading<FreeTier> | string {
  const row = Row.parse(raw);
  if (NOT_SOFTWARE.has(row.category)) return `category holds no priced software: ${row.category}`;
  const name = cleanName(row.name);
  if (!name || !/^https?:\/\//.test(row.url)) return "no usable name or address";
  const [own = ""] = (row.description ?? "").split(BROKEN_AT_AND.has(name) ? /,\s|\sand\s/ : /,\s/);
  const text = SHUFFLED.has(row.category) ? own : (row.description ?? "");
  if (/\bopen[- ]source and commercial\b/i.test(text)) return "open source in part, no free plan named";
  if (/\bfree\b[^.]*\bfor (?:the first )?\d+ (?:day|week|month|year)s?\b|\bfor startups\b/i.test(text))
    return "free for a time only";
  if (/\bfor students\b|\bstudents? only\b|\bwhile you are a student\b/i.test(text)) return "free for students only";
  if (isForFirstTimeOnly(text)) return "free for a time only";
  const limits = quotasIn(text);
  if (limits.length === 0 && isForSomeOnly(text)) return "free for open-source, education or charity only";
  const isOnlyOpenSource = /\bopen[- ]source\b/i.test(text) && !/\bfree\b|\btier\b/i.test(text);
  const domain = row.category === "Domains" && /^[^.]+$/.test(row.url) ? undefined : ownDomain(row.url);
  return {
    subject: { name, domain, categoryLabel: row.category.replace(/_/g, " ") },
    trust: "B",
    observedAt: COMMITTED_ON,
    evidence: withoutUndefined({
      url: `${FOLDER}/${row.category}.md`,
      note: notes(isOnlyOpenSource && OPEN_SOURCE, conditionsIn(text)),
    }),
    fact: {
      kind: "free_tier",
      available: true,
      trialDays: null,
      limits,
    },
  };
}

export function fromRows(rows: readonly unknown[]): AdapterResult {
  const readings: Reading<FreeTier>[] = [];
  const rejects: Reject[] = [];
  for (const raw of rows) {
    const result = fromRow(raw);
    if (typeof result === "string") rejects.push({ row: Row.parse(raw).name, reason: result });
    else readings.push(result);
  }
  // If a service is listed under two headings, the entries that name a free plan win.
  const named = new Set(readings.filter((reading) => !namesNoPlan(reading)).map(subjectKey));
  const merged = mergeFreeTiers(readings.filter((reading) => !namesNoPlan(reading) || !named.has(subjectKey(reading))));
  return { readings: merged.readings, rejects: [...rejects, ...merged.rejects] };
}

export const freeForLife: Adapter = {
  source: "free-for-life",
  async read(rawDir) {
    return fromRows(await readJsonLines(join(rawDir, "free-for-life", "services.jsonl")));
  },
};
