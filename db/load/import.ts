import * as z from "zod";
import type { Db } from "@/db/client";
import { endRun } from "@/db/queries/runs";
import { heldChanges } from "@/db/schema";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { fromNdjson } from "@/lib/catalog/ndjson";
import { observationId } from "@/lib/ids";
import { Check } from "@/lib/schemas/check";
import { Observation } from "@/lib/schemas/observation";
import { appendRun, moveState } from "./append";

const Instant = z.iso.datetime().transform((text) => new Date(text));

const RunLine = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(["collect", "verify", "review"]),
  source: z.string().nullable(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  outcome: z.enum(["done", "unchanged", "refused", "failed", "interrupted"]).nullable(),
  counts: z.record(z.string(), z.number()),
  report: z.array(z.string()),
  /** Ids of the observations that it recorded. */
  observations: z.array(z.string()),
});

const HeldLine = z.strictObject({
  id: z.string().min(1),
  check: z.string().min(1),
  product: z.string().min(1),
  heldAt: Instant,
  before: Observation.nullable(),
  after: Observation,
  why: z.array(z.string()),
  decision: z.enum(["accepted", "rejected", "corrected", "superseded"]).nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
});

export interface Imported {
  observations: number;
  checks: number;
  /** Observations whose product or source is not in the loaded edition. */
  aside: number;
}

/**
 * Imports the files of exportLedger(), run by run, in one transaction. Known rows stay unchanged, so importing the same
 * files again changes nothing.
 * @throws on a line that violates its schema, and on an observation or check without a run
 */
export async function importLedger(db: Db, files: ReadonlyMap<string, string>, now: Date): Promise<Imported> {
  const lines = <T>(path: string, schema: z.ZodType<T>) =>
    fromNdjson(files.get(path) ?? "").map((line) => schema.parse(line));
  const given = {
    runs: lines("runs.ndjson", RunLine),
    checks: groupBy(lines("checks.ndjson", Check), ({ run }) => run),
    held: lines("held-changes.ndjson", HeldLine),
    observations: new Map(
      [...files.keys()]
        .filter((path) => path.startsWith("observations/"))
        .flatMap((path) => lines(path, Observation))
        .map((row) => [observationId(row), row]),
    ),
  };
  const named = new Set(given.runs.flatMap((run) => run.observations));
  const known = new Set(given.runs.map(({ id }) => id));
  const stray = [
    ...[...given.observations.keys()].filter((id) => !named.has(id)),
    ...[...given.checks.keys()].filter((run) => !known.has(run)),
  ];
  if (stray.length > 0) throw new Error(`runs.ndjson has no run for ${stray.slice(0, 5).join(", ")}`);

  return db.transaction(async (tx) => {
    const imported: Imported = { observations: 0, checks: 0, aside: 0 };
    for (const { endedAt, outcome, counts, report, observations: ids, ...run } of given.runs.sort(byStart)) {
      const observations = ids.flatMap((id) => given.observations.get(id) ?? []);
      const added = await appendRun(tx, { run, observations, checks: given.checks.get(run.id) ?? [], now });
      imported.observations += added.observations;
      imported.checks += added.checks;
      imported.aside += added.aside;
      if (endedAt) await endRun(tx, run.id, { endedAt, outcome, counts, report });
    }
    if (given.held.length > 0) {
      const added = await tx.insert(heldChanges).values(given.held).onConflictDoNothing().returning();
      const products = [...new Set(added.map(({ product }) => product))];
      if (products.length > 0) await moveState(tx, products, now);
    }
    return imported;
  });
}

function byStart(a: z.infer<typeof RunLine>, b: z.infer<typeof RunLine>): number {
  return a.startedAt.getTime() - b.startedAt.getTime() || compareText(a.id, b.id);
}
