import type { LedgerEntry } from "@/db/schema";
import { changesWithEvidence } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import { type Period, periods } from "@/lib/catalog/periods";
import { reduce } from "@/lib/catalog/reduce";
import { indexEntry } from "@/lib/catalog/starting-price";
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
  const index: ReturnType<typeof indexRow>[] = [];
  const changes: ReturnType<typeof changeRow>[] = [];
  for (const product of files.products) {
    const observations = observed.get(product.slug) ?? [];
    const texts = textsOf(product, categories.get(product.category));
    const entries: Held<Entry>[] = [];
    const ledger: Held<LedgerEntry>[] = [];
    for (const period of periods(observations, today)) {
      const entry = entryOf(observations, period.day, sources);
      if (entry) hold(entries, [entry], period);
      hold(ledger, ledgerOf(observations, period.day, sources), period);
    }
    for (const held of entries) index.push(indexRow(product, held, texts));
    for (const held of ledger) changes.push(changeRow(product, held));
  }
  return { index, changes };
}

interface Held<T> {
  value: T;
  text: string;
  from: Day | null;
  until: Day | null;
}

/** What was said until the period began and is said in it is one row. */
function hold<T>(held: Held<T>[], values: readonly T[], { from, until }: Period): void {
  const open = new Map(held.filter((row) => row.until !== null && row.until === from).map((row) => [row.text, row]));
  for (const value of values) {
    const text = canonicalJson(value);
    const known = open.get(text);
    if (known) known.until = until;
    else held.push({ value, text, from, until });
  }
}

type Entry = NonNullable<ReturnType<typeof entryOf>>;
type Sources = Parameters<typeof reduce>[1]["sources"];

function entryOf(observations: readonly Observation[], day: Day, sources: Sources) {
  const reduced = reduce(observations, { asOf: day, sources });
  if (!reduced) return null;
  const { startingPrice, currency, priceStatus, pricingModel, freeTier, hasHiddenCosts, confidence, observedAt } =
    indexEntry(reduced);
  return {
    starting_price: startingPrice,
    currency,
    price_status: priceStatus,
    pricing_model: pricingModel,
    free_tier: freeTier,
    has_hidden_costs: hasHiddenCosts,
    confidence,
    observed_at: observedAt,
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
    category: words(category?.name ?? ""),
  };
}

function indexRow({ slug }: Product, { value, from, until }: Held<Entry>, texts: ReturnType<typeof textsOf>) {
  return { slug, valid_from: from, valid_until: until, ...value, ...texts };
}

function changeRow({ slug }: Product, { value, from, until }: Held<LedgerEntry>) {
  const day = value.effectiveFrom ?? value.observedAt;
  return { product: slug, id: value.id, valid_from: from, valid_until: until, class: value.class, day, data: value };
}
