import { join } from "node:path";
import * as z from "zod";
import type { OpenSourceFact } from "@/lib/schemas/observation";
import { cleanName, isForge, ownDomain } from "./markdown-list";
import type { Adapter, AdapterResult, Reading } from "./reading";
import { readJsonLines } from "./text";

const COMMIT = "8d4c53ae49dd67b54447fb10da781fc681d78e04";
const COMMITTED_ON = "2026-08-21";
const STALE_BEFORE = "2023-08-21";
const FOLDER = `https://github.com/awesome-selfhosted/awesome-selfhosted-data/tree/${COMMIT}/software`;

export type OpenSource = z.infer<typeof OpenSourceFact>;

const Row = z.object({
  name: z.string().min(1),
  website_url: z.string(),
  source_code_url: z.string().nullish(),
  licenses: z.array(z.string()),
  tags: z.array(z.string()).min(1),
  updated_at: z.string().nullish(),
  archived: z.boolean().nullish(),
  depends_3rdparty: z.boolean().nullish(),
});

/** Licences that limit use: such software has no place among the open-source editions. */
const NON_FREE = /⊘|Proprietary|Commons-Clause|BUSL|Elastic-2|SSPL|-NC-|FSL-|SUL-|CAL-1|No-Military/i;

export function isFreeLicence(licence: string): boolean {
  return !NON_FREE.test(licence);
}

export function repositoryOf(url: string | null | undefined): string | null {
  return url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

export function fromRow(raw: unknown): Reading<OpenSource> | string {
  const row = Row.parse(raw);
  const [label = ""] = row.tags;
  if (row.archived) return "archived";
  if (row.updated_at && row.updated_at < STALE_BEFORE) return "not updated for over three years";
  if (/^Games(?: -|$)/.test(label)) return "game";
  if (row.licenses.length === 0) return "no licence stated";
  if (row.licenses.some((licence) => !isFreeLicence(licence))) return "licence is not a free one";
  const repository = repositoryOf(row.source_code_url) ?? (isForge(row.website_url) ? row.website_url : null);
  return {
    subject: { name: cleanName(row.name), domain: ownDomain(row.website_url), categoryLabel: label },
    trust: "B",
    observedAt: COMMITTED_ON,
    evidence: {
      ...(repository ? { url: repository, via: FOLDER } : { url: FOLDER }),
      ...(row.depends_3rdparty ? { note: "It depends on a third party's service." } : {}),
    },
    fact: { kind: "open_source", licences: [...new Set(row.licenses)], repository },
  };
}

/** Projects without a site of their own that bear the name of a commercial product: repository → slug. */
const NAMESAKES: Record<string, string> = {
  "https://github.com/graphite-project/graphite-web": "graphite-monitoring",
  "https://github.com/sjdonado/bit": "bit-url-shortener",
};

function named(reading: Reading<OpenSource>): Reading<OpenSource> {
  const slug = NAMESAKES[reading.fact.repository ?? ""];
  return slug ? { ...reading, subject: { ...reading.subject, slug } } : reading;
}

/** Each product once: the licences of its entries join. */
export function mergeOpenSource(readings: readonly Reading<OpenSource>[]): Reading<OpenSource>[] {
  const merged = new Map<string, Reading<OpenSource>>();
  for (const reading of readings.map(named)) {
    const key = `${reading.subject.name.toLowerCase()}|${reading.subject.domain ?? reading.fact.repository ?? ""}`;
    const first = merged.get(key);
    if (!first) merged.set(key, reading);
    else {
      const licences = [...new Set([...first.fact.licences, ...reading.fact.licences])];
      merged.set(key, {
        ...first,
        fact: { ...first.fact, licences, repository: first.fact.repository ?? reading.fact.repository },
      });
    }
  }
  return [...merged.values()];
}

export function fromRows(rows: readonly unknown[]): AdapterResult {
  const readings: Reading<OpenSource>[] = [];
  const rejects: AdapterResult["rejects"] = [];
  for (const raw of rows) {
    const result = fromRow(raw);
    if (typeof result === "string") rejects.push({ row: Row.parse(raw).name, reason: result });
    else readings.push(result);
  }
  return { readings: mergeOpenSource(readings), rejects };
}

export const awesomeSelfhosted: Adapter = {
  source: "awesome-selfhosted",
  async read(rawDir) {
    return fromRows(await readJsonLines(join(rawDir, "awesome-selfhosted", "software.jsonl")));
  },
};
