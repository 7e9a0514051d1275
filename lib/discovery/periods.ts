import { groupBy } from "@/lib/catalog/ledger";
import type { Day } from "@/lib/schemas/primitives";
import type { KnownProduct, PeriodEntry } from "./entries";
import { Divisions } from "./totals";

/** What is known of a product in a period, as bits: what neither is said nor denied is not known. */
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

/** Every period of every product, the earliest first, in the order of the products: columns by the row of a period. */
export interface Periods {
  entries: readonly PeriodEntry[];
  /** By the place of a product: where its rows begin; one more at the end. */
  begins: Uint32Array;
  known: Uint32Array;
  /** NaN where none is known. */
  price: Float64Array;
  currency: Uint16Array;
  pricingModel: Uint16Array;
  prominence: Float64Array;
  /** As a number: 20261031. */
  observedOn: Uint32Array;
  /** NaN where no price is stated. */
  confidence: Float64Array;
  /** See Divisions. */
  division: Uint32Array;
  divisions: Divisions;
  /** The number that stands in the columns for a currency or a pricing model. */
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

/** By the place of a product: the row of the period that a day is in; -1 where there is none. */
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

/** The first period of a product; none where nothing was ever known of it. */
export function firstOf({ entries, begins }: Periods, place: number): PeriodEntry | undefined {
  const [begin, end] = [begins[place] as number, begins[place + 1] as number];
  return begin < end ? entries[begin] : undefined;
}

function knownOf({ kind }: KnownProduct, entry: PeriodEntry): number {
  const isFamily = kind === "family";
  const either = (value: boolean | null, yes: number, no: number) => (value === null ? 0 : value ? yes : no);
  // What is known of a family is known of its products, which stand beside it.
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

/** What no value has. */
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
