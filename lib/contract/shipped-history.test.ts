import { afterEach, expect, test, vi } from "vitest";
import { changesWithEvidence } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import { catalogDay } from "@/lib/catalog/report";
import { changeSentence, moveSentence } from "@/lib/format/ledger";
import { call } from "@/lib/http/testing";
import { historyText } from "@/lib/mcp/text/history";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import { SITE } from "@/lib/operations/testing/runtime";
import { today } from "@/lib/operations/views";
import type { ChangesAnswer, LedgerChange } from "@/lib/schemas/changes";
import type { HistoryAnswer } from "@/lib/schemas/history";
import { shipped, shippedReduced } from "./catalogue";
import { shippedService } from "./shipped-service";

const LARGEST = 10;

afterEach(() => vi.restoreAllMocks());

test("the changes of the products of which most was observed are derived once for a day, and stay beside one another", async () => {
  const { db, now } = await shippedService();
  // Otherwise the catalogue queries its state meanwhile.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const connect = vi.fn(async () => db);
  const catalog = databaseCatalog(SITE, connect);
  const observed = groupBy(shipped().files.observations, ({ product }) => product);
  const largest = [...observed].sort(([, a], [, b]) => b.length - a.length).slice(0, LARGEST);
  const ask = async () => {
    for (const [slug] of largest) await catalog.changesOf(slug, { asOf: today(now), now });
    return connect.mock.calls.length;
  };
  const first = await ask();
  expect(first).toBeGreaterThan(LARGEST);
  expect(await ask()).toBe(first);
});

/** A person compared every change between two sources with its two readings. A new change needs the same. */
const BETWEEN_SOURCES = [
  "jira premium priceMonthly 13.53 18.3 2025-03-06 2026-10-07",
  "jira standard priceMonthly 7.53 9.05 2025-03-06 2026-10-07",
  "slack business-plus priceMonthly 15 18 2025-03-08 2026-05-21",
];

test("every change between two sources is reviewed", () => {
  const { observed, sources } = shipped();
  const found = [...observed].flatMap(([slug, own]) =>
    changesWithEvidence(own, { asOf: catalogDay(shipped().files.sources), sources }).changes.flatMap(
      ({ dateRange, tier, field, before, after }) =>
        dateRange?.sources === 2
          ? [`${slug} ${tier} ${field} ${before} ${after} ${dateRange.from} ${dateRange.to}`]
          : [],
    ),
  );
  expect(found).toEqual(BETWEEN_SOURCES);
});

test("a tier of Zoom has one unit in all years", () => {
  const record = shippedReduced(catalogDay(shipped().files.sources))("zoom");
  const paid = (record?.priceHistory ?? []).filter(({ tier, price }) => tier !== null && price);
  expect([...new Set(paid.map(({ unit }) => unit))]).toEqual(["user/month"]);
  const monthly = paid.filter(({ tier, meter }) => tier === "pro" && meter === "priceMonthly");
  expect([...new Set(monthly.map(({ price }) => price))]).toEqual([14.99, 15.99, 16.99]);
});

test("the tiers of at most 20 products have prices per month in units that cannot be compared", () => {
  const reduced = shippedReduced(catalogDay(shipped().files.sources));
  const split = shipped().files.products.filter(({ slug }) => {
    const points = (reduced(slug)?.priceHistory ?? []).filter(
      ({ unit, price }) => price !== null && unit?.endsWith("month"),
    );
    const series = groupBy(points, ({ tier, meter, currency }) => `${tier}|${meter}|${currency}`);
    return [...series.values()].some((own) => new Set(own.map(({ unit }) => unit)).size > 1);
  });
  expect(split.length).toBeLessThanOrEqual(20);
});

test("the changes, the history, the trend and the MCP tool tell the same of a change between two sources", async () => {
  const { runtime } = await shippedService();
  const json = async (path: string) => (await call(path, {}, runtime)).json();
  const words = "between 8 Mar 2025 and 21 May 2026 (two sources)";
  const range = { from: "2025-03-08", to: "2026-05-21", sources: 2 };
  const step = { tier: "business-plus", field: "priceMonthly", before: 15, after: 18, percent: 20, dateRange: range };

  const history = (await json("/api/v2/history/slack?tier=business-plus")) as HistoryAnswer;
  const moves = history.changes.filter((change) => change.class === "move");
  expect(moves).toMatchObject([step]);
  expect(moves[0]?.evidence).toHaveLength(2);
  expect(history.trend).toMatchObject({ direction: "up", changePercent: 20, until: "2026-08-19" });
  expect(historyText(history)).toContain(`Changed ${words}, business-plus, billed monthly: $15 to $18 (+20%)`);

  const { changes } = (await json("/api/v2/changes?product=slack&prices=list")) as ChangesAnswer;
  expect(changes).toMatchObject([{ ...step, day: "2026-05-21", confidence: 0.56 }]);
  expect(changeSentence(changes[0] as LedgerChange)).toContain(words);
  expect(moveSentence(changes[0] as LedgerChange)).toBe(
    `Slack Business plus rose from $15 to $18 per user per month, billed monthly (+20%), ${words}.`,
  );
});

test("a price that a later reading shows again did not change between two sources", () => {
  const { observed, sources } = shipped();
  const moved = (slug: string, field: string) =>
    changesWithEvidence(observed.get(slug) ?? [], {
      asOf: catalogDay(shipped().files.sources),
      sources,
    }).changes.filter((change) => change.class === "move" && change.field === field);
  expect(moved("notion", "priceMonthly")).toEqual([]);
  expect(moved("quickbooks-online", "listPrice")).toEqual([]);
  expect(moved("salesforce-sales-cloud", "listPrice")).toMatchObject([
    { tier: "enterprise", before: 150, after: 165, dateRange: { from: "2022-11-27", to: "2024-07-16", sources: 1 } },
    { tier: "unlimited", before: 300, after: 330, dateRange: { from: "2022-11-27", to: "2025-03-06", sources: 1 } },
  ]);
});
