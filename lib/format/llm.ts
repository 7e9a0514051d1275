import { POLICY } from "@/lib/catalog/policy";
import type { Day } from "@/lib/schemas/primitives";
import type { AnnouncedBill, BillPart, BillRow } from "@/lib/usage/bill";
import type { Axis } from "@/lib/usage/curves";
import { type CacheWrite, type LlmQuestion, type QuantityName, workloadOf } from "@/lib/usage/llm-address";
import type { NotRanked } from "@/lib/usage/standing";
import { ageOf, readWords } from "./age";
import { formatDay } from "./dates";
import { formatCount, formatMoney, formatNumber, formatPercent } from "./money";
import { list, meterWords, modeWords } from "./words";

const AXIS_TITLES: Record<Axis, string> = {
  ratio: "Output tokens per input token",
  prompt: "Length of a prompt, tokens",
  cached: "Share of the input read from the cache",
  volume: "Requests a month",
};

export function axisTitle(axis: Axis): string {
  return AXIS_TITLES[axis];
}

/** A tick of an axis. */
export function axisTick(axis: Axis, value: number): string {
  if (axis === "cached") return formatPercent(value * 100);
  return axis === "ratio" ? formatNumber(value) : formatCount(value);
}

/** A point of an axis in a sentence; crossings rarely fall on round numbers. */
export function axisPoint(axis: Axis, value: number): string {
  switch (axis) {
    case "ratio":
      return `${threeDigits(value)} output ${value === 1 ? "token" : "tokens"} per input token`;
    case "prompt":
      return `prompts of ${formatNumber(Math.round(value))} tokens`;
    case "cached":
      return `${formatPercent(value * 100)} of the input cached`;
    case "volume":
      return `${threeDigits(value)} requests a month`;
  }
}

/** A crossing beside its mark. */
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
  requests: "Requests a month",
  inputTokens: "Input tokens",
  cachedInputTokens: "of which cached",
  outputTokens: "Output tokens",
  reasoningTokens: "Reasoning tokens",
  cacheWriteTokens: "Cache writes",
};

export function quantityLabel(name: QuantityName): string {
  return QUANTITY_LABELS[name];
}

const CACHE_WRITE_LABELS: Record<CacheWrite, string> = {
  cacheWrite5mTokens: "for 5 minutes",
  cacheWrite1hTokens: "for 1 hour",
  cacheWriteTokens: "duration not stated",
};

export function cacheWriteLabel(meter: CacheWrite): string {
  return CACHE_WRITE_LABELS[meter];
}

const DISAGREES = /^(\w+): another recent source shows another price/;

/** The engine's warnings as a reader of the page takes them: disagreements together, the rest as they are. */
export function warningWords(warnings: readonly string[]): string[] {
  const disputed = warnings.flatMap((text) => DISAGREES.exec(text)?.[1] ?? []);
  const others = warnings.filter((text) => !DISAGREES.test(text));
  if (disputed.length === 0) return others;
  const meters = list([...new Set(disputed)].map((meter) => meterWords(meter).toLowerCase()));
  return [`Another recent source shows another price for ${meters}.`, ...others];
}

/** The workload in one sentence. */
export function workloadWords({ per, quantities, mode }: LlmQuestion): string {
  const { requests, inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cacheWriteTokens } = quantities;
  const parts = [
    inputTokens
      ? `${formatNumber(inputTokens)} in${cachedInputTokens ? ` (${formatNumber(cachedInputTokens)} cached)` : ""}`
      : null,
    outputTokens ? `${formatNumber(outputTokens)} out` : null,
    reasoningTokens ? `${formatNumber(reasoningTokens)} reasoning` : null,
    cacheWriteTokens ? `${formatNumber(cacheWriteTokens)} written to the cache` : null,
  ].filter(Boolean);
  const head =
    per === "request"
      ? `${formatNumber(requests ?? 1)} requests a month, each `
      : requests
        ? `${formatNumber(requests)} requests a month, together `
        : "A month of ";
  return `${head}${parts.join(", ")} tokens${mode === "standard" ? "" : `, ${modeWords(mode)}`}`;
}

/** "GPT-4o mini of OpenAI API at". */
export function leastWords({ card, model }: { card: { name: string }; model: { name: string } }): string {
  return `${model.name} of ${card.name} at`;
}

/** "Not ranked: 12 deprecated models, 3 that no source has shown for 180 days." Empty where all are ranked. */
export function notRankedWords({ deprecated, retired, unconfirmed, variant }: NotRanked): string {
  const parts = [
    deprecated > 0 && `${formatNumber(deprecated)} deprecated`,
    retired > 0 && `${formatNumber(retired)} retired`,
    unconfirmed > 0 && `${formatNumber(unconfirmed)} that no source has shown for ${POLICY.dueAfterDays} days`,
    variant > 0 &&
      `${formatNumber(variant)} other ids of ranked models (snapshots, modes, spoken and fine-tuned forms)`,
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

/** "input $12.50 · output $20", and all of them where a bar is told in a sentence. */
export function billPartsWords({ parts }: Pick<BillRow, "parts">, currency: string): string {
  return parts
    .map(({ part, amount }) => `${billPartLabel(part)} ${formatMoney(moneyOf(amount.toNumber()), currency)}`)
    .join(" · ");
}

/** To cents; what is less than ten cents keeps three digits. */
function moneyOf(amount: number): number {
  return amount >= 0.1 ? Math.round(amount * 100) / 100 : Number(amount.toPrecision(3));
}

/** What one task costs: fractions of a cent in two digits. */
export function taskMoney(amount: number, currency: string): string {
  return formatMoney(amount >= 0.1 ? Math.round(amount * 100) / 100 : Number(amount.toPrecision(2)), currency);
}

/** "50M tokens in (10M of them cached), 10M out": the month, however it was told. */
export function loadWords(question: LlmQuestion): string {
  const { quantities } = workloadOf(question);
  const of = (meter: string) => quantities.get(meter) ?? 0;
  const [input, cached, reasoning] = [of("inputTokens"), of("cachedInputTokens"), of("reasoningTokens")];
  const parts = [
    input > 0 && `${formatCount(input)} tokens in${cached > 0 ? ` (${formatCount(cached)} of them cached)` : ""}`,
    of("outputTokens") > 0 && `${formatCount(of("outputTokens"))}${input > 0 ? "" : " tokens"} out`,
    reasoning > 0 && `${formatCount(reasoning)} of reasoning`,
  ].filter((part) => part !== false);
  return `${parts.join(", ")}${question.mode === "standard" ? "" : `, ${modeWords(question.mode)}`}`;
}

/** The answer of the page in one sentence. */
export function billVerdict(
  { card, model, estimate }: Pick<BillRow, "card" | "model" | "estimate">,
  { question, models, today }: { question: LlmQuestion; models: string; today: Day },
): string {
  const bill = `${formatMoney(estimate.total ?? 0, model.currency)} a month`;
  return `${leastWords({ card, model })} ${bill} is the cheapest of ${models} for ${loadWords(question)}; ${readWords(ageOf(model.observedAt, today))}.`;
}

/** "$54 from 1 Jan 2027, announced". */
export function announcedBillWords({ from, status, total }: AnnouncedBill, currency: string): string {
  const bill = total === null ? "not all of it priced" : formatMoney(total, currency);
  return status === "scheduled"
    ? `${bill} from ${formatDay(from)}, as announced`
    : `${bill} was announced from ${formatDay(from)}; no reading shows it`;
}

/** "1M of context": in three digits. */
export function contextWords(tokens: number | null): string {
  return tokens === null ? "context not stated" : `${formatCount(Number(tokens.toPrecision(3)))} of context`;
}
