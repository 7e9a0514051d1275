import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takesAlong } from "@/lib/catalog/announcements";
import { groupBy } from "@/lib/catalog/ledger";
import { fromNdjson, sortObservations, toNdjson } from "@/lib/catalog/ndjson";
import { withholdBlocked } from "@/lib/catalog/sanity";
import { observationId } from "@/lib/ids";
import { Product } from "@/lib/schemas/catalog";
import { Observation } from "@/lib/schemas/observation";
import { leftOutAs, observationOf, type ResolveTables, trustByOrigin } from "../sources/resolve";
import { type Identified, identify, type Mention, withDistinctAliases } from "../sources/shared/identity";
import type { AdapterResult, Cancellation, Withdrawal } from "../sources/shared/reading";

export type ImportTables = ResolveTables & {
  /** Product slug → category. */
  categories: Record<string, string>;
  /**
   * A source's own category label → category, for products not listed above. "source: label" applies to that source
   * only and takes precedence over the bare label. If a product has several labels, the first in the table's order
   * decides.
   */
  categoryLabels: Record<string, string>;
};

/** Everything under db/catalog that an import reads and writes. */
export type CatalogFiles = {
  products: Product[];
  /** Source → its observations. */
  observations: Record<string, Observation[]>;
  /** Source → reason → number of rows left out. */
  rejects: Record<string, Record<string, number>>;
};

export type ImportReport = { catalog: CatalogFiles; undecided: { slugs: string[]; because: string }[] };

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Removes bracketed products and numbers, which would make a reason unique to its row. Counts need the kind of reason.
 */
function reasonKind(reason: string): string {
  return reason
    .replace(/(["“])[^"”]*["”]/g, "…")
    .replace(/^same model as .*/, "same model as another entry")
    .replace(/-?\d[\d.,]*/g, "N")
    .trim();
}

/**
 * Turns the adapters' readings into the catalogue, without I/O. `before` is the shipped catalogue: its slugs stay, and
 * so do the observations of sources that were not read. Facts that were not read first-hand get trust C, regardless of
 * their source's own trust. Rows that a sanity rule blocks are left out. No observation may be later than `asOf`.
 * Observations that a source withdraws stay as shipped, together with their retraction. Throws, naming them, on
 * readings that violate the schema and on products without a category.
 */
export function buildCatalog(
  results: Readonly<Record<string, AdapterResult>>,
  tables: ImportTables,
  before: CatalogFiles = { products: [], observations: {}, rejects: {} },
  asOf?: string,
): ImportReport {
  const mentions: Mention[] = Object.entries(results).flatMap(([source, { readings }]) =>
    readings
      .filter(({ subject }) => !leftOutAs(source, subject, tables))
      .map(({ subject, observedAt }) => ({ subject, observedAt, source })),
  );
  const identity = identify(mentions, tables, before.products);
  const ofItsKind = trustByOrigin(identity.products, tables);

  const underNewSlug = (row: Observation): Observation => ({
    ...row,
    product: tables.renamed[row.product] ?? row.product,
  });
  const observations: CatalogFiles["observations"] = {};
  const rejects: CatalogFiles["rejects"] = {};
  const broken: string[] = [];
  const known = new Set<string>();
  for (const [source, kept] of Object.entries(before.observations)) {
    if (source in results) continue;
    observations[source] = kept.map(underNewSlug);
    rejects[source] = before.rejects[source] ?? {};
    for (const { product } of observations[source]) known.add(product);
  }
  for (const { subject } of mentions) {
    const decision = subject.onlyIfKnown ? undefined : identity.decide(subject);
    if (decision && "slug" in decision) known.add(decision.slug);
  }

  for (const [source, result] of Object.entries(results)) {
    const counts = new Map<string, number>();
    const reject = (reason: string): void => {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    };
    for (const { reason } of result.rejects) reject(reasonKind(reason));

    const lines = new Map<string, Observation>();
    for (const reading of result.readings) {
      const reason = leftOutAs(source, reading.subject, tables);
      const decision = reason ? { excluded: reason } : identity.decide(reading.subject);
      if ("excluded" in decision) {
        reject(`left out: ${decision.excluded}`);
        continue;
      }
      if ("unknown" in decision || !known.has(decision.slug)) {
        reject("product not otherwise known");
        continue;
      }
      const row = observationOf(reading, { product: decision.slug, source, ofItsKind });
      if ("broken" in row) {
        broken.push(row.broken);
        continue;
      }
      const line = JSON.stringify(row);
      if (lines.has(line)) reject("the same as another row");
      else lines.set(line, row);
    }
    const shipped = (before.observations[source] ?? []).map(underNewSlug);
    for (const withdrawal of result.withdrawals ?? []) {
      const taken = takeBack(shipped, withdrawal, lines);
      if (taken.length === 0) reject("withdrawn by its source, and never shown");
      for (const row of taken) lines.set(JSON.stringify(row), row);
    }
    observations[source] = [...lines.values()];
    rejects[source] = Object.fromEntries([...counts].sort((a, b) => byCode(a[0], b[0])));
  }
  if (broken.length > 0) {
    throw new Error(`${broken.length} readings break the schema:\n${broken.slice(0, 20).join("\n")}`);
  }

  withholdBlocked(observations, rejects, asOf);
  const said = Object.values(observations).flat();
  for (const [source, { cancellations = [] }] of Object.entries(results)) {
    const told = cancellations.flatMap((cancellation) => tell({ source, ...cancellation }, said));
    observations[source] = sortObservations([...(observations[source] ?? []), ...told]);
  }

  const familyNames = namesOfFamilies(identity.products, observations);
  const mentioned = new Set(Object.values(observations).flatMap((rows) => rows.map(({ product }) => product)));
  const earlierCategory = new Map(before.products.map(({ slug, category }) => [slug, category]));
  const uncategorised: string[] = [];
  const products = withDistinctAliases(identity.products.filter(({ slug }) => mentioned.has(slug))).map(
    ({ categoryLabels, ...product }): Product => {
      const category =
        tables.categories[product.slug] ?? labelCategory(categoryLabels, tables) ?? earlierCategory.get(product.slug);
      if (!category) uncategorised.push(`${product.slug} (${categoryLabels[0] ?? product.name})`);
      const kind = tables.products[product.slug]?.kind ?? (familyNames.has(product.slug) ? "family" : "product");
      return Product.parse({ ...product, kind, category: category ?? "none" });
    },
  );
  if (uncategorised.length > 0) {
    throw new Error(`${uncategorised.length} products have no category:\n${uncategorised.join("\n")}`);
  }
  return { catalog: { products, observations, rejects }, undecided: identity.undecided };
}

/**
 * Returns the shipped observations of a withdrawn reading that no row states any more, and a retraction for each
 * product.
 */
function takeBack(
  shipped: readonly Observation[],
  { url, readOn, withdrawnOn, reason }: Withdrawal,
  current: ReadonlyMap<string, Observation>,
): Observation[] {
  const taken = shipped.filter(
    (row) =>
      row.fact.kind !== "retraction" &&
      row.evidence.url === url &&
      row.observedAt === readOn &&
      !current.has(JSON.stringify(row)),
  );
  const retractions = [...groupBy(taken, ({ product }) => product)].flatMap(([product, rows]): Observation[] => {
    const [first] = rows;
    if (!first) return [];
    const retracts = rows.map(observationId).sort(byCode);
    const evidence = { url: first.evidence.via ?? url };
    const fact = { kind: "retraction" as const, retracts, reason };
    return [{ product, source: first.source, trust: first.trust, observedAt: withdrawnOn, evidence, fact }];
  });
  return [...taken, ...retractions];
}

/** Returns the cancellation for every product with a fact that it cancels. */
function tell(cancellation: Cancellation & { source: string }, said: readonly Observation[]): Observation[] {
  const products = new Set(said.filter((row) => takesAlong(cancellation, row)).map(({ product }) => product));
  return [...products].map((product) => Observation.parse({ product, ...cancellation }));
}

/** With fewer priced products there is no family: the vendor's name then means the product that has a price. */
const FAMILY_PRODUCTS = 2;

/** Returns products with their vendor's name and no price, if several other products of the vendor have one. */
function namesOfFamilies(
  products: readonly Pick<Identified, "slug" | "name" | "vendor">[],
  observations: CatalogFiles["observations"],
): Set<string> {
  const priced = new Set<string>();
  for (const { product, fact } of Object.values(observations).flat()) {
    const paid = fact.kind === "plans" && fact.tiers.some(({ prices }) => prices.some(({ amount }) => amount > 0));
    if (paid || fact.kind === "rates") priced.add(product);
  }
  const others = new Map<string, number>();
  for (const { slug, vendor } of products) {
    if (priced.has(slug)) others.set(vendor.name, (others.get(vendor.name) ?? 0) + 1);
  }
  return new Set(
    products
      .filter(({ slug, name, vendor }) => name === vendor.name && !priced.has(slug))
      .filter(({ name }) => (others.get(name) ?? 0) >= FAMILY_PRODUCTS)
      .map(({ slug }) => slug),
  );
}

function labelCategory(labels: Identified["categoryLabels"], tables: ImportTables): string | undefined {
  const listed = Object.keys(tables.categoryLabels);
  const places = labels
    .map((label) => {
      const narrow = listed.indexOf(label);
      return narrow >= 0 ? narrow : listed.indexOf(label.replace(/^[^:]*: /, ""));
    })
    .filter((place) => place >= 0);
  const first = listed[Math.min(...places)];
  return first === undefined ? undefined : tables.categoryLabels[first];
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

export async function readCatalog(dir: string): Promise<CatalogFiles> {
  const observations: CatalogFiles["observations"] = {};
  for (const file of (await readdir(join(dir, "observations")))
    .filter((name) => name.endsWith(".ndjson"))
    .sort(byCode)) {
    const rows = fromNdjson(await readFile(join(dir, "observations", file), "utf8"));
    observations[file.slice(0, -".ndjson".length)] = rows.map((row) => Observation.parse(row));
  }
  return {
    products: fromNdjson(await readIfThere(join(dir, "products.ndjson"))).map((row) => Product.parse(row)),
    observations,
    rejects: JSON.parse((await readIfThere(join(dir, "rejects.json"))) || "{}") as CatalogFiles["rejects"],
  };
}

export async function writeCatalog(dir: string, { products, observations, rejects }: CatalogFiles): Promise<void> {
  await writeFile(join(dir, "products.ndjson"), toNdjson(products));
  for (const [source, rows] of Object.entries(observations)) {
    await writeFile(join(dir, "observations", `${source}.ndjson`), toNdjson(rows));
  }
  const sorted = Object.fromEntries(Object.entries(rejects).sort((a, b) => byCode(a[0], b[0])));
  await writeFile(join(dir, "rejects.json"), `${JSON.stringify(sorted, null, 2)}\n`);
}
