import { leadFee } from "@/lib/catalog/percentage-price";
import { paidTiers } from "@/lib/catalog/plans";
import { onceFor } from "@/lib/once-for";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { type CountedUnit, type Counts, countIn, countsFor, FIRST_TERMS, type Input, PEOPLE } from "./counted";
import { unitLabel } from "./counts";
import { type TcoResult, totalCost } from "./engine";
import { needsCount } from "./payments";
import { hangsOnSeats } from "./quote";
import { boughtUnits, VOLUME } from "./units";

/** Returns the units that a buyer of the product counts. Includes people even if only a limit of them matters. */
export function unitsOf({ tiers = [] }: Pick<PricingRecord, "tiers">): readonly CountedUnit[] {
  return unitsSold(tiers);
}

const unitsSold = onceFor((tiers: readonly Tier[]): readonly CountedUnit[] => {
  const sold = paidTiers(tiers);
  const units: CountedUnit[] = boughtUnits(sold).map(({ noun, isPeople }) => ({ noun, isPeople }));
  return units.some(({ isPeople }) => isPeople) || !sold.some(hangsOnSeats) ? units : [PEOPLE, ...units];
});

/** Returns the inputs of a cost form: the units, and the monthly payments if a tier charges a share of them. */
export function inputsOf(record: Pick<PricingRecord, "tiers">): readonly Input[] {
  const units = unitsOf(record).map((unit): Input => ({ ...unit, label: unitLabel(unit.noun) }));
  return [...units, ...paymentInputs(record.tiers ?? [])];
}

function paymentInputs(tiers: readonly Tier[]): Input[] {
  const fees = tiers.flatMap(({ percentageFees, retiredOn }) => (retiredOn === null ? percentageFees : []));
  const [first] = fees;
  if (!first) return [];
  const { currency } = leadFee(tiers)?.fee ?? first;
  const volume = `Volume per month${currency === null ? "" : `, ${currency}`}`;
  return [
    { noun: VOLUME, isPeople: false, label: volume, payment: "volume" },
    ...(fees.some(needsCount)
      ? [{ noun: "transaction", isPeople: false, label: "Transactions per month", payment: "transactions" } as const]
      : []),
  ];
}

/** Team sizes, in order of preference: the first one that the product's tiers admit is shown. */
const TEAMS = [25, 10, 5, 3, 2, 1];

export interface FirstCost extends Counts {
  result: TcoResult;
}

/**
 * Returns the yearly cost for a count of the product's unit. Without a count, uses a team size, or one of the first
 * unit or one pack of it. Returns null if no paid tier has a price or no price fits a team, and if the price is a
 * percentage or led by a usage meter. If the tier of the result is null, nothing is sold for that count.
 */
export function firstCost(record: PricingRecord, asked: number | null = null): FirstCost | null {
  const priced = (record.tiers ?? []).some(({ priceStatus, isFree }) => priceStatus === "published" && !isFree);
  // The number of people does not determine fees on payments, and purchases do not determine usage.
  if (!priced || leadFee(record.tiers ?? []) || isLedByUse(record.tiers ?? [])) return null;
  const [unit] = unitsOf(record);
  const count = unit ? countIn(asked, unit) : null;
  const wanted = count === null ? firstCounts(record, unit) : [countsFor(count, unit)];
  for (const counts of wanted) {
    const { seats, quantities } = counts;
    const result = totalCost(record, {
      ...FIRST_TERMS,
      includeHiddenCosts: true,
      ...(seats === null ? { quantities } : { seats }),
    });
    if (count !== null || result.tier !== null) return { seats, quantities, result };
  }
  return null;
}

/** Returns true if the meter that people compare is priced by use: other purchases do not replace it. */
function isLedByUse(tiers: readonly Tier[]): boolean {
  return tiers.some(({ lead, listPrice }) => lead && listPrice?.period === "usage");
}

function firstCounts({ tiers = [] }: PricingRecord, unit: CountedUnit | undefined) {
  if (!unit) return [countsFor(1, undefined)];
  if (unit.isPeople) return TEAMS.map((seats) => countsFor(seats, unit));
  return [countsFor(boughtUnits(tiers).find(({ noun }) => noun === unit.noun)?.pack ?? 1, unit)];
}
