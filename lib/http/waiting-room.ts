import { AppError } from "@/lib/errors";

export interface WaitingRoomLimits {
  atOnce: number;
  atOncePerAddress: number;
  waiting: number;
  waitingPerAddress: number;
  waitMs: number;
}

export interface Place {
  /** Resolves when its turn has come. Rejects with an AppError `unavailable` where the room is full, or too long in coming. */
  admitted: Promise<void>;
  /** To be called once the work is done or its reader has gone; may be called more than once. */
  leave(): void;
}

interface Waiter {
  bucket: string;
  admit(): void;
}

const RETRY_SECONDS = 2;

/** So many pieces of work at a time, in all and for one bucket; others wait in the order of their coming. */
export function waitingRoom(limits: WaitingRoomLimits): { enter(bucket: string): Place } {
  const working = counter();
  const waiting = counter();
  const line = new Set<Waiter>();

  const fits = (bucket: string) => working.all() < limits.atOnce && working.of(bucket) < limits.atOncePerAddress;
  const admitNext = () => {
    for (const waiter of line) {
      if (working.all() >= limits.atOnce) return;
      if (fits(waiter.bucket)) waiter.admit();
    }
  };

  return {
    enter(bucket) {
      if (fits(bucket)) {
        working.add(bucket, 1);
        return { admitted: Promise.resolve(), leave: once(() => leaveWork(bucket)) };
      }
      if (waiting.all() >= limits.waiting || waiting.of(bucket) >= limits.waitingPerAddress) {
        return { admitted: Promise.reject(busy()), leave: () => {} };
      }
      let finish = () => {};
      const admitted = new Promise<void>((resolve, reject) => {
        const waiter: Waiter = {
          bucket,
          admit() {
            unqueue();
            working.add(bucket, 1);
            finish = () => leaveWork(bucket);
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
      return { admitted, leave: once(() => finish()) };
    },
  };

  function leaveWork(bucket: string) {
    working.add(bucket, -1);
    admitNext();
  }
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

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
