import { startingPrice } from "@/lib/catalog/starting-price";
import type { PricingRecord } from "@/lib/schemas/record";
import { statusSentence } from "./words";

/** Returns the text that replaces a price, and the reason why there is no price. */
export function unpricedWords(record: PricingRecord): { title: string; sentence: string } {
  const { priceStatus } = startingPrice(record);
  const isWithheld = priceStatus === "contact_sales" || priceStatus === "not_published";
  const family = record.kind === "family" ? `This page covers ${record.name} as a whole. ` : "";
  return {
    title: isWithheld ? "No published price" : "No price is known yet",
    sentence: `${family}${statusSentence(priceStatus === "not_applicable" ? "unverified" : priceStatus)}`,
  };
}

/** Returns the path of a form that requests the URL of a page with the missing price. */
export function priceTipPath(slug: string): string {
  return `/report/form?product=${slug}&field=price`;
}
