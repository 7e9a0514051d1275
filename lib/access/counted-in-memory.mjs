import { LRUCache } from "lru-cache";

/**
 * @typedef {{ name: string, quota: number, windowSeconds: number }} RatePolicy
 * @typedef {{ allowed: boolean, remaining: number, resetSeconds: number }} RateState `resetSeconds`: until the quota is whole again
 * @typedef {{ startedAt: number, used: number, endsAt: number }} Window `endsAt`: when it is forgotten, a whole window after the last charge
 */

/** Set as a size, because with `max` the cache would allocate 3 MB at once. */
const MAX_BUCKETS = 100_000;
/**
 * The privacy page promises that an IP address is deleted one window after it was last needed. This is the shortest
 * window.
 */
const SWEEP_MS = 60_000;

/**
 * Counts in this process. A bucket's window opens with its first charged request and lasts `windowSeconds`. The whole
 * quota returns when it closes, and the next window follows at once until a whole window passes without a charge.
 * Refused requests are not charged. This is plain JavaScript, because the process above all workers counts with it too.
 * @param {() => number} clock
 */
export function countedInMemory(clock = Date.now) {
  /** @type {LRUCache<string, Window>} */
  const windows = new LRUCache({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 });
  let isSweeping = false;
  const sweepLater = () => {
    if (isSweeping || windows.size === 0) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      const now = clock();
      for (const [key, { endsAt }] of windows.entries()) if (endsAt <= now) windows.delete(key);
      sweepLater();
    }, SWEEP_MS).unref();
  };
  /**
   * @param {RatePolicy} policy
   * @param {string} bucket
   * @param {number} cost
   * @returns {RateState}
   */
  return ({ name, quota, windowSeconds }, bucket, cost) => {
    const now = clock();
    const length = windowSeconds * 1000;
    const key = `${name}:${bucket}`;
    const known = windows.get(key);
    const window = known && now < known.endsAt ? known : { startedAt: now, used: 0, endsAt: now };
    const passed = Math.floor((now - window.startedAt) / length);
    const startedAt = window.startedAt + passed * length;
    const before = passed > 0 ? 0 : window.used;
    const allowed = before + cost <= quota;
    const used = allowed ? before + cost : before;
    if (allowed && cost > 0) {
      window.startedAt = startedAt;
      window.used = used;
      window.endsAt = now + length;
      if (window !== known) windows.set(key, window);
      sweepLater();
    }
    return { allowed, remaining: quota - used, resetSeconds: secondsUntil(startedAt + length, now) };
  };
}

/**
 * Returns whole seconds, at least one: a client that waits that long has the whole quota again.
 * @param {number} instant
 * @param {number} now
 */
export function secondsUntil(instant, now) {
  return Math.max(1, Math.ceil((instant - now) / 1000));
}
