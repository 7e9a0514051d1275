/** How long readers waited, in milliseconds. */
export interface Waits {
  p50: number;
  p99: number;
  p999: number;
  failed: number;
}

/** The wait that a share of all waits does not exceed (nearest rank); NaN of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Clock {
  now(): number;
  /** Resolves at an instant of `now`, at once where it has passed. */
  until(instant: number): Promise<void>;
}

export interface Schedule {
  perSecond: number;
  seconds: number;
  /** Resolves to whether it was answered as it should be. */
  ask(number: number): Promise<boolean>;
}

/**
 * Asks at a steady rate, whatever is still open. A wait counts from when a question was due, not from when it was sent, so
 * that those who come while the server stands still are counted too.
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
