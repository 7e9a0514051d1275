import type { PricingRecord } from "@/lib/schemas/record";
import { answerSentence } from "./price";

const UNSAFE: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON that cannot end the script element that holds it. */
export function serializeJsonLd(data: object): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (char) => UNSAFE[char] ?? char);
}

export function softwareApplication(record: PricingRecord): object {
  const range = record.priceRange;
  const offers =
    range?.currency && range.low !== null
      ? {
          "@type": "AggregateOffer",
          priceCurrency: range.currency,
          lowPrice: range.low,
          ...(range.high === null ? {} : { highPrice: range.high }),
          ...(record.tiers ? { offerCount: record.tiers.length } : {}),
        }
      : undefined;
  return {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: record.name,
    applicationCategory: record.category.name,
    url: record.vendor.website ?? record.links.page,
    mainEntityOfPage: record.links.page,
    description: answerSentence(record),
    ...(offers ? { offers } : {}),
  };
}

export function breadcrumbList(items: readonly { name: string; url: string }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: items.map((item, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: item.name,
      item: item.url,
    })),
  };
}
