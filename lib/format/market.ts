import type { MarketData } from "@/lib/schemas/record";
import type { ListEquivalent } from "@/lib/tco/market";
import { pluralOf } from "@/lib/tco/units";
import { formatNumber } from "./money";
import { list } from "./words";

/** Returns "842 hosts of Infrastructure Pro". */
function buys(count: number, { noun, name }: ListEquivalent): string {
  return `${formatNumber(count)} ${count === 1 ? noun : pluralOf(noun)} of ${name}`;
}

/**
 * Returns "The median equals 480 seats of Business+ or 1,200 seats of Pro at list price." Null if nothing can be
 * counted.
 */
export function equivalentSentence(equivalents: readonly ListEquivalent[]): string | null {
  const counted = equivalents.flatMap((entry) => (entry.median === null ? [] : [buys(entry.median, entry)]));
  return counted.length === 0
    ? null
    : `The median equals ${list(counted).replace(/ and (?=[^,]*$)/, " or ")} at list price.`;
}

export const EQUIVALENT_RULE =
  "Calculated as the yearly spend divided by the yearly list price of one unit, rounded down. It is a comparison, not what was bought.";

/** Returns the reasons why buyers' payments and the list price differ, as far as the figures show them. */
export function marketReasons(
  { scope, source, sampleSize }: Pick<MarketData, "scope" | "source" | "sampleSize">,
  { vendor, restricted }: { vendor: string; restricted: boolean },
): string[] {
  const reasons = [
    scope === "supplier"
      ? `The figures cover all ${vendor} products together. One contract may bundle several products, including this one.`
      : null,
    `The data we have from ${source} does not include the number of seats or units bought, their tiers or the discounts.`,
    sampleSize === null ? "The number of purchases behind the figures is unknown." : null,
    "A list price is before discounts and does not include add-ons, services or tax.",
    restricted ? "The figures were collected by a third party. We cannot verify individual contracts." : null,
  ];
  return reasons.filter((reason) => reason !== null);
}
