import type { PricingRecord } from "@/lib/schemas/record";
import { agedWords, ageOf } from "./age";
import { priceOfTier } from "./tier-price";
import { absentWords, capitalised } from "./words";

type Tier = NonNullable<PricingRecord["tiers"]>[number];

/** Returns "Notion Business". Words that end the product's name and begin the tier's name appear once. */
export function tierTitle(product: string, tier: string): string {
  const [first, then] = [product.split(" "), tier.split(" ")];
  const shared = (count: number) =>
    first.slice(-count).join(" ").toLowerCase() === then.slice(0, count).join(" ").toLowerCase();
  const twice = Math.max(0, ...then.map((_, at) => at + 1).filter((count) => count <= first.length && shared(count)));
  return [...first, ...then.slice(twice)].join(" ");
}

/**
 * Returns "Notion Business: $24 per user per month billed monthly, or $20 billed yearly. Checked 17 Aug 2026 (3
 * months ago, ageing)."
 */
export function tierSentence({ name, asOf }: Pick<PricingRecord, "name" | "asOf">, tier: Tier): string {
  const seen = agedWords(ageOf(tier.observedAt, asOf), tier.priceStatus === "unverified" ? "seen" : "checked");
  const isAbsent = !tier.isFree && tier.priceStatus !== "published";
  const price = isAbsent ? absentWords(tier.priceStatus) : priceOfTier(tier);
  return `${tierTitle(name, tier.name)}: ${price}. ${capitalised(seen)}.`;
}
