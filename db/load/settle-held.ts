import type { Db } from "@/db/client";
import { checkById } from "@/db/queries/checks";
import { type HeldChange, writeDecision } from "@/db/queries/held-changes";
import { endRun } from "@/db/queries/runs";
import { Observation } from "@/lib/schemas/observation";
import { appendRun, moveState, productsOfCatalogue, withFamilies } from "./append";
import { loadTransaction } from "./rows";

/** A person's decision on a held change. */
export type Settlement = { id: string; by: string; reason: string; now: Date } & (
  | { decision: "accepted" }
  | { decision: "rejected" }
  /** A person read the page. */
  | { decision: "corrected"; correction: Observation }
);

/**
 * Writes a decision and its consequences in one transaction. Null if the change is unknown or already decided. Accepted
 * or corrected: a run of kind `review` adds the reading, with a check that confirms it at the time when the page was
 * read. Rejected: the old value stays, and the record no longer mentions a held change.
 */
export async function settleHeld(db: Db, settlement: Settlement): Promise<HeldChange | null> {
  const { id, decision, by, reason, now } = settlement;
  return loadTransaction(db, async (tx) => {
    const decided = await writeDecision(tx, id, { decision, decidedBy: by, reason, decidedAt: now });
    if (!decided) return null;
    const check = await checkById(tx, decided.check);
    if (!check) throw new Error(`no check ${decided.check}`);
    if (settlement.decision === "rejected") {
      const concerned = withFamilies(new Set([decided.product]), await productsOfCatalogue(tx));
      await moveState(
        tx,
        concerned.map(({ slug }) => slug),
        now,
      );
      return decided;
    }
    const reading = settlement.decision === "corrected" ? Observation.parse(settlement.correction) : decided.after;
    if (reading.product !== decided.product)
      throw new Error(`the reading belongs to ${reading.product}, not to ${decided.product}`);
    const { settledAt: _, ...looked } = check;
    const run = { id: `review_${id}`, kind: "review" as const, source: null, startedAt: now };
    const confirmed = {
      ...looked,
      id: `${check.id}_${decision}`,
      run: run.id,
      outcome: "moved" as const,
      extractor: decision === "corrected" ? null : looked.extractor,
      reason: `${decision === "corrected" ? "Read by a person" : "Accepted by a person"}: ${reason}`,
    };
    await appendRun(tx, { run, observations: [reading], checks: [confirmed], now });
    await endRun(tx, run.id, { endedAt: now, outcome: "done", counts: { [decision]: 1 }, report: [reason] });
    return decided;
  });
}
