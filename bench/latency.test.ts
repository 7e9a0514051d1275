import { expect, test } from "vitest";
import { type Clock, percentile, steadily } from "./latency";

test("a percentile is the wait that so many do not exceed", () => {
  const sorted = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect([0.5, 0.99, 0.999, 1].map((share) => percentile(sorted, share))).toEqual([500, 990, 999, 1_000]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

/** A clock that advances only when code waits for it. */
function handClock() {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    until: (at) => (at <= now ? Promise.resolve() : new Promise((wake) => sleepers.push({ at, wake }))),
  };
  return {
    clock,
    async run<T>(work: Promise<T>): Promise<T> {
      let done = false;
      const ended = work.finally(() => {
        done = true;
      });
      while (!done) {
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        const [next] = sleepers.sort((a, b) => a.at - b.at);
        if (!next) continue;
        sleepers.shift();
        now = Math.max(now, next.at);
        next.wake();
      }
      return ended;
    },
  };
}

test("a server that stands still for a second is late for each who comes in that second, not for one", async () => {
  const { clock, run } = handClock();
  const stands = { from: 1_000, until: 2_000 };
  const ask = async () => {
    const now = clock.now();
    await clock.until(now >= stands.from && now < stands.until ? stands.until : now + 1);
    return true;
  };
  const waits = await run(steadily({ perSecond: 100, seconds: 4, ask }, clock));
  // During the pause, 100 of the 400 requests became due. Each waits for the rest of that second.
  expect(waits).toEqual({ p50: 1, p99: 960, p999: 1_000, failed: 0 });
});

test("who is refused or cut off is counted", async () => {
  const { clock, run } = handClock();
  const ask = async (number: number) => {
    await clock.until(clock.now() + 1);
    if (number === 3) throw new Error("cut off");
    return number !== 5;
  };
  const { failed } = await run(steadily({ perSecond: 10, seconds: 1, ask }, clock));
  expect(failed).toBe(2);
});
