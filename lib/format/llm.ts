import { POLICY } from "@/lib/catalog/policy";
import type { Day } from "@/lib/schemas/primitives";
import { type AnnouncedBill, soonAnnounced } from "@/lib/usage/announced";
import type { BillPart, BillRow } from "@/lib/usage/bill";
import type { Axis } from "@/lib/usage/curves";
import { type CacheWrite, type LlmQuestion, type QuantityName, workloadOf } from "@/lib/usage/llm-address";
import type { NotRanked } from "@/lib/usage/standing";
import { ageOf, readWords } from "./age";
import { formatDay } from "./dates";
import { formatCost, formatCount, formatMoney, formatNumber, formatPercent } from "./money";
import { capitalised, list, meterWords, modeWords } from "./words";

const AXIS_TITLES: Record<Axis, string> = {
  ratio: "Output tokens per input token",
  prompt: "Prompt length, tokens",
  cached: "Cached share of input tokens",
  volume: "Requests per month",
};

export function axisTitle(axis: Axis): string {
  return AXIS_TITLES[axis];
}

export function axisTick(axis: Axis, value: number): string {
  if (axis === "cached") return formatPercent(value * 100);
  return axis === "ratio" ? formatNumber(value) : formatCount(value);
}

/** Formats a point of an axis for a sentence; crossings rarely fall on round numbers. */
export function axisPoint(axis: Axis, value: number): string {
  switch (axis) {
    case "ratio":
      return `${threeDigits(value)} output ${value === 1 ? "token" : "tokens"} per input token`;
    case "prompt":
      return `${formatNumber(Math.round(value))} tokens per prompt`;
    case "cached":
      return `${formatPercent(value * 100)} cached input`;
    case "volume":
      return `${threeDigits(value)} requests per month`;
  }
}

/** Formats the label of a crossing's mark. */
export function axisMark(axis: Axis, value: number): string {
  return axis === "cached" ? formatPercent(value * 100) : threeDigits(value);
}

function threeDigits(value: number): string {
  if (value >= 1000) {
    const step = 10 ** (Math.floor(Math.log10(value)) - 2);
    return formatNumber(Math.round(value / step) * step);
  }
  return formatNumber(Number(value.toPrecision(3)));
}

const QUANTITY_LABELS: Record<QuantityName, string> = {
  requests: "Requests per month",
  inputTokens: "Input tokens",
  cachedInputTokens: "Cached part of input",
  outputTokens: "Output tokens",
  reasoningTokens: "Reasoning tokens",
  cacheWriteTokens: "Cache writes",
};

export function quantityLabel(name: QuantityName): string {
  return QUANTITY_LABELS[name];
}

const CACHE_WRITE_LABELS: Record<CacheWrite, string> = {
  cacheWrite5mTokens: "5 minutes",
  cacheWrite1hTokens: "1 hour",
  cacheWriteTokens: "not stated",
};

export function cacheWriteLabel(meter: CacheWrite): string {
  return CACHE_WRITE_LABELS[meter];
}

const DISAGREES = /^(\w+): (?:another recent source shows|\d+ other recent readings show) a different price/;

/** Rewords the engine's warnings for readers of the page: combines disagreements and returns the rest unchanged. */
export function warningWords(warnings: readonly string[]): string[] {
  const disputed = warnings.flatMap((text) => DISAGREES.exec(text)?.[1] ?? []);
  const others = warnings.filter((text) => !DISAGREES.test(text));
  if (disputed.length === 0) return others;
  const meters = list([...new Set(disputed)].map((meter) => meterWords(meter).toLowerCase()));
  return [`Another recent source shows a different price for ${meters}.`, ...others];
}

export function workloadWords({ per, quantities, mode }: LlmQuestion): string {
  const { requests, inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens } = quantities;
  const parts = [
    inputTokens
      ? `${formatNumber(inputTokens)} input${cachedInputTokens ? ` (${formatNumber(cachedInputTokens)} cached)` : ""}`
      : null,
    outputTokens ? `${formatNumber(outputTokens)} output` : null,
    reasoningTokens ? `${formatNumber(reasoningTokens)} reasoning` : null,
    cacheWriteTokens ? `${formatNumber(cacheWriteTokens)} cache write` : null,
  ].filter((part) => part !== null);
  const tokens = `${list(parts)} tokens`;
  const said =
    per === "request"
      ? `${formatNumber(requests ?? 1)} requests per month, each with ${tokens}`
      : requests
        ? `${formatNumber(requests)} requests per month with a total of ${tokens}`
        : `${tokens} per month`;
  return `${said}${inMode(mode)}`;
}

/** Returns ", batch mode". */
function inMode(mode: LlmQuestion["mode"]): string {
  return mode === "standard" ? "" : `, ${modeWords(mode)} mode`;
}

/** Returns "GPT-4o mini (OpenAI API) at". */
export function leastWords(offer: { card: { name: string }; model: { name: string } }): string {
  return `${offerName(offer)} at`;
}

/** Returns "GPT-4o mini (OpenAI API)". */
function offerName({ card, model }: { card: { name: string }; model: { name: string } }): string {
  return `${model.name} (${card.name})`;
}

/** Returns "Not ranked: 12 deprecated and 3 not shown by any source for 180 days." Empty if all are ranked. */
export function notRankedWords({ deprecated, retired, unconfirmed, variant, notText }: NotRanked): string {
  const parts = [
    deprecated > 0 && `${formatNumber(deprecated)} deprecated`,
    retired > 0 && `${formatNumber(retired)} retired`,
    unconfirmed > 0 && `${formatNumber(unconfirmed)} not shown by any source for ${POLICY.dueAfterDays} days`,
    variant > 0 &&
      `${formatNumber(variant)} other IDs of ranked models (snapshots, modes, audio and fine-tuned versions)`,
    notText > 0 && `${formatNumber(notText)} that do not write text`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `Not ranked: ${list(parts)}.`;
}

const PART_LABELS: Record<BillPart, string> = {
  input: "input",
  cached: "cached input",
  writes: "cache writes",
  output: "output",
  other: "requests",
};

export function billPartLabel(part: BillPart): string {
  return PART_LABELS[part];
}

/** Returns "input $12.50 · output $20" with all parts, for sentences that describe a bar. */
export function billPartsWords({ parts }: Pick<BillRow, "parts">, currency: string): string {
  return parts
    .map(({ part, amount }) => `${billPartLabel(part)} ${formatCost(amount.toNumber(), currency)}`)
    .join(" · ");
}

/** Formats the cost of one task: fractions of a cent with two digits. */
export function taskMoney(amount: number, currency: string): string {
  return formatMoney(amount >= 0.1 ? Math.round(amount * 100) / 100 : Number(amount.toPrecision(2)), currency);
}

/** Returns "50M input tokens (10M cached) and 10M output tokens": the month, even if the input was per request. */
export function loadWords(question: LlmQuestion): string {
  const { quantities } = workloadOf(question);
  const of = (meter: string) => quantities.get(meter) ?? 0;
  const [input, cached, reasoning] = [of("inputTokens"), of("cachedInputTokens"), of("reasoningTokens")];
  const parts = [
    input > 0 && `${formatCount(input)} input tokens${cached > 0 ? ` (${formatCount(cached)} cached)` : ""}`,
    of("outputTokens") > 0 && `${formatCount(of("outputTokens"))} output tokens`,
    reasoning > 0 && `${formatCount(reasoning)} reasoning tokens`,
  ].filter((part) => part !== false);
  return `${list(parts)}${inMode(question.mode)}`;
}

/** Returns the verdict of the page. `models`: null if there is only one. */
export function billVerdict(
  { card, model, estimate }: Pick<BillRow, "card" | "model" | "estimate">,
  { question, models, today }: { question: LlmQuestion; models: string | null; today: Day },
): string {
  const bill = `${formatCost(estimate.total ?? 0, model.currency)} per month`;
  const read = capitalised(readWords(ageOf(model.observedAt, today)));
  const load = loadWords(question);
  const announced = soonAnnounced(model, workloadOf(question), today, estimate.total);
  const soon = announced.map((coming) => ` It is ${announcedBillWords(coming, model.currency)}.`).join("");
  if (models === null) return `${offerName({ card, model })} costs ${bill} for ${load}.${soon} ${read}.`;
  return `${leastWords({ card, model })} ${bill} is the cheapest of ${models} for ${load}.${soon} ${read}.`;
}

/** Returns "$54 from 1 Jan 2027, as announced". */
export function announcedBillWords({ from, status, total }: AnnouncedBill, currency: string): string {
  const bill = total === null ? "total unknown" : formatCost(total, currency);
  return status === "scheduled"
    ? `${bill} from ${formatDay(from)}, as announced`
    : `${bill} from ${formatDay(from)}, as announced but not confirmed by any reading`;
}

/** Returns "1M context window", with three digits. */
export function contextWords(tokens: number | null): string {
  return tokens === null ? "context window not stated" : `${formatCount(Number(tokens.toPrecision(3)))} context window`;
}
