import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { priceWatches } from "@/db/schema";

export type PriceWatch = typeof priceWatches.$inferSelect;

/** Returns the watch of that email address on that product: the existing one or a new one. */
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

/** Returns false if the watch is gone. */
export async function confirmWatch(db: Db, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .update(priceWatches)
    .set({ confirmedAt: now })
    .where(eq(priceWatches.id, id))
    .returning({ id: priceWatches.id });
  return changed.length > 0;
}

/** Deletes the watch. Returns false if it is already gone: only the process that deletes a watch sends its email. */
export async function dropWatch(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(priceWatches).where(eq(priceWatches.id, id)).returning({ id: priceWatches.id });
  return gone.length > 0;
}

/** Restores a watch deleted by dropWatch() if its email failed. */
export async function restoreWatch(db: Db, watch: PriceWatch): Promise<void> {
  await db.insert(priceWatches).values(watch).onConflictDoNothing();
}

/** Deletes watches that were not confirmed in time, and watches that have waited too long. */
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
