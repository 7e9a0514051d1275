import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "@/lib/http/testing";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { KEYLESS, type RateLimiter, type RateState } from "./rate-limit";
import { rateLimitSuite } from "./rate-limit.suite";
import { sharedRateLimiter } from "./shared-rate-limit";
import { redisRest } from "./testing/redis-rest";

const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const TOKEN = "test";
const prefix = `pi-test-${process.pid}-${Date.now()}`;

let rest: Awaited<ReturnType<typeof redisRest>>;
let limiter: RateLimiter;

beforeAll(async () => {
  rest = await redisRest(REDIS, TOKEN);
  limiter = sharedRateLimiter({ url: rest.url, token: TOKEN, prefix });
});
afterAll(async () => {
  const keys = await rest.redis.keys(`${prefix}:*`);
  if (keys.length > 0) await rest.redis.del(keys);
  await rest.close();
});

rateLimitSuite("Redis", () => limiter);

test("two processes count together", async () => {
  const other = sharedRateLimiter({ url: rest.url, token: TOKEN, prefix });
  await limiter.take(KEYLESS, "together", 1);
  expect(await other.take(KEYLESS, "together", 1)).toMatchObject({ remaining: 118 });
});

test.each([3_600_000, -3_600_000])(
  "an instance whose clock is %i ms off grants no second quota to each reader, and keeps nobody waiting longer than a window",
  async (off) => {
    const policy = { name: "clocks", quota: 5, windowSeconds: 60 };
    const bucket = `off by ${off}`;
    const [real, states] = [Date.now(), [] as RateState[]];
    const clock = vi.spyOn(Date, "now");
    try {
      for (let n = 0; n < 40; n += 1) {
        clock.mockReturnValue(real + (n % 2) * off);
        states.push(await limiter.take(policy, bucket, 1));
      }
    } finally {
      clock.mockRestore();
    }
    // One was granted before the other clock was first seen, and one quota after it.
    expect(states.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(policy.quota + 1);
    expect(Math.max(...states.map(({ resetSeconds }) => resetSeconds))).toBeLessThanOrEqual(60);
  },
);

test("every key vanishes by itself", async () => {
  await limiter.take(KEYLESS, "vanishing", 1);
  const [key = ""] = await rest.redis.keys(`${prefix}:keyless:vanishing`);
  const left = await rest.redis.pttl(key);
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
});

test("the 121st request within a minute is refused with the seconds to wait", async () => {
  const runtime = testRuntime({ limiter });
  const headers = { "x-forwarded-for": "198.51.100.7" };
  const answers = [];
  for (let i = 0; i < 130; i++) answers.push(await call("/api/v2/categories", { headers }, runtime));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array<number>(120).fill(200),
    ...Array<number>(10).fill(429),
  ]);
  const wait = Number(answers.at(-1)?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(answers.at(-1)?.headers.get("ratelimit")).toBe(`"keyless";r=0;t=${wait}`);
});

async function passesWithWarning(broken: RateLimiter) {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const started = Date.now();
  for (const [address, init] of [
    ["/api/v2/pricing/slack", {}],
    ["/api/v2/pricing/slack", { method: "OPTIONS" }],
  ] as const) {
    const response = await call(address, init, testRuntime({ limiter: broken }));
    expect(response.ok).toBe(true);
    expect(response.headers.get("ratelimit-policy")).toBe('"keyless";q=120;w=60');
    expect(response.headers.has("ratelimit")).toBe(false);
  }
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls.join()).toContain("rate limit store");
  expect(warn.mock.calls.join()).not.toContain(TOKEN_OF_BROKEN);
  expect(Date.now() - started).toBeLessThan(3_000);
  warn.mockRestore();
}

const TOKEN_OF_BROKEN = "do-not-log-me";

test("requests pass with one warning when the store cannot be reached", async () => {
  await passesWithWarning(sharedRateLimiter({ url: "http://127.0.0.1:1", token: TOKEN_OF_BROKEN, prefix }));
});

test("requests pass with one warning when the store refuses the token", async () => {
  await passesWithWarning(sharedRateLimiter({ url: rest.url, token: TOKEN_OF_BROKEN, prefix }));
});

test("requests pass with one warning when the store does not answer in time", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  await passesWithWarning(
    sharedRateLimiter({ url: `http://127.0.0.1:${port}`, token: TOKEN_OF_BROKEN, prefix, timeoutMs: 200 }),
  );
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});
