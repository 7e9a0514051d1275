import { expect, test } from "vitest";
import { KEYLESS, memoryRateLimiter, rateLimitHeaders, secondsUntil, unitsForWork } from "./rate-limit";
import { rateLimitSuite } from "./rate-limit.suite";

const policy = { name: "keyless", quota: 3, windowSeconds: 60 };
const memory = memoryRateLimiter();

test("the quota is granted, then refused until the window that the first request opened has passed", async () => {
  let now = 0;
  const limiter = memoryRateLimiter(() => now);
  const take = () => limiter.take(policy, "a", 1);
  expect(await take()).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  now = 20_500;
  expect(await take()).toEqual({ allowed: true, remaining: 1, resetSeconds: 40 });
  expect(await take()).toEqual({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(await take()).toEqual({ allowed: false, remaining: 0, resetSeconds: 40 });
  now = 60_000;
  expect(await take()).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
});

test("a bucket that was charged nothing for a whole window begins a new one", async () => {
  let now = 0;
  const limiter = memoryRateLimiter(() => now);
  await limiter.take(policy, "a", 1);
  now = 30_000;
  await limiter.take(policy, "a", 1);
  now = 90_000;
  expect(await limiter.take(policy, "a", 1)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
});

test("nobody is told to wait less than a second, even by a clock that runs ahead", () => {
  expect([secondsUntil(2_001, 1_000), secondsUntil(2_000, 2_000), secondsUntil(1_000, 2_000)]).toEqual([2, 1, 1]);
});

test("looking and refused requests are not charged, and buckets do not touch one another", async () => {
  const limiter = memoryRateLimiter(() => 0);
  for (let i = 0; i < 5; i++) await limiter.take(policy, "a", 1);
  expect(await limiter.take(policy, "a", 0)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take(policy, "b", 0)).toMatchObject({ remaining: 3 });
});

test("headers follow the IETF draft", () => {
  expect(rateLimitHeaders(KEYLESS, { allowed: true, remaining: 119, resetSeconds: 42 })).toEqual({
    "RateLimit-Policy": '"keyless";q=120;w=60',
    RateLimit: '"keyless";r=119;t=42',
  });
});

rateLimitSuite("one process", () => memory);

test.each([
  [0, 0],
  [100, 0],
  [101, 1],
  [250, 2],
  [1_000, 9],
])("charges %d ms of work as %d further requests", (ms, units) => {
  expect(unitsForWork(ms)).toBe(units);
});
