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

/** From the smallest file to the largest: "1 to 25", "251 or more". */
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
  /** Of the records: those whose price or rate card is known. The file is paid by these. */
  priced: number;
  price: string;
};

/** Every category that has a priced record, with what its file costs today. */
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

/** How many products of a category have each group of data, in the order of GROUP_LABELS. */
export function groupsOf(slug: string): number[] {
  return coverage().categories.find((category) => category.slug === slug)?.groups ?? [];
}

/** As it is called today; its slug where it is called nothing any more. */
export async function categoryName(slug: string): Promise<string> {
  return (await findCategory(slug))?.name ?? slug;
}
