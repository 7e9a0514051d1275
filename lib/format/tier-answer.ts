import type { PricingRecord } from "@/lib/schemas/record";
import { agedWords, ageOf } from "./age";
import { priceOfTier } from "./markdown";

type Tier = NonNullable<PricingRecord["tiers"]>[number];

/** "Notion Business"; what a product's name ends with and its tier's begins with is said once. */
export function tierTitle(product: string, tier: string): string {
  const [first, then] = [product.split(" "), tier.split(" ")];
  const shared = (count: number) =>
    first.slice(-count).join(" ").toLowerCase() === then.slice(0, count).join(" ").toLowerCase();
  const twice = Math.max(0, ...then.map((_, at) => at + 1).filter((count) => count <= first.length && shared(count)));
  return [...first, ...then.slice(twice)].join(" ");
}

/** "Notion Business: $24 billed monthly, $20 billed yearly, per user a month. Read 17 Aug 2026, 3 months ago (ageing)." */
export function tierSentence({ name, asOf }: Pick<PricingRecord, "name" | "asOf">, tier: Tier): string {
  const seen = agedWords(ageOf(tier.observedAt, asOf), tier.priceStatus === "published" ? "read" : "seen");
  return `${tierTitle(name, tier.name)}: ${priceOfTier(tier)}. ${seen.charAt(0).toUpperCase()}${seen.slice(1)}.`;
}
