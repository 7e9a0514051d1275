import { describe, expect, test } from "vitest";
import { memoryRateLimiter, type RateLimiter } from "@/lib/access/rate-limit";
import { bucketOfAddress, LIMITS, LINK_MINUTES, mailLimitReached, secondsToWait } from "./limits";

test("where the limiter's store is gone, what costs others is counted in memory", async () => {
  const gone: RateLimiter = { take: () => Promise.reject(new Error("no answer")) };
  const bucket = bucketOfAddress("ada@example.com");
  const waits: (number | null)[] = [];
  for (let i = 0; i < 6; i++) waits.push(await secondsToWait(LIMITS.mailToAddress, bucket, gone));
  expect(waits.slice(0, 5)).toEqual([null, null, null, null, null]);
  expect(waits[5]).toBeGreaterThan(0);
});

describe("emails to a mailbox", () => {
  const OWNER = { purpose: "sign-in", client: "192.0.2.1", address: "ada@example.com" } as const;
  const STRANGER = { ...OWNER, client: "198.51.100.1" };
  const limits = (limiter = memoryRateLimiter(() => 0)) => ({
    request: async (mail: Parameters<typeof mailLimitReached>[0], times: number) => {
      const limited: (string | undefined)[] = [];
      for (let i = 0; i < times; i++) limited.push((await mailLimitReached(mail, limiter))?.limit);
      return limited;
    },
  });

  test("a stranger's requests do not stop the owner at another address", async () => {
    const { request } = limits();
    expect((await request(STRANGER, 30)).filter((limit) => limit === undefined)).toHaveLength(5);
    expect(await request(OWNER, 5)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test("requests for watches do not stop sign-in links", async () => {
    const { request } = limits();
    for (let i = 0; i < 10; i++) await request({ ...STRANGER, purpose: "watch", client: `198.51.100.${i}` }, 5);
    expect(await request(OWNER, 1)).toEqual([undefined]);
  });

  test("a client is limited over all mailboxes", async () => {
    const { request } = limits();
    for (let i = 0; i < LIMITS.mailByClient.quota; i++) await request({ ...OWNER, address: `${i}@example.com` }, 1);
    expect(await request({ ...OWNER, address: "another@example.com" }, 1)).toEqual(["client"]);
  });

  test("many clients cannot flood one mailbox", async () => {
    const { request } = limits();
    let sent = 0;
    for (let i = 0; i < 50; i++) {
      const [limit] = await request({ ...OWNER, client: `198.51.100.${i}` }, 1);
      if (limit === undefined) sent += 1;
    }
    expect(sent).toBe(LIMITS.mailToMailbox.quota);
    expect(await request(OWNER, 1)).toEqual(["mailbox"]);
  });

  test("while a mailbox is full, one of its links still works", () => {
    expect(LIMITS.mailToMailbox.windowSeconds).toBeLessThanOrEqual(LINK_MINUTES * 60);
    expect(LIMITS.mailToAddress.windowSeconds).toBeLessThanOrEqual(LINK_MINUTES * 60);
  });
});
