import { beforeAll, describe, expect, test } from "vitest";
import { answerSentence } from "@/lib/format/answer";
import { priceOfTier } from "@/lib/format/markdown";
import type { Observation } from "@/lib/schemas/observation";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { totalCost } from "@/lib/tco/engine";
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
  "ahrefs",
  "ai-applyd",
  "beautiful-ai",
  "benchmark-email",
  "bexio",
  "depot",
  "fullenrich",
  "grin",
  "leadpages",
  "pair",
  "paz-ai",
  "postmark",
  "revnu",
  "roboflow",
  "sejda",
  "simular",
  "sourcery",
  "stay-ai",
  "the-companies-api",
  "timely",
  "tooljet",
  "uxpin",
  "wowza-streaming-engine",
  "yesware",
  "zoho-crm",
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
      const prices = (observed.get(slug) ?? []).flatMap(({ fact }) =>
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

  test("that another reading states for the same price stays", () => {
    expect(tierOf("github", "team")).toMatchObject({ priceMonthly: 4, listPrice: { amount: 4, billing: "monthly" } });
    expect(tierOf("harvest", "enterprise")).toMatchObject({
      priceMonthly: null,
      priceAnnual: 14,
      listPrice: { amount: 14, billing: "annual" },
    });
  });

  test("of a price is unstated if readings disagree on it", () => {
    expect(tierOf("hubspot-marketing-hub", "starter")).toMatchObject({
      priceMonthly: null,
      priceAnnual: null,
      listPrice: { amount: 20, billing: "unstated" },
    });
  });
});
