import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { processWide } from "@/lib/access/process-wide";

/** Main-thread time that one request may use. */
export const BUDGET_MS = 250;

/** Main-thread time of one request, including work that it started and no longer waits for. */
export interface RequestWork {
  ms: number;
}

/** Work on the main thread between two turns of the event loop belongs to the request that started it. */
function meter() {
  return processWide("request-work", () => {
    const current = new AsyncLocalStorage<RequestWork>();
    const slice = { depth: 0, start: 0 };
    const hook = createHook({
      before() {
        if (slice.depth++ === 0) slice.start = performance.now();
      },
      after() {
        // A hook that was enabled in the middle of a slice has not seen its start.
        slice.depth = Math.max(0, slice.depth - 1);
        const work = slice.depth === 0 ? current.getStore() : undefined;
        if (work && slice.start > 0) work.ms += performance.now() - slice.start;
      },
    });
    return { current, slice, hook };
  });
}

/** Starts the measurement. Our own server calls it. Under any other server every request has used 0 ms. */
export function measureWork(): void {
  meter().hook.enable();
}

/** Runs `start` in a separate turn and measures everything that follows from it as `work`. */
export function runMeasured(work: RequestWork, start: () => void): void {
  meter().current.run(work, () => setImmediate(start));
}

/** Returns the main-thread milliseconds that the current request has used so far. */
export function spentMs(): number {
  const { current, slice } = meter();
  const work = current.getStore();
  if (!work) return 0;
  return work.ms + (slice.depth > 0 ? performance.now() - slice.start : 0);
}

export function isOverBudget(): boolean {
  return spentMs() > BUDGET_MS;
}

/** Returns whether this many more milliseconds fit in the budget. */
export function hasTimeFor(ms: number): boolean {
  return spentMs() + ms <= BUDGET_MS;
}

/** Work that uses no main-thread time in this many checks waits for something else. */
const CHECK_MS = 50;
const IDLE_CHECKS = 3;

/** Calls `idle` once when `work` has stopped growing. Returns a function that stops the watch. */
export function whenIdle(work: RequestWork, idle: () => void): () => void {
  let last = work.ms;
  let unchanged = 0;
  const timer = setInterval(() => {
    unchanged = work.ms - last < 1 ? unchanged + 1 : 0;
    last = work.ms;
    if (unchanged < IDLE_CHECKS) return;
    clearInterval(timer);
    idle();
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}
