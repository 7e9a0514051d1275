import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TierFact } from "@/lib/schemas/observation";
import { reduce } from "./reduce";
import { observe, paid, SOURCES, tier } from "./testing/observations";

const AS_OF = "2026-11-22";
const sso = { features: ["SAML single sign-on"] };
const free: TierFact = tier("free", {
  status: "published",
  prices: [{ amount: 0, period: "month", billing: "monthly" }],
});
const plans = (tiers: TierFact[], complete = true) =>
  observe({ kind: "plans", currency: "USD", complete, tiers }, { observedAt: "2026-09-01" });
const costOf = (tiers: TierFact[], complete = true, asOf = AS_OF) =>
  reduce([plans(tiers, complete)], { asOf, sources: SOURCES })?.hiddenCosts?.find(({ kind }) => kind === "sso");

describe("single sign-on in a list of plans", () => {
  test("that stands only in a dearer plan costs the difference to the cheapest paid one", () => {
    const tiers = [free, paid("pro", 9), paid("team", 15), paid("business", 19, sso), tier("enterprise", sso)];
    expect(costOf(tiers)).toMatchObject({
      label: "Single sign-on needs a dearer plan",
      amount: 10,
      percent: 111.1,
      currency: "USD",
      unit: "user/month",
      observedAt: "2026-09-01",
    });
  });

  test("that stands only in a plan on request has no amount, never 0", () => {
    expect(costOf([paid("pro", 9), tier("enterprise", sso)])).toMatchObject({
      label: "Single sign-on needs a plan on request",
      amount: null,
      percent: null,
    });
  });

  test.each<[string, TierFact[], boolean?]>([
    ["the list is not complete", [paid("pro", 9), paid("business", 19, sso)], false],
    ["the free plan has it", [{ ...free, ...sso }, paid("pro", 9), paid("business", 19, sso)]],
    ["the cheapest paid plan has it", [paid("pro", 9, sso), paid("business", 19)]],
    ["no paid plan lacks it", [free, paid("pro", 9, sso)]],
    ["prices count different things", [paid("pro", 9), paid("business", 190, { ...sso, unit: "account" })]],
    ["a plan says that it has none", [paid("pro", 9), paid("business", 19, { features: ["No single sign-on"] })]],
    ["it is another service's account", [paid("pro", 9), paid("business", 19, { features: ["Google SSO"] })]],
  ])("is no cost where %s", (_why, tiers, complete) => expect(costOf(tiers, complete)).toBeUndefined());

  test("is no cost any more once the list is as old as a hidden cost may be", () => {
    const tiers = [paid("pro", 9), paid("business", 19, sso)];
    expect(costOf(tiers, true, "2029-08-31")).toBeDefined();
    expect(costOf(tiers, true, "2029-09-02")).toBeUndefined();
  });

  test("gives way to what a source says of it", () => {
    const said = observe({
      kind: "hidden_cost",
      cost: "sso",
      label: "Single sign-on only with Plus",
      amount: 4,
      percent: null,
      currency: "USD",
      unit: "user/month",
    });
    const record = reduce([plans([paid("pro", 9), paid("business", 19, sso)]), said], {
      asOf: AS_OF,
      sources: SOURCES,
    });
    expect(record?.hiddenCosts?.map(({ amount }) => amount)).toEqual([4]);
  });

  test("never costs less than nothing, whatever the plans", () => {
    const plan = fc.record({ price: fc.integer({ min: 0, max: 50 }), sso: fc.boolean() });
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 6 }), (list) => {
        const cost = costOf(list.map((item, index) => paid(`plan-${index}`, item.price, item.sso ? sso : {})));
        if (!cost) return;
        expect(cost.amount).toBeGreaterThan(0);
        const cheapest = Math.min(...list.filter(({ price }) => price > 0).map(({ price }) => price));
        expect(list.some(({ price, sso: has }) => has && price <= cheapest)).toBe(false);
      }),
    );
  });
});
