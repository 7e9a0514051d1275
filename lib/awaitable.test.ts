import { expect, test, vi } from "vitest";
import { after, pacing } from "./awaitable";

test("what is there already goes on at once, what comes when it has come", async () => {
  expect(after(1, (value) => value + 1)).toBe(2);
  expect(await after(Promise.resolve(1), (value) => value + 1)).toBe(2);
});

test("a long piece of work gives others their turn now and then, and takes its own in between", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const pause = pacing(10);
  let served = 0;
  const serve = () => {
    served += 1;
    setImmediate(serve).unref();
  };
  setImmediate(serve).unref();
  const waits: boolean[] = [];
  for (const at of [3, 9, 10, 14, 19, 20, 45]) {
    now.mockReturnValue(at);
    const before = served;
    const pausing = pause();
    waits.push(pausing !== null);
    await pausing;
    if (pausing) expect(served).toBeGreaterThan(before);
  }
  expect(waits).toEqual([false, false, true, false, false, true, true]);
});
