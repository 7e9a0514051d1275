import { namesAskedFor } from "@/lib/catalog/question-words";
import type { ReadAs } from "@/lib/schemas/discover";
import { formatMoney } from "./money";
import { peopleWords, tokensWords } from "./question-answer";
import { tierTitle } from "./tier-answer";
import { list, pricingModelWords } from "./words";

/** "Nothing is called “planetscale”: what is found is spelled alike." */
export function spelledSentence(text: string): string {
  const names = namesAskedFor(text);
  const asked = (names.length > 0 ? names : [text]).map((name) => `“${name}”`);
  return `Nothing is called ${asked.join(" or ")}: what is found is spelled alike.`;
}

type Parts = Omit<ReadAs, "sentence" | "answer">;

/**
 * "Read as: CRM, at most $20 a month, cheapest first."
 * @param isSplit the question gives the tokens in all
 */
export function readAsSentence(parts: Parts, categoryName: string | null, { isSplit = false } = {}): string {
  const unread = parts.unread.map((words) => `“${words}”`);
  const leftOut = unread.length === 0 ? "" : ` Left out: ${list(unread)}.`;
  return `Read as: ${meaning(parts, categoryName, isSplit)}.${leftOut}`;
}

function meaning(parts: Parts, categoryName: string | null, isSplit: boolean): string {
  const { compare, alternativesTo, text, pricingModel, hasFreeTier, selfHosted, maxPrice, currency } = parts;
  const { having, sort, seats, cost, llm } = parts;
  const team = seats === null ? "" : ` for ${peopleWords(seats)}`;
  if (llm) {
    const { names, inputTokens, outputTokens } = llm;
    const share = isSplit ? ", as four tokens in five are taken to go in" : "";
    const on = names.length === 0 ? "the models of every provider" : list(names);
    return `the cost of ${tokensWords(inputTokens, outputTokens)} on ${on}${share}`;
  }
  if (compare) return `a comparison of ${list(compare.names)}${team}`;
  if (cost?.model) return `the price of ${cost.model.name} of ${cost.name}`;
  if (cost && (cost.tier || seats !== null)) {
    return `the cost of ${cost.tier ? tierTitle(cost.name, cost.tier.name) : cost.name}${team}`;
  }
  const thing = alternativesTo
    ? `alternatives to ${alternativesTo.name}${categoryName ? ` in ${categoryName}` : ""}`
    : text === null
      ? categoryName
      : `“${text}”`;
  const said = [
    thing,
    pricingModel === null ? null : pricingModelWords(pricingModel).toLowerCase(),
    hasFreeTier ? "free of charge" : null,
    selfHosted ? "free to host oneself" : null,
    having === "sso" ? "charging for single sign-on" : null,
    seats === null ? null : `for ${peopleWords(seats)}`,
    maxPrice === null ? null : `at most ${formatMoney(maxPrice, currency)} a month`,
    sort === "price"
      ? "cheapest first"
      : text !== null
        ? null
        : alternativesTo
          ? "often compared and best known first"
          : "best known first",
  ].filter((part) => part !== null);
  return said.join(", ");
}
