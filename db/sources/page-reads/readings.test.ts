import { isIP } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { fromLines, type Line } from "../head-pages/parser";
import { readJsonLines } from "../shared/text";

const READ_ON = "2026-11-22";
let lines: Line[] = [];

beforeAll(async () => {
  lines = await readJsonLines<Line>(join(import.meta.dirname, "readings.ndjson"));
});

const of = (product: string, at: RegExp) =>
  fromLines(lines, { readOn: READ_ON }).readings.filter(
    ({ subject, evidence }) => subject.name === product && at.test(evidence.url ?? ""),
  );
const plansAt = (product: string, at: RegExp) => of(product, at).find(({ fact }) => fact.kind === "plans");

describe("our readings", () => {
  test("are taken whole: no line is malformed and no figure is left out", () => {
    const { readings, rejects } = fromLines(lines, { readOn: READ_ON });
    expect(rejects).toEqual([]);
    for (const { subject: _subject, ...reading } of readings) {
      expect(Observation.safeParse({ product: "x", source: "page-reads", ...reading }).error).toBeUndefined();
    }
  });

  test("name one page each, of a publisher and not of a bare address, once for each product, in order", () => {
    const keys = lines.map(({ product, source_url }) => `${product.toLowerCase()} ${source_url}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(lines);
    expect(lines.filter(({ source_url }) => isIP(new URL(source_url).hostname) !== 0)).toEqual([]);
  });

  test("are dated by the page alone, and never after the day on which it was read", () => {
    for (const { page_date } of lines) {
      if (page_date === null) continue;
      expect(page_date).toMatch(/^20\d\d(-\d\d){0,2}$/);
      expect(page_date <= READ_ON).toBe(true);
    }
  });
});

const key = ({ product, source_url }: Line) => `${product.toLowerCase()} ${source_url}`;

describe("rows with traps", () => {
  test("a price without a plan name stands under the plan that another page names at it", () => {
    expect(plansAt("Clerk", /founderstoolkit/)).toMatchObject({
      trust: "C",
      fact: { tiers: [{ id: "pro", prices: [{ amount: 25, billing: null }] }] },
    });
    expect(plansAt("GitBook", /unfoldcms/)).toMatchObject({
      trust: "C",
      fact: { tiers: [{ id: "free" }, { id: "premium", unit: "site", prices: [{ amount: 65 }] }] },
    });
  });

  test("a vendor's page of 2023 is history beside the current price and confirms nothing", () => {
    expect(plansAt("Airtable", /support\.airtable/)).toMatchObject({ observedAt: "2023-12-06", trust: "C" });
    expect(plansAt("Airtable", /founderstoolkit/)).toMatchObject({ observedAt: "2026-02-05", trust: "C" });
  });

  test("a vendor's undated page is of kind C, with the day on which we read it", () => {
    expect(plansAt("Docker", /docker\.com/)).toMatchObject({
      trust: "C",
      observedAt: READ_ON,
      evidence: { publisher: "Docker", undated: true },
    });
  });

  test("a yearly price stays a yearly price, and a fee for each user beside a site's price stays a cost", () => {
    expect(plansAt("UptimeRobot", /mocco/)?.fact).toMatchObject({
      tiers: [{ id: "free" }, { id: "solo", prices: [{ amount: 108, period: "year", billing: "annual" }] }, {}, {}],
    });
    expect(of("GitBook", /mocco/).map(({ fact }) => fact)).toContainEqual(
      expect.objectContaining({ kind: "hidden_cost", cost: "add_on", amount: 12, unit: "user/month" }),
    );
  });

  test("free use stands beside a starting price as a fact, since a list of plans would leave the starting price out", () => {
    const both = lines.filter(
      ({ plans }) => plans.some(({ price }) => price === 0) && plans.some(({ name }) => name === "cheapest paid plan"),
    );
    expect(both.map(({ product }) => product)).toEqual([]);
    expect(of("Coda", /founderstoolkit/).map(({ fact }) => fact)).toMatchObject([
      { kind: "plans", tiers: [{ startingPrice: true, prices: [{ amount: 10 }] }] },
      { kind: "free_tier", available: true },
    ]);
  });

  test("a page that tells of free use alone gives no price", () => {
    expect(of("Google Meet", /tactiq/).map(({ fact }) => fact.kind)).toEqual(["free_tier"]);
  });
});
