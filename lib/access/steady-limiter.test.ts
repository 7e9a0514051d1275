import { afterEach, expect, test, vi } from "vitest";
import { KEYLESS, type RateState } from "./rate-limit";
import { StoreRests, steady } from "./steady-limiter";

const GRANTED: RateState = { allowed: true, remaining: 1, resetSeconds: 60 };

afterEach(() => vi.restoreAllMocks());

function trial() {
  const [warn, info] = (["warn", "info"] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  const store = { up: true, asked: 0, now: 0 };
  const limiter = steady(
    {
      async take() {
        store.asked += 1;
        if (!store.up) throw new Error("away");
        return GRANTED;
      },
    },
    { restMs: 5_000, clock: () => store.now },
  );
  const take = () => limiter.take(KEYLESS, "a", 1).catch((error: Error) => error.message);
  return { store, limiter, take, said: () => [warn?.mock.calls.length, info?.mock.calls.length] };
}

test("a store that fails is tried once in a while, and the log says once that it went and once that it is back", async () => {
  const { store, limiter, take, said } = trial();
  expect(await take()).toEqual(GRANTED);
  store.up = false;
  expect(await take()).toBe("away");
  for (let n = 0; n < 50; n++) await expect(limiter.take(KEYLESS, "a", 1)).rejects.toThrow(StoreRests);
  expect([store.asked, said()]).toEqual([2, [1, 0]]);
  store.now = 5_000;
  expect(await Promise.all([take(), take(), take()])).toContain("away");
  expect([store.asked, said()]).toEqual([3, [1, 0]]);
  store.up = true;
  store.now = 9_999;
  await expect(limiter.take(KEYLESS, "a", 1)).rejects.toThrow(StoreRests);
  store.now = 10_000;
  expect([await take(), await take()]).toEqual([GRANTED, GRANTED]);
  expect([store.asked, said()]).toEqual([5, [1, 1]]);
  store.up = false;
  await take();
  expect(said()).toEqual([2, 1]);
});

test("of many requests that wait for a store when it fails, one is told of in the log", async () => {
  const { store, take, said } = trial();
  store.up = false;
  await Promise.all(Array.from({ length: 20 }, take));
  expect([store.asked, said()]).toEqual([20, [1, 0]]);
});
