import type { LedgerEntry } from "@/db/schema";
import { leadOf, type Member, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import { type Period, periods, periodsBetween, turningDays } from "@/lib/catalog/periods";
import { prominenceOf } from "@/lib/catalog/prominence";
import { reduce } from "@/lib/catalog/reduce";
import { indexEntry, listEntry } from "@/lib/catalog/starting-price";
import { canonicalJson, nameKey } from "@/lib/ids";
import type { Category, Product } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { CatalogFiles } from "./files";

/** The rows of the tables that are derived from the ledger, as known on `today` and for the days ahead. */
export function derive(files: CatalogFiles, today: Day) {
  const sources = new Map(files.sources.map((source) => [source.slug, source]));
  const categories = new Map(files.categories.map((category) => [category.slug, category]));
  const observed = groupBy(files.observations, ({ product }) => product);
  const bySlug = entriesOf(files.products, observed, sources, today);
  const index: ReturnType<typeof indexRow>[] = [];
  const changes: ReturnType<typeof changeRow>[] = [];
  for (const product of files.products) {
    const observations = observed.get(product.slug) ?? [];
    const texts = textsOf(product, categories.get(product.category));
    const spans = periods(observations, today);
    const ledger = spans.map((period) => ({ period, values: ledgerOf(observations, period.day, sources) }));
    for (const row of bySlug(product)) index.push(indexRow(product, row, texts));
    for (const row of held(ledger)) changes.push(changeRow(product, row));
  }
  return { index, changes };
}

/** The index entries of each product; those of a family follow from those of its members. */
function entriesOf(
  products: readonly Product[],
  observed: ReadonlyMap<string, readonly Observation[]>,
  sources: Sources,
  today: Day,
): (product: Product) => readonly Held<Entry>[] {
  const byVendor = groupBy(products, ({ vendor }) => vendor.name);
  const known = new Map<string, readonly Held<Entry>[]>();

  const familyEntries = (family: Product): Held<Entry>[] => {
    const own = observed.get(family.slug) ?? [];
    const members = (byVendor.get(family.name) ?? [])
      .filter(({ slug }) => slug !== family.slug)
      .map((product) => ({ product, rows: entries(product) }));
    const days = turningDays(own);
    for (const { rows } of members) for (const { from } of rows) if (from !== null) days.add(from);
    const said = periodsBetween(days, today).map((period) => {
      const reduced = reduce(own, { asOf: period.day, sources });
      if (!reduced) return { period, values: [] };
      const standing = members.flatMap(({ product, rows }) => {
        const row = rows.find(
          ({ from, until }) => (from ?? "") <= period.day && (until === null || until > period.day),
        );
        return row ? [{ row, member: memberFrom(product, row.value, observed.get(product.slug) ?? []) }] : [];
      });
      const all = standing.map(({ member }) => member);
      const known = Math.max(0, ...standing.map(({ row }) => row.value.sources));
      const entry = entryFrom(withMembers(reduced, all, null), own, period.day, known);
      const lead = leadOf(reduced, all);
      const behind = standing.find(({ member }) => member === lead)?.row.value;
      const seen = behind && {
        confidence: behind.confidence,
        observed_at: behind.observed_at,
        disputed: behind.disputed,
      };
      return { period, values: [{ ...entry, ...seen }] };
    });
    return held(said);
  };

  const entries = (product: Product): readonly Held<Entry>[] => {
    const before = known.get(product.slug);
    if (before) return before;
    // Nothing of a family that is its own member.
    known.set(product.slug, []);
    const observations = observed.get(product.slug) ?? [];
    const found =
      product.kind === "family"
        ? familyEntries(product)
        : held(
            periods(observations, today).map((period) => ({
              period,
              values: entryOf(observations, period.day, sources),
            })),
          );
    known.set(product.slug, found);
    return found;
  };
  return entries;
}

function memberFrom({ slug, name, category }: Product, entry: Entry, observations: readonly Observation[]): Member {
  return {
    slug,
    name,
    category,
    startingPrice: entry.starting_price,
    currency: entry.currency,
    priceUnit: entry.price_unit,
    highestPrice: entry.highest_price,
    priceStatus: entry.price_status,
    pricingModel: entry.pricing_model,
    rated: observations.some(({ fact }) => fact.kind === "rates"),
    sources: new Set(observations.map(({ source }) => source)).size,
    observedAt: entry.observed_at,
  };
}

interface Held<T> {
  value: T;
  from: Day | null;
  until: Day | null;
}

/** What each period says, where a value that stays is one row. */
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

/** None where nothing is known by then. */
function entryOf(observations: readonly Observation[], day: Day, sources: Sources) {
  // No entry of the index holds dated prices.
  const reduced = reduce(observations, { asOf: day, sources, history: false });
  return reduced ? [entryFrom(reduced, observations, day)] : [];
}

/** `known`: to how many sources it is known by its members. */
function entryFrom(
  reduced: Parameters<typeof indexEntry>[0],
  observations: readonly Observation[],
  day: Day,
  known = 0,
) {
  const found = { ...indexEntry(reduced), ...listEntry(reduced) };
  return {
    starting_price: found.startingPrice,
    currency: found.currency,
    price_unit: found.priceUnit,
    highest_price: found.highestPrice,
    price_status: found.priceStatus,
    pricing_model: found.pricingModel,
    free_tier: found.freeTier,
    free_plan: found.freePlan,
    self_hosted: found.selfHosted,
    has_hidden_costs: found.hasHiddenCosts,
    sso_charged: found.ssoCharged,
    sso_percent: found.ssoPercent,
    disputed: found.disputed,
    confidence: found.confidence,
    observed_at: found.observedAt,
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
      return entry ? [{ id, url: entry.url, publisher: entry.publisher, capturedAt: entry.capturedAt }] : [];
    }),
  }));
}

/** Words as they are compared: see nameKey(). */
const words = (...texts: string[]) => texts.map((text) => nameKey(text).replaceAll("-", " ")).join(" ");

function textsOf(product: Product, category: Category | undefined) {
  return {
    names: words(product.name, product.slug, ...product.aliases, ...product.formerSlugs),
    makers: words(product.vendor.name, product.domain ?? ""),
    category: words(category?.name ?? "", ...(category?.aliases ?? [])),
  };
}

function indexRow({ slug }: Product, { value, from, until }: Held<Entry>, texts: ReturnType<typeof textsOf>) {
  return { slug, valid_from: from, valid_until: until, ...value, ...texts };
}

function changeRow({ slug }: Product, { value, from, until }: Held<LedgerEntry>) {
  const day = value.effectiveFrom ?? value.observedAt;
  return { product: slug, id: value.id, valid_from: from, valid_until: until, class: value.class, day, data: value };
}
