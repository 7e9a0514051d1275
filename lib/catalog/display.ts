import type { PriceStatus } from "@/lib/schemas/primitives";
import type { PriceRange } from "@/lib/schemas/record";

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(
  currency: string,
  minimumFractionDigits: number,
  maximumFractionDigits: number,
): Intl.NumberFormat {
  const key = `${currency} ${minimumFractionDigits} ${maximumFractionDigits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits,
    maximumFractionDigits,
  });
  formats.set(key, made);
  return made;
}

/** Formats $8.75, €12, $0.0012: whole amounts without decimals, amounts below one cent in full. */
export function displayMoney(amount: number, currency: string): string {
  if (Number.isInteger(amount)) return moneyFormat(currency, 0, 0).format(amount);
  return moneyFormat(currency, 2, Math.abs(amount) < 0.1 ? 12 : 4).format(amount);
}

const STATUS_TEXT: Record<PriceStatus, string> = {
  published: "Price published in another unit",
  contact_sales: "Not published. The vendor quotes on request",
  not_published: "Not published",
  not_applicable: "No price applies",
  unverified: "Price not yet checked",
};

export function displayRange(
  range: Pick<PriceRange, "low" | "high" | "currency" | "unit">,
  context: {
    priceStatus: PriceStatus;
    pricedModels: number;
    paidFrom: number | null;
    /** The product's share of each payment, in words. */
    fee?: string | null;
    /** Licences of an open-source edition. */
    licences: readonly string[];
  },
): string {
  const { priceStatus, pricedModels, paidFrom, licences, fee } = context;
  if (range.high === 0) return "Free";
  if (fee && (range.low === null || (range.low === 0 && paidFrom === null)) && pricedModels === 0) return fee;
  if (range.low === 0 && range.high === null && paidFrom === null) return "Free tier";
  if (range.low === null || range.currency === null) {
    if (pricedModels > 0) return `Priced by usage: ${pricedModels} ${pricedModels === 1 ? "rate" : "rates"}`;
    if (licences.length > 0)
      return `Open source: free to self-host (${licences.length === 1 ? "licence" : "licences"}: ${licences.join(", ")})`;
    return STATUS_TEXT[priceStatus];
  }
  const unit = range.unit ? ` ${range.unit === "one-time" ? "once" : `per ${range.unit}`}` : "";
  const low = displayMoney(range.low, range.currency);
  if (range.high === null) {
    if (range.low > 0 || paidFrom === null) return `From ${low}${unit}`;
    return `Free tier; paid from ${displayMoney(paidFrom, range.currency)}${unit}`;
  }
  if (range.high === range.low) return `${low}${unit}`;
  return `${low}–${displayMoney(range.high, range.currency)}${unit}`;
}
