import type { MarketData } from "@/lib/schemas/record";
import type { ListEquivalent } from "@/lib/tco/market";
import { pluralOf } from "@/lib/tco/units";
import { formatNumber } from "./money";
import { list } from "./words";

/** "842 hosts of Infrastructure Pro". */
function buys(count: number, { noun, name }: ListEquivalent): string {
  return `${formatNumber(count)} ${count === 1 ? noun : pluralOf(noun)} of ${name}`;
}

/** "The median equals 480 seats of Business+ or 1,200 seats of Pro at list." Null where nothing can be counted. */
export function equivalentSentence(equivalents: readonly ListEquivalent[]): string | null {
  const counted = equivalents.flatMap((entry) => (entry.median === null ? [] : [buys(entry.median, entry)]));
  return counted.length === 0 ? null : `The median equals ${list(counted).replace(/ and (?=[^,]*$)/, " or ")} at list.`;
}

export const EQUIVALENT_RULE =
  "Computed: the yearly spend divided by the list price of one for a year, rounded down. A comparison, not what was bought.";

/** Why what buyers pay and the list price differ, as far as the figures themselves tell. */
export function marketReasons(
  { scope, source, sampleSize }: Pick<MarketData, "scope" | "source" | "sampleSize">,
  { vendor, restricted }: { vendor: string; restricted: boolean },
): string[] {
  const reasons = [
    scope === "supplier"
      ? `They cover all products of ${vendor} together: one contract may bundle several, of which this is one.`
      : null,
    `How many seats or units were bought, in which tiers and at what discount, is not in what we read of ${source}.`,
    sampleSize === null ? "Nor is the number of purchases behind them." : null,
    "A list price is before any discount, and without add-ons, services and tax.",
    restricted ? "They were gathered by a third party; we cannot check single contracts." : null,
  ];
  return reasons.filter((reason) => reason !== null);
}
