import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { RateLimiter } from "./rate-limit";

const policy = { name: "suite", quota: 5, windowSeconds: 2 };

/** Tests of every limiter, in real time. */
export function rateLimitSuite(kind: string, limiter: () => RateLimiter) {
  let buckets = 0;
  const bucket = () => `${process.pid}-${Date.now()}-${buckets++}`;

  // Concurrent, because the tests wait for windows to pass.
  describe.concurrent(`rate limiter on ${kind}`, () => {
    test("grants the quota, refuses the rest, and grants it anew when the window has passed", async () => {
      const name = bucket();
      const take = () => limiter().take(policy, name, 1);
      const states = [await take()];
      // Its window is open by now, no matter how long the first call took.
      const opened = Date.now();
      for (let i = 1; i < 7; i++) states.push(await take());
      expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 4],
        [true, 3],
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      for (const { resetSeconds } of states) expect([1, 2]).toContain(resetSeconds);
      await sleep(opened + 1_000 - Date.now());
      expect(await take()).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
      await sleep(opened + 2_150 - Date.now());
      expect(await take()).toMatchObject({ allowed: true, remaining: 4 });
    });

    test("of many requests at once no more than the quota pass", async () => {
      const name = bucket();
      const states = await Promise.all(Array.from({ length: 13 }, () => limiter().take(policy, name, 1)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(5);
    });

    test("looking is free, before the first request, within the window and after it", async () => {
      const name = bucket();
      expect(await limiter().take(policy, name, 0)).toEqual({ allowed: true, remaining: 5, resetSeconds: 2 });
      await limiter().take(policy, name, 1);
      for (let i = 0; i < 3; i++) {
        expect(await limiter().take(policy, name, 0)).toMatchObject({ allowed: true, remaining: 4 });
      }
      await sleep(2_050);
      expect(await limiter().take(policy, name, 0)).toEqual({ allowed: true, remaining: 5, resetSeconds: 2 });
    });

    test("a refused request is not charged", async () => {
      const name = bucket();
      await limiter().take(policy, name, 3);
      expect(await limiter().take(policy, name, 3)).toMatchObject({ allowed: false });
      expect(await limiter().take(policy, name, 2)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test("a window follows upon the last while requests go on", async () => {
      const name = bucket();
      const opened = Date.now();
      await limiter().take(policy, name, 1);
      await sleep(opened + 1_500 - Date.now());
      await limiter().take(policy, name, 4);
      await sleep(opened + 3_100 - Date.now());
      expect(await limiter().take(policy, name, 1)).toEqual({ allowed: true, remaining: 4, resetSeconds: 1 });
    });

    test("buckets and policies do not touch one another", async () => {
      const name = bucket();
      await limiter().take(policy, name, 5);
      expect(await limiter().take(policy, bucket(), 1)).toMatchObject({ remaining: 4 });
      expect(await limiter().take({ ...policy, name: "other" }, name, 1)).toMatchObject({ remaining: 4 });
    });
  });
}
