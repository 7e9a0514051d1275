import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { checks, collectorStates, observations, products, runs } from "@/db/schema";
import { END_OF_TIME } from "@/lib/catalog/day";
import { knownOn } from "@/lib/catalog/ledger";
import type { Product } from "@/lib/schemas/catalog";
import { CONFIRMING } from "@/lib/schemas/check";
import type { StoredObservation } from "./observations";
import { productColumns } from "./products";

const COLLECT_LOCK = 726_539;
type StateRow = typeof collectorStates.$inferSelect;
type RunRow = typeof runs.$inferSelect;

export async function collectorStateRows(db: Db): Promise<StateRow[]> {
  return db.select().from(collectorStates);
}

export async function saveCollectorState(db: Db, row: StateRow): Promise<void> {
  await db.insert(collectorStates).values(row).onConflictDoUpdate({ target: collectorStates.source, set: row });
}

/** Stores how far a list was read. The data about earlier readings stay. */
export async function saveCollectorPosition(
  db: Db,
  source: string,
  position: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db
    .insert(collectorStates)
    .values({ source, checkedAt: now, position })
    .onConflictDoUpdate({ target: collectorStates.source, set: { position } });
}

/** Returns false if it is not stopped. */
export async function resumeCollector(db: Db, source: string): Promise<boolean> {
  const resumed = await db
    .update(collectorStates)
    .set({ stopped: false, reason: null, failures: 0 })
    .where(and(eq(collectorStates.source, source), eq(collectorStates.stopped, true)))
    .returning({ source: collectorStates.source });
  return resumed.length > 0;
}

/**
 * Starts a collector's run, unless another run of its source is active: a run that has not ended is the claim. A run
 * that started before `abandonedBefore` has lost its worker, and is ended as interrupted.
 * @returns the active run, or null if this one has started
 */
export async function claimCollectRun(
  db: Db,
  run: { id: string; source: string; startedAt: Date },
  abandonedBefore: Date,
): Promise<Pick<RunRow, "id" | "startedAt"> | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${COLLECT_LOCK}, hashtext(${run.source}))`);
    const open = and(eq(runs.kind, "collect"), eq(runs.source, run.source), isNull(runs.endedAt));
    await tx
      .update(runs)
      .set({ endedAt: run.startedAt, outcome: "interrupted", report: ["Its worker was lost."] })
      .where(and(open, lt(runs.startedAt, abandonedBefore)));
    const [other] = await tx.select({ id: runs.id, startedAt: runs.startedAt }).from(runs).where(open);
    if (other) return other;
    await tx.insert(runs).values({ ...run, kind: "collect", counts: {}, report: [] });
    return null;
  });
}

/** Returns false if it had already ended. */
export async function endCollectRun(
  db: Db,
  id: string,
  end: Pick<RunRow, "outcome" | "counts" | "report"> & { endedAt: Date },
): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set(end)
    .where(and(eq(runs.id, id), isNull(runs.endedAt)))
    .returning({ id: runs.id });
  return ended.length > 0;
}

/** Returns all products for the lookup of names. */
export async function knownProducts(db: Db): Promise<Omit<Product, "category">[]> {
  const { category: _category, ...columns } = productColumns;
  return db.select({ ...columns, formerSlugs: products.formerSlugs }).from(products);
}

/** Returns the valid observations of a source, oldest first. */
export async function standingOf(db: Db, source: string): Promise<StoredObservation[]> {
  const rows = await db.select().from(observations).where(eq(observations.source, source));
  const stored = rows.map(({ id, product, trust, observedAt, effectiveFrom, payload }) => ({
    id,
    product,
    source,
    trust,
    observedAt,
    ...(effectiveFrom === null ? {} : { effectiveFrom }),
    ...payload,
  }));
  return knownOn(stored, END_OF_TIME) as StoredObservation[];
}

/** Returns the number of lines and the confirmed products of a source's last accepted reading. */
export async function lastCollected(db: Db, source: string): Promise<{ lines: number; products: string[] } | null> {
  const [run] = await db
    .select({ id: runs.id, counts: runs.counts })
    .from(runs)
    .where(
      and(
        eq(runs.kind, "collect"),
        eq(runs.source, source),
        inArray(runs.outcome, ["done", "unchanged"]),
        // A list that its server reports as unchanged yields no lines.
        sql`(${runs.counts} ->> 'read')::int > 0`,
      ),
    )
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(1);
  if (!run) return null;
  const confirmed = await db
    .selectDistinct({ product: checks.product })
    .from(checks)
    .where(and(eq(checks.run, run.id), inArray(checks.outcome, [...CONFIRMING])));
  return { lines: run.counts.read ?? 0, products: confirmed.map(({ product }) => product).sort() };
}
