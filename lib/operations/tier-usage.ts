import { decimal, roundCost } from "@/lib/catalog/money";
import { AppError, invalidField } from "@/lib/errors";
import { unknownText } from "@/lib/format/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import type { EstimateLine, UsageAnswer } from "@/lib/schemas/usage";
import { type TcoResult, totalCost } from "@/lib/tco/engine";
import { countedBy, type Quantities } from "@/lib/tco/units";
import { countsOf, requireFees, requireTier } from "./tco";
import { schemaVersion } from "./views";

/** A month of use of a product whose rate card does not price it, by the product's tiers and extra costs. */
export interface TierUsage {
  quantities: Quantities;
  model?: string | undefined;
  region?: string | undefined;
}

/** Returns the cost of a month by the calculation of TCO: the same quantities have the same price in both. */
export function usageOfTiers(record: PricingRecord, { quantities, model, region }: TierUsage): UsageAnswer {
  const zero = Object.keys(quantities).find((name) => quantities[name] === 0);
  if (zero !== undefined) throw invalidField("quantities", `${zero} must be greater than 0`);
  const counts = countsOf(record, { quantities }, "");
  requireFees(record, counts, "");
  const tier = model === undefined ? undefined : requireTier(record, model, { path: "", field: "model" });
  const result = totalCost(record, { ...counts, tier: tier?.id, region, termYears: 1, includeHiddenCosts: false });
  if (result.tier === null || result.currency === null) {
    const reasons = result.unknowns.map(unknownText).join(" ");
    throw new AppError("not_priced", `The price of ${record.name} for this use is not known. ${reasons}`);
  }
  const { usage, license, verification } = record;
  const lines = result.lines.filter(({ period }) => period === "year").map(monthly);
  const observedAt = record.tiers?.find(({ id }) => id === result.tier?.id)?.observedAt ?? verification.observedAt;
  const cited = new Set(lines.flatMap(({ evidence = [] }) => evidence));
  const state = license.tiers ?? license.usage ?? "owned";
  return {
    schemaVersion,
    slug: record.slug,
    name: record.name,
    kind: usage?.kind ?? "api",
    asOf: record.asOf,
    currency: result.currency,
    modelCount: usage?.modelCount ?? 0,
    total: 0,
    models: [],
    next: null,
    estimate: {
      model: result.tier.id,
      name: result.tier.name,
      mode: "standard",
      ...(region !== undefined && { region }),
      currency: result.currency,
      observedAt,
      confidence: verification.confidence ?? 0,
      lines,
      total: result.total === null ? null : totalOf(lines),
      unpriced: result.unknowns.map(({ what }) => what),
      warnings: warningsOf(result),
    },
    evidence: record.evidence.filter(({ id }) => cited.has(id)),
    verification,
    license: { usage: state },
    ...(state === "restricted" && record.licenseNote !== undefined && { licenseNote: record.licenseNote }),
    links: record.links,
    source: record.source,
    attribution: record.attribution,
  };
}

type Line = TcoResult["lines"][number];

/** Converts a line of a year to a line of a month. */
function monthly({ label, quantity, unit, unitPrice, amount, evidence }: Line): EstimateLine & { evidence: string[] } {
  const exact = unitPrice === null ? decimal(amount).div(12) : decimal(unitPrice).times(quantity);
  const month = roundCost(exact);
  const shared = { meter: label, amount: month, rateOf: label, band: null, when: null, evidence };
  if (unitPrice === null) return { ...shared, quantity: 1, unitPrice: month, per: 1 };
  const per = countedBy(unit)?.pack ?? 1;
  return { ...shared, quantity: decimal(quantity).times(per).toNumber(), unitPrice, per };
}

function totalOf(lines: readonly EstimateLine[]): number {
  return roundCost(lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0)));
}

function warningsOf({ lines, unknowns, assumptions }: TcoResult): string[] {
  const once = lines.filter(({ period }) => period === "once").map(({ label }) => label);
  return [
    ...unknowns.map(unknownText),
    ...assumptions,
    ...(once.length > 0 ? [`Paid once, and not part of a month: ${once.join(", ")}.`] : []),
  ];
}
