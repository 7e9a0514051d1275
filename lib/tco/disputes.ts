import { isOtherBilling } from "@/lib/catalog/billing";
import { decimal, roundMoney } from "@/lib/catalog/money";
import type { Tier, Verification } from "@/lib/schemas/record";
import type { TcoDispute } from "@/lib/schemas/tco";
import type { Quote } from "./quote";

type Dispute = Verification["disputed"][number];

/**
 * Returns the prices that other sources state for the quoted tier, each with the cost of the first year at that
 * price.
 */
export function disputesOf(quote: Quote, disputed: readonly Dispute[]): TcoDispute[] {
  const { tier, billing, amount } = quote;
  const byPrice = new Map<number, TcoDispute>();
  for (const { tier: id, field, shown, other, observedAt, evidence } of disputed) {
    if (id !== tier.id || other === null || tier.seatBands.length > 0 || !decides(field, quote)) continue;
    if (isOtherBilling(tier, { field, other })) continue;
    if (field === "startingPrice" && shown !== null && !isUsedPrice(shown, quote)) continue;
    const months = billing === "one_time" ? 1 : 12;
    const yearOne = roundMoney(decimal(other).times(months).times(quote.quantity).plus(quote.baseFee));
    if (yearOne === roundMoney(amount)) continue;
    const before = byPrice.get(other);
    if (before && before.observedAt >= observedAt) continue;
    byPrice.set(other, { tier: id, price: other, unit: tier.priceUnit, yearOne, observedAt, evidence });
  }
  return [...byPrice.values()].sort((a, b) => a.price - b.price);
}

function isUsedPrice(shown: number, { billing, tier }: Quote): boolean {
  const used = billing === "annual" ? tier.priceAnnual : billing === "monthly" ? tier.priceMonthly : null;
  return used === null || used === shown;
}

/** Returns true if a disputed field is the price that the quote uses. */
function decides(field: string, { billing, tier }: Quote): boolean {
  const fields: Record<Quote["billing"], keyof Tier> = {
    monthly: "priceMonthly",
    annual: "priceAnnual",
    unstated: "listPrice",
    one_time: "listPrice",
    per_transaction: "percentageFees",
    usage: "listPrice",
  };
  if (field === "listPrice" && tier.listPrice?.period === "year") return false;
  return field === fields[billing] || field === "startingPrice";
}
