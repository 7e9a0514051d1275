import type { PricingAnswer } from "@/lib/schemas/record";
import { startText } from "./list";
import { unitWords } from "./words";

export type AnyMember = NonNullable<PricingAnswer["members"]>[number];

/** "from $8.75 per user per month", "priced by usage", or in words why there is no price. */
export function memberPrice(member: AnyMember): string {
  const { startingPrice = null, currency = null, priceUnit = null, priceStatus, pricingModel = null } = member;
  const { text, amount } = startText({ startingPrice, currency, priceStatus, pricingModel });
  return amount ? `from ${text}${priceUnit ? ` ${unitWords(priceUnit)}` : ""}` : text;
}

/** Whether anything is known of what a member costs. */
export function isKnown({ startingPrice = null, priceStatus }: Pick<AnyMember, "startingPrice" | "priceStatus">) {
  return startingPrice !== null || priceStatus === "not_applicable";
}
