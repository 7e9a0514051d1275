import type { PricingAnswer } from "@/lib/schemas/record";
import { startText } from "./list";
import { formatMoney } from "./money";
import { unitWords } from "./words";

export type AnyMember = NonNullable<PricingAnswer["members"]>[number];

/**
 * Returns "$25–$550 per user per month", "from $20 per user per month", "priced by usage", or the reason why there is
 * no price.
 */
export function memberPrice(member: AnyMember): string {
  const { startingPrice = null, currency = null, priceUnit = null, priceStatus, pricingModel = null } = member;
  const { highestPrice = null, priceSummary } = member;
  if (priceSummary !== undefined) return priceSummary;
  const { text, amount } = startText({ startingPrice, currency, priceStatus, pricingModel });
  if (!amount) return text;
  const per = priceUnit ? ` ${unitWords(priceUnit)}` : "";
  return highestPrice !== null && highestPrice > amount
    ? `${text}–${formatMoney(highestPrice, currency)}${per}`
    : `from ${text}${per}`;
}

/** Returns true if any price of a member is known. */
export function isKnown({ startingPrice = null, priceStatus }: Pick<AnyMember, "startingPrice" | "priceStatus">) {
  return startingPrice !== null || priceStatus === "not_applicable" || priceStatus === "published";
}
