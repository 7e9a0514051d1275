import type { Meter, Usage } from "@/lib/schemas/record";
import type { Estimate, UsageAnswer } from "@/lib/schemas/usage";
import { formatCost, formatCount, formatMoney, formatNumber } from "./money";
import { meterWords, perWords } from "./words";

const MAX_FIELDS = 3;
const MILLION = 1_000_000;

export type WorkloadField = {
  meter: string;
  label: string;
  /** The unit of the field, for example "million tokens". */
  unit: string;
  /** Number of units per entered unit. */
  scale: number;
  value: number;
};

const TOKENS: readonly WorkloadField[] = [
  { meter: "inputTokens", label: "Input per month", unit: "million tokens", scale: MILLION, value: 10 },
  { meter: "cachedInputTokens", label: "Cached part of input", unit: "million tokens", scale: MILLION, value: 0 },
  { meter: "outputTokens", label: "Output per month", unit: "million tokens", scale: MILLION, value: 2 },
];

/** Returns the quantities of a rate card's form: tokens, or the meters that most of its models have. */
export function workloadFields({ models }: Usage): WorkloadField[] {
  const counts = new Map<string, { meter: Meter; count: number }>();
  for (const meter of models.flatMap((model) => model.meters)) {
    if (meter.mode !== "standard") continue;
    const held = counts.get(meter.name);
    counts.set(meter.name, { meter, count: (held?.count ?? 0) + 1 });
  }
  const common = [...counts.values()].sort((a, b) => b.count - a.count || a.meter.name.localeCompare(b.meter.name));
  if (common.slice(0, MAX_FIELDS).some(({ meter }) => meter.name === "inputTokens")) {
    return TOKENS.filter(({ meter }) => counts.has(meter));
  }
  return common.slice(0, MAX_FIELDS).map(({ meter }, index) => ({
    meter: meter.name,
    label: `${meterWords(meter.name)} per month`,
    unit: perWords({ per: 2, unit: meter.unit }).replace(/^2 /, ""),
    scale: 1,
    value: index === 0 ? typicalOf(meter) : 0,
  }));
}

function typicalOf({ per, unit }: Meter): number {
  if (per > 1) return per;
  if (/\bTB\b/.test(unit)) return 1;
  if (/\bGB\b/.test(unit)) return 100;
  if (/hour/.test(unit)) return 730;
  return /month/.test(unit) ? 1 : 1000;
}

/** Returns the modes with a price on the card, the standard one first. */
export function workloadModes({ models }: Usage): Meter["mode"][] {
  const modes = new Set(models.flatMap((model) => model.meters.map(({ mode }) => mode)));
  return [...modes].sort((a, b) => Number(b === "standard") - Number(a === "standard") || a.localeCompare(b));
}

export type WorkloadQuestion = {
  slug: string;
  mode: string;
  region?: string | undefined;
  quantities: { meter: string; quantity: number }[];
};

/**
 * Returns the query string of the usage endpoint. `named`: meters with a parameter of their own; the others are sent as
 * meter:number.
 */
export function workloadQuery(
  { mode, region, quantities }: WorkloadQuestion,
  { named, limit }: { named: readonly string[]; limit: number },
): string {
  const query = new URLSearchParams();
  const others: string[] = [];
  for (const { meter, quantity } of quantities) {
    if (quantity <= 0) continue;
    if (named.includes(meter)) query.set(meter, String(quantity));
    else others.push(`${meter}:${quantity}`);
  }
  if (others.length > 0) query.set("quantities", others.join(","));
  if (mode !== "standard") query.set("mode", mode);
  if (region) query.set("region", region);
  query.set("limit", String(limit));
  return query.toString();
}

export type WorkloadRow = {
  model: string;
  name: string;
  /** "Input 10M at $2.50 per 1M: $25" */
  lines: string[];
  warnings: readonly string[];
  total: string;
};

export type WorkloadView = { rows: WorkloadRow[]; summary: string };

export function workloadView(
  answer: Pick<UsageAnswer, "estimates" | "estimateCount" | "unpricedModels">,
): WorkloadView {
  const { estimates = [], estimateCount = 0, unpricedModels = 0 } = answer;
  const isPart = estimates.length < estimateCount;
  const shown = isPart ? `The cheapest ${estimates.length} of ${estimateCount}` : `All ${estimateCount}`;
  const found =
    estimateCount === 1
      ? "One option prices the whole workload."
      : `${shown} options that price the whole workload, cheapest first.`;
  const left =
    unpricedModels > 0
      ? ` ${formatNumber(unpricedModels)} not shown: part of the workload has no price, which does not mean it is free.`
      : "";
  return {
    rows: estimates.map(rowOf),
    summary: estimates.length === 0 ? `Nothing on this rate card prices the whole workload.${left}` : `${found}${left}`,
  };
}

function rowOf({ model, name, lines, warnings, total, currency }: Estimate): WorkloadRow {
  return {
    model,
    name,
    lines: lines.map(({ meter, quantity, unitPrice, per, amount }) => {
      const price = `${formatMoney(unitPrice, currency)}${per === 1 ? "" : ` per ${formatCount(per)}`}`;
      return `${meterWords(meter)} ${formatCount(quantity)} at ${price}: ${formatCost(amount, currency)}`;
    }),
    warnings,
    total: total === null ? "unknown" : formatCost(total, currency),
  };
}
