import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { errorReports } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { memoryRateLimiter } from "@/lib/access/rate-limit";
import { reportRoute } from "@/lib/http/report";
import { NOW, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { KEPT_COOKIE, readKept } from "@/lib/reports/kept";
import { REPORTS } from "@/lib/reports/receive";

let connection: Connection;
beforeAll(async () => {
  connection = await embeddedDatabase();
});
afterAll(() => connection?.close());
beforeEach(() => connection.db.delete(errorReports).then(() => {}));

const GOOD = {
  product: "slack",
  field: "tiers",
  message: "Pro costs $9 a month since May.",
  sourceUrl: "https://slack.example/pricing",
  email: "",
  website: "",
};

function desk() {
  let clock = NOW.getTime();
  const runtime = { ...testRuntime(), limiter: memoryRateLimiter(() => clock), trustedProxies: 1 };
  return {
    later: (ms: number) => {
      clock += ms;
    },
    send: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      reportRoute(
        new Request(`${SITE.url}/report`, {
          method: "POST",
          headers: {
            "Content-Type": "application/x-www-form-urlencoded",
            "sec-fetch-site": "same-origin",
            "x-forwarded-for": "192.0.2.7",
            ...headers,
          },
          body: new URLSearchParams(fields).toString(),
        }),
        runtime,
        { connect: async () => connection.db, digest: (bucket) => `digest of ${bucket.length} characters` },
      ),
  };
}

const stored = () => connection.db.select().from(errorReports);
const JSON_PLEASE = { Accept: "application/json" };

describe("a report of an error", () => {
  test("is kept with its page and a digest of the sender, never the sender's address", async () => {
    const response = await desk().send(GOOD, JSON_PLEASE);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ received: true, product: "slack" });
    const rows = await stored();
    expect(rows).toMatchObject([
      {
        product: "slack",
        page: "/software/team-chat/slack",
        field: "tiers",
        message: GOOD.message,
        sourceUrl: GOOD.sourceUrl,
        email: null,
        status: "open",
        createdAt: NOW,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("192.0.2.7");
  });

  test("of a browser without scripts leads to a page that thanks", async () => {
    const response = await desk().send(GOOD);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/report/thanks?product=slack");
    expect(await stored()).toHaveLength(1);
  });

  test("under a former slug is kept for the product of today", async () => {
    await desk().send({ ...GOOD, product: "slack-chat" });
    expect((await stored())[0]?.product).toBe("slack");
  });

  test("that is not filled in leads back to the form with what was typed and what is wrong", async () => {
    const response = await desk().send({ ...GOOD, message: "too short", email: "nobody" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/report/form#problem");
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const kept = readKept(new RegExp(`^${KEPT_COOKIE}=([^;]+)`).exec(cookie)?.[1]);
    expect(kept?.typed).toMatchObject({ product: "slack", message: "too short", sourceUrl: GOOD.sourceUrl });
    expect(kept?.errors.map(({ path }) => path)).toEqual(["message", "email"]);
    expect(await stored()).toEqual([]);
  });

  test("in the wrong form is a problem that names every field, for who asks for JSON", async () => {
    const response = await desk().send({ ...GOOD, field: "prices", message: "" }, JSON_PLEASE);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = await response.json();
    expect(problem.errors.map(({ path }: { path: string }) => path)).toEqual(["field", "message"]);
  });

  test("of an unknown product is refused", async () => {
    const response = await desk().send({ ...GOOD, product: "nonesuch" }, JSON_PLEASE);
    expect([response.status, (await response.json()).errors[0].path]).toEqual([400, "product"]);
  });

  test("from another site is refused and not kept", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      const response = await desk().send(GOOD, { ...headers, ...JSON_PLEASE });
      expect(response.status).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  test("by a machine that fills every field is thanked for and thrown away", async () => {
    const response = await desk().send({ ...GOOD, website: "https://spam.example" }, JSON_PLEASE);
    expect(response.status).toBe(201);
    expect(await stored()).toEqual([]);
  });

  test("is taken five times an hour from one address, and again after it", async () => {
    const { send, later } = desk();
    for (let sent = 0; sent < REPORTS.quota; sent += 1) expect((await send(GOOD, JSON_PLEASE)).status).toBe(201);
    const refused = await send(GOOD, JSON_PLEASE);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect((await refused.json())["violated-policies"]).toEqual(["reports"]);
    expect((await send(GOOD, { ...JSON_PLEASE, "x-forwarded-for": "192.0.2.8" })).status).toBe(201);
    later(3_600_000);
    expect((await send(GOOD, JSON_PLEASE)).status).toBe(201);
    expect(await stored()).toHaveLength(REPORTS.quota + 2);
  });

  test("that is wrong costs none of the five", async () => {
    const { send } = desk();
    for (let sent = 0; sent < 2 * REPORTS.quota; sent += 1) await send({ ...GOOD, message: "" }, JSON_PLEASE);
    expect((await send(GOOD, JSON_PLEASE)).status).toBe(201);
  });

  test("in a body that is no form is a problem, not a fault", async () => {
    const response = await desk().send(GOOD, { "Content-Type": "application/json", ...JSON_PLEASE });
    expect(response.status).toBe(400);
  });

  test("that the database cannot keep says so and shows nothing of the cause", async () => {
    const response = await reportRoute(
      new Request(`${SITE.url}/report`, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          ...JSON_PLEASE,
        },
        body: new URLSearchParams(GOOD).toString(),
      }),
      testRuntime(),
      {
        connect: () => Promise.reject(new Error("password=hunter2")),
        digest: () => "digest",
      },
    );
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("hunter2");
  });
});
