import { POLICY } from "@/lib/catalog/policy";
import type { Axis } from "@/lib/usage/curves";
import type { CacheWrite, LlmQuestion, QuantityName } from "@/lib/usage/llm-address";
import type { NotRanked } from "@/lib/usage/standing";
import { formatCount, formatNumber, formatPercent } from "./money";
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
  const meters = list(disputed.map((meter) => meterWords(meter).toLowerCase()));
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
