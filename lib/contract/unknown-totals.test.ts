import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { productVerdict } from "@/lib/format/product-verdict";
import type { OperationContext } from "@/lib/operations/define";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { totalCost } from "@/lib/tco/engine";
import { SITE, shippedCatalog } from "./catalogue";

const TODAY = "2026-11-29";
const SEATS = [1, 8, 25, 5_000];

let records: readonly PricingRecord[];
let context: OperationContext;
beforeAll(() => {
  const shipped = shippedCatalog(TODAY);
  records = shipped.records;
  context = { catalog: shipped.catalog, site: SITE, now: new Date(`${TODAY}T12:00:00Z`), requestId: "test" };
}, 120_000);

async function answerTo(slug: string, rest: Partial<Parameters<typeof calculateTco.input.parse>[0] & object>) {
  try {
    return await calculateTco.handler(context, calculateTco.input.parse({ slug, ...rest }));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_priced") return error;
    throw error;
  }
}

async function pricedAnswer(slug: string, rest: object): Promise<TcoAnswer> {
  const answer = await answerTo(slug, rest);
  if (answer instanceof AppError) throw answer;
  return answer;
}

/** Returns whether there is a public price, no matter of which kind. */
function isPublished({ tiers = [], startingPrice, usage }: PricingRecord): boolean {
  const sold = tiers.filter(
    ({ isFree, retiredOn, audience }) => !isFree && !retiredOn && !/student|nonprofit/.test(audience),
  );
  return (
    startingPrice !== undefined || usage !== undefined || sold.some(({ priceStatus }) => priceStatus === "published")
  );
}

const DENIES =
  /no published price|no price is (?:known|published)|has no price for|price (?:on request|not published|not yet checked)/;
const STATES =
  /\bcosts? (?:[A-Z]{1,3})?.?\d|\bcosts \D{1,4}\d|starting price of|priced by usage|the currency of its price/;

describe("a product with a published price", () => {
  test("is never answered with “no price”: the answer states the price and what is missing", async () => {
    let unknown = 0;
    for (const record of records) {
      if (record.kind === "family" || !isPublished(record)) continue;
      for (const seats of SEATS) {
        const at = `${record.slug} for ${seats}`;
        const result = totalCost(record, { seats, termYears: 1, includeHiddenCosts: true });
        if (result.total !== null) continue;
        unknown++;
        const [first] = result.unknowns;
        const isCost = result.lines.length > 0;
        if (!isCost) expect(first?.cause, at).not.toBe("no_price");
        const answer = await answerTo(record.slug, { seats });
        const text = answer instanceof AppError ? answer.message : answer.answer;
        expect(text.split(" · ")[0]?.replace(/No tier has a price for.*/, ""), at).not.toMatch(DENIES);
        if (!isCost) expect(text, at).toMatch(STATES);
        if (first?.cause === "quantity_missing" && !isCost) expect(text, at).toMatch(/Enter the (?:number of|volume)/);
      }
    }
    expect(unknown).toBeGreaterThan(1000);
  }, 240_000);

  test.each([
    [
      "datadog",
      "the number of hosts",
      "Infrastructure Pro costs $15 per host per month, billed yearly. Enter the number of hosts.",
    ],
    ["heroku", "the number of dynos", "Basic costs $7 per dyno per month"],
    [
      "stripe",
      "volume and transactions",
      "Enter the volume (money per month) and the number of transactions per month.",
    ],
  ])("%s needs %s", async (slug, what, reason) => {
    const { answer, total, unknowns } = await pricedAnswer(slug, { seats: 25 });
    expect([total, unknowns[0]?.cause]).toEqual([null, "quantity_missing"]);
    expect(answer).toContain(`total depends on ${what}`);
    expect(unknowns[0]?.reason).toContain(reason);
  });

  test.each([
    ["shopify", "store"],
    ["squarespace", "site"],
  ])("%s is priced for one %s, and the answer says so", async (slug, unit) => {
    const { total, items, assumptions } = await pricedAnswer(slug, { seats: 25 });
    expect(total).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ counts: [{ unit, quantity: 1 }], coversSeats: "unknown" });
    expect(assumptions.join(" ")).toContain(`One ${unit} is assumed.`);
  });

  test.each([
    ["snowflake", "Standard costs $2 per credit."],
    ["sendgrid", "A source names a starting price of $19.95 per account per month"],
    ["dnsimple", "Teams costs $29 per account per month, billing not stated. The price covers at most 1 person."],
    ["openai-api", "It is priced by usage: its rate card has the prices."],
  ])("%s is not priced for 8 people, and the reason states its price", async (slug, reason) => {
    const answer = await answerTo(slug, { seats: 8 });
    expect(answer).toBeInstanceOf(AppError);
    expect((answer as AppError).message).toContain(reason);
    expect((answer as AppError).message).not.toMatch(/Log Management|overage|Storage/);
  });

  test("whose lead meter is named is priced by that meter, on its page too", async () => {
    const figure = (slug: string) =>
      productVerdict(records.find((record) => record.slug === slug) as PricingRecord).figure;
    expect([figure("snowflake"), figure("datadog")]).toEqual(["From $2 per credit", "about $180 a year"]);
    const { items, total } = await pricedAnswer("datadog", { quantities: { host: 10 }, billing: "annual" });
    expect([items[0]?.tier?.id, total]).toEqual(["infrastructure-pro", 1800]);
    for (const record of records) {
      const lead = record.tiers?.find((tier) => tier.lead);
      const { tier } = totalCost(record, { seats: 25, termYears: 1, includeHiddenCosts: false });
      const taken = record.tiers?.find(({ id }) => id === tier?.id);
      if (lead && taken) expect(taken.priceUnit, record.slug).toBe(lead.priceUnit);
    }
  });
});

test("a product without a published price says why, by its price status", () => {
  for (const record of records) {
    const isFree = record.tiers?.some(({ priceStatus }) => priceStatus === "published") ?? false;
    if (isPublished(record) || isFree || record.kind === "family") continue;
    const { unknowns, tier } = totalCost(record, { seats: 25, termYears: 1, includeHiddenCosts: false });
    if (tier === null)
      expect([unknowns[0]?.cause, unknowns[0]?.priceStatus === null], record.slug).toEqual(["no_price", false]);
  }
});

describe("a free plan", () => {
  test("that covers the team is in the answer, and the total is that of the paid tier", async () => {
    const jira = await pricedAnswer("jira", { seats: 8 });
    expect(jira.items[0]).toMatchObject({
      tier: { id: "standard" },
      freePlan: { id: "free", name: "Free", people: 10 },
    });
    expect(jira.answer).toContain("free plan for up to 10 people: Free");
    const stack = await pricedAnswer("", { slug: undefined, seats: 8, items: [{ slug: "jira" }, { slug: "slack" }] });
    expect(stack.answer).toContain("Jira: free plan for up to 10 people: Free");
  });

  test("that does not cover it is not", async () => {
    const jira = await pricedAnswer("jira", { seats: 25 });
    expect(jira.items[0]?.freePlan).toBeNull();
    expect(jira.answer).not.toContain("free plan");
  });

  test("is named only if a source says that it covers so many", () => {
    let named = 0;
    for (const record of records) {
      for (const seats of SEATS) {
        const { freePlan, tier } = totalCost(record, { seats, termYears: 1, includeHiddenCosts: false });
        if (!freePlan) continue;
        named++;
        const plan = record.tiers?.find(({ id }) => id === freePlan.id);
        expect(plan?.isFree, record.slug).toBe(true);
        expect(plan?.limits.length || plan?.maximumSeats || record.freeTier?.people, record.slug).toBeTruthy();
        expect(tier?.id, record.slug).not.toBe(freePlan.id);
        if (freePlan.people !== null) expect(seats, record.slug).toBeLessThanOrEqual(freePlan.people);
      }
    }
    expect(named).toBeGreaterThan(50);
  });
});

test("a price for the account says whether it covers the team", async () => {
  const seen = { all: 0, unknown: 0 };
  for (const record of records) {
    const seats = 8;
    const { tier, coversSeats, total } = totalCost(record, { seats, termYears: 1, includeHiddenCosts: false });
    const taken = record.tiers?.find(({ id }) => id === tier?.id);
    if (!taken || taken.isFree || total === null || taken.priceUnit !== "account/month") continue;
    expect(coversSeats, record.slug).not.toBeNull();
    if (coversSeats) seen[coversSeats]++;
    const { answer } = await pricedAnswer(record.slug, { seats });
    expect(answer, record.slug).toContain(
      coversSeats === "all"
        ? "the price is for the account and covers all 8 people"
        : "the price is for the account: no source says whether it covers 8 people",
    );
  }
  expect(seen.all).toBeGreaterThan(20);
  expect(seen.unknown).toBeGreaterThan(20);
});
