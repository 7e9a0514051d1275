/** How long requests waited, in milliseconds. */
export interface Waits {
  p50: number;
  p99: number;
  p999: number;
  failed: number;
}

/** Returns the wait at a percentile (nearest rank); NaN for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Clock {
  now(): number;
  /** Resolves at a time of `now`, or immediately if the time has passed. */
  until(instant: number): Promise<void>;
}

export interface Schedule {
  perSecond: number;
  seconds: number;
  /** Resolves to whether the response was as expected. */
  ask(number: number): Promise<boolean>;
}

/**
 * Sends requests at a steady rate, even if earlier ones are still open. A wait counts from the time when a request was
 * due, not when it was sent, so that a server pause counts for every request that was due during it.
 */
export async function steadily({ perSecond, seconds, ask }: Schedule, clock: Clock): Promise<Waits> {
  const waits: number[] = [];
  let failed = 0;
  const open: Promise<void>[] = [];
  const begun = clock.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = begun + (number * 1_000) / perSecond;
    await clock.until(due);
    open.push(
      ask(number).then(
        (good) => {
          waits.push(clock.now() - due);
          if (!good) failed += 1;
        },
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(open);
  waits.sort((a, b) => a - b);
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), p999: percentile(waits, 0.999), failed };
}
