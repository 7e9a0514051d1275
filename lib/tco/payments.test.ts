import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acmeTier } from "@/lib/format/acme.fixture";
import type { PercentageFee, Tier } from "@/lib/schemas/record";
import { type PricedGroups, totalCost } from "./engine";
import { admitsPayments } from "./payments";

const fee = (fields: Partial<PercentageFee> = {}): PercentageFee => ({
  label: "Payment processing",
  percent: 2.9,
  fixedFee: 0.3,
  minimumFee: null,
  maximumFee: null,
  currency: "USD",
  per: "transaction",
  appliesTo: "card payment",
  region: null,
  evidence: ["ev_1"],
  ...fields,
});

const tier = (name: string, fees: PercentageFee[], fields: Partial<Tier> = {}): Tier =>
  acmeTier({ id: name.toLowerCase(), name, priceUnit: null, percentageFees: fees, ...fields });

const plan = (name: string, monthly: number, fees: PercentageFee[]): Tier =>
  tier(name, fees, {
    priceMonthly: monthly,
    listPrice: { amount: monthly, currency: "USD", period: "month", billing: "monthly" },
    priceUnit: "account/month",
  });

const record = (...tiers: Tier[]): PricedGroups => ({ tiers, tiersComplete: true, currency: "USD" });
const cost = (
  priced: PricedGroups,
  request: { volume?: number; transactions?: number; tier?: string; seats?: number },
) => totalCost(priced, { termYears: 1, includeHiddenCosts: true, ...request });

/** From $100 a month, so that a year of fees is never a fraction of a cent, which is not rounded. */
const money = fc.integer({ min: 10_000, max: 100_000_000 }).map((cents) => cents / 100);
const payments = fc.integer({ min: 1, max: 100_000 });
const percent = fc.integer({ min: 1, max: 5000 }).map((hundredths) => hundredths / 100);
const small = fc.integer({ min: 0, max: 1000 }).map((cents) => cents / 100);
const cents = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber();

describe("a tier that is priced by percentage alone", () => {
  test("costs 2.9% of $10,000 and 30 cents for each of 100 payments, twelve times", () => {
    const answer = cost(record(tier("Standard", [fee()])), { volume: 10_000, transactions: 100 });
    expect(answer.total).toBe(3840);
    expect(answer.billing).toBe("per_transaction");
    expect(answer.lines.map(({ label, amount, kind }) => [label, amount, kind])).toEqual([
      ["Standard, 2.9% of $10,000 per month", 3480, "percentage_fee"],
      ["Standard, fixed fee per payment", 360, "percentage_fee"],
    ]);
    expect(answer).toMatchObject({ volume: 10_000, transactions: 100, perSeatMonthly: null, sourcedShare: 1 });
  });

  test.each([{}, { volume: 10_000 }, { transactions: 100 }, { seats: 1 }])(
    "has no total without both figures, and names them: %j",
    (request) => {
      const answer = cost(record(tier("Standard", [fee()])), request);
      expect([answer.total, answer.yearOne, answer.range.high]).toEqual([null, null, null]);
      expect(answer.unknowns[0]?.reason).toMatch(/volume.*transactions/);
      expect(answer.tier?.id).toBe("standard");
    },
  );

  test("needs no number of payments without an amount per payment", () => {
    expect(cost(record(tier("Standard", [fee({ fixedFee: null })])), { volume: 10_000 }).total).toBe(3480);
  });

  test("property: the total is the share of the volume and the fixed fee of each payment", () => {
    fc.assert(
      fc.property(money, payments, percent, small, (volume, transactions, share, fixedFee) => {
        const { total } = cost(record(tier("Standard", [fee({ percent: share, fixedFee })])), { volume, transactions });
        const month = new Decimal(volume).times(share).div(100).plus(new Decimal(transactions).times(fixedFee));
        expect(total).toBe(cents(month.times(12)));
      }),
    );
  });

  test("property: the minimum and the maximum hold for each payment", () => {
    fc.assert(
      fc.property(money, payments, percent, small, small, (volume, transactions, share, least, more) => {
        const limits = { percent: share, fixedFee: null, minimumFee: least, maximumFee: least + more };
        const { total } = cost(record(tier("Standard", [fee(limits)])), { volume, transactions });
        const each = new Decimal(volume).times(share).div(100).div(transactions);
        const clamped = Decimal.min(Decimal.max(each, limits.minimumFee), limits.maximumFee);
        expect(Math.abs((total ?? 0) - cents(clamped.times(transactions).times(12)))).toBeLessThanOrEqual(0.01);
      }),
    );
  });

  test("property: a year of a term costs the same as one year alone, and a discount leaves it as it is", () => {
    fc.assert(
      fc.property(money, payments, fc.integer({ min: 1, max: 5 }), (volume, transactions, termYears) => {
        const asked = { volume, transactions, includeHiddenCosts: true };
        const priced = record(tier("Standard", [fee()]));
        const term = totalCost(priced, { ...asked, termYears, assumptions: { discountPercent: 50 } });
        expect(term.yearOne).toBe(totalCost(priced, { ...asked, termYears: 1 }).total);
      }),
    );
  });

  test("is not charged on the volume that its fee leaves free", () => {
    const above = (appliesTo: string) => record(tier("Pro", [fee({ percent: 1, fixedFee: null, appliesTo })]));
    expect(cost(above("revenue above $5,000 per month"), { volume: 8000 }).total).toBe(360);
    expect(cost(above("revenue above $5,000 per month"), { volume: 3000 }).total).toBe(0);
    expect(cost(above("revenue above $3M"), { volume: 8000 }).total).toBeNull();
  });

  test("is chosen by the size of the payments if its name states a range", () => {
    const ranges = record(
      tier("Ticket US$20 – US$99.99", [fee({ percent: 10, fixedFee: null, minimumFee: 2 })]),
      tier("Ticket US$100 – US$249.99", [fee({ percent: 9, fixedFee: null, minimumFee: 2 })]),
      tier("Ticket US$250 and above", [fee({ percent: 5, fixedFee: null, minimumFee: 2 })]),
    );
    expect(cost(ranges, { volume: 15_000, transactions: 100 }).total).toBe(16_200);
    expect(cost(ranges, { volume: 50_000, transactions: 100 }).total).toBe(30_000);
    expect(admitsPayments({ name: "$0-$39,999.99 monthly volume, online" }, { volume: 40_000 })).toBe(false);
    expect(admitsPayments({ name: "Standard" }, {})).toBe(true);
  });

  test("is the one for ordinary payments, though another method is cheaper", () => {
    const methods = record(
      tier("ACH Direct Debit", [
        fee({ percent: 0.8, fixedFee: null, maximumFee: 5, appliesTo: "ACH Direct Debit payment" }),
      ]),
      tier("Standard", [fee()]),
    );
    expect(cost(methods, { volume: 10_000, transactions: 100 }).tier?.name).toBe("Standard");
    const asked = cost(methods, { volume: 100_000, transactions: 100, tier: "ach direct debit" });
    expect([asked.total, asked.lines.map(({ label }) => label)]).toEqual([
      6000,
      ["ACH Direct Debit, maximum fee per payment"],
    ]);
  });
});

describe("plans with a monthly price and a fee", () => {
  const shop = record(plan("Basic", 29, [fee()]), plan("Plus", 99, [fee({ percent: 1, fixedFee: null })]));

  test("are counted without the fee if nothing is said of payments, and name it", () => {
    const answer = cost(shop, { seats: 1 });
    expect(answer.total).toBe(348);
    expect(answer.notCounted).toMatchObject([
      { kind: "percentage_fee", reason: expect.stringContaining("Enter the volume") },
    ]);
  });

  test("are compared by the price and the fee together", () => {
    expect(cost(shop, { volume: 1000, transactions: 10 })).toMatchObject({ tier: { name: "Basic" }, total: 732 });
    expect(cost(shop, { volume: 10_000, transactions: 100 })).toMatchObject({ tier: { name: "Plus" }, total: 2388 });
  });

  test("stand beside a tier that is priced by percentage alone", () => {
    const donations = record(
      tier("Standard", [fee({ percent: 4, fixedFee: null })]),
      plan("Growth", 99, [fee({ percent: 2, fixedFee: null })]),
    );
    expect(cost(donations, { volume: 1000 })).toMatchObject({ tier: { name: "Standard" }, total: 480 });
    expect(cost(donations, { volume: 10_000 })).toMatchObject({ tier: { name: "Growth" }, total: 3588 });
    expect(cost(donations, { seats: 5 }).total).toBeNull();
  });
});
