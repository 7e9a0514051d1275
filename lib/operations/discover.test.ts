import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { embeddedDatabase } from "@/db/testing/embedded";
import { call } from "@/lib/http/testing";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import type { PricingRecord } from "@/lib/schemas/record";
import { databaseCatalog } from "./database-catalog";
import type { Runtime } from "./run";
import { NOW, SITE, testRuntime } from "./testing/runtime";

let connection: Connection;
let runtime: Runtime;

beforeAll(async () => {
  connection = await embeddedDatabase();
  const dir = join(process.cwd(), "db", "load", "fixtures", "acme");
  await loadCatalog(connection.db, { dir, log: () => {}, now: NOW });
  runtime = testRuntime({
    catalog: databaseCatalog(SITE, async () => connection.db),
    limiter: { take: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) },
  });
});
afterAll(() => connection.close());

async function get<T>(address: string): Promise<T> {
  const response = await call(address, {}, runtime);
  expect(response.status, address).toBe(200);
  return (await response.json()) as T;
}
async function refused(address: string) {
  const response = await call(address, {}, runtime);
  return (await response.json()) as {
    code: string;
    suggestions?: string[];
    errors?: { path: string; message: string }[];
  };
}
const discover = (query: string) => get<DiscoverAnswer>(`/api/v2/discover?${query}`);

describe("discover_software", () => {
  test("gives the values of the records", async () => {
    const { results, total, count } = await discover("limit=100");
    expect([total, count]).toEqual([2, 2]);
    for (const result of results) {
      const record = await get<PricingRecord>(`/api/v2/pricing/${result.slug}`);
      expect(result).toMatchObject({
        name: record.name,
        category: record.category,
        startingPrice: record.priceRange.low,
        currency: record.currency,
        priceUnit: record.priceUnit,
        priceStatus: record.priceStatus,
        pricingModel: record.pricingModel,
        freeTier: record.freeTier?.available ?? null,
        freePlan: record.freeTier?.plan ?? null,
        selfHosted: (record.freeTier?.licences.length ?? 0) > 0,
        hasHiddenCosts: record.hiddenCosts?.some(({ kind }) => kind !== "add_on") ?? false,
        confidence: record.verification.confidence,
        observedAt: record.verification.observedAt,
        verifiedAt: record.verification.verifiedAt,
        links: { page: record.links.page, self: record.links.self },
      });
    }
  });

  test("lists no product of which nothing is known yet", async () => {
    const { results } = await discover("");
    expect(results.map(({ slug }) => slug)).toEqual(["figma", "slack"]);
  });

  test("an unknown price passes no maximum, and is counted", async () => {
    expect(await discover("maxPrice=10")).toMatchObject({ total: 1, excluded: 0, results: [{ slug: "slack" }] });
    expect(await discover("maxPrice=10&currency=EUR")).toMatchObject({ total: 0, excluded: 2, results: [] });
  });

  test("the next page is in the body and in Link, and the last has none", async () => {
    const response = await call("/api/v2/discover?limit=1&sort=price&maxPrice=20", {}, runtime);
    const first = (await response.json()) as DiscoverAnswer;
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    expect(link.startsWith(`${SITE.url}/api/v2/discover?`)).toBe(true);
    expect(new URL(link).searchParams.get("cursor")).toBe(first.next);
    const second = await get<DiscoverAnswer>(new URL(link).pathname + new URL(link).search);
    expect([first, second].flatMap(({ results }) => results.map(({ slug }) => slug))).toEqual(["slack", "figma"]);
    expect(second).toMatchObject({ next: null, total: 2 });
    const wider = await discover(`sort=price&maxPrice=20&limit=50&cursor=${first.next}`);
    expect(wider.results).toEqual(second.results);
  });

  test("a cursor of other filters, another order, another catalogue or no cursor at all is refused", async () => {
    const { next } = await discover("limit=1&maxPrice=20");
    const forge = (change: (parts: unknown[]) => void) => {
      const parts = JSON.parse(Buffer.from(next ?? "", "base64url").toString()) as unknown[];
      change(parts);
      return Buffer.from(JSON.stringify(parts)).toString("base64url");
    };
    const forged = [
      `limit=1&maxPrice=21&cursor=${next}`,
      `limit=1&maxPrice=20&sort=price&cursor=${next}`,
      `limit=1&maxPrice=20&q=figma&cursor=${next}`,
      "cursor=abc",
      "cursor=%00",
      `cursor=${"a".repeat(2_000)}`,
      ...[
        (parts: unknown[]) => parts.splice(1, 1, "0123456789abcdef"),
        (parts: unknown[]) => parts.splice(2, 1, "2026-11-22"),
        (parts: unknown[]) => parts.splice(2, 1, "2026-11-01"),
        (parts: unknown[]) => parts.splice(3, 1, { key: "\u0000", slug: "slack" }),
        (parts: unknown[]) => parts.splice(3, 1, { key: "x" }),
        (parts: unknown[]) => parts.splice(3, 1, { key: "x", slug: "'; drop" }),
      ].map((change) => `limit=1&maxPrice=20&cursor=${forge(change)}`),
    ];
    for (const query of forged) {
      const { code, errors } = await refused(`/api/v2/discover?${query}`);
      expect([code, errors?.[0]?.path], query).toEqual(["invalid_request", "cursor"]);
    }
    const priced = await discover("limit=1&sort=price");
    const parts = JSON.parse(Buffer.from(priced.next ?? "", "base64url").toString()) as [
      string,
      string,
      string,
      object,
    ];
    for (const key of ["1e400", "NaN", "1);", "9".repeat(40)]) {
      const cursor = Buffer.from(JSON.stringify([...parts.slice(0, 3), { key, slug: "x" }])).toString("base64url");
      expect((await refused(`/api/v2/discover?limit=1&sort=price&cursor=${cursor}`)).code).toBe("invalid_request");
    }
  });

  test("an unknown category is answered with the nearest", async () => {
    const body = await refused("/api/v2/discover?category=team-chatt");
    expect(body).toMatchObject({ code: "category_not_found" });
    expect(body.suggestions?.[0]).toBe("team-chat");
  });

  test.each([
    ["q=", "q"],
    ["q=%00", "q"],
    ["maxPrice=-1", "maxPrice"],
    ["maxPrice=ten", "maxPrice"],
    ["currency=usd", "currency"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["hasFreeTier=yes", "hasFreeTier"],
    ["pricingModel=cheap", "pricingModel"],
    ["sort=best", "sort"],
  ])("%s is refused", async (query, path) => {
    expect(await refused(`/api/v2/discover?${query}`)).toMatchObject({ code: "invalid_request", errors: [{ path }] });
  });
});

describe("list_changes", () => {
  const changes = (query: string) => get<ChangesAnswer>(`/api/v2/changes?${query}`);

  test("gives the moves, newest first, with evidence and the address to cite", async () => {
    const body = await changes("");
    expect(body).toMatchObject({
      count: 1,
      total: 1,
      next: null,
      links: { atom: `${SITE.url}/changes.atom`, jsonFeed: `${SITE.url}/changes.json` },
      changes: [
        {
          product: { slug: "slack", name: "Slack", category: "team-chat" },
          day: "2025-07-01",
          class: "move",
          field: "priceMonthly",
          before: 8,
          after: 8.75,
          percent: 9.4,
          observedAt: "2025-07-01",
          evidence: [{ url: "https://example.com/slack/pricing" }],
          links: { page: `${SITE.url}/software/team-chat/slack`, history: `${SITE.url}/api/v2/history/slack` },
        },
      ],
    });
  });

  test("classes, categories and days combine", async () => {
    expect((await changes("class=coverage,move")).total).toBe(3);
    expect((await changes("class=coverage&category=design")).total).toBe(1);
    expect((await changes("class=coverage,move&since=2025-07-01")).total).toBe(1);
    expect((await changes("since=2025-07-02")).total).toBe(0);
    expect((await changes("class=coverage,move&until=2025-07-01")).total).toBe(3);
    expect((await changes("class=coverage,move&until=2025-06-30")).total).toBe(2);
  });

  test("pages on in Link, and refuses a cursor of another question", async () => {
    const response = await call("/api/v2/changes?class=coverage,move&limit=1", {}, runtime);
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    const { next } = (await response.json()) as ChangesAnswer;
    const second = await get<ChangesAnswer>(new URL(link).pathname + new URL(link).search);
    expect(second.changes[0]?.class).toBe("coverage");
    expect((await refused(`/api/v2/changes?limit=1&cursor=${next}`)).errors?.[0]?.path).toBe("cursor");
    expect((await changes(`class=move,coverage&limit=2&cursor=${next}`)).count).toBe(2);
  });

  test.each([
    ["since=soon", "since"],
    ["class=rumour", "class.0"],
    ["class=", "class"],
    ["limit=0", "limit"],
  ])("%s is refused", async (query, path) => {
    expect(await refused(`/api/v2/changes?${query}`)).toMatchObject({ code: "invalid_request", errors: [{ path }] });
  });

  test("an unknown category is answered with the nearest", async () => {
    expect((await refused("/api/v2/changes?category=desing")).suggestions?.[0]).toBe("design");
  });
});

test.each([
  ["changes?class=coverage,move&limit=1", () => runtime],
  ["discover?limit=1", () => testRuntime()],
])("pages of %s may be read over two days, counted from the first", async (query, open) => {
  const page = async (days: number, cursor?: string) => {
    const now = () => new Date(NOW.getTime() + days * 86_400_000);
    const address = `/api/v2/${query}${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const response = await call(address, {}, { ...open(), now });
    const { next } = (await response.json()) as { next?: string | null };
    return { status: response.status, next: next ?? "" };
  };
  const first = await page(0);
  const second = await page(1, first.next);
  const statuses = async (cursor: string) => [(await page(2, cursor)).status, (await page(3, cursor)).status];
  expect(await statuses(first.next)).toEqual([200, 400]);
  expect(await statuses(second.next)).toEqual([200, 400]);
});
