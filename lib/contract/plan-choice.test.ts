import { beforeAll, describe, expect, test } from "vitest";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { type TcoResult, totalCost } from "@/lib/tco/engine";
import { seatLimits } from "@/lib/tco/quote";
import { shippedRecords } from "./catalogue";

const TODAY = "2026-11-21";
const SEATS = [1, 2, 3, 5, 10, 25, 60, 250, 1000];

let records: readonly PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
}, 120_000);

const recordOf = (slug: string) => records.find((record) => record.slug === slug) as PricingRecord;

function cost(slug: string, seats: number, tier?: string): TcoResult {
  return totalCost(recordOf(slug), { seats, tier, billing: "annual", termYears: 1, includeHiddenCosts: false });
}

describe("a starting price without a tier", () => {
  const PSEUDO = /^(?:starting price|starting at|starts at|from|cheapest (?:paid )?plan|lowest price|entry price)\b/i;

  test("is never an entry of tiers", () => {
    const named = records.flatMap(({ slug, tiers = [] }) =>
      tiers.flatMap(({ id, name }) => (id === "starting-price" || PSEUDO.test(name) ? [`${slug} ${name}`] : [])),
    );
    expect(named).toEqual([]);
  });

  test("is shown with its evidence if the record has no tier to compare it with", () => {
    const stated = records.filter(({ startingPrice }) => startingPrice !== undefined);
    expect(stated.length).toBeGreaterThan(10);
    for (const { slug, startingPrice, evidence } of stated) {
      const ids = new Set(evidence.map(({ id }) => id));
      expect(startingPrice?.evidence.length, slug).toBeGreaterThan(0);
      for (const id of startingPrice?.evidence ?? []) expect(ids, slug).toContain(id);
    }
  });
});

describe("the tier for a number of seats", () => {
  test.each([
    ["zendesk", 60, "support-team", 13_680],
    ["intercom", 60, "essential", 13_680],
    ["asana", 60, "starter", 7_912.8],
    ["jira", 60, "standard", 5_580],
    ["help-scout", 30, "plus", 13_608],
    ["gusto", 25, "simple", 2_388],
    ["monday-com", 4, "basic", 540],
    ["monday-com", 7, "basic", 1_080],
    ["github-copilot", 60, "business", 13_680],
    ["docker", 300, "team", 54_000],
  ])("of %s for %d is %s", (slug, seats, tier, total) => {
    expect(cost(slug, seats)).toMatchObject({ tier: { id: tier }, total });
  });

  test("of Help Scout Pro for 30 seats costs $22,680", () => {
    expect(cost("help-scout", 30, "pro").total).toBe(22_680);
  });

  test("of a plan for individuals is not known for a team", () => {
    for (const record of records) {
      for (const { id, audience, retiredOn } of record.tiers ?? []) {
        const team = totalCost(record, { seats: 2, termYears: 1, includeHiddenCosts: false });
        if (audience !== "any" || retiredOn) expect(team.tier?.id, record.slug).not.toBe(id);
      }
    }
    expect(cost("discord", 25).total).toBeNull();
  });

  test("a price without a unit is never multiplied nor taken for the account of a team", () => {
    let unclear = 0;
    for (const { slug, tiers = [] } of records) {
      for (const tier of tiers) {
        if (tier.priceUnit !== "month" || tier.isFree || seatLimits(tier).said) continue;
        unclear++;
        expect(cost(slug, 25, tier.id).total, `${slug} ${tier.id}`).toBeNull();
      }
    }
    expect(unclear).toBeGreaterThan(300);
  });

  test("a disputed tier is used, and the dispute is named with its effect", () => {
    const { disputes, assumptions } = cost("zendesk", 60);
    expect(disputes).toMatchObject([{ tier: "support-team", price: 25, yearOne: 18_000 }]);
    expect(assumptions.join(" ")).toContain("$18,000 in the first year");
  });

  test("is the cheapest that admits the seats, by brute force over every product", () => {
    let compared = 0;
    for (const record of records) {
      for (const seats of SEATS) {
        const request = { seats, termYears: 1, includeHiddenCosts: false };
        const chosen = totalCost(record, request);
        if (chosen.total === null || chosen.billing === "one_time") continue;
        const others = (record.tiers ?? []).filter((tier) => isRival(tier, chosen)).map(({ id }) => id);
        for (const tier of others) {
          const { total, billing, counts } = totalCost(record, { ...request, tier });
          if (total === null || billing === "one_time" || isOtherUnit(counts, chosen)) continue;
          compared++;
          expect(total, `${record.slug} ${seats}: ${tier}, not ${chosen.tier?.id}`).toBeGreaterThanOrEqual(
            chosen.total,
          );
        }
      }
    }
    expect(compared).toBeGreaterThan(5_000);
  });
});

const isRival = ({ isFree, currency, id, audience, retiredOn }: Tier, chosen: TcoResult) =>
  !isFree &&
  currency === chosen.currency &&
  id !== chosen.tier?.id &&
  audience !== "student" &&
  audience !== "nonprofit" &&
  retiredOn === null;

/** A price for the account is no rival of a price per person: whom it covers is not known. */
function isOtherUnit(counts: TcoResult["counts"], chosen: TcoResult): boolean {
  return (counts[0]?.unit === "account") !== (chosen.counts[0]?.unit === "account");
}
