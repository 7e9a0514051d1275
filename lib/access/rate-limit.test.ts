import { expect, test } from "vitest";
import { KEYLESS, memoryRateLimiter, rateLimitHeaders } from "./rate-limit";
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
