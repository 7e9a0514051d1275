import { and, asc, desc, eq, gt, isNull, like, lt, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { categoryFileChunks as chunks, downloads, categoryFiles as files, purchases } from "@/db/schema";
import type { Day } from "@/lib/schemas/primitives";

export type CategoryFileRow = typeof files.$inferSelect;
export type PurchaseRow = typeof purchases.$inferSelect;

/** Prefix of the name of a file without a known hash. No hash begins with it. */
const BUILDING = "building:";

/** Creates a file for pieces until it is complete. No purchase can refer to it. */
export async function beginFile(
  db: Db,
  {
    name,
    category,
    asOf,
    chunkBytes,
    now,
  }: { name: string; category: string; asOf: Day; chunkBytes: number; now: Date },
): Promise<string> {
  const sha256 = BUILDING + name;
  await db.insert(files).values({ sha256, category, asOf, recordCount: 0, byteLength: 0, chunkBytes, createdAt: now });
  return sha256;
}

/** `position`: the offset of the first byte in the file. */
export async function addChunk(db: Db, sha256: string, position: number, bytes: Uint8Array): Promise<void> {
  await db.insert(chunks).values({ sha256, position, bytes });
}

/** Gives a file that was built in pieces its head and its name. An existing file stays unchanged. */
export async function finishFile(db: Db, building: string, file: CategoryFileRow, head: Uint8Array): Promise<void> {
  await db.transaction(async (tx) => {
    const inserted = await tx.insert(files).values(file).onConflictDoNothing().returning({ sha256: files.sha256 });
    if (inserted.length > 0) {
      await tx
        .update(chunks)
        .set({ sha256: file.sha256, position: sql`${chunks.position} + ${head.length}` })
        .where(eq(chunks.sha256, building));
      await addChunk(tx, file.sha256, 0, head);
    }
    await tx.delete(files).where(eq(files.sha256, building));
  });
}

export async function dropBuilding(db: Db, building: string): Promise<void> {
  await db.delete(files).where(and(eq(files.sha256, building), like(files.sha256, `${BUILDING}%`)));
}

/** Deletes files that were started earlier and never finished. */
export async function dropAbandoned(db: Db, before: Date): Promise<void> {
  await db.delete(files).where(and(like(files.sha256, `${BUILDING}%`), lt(files.createdAt, before)));
}

export async function fileOfPurchase(db: Db, purchaseId: string): Promise<CategoryFileRow | null> {
  const [row] = await db
    .select({ file: files })
    .from(purchases)
    .innerJoin(files, eq(files.sha256, purchases.fileSha256))
    .where(eq(purchases.id, purchaseId));
  return row?.file ?? null;
}

/** Assigns a file to a purchase. An already assigned file stays. */
export async function giveFile(db: Db, purchaseId: string, sha256: string): Promise<void> {
  await db
    .update(purchases)
    .set({ fileSha256: sha256 })
    .where(and(eq(purchases.id, purchaseId), isNull(purchases.fileSha256)));
}

/** Returns the piece that contains the byte at `offset`. Null past the end. */
export async function chunkAt(
  db: Db,
  sha256: string,
  offset: number,
): Promise<{ position: number; bytes: Uint8Array } | null> {
  const [chunk] = await db
    .select({ position: chunks.position, bytes: chunks.bytes })
    .from(chunks)
    .where(and(eq(chunks.sha256, sha256), lte(chunks.position, offset)))
    .orderBy(desc(chunks.position))
    .limit(1);
  return chunk && offset < chunk.position + chunk.bytes.length ? chunk : null;
}

export async function purchaseByToken(db: Db, tokenHash: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.tokenHash, tokenHash));
  return row ?? null;
}

/** Locks the purchase until the transaction ends, so that only this transaction counts its downloads. */
export async function lockPurchase(tx: Db, id: string): Promise<PurchaseRow | null> {
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, id)).for("update");
  return row ?? null;
}

/** Counts one download if one is left and the link is valid. Otherwise null. */
export async function takeDownload(
  tx: Db,
  purchaseId: string,
  now: Date,
): Promise<Pick<PurchaseRow, "downloadsUsed" | "downloadsMax"> | null> {
  const [row] = await tx
    .update(purchases)
    .set({ downloadsUsed: sql`${purchases.downloadsUsed} + 1` })
    .where(
      and(
        eq(purchases.id, purchaseId),
        eq(purchases.status, "paid"),
        lt(purchases.downloadsUsed, purchases.downloadsMax),
        gt(purchases.expiresAt, now),
      ),
    )
    .returning({ downloadsUsed: purchases.downloadsUsed, downloadsMax: purchases.downloadsMax });
  return row ?? null;
}

export async function insertDownload(tx: Db, row: typeof downloads.$inferInsert): Promise<void> {
  await tx.insert(downloads).values(row);
}

/** Counts another request of a download by this client that was active after `since`. Returns its id, or null. */
export async function continueDownload(
  tx: Db,
  download: {
    purchaseId: string;
    clientHash: string;
    since: Date;
    now: Date;
    bytes: number;
    maxRequests: number;
    maxBytes: number;
  },
): Promise<string | null> {
  const { purchaseId, clientHash, since, now, bytes, maxRequests, maxBytes } = download;
  const latest = tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.purchaseId, purchaseId),
        eq(downloads.clientHash, clientHash),
        gt(downloads.lastAt, since),
        lt(downloads.requests, maxRequests),
        lte(downloads.bytes, maxBytes - bytes),
      ),
    )
    .orderBy(desc(downloads.lastAt))
    .limit(1);
  const rows = await tx
    .update(downloads)
    .set({ lastAt: now, requests: sql`${downloads.requests} + 1`, bytes: sql`${downloads.bytes} + ${bytes}::bigint` })
    .where(eq(downloads.id, latest))
    .returning({ id: downloads.id });
  return rows[0]?.id ?? null;
}

/** Subtracts bytes that were counted for a request but not sent. */
export async function takeBytesBack(db: Db, id: string, bytes: number): Promise<void> {
  await db
    .update(downloads)
    .set({ bytes: sql`greatest(0, ${downloads.bytes} - ${bytes}::bigint)` })
    .where(eq(downloads.id, id));
}

/** Oldest first. */
export async function downloadsOf(db: Db, purchaseId: string) {
  return db
    .select({ startedAt: downloads.startedAt, lastAt: downloads.lastAt, requests: downloads.requests })
    .from(downloads)
    .where(eq(downloads.purchaseId, purchaseId))
    .orderBy(asc(downloads.startedAt));
}
