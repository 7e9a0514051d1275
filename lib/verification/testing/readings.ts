import type { StatedTier as Tier } from "@/lib/catalog/plans";
import type { Extraction, PageReading, ReadPrice, ReadTier } from "@/lib/reader";

/** Returns a page that shows exactly the data of a record. */
export function pageOf(tiers: readonly Tier[], { complete = true }: { complete?: boolean } = {}): PageReading {
  return { extractor: "html", complete, tiers: tiers.map(readTier) };
}

export function extracted(reading: PageReading): Extraction {
  return { reading, refusals: [] };
}

function readTier(tier: Tier): ReadTier {
  return {
    name: tier.name,
    status: tier.priceStatus,
    ...(tier.startingPrice && { startingPrice: true as const }),
    prices: tier.priceStatus === "published" ? pricesOf(tier) : [],
  };
}

/** Returns prices as a page states them: monthly ones, the yearly one, and others. */
function pricesOf(tier: Tier): ReadPrice[] {
  const { listPrice, priceMonthly, priceAnnual, annualTotal } = tier;
  if (!listPrice) return [];
  const price = (amount: number, period: ReadPrice["period"], billing: ReadPrice["billing"]): ReadPrice => ({
    amount,
    currency: tier.currency ?? "USD",
    period,
    billing,
    unit: unitOf(tier),
    text: `${tier.name} ${amount}`,
  });
  if (tier.isFree) return [price(0, listPrice.period, null)];
  if (listPrice.period === "once" || listPrice.period === "usage")
    return [price(listPrice.amount, listPrice.period, null)];
  const prices: ReadPrice[] = [];
  if (priceMonthly !== null) prices.push(price(priceMonthly, "month", "monthly"));
  else if (listPrice.period === "month" && listPrice.billing === "unstated") {
    prices.push(price(listPrice.amount, "month", null));
  }
  if (annualTotal !== undefined) prices.push(price(annualTotal, "year", "annual"));
  else if (listPrice.period === "year") prices.push(price(listPrice.amount, "year", "annual"));
  else if (priceAnnual !== null) prices.push(price(priceAnnual, "month", "annual"));
  return prices;
}

function unitOf({ priceUnit, listPrice }: Tier): string | null {
  if (priceUnit === null || ["month", "one-time", "use"].includes(priceUnit)) return null;
  return listPrice?.period === "usage" ? priceUnit : priceUnit.replace(/(?:\/month|, one-time)$/, "");
}
