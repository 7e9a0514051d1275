import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cronToken } from "@/lib/billing/operator-token";
import type { Reconciliation } from "@/lib/billing/reconcile";
import { AppError } from "@/lib/errors";
import { reconcileRoute } from "./reconcile-route";
import { MAX_EVENT_BYTES, stripeWebhook } from "./stripe-webhook";

beforeAll(() => {
  process.env.AUTH_SECRET = "a secret that only the tests know, of 40+ characters";
  process.env.LOG_LEVEL = "silent";
  process.env.TRUSTED_PROXIES = "1";
});

describe("where Stripe delivers", () => {
  let received: { body: string; signature: string | null }[];
  const { POST, GET } = stripeWebhook(async (body, signature) => {
    received.push({ body, signature });
    return { status: 200, outcome: "applied" };
  });
  const address = "https://pricing.example.com/api/stripe/webhook";
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    POST(new Request(address, { method: "POST", body, headers: { "stripe-signature": "t=1,v1=ab", ...headers } }));
  beforeEach(() => {
    received = [];
  });

  test("the body reaches the signature check as it came, to the byte", async () => {
    const body = '\ufeff{"a": "é\\u00e9",\r\n "b":1 }\n';
    const response = await post(body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ outcome: "applied" });
    expect(received).toEqual([{ body, signature: "t=1,v1=ab" }]);
    expect(response.headers.get("cache-control")).toContain("no-store");
  });

  test("a body over the limit is refused unread, whatever its length claims", async () => {
    const claimed = await post("{}", { "content-length": String(MAX_EVENT_BYTES + 1) });
    expect(claimed.status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const request = new Request(address, { method: "POST", body: endless, duplex: "half" } as RequestInit);
    expect((await POST(request)).status).toBe(413);
    expect(sent).toBeLessThan(MAX_EVENT_BYTES + 4 * 65_536);
    expect(received).toEqual([]);
  });

  test("whatever is logged meanwhile carries the id of the answer, and nothing after it does", async () => {
    const lines: string[] = [];
    vi.stubEnv("LOG_LEVEL", "info");
    vi.resetModules();
    const info = vi.spyOn(console, "info").mockImplementation((line) => void lines.push(String(line)));
    const [{ stripeWebhook: made }, { logger }] = await Promise.all([
      import("./stripe-webhook"),
      import("@/lib/logger"),
    ]);
    const { POST: logging } = made(async () => {
      await new Promise((done) => setImmediate(done));
      logger.info("billing: event", { event: "evt_1" });
      return { status: 200, outcome: "applied" };
    });
    const ids = (
      await Promise.all([1, 2].map(() => logging(new Request(address, { method: "POST", body: "{}" }))))
    ).map(({ headers }) => headers.get("x-request-id"));
    logger.info("afterwards");
    info.mockRestore();
    vi.unstubAllEnvs();
    const told = lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId);
    expect(told.slice(0, 2).sort()).toEqual(ids.sort());
    expect(told.slice(2)).toEqual([undefined]);
  });

  test("what the receiver decides is the answer's status", async () => {
    for (const status of [200, 400, 500] as const) {
      const { POST: answering } = stripeWebhook(async () => ({ status, outcome: "failed" }));
      expect((await answering(new Request(address, { method: "POST", body: "{}" }))).status).toBe(status);
    }
  });

  test("with payments off, Stripe is asked to try again", async () => {
    const { POST: off } = stripeWebhook(async () => {
      throw new AppError("unavailable", "Payments are not set up on this server.", { retryAfter: 3600 });
    });
    const response = await off(new Request(address, { method: "POST", body: "{}" }));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("3600");
    expect(await response.json()).toMatchObject({ code: "unavailable", instance: "/api/stripe/webhook" });
  });

  test("an address that sends many refused requests is held back before the signature check, others are not", async () => {
    let checked = 0;
    const { POST: checking } = stripeWebhook(async (body) => {
      checked += 1;
      return body === "signed" ? { status: 200, outcome: "applied" } : { status: 400, outcome: "bad_signature" };
    });
    const sent = (body: string, from: string) =>
      checking(new Request(address, { method: "POST", body, headers: { "x-forwarded-for": from } }));
    for (let i = 0; i < 200; i += 1) await sent("signed", "10.9.9.1");
    for (let i = 0; i < 150; i += 1) await sent("forged", "10.9.9.1");
    const refused = await sent("forged", "10.9.9.1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(checked).toBe(320);
    expect((await sent("signed", "10.9.9.2")).status).toBe(200);
  });

  test("another method is refused", async () => {
    const response = await GET(new Request(address));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });
});

describe("scheduled reconciliation", () => {
  let asked: { since: Date; repair: boolean }[];
  const { GET } = reconcileRoute(async (options) => {
    asked.push(options);
    return { ...options, checked: {}, differences: [], clean: true } as unknown as Reconciliation;
  });
  const get = (query: string, authorization?: string) =>
    GET(
      new Request(`https://pricing.example.com/api/cron/reconcile${query}`, {
        headers: authorization === undefined ? {} : { authorization },
      }),
    );
  beforeEach(() => {
    asked = [];
  });

  test("runs for who holds the token, and mends unless told not to", async () => {
    const bearer = `Bearer ${cronToken()}`;
    expect(await (await get("", bearer)).json()).toMatchObject({ clean: true });
    await get("?since=2026-11-01&repair=0", bearer);
    expect(asked).toMatchObject([{ repair: true }, { repair: false, since: new Date("2026-11-01") }]);
    const wrong = await get("?since=yesterday", bearer);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ errors: [{ path: "since" }] });
  });

  test("is not there for anybody else", async () => {
    for (const authorization of [undefined, "", "Bearer", "Bearer ", "Bearer x", cronToken(), `bearer${cronToken()}`]) {
      expect((await get("", authorization)).status).toBe(404);
    }
    expect(asked).toEqual([]);
  });
});
