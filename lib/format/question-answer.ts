import { groupBy } from "@/lib/catalog/ledger";
import type { DiscoverResult } from "@/lib/schemas/discover";
import type { Day } from "@/lib/schemas/primitives";
import type { UsageModel } from "@/lib/schemas/record";
import { type AnnouncedBill, soonAnnouncedModels } from "@/lib/usage/announced";
import { standardRates, tokenRates } from "@/lib/usage/headline-rates";
import type { LlmQuestion } from "@/lib/usage/llm-address";
import { writesText } from "@/lib/usage/meant-model";
import { agedWords, ageOf } from "./age";
import { formatDay } from "./dates";
import { countOf, startText, startUnit } from "./list";
import { announcedBillWords, workloadWords } from "./llm";
import { formatCost, formatCount, formatNumber } from "./money";
import { rateTexts } from "./rate-texts";
import { capitalised, list } from "./words";

/** Returns "30 people", "one person". */
export function peopleWords(seats: number): string {
  return seats === 1 ? "one person" : `${formatNumber(seats)} people`;
}

export interface ModelBill {
  name: string;
  /** Cost per month; null if a quantity has no price. */
  total: number | null;
  currency: string;
  /** The bill at prices that take effect soon. */
  announced: readonly AnnouncedBill[];
}

/**
 * Returns "40M input and 10M output tokens per month: GPT-5 $150, Claude Opus 5 $450." The cheapest comes first.
 * Models without a total are listed by name.
 */
export function billsSentence(bills: readonly ModelBill[], question: LlmQuestion): string {
  const known = bills.filter((bill): bill is ModelBill & { total: number } => bill.total !== null);
  const sorted = known.toSorted((a, b) => Number(a.currency > b.currency) || a.total - b.total);
  const unknown = bills.filter(({ total }) => total === null).map(({ name }) => name);
  const figures = sorted
    .map(
      ({ name, total, currency, announced }) =>
        `${name} ${formatCost(total, currency)}${soonWords(announced, currency)}`,
    )
    .join(", ");
  const missing = unknown.length > 0 ? ` Unknown for ${list(unknown)}.` : "";
  return `${loadWords(question)}: ${figures === "" ? "no price is known" : `${figures}${question.per === "month" ? "" : " per month"}`}.${missing}`;
}

/** Returns " ($135 from 1 Jan 2027, as announced)". */
function soonWords(announced: readonly AnnouncedBill[], currency: string): string {
  return announced.length === 0 ? "" : ` (${announced.map((bill) => announcedBillWords(bill, currency)).join("; ")})`;
}

/** Returns "40M input and 10M output tokens per month". */
export function loadWords(question: LlmQuestion): string {
  const { inputTokens, outputTokens } = question.quantities;
  if (question.per !== "month") return workloadWords(question);
  return tokensWords(inputTokens ?? 0, outputTokens ?? 0);
}

export function tokensWords(input: number, output: number): string {
  const parts = [
    input > 0 ? `${formatCount(input)} input` : null,
    output > 0 ? `${formatCount(output)} output` : null,
  ].filter((part) => part !== null);
  return `${parts.join(" and ")} tokens per month`;
}

/**
 * Returns "GPT-5 (OpenAI API): $1.25 in, $10 out per million tokens. Checked 22 Aug 2026 (3 months ago, ageing)." and
 * the prices that are announced. Null without a price.
 */
export function modelSentence(seller: string, model: UsageModel, today: Day): string | null {
  const rates = ratesWords(model);
  if (rates === null) return null;
  const status = model.retiredOn
    ? `, shut down on ${formatDay(model.retiredOn)}`
    : model.status === "active"
      ? ""
      : `, ${model.status}`;
  const name = `${model.name} (${seller}${status})`;
  const soon = soonAnnouncedModels(model, today).flatMap(({ from, status, model: announced }) => {
    const later = ratesWords(announced);
    const unconfirmed = status === "scheduled" ? "" : " but not confirmed by any reading";
    return later === null || later === rates ? [] : ` From ${formatDay(from)}:${later}, as announced${unconfirmed}.`;
  });
  return `${name}:${rates}. ${capitalised(agedWords(ageOf(model.observedAt, today)))}.${soon.join("")}`;
}

/** Returns " $1.25 in, $10 out per million tokens". Null without a price. */
function ratesWords(model: UsageModel): string | null {
  const rates = writesText(model) ? tokenRates(model) : standardRates(model);
  if (rates.length === 0) return null;
  const byUnit = [...groupBy(rates, ({ per, unit }) => `${per} ${unit}`).values()];
  return byUnit.flatMap((alike) => rateTexts(alike.map((rate) => ({ ...rate, name: "" })))).join(";");
}

type Listed = Pick<
  DiscoverResult,
  "name" | "startingPrice" | "currency" | "priceStatus" | "pricingModel" | "priceUnit" | "billing"
>;

/** Returns "74 products match. First results: Acme Desk, from $9 per agent per month, billed monthly; …" */
export function listSentence<Product extends Listed>(
  total: number,
  first: readonly Product[],
  wordsOf: (product: Product, price: string) => string = (_, price) => price,
): string {
  if (total === 0) return "No matching products found.";
  const named = first.map((product) => {
    const { text, amount } = startText(product);
    const unit = startUnit(product);
    const price = amount ? `from ${text}${unit ? ` ${unit}` : ""}` : text.toLowerCase();
    return `${product.name}, ${wordsOf(product, price)}`;
  });
  return `${countOf(total, "product")} ${total === 1 ? "matches" : "match"}. First results: ${named.join("; ")}.`;
}
