import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { after, atOnce, inTurns, turnTaken } from "./awaitable";
import { turnsDuring } from "./awaitable.fixture";

afterEach(() => vi.restoreAllMocks());

test("what is there already goes on at once, what comes when it has come", async () => {
  expect(after(1, (value) => value + 1)).toBe(2);
  expect(await after(Promise.resolve(1), (value) => value + 1)).toBe(2);
});

test("a long piece of work gives others their turn now and then, and takes its own in between", async () => {
  await turnOfTheLoop();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  expect(turnTaken(10)).toBeNull();
  const waits: boolean[] = [];
  for (const at of [3, 9, 10, 14, 19, 20, 45]) {
    now.mockReturnValue(at);
    const turns = await turnsDuring(async () => {
      const turn = turnTaken(10);
      waits.push(turn !== null);
      await turn;
    });
    expect(turns > 0).toBe(waits.at(-1));
  }
  expect(waits).toEqual([false, false, true, false, false, true, true]);
});

test("a turn that has just begun is not long, however long ago the last one was, nor whoever began it", async () => {
  await turnOfTheLoop();
  const now = vi.spyOn(performance, "now");
  const waits = (at: number) => {
    now.mockReturnValue(at);
    return turnTaken(10);
  };
  expect([waits(0), waits(9)]).toEqual([null, null]);
  await turnOfTheLoop();
  expect([waits(500), waits(509)]).toEqual([null, null]);
  const one = waits(510);
  const other = waits(511);
  expect([one, other]).not.toContain(null);
  await Promise.all([one, other]);
});

test("work in steps comes to the same in one piece and in turns, which others have where it is long", async () => {
  function* sum() {
    let sum = 0;
    for (let n = 1; n <= 20; n++) {
      sum += n;
      yield;
    }
    return sum;
  }
  await turnOfTheLoop();
  let at = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (at += 5));
  expect(atOnce(sum())).toBe(210);
  expect(at).toBe(0);
  let result = 0;
  const turns = await turnsDuring(async () => {
    result = await inTurns(sum());
  });
  expect(result).toBe(210);
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(turns).toBeLessThan(20);
});
