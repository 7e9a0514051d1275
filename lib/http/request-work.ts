import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Main-thread time that one request may use. */
export const BUDGET_MS = 250;

/** Main-thread time of one request, also of what it started and nobody waits for any more. */
export interface RequestWork {
  ms: number;
}

const current = new AsyncLocalStorage<RequestWork>();
let depth = 0;
let sliceStart = 0;
let isMeasuring = false;

/** Starts to measure: our own server calls it. Where nobody does, as on a function platform, every request has used 0 ms. */
export function measureWork(): void {
  if (isMeasuring) return;
  isMeasuring = true;
  createHook({
    before() {
      if (depth++ === 0) sliceStart = performance.now();
    },
    after() {
      if (--depth > 0) return;
      depth = 0;
      const work = current.getStore();
      if (work) work.ms += performance.now() - sliceStart;
    },
  }).enable();
}

/** Runs `start` in a turn of its own, with everything that follows from it measured as `work`. */
export function runMeasured(work: RequestWork, start: () => void): void {
  current.run(work, () => setImmediate(start));
}

/** Main-thread milliseconds that the current request has used so far. */
export function spentMs(): number {
  const work = current.getStore();
  if (!work) return 0;
  return work.ms + (depth > 0 ? performance.now() - sliceStart : 0);
}

export function isOverBudget(): boolean {
  return spentMs() > BUDGET_MS;
}

/** Lets the server answer others. */
export async function yieldTurn(): Promise<void> {
  await nextTurn();
}
