import { expect, test } from "vitest";
import { compareProducts } from "@/lib/catalog/compare";
import { leadFee } from "@/lib/catalog/percentage-price";
import { isPriced } from "@/lib/catalog/starting-price";
import { startText } from "@/lib/format/list";
import { PRICE_HEADER, priceRows } from "@/lib/format/price-rows";
import { priceOfTier } from "@/lib/format/tier-price";
import { resultOf } from "@/lib/operations/listed-records";
import { requestCounts } from "@/lib/tco/counted";
import { countsText, readCounts } from "@/lib/tco/counts";
import { totalCost } from "@/lib/tco/engine";
import { inputsOf } from "@/lib/tco/first-cost";
import { shippedRecords } from "./catalogue";

const TODAY = "2026-11-29";

const records = shippedRecords(TODAY);
const named = (slug: string) => {
  const record = records.find((one) => one.slug === slug);
  if (!record) throw new Error(`nothing is known of ${slug}`);
  return record;
};
const charging = records.filter(({ tiers = [] }) => tiers.some(({ percentageFees }) => percentageFees.length > 0));

test("Stripe charges 2.9% and 30 cents per US card payment", () => {
  const stripe = named("stripe");
  expect(stripe.pricingModel).toBe("percentage");
  expect(stripe.answer).toContain("Stripe charges 2.9% + $0.30 per successful US card payment.");
  expect(stripe.tiers?.find(({ id }) => id === "standard")).toMatchObject({
    priceStatus: "published",
    listPrice: null,
    priceMonthly: null,
    priceAnnual: null,
    isFree: false,
  });
  expect(leadFee(stripe.tiers ?? [])?.fee).toMatchObject({
    percent: 2.9,
    fixedFee: 0.3,
    minimumFee: null,
    maximumFee: null,
    currency: "USD",
    per: "transaction",
    region: "United States",
  });
});

test("no product whose percentage is known says that its price is not known or that it is free", () => {
  expect(charging.length).toBeGreaterThan(40);
  for (const record of charging) {
    if (leadFee(record.tiers ?? [])) expect(isPriced(record), record.slug).toBe(true);
    expect(record.answer, record.slug).not.toMatch(/not yet checked|no monthly price|is free|price on request/i);
    expect(["percentage", "hybrid", "per_seat", "flat"], record.slug).toContain(record.pricingModel);
    if (record.pricingModel === "percentage") expect(record.priceRange.high ?? 0, record.slug).toBe(0);
  }
});

test("a tier that is priced by percentage alone has no other figure, and never one of 0", () => {
  for (const { slug, tiers = [], evidence } of charging) {
    const cited = new Set(evidence.map(({ id }) => id));
    for (const tier of tiers) {
      for (const fee of tier.percentageFees) {
        expect(fee.percent, slug).toBeGreaterThan(0);
        expect(fee.evidence.length, slug).toBeGreaterThan(0);
        for (const id of fee.evidence) expect(cited.has(id), `${slug} ${id}`).toBe(true);
        if (fee.fixedFee !== null) expect(fee.currency, slug).not.toBeNull();
      }
      if (tier.priceStatus !== "published" || tier.listPrice !== null) continue;
      expect(tier.percentageFees.length, `${slug} ${tier.name}`).toBeGreaterThan(0);
      expect([tier.isFree, tier.priceMonthly, tier.priceAnnual], slug).toEqual([false, null, null]);
    }
  }
});

test("no fee stands both in a tier and among the extra costs", () => {
  for (const { slug, tiers = [], hiddenCosts = [] } of charging) {
    for (const { percentageFees } of tiers) {
      for (const { percent, evidence, label } of percentageFees) {
        const twice = hiddenCosts.filter(
          (cost) => cost.percent === percent && cost.evidence.some((id) => evidence.includes(id)),
        );
        expect(
          twice.map((cost) => cost.label),
          `${slug}: ${label}`,
        ).toEqual([]);
      }
    }
    const parts = hiddenCosts.filter(({ label }) => / fixed part\)$|\(fixed part\)$/.test(label));
    for (const { label } of parts) {
      const whole = label.replace(/(?:, | \()fixed part\)$/, "");
      expect(
        hiddenCosts.some((cost) => cost.percent !== null && cost.label.startsWith(whole)),
        `${slug}: ${label}`,
      ).toBe(true);
    }
  }
});

test.each([
  ["gocardless", "charges 1% + £0.20 per transaction (at most £4)"],
  ["gumroad", "charges 10% + $0.50 per sale. No monthly fee."],
  ["paddle", "charges 5% + $0.50 per transaction"],
  ["paypal", "charges 3.49% + $0.49 per domestic transaction"],
  ["square", "charges 2.6% + $0.15 per in-person payment, with plans from $49 per location per month"],
  ["tito", "charges 3% per ticket (at most €25)"],
  ["substack", "charges 10% per paid subscription. Free plan available."],
  ["prolific", "charges 42.8% of participant rewards"],
  ["shopify", "costs $39–$2,300 per store per month, or from $29 billed yearly"],
])("%s %s", (slug, text) => {
  expect(named(slug).answer).toContain(text);
});

test("plans with a monthly price keep their own card rates", () => {
  const rates = named("shopify").tiers?.map(({ name, percentageFees }) => [name, percentageFees[0]?.percent]);
  expect(rates).toEqual([
    ["Basic", 2.9],
    ["Grow", 2.7],
    ["Advanced", 2.5],
    ["Plus", 2.25],
  ]);
});

test.each(["wave", "openrouter", "apartments-com", "revolut-business", "jane-app"])(
  "a fee that is no price of %s stays an extra cost",
  (slug) => {
    const { tiers = [], hiddenCosts = [] } = named(slug);
    expect(tiers.flatMap(({ percentageFees }) => percentageFees)).toEqual([]);
    expect(hiddenCosts.some(({ percent }) => percent !== null)).toBe(true);
  },
);

test("Stripe costs $3,840 a year for $10,000 in 100 payments a month", () => {
  const stripe = named("stripe");
  const asked = { termYears: 1, includeHiddenCosts: true };
  const cost = totalCost(stripe, { ...asked, volume: 10_000, transactions: 100 });
  expect([cost.total, cost.currency, cost.tier?.name]).toEqual([3840, "USD", "Standard"]);
  const unasked = totalCost(stripe, { ...asked, seats: 10 });
  expect(unasked.total).toBeNull();
  expect(unasked.unknowns.map(({ what }) => what)).toEqual(["volume and transactions"]);
  expect(unasked.unknowns[0]?.reason).toBe(
    "Standard costs 2.9% + $0.30 per successful US card payment. Enter the volume (money per month) and the number of transactions per month.",
  );
});

test("every product that is priced by percentage has a total for payments of $100, or says why not", () => {
  const asked = { volume: 10_000, transactions: 100, termYears: 1, includeHiddenCosts: true };
  const led = charging.filter(({ tiers = [], usage }) => leadFee(tiers) && !usage);
  expect(led.length).toBeGreaterThan(20);
  for (const record of led) {
    const { total, unknowns } = totalCost(record, asked);
    if (total === null) expect(unknowns.length, record.slug).toBeGreaterThan(0);
    else expect(total, record.slug).toBeGreaterThan(0);
  }
});

test("a form asks for the payments of every product that charges a share of them, and calculates with them", () => {
  const asked = (slug: string) => inputsOf(named(slug)).map(({ label }) => label);
  expect(asked("stripe")).toEqual(["Volume per month, USD", "Transactions per month"]);
  expect(asked("shopify")).toEqual(["Stores", "Volume per month, USD", "Transactions per month"]);
  expect(asked("slack")).toEqual(["Seats"]);
  for (const record of charging) {
    const isSold = (record.tiers ?? []).some(
      ({ percentageFees, retiredOn }) => percentageFees.length > 0 && !retiredOn,
    );
    const inputs = inputsOf(record);
    expect(
      inputs.some(({ payment }) => payment === "volume"),
      record.slug,
    ).toBe(isSold);
    const counts = Object.fromEntries(inputs.flatMap(({ noun, payment }) => (payment ? [[noun, 100]] : [])));
    const text = countsText({ seats: null, quantities: counts });
    expect(readCounts(text, inputs), record.slug).toEqual({ seats: null, quantities: counts, faults: [] });
  }
  const inputs = inputsOf(named("stripe"));
  const request = requestCounts(readCounts("10000 volume; 100 transactions", inputs), inputs);
  const { total } = totalCost(named("stripe"), { ...request, termYears: 1, includeHiddenCosts: true });
  expect(total).toBe(12 * 320);
});

test("Stripe and PayPal are compared by the fee on a payment of $100", () => {
  const products = ["stripe", "paypal"].map((slug) => ({ record: named(slug), changes: [], cost: null }));
  const fields = compareProducts(products, { seats: null });
  const fee = fields.find(({ field }) => field === "paymentFee");
  expect(fee?.values).toEqual({ stripe: 3.2, paypal: 3.98 });
  expect(fee?.winner).toBe("stripe");
  expect(fee?.rule).toContain("one payment of 100");
  expect(fee?.units.stripe).toBe("USD per payment of $100, 2.9% + $0.30 per successful US card payment");
  expect(fields.find(({ field }) => field === "startingPrice")?.values).toEqual({ stripe: null, paypal: null });
  const pounds = [...products, { record: named("gocardless"), changes: [], cost: null }];
  const mixed = compareProducts(pounds, { seats: null }).find(({ field }) => field === "paymentFee");
  expect([mixed?.winner, mixed?.values.gocardless]).toEqual([null, 1.2]);
  const chat = compareProducts([{ record: named("slack"), changes: [], cost: null }], { seats: null });
  expect(chat.some(({ field }) => field === "paymentFee")).toBe(false);
});

test("a list shows the percentage in place of a starting price", () => {
  const listed = (slug: string) => resultOf(named(slug), { sources: 1, prominence: 1 });
  expect(listed("stripe")).toMatchObject({
    startingPrice: null,
    priceStatus: "published",
    priceSummary: "2.9% + $0.30",
    pricingModel: "percentage",
  });
  expect(startText(listed("stripe"))).toEqual({ known: true, text: "2.9% + $0.30", amount: null });
  expect(listed("square")).toMatchObject({ startingPrice: 49, priceSummary: "2.6% + $0.15" });
  expect(listed("slack").priceSummary).toBeNull();
});

test("the table of prices has a row for each fee", () => {
  const rows = [...priceRows(named("gocardless"))].map((cells) =>
    Object.fromEntries(PRICE_HEADER.map((column, index) => [column, cells[index]])),
  );
  expect(rows.filter(({ row }) => row === "fee")).toMatchObject([
    { tier: "standard", percent: 1, fixedFee: 0.2, maximumFee: 4, currency: "GBP", listPrice: null },
    { tier: "advanced", percent: 1.25 },
    { tier: "pro", percent: 1.4 },
  ]);
});

test("a tier in words has its fees", () => {
  const words = (slug: string, id: string) => {
    const tier = named(slug).tiers?.find((one) => one.id === id);
    return tier && priceOfTier(tier);
  };
  expect(words("paddle", "standard")).toBe("5% + $0.50 per transaction");
  expect(words("shopify", "basic")).toBe(
    "$39 per store per month billed monthly, or $29 billed yearly, plus 2.9% + $0.30 per transaction",
  );
});
