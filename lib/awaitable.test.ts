import { afterEach, expect, test, vi } from "vitest";
import { after, pacing, turnTaken } from "./awaitable";

afterEach(() => vi.restoreAllMocks());

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

test("work that waits for nothing gives others their turn where the turn goes on for long, whoever began it", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  await new Promise(setImmediate);
  const waits = (at: number) => {
    now.mockReturnValue(at);
    return turnTaken(10);
  };
  expect([waits(0), waits(9)]).toEqual([null, null]);
  const turn = waits(10);
  expect(turn).not.toBeNull();
  await turn;
  // A turn that has just begun is not long, however long ago the last one was.
  expect([waits(500), waits(509)]).toEqual([null, null]);
  expect(waits(510)).not.toBeNull();
});
