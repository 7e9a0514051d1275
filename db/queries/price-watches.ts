import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { priceWatches } from "@/db/schema";

export type PriceWatch = typeof priceWatches.$inferSelect;

/** The watch of that address on that product: a new one, or the one that stands. */
export async function keepWatch(
  db: Db,
  watch: Pick<PriceWatch, "id" | "product" | "email" | "createdAt">,
): Promise<PriceWatch> {
  await db.insert(priceWatches).values(watch).onConflictDoNothing();
  const [row] = await db
    .select()
    .from(priceWatches)
    .where(and(eq(priceWatches.email, watch.email), eq(priceWatches.product, watch.product)));
  if (!row) throw new Error("the watch was deleted while it was being saved");
  return row;
}

export async function watchById(db: Db, id: string): Promise<PriceWatch | null> {
  const [row] = await db.select().from(priceWatches).where(eq(priceWatches.id, id));
  return row ?? null;
}

/** False where it is gone. */
export async function confirmWatch(db: Db, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .update(priceWatches)
    .set({ confirmedAt: now })
    .where(eq(priceWatches.id, id))
    .returning({ id: priceWatches.id });
  return changed.length > 0;
}

/** False where it is gone already: whoever takes it away is the one who tells. */
export async function dropWatch(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(priceWatches).where(eq(priceWatches.id, id)).returning({ id: priceWatches.id });
  return gone.length > 0;
}

/** Takes back what dropWatch() took away, where telling failed. */
export async function restoreWatch(db: Db, watch: PriceWatch): Promise<void> {
  await db.insert(priceWatches).values(watch).onConflictDoNothing();
}

/** Those that nobody confirmed in time, and those that have waited for too long. */
export async function dropStaleWatches(
  db: Db,
  { unconfirmedBefore, createdBefore }: { unconfirmedBefore: Date; createdBefore: Date },
): Promise<number> {
  const gone = await db
    .delete(priceWatches)
    .where(
      or(
        and(isNull(priceWatches.confirmedAt), lt(priceWatches.createdAt, unconfirmedBefore)),
        lt(priceWatches.createdAt, createdBefore),
      ),
    )
    .returning({ id: priceWatches.id });
  return gone.length;
}

export async function confirmedWatches(db: Db): Promise<PriceWatch[]> {
  return db.select().from(priceWatches).where(isNotNull(priceWatches.confirmedAt)).orderBy(priceWatches.createdAt);
}
