import { bitOf, isStated } from "@/lib/catalog/stated";
import type { PeriodEntry } from "./entries";
import type { DiscoverFilters } from "./page";
import { KNOWN, type Periods } from "./periods";
import { isTooSmall, teamCost } from "./team";

/** Whether a product meets filters; `unknown` if the deciding fact is unknown. */
export type Verdict = "met" | "unknown" | "unmet";

/**
 * Returns a function for prices in a currency; NaN if no price is known. A price of 0 is 0 in any currency. Prices of a
 * family are those of its products, which are listed next to it.
 */
export function pricesIn({ known, price, currency }: Periods, id: number): (row: number) => number {
  return (row) => {
    if (((known[row] as number) & KNOWN.family) !== 0) return Number.NaN;
    return price[row] === 0 || currency[row] === id ? (price[row] as number) : Number.NaN;
  };
}

/**
 * Returns a function that judges whether a product meets the filters in a period. The result is unknown if its price is
 * unknown or in another currency, or if its free tier is unknown. A free product is within any price.
 */
export function judging(periods: Periods, filters: DiscoverFilters): (row: number) => Verdict {
  const { maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts } = filters;
  const { hasFreePlan = null, selfHosted = null, having = null, seats = null } = filters;
  const { known, pricingModel: models } = periods;
  const priceOf = pricesIn(periods, periods.currencyId(currency));
  const model = pricingModel === null ? null : periods.pricingModelId(pricingModel);
  let needed = 0;
  let refused = 0;
  const want = (wanted: boolean | null, yes: number, no: number) => {
    if (wanted === null) return;
    needed |= wanted ? yes : no;
    refused |= wanted ? no : yes;
  };
  want(hasFreeTier, KNOWN.freeTier, KNOWN.noFreeTier);
  want(hasFreePlan, KNOWN.freePlan, KNOWN.noFreePlan);
  want(selfHosted, KNOWN.selfHosted, KNOWN.notSelfHosted);
  want(hasHiddenCosts, KNOWN.hiddenCosts, KNOWN.noHiddenCosts);
  if (having === "price") want(true, KNOWN.price, KNOWN.noPrice);
  if (having === "sso") want(true, KNOWN.sso, KNOWN.noSso);
  if (having === "dispute") want(true, KNOWN.dispute, KNOWN.noDispute);
  const stated = isStated(having) ? bitOf(having) * KNOWN.stated : 0;
  needed |= stated;
  return (row) => {
    const bits = known[row] as number;
    const entry = periods.entries[row] as PeriodEntry;
    const isOver = isTooSmall(entry, seats);
    const isPaid = isOver && !entry.selfHosted;
    if ((hasFreePlan === true && isOver) || (hasFreeTier === true && isPaid)) return "unmet";
    // Unknown facts of a family depend on its products.
    if (stated !== 0 && (bits & (KNOWN.family | stated)) === KNOWN.family) return "unmet";
    if ((bits & refused) !== 0 || (model !== null && models[row] !== model)) return "unmet";
    let isKnown = (bits & needed) === needed;
    if (maxPrice !== null) {
      if ((bits & KNOWN.family) !== 0) return "unmet";
      if ((bits & KNOWN.freeTier) === 0 || isPaid) {
        const price = teamCost(entry, priceOf(row), seats);
        if (price > maxPrice) return "unmet";
        if (Number.isNaN(price)) isKnown = false;
      }
    }
    return isKnown ? "met" : "unknown";
  };
}
