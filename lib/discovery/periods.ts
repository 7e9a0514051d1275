import { groupBy } from "@/lib/catalog/ledger";
import type { Day } from "@/lib/schemas/primitives";
import type { KnownProduct, PeriodEntry } from "./entries";
import { Divisions } from "./totals";

/** A product's facts in a period, as bits. A fact is unknown if neither its bit nor the opposite bit is set. */
export const KNOWN = {
  freeTier: 1 << 0,
  noFreeTier: 1 << 1,
  freePlan: 1 << 2,
  noFreePlan: 1 << 3,
  selfHosted: 1 << 4,
  notSelfHosted: 1 << 5,
  hiddenCosts: 1 << 6,
  noHiddenCosts: 1 << 7,
  price: 1 << 8,
  noPrice: 1 << 9,
  sso: 1 << 10,
  noSso: 1 << 11,
  dispute: 1 << 12,
  noDispute: 1 << 13,
  priced: 1 << 14,
  family: 1 << 15,
  /** The first bit of `stated`. */
  stated: 1 << 16,
} as const;

/**
 * Every period of every product, the earliest first, in the order of the products: one column per value, indexed by the
 * row of a period.
 */
export interface Periods {
  entries: readonly PeriodEntry[];
  /** The start of a product's rows, by place, with one more entry at the end. */
  begins: Uint32Array;
  known: Uint32Array;
  /** NaN if the price is unknown. */
  price: Float64Array;
  currency: Uint16Array;
  pricingModel: Uint16Array;
  prominence: Float64Array;
  /** As a number: 20261031. */
  observedOn: Uint32Array;
  /** NaN if no price is stated. */
  confidence: Float64Array;
  /** See Divisions. */
  division: Uint32Array;
  divisions: Divisions;
  /** Returns the number that represents a currency in the columns. */
  currencyId(currency: string): number;
  pricingModelId(model: string): number;
}

export function periodsOf(products: readonly KnownProduct[], index: readonly PeriodEntry[]): Periods {
  const bySlug = groupBy(index, ({ slug }) => slug);
  const own = products.map(({ slug }) => bySlug.get(slug) ?? []);
  const entries = own.flat();
  const begins = new Uint32Array(products.length + 1);
  own.forEach((rows, place) => {
    begins[place + 1] = (begins[place] as number) + rows.length;
  });
  const currencies = numbered(entries.map(({ currency }) => currency));
  const models = numbered(entries.map(({ pricingModel }) => pricingModel));
  const divisions = new Divisions();
  const division = new Uint32Array(entries.length);
  const known = new Uint32Array(entries.length);
  products.forEach((product, place) => {
    for (let row = begins[place] as number; row < (begins[place + 1] as number); row += 1) {
      const entry = entries[row] as PeriodEntry;
      division[row] = divisions.enter(product, entry);
      known[row] = knownOf(product, entry);
    }
  });
  divisions.close();
  return {
    entries,
    begins,
    known,
    price: Float64Array.from(entries, ({ startingPrice }) => startingPrice ?? Number.NaN),
    currency: currencies.column,
    pricingModel: models.column,
    prominence: Float64Array.from(entries, ({ prominence }) => prominence),
    observedOn: Uint32Array.from(entries, ({ observedAt }) => Number(observedAt.replaceAll("-", ""))),
    confidence: Float64Array.from(entries, ({ confidence }) => confidence ?? Number.NaN),
    division,
    divisions,
    currencyId: currencies.idOf,
    pricingModelId: models.idOf,
  };
}

/** Returns the row of each product's period on a day, by place; -1 if there is no such period. */
export function rowsOn({ entries, begins }: Periods, day: Day): Int32Array {
  const rows = new Int32Array(begins.length - 1).fill(-1);
  return rows.map((none, place) => {
    for (let row = begins[place] as number; row < (begins[place + 1] as number); row += 1) {
      const { validFrom, validUntil } = entries[row] as PeriodEntry;
      if (validFrom <= day && (validUntil === null || validUntil > day)) return row;
    }
    return none;
  });
}

/** Returns the first period of a product; undefined if no data was ever known. */
export function firstOf({ entries, begins }: Periods, place: number): PeriodEntry | undefined {
  const [begin, end] = [begins[place] as number, begins[place + 1] as number];
  return begin < end ? entries[begin] : undefined;
}

function knownOf({ kind }: KnownProduct, entry: PeriodEntry): number {
  const isFamily = kind === "family";
  const either = (value: boolean | null, yes: number, no: number) => (value === null ? 0 : value ? yes : no);
  // Data of a family counts for its products, which are listed next to it.
  const has = (value: boolean, yes: number, no: number) => (value && !isFamily ? yes : no);
  return (
    either(entry.freeTier, KNOWN.freeTier, KNOWN.noFreeTier) |
    either(entry.freePlan, KNOWN.freePlan, KNOWN.noFreePlan) |
    either(entry.selfHosted, KNOWN.selfHosted, KNOWN.notSelfHosted) |
    either(entry.hasHiddenCosts, KNOWN.hiddenCosts, KNOWN.noHiddenCosts) |
    has(entry.priced, KNOWN.price, KNOWN.noPrice) |
    has(entry.ssoCharged, KNOWN.sso, KNOWN.noSso) |
    has(entry.disputed, KNOWN.dispute, KNOWN.noDispute) |
    (entry.priced ? KNOWN.priced : 0) |
    (isFamily ? KNOWN.family : 0) |
    (entry.stated * KNOWN.stated)
  );
}

/** A number that no value has. */
const OTHER = 0xffff;

function numbered(values: readonly (string | null)[]) {
  const ids = new Map<string | null, number>();
  const column = Uint16Array.from(values, (value) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  });
  return { column, idOf: (value: string) => ids.get(value) ?? OTHER };
}
