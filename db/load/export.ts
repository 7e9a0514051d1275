import { asc, isNotNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { recordedChecks } from "@/db/queries/checks";
import { observedAs } from "@/db/queries/observations";
import { heldChanges, observations, observationsAside, runs } from "@/db/schema";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { sortObservations, toNdjson } from "@/lib/catalog/ndjson";
import { Check } from "@/lib/schemas/check";
import { Observation } from "@/lib/schemas/observation";
import { factsOf } from "./carry-over";

export interface Exported {
  /** Path in the export folder → its text. */
  files: Map<string, string>;
  observations: number;
  checks: number;
  /**
   * Observations whose product or source is not in the loaded edition. They are not exported, because they would not
   * load.
   */
  aside: number;
}

/**
 * Returns as files everything that runs recorded and the loaded edition does not ship: observations in exactly the
 * shipped format, one file per source, and every check, run and held change. The same ledger yields the same bytes.
 */
export async function exportLedger(db: Db): Promise<Exported> {
  const recorded = await db.select().from(observations).where(isNotNull(observations.run));
  const unshipped = recorded.filter(({ origin }) => origin === "run").map(observedAs);
  const files = new Map<string, string>();
  const bySource = groupBy(unshipped, ({ source }) => source);
  for (const source of [...bySource.keys()].sort(compareText)) {
    const rows = (bySource.get(source) ?? []).map((row) => Observation.parse(factsOf(row)));
    files.set(`observations/${source}.ndjson`, toNdjson(sortObservations(rows)));
  }
  const checks = (await recordedChecks(db)).map(({ settledAt: _, ...check }) => Check.parse(check));
  files.set("checks.ndjson", toNdjson(checks));
  const wrote = groupBy(recorded, ({ run }) => run ?? "");
  const begun = await db.select().from(runs).orderBy(asc(runs.startedAt), asc(runs.id));
  const withIds = begun.map((run) => ({
    ...run,
    observations: (wrote.get(run.id) ?? []).map(({ id }) => id).sort(compareText),
  }));
  files.set("runs.ndjson", toNdjson(withIds));
  const held = await db.select().from(heldChanges).orderBy(asc(heldChanges.heldAt), asc(heldChanges.id));
  files.set("held-changes.ndjson", toNdjson(held));
  const aside = await db.$count(observationsAside);
  return { files, observations: unshipped.length, checks: checks.length, aside };
}
