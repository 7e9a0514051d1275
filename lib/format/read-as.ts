import { namesAskedFor } from "@/lib/catalog/question-words";
import type { ReadAs } from "@/lib/schemas/discover";
import { countText } from "@/lib/tco/quote";
import { formatDay } from "./dates";
import { formatMoney } from "./money";
import { peopleWords, tokensWords } from "./question-answer";
import { tierTitle } from "./tier-answer";
import { list, pricingModelWords } from "./words";

const HAVING_WORDS: Record<NonNullable<ReadAs["having"]>, string> = {
  sso: "with an extra charge for single sign-on",
  has_sso: "with single sign-on",
  scim: "with SCIM",
  audit_log: "with an audit log",
  student_offer: "with an offer for students",
  educator_offer: "with an offer for educators",
  nonprofit_offer: "with an offer for nonprofits",
  open_source_offer: "with an offer for open-source projects",
  startup_offer: "with an offer for start-ups",
};

/** Returns "No product matches “planetscale”. Showing similar names." */
export function spelledSentence(text: string): string {
  return `${noMatchSentence(text)} Showing similar names.`;
}

/** Returns "No product matches “planetscale”." */
export function noMatchSentence(text: string): string {
  const names = namesAskedFor(text);
  const asked = (names.length > 0 ? names : [text]).map((name) => `“${name}”`);
  return `No product matches ${asked.join(" or ")}.`;
}

/** Data that a question names and a record lacks. */
export interface Missing {
  what: "plan" | "unit" | "currency" | "billing";
  name: string;
}

const PRICE = { unit: "price per", currency: "price in", billing: "price billed" };

export function missingWords({ what, name }: Missing): string {
  return what === "plan" ? `plan “${name}”` : `${PRICE[what]} ${name}`;
}

type Parts = Omit<ReadAs, "sentence" | "answer">;

/**
 * "Searched for: CRM, up to $20 per month, cheapest first."
 * @param isSplit the question gives the tokens in all
 */
export function readAsSentence(parts: Parts, categoryName: string | null, { isSplit = false } = {}): string {
  const unread = parts.unread.map((words) => `“${words}”`);
  const leftOut = unread.length === 0 ? "" : ` Not used: ${list(unread)}.`;
  return `Searched for: ${meaning(parts, categoryName, isSplit)}.${leftOut}`;
}

function meaning(parts: Parts, categoryName: string | null, isSplit: boolean): string {
  const { compare, alternativesTo, text, pricingModel, hasFreeTier, selfHosted, maxPrice, currency } = parts;
  const { having, sort, seats, cost, llm } = parts;
  const team = seats === null ? "" : ` for ${peopleWords(seats)}`;
  if (llm) {
    const { names, inputTokens, outputTokens } = llm;
    const share = isSplit ? ", assuming 80% input tokens" : "";
    const on = names.length === 0 ? "all providers’ models" : list(names);
    return `cost of ${tokensWords(inputTokens, outputTokens)} on ${on}${share}`;
  }
  if (parts.changes) {
    return `price changes${categoryName === null ? "" : ` in ${categoryName}`} since ${formatDay(parts.changes.since)}`;
  }
  if (compare) return `comparison of ${list(compare.names)}${team}`;
  if (cost?.model) return `price of ${cost.model.name} (${cost.name})`;
  if (cost && (cost.tier || seats !== null)) {
    return `cost of ${cost.tier ? tierTitle(cost.name, cost.tier.name) : cost.name}${team}`;
  }
  const thing = alternativesTo
    ? `alternatives to ${alternativesTo.name}${categoryName ? ` in ${categoryName}` : ""}`
    : text === null
      ? (categoryName ?? "all products")
      : `“${text}”`;
  const said = [
    thing,
    pricingModel === null ? null : pricingModelWords(pricingModel).toLowerCase(),
    hasFreeTier ? "with a free plan or free self-hosting" : null,
    selfHosted ? "free to self-host" : null,
    having === null ? null : HAVING_WORDS[having],
    maxPrice === null ? null : `up to ${formatMoney(maxPrice, currency)} per month${team}`,
    seats === null || maxPrice !== null ? null : team.trim(),
    ...Object.entries(parts.quantities).map(([unit, quantity]) => `for ${countText(quantity, unit)}`),
    sort === "price"
      ? "cheapest first"
      : text !== null
        ? null
        : alternativesTo
          ? "often compared products first, then best known"
          : "best known first",
  ].filter((part) => part !== null);
  return said.join(", ");
}
