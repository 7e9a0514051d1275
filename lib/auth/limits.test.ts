import { expect, test } from "vitest";
import type { RateLimiter } from "@/lib/access/rate-limit";
import { bucketOfAddress, LIMITS, secondsToWait } from "./limits";

test("where the limiter's store is gone, what costs others is counted in memory", async () => {
  const gone: RateLimiter = { take: () => Promise.reject(new Error("no answer")) };
  const bucket = bucketOfAddress("ada@example.com");
  const waits: (number | null)[] = [];
  for (let i = 0; i < 6; i++) waits.push(await secondsToWait(LIMITS.mailToAddress, bucket, gone));
  expect(waits.slice(0, 5)).toEqual([null, null, null, null, null]);
  expect(waits[5]).toBeGreaterThan(0);
});
