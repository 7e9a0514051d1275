import type { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";
import { pricesIn, regionsOf } from "@/lib/catalog/regions";
import { extended } from "@/lib/extended";
import { formatNumber } from "@/lib/format/money";
import { onceFor } from "@/lib/once-for";
import type { Meter } from "@/lib/schemas/record";
import type { Workload } from "./workload";

type Price = Meter["prices"][number];

/** A meter, and how its units are counted before they are priced. */
export type BilledMeter = Pick<Meter, "name" | "per" | "mode" | "tierMode" | "prices" | "evidence" | "doubtful"> & {
  /** Partial steps of this number of units are billed in full. */
  roundUpTo?: number;
  /** Any use is billed as at least this number of units. */
  minimumUnits?: number;
  /** Units that are not billed. */
  included?: number;
};

export interface PricedPart {
  quantity: Decimal;
  unitPrice: number;
  amount: Decimal;
  /** The band that was chosen; null if one price applies to every quantity. */
  band: { from: number; upTo: number | null } | null;
  when: string | null;
  /** The price is the region's own, not a price without a region. */
  regional: boolean;
}

type Share = Pick<PricedPart, "quantity" | "unitPrice" | "band" | "when" | "regional">;

export type Pricing = { parts: PricedPart[]; notes: string[] } | { parts: null; notes: string[] };

/**
 * Computes the cost of `quantity` units on one meter. `parts` is null if the card does not show the price; `notes` then
 * has the reason. `after`: units already counted, which fill the lower bands of a graduated meter.
 */
export function priceOf(meter: BilledMeter, quantity: Decimal, workload: Workload, after = decimal(0)): Pricing {
  const chosen = byCondition(meter, workload);
  if (!chosen.prices) return { parts: null, notes: chosen.notes };
  const billed = billedUnits(meter, quantity);
  const notes = [...chosen.notes];
  if (!billed.eq(quantity)) notes.push(`${meter.name}: ${quantity} used, ${billed} billed.`);
  const parts = (prices: Share[]): Pricing => ({
    parts: prices.map((part) => extended(part, { amount: part.quantity.times(part.unitPrice).div(meter.per) })),
    notes,
  });
  const whole = (price: Price, band: PricedPart["band"]) =>
    parts([
      { quantity: billed, unitPrice: price.unitPrice, band, when: price.when, regional: price.regions !== undefined },
    ]);
  const refuse = (note: string): Pricing => ({ parts: null, notes: [...notes, note] });

  const [only] = chosen.prices;
  if (chosen.prices.length === 1 && only && only.from === 0 && only.upTo === null) return whole(only, null);
  switch (meter.tierMode) {
    case "cliff": {
      const found = cliff(meter.name, chosen.prices, workload);
      if (!("price" in found)) return refuse(found.note);
      notes.push(...found.notes);
      return whole(found.price, { from: found.price.from, upTo: found.price.upTo });
    }
    case "graduated": {
      const bands = graduated(chosen.prices, billed, after);
      if (bands) return parts(bands);
      return refuse(`${meter.name}: the card has no price for some of the ${after.plus(billed)} units.`);
    }
    default:
      return refuse(`${meter.name}: the card lists several prices without saying which applies.`);
  }
}

/**
 * Returns the price of one unit if it is the same for any quantity, region and condition. Returns null if it varies, or
 * if its decimals do not end.
 */
export const flatRate = onceFor(({ prices, per, roundUpTo, minimumUnits, included }: BilledMeter): Rate | null => {
  const [only, ...others] = prices;
  if (!only || others.length > 0 || roundUpTo || minimumUnits || included) return null;
  if (only.when !== null || only.regions !== undefined || only.from !== 0 || only.upTo !== null) return null;
  const rate = decimal(only.unitPrice).div(per);
  return rate.times(per).eq(only.unitPrice) ? { exact: rate, near: rate.toNumber() } : null;
});

interface Rate {
  exact: Decimal;
  near: number;
}

function billedUnits({ roundUpTo, minimumUnits, included }: BilledMeter, quantity: Decimal): Decimal {
  if (quantity.isZero()) return quantity;
  let units = quantity;
  if (roundUpTo) units = units.div(roundUpTo).ceil().times(roundUpTo);
  if (minimumUnits && units.lt(minimumUnits)) units = decimal(minimumUnits);
  if (!included) return units;
  return units.gt(included) ? units.minus(included) : decimal(0);
}

const LISTED_REGIONS = 6;

function byCondition(
  meter: BilledMeter,
  { when, region, regionAssumed = false }: Workload,
): { prices: readonly Price[] | null; notes: string[] } {
  const { name, mode } = meter;
  const [only] = meter.prices;
  if (meter.prices.length === 1 && only?.when === null && only.regions === undefined) {
    return { prices: meter.prices, notes: [] };
  }
  const prices = pricesIn(meter.prices, region ?? null);
  if (prices.length === 0) {
    const regions = regionsOf([{ meters: [meter] }]);
    const more = regions.length > LISTED_REGIONS ? ` and ${regions.length - LISTED_REGIONS} more` : "";
    const place = regionAssumed ? `${region}, the card's reference region` : region;
    const where = place === undefined ? "without a region" : `in ${place}`;
    const listed = regions.slice(0, LISTED_REGIONS).join(", ");
    return { prices: null, notes: [`${name} has no price ${where}. It has prices in: ${listed}${more}.`] };
  }
  const conditions = [...new Set(prices.flatMap((price) => price.when ?? []))];
  const listed = conditions.map((condition) => `"${condition}"`).join(", ");
  if (when !== null && conditions.includes(when)) {
    return { prices: prices.filter((price) => price.when === when), notes: [] };
  }
  const unconditional = prices.filter((price) => price.when === null);
  if (unconditional.length > 0) {
    const notes = conditions.length > 0 ? [`${name} is priced differently under a condition: ${listed}.`] : [];
    return { prices: unconditional, notes };
  }
  const [condition] = conditions;
  // A request for the mode implies the hours in which it is sold.
  if (mode === "off_peak" && conditions.length === 1 && when === null) {
    return {
      prices: [...prices],
      notes: [`${name}: the off-peak price applies only under this condition: ${condition}.`],
    };
  }
  return { prices: null, notes: [`${name} is priced only under a condition. Set \`when\` to one of: ${listed}.`] };
}

/** Bills the whole request at the price for its length: `from` exclusive, `upTo` inclusive. */
function cliff(
  name: string,
  prices: readonly Price[],
  { promptTokensPerRequest: prompt, quantities }: Workload,
): { price: Price; notes: string[] } | { note: string } {
  if (prompt !== null) {
    const price = prices.find(({ from, upTo }) => (prompt > from || from === 0) && (upTo === null || prompt <= upTo));
    return price ? { price, notes: [] } : { note: `${name}: no price for prompts of ${formatNumber(prompt)} tokens.` };
  }
  const price = prices.find(({ from }) => from === 0);
  if (!price) return { note: `${name} is priced by prompt length. Set promptTokensPerRequest.` };
  const input = quantities.get("inputTokens");
  // One request cannot be longer than all requests together.
  if (price.upTo === null || (input !== undefined && input <= price.upTo)) return { price, notes: [] };
  return {
    price,
    notes: [
      `Prompts of at most ${formatNumber(price.upTo)} tokens each are assumed. Longer prompts have a different price.`,
    ],
  };
}

/** Bills each unit at the price of its own band; null if a unit is in no band. */
function graduated(prices: readonly Price[], quantity: Decimal, after: Decimal): Share[] | null {
  const end = after.plus(quantity);
  let reached = after;
  const parts: Share[] = [];
  for (const { from, upTo, unitPrice, when, regions } of [...prices].sort((a, b) => a.from - b.from)) {
    if (reached.gte(end)) break;
    if (reached.lt(from)) return null;
    const until = upTo === null || end.lt(upTo) ? end : decimal(upTo);
    if (until.lte(reached)) continue;
    const band = { from, upTo };
    parts.push({ quantity: until.minus(reached), unitPrice, band, when, regional: regions !== undefined });
    reached = until;
  }
  return reached.lt(end) ? null : parts;
}
