import type { Decimal } from "decimal.js";
import { decimal, roundMoney } from "@/lib/catalog/money";
import type { UsageModel } from "@/lib/schemas/record";
import type { Estimate, EstimateLine } from "@/lib/schemas/usage";
import { type BilledMeter, priceOf } from "./price";
import { demands, type Workload } from "./workload";

/** The part of a model's card that an estimate reads. */
export type RatedModel = Pick<UsageModel, "model" | "name" | "currency" | "status" | "conflicts"> & {
  meters: readonly BilledMeter[];
};

/** Meters of which a card may price another kind. */
const KINDRED: readonly (readonly string[])[] = [
  ["cacheWriteTokens", "cacheWrite5mTokens", "cacheWrite1hTokens"],
  ["instanceHours", "computeHours", "vcpuHours"],
];

export interface ExactEstimate extends Estimate {
  /** Before rounding; null with the total. */
  exact: Decimal | null;
}

/**
 * What a workload costs on one model. A quantity without a price is `unpriced` and leaves the total null. Amounts are
 * exact until the end, and then rounded half-up to cents; below one cent they keep their precision.
 */
export function estimate(model: RatedModel, workload: Workload): ExactEstimate {
  const lines: EstimateLine[] = [];
  const unpriced: string[] = [];
  const warnings = new Set<string>();
  let exact = decimal(0);

  for (const { meter: name, quantity } of demands(workload)) {
    const meter = meterFor(model, name, workload);
    if (!meter) {
      unpriced.push(name);
      warnings.add(whyUnpriced(model, name, workload));
      continue;
    }
    const shares = meter.name !== name && workload.quantities.get(meter.name);
    const pricing = priceOf(meter, decimal(quantity), workload, decimal(shares || 0));
    for (const note of pricing.notes) warnings.add(note);
    if (!pricing.parts) {
      unpriced.push(name);
      continue;
    }
    const isRegional = pricing.parts.some(({ regional }) => regional);
    if (isRegional && workload.regionAssumed) {
      warnings.add(`Prices of ${workload.region}, the card's reference region, are used: give \`region\` for another.`);
    }
    const disputed = ({ meter: of, mode, regions }: UsageModel["conflicts"][number]) =>
      of === meter.name &&
      mode === meter.mode &&
      (isRegional ? (regions?.includes(workload.region ?? "") ?? false) : regions === undefined);
    for (const { shown, other, shownOn, observedAt } of model.conflicts.filter(disputed)) {
      warnings.add(
        `${meter.name}: another recent source shows another price: ${shown} read on ${shownOn} is used, ${other} was read on ${observedAt}, see conflicts.`,
      );
    }
    if (meter.doubtful) {
      warnings.add(`${meter.name}: the only source of this price shows other prices of the model differently.`);
    }
    for (const part of pricing.parts) {
      exact = exact.plus(part.amount);
      lines.push({
        meter: name,
        quantity: part.quantity.toNumber(),
        unitPrice: part.unitPrice,
        per: meter.per,
        amount: roundMoney(part.amount),
        rateOf: meter.name,
        band: part.band,
        when: part.when,
        evidence: meter.evidence,
      });
    }
  }
  if (workload.mode.startsWith("commitment") && lines.length > 0) {
    warnings.add("A commitment is paid for its whole term, whatever is used of it.");
  }
  if (model.status !== "active") warnings.add(`The model is ${model.status}.`);
  const total = unpriced.length > 0 ? null : exact;
  return {
    model: model.model,
    name: model.name,
    mode: workload.mode,
    ...(workload.region !== undefined && { region: workload.region }),
    currency: model.currency,
    lines,
    total: total && roundMoney(total),
    unpriced,
    warnings: [...warnings],
    exact: total,
  };
}

function meterFor({ meters }: RatedModel, name: string, { mode }: Workload): BilledMeter | undefined {
  const own = meters.find((meter) => meter.name === name && meter.mode === mode);
  if (own || name !== "reasoningTokens") return own;
  // Billed as output, unless the card prices them apart in some mode.
  if (meters.some((meter) => meter.name === name)) return undefined;
  return meters.find((meter) => meter.name === "outputTokens" && meter.mode === mode);
}

function whyUnpriced({ meters }: RatedModel, name: string, { mode }: Workload): string {
  const modes = meters.filter((meter) => meter.name === name).map((meter) => meter.mode);
  if (modes.length > 0) return `${name} has no ${mode} price; it is priced in: ${modes.join(", ")}.`;
  const kin = KINDRED.find((names) => names.includes(name)) ?? [];
  const priced = kin.filter((other) => meters.some((meter) => meter.name === other && meter.mode === mode));
  if (priced.length > 0) return `${name} has no price on this model; it prices ${priced.join(", ")}.`;
  return `${name} has no price on this model.`;
}

export interface Ranking {
  /** Models with a total, cheapest first; those in the card's own currency before others. */
  estimates: ExactEstimate[];
  /** Models of which a quantity has no price. */
  unpricedModels: number;
}

export function rankModels(models: readonly RatedModel[], workload: Workload, currency: string): Ranking {
  const all = models.map((model) => estimate(model, workload));
  const priced = all.flatMap((entry) => (entry.exact === null ? [] : [{ entry, exact: entry.exact }]));
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  priced.sort(
    (a, b) =>
      Number(a.entry.currency !== currency) - Number(b.entry.currency !== currency) ||
      order(a.entry.currency, b.entry.currency) ||
      a.exact.comparedTo(b.exact) ||
      order(a.entry.model, b.entry.model),
  );
  return { estimates: priced.map(({ entry }) => entry), unpricedModels: all.length - priced.length };
}
