import { FAIR_USE_CALLS_A_DAY, KEYLESS } from "@/lib/access/rate-limit";
import { FILE_PRICES, filePrice, SUBSCRIPTION_PRICES } from "@/lib/billing/prices";
import { env } from "@/lib/env";
import { formatMinor } from "@/lib/format/money";
import { pricedCounts } from "@/lib/operations/categories";
import { serverRuntime } from "@/lib/operations/runtime";
import { findCategory } from "./catalog";
import { coverage } from "./coverage";

export const FREE = { perMinute: KEYLESS.quota, fairUseADay: FAIR_USE_CALLS_A_DAY };
export { LINK_LIMITS } from "@/lib/billing/truth";

/** Returns the payment mode. `off`: nothing can be bought here. `sandbox`: no money moves. */
export function paymentMode(): "off" | "sandbox" | "stripe" {
  return env().payments?.mode ?? "off";
}

export function subscriptionPrices() {
  return Object.values(SUBSCRIPTION_PRICES).map(({ interval, amountMinor, currency }) => ({
    interval,
    price: formatMinor(amountMinor, currency),
  }));
}

/** Returns the record counts of each file price, from the smallest file to the largest: "1 to 25", "251 or more". */
export function fileBands() {
  return FILE_PRICES.map(({ lookupKey, amountMinor, currency, upTo }, index) => {
    const from = (FILE_PRICES[index - 1]?.upTo ?? 0) + 1;
    const size = upTo === null ? `${from} or more` : `${from} to ${upTo}`;
    return { id: lookupKey, size, price: formatMinor(amountMinor, currency) };
  });
}

export type SoldCategory = {
  slug: string;
  name: string;
  group: string;
  records: number;
  /** Number of records whose price or rate card is known. It determines the price of the file. */
  priced: number;
  price: string;
};

/** Returns every category with a priced record, and the price of its file today. */
export async function soldCategories(): Promise<SoldCategory[]> {
  const { catalog, now } = serverRuntime();
  const counts = await pricedCounts({ catalog, now: now() });
  return (await catalog.categories()).flatMap(({ slug, name, group, productCount: records }) => {
    const priced = counts.get(slug) ?? 0;
    if (priced === 0) return [];
    const { amountMinor, currency } = filePrice(priced);
    return [{ slug, name, group, records, priced, price: formatMinor(amountMinor, currency) }];
  });
}

/** Returns how many products of a category have each data group, in the order of GROUP_LABELS. */
export function groupsOf(slug: string): number[] {
  return coverage().categories.find((category) => category.slug === slug)?.groups ?? [];
}

/** Returns the category's current name, or its slug if the category no longer exists. */
export async function categoryName(slug: string): Promise<string> {
  return (await findCategory(slug))?.name ?? slug;
}
