import type { LedgerEntry } from "@/db/schema";
import { atOnce } from "@/lib/awaitable";
import type { RecordedCheck } from "@/lib/catalog/checks";
import { leadOf, type Member, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import { type Period, periods, periodsBetween, periodsSince, turningDays } from "@/lib/catalog/periods";
import { prominenceOf } from "@/lib/catalog/prominence";
import { reduce } from "@/lib/catalog/reduce";
import { indexEntry, listEntry } from "@/lib/catalog/starting-price";
import { canonicalJson } from "@/lib/ids";
import type { Product } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { CatalogFiles } from "./files";

/** The start of facts without a start date. */
export const FIRST_DAY = "0001-01-01";

type Lists<T extends Record<string, unknown[]>> = { [Name in keyof T]: readonly T[Name][number][] };

/** The data from which the rows of products are derived. */
export interface Ledger {
  sources: Sources;
  /** By product. */
  observed: ReadonlyMap<Slug, readonly Observation[]>;
  /** By product. */
  checked: ReadonlyMap<Slug, readonly RecordedCheck[]>;
  /** Returns the products of that vendor. */
  productsOf: (vendor: string) => readonly Product[];
  /** Returns the stored rows of a product that is not derived again. Null if it must be derived. */
  stored: (product: Product) => MemberRows | null;
}

export interface MemberRows {
  entries: readonly Held<MemberEntry>[];
  spokenOf: readonly Speaker[];
}

/** A source with observations of a product. */
export interface Speaker {
  source: Slug;
  since: Day;
  /** Day since which it gives rates. Null if it never does. */
  ratesSince: Day | null;
}

export interface Derived {
  index: ReturnType<typeof indexRow>[];
  changes: ReturnType<typeof changeRow>[];
}

/** Returns the rows of the tables derived from the ledger, as known on `today` and for later days. */
export function derive(
  files: Omit<Lists<CatalogFiles>, "categories"> & { checks?: readonly RecordedCheck[] },
  today: Day,
) {
  const byVendor = groupBy(files.products, ({ vendor }) => vendor.name);
  const ledger: Ledger = {
    sources: new Map(files.sources.map((source) => [source.slug, source])),
    observed: groupBy(files.observations, ({ product }) => product),
    checked: groupBy(files.checks ?? [], ({ product }) => product),
    productsOf: (vendor) => byVendor.get(vendor) ?? [],
    stored: () => null,
  };
  return atOnce(deriving(files.products, ledger, today));
}

/**
 * Derives the rows of some products. The result is the same whether they are derived together or alone. `since`: the
 * day from which a product's rows may have changed; returns only the rows of the period before that day and later ones.
 * Other work may run after each step.
 */
export function* deriving(
  products: readonly Product[],
  ledger: Ledger,
  today: Day,
  since: ReadonlyMap<Slug, Day> = new Map(),
): Generator<undefined, Derived> {
  const { observed, sources } = ledger;
  const bySlug = entriesOf(ledger, today, since);
  const { index, changes }: Derived = { index: [], changes: [] };
  for (const product of products) {
    const observations = observed.get(product.slug) ?? [];
    for (const row of bySlug(product)) index.push(indexRow(product, row));
    yield;
    const told: { period: Period; values: LedgerEntry[] }[] = [];
    for (const period of periodsSince(periods(observations, today), since.get(product.slug) ?? null)) {
      told.push({ period, values: ledgerOf(observations, period.day, sources) });
      yield;
    }
    for (const row of held(told)) changes.push(changeRow(product, row));
  }
  return { index, changes };
}

/** Returns the index entries of each product. A family's entries are derived from its members' entries. */
function entriesOf(
  ledger: Ledger,
  today: Day,
  since: ReadonlyMap<Slug, Day>,
): (product: Product) => readonly Held<Entry>[] {
  const { observed, checked, sources, productsOf } = ledger;
  const known = new Map<string, readonly Held<Entry>[]>();

  const rowsOf = (product: Product): MemberRows => {
    const stored = ledger.stored(product);
    if (stored) return stored;
    return { entries: entries(product), spokenOf: speakers(observed.get(product.slug) ?? []) };
  };

  const familyEntries = (family: Product): Held<Entry>[] => {
    const own = observed.get(family.slug) ?? [];
    const checks = checked.get(family.slug) ?? [];
    const members = productsOf(family.name)
      .filter(({ slug }) => slug !== family.slug)
      .map((product) => ({ product, rows: rowsOf(product) }));
    const days = turningDays(own, checks);
    for (const { rows } of members) for (const { from } of rows.entries) if (from !== null) days.add(from);
    const spans = periodsSince(periodsBetween(days, today), since.get(family.slug) ?? null);
    const said = spans.map((period) => {
      const reduced = reduce(own, { asOf: period.day, sources, category: family.category, checks });
      if (!reduced) return { period, values: [] };
      const standing = members.flatMap(({ product, rows }) => {
        const row = rows.entries.find(
          ({ from, until }) => (from ?? "") <= period.day && (until === null || until > period.day),
        );
        return row ? [{ row, member: memberFrom(product, row.value, rows.spokenOf, period.day) }] : [];
      });
      const all = standing.map(({ member }) => member);
      const known = Math.max(0, ...standing.map(({ row }) => row.value.sources));
      const entry = entryFrom(withMembers(reduced, all, null, family), own, period.day, known);
      const lead = leadOf(reduced, all, family);
      const behind = standing.find(({ member }) => member === lead)?.row.value;
      const seen = behind && {
        confidence: behind.confidence,
        observedAt: behind.observedAt,
        disputed: behind.disputed,
      };
      return { period, values: [{ ...entry, ...seen }] };
    });
    return held(said);
  };

  const entries = (product: Product): readonly Held<Entry>[] => {
    const before = known.get(product.slug);
    if (before) return before;
    // Prevents infinite recursion if a family is its own member.
    known.set(product.slug, []);
    const observations = observed.get(product.slug) ?? [];
    const checks = checked.get(product.slug) ?? [];
    const found =
      product.kind === "family"
        ? familyEntries(product)
        : held(
            periodsSince(periods(observations, today, checks), since.get(product.slug) ?? null).map((period) => ({
              period,
              values: entryOf(observations, period.day, { sources, category: product.category, checks }),
            })),
          );
    known.set(product.slug, found);
    return found;
  };
  return entries;
}

/** The part of an entry that its family's entry is derived from. */
export type MemberEntry = Pick<
  Entry,
  | "startingPrice"
  | "currency"
  | "priceUnit"
  | "highestPrice"
  | "priceStatus"
  | "pricingModel"
  | "observedAt"
  | "freePeople"
  | "sources"
  | "confidence"
  | "disputed"
>;

function memberFrom(
  { slug, name, category }: Product,
  entry: MemberEntry,
  spokenOf: readonly Speaker[],
  day: Day,
): Member {
  return {
    slug,
    name,
    category,
    startingPrice: entry.startingPrice,
    currency: entry.currency,
    priceUnit: entry.priceUnit,
    highestPrice: entry.highestPrice,
    priceStatus: entry.priceStatus,
    pricingModel: entry.pricingModel,
    rated: spokenOf.some(({ ratesSince }) => ratesSince !== null && ratesSince <= day),
    sources: spokenOf.filter(({ since }) => since <= day).length,
    observedAt: entry.observedAt,
    freePeople: entry.freePeople,
  };
}

function speakers(observations: readonly Observation[]): Speaker[] {
  const first = (rows: readonly Observation[]) =>
    rows.reduce<Day | null>((day, { observedAt }) => (day === null || observedAt < day ? observedAt : day), null);
  return [...groupBy(observations, ({ source }) => source)].map(([source, rows]) => ({
    source,
    since: first(rows) ?? FIRST_DAY,
    ratesSince: first(rows.filter(({ fact }) => fact.kind === "rates")),
  }));
}

export interface Held<T> {
  value: T;
  from: Day | null;
  until: Day | null;
}

/** Returns the values of each period. A value that stays the same is one row. */
function held<T>(said: readonly { period: Period; values: readonly T[] }[]): Held<T>[] {
  if (said.length === 1) {
    return said.flatMap(({ period: { from, until }, values }) => values.map((value) => ({ value, from, until })));
  }
  const rows: Held<T>[] = [];
  let open = new Map<string, Held<T>>();
  for (const { period, values } of said) {
    const now = new Map<string, Held<T>>();
    for (const value of values) {
      const text = canonicalJson(value);
      const row = open.get(text) ?? { value, from: period.from, until: period.until };
      if (!open.has(text)) rows.push(row);
      row.until = period.until;
      now.set(text, row);
    }
    open = now;
  }
  return rows;
}

type Entry = ReturnType<typeof entryFrom>;
type Sources = Parameters<typeof reduce>[1]["sources"];

/** Returns no entry if nothing is known by that day. */
function entryOf(
  observations: readonly Observation[],
  day: Day,
  known: { sources: Sources; category: Slug; checks: readonly RecordedCheck[] },
) {
  // No index entry contains dated prices.
  const reduced = reduce(observations, { ...known, asOf: day, history: false });
  return reduced ? [entryFrom(reduced, observations, day)] : [];
}

/** `known`: the number of sources that know it through its members. */
function entryFrom(
  reduced: Parameters<typeof indexEntry>[0],
  observations: readonly Observation[],
  day: Day,
  known = 0,
) {
  const { verifiedAt: _, ...found } = indexEntry(reduced);
  return {
    ...found,
    ...listEntry(reduced),
    rateKind: reduced.usage?.kind ?? null,
    ...prominenceOf(observations, reduced, day, known),
  };
}

function ledgerOf(observations: readonly Observation[], day: Day, sources: Sources): LedgerEntry[] {
  const { changes, evidence } = changesWithEvidence(observations, { asOf: day, sources });
  const known = new Map(evidence.map((entry) => [entry.id, entry]));
  return changes.map((change) => ({
    ...change,
    evidence: change.evidence.flatMap((id) => {
      const entry = known.get(id);
      if (!entry) return [];
      const { url, publisher, capturedAt, trust } = entry;
      return [{ id, url, publisher, capturedAt, trust }];
    }),
  }));
}

function indexRow({ slug }: Product, { value, from, until }: Held<Entry>) {
  return { slug, validFrom: from ?? FIRST_DAY, validUntil: until, ...value };
}

function changeRow({ slug }: Product, { value, from, until }: Held<LedgerEntry>) {
  const day = value.effectiveFrom ?? value.observedAt;
  return { product: slug, id: value.id, valid_from: from, valid_until: until, class: value.class, day, data: value };
}
