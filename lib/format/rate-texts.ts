import type { FlagshipFacts } from "@/lib/catalog/family";
import { feeText } from "@/lib/catalog/fee-words";
import { leadFee } from "@/lib/catalog/percentage-price";
import { startingPrice } from "@/lib/catalog/starting-price";
import type { ReducedRecord } from "@/lib/schemas/record";
import { type HeadlineRate, headlineRates } from "@/lib/usage/headline-rates";
import { formatMoney } from "./money";
import { paidRange, rangeText } from "./price";
import { lower, meterWords, perWords } from "./words";

/**
 * Summarises the price of a product without a monthly price in one line: "2.9% + $0.30", "standard $0.023 per GB-month
 * in us-east-1".
 */
export function priceSummary(record: ReducedRecord): string | null {
  const { tiers = [], usage, priceRange, priceStatus } = record;
  const lead = leadFee(tiers);
  if (lead && !usage) return feeText(lead.fee);
  if (startingPrice(record).startingPrice !== null || priceRange.products !== undefined) return null;
  if (usage) return rateTexts(headlineRates(usage))[0] ?? null;
  const range = paidRange(record);
  return range.low ? lower(rangeText(range, priceStatus).replace(/\.$/, "")) : null;
}

/** Returns the facts about a family's flagship. */
export function flagshipFacts(flagship: ReducedRecord): FlagshipFacts {
  return { verification: flagship.verification, priceSummary: priceSummary(flagship) };
}

const TOKEN_WORDS: Record<string, string> = { inputTokens: "in", outputTokens: "out" };

/** Returns "GPT-5 $1.25 in, $10 out per million tokens", one text per model. */
export function rateTexts(rates: readonly HeadlineRate[]): string[] {
  const groups = new Map<string, HeadlineRate[]>();
  for (const rate of rates) {
    const key = JSON.stringify([rate.model, rate.region]);
    groups.set(key, [...(groups.get(key) ?? []), rate]);
  }
  let before: string | null = null;
  let place: string | null = null;
  return [...groups.values()].map((rates) => {
    const [{ name, region } = { name: "", region: null }] = rates;
    const units = new Set(rates.map(unitPhrase));
    const [shared] = units.size === 1 ? units : [];
    const told = shared !== undefined && shared === before;
    before = shared ?? null;
    const figures = rates.map((rate) => {
      const each = shared === undefined ? ` per ${unitPhrase(rate)}` : "";
      // Prices in different units need no name: the unit distinguishes them.
      const isNamed = rates.length > 1 && each === "";
      const words = TOKEN_WORDS[rate.meter] ?? (isNamed ? meterWords(rate.meter).toLowerCase() : "");
      return `${formatMoney(rate.unitPrice, rate.currency)}${words ? ` ${words}` : ""}${each}`;
    });
    const per = shared === undefined || told ? "" : ` per ${shared}`;
    const where = region && region !== place ? ` in ${region}` : "";
    place = region;
    return `${name} ${figures.join(", ")}${per}${where}`;
  });
}

function unitPhrase({ per, unit }: Pick<HeadlineRate, "per" | "unit">): string {
  return perWords({ per, unit }).replace(/^1M /, "million ").replace(/^1K /, "thousand ");
}
