import { FAIR_USE_CALLS_A_DAY, KEYLESS } from "@/lib/access/rate-limit";
import { FILE_PRICES, filePrice, SUBSCRIPTION_PRICES } from "@/lib/billing/prices";
import { env } from "@/lib/env";
import { formatMinor } from "@/lib/format/money";
import { findCategory, listCategories } from "./catalog";
import { coverage } from "./coverage";

export const FREE = { perMinute: KEYLESS.quota, fairUseADay: FAIR_USE_CALLS_A_DAY };
export { LINK_LIMITS } from "@/lib/billing/truth";

/** `off`: nothing can be bought here. `sandbox`: no money moves. */
export function paymentMode(): "off" | "sandbox" | "stripe" {
  return env().payments?.mode ?? "off";
}

export function subscriptionPrices() {
  return Object.values(SUBSCRIPTION_PRICES).map(({ interval, amountMinor, currency }) => ({
    interval,
    price: formatMinor(amountMinor, currency),
  }));
}

/** From the smallest file to the largest: "up to 25 records", "251 and more". */
export function fileBands() {
  return FILE_PRICES.map(({ lookupKey, amountMinor, currency, upTo }, index) => {
    const from = (FILE_PRICES[index - 1]?.upTo ?? 0) + 1;
    const size = upTo === null ? `${from} and more` : `${from} to ${upTo}`;
    return { id: lookupKey, size, price: formatMinor(amountMinor, currency) };
  });
}

export type SoldCategory = { slug: string; name: string; group: string; records: number; price: string };

/** Every category that has a record, with what its file costs today. */
export async function soldCategories(): Promise<SoldCategory[]> {
  const categories = await listCategories();
  return categories
    .filter(({ productCount }) => productCount > 0)
    .map(({ slug, name, group, productCount }) => {
      const { amountMinor, currency } = filePrice(productCount);
      return { slug, name, group, records: productCount, price: formatMinor(amountMinor, currency) };
    });
}

/** How many products of a category have each group of data, in the order of GROUP_LABELS. */
export function groupsOf(slug: string): number[] {
  return coverage().categories.find((category) => category.slug === slug)?.groups ?? [];
}

/** As it is called today; its slug where it is called nothing any more. */
export async function categoryName(slug: string): Promise<string> {
  return (await findCategory(slug))?.name ?? slug;
}
