import { randomUUID } from "node:crypto";
import { type Db, getDb } from "@/db/client";
import {
  type CategoryFileRow,
  chunkAt,
  continueDownload,
  insertDownload,
  lockPurchase,
  type PurchaseRow,
  purchaseByToken,
  takeBytesBack,
  takeDownload,
} from "@/db/queries/category-files";
import { AppError } from "@/lib/errors";
import { reaching } from "@/lib/reach";
import { sign } from "@/lib/site-secret";
import { ensureFile, type FileSources, readBytes } from "./category-file";
import { secretHash } from "./download-token";

const TOKEN = /^[0-9a-f]{64}$/;
const CONTINUES_FOR_MS = 3_600_000;
/** Requests per download. A client that fetches in parts needs a few dozen. */
const MAX_REQUESTS = 200;
/** Maximum bytes per download, as a multiple of the file size. A client that disconnects loses the bytes in transit. */
const MAX_TIMES = 3;

export interface Link {
  purchase: PurchaseRow;
  file: CategoryFileRow;
}

/** Links and their files. If the database is unreachable, throws an AppError `unavailable`. */
export interface Downloads {
  /** Throws AppError `download_not_found`, `download_revoked` or `download_expired`. */
  find(token: string, now: Date): Promise<Link>;
  count(purchaseId: string, request: DownloadRequest): Promise<Counted>;
  /** Subtracts bytes that were counted for a request but not sent. */
  unsent(downloadId: string, bytes: number): Promise<void>;
  /** Returns the bytes from `start` (inclusive) to `end` (exclusive). */
  read(file: CategoryFileRow, start: number, end: number): AsyncIterable<Uint8Array>;
}

export interface DownloadRequest {
  /** The client of the request: see clientBucket(). */
  client: string;
  /** First requested byte. */
  start: number;
  /** Number of requested bytes, and of the bytes in the whole file. */
  bytes: number;
  fileBytes: number;
  now: Date;
}

export interface Counted {
  downloadId: string;
  remaining: number;
}

export function databaseDownloads(connect: () => Promise<Db> = getDb, sources?: FileSources): Downloads {
  const reach = reaching(connect);
  const building = new Map<string, Promise<CategoryFileRow>>();
  // Concurrent requests for a link wait for the same build.
  const fileOf = (db: Db, purchase: PurchaseRow, now: Date) => {
    const running = building.get(purchase.id);
    if (running) return running;
    const file = ensureFile(db, purchase, sources, now).finally(() => building.delete(purchase.id));
    building.set(purchase.id, file);
    return file;
  };
  return {
    find: (token, now) =>
      reach(async (db) => {
        const purchase = await findPurchase(db, token, now);
        return { purchase, file: await fileOf(db, purchase, now) };
      }),
    count: (purchaseId, request) => reach((db) => countDownload(db, purchaseId, request)),
    unsent: (id, bytes) => reach((db) => takeBytesBack(db, id, bytes)),
    read: ({ sha256 }, start, end) => readBytes((offset) => reach((db) => chunkAt(db, sha256, offset)), start, end),
  };
}

async function findPurchase(db: Db, token: string, now: Date): Promise<PurchaseRow> {
  const purchase = TOKEN.test(token) ? await purchaseByToken(db, secretHash(token)) : null;
  if (!purchase) throw unknownLink();
  requireValid(purchase, now);
  return purchase;
}

/** @throws AppError `download_exhausted` if no download is left */
export function requireLeft({ downloadsUsed, downloadsMax }: PurchaseRow): void {
  if (downloadsUsed < downloadsMax) return;
  throw new AppError("download_exhausted", `All ${downloadsMax} downloads of this link have been used.`);
}

/**
 * Counts a download before its first byte is sent, whether or not it completes. A client that disconnects can resume
 * within the hour without being counted again, from any byte but the first, until it was sent the file MAX_TIMES over.
 * @throws AppError `download_exhausted`, `download_revoked` or `download_expired`
 */
export async function countDownload(
  db: Db,
  purchaseId: string,
  { client, start, bytes, fileBytes, now }: DownloadRequest,
): Promise<Counted> {
  const clientHash = sign("download-client", `${purchaseId}:${client}`);
  return db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase) throw unknownLink();
    requireValid(purchase, now);
    const since = new Date(now.getTime() - CONTINUES_FOR_MS);
    const limits = { maxRequests: MAX_REQUESTS, maxBytes: MAX_TIMES * fileBytes };
    const running =
      start > 0 ? await continueDownload(tx, { purchaseId, clientHash, since, now, bytes, ...limits }) : null;
    if (running) return { downloadId: running, remaining: purchase.downloadsMax - purchase.downloadsUsed };
    requireLeft(purchase);
    const taken = await takeDownload(tx, purchaseId, now);
    if (!taken) throw new Error("a locked purchase changed");
    const downloadId = randomUUID();
    await insertDownload(tx, { id: downloadId, purchaseId, clientHash, startedAt: now, lastAt: now, bytes });
    return { downloadId, remaining: taken.downloadsMax - taken.downloadsUsed };
  });
}

function unknownLink(): AppError {
  return new AppError("download_not_found", "No purchase has this download link.");
}

function requireValid({ status, expiresAt }: PurchaseRow, now: Date): void {
  if (status !== "paid")
    throw new AppError("download_revoked", "The purchase was refunded, so its download link no longer works.");
  if (expiresAt <= now) {
    throw new AppError(
      "download_expired",
      `This download link expired on ${expiresAt.toISOString().slice(0, 10)} (UTC).`,
    );
  }
}
