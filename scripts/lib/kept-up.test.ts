import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { keptUp } from "./kept-up.mjs";

const timing = { startedMs: 0, soundMs: 60_000, waitMs: 1, say: () => {} };
const ending = (code: number) => () => spawn(process.execPath, ["-e", `process.exit(${code})`]);

async function ended(start: () => ReturnType<typeof spawn>, more: Partial<typeof timing> = {}) {
  const started = vi.fn(start);
  const code = await new Promise<number>((resolve) => keptUp(started, resolve, { ...timing, ...more }));
  return { code, starts: started.mock.calls.length };
}

test("a server that crashes is started again, five times at most", async () => {
  expect(await ended(ending(7))).toEqual({ code: 7, starts: 6 });
});

test("one that cannot start, or ends in good order, is not", async () => {
  expect(await ended(ending(1), { startedMs: 60_000 })).toEqual({ code: 1, starts: 1 });
  expect(await ended(ending(0))).toEqual({ code: 0, starts: 1 });
});

test("one that may not end is started again however often, and however it ended", async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return ending(starts % 2)();
  };
  const mayEnd = () => starts > 8;
  await new Promise<number>((resolve) => keptUp(start, resolve, { ...timing, startedMs: 60_000, mayEnd }));
  expect(starts).toBe(9);
});

test("a server that has served is started again however early it crashes, and ends in good order", async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return ending(starts > 8 ? 0 : 7)();
  };
  const mayEnd = (code: number | null) => code === 0;
  const code = await new Promise<number>((resolve) => keptUp(start, resolve, { ...timing, startedMs: 60_000, mayEnd }));
  expect([code, starts]).toEqual([0, 9]);
});

test("says when a server is given up", async () => {
  const say = vi.fn();
  await ended(ending(3), { startedMs: 60_000, say });
  expect(say.mock.calls).toEqual([["The server stopped (exit 3) and is not started again."]]);
});

test("one that is stopped stays stopped", async () => {
  const started = vi.fn(() => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]));
  const code = new Promise<number>((resolve) => {
    const serve = keptUp(started, resolve, timing);
    void sleep(100).then(() => serve.stop("SIGTERM"));
  });
  expect(await code).toBe(0);
  expect(started).toHaveBeenCalledTimes(1);
});
