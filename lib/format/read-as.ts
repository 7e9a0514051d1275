import type { ReadAs } from "@/lib/schemas/discover";
import { formatMoney } from "./money";
import { list, pricingModelWords } from "./words";

/** "Read as: CRM, at most $20 a month, cheapest first." */
export function readAsSentence(parts: Omit<ReadAs, "sentence">, categoryName: string | null): string {
  const { compare, alternativesTo, text, pricingModel, hasFreeTier, maxPrice, currency, sort } = parts;
  if (compare) return `Read as: a comparison of ${list(compare.names)}.`;
  const thing = alternativesTo
    ? `alternatives to ${alternativesTo.name}${categoryName ? ` in ${categoryName}` : ""}`
    : text === null
      ? categoryName
      : `“${text}”`;
  const said = [
    thing,
    pricingModel === null ? null : pricingModelWords(pricingModel).toLowerCase(),
    hasFreeTier ? "free of charge" : null,
    maxPrice === null ? null : `at most ${formatMoney(maxPrice, currency)} a month`,
    sort === "price" ? "cheapest first" : text === null ? "best known first" : null,
  ].filter((part) => part !== null);
  return `Read as: ${said.join(", ")}.`;
}
