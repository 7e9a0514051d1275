import type { Awaitable } from "./awaitable";

/** How long a caller waits for a new value if an older one exists. */
const WAIT_MS = 200;

interface Ages {
  /** A younger value is returned as it is. An older one is read again. */
  freshMs: number;
  /** Callers wait for the new value, at most WAIT_MS, once the last one is this old. */
  waitAfterMs?: number;
  /** A value of this age is never returned. */
  lastsMs: number;
}

export interface Refreshed<T> {
  get(): Awaitable<T>;
  /** The value of the read that is in progress, or of a new one. */
  newest(): Promise<T>;
  /** The next caller waits for a new value. */
  expire(): void;
}

/**
 * Returns a value from the database. One query at a time reads it, and it stays available while the database hangs.
 * Null is not cached.
 */
export function refreshed<T>(read: () => Promise<T>, { freshMs, waitAfterMs = freshMs, lastsMs }: Ages): Refreshed<T> {
  let known: { value: T; readAt: number } | undefined;
  let reading: { value: Promise<T>; late: Promise<void> } | undefined;
  /** Whether the last read failed, or takes longer than WAIT_MS. Then no caller waits for it. */
  let isLate = false;

  const begin = () => {
    const readAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, WAIT_MS);
    });
    const settle = (failed: boolean) => {
      clearTimeout(timer);
      isLate = failed;
      reading = undefined;
    };
    const value = read().then(
      (value) => {
        settle(false);
        known = value === null ? undefined : { value, readAt };
        return value;
      },
      (error) => {
        settle(true);
        throw error;
      },
    );
    // A background read may fail unnoticed.
    value.catch(() => {});
    return { value, late };
  };

  const current = () => {
    reading ??= begin();
    return reading;
  };

  return {
    get() {
      const age = known ? performance.now() - known.readAt : Number.POSITIVE_INFINITY;
      if (known && age < freshMs) return known.value;
      const { value, late } = current();
      if (!known || age >= lastsMs) return value;
      const last = known.value;
      if (age < waitAfterMs || isLate) return last;
      return Promise.race([value.catch(() => last), late.then(() => last)]);
    },
    newest: () => current().value,
    expire() {
      if (known) known.readAt = Math.min(known.readAt, performance.now() - waitAfterMs);
    },
  };
}
