import type { PriceStatus } from "@/lib/schemas/primitives";
import type { PriceRange } from "@/lib/schemas/record";

/** $8.75, €12, $0.0012: whole amounts without decimals, amounts below one cent in full. */
export function displayMoney(amount: number, currency: string): string {
  const isTiny = amount !== 0 && Math.abs(amount) < 0.1;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: isTiny ? 12 : Number.isInteger(amount) ? 0 : 4,
  }).format(amount);
}

const STATUS_TEXT: Record<PriceStatus, string> = {
  published: "Price published in another unit",
  contact_sales: "Not published. Vendor quotes on request",
  not_published: "Not published",
  not_applicable: "No price applies",
  unverified: "Price not yet read from a page",
};

export function displayRange(
  range: Pick<PriceRange, "low" | "high" | "currency" | "unit">,
  context: { priceStatus: PriceStatus; pricedModels: number; paidFrom: number | null },
): string {
  if (range.low === null || range.currency === null) {
    if (context.pricedModels > 0) return `Priced by use: ${context.pricedModels} rates`;
    return STATUS_TEXT[context.priceStatus];
  }
  const unit = range.unit ? ` per ${range.unit}` : "";
  const low = displayMoney(range.low, range.currency);
  if (range.high === null) {
    if (range.low > 0) return `From ${low}${unit}`;
    return context.paidFrom === null
      ? "Free tier"
      : `Free tier; paid from ${displayMoney(context.paidFrom, range.currency)}${unit}`;
  }
  if (range.high === 0) return "Free";
  if (range.high === range.low) return `${low}${unit}`;
  return `${low}–${displayMoney(range.high, range.currency)}${unit}`;
}
