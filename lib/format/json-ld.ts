import type { BreadcrumbList, Offer, SoftwareApplication, UnitPriceSpecification, WithContext } from "schema-dts";
import { headlinePrice } from "@/lib/catalog/plans";
import type { PricingRecord, Tier, UsageModel } from "@/lib/schemas/record";
import { answerSentence, unrestricted } from "./answer";
import { listPriceBasis } from "./price";
import { rateCard } from "./rate-card";
import { meterWords, perWords, unitWords } from "./words";

const UNSAFE: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Serialises JSON so that it cannot end the script element around it. */
export function serializeJsonLd(data: object): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (char) => UNSAFE[char] ?? char);
}

const MAX_MODELS = 20;
const MAX_METERS = 4;
const MAX_BASED_ON = 5;

/**
 * Returns the product and the prices that its vendor publishes, without restricted groups: a crawler takes structured
 * data as this site's own statement and drops the label of a third party's median or rating. No offer has a last day,
 * because the day is unknown.
 */
export function softwareApplication(record: PricingRecord): WithContext<SoftwareApplication> {
  const { name, vendor, category, links, verification, freeTier, evidence } = record;
  const seller = {
    "@type": "Organization",
    name: vendor.name,
    ...(vendor.website && { url: vendor.website }),
  } as const;
  const offers = [
    ...(record.tiers ?? []).flatMap((tier) => tierOffer(tier, links.page) ?? []),
    ...modelOffers(record),
  ].map((offer) => ({ ...offer, offeredBy: seller }));
  const cited = new Set(record.tiers?.flatMap((tier) => tier.evidence) ?? []);
  const basedOn = evidence.filter(({ id }) => cited.has(id)).map(({ url }) => url);
  return {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    "@id": `${links.page}#software`,
    name,
    applicationCategory: category.name,
    url: links.vendor ?? vendor.website ?? links.page,
    provider: seller,
    description: answerSentence(unrestricted(record)),
    ...(freeTier?.available === true && { isAccessibleForFree: true }),
    ...(offers.length > 0 && { offers }),
    mainEntityOfPage: {
      "@type": "WebPage",
      "@id": links.page,
      dateModified: verification.observedAt,
      ...(basedOn.length > 0 && { isBasedOn: [...new Set(basedOn)].slice(0, MAX_BASED_ON) }),
    },
  };
}

const MONTHS = { "@type": "QuantitativeValue", value: 1, unitCode: "MON" } as const;

function tierOffer(tier: Tier, page: string): Offer | null {
  const { name, priceStatus, priceMonthly, priceAnnual, listPrice, currency: priceCurrency, priceUnit } = tier;
  if (priceStatus !== "published" || priceCurrency === null) return null;
  const unitText = priceUnit === null ? undefined : unitWords(priceUnit);
  const specification = (price: number, more: Partial<UnitPriceSpecification>): UnitPriceSpecification => ({
    "@type": "UnitPriceSpecification",
    price,
    priceCurrency,
    ...(unitText !== undefined && { unitText }),
    ...more,
  });
  const specifications = [
    ...(priceMonthly === null
      ? []
      : [specification(priceMonthly, { name: "Billed monthly", billingDuration: "P1M", referenceQuantity: MONTHS })]),
    ...(priceAnnual === null
      ? []
      : [specification(priceAnnual, { name: "Billed yearly", billingDuration: "P1Y", referenceQuantity: MONTHS })]),
  ];
  const headline = headlinePrice(tier) ?? listPrice?.amount ?? null;
  const stated = [priceMonthly, priceAnnual].includes(headline);
  if (!stated && listPrice) {
    const { amount, period, billing } = listPrice;
    const billed = billing === "monthly" ? "P1M" : billing === "annual" ? "P1Y" : undefined;
    specifications.unshift(
      specification(amount, {
        name: listPriceBasis(listPrice),
        ...(billed !== undefined && { billingDuration: billed }),
        ...(period === "month" && { referenceQuantity: MONTHS }),
      }),
    );
  }
  const price = headline ?? (tier.isFree ? 0 : null);
  if (price === null) return null;
  return {
    "@type": "Offer",
    name,
    price,
    priceCurrency,
    url: `${page}#tiers`,
    ...(specifications.length > 0 && { priceSpecification: specifications }),
  };
}

/** Returns the cheapest active models of a rate card, each with its first rates. */
function modelOffers({ usage, links }: PricingRecord): Offer[] {
  if (!usage) return [];
  return rateCard(usage)
    .active.slice(0, MAX_MODELS)
    .flatMap(({ model }) => modelOffer(model, links.page) ?? []);
}

function modelOffer({ name, currency, meters }: UsageModel, page: string): Offer | null {
  const specifications = meters
    .filter(({ mode }) => mode === "standard")
    .slice(0, MAX_METERS)
    .flatMap(({ name: meter, per, unit, prices }): UnitPriceSpecification[] => {
      const [first] = prices;
      if (!first) return [];
      return [
        {
          "@type": "UnitPriceSpecification",
          name: meterWords(meter),
          price: first.unitPrice,
          priceCurrency: currency,
          unitText: perWords({ per, unit }),
        },
      ];
    });
  if (specifications.length === 0) return null;
  return { "@type": "Offer", name, url: `${page}#rates`, priceSpecification: specifications };
}

export function breadcrumbList(items: readonly { name: string; url: string }[]): WithContext<BreadcrumbList> {
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

/** Returns the structured data of a product's page. For a family, lists its products, whose pages have the offers. */
export function productStructuredData(record: PricingRecord): object {
  const { kind, name, links, members = [] } = record;
  if (kind === "product" || members.length === 0) return softwareApplication(record);
  const items = members.map((member) => ({ name: member.name, url: member.links.page }));
  return itemList({ name: `${name} pricing`, url: links.page, total: items.length, items });
}

type Listed = { name: string; url: string };

/** Returns one page of a list; `total` is the size of the whole list. */
export function itemList({ name, url, total, items }: Listed & { total: number; items: readonly Listed[] }): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    url,
    numberOfItems: total,
    itemListElement: items.map((item, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: item.name,
      url: item.url,
    })),
  };
}
