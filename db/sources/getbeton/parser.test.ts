import { expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { archivedOn, fromRow, readFreeTier, readQuote } from "./parser";

const archive = "https://web.archive.org/web/20230626210401/https://cal.com/pricing";

const cal = {
  tool: "Cal.com",
  slug: "calcom",
  license_2026: "MIT",
  entry_price_2026: "$12/seat-mo (Teams, annual)",
  free_tier_2026: "1 user",
  sso_tier_2026: "Organizations",
  sso_tier_cost_2026: "$28/seat-mo",
  entry_price_2023: "$12/seat-mo (Teams)",
  sso_tier_2023: "Teams ($12/seat)",
  source_2023_wayback: archive,
};

test("a price is read with its plan, unit, period and stated billing", () => {
  expect(readQuote("$12/seat-mo (Teams, annual)")).toEqual({
    plan: "Teams",
    amount: 12,
    currency: "USD",
    unit: "user",
    period: "month",
    billing: "annual",
  });
  expect(readQuote("EUR 20/mo (Starter)")).toMatchObject({ currency: "EUR", amount: 20, billing: null });
  expect(readQuote("$6/seat (Pro)")).toMatchObject({ period: null });
});

test("rough figures, floors and capped hours are no price", () => {
  expect(readQuote("~$120/mo (Enterprise self-hosted)")).toBe("approximate figure");
  expect(readQuote("$2,669+/mo (custom)")).toBe("lower bound only");
  expect(readQuote("from $440/mo")).toBe("lower bound only");
  expect(readQuote("$0.40/hr/user cap $20/user-mo")).toBe("hourly price under a cap");
  expect(readQuote("DID NOT EXIST (launched 2024)")).toBe("no price");
});

test("the price of 2023 bears the day of the archived page, that of 2026 the day of the list", () => {
  expect(archivedOn(archive)).toBe("2023-06-26");
  const { readings } = fromRow(cal);
  const plans = readings.filter(({ fact }) => fact.kind === "plans");
  expect(plans.map(({ observedAt, evidence }) => [observedAt, evidence.url.slice(0, 24)])).toEqual([
    ["2023-06-26", "https://web.archive.org/"],
    ["2026-05-27", "https://github.com/getbe"],
  ]);
  expect(plans[1]?.fact).toMatchObject({ complete: false, tiers: [{ id: "teams" }, { id: "organizations" }] });
  for (const { subject: _subject, ...reading } of readings) {
    expect(Observation.safeParse({ product: "x", source: "getbeton", ...reading }).error).toBeUndefined();
  }
});

test("what cites the vendor's archived page is first-hand, what the list alone says is not", () => {
  const { readings } = fromRow(cal);
  const kinds = new Set(readings.map(({ trust, observedAt }) => `${observedAt} ${trust}`));
  expect([...kinds].sort()).toEqual(["2023-06-26 A", "2026-05-27 B"]);
});

test("a price without a unit is of no unit", () => {
  const [plans] = fromRow({ tool: "n8n", slug: "n8n", entry_price_2026: "EUR 20/mo (Starter)" }).readings;
  expect(plans?.fact).toMatchObject({
    currency: "EUR",
    tiers: [{ id: "starter", unit: null, prices: [{ amount: 20 }] }],
  });
});

test("without an archived page there is no price of 2023", () => {
  const { readings, rejects } = fromRow({ ...cal, source_2023_wayback: "" });
  expect(readings.every(({ observedAt }) => observedAt === "2026-05-27")).toBe(true);
  expect(rejects).toContainEqual({ row: "Cal.com 2023", reason: "no archived page" });
});

test("the premium for single sign-on is stated between prices of one unit and billing only", () => {
  const premium = (row: Record<string, string>) =>
    fromRow(row).readings.flatMap(({ fact }) => (fact.kind === "hidden_cost" && fact.cost === "sso" ? [fact] : []));
  expect(premium(cal)).toEqual([]);
  expect(premium({ ...cal, entry_price_2026: "$12/seat-mo (Teams)" })).toMatchObject([
    { amount: 16, basePrice: 12, fullPrice: 28, unit: "user/month" },
  ]);
});

test("the add-on that single sign-on comes with is named", () => {
  const { readings } = fromRow({
    tool: "PostHog",
    slug: "posthog",
    sso_tier_2026: "Boost add-on",
    sso_tier_cost_2026: "$250/mo",
  });
  expect(readings[0]?.fact).toMatchObject({
    cost: "sso",
    label: "Single sign-on needs the Boost add-on",
    amount: 250,
    unit: "month",
  });
});

test("two meters in one entry are two tiers of use", () => {
  const { readings } = fromRow({
    tool: "ClickHouse",
    slug: "clickhouse",
    entry_price_2026: "$25.30/TB-mo + $0.2181/unit-hr (~$66.52 example)",
  });
  expect(readings[0]?.fact).toMatchObject({
    tiers: [
      { id: "storage", unit: "TB-month", prices: [{ amount: 25.3, period: "usage" }] },
      { id: "compute", unit: "unit-hour", prices: [{ amount: 0.2181, period: "usage" }] },
    ],
  });
});

test("what the row says besides its figures is told", () => {
  const notesOf = (row: Record<string, string>) =>
    fromRow({ tool: "Grafana", slug: "grafana", ...row }).readings.map(({ fact, evidence }) => [
      fact.kind,
      evidence.note,
    ]);
  expect(notesOf({ entry_price_2026: "$19/mo + usage (Pro)", pricing_model_2026: "usage + flat" })).toEqual([
    ["plans", "Pricing model: usage + flat."],
  ]);
  expect(
    notesOf({
      source_2023_wayback: archive,
      entry_price_2023: "$25/mo (Indie Dev, 20k events)",
      pricing_model_2023: "usage (events)",
    }),
  ).toEqual([["plans", "Pricing model: usage (events). With the entry price: 20k events."]]);
  expect(
    notesOf({
      entry_price_2026: "$0.000198/event (first paid tier); 1M free",
      pricing_model_2026: "usage (per event)",
      free_tier_2026: "200 credits (lifetime)",
    }),
  ).toEqual([
    ["plans", "Pricing model: usage (per event). With the entry price: first paid tier. 1 million events are free."],
    ["free_tier", "The free tier is listed with: lifetime."],
  ]);
});

test("the allowance of the cloud edition is named so", () => {
  expect(readFreeTier("5 cloud users")?.limits).toEqual([{ name: "cloud users", value: 5, unit: null }]);
});

test("a trial is no free tier, and the self-hosted edition is not the vendor's", () => {
  expect(readFreeTier("30-day trial")).toMatchObject({ available: null, trialDays: 30 });
  expect(readFreeTier("self-hosted unlimited")).toBeNull();
  expect(readFreeTier("2 agents / 500 conv-mo")?.limits).toEqual([
    { name: "agents", value: 2, unit: null },
    { name: "conversations", value: 500, unit: "per month" },
  ]);
});
