import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { checks, heldChanges } from "@/db/schema";
import type { Check } from "@/lib/schemas/check";

export type HeldChange = typeof heldChanges.$inferSelect;
export type NewHeldChange = Pick<HeldChange, "id" | "check" | "product" | "heldAt" | "before" | "after" | "why">;
export type Decision = Pick<HeldChange, "decision" | "decidedBy" | "reason"> & { decidedAt: Date };

/** A held change with the page on which it was read and the text that shows it. */
export type HeldEntry = HeldChange & Pick<Check, "url" | "shown" | "extractor" | "sha256" | "run">;

const entry = {
  id: heldChanges.id,
  check: heldChanges.check,
  product: heldChanges.product,
  heldAt: heldChanges.heldAt,
  before: heldChanges.before,
  after: heldChanges.after,
  why: heldChanges.why,
  decision: heldChanges.decision,
  decidedAt: heldChanges.decidedAt,
  decidedBy: heldChanges.decidedBy,
  reason: heldChanges.reason,
  url: checks.url,
  shown: checks.shown,
  extractor: checks.extractor,
  sha256: checks.sha256,
  run: checks.run,
};

/** Newest first. `open`: only those with or only those without a pending decision. */
export async function heldChangesOf(
  db: Db,
  { open, product, limit = 200 }: { open?: boolean; product?: string; limit?: number } = {},
): Promise<HeldEntry[]> {
  return db
    .select(entry)
    .from(heldChanges)
    .innerJoin(checks, eq(checks.id, heldChanges.check))
    .where(
      and(
        open === undefined ? undefined : open ? isNull(heldChanges.decision) : isNotNull(heldChanges.decision),
        product ? eq(heldChanges.product, product) : undefined,
      ),
    )
    .orderBy(desc(heldChanges.heldAt), desc(heldChanges.id))
    .limit(limit);
}

export async function heldChangeById(db: Db, id: string): Promise<HeldEntry | null> {
  const [found] = await db
    .select(entry)
    .from(heldChanges)
    .innerJoin(checks, eq(checks.id, heldChanges.check))
    .where(eq(heldChanges.id, id));
  return found ?? null;
}

export async function countHeld(db: Db): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(heldChanges)
    .where(isNull(heldChanges.decision));
  return row?.n ?? 0;
}

/**
 * Writes a decision. Null if the change is unknown or already decided. settleHeld() in db/load writes the consequences.
 */
export async function writeDecision(db: Db, id: string, decision: Decision): Promise<HeldChange | null> {
  const [decided] = await db
    .update(heldChanges)
    .set(decision)
    .where(and(eq(heldChanges.id, id), isNull(heldChanges.decision)))
    .returning();
  return decided ?? null;
}
