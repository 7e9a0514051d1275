import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";

export interface WaitingRoomLimits {
  atOnce: number;
  atOncePerAddress: number;
  waiting: number;
  waitingPerAddress: number;
  waitMs: number;
}

export interface Place {
  /** Resolves when its turn has come. Rejects with an AppError `unavailable` if the room is full or the wait is too long. */
  admitted: Promise<void>;
  /**
   * Called when the work ends or is no longer wanted, with the main-thread time that it used. Later calls do nothing.
   */
  leave(usedMs?: number): void;
}

interface Waiter {
  bucket: string;
  admit(): void;
}

const RETRY_SECONDS = 2;
/** The work of a client counts half as much after this time. */
const HALF_LIFE_MS = 5_000;
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Limits concurrent work, in total and per bucket. The bucket that used the least main-thread time recently goes first,
 * so a client that sends expensive requests delays itself before it delays others.
 */
export function waitingRoom(limits: WaitingRoomLimits): { enter(bucket: string): Place } {
  const working = counter();
  const waiting = counter();
  const line = new Set<Waiter>();
  const recent = recentWork();

  const fits = (bucket: string) => working.all() < limits.atOnce && working.of(bucket) < limits.atOncePerAddress;

  function admitNext() {
    for (;;) {
      let next: Waiter | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const waiter of line) {
        const used = fits(waiter.bucket) ? recent.of(waiter.bucket) : Number.POSITIVE_INFINITY;
        if (used < least) [next, least] = [waiter, used];
      }
      if (!next) return;
      next.admit();
    }
  }

  function leaveWork(bucket: string, usedMs: number) {
    recent.add(bucket, usedMs);
    working.add(bucket, -1);
    admitNext();
  }

  return {
    enter(bucket) {
      if (fits(bucket)) {
        working.add(bucket, 1);
        return { admitted: Promise.resolve(), leave: once((usedMs) => leaveWork(bucket, usedMs)) };
      }
      if (waiting.all() >= limits.waiting || waiting.of(bucket) >= limits.waitingPerAddress) {
        return { admitted: Promise.reject(busy()), leave: () => {} };
      }
      let finish = (_usedMs: number) => {};
      const admitted = new Promise<void>((resolve, reject) => {
        const waiter: Waiter = {
          bucket,
          admit() {
            unqueue();
            working.add(bucket, 1);
            finish = (usedMs) => leaveWork(bucket, usedMs);
            resolve();
          },
        };
        const timer = setTimeout(() => {
          unqueue();
          reject(busy());
        }, limits.waitMs);
        const unqueue = () => {
          clearTimeout(timer);
          line.delete(waiter);
          waiting.add(bucket, -1);
          finish = () => {};
        };
        finish = unqueue;
        line.add(waiter);
        waiting.add(bucket, 1);
      });
      return { admitted, leave: once((usedMs) => finish(usedMs)) };
    },
  };
}

/** Main-thread time per bucket. It counts half as much after every HALF_LIFE_MS. */
function recentWork() {
  const buckets = new LRUCache<string, { ms: number; at: number }>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlAutopurge: true,
  });
  const of = (bucket: string) => {
    const work = buckets.get(bucket);
    return work ? work.ms * 2 ** ((work.at - performance.now()) / HALF_LIFE_MS) : 0;
  };
  const add = (bucket: string, ms: number) => {
    if (ms > 0) buckets.set(bucket, { ms: of(bucket) + ms, at: performance.now() });
  };
  return { of, add };
}

function busy(): AppError {
  return new AppError("unavailable", `The server is busy. Try again in ${RETRY_SECONDS} seconds.`, {
    retryAfter: RETRY_SECONDS,
  });
}

function counter() {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    all: () => all,
    of: (bucket: string) => counts.get(bucket) ?? 0,
    add(bucket: string, change: 1 | -1) {
      all += change;
      const count = (counts.get(bucket) ?? 0) + change;
      if (count > 0) counts.set(bucket, count);
      else counts.delete(bucket);
    },
  };
}

function once(work: (usedMs: number) => void): (usedMs?: number) => void {
  let done = false;
  return (usedMs = 0) => {
    if (done) return;
    done = true;
    work(usedMs);
  };
}
