import { BILLING_WORDS } from "@/lib/catalog/billing-words";
import { groupBy } from "@/lib/catalog/ledger";
import { likePrices } from "@/lib/catalog/like-price";
import { decimal } from "@/lib/catalog/money";
import { isAlike } from "@/lib/catalog/peers";
import { startingBilling, startingPrice } from "@/lib/catalog/starting-price";
import { unitBasis } from "@/lib/catalog/units";
import { niceTicks, share } from "@/lib/chart/scale";
import type { PricingRecord } from "@/lib/schemas/record";
import { answerOf, unrestricted } from "./answer";
import { columnCents, formatMoney } from "./money";
import { axisTiers } from "./price";
import { absentWords, unitWords } from "./words";

/** The axis ends at this share of the rows' highest tiers, so that one expensive tier does not compress the rest. */
const AXIS_SHARE = 0.8;
const TICKS = 4;

export type AlignedRow = {
  slug: string;
  name: string;
  category: string;
  self: boolean;
  /** The reason why it is an alternative to the first product. */
  reason: string | null;
  /** The text that replaces dots on the axis if its price is not comparable. */
  said: string | null;
  from: string;
  to: string | null;
  /** Positions on the axis in percent of its length. */
  dots: number[];
  span: { from: number; to: number } | null;
  /** True if a tier is beyond the end of the axis. */
  beyond: boolean;
};

export type AlignedPrices = {
  /** Null if no row is priced monthly. */
  axis: { currency: string; unit: string; ticks: { at: number; text: string }[]; median: number | null } | null;
  rows: AlignedRow[];
};

type Entry = { record: PricingRecord; reason: string | null };

/**
 * Places a product and its alternatives in the order given on one axis from 0 if their prices are comparable. The
 * product itself comes first if it is on the axis; without it, the axis is that of most alternatives.
 */
export function alignedPrices(
  self: PricingRecord,
  alternatives: readonly Entry[],
  median: number | null,
): AlignedPrices {
  const own: Entry[] = paidOf(self).length > 0 ? [{ record: self, reason: null }] : [];
  const { currency, unit } = own.length > 0 ? self.priceRange : commonRange(alternatives);
  const onAxis = ({ record }: Entry) =>
    currency !== null &&
    unit !== null &&
    record.priceRange.currency === currency &&
    unitBasis(record.priceRange.unit) === unitBasis(unit) &&
    paidOf(record).length > 0;
  const drawn = [...own, ...alternatives]
    .filter(onAxis)
    .map(({ record }) => axisTiers(record).map(({ value }) => value));
  const highest = drawn.map((values) => Math.max(...values)).sort((a, b) => a - b);
  const end = highest[Math.ceil((highest.length - 1) * AXIS_SHARE)] ?? 0;
  const ticks = niceTicks(Math.max(end, median ?? 0), TICKS);
  const max = ticks.at(-1) ?? 1;
  const cents = columnCents(drawn.flatMap((values) => [Math.min(...values.filter(Boolean)), Math.max(...values)]));
  const rows = [...own, ...alternatives].map((entry): AlignedRow => {
    const { record, reason } = entry;
    const identity = { slug: record.slug, name: record.name, category: record.category.slug };
    const row = { ...identity, self: record.slug === self.slug, reason, from: "", to: null, dots: [], span: null };
    if (currency === null || !onAxis(entry))
      return { ...row, said: answerOf(unrestricted(record)).brief, beyond: false };
    const values = axisTiers(record).map(({ value }) => value);
    const within = [...new Set(values.filter((value) => value <= max))].sort((a, b) => a - b);
    const beyond = values.some((value) => value > max);
    const [first] = within;
    const last = beyond ? max : within.at(-1);
    const paid = paidOf(record);
    const [low, high] = [Math.min(...paid), Math.max(...paid)];
    return {
      ...row,
      said: null,
      from: formatMoney(low, currency, { cents }),
      to: high > low ? formatMoney(high, currency, { cents }) : null,
      dots: within.map((value) => share(value, max)),
      span:
        first !== undefined && last !== undefined && last > first
          ? { from: share(first, max), to: share(last, max) }
          : null,
      beyond,
    };
  });
  if (currency === null || unit === null || drawn.length === 0) return { axis: null, rows };
  const drawnTicks = ticks.map((value) => ({ at: share(value, max), text: formatMoney(value, currency) }));
  return {
    axis: { currency, unit, ticks: drawnTicks, median: median === null ? null : share(median, max) },
    rows,
  };
}

function paidOf(record: PricingRecord): number[] {
  return axisTiers(record).flatMap(({ value }) => (value > 0 ? value : []));
}

/** Returns the currency and unit of most entries; ties go to the first entry's. */
function commonRange(entries: readonly Entry[]): { currency: string | null; unit: string | null } {
  const ranges = entries.filter(({ record }) => paidOf(record).length > 0).map(({ record }) => record.priceRange);
  const groups = groupBy(ranges, ({ currency, unit }) => `${currency} ${unitBasis(unit)}`);
  const [first] = [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  return first ?? { currency: null, unit: null };
}

/** Returns the reason for an alternative: "often compared; also priced per user per month, $2 less; free plan". */
export function alternativeReason(self: PricingRecord, other: PricingRecord, named: boolean): string {
  const [beside, isSame] = priceBeside(self, other);
  const lead = named ? "often compared" : isSame ? null : "same category";
  const isOpen = (other.freeTier?.licences.length ?? 0) > 0;
  const free = isOpen
    ? "open source, free to self-host"
    : other.freeTier?.plan === true && self.freeTier?.plan !== true && startingPrice(other).startingPrice !== 0
      ? "free plan"
      : null;
  const isToldFree = isOpen && !startingPrice(other).startingPrice && !isByUse(other);
  return [lead, isToldFree ? null : beside, free].filter((part) => part !== null).join("; ");
}

/** Compares the price of an alternative with the product's, and returns whether both are priced in the same way. */
function priceBeside(self: PricingRecord, other: PricingRecord): [words: string, isSame: boolean] {
  const [own, price] = [startingPrice(self), startingPrice(other)];
  if (price.startingPrice === 0) return ["free", false];
  if (price.startingPrice === null) {
    if (!isByUse(other)) return [absentWords(price.priceStatus), false];
    const isSame = own.startingPrice === null && isByUse(self);
    return [isSame ? "also priced by usage" : "priced by usage", isSame];
  }
  const per = perWords(price.priceUnit);
  if (!own.startingPrice || own.priceUnit === null || !isAlike(own, price)) {
    const isForeign = own.currency !== null && own.currency !== price.currency;
    return [`priced ${per}${isForeign ? ` in ${price.currency}` : ""}`, false];
  }
  return [`also priced ${perWords(own.priceUnit)}, ${difference(self, other)}`, true];
}

/** Returns true if a product is priced by use. A family is if one of its products is. */
function isByUse({ usage, members = [] }: PricingRecord): boolean {
  return usage !== undefined || members.some(({ priceStatus }) => priceStatus === "not_applicable");
}

function perWords(priceUnit: string | null): string {
  return priceUnit === null || priceUnit === "month" ? "per month" : unitWords(priceUnit);
}

/** Returns "$2 less"; without two prices of the same billing, the other's billing and no figure. */
function difference(self: PricingRecord, other: PricingRecord): string {
  const like = likePrices(self, other);
  if (!like) {
    const billings = [startingBilling(self), startingBilling(other)];
    return billings.includes("unstated") ? BILLING_WORDS.unstated : "not with the same billing";
  }
  const { ours, theirs } = like;
  const more = decimal(theirs.amount).minus(ours.amount);
  const billed = theirs.billing === "annual" ? `, ${BILLING_WORDS.annual}` : "";
  if (more.isZero()) return `same starting price${billed}`;
  return `${formatMoney(more.abs().toNumber(), theirs.currency)} ${more.isPositive() ? "more" : "less"}${billed}`;
}
