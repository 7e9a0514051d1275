import { startingPrice } from "@/lib/catalog/starting-price";
import type { PricingRecord } from "@/lib/schemas/record";
import { statusSentence } from "./words";

/** What stands where a price would, and why there is none. */
export function unpricedWords(record: PricingRecord): { title: string; sentence: string } {
  const { priceStatus } = startingPrice(record);
  const isWithheld = priceStatus === "contact_sales" || priceStatus === "not_published";
  const family = record.kind === "family" ? `This page covers ${record.name} as a whole. ` : "";
  return {
    title: isWithheld ? "No published price" : "No price is known yet",
    sentence: `${family}${statusSentence(priceStatus === "not_applicable" ? "unverified" : priceStatus)}`,
  };
}

/** Where one address is asked for, at which a lacking price can be read. */
export function priceTipPath(slug: string): string {
  return `/report/form?product=${slug}&field=price`;
}
