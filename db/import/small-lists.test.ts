import { describe, expect, test } from "vitest";
import {
  contractFromRow,
  contractReadings,
  domainReadings,
  hostPrice,
  renewalReadings,
  renewalUplift,
} from "./small-lists";

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

describe("public contracts", () => {
  const contract = (rest: Record<string, string> = {}) => ({
    product: "Salesforce Sales Cloud Unlimited",
    buyer: "ACT Government, Canberra Institute of Technology",
    signed: "2025-03-17",
    expires: "2026-03-14",
    aud_total: "47960.88",
    contract: "CIT2025/672",
    source_url: "https://www.tenders.act.gov.au/contract/view?id=1",
    ...rest,
  });

  test("a contract is what one buyer paid for the whole term, tax included, never a tier or a median", () => {
    const reading = contractFromRow(contract());
    expect(reading).toMatchObject({
      subject: { name: "Salesforce Sales Cloud" },
      trust: "A",
      fact: { kind: "purchase", amountTotal: 47960.88, termMonths: 12, taxIncluded: true, seats: null },
    });
  });

  test("one that names no product, or no software, is left out", () => {
    const rows = [
      contract({ product: "Privileged access management (product not named)" }),
      contract({ product: "Bloomberg" }),
    ];
    expect(contractReadings(rows)).toMatchObject({
      readings: [],
      rejects: [{ reason: "the contract names no product" }, { reason: "market data, not software" }],
    });
  });

  test("a licence for all of a vendor's products is the supplier's, not one product's", () => {
    expect(contractFromRow(contract({ product: "Salesforce" }))).toMatchObject({
      subject: { name: "Salesforce", kind: "supplier" },
    });
  });

  test("what a contract covers is as exact as its title, and an edition that it names is stated", () => {
    expect(contractFromRow(contract())).toMatchObject({
      fact: { covers: "Unlimited edition" },
      evidence: { note: expect.stringMatching(/Seats are not stated/) },
    });
    expect(contractFromRow(contract({ product: "Jira", contract: "PO-0506" }))).toMatchObject({
      fact: { covers: "Renewal of software licences 2025-2026" },
      evidence: { note: expect.stringMatching(/Seats and edition are not stated/) },
    });
    expect(contractFromRow(contract({ product: "Jira", contract: "PICH0011201" }))).toMatchObject({
      fact: { covers: "Renewal of the software service" },
    });
  });

  test("a buyer that is only named again is named once", () => {
    expect(contractFromRow(contract({ buyer: "ACT Government, ACT Government" }))).toMatchObject({
      fact: { buyer: "ACT Government" },
    });
  });
});

describe("domain prices", () => {
  const domain = (tld: string, register: string, renew: string, transfer = renew, restore = "100") => ({
    tld,
    register_usd_year: register,
    renew_usd_year: renew,
    transfer_usd: transfer,
    restore_usd: restore,
  });
  const meters = (row: Record<string, string>) =>
    domainReadings([row]).readings.flatMap(({ fact }) =>
      fact.kind === "rates" ? fact.meters.map(({ name, prices }) => [name, prices[0]?.unitPrice, prices[0]?.when]) : [],
    );

  test("a registration below the renewal holds for the first year and may be a promotion", () => {
    expect(meters(domain("bot", "31", "50"))).toEqual([
      ["domainRenewalYears", 50, null],
      ["domainTransfers", 50, null],
      ["domainRestores", 100, null],
      ["domainRegistrationYears", 31, "first year, may be a promotion"],
    ]);
    expect(meters(domain("com", "10.88", "10.88")).at(-1)).toEqual(["domainRegistrationYears", 10.88, null]);
  });

  test("0 is unknown, not free", () => {
    expect(meters(domain("co.uk", "4.68", "6.29", "0", "0"))).toEqual([
      ["domainRenewalYears", 6.29, null],
      ["domainRegistrationYears", 4.68, "first year, may be a promotion"],
    ]);
    expect(domainReadings([domain("aaa.pro", "0", "0", "0", "0")]).readings).toEqual([]);
  });
});
