import { describe, expect, test } from "vitest";
import { hostPrice, renewalReadings, renewalUplift } from "./parser";

const host = (rest: Record<string, string>) => ({
  provider: "SiteGround",
  plan: "StartUp",
  first_term_usd_month: "2.99",
  prepay_months: "12",
  month_to_month_usd: "24.99",
  renewal_usd_month: "17.99",
  ...rest,
});
const CONTABO = {
  provider: "Contabo",
  plan: "Cloud VPS 4\u00a0(EUR)",
  first_term_usd_month: "€4.40‡",
  prepay_months: "24",
  month_to_month_usd: "—",
  renewal_usd_month: "€\u00a05.50",
};

describe("renewal prices of hosts", () => {
  test("a price may have a sign, a footnote and thousands; a dash is none", () => {
    expect(hostPrice("€4.40‡")).toEqual({ amount: 4.4, currency: "EUR", marked: true });
    expect(hostPrice("2,520.00")).toEqual({ amount: 2520, currency: "USD", marked: false });
    expect(hostPrice("—")).toBeNull();
  });

  test("the uplift is the difference and its share of the first price, computed from the prices", () => {
    expect(renewalUplift(host({}))).toMatchObject({
      cost: "renewal_uplift",
      amount: 15,
      percent: 501.67,
      basePrice: 2.99,
      fullPrice: 17.99,
      unit: "month",
    });
  });

  test("a price that stays the same is no hidden cost but still a price", () => {
    const same = host({
      provider: "Vultr",
      first_term_usd_month: "20",
      month_to_month_usd: "20",
      renewal_usd_month: "20",
    });
    const { readings, rejects } = renewalReadings([same]);
    expect(readings.map(({ fact }) => fact.kind)).toEqual(["plans"]);
    expect(rejects).toEqual([{ row: "Vultr StartUp", reason: "the price does not rise at renewal" }]);
  });

  test("the tier shows the price without a commitment, else that of a renewal, never the first term's", () => {
    const prices = (rest: Record<string, string>) =>
      renewalReadings([host(rest)]).readings.flatMap(({ fact }) =>
        fact.kind === "plans" ? fact.tiers.flatMap((tier) => tier.prices) : [],
      );
    expect(prices({})).toEqual([{ amount: 24.99, period: "month", billing: "monthly" }]);
    expect(prices({ month_to_month_usd: "—" })).toEqual([{ amount: 17.99, period: "month", billing: null }]);
  });

  test("a footnote is told of the price that it stands behind, and of no other", () => {
    const noteOf = (row: Record<string, string>) =>
      Object.fromEntries(renewalReadings([row]).readings.map(({ fact, evidence }) => [fact.kind, evidence.note]));
    expect(noteOf(CONTABO)).toEqual({
      plans: "VAT is included. Cloud VPS 4: the price of a renewal; a first term costs less.",
      hidden_cost: "VAT is included. The list marks the first term price with a footnote that its file does not hold.",
    });
    const wpEngine = { provider: "WP Engine", first_term_usd_month: "30", renewal_usd_month: "35.00‡" };
    expect(noteOf(host({ ...wpEngine, month_to_month_usd: "35" }))).toEqual({
      plans: undefined,
      hidden_cost: "The renewal price is provisional.",
    });
  });

  test("two offers of one host are one list that is not complete", () => {
    const rows = [
      host({ provider: "Hostinger", plan: "KVM 2" }),
      host({ provider: "Hostinger", plan: "Cloud Startup" }),
    ];
    const plans = renewalReadings(rows).readings.flatMap(({ fact }) => (fact.kind === "plans" ? [fact] : []));
    expect(plans).toMatchObject([{ complete: false, tiers: [{ id: "kvm-2" }, { id: "cloud-startup" }] }]);
  });

  test("a price in euros says that VAT is included, and a provisional one that it is", () => {
    const [plans, cost] = renewalReadings([CONTABO]).readings;
    expect(plans?.fact).toMatchObject({ currency: "EUR", tiers: [{ name: "Cloud VPS 4" }] });
    expect(cost?.evidence.note).toMatch(/VAT is included/);
    const provisional = renewalReadings([host({ provider: "WP Engine", renewal_usd_month: "35.00‡" })]).readings.at(-1);
    expect(provisional?.evidence.note).toMatch(/provisional/);
  });
});
