import { NextRequest } from "next/server";
import { beforeAll, expect, test } from "vitest";
import { chargeBucket, PAGE_COST } from "@/lib/access/page-limit";
import { beginCheckout } from "@/lib/account/checkout";
import { mailCallback } from "@/lib/auth/callback";

const SITE = "https://pricing.example.com";
const PART = 64 * 1024;

beforeAll(() => {
  process.env.AUTH_SECRET = "a secret that only the tests know, of 40+ characters";
  process.env.SITE_URL = SITE;
  process.env.LOG_LEVEL = "silent";
});

test("a mailed sign-in without its parts leads to what is said of a link that does not work", async () => {
  const headers = { origin: SITE, "content-type": "application/x-www-form-urlencoded" };
  for (const body of ["", "%", "token=x", "email=a@example.com", "token=%00&email=a@example.com"]) {
    const request = new NextRequest(`${SITE}/api/auth/callback/email`, { method: "POST", headers, body });
    expect((await mailCallback(request))?.headers.get("location")).toBe(`${SITE}/sign-in?error=Verification`);
  }
});

test.each([
  ["the checkout", "/checkout/start", beginCheckout],
  ["the mailed sign-in", "/api/auth/callback/email", mailCallback],
] as const)("a form of %s that is larger than any is not read to its end", async (_, path, answer) => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent === 100 * PART) return controller.close();
      sent += PART;
      controller.enqueue(new Uint8Array(PART).fill(97));
    },
  });
  const headers = { origin: SITE, "content-type": "application/x-www-form-urlencoded" };
  const response = await answer(new NextRequest(SITE + path, { method: "POST", headers, body, duplex: "half" }));
  expect(response?.headers.get("location")).toContain("error=");
  expect(sent).toBeLessThan(4 * PART);
});

test("callbacks of a sign-in draw on the quota of pages", async () => {
  const state = async (cost: number) => chargeBucket("unattributed", cost);
  const { remaining } = await state(0);
  const send = () => mailCallback(new NextRequest(`${SITE}/api/auth/callback/email`, { method: "POST" }));
  await send();
  expect((await state(0)).remaining).toBe(remaining - PAGE_COST.drawn);
  await state((await state(0)).remaining);
  expect((await send())?.status).toBe(429);
});
