import { beforeAll, describe, expect, test } from "vitest";
import { compareProducts } from "@/lib/catalog/compare";
import { leadFee } from "@/lib/catalog/percentage-price";
import { withSharedPlanIds } from "@/lib/catalog/shared-plans";
import { startingBilling } from "@/lib/catalog/starting-price";
import { answerOf, answerSentence } from "@/lib/format/answer";
import { priceOfTier } from "@/lib/format/tier-price";
import type { Observation } from "@/lib/schemas/observation";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { totalCost } from "@/lib/tco/engine";
import { likeCosts } from "@/lib/tco/like-costs";
import { shipped, shippedRecords } from "./catalogue";

const TODAY = "2026-11-21";

let records: readonly PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
}, 120_000);

const recordOf = (slug: string) => records.find((record) => record.slug === slug) as PricingRecord;
const tierOf = (slug: string, id: string) => recordOf(slug).tiers?.find((tier) => tier.id === id) as Tier;

const isOfApiEvangelist = ({ evidence: { url, via } }: Pick<Observation, "evidence">) =>
  (via ?? url).startsWith("https://raw.githubusercontent.com/api-evangelist/");

/** Products whose files say "billed monthly" in words, name the billing of the plan, or speak of annual plans. */
const STATED_IN_WORDS = [
  "ai-applyd",
  "beautiful-ai",
  "benchmark-email",
  "depot",
  "fullenrich",
  "grin",
  "pair",
  "paz-ai",
  "revnu",
  "roboflow",
  "sejda",
  "simular",
  "sourcery",
  "stay-ai",
  "the-companies-api",
  "timely",
  "uxpin",
  "wowza-streaming-engine",
  "yesware",
];

describe("billing", () => {
  test("is not taken from the period of a price", () => {
    const alone = records.flatMap(({ slug, tiers = [], evidence }) => {
      const byId = new Map(evidence.map((entry) => [entry.id, entry]));
      const lone = tiers.filter(
        ({ isFree, priceMonthly, priceAnnual, evidence: ids }) =>
          !isFree &&
          priceMonthly !== null &&
          priceAnnual === null &&
          ids.every((id) => {
            const entry = byId.get(id);
            return (
              entry !== undefined && isOfApiEvangelist({ evidence: { url: entry.url, via: entry.via ?? undefined } })
            );
          }),
      );
      return lone.length > 0 ? [slug] : [];
    });
    expect(alone.sort()).toEqual(STATED_IN_WORDS);
  });

  test("is stated by an observation wherever a record states it", () => {
    const { observed } = shipped();
    let stated = 0;
    for (const { slug, tiers = [] } of records) {
      const prices = withSharedPlanIds(observed.get(slug) ?? []).flatMap(({ fact }) =>
        fact.kind === "plans" ? fact.tiers.flatMap(({ id, prices }) => prices.map((price) => ({ id, ...price }))) : [],
      );
      for (const { id, isFree, priceMonthly } of tiers) {
        if (isFree || priceMonthly === null) continue;
        stated++;
        const found = prices.some(
          (price) => price.id === id && price.amount === priceMonthly && price.billing === "monthly",
        );
        expect(found, `${slug} ${id}`).toBe(true);
      }
    }
    expect(stated).toBeGreaterThan(500);
  });

  test("of Screenpipe is not stated for $21 and $42", () => {
    for (const [id, amount] of [
      ["basic", 21],
      ["business", 42],
    ] as const) {
      const tier = tierOf("screenpipe", id);
      expect(tier).toMatchObject({ priceMonthly: null, priceAnnual: null, listPrice: { amount, billing: "unstated" } });
      expect(priceOfTier(tier)).toContain("billing not stated");
    }
    expect(answerSentence(recordOf("screenpipe"))).not.toMatch(/billed/);
    const terms = { seats: 5, termYears: 1, includeHiddenCosts: false };
    expect(totalCost(recordOf("screenpipe"), { ...terms, tier: "business" })).toMatchObject({
      billing: "unstated",
      total: 2_520,
    });
  });

  test("that is not stated is named in the answer of every product that leads with such a price", () => {
    const unstated = records.filter(
      (record) =>
        answerOf(record).known && leadFee(record.tiers ?? []) === null && startingBilling(record) === "unstated",
    );
    expect(unstated.length).toBeGreaterThan(500);
    for (const record of unstated) {
      expect(answerSentence(record), record.slug).toMatch(
        /\((?:billing not stated|billing of the lowest price not stated)\)/,
      );
    }
    expect(answerSentence(recordOf("screenpipe"))).toContain("(billing not stated)");
  });

  test("that another reading states for the same price stays", () => {
    expect(tierOf("github", "team")).toMatchObject({ priceMonthly: 4, listPrice: { amount: 4, billing: "monthly" } });
    expect(tierOf("harvest", "enterprise")).toMatchObject({
      priceMonthly: 17.5,
      priceAnnual: 14,
      listPrice: { amount: 17.5, billing: "monthly" },
    });
  });
});

describe("a yearly price", () => {
  test("far below the monthly one is flagged wherever it stands", () => {
    let flagged = 0;
    for (const record of records) {
      for (const { id, priceMonthly, priceAnnual, annualReview } of record.tiers ?? []) {
        const isFar = priceMonthly !== null && priceAnnual !== null && priceAnnual < priceMonthly * 0.5995;
        const isNear = priceMonthly === null || priceAnnual === null || priceAnnual >= priceMonthly * 0.6;
        if (isFar) expect(annualReview?.note, `${record.slug} ${id}`).toContain("looks like an introductory price");
        if (isNear) expect(annualReview, `${record.slug} ${id}`).toBeUndefined();
        if (annualReview) flagged++;
      }
    }
    expect(flagged).toBeGreaterThan(10);
  });

  test("of HubSpot Sales Hub Starter is flagged and wins no comparison", () => {
    const [hubspot, salesforce] = [recordOf("hubspot-sales-hub"), recordOf("salesforce-sales-cloud")];
    expect(tierOf("hubspot-sales-hub", "starter").annualReview).toMatchObject({ savingPercent: 65 });
    expect(answerSentence(hubspot)).toContain("from $7 billed yearly (looks like an introductory price)");
    expect(tierOf("salesforce-sales-cloud", "starter-suite")).toMatchObject({ priceMonthly: 25, priceAnnual: 25 });
    const costs = likeCosts([hubspot, salesforce], 10);
    const fields = compareProducts(
      [hubspot, salesforce].map((record, index) => ({ record, changes: [], cost: costs[index] ?? null })),
      { seats: 10 },
    );
    const field = (name: string) => fields.find((entry) => entry.field === name);
    expect(field("annualSavingPercent")).toMatchObject({ winner: null, tie: false });
    expect(field("annualSavingPercent")?.units["hubspot-sales-hub"]).toContain("introductory");
    expect(field("startingPriceAnnual")).toMatchObject({
      winner: null,
      values: { "hubspot-sales-hub": 7, "salesforce-sales-cloud": 25 },
    });
    expect(field("costForSeats")).toMatchObject({
      values: { "hubspot-sales-hub": 2_400, "salesforce-sales-cloud": 3_000 },
    });
    expect(costs.map(({ billing }) => billing)).toEqual(["monthly", "monthly"]);
  });
});

describe("costs of a team", () => {
  test("are ranked only with one stated billing", () => {
    const priced = records.filter(({ kind, tiers }) => kind === "product" && tiers !== undefined);
    let ranked = 0;
    for (const [index, record] of priced.entries()) {
      const pair = [record, priced[(index * 7 + 1) % priced.length] as PricingRecord];
      if (pair[0] === pair[1]) continue;
      const costs = likeCosts(pair, 10);
      const fields = compareProducts(
        pair.map((one, place) => ({ record: one, changes: [], cost: costs[place] ?? null })),
        { seats: 10 },
      );
      const entry = fields.find(({ field }) => field === "costForSeats");
      if (!entry || entry.leaders.length === 0) continue;
      ranked++;
      const [one, other] = costs;
      expect(one?.billing, record.slug).toBe(other?.billing);
      expect(["monthly", "annual", "one_time"], record.slug).toContain(one?.billing);
    }
    expect(ranked).toBeGreaterThan(20);
  });
});
