import * as z from "zod";
import type { Day } from "@/lib/schemas/primitives";
import { cleanName, isForge, ownDomain } from "../shared/markdown-list";
import { isFreeLicence, mergeOpenSource, type OpenSource, repositoryOf } from "../shared/open-source";
import type { AdapterResult, Reading } from "../shared/reading";
import { yearsBefore } from "../shared/text";

const COMMIT = "8d4c53ae49dd67b54447fb10da781fc681d78e04";
const COMMITTED_ON = "2026-08-21";
const STALE_YEARS = 3;
const REPOSITORY = "https://github.com/awesome-selfhosted/awesome-selfhosted-data/tree";

/** The date of the list, and the URL of its folder. */
export type State = { day: Day; folder: string };
const SNAPSHOT: State = { day: COMMITTED_ON, folder: `${REPOSITORY}/${COMMIT}/software` };
export const today = (day: Day): State => ({ day, folder: `${REPOSITORY}/HEAD/software` });

/** One project's file. */
export const Row = z.object({
  name: z.string().min(1),
  website_url: z.string(),
  source_code_url: z.string().nullish(),
  licenses: z.array(z.string()),
  tags: z.array(z.string()).min(1),
  updated_at: z.string().nullish(),
  archived: z.boolean().nullish(),
  depends_3rdparty: z.boolean().nullish(),
});

export function fromRow(raw: unknown, { day, folder }: State = SNAPSHOT): Reading<OpenSource> | string {
  const row = Row.parse(raw);
  const [label = ""] = row.tags;
  if (row.archived) return "archived";
  if (row.updated_at && row.updated_at < yearsBefore(day, STALE_YEARS)) return "not updated for over three years";
  if (/^Games(?: -|$)/.test(label)) return "game";
  if (row.licenses.length === 0) return "no licence stated";
  if (row.licenses.some((licence) => !isFreeLicence(licence))) return "licence is not a free one";
  const repository = repositoryOf(row.source_code_url) ?? (isForge(row.website_url) ? row.website_url : null);
  return {
    subject: { name: cleanName(row.name), domain: ownDomain(row.website_url), categoryLabel: label },
    trust: "B",
    observedAt: day,
    evidence: {
      ...(repository ? { url: repository, via: folder } : { url: folder }),
      ...(row.depends_3rdparty ? { note: "It depends on a third party's service." } : {}),
    },
    fact: { kind: "open_source", licences: [...new Set(row.licenses)], repository },
  };
}

export function fromRows(rows: readonly unknown[], state: State = SNAPSHOT): AdapterResult {
  const readings: Reading<OpenSource>[] = [];
  const rejects: AdapterResult["rejects"] = [];
  for (const raw of rows) {
    const result = fromRow(raw, state);
    if (typeof result === "string") rejects.push({ row: Row.parse(raw).name, reason: result });
    else readings.push(result);
  }
  return { readings: mergeOpenSource(readings), rejects };
}
