import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type CatalogCounts, catalogState } from "@/db/schema";
import { neverRetracted } from "@/lib/catalog/ledger";
import { nameKey, observationId } from "@/lib/ids";
import type { Product } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { derive } from "./derive";
import { type CatalogFiles, hashCatalog, readCatalog } from "./files";

const BATCH = 1_000;
const PROGRESS_EVERY_MS = 500;
const LOAD_LOCK = 7_265_390_012;
const NAME_KINDS = ["slug", "former_slug", "name", "alias"] as const;

export type LoadResult = { loaded: boolean; counts: CatalogCounts };

const number = new Intl.NumberFormat("en-US");

async function loadedState(db: Db) {
  const [state] = await db.select().from(catalogState);
  return state;
}

async function inBatches<T>(rows: readonly T[], write: (json: string, done: number) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await write(JSON.stringify(batch), start + batch.length);
  }
}

/** Of a name that a product has twice, the kind that resolves first is kept. */
function namesOf(product: Product) {
  const kinds = new Map<string, (typeof NAME_KINDS)[number]>();
  const names = {
    slug: [product.slug],
    former_slug: product.formerSlugs,
    name: [product.name],
    alias: product.aliases,
  };
  for (const kind of NAME_KINDS) {
    for (const name of names[kind]) {
      const key = nameKey(name);
      if (key !== "" && !kinds.has(key)) kinds.set(key, kind);
    }
  }
  return [...kinds].map(([name_key, kind]) => ({ name_key, slug: product.slug, kind }));
}

function productRow(product: Product, models: readonly string[] | undefined) {
  const { slug, name, vendor, category, domain, pricingPage, kind, aliases } = product;
  const search = [name, slug, ...aliases, vendor.name, domain ?? ""].join("\n").toLowerCase();
  return {
    slug,
    name,
    vendor_name: vendor.name,
    vendor_website: vendor.website,
    category,
    domain,
    pricing_page: pricingPage,
    kind,
    aliases,
    search,
    models: models ?? [],
  };
}

/** By product: the models that its rate cards name, by identifier and by name. */
function modelsOf(observations: readonly Observation[]): Map<string, string[]> {
  const named = new Map<string, Set<string>>();
  for (const { product, fact } of observations) {
    if (fact.kind !== "rates") continue;
    const keys = named.get(product) ?? new Set();
    named.set(product, keys);
    for (const name of [fact.model, fact.name ?? ""]) if (nameKey(name) !== "") keys.add(nameKey(name));
  }
  return new Map([...named].map(([product, keys]) => [product, [...keys].sort()]));
}

async function replaceCatalog(
  tx: Db,
  files: CatalogFiles,
  { log, today }: { log: (line: string) => void; today: Day },
): Promise<CatalogCounts> {
  await inBatches(files.sources, (rows) =>
    tx.execute(sql`
      insert into sources (slug, data)
      select value ->> 'slug', value from jsonb_array_elements(${rows}::jsonb)
      on conflict (slug) do update set data = excluded.data where sources.data is distinct from excluded.data`),
  );

  await inBatches(
    files.categories.map(({ group, ...category }, position) => ({ ...category, grp: group, position })),
    (rows) =>
      tx.execute(sql`
        insert into categories (slug, position, name, grp, description, aliases)
        select slug, position, name, grp, description, array(select jsonb_array_elements_text(aliases))
        from jsonb_to_recordset(${rows}::jsonb)
          as r(slug text, position int, name text, grp text, description text, aliases jsonb)
        on conflict (slug) do update set position = excluded.position, name = excluded.name, grp = excluded.grp,
          description = excluded.description, aliases = excluded.aliases`),
  );

  const models = modelsOf(neverRetracted(files.observations));
  const rowOf = (product: Product) => productRow(product, models.get(product.slug));
  await inBatches(files.products.map(rowOf), (rows) =>
    tx.execute(sql`
      insert into products
        (slug, name, vendor_name, vendor_website, category, domain, pricing_page, kind, aliases, search, models)
      select slug, name, vendor_name, vendor_website, category, domain, pricing_page, kind,
        array(select jsonb_array_elements_text(aliases)), search, array(select jsonb_array_elements_text(models))
      from jsonb_to_recordset(${rows}::jsonb) as r(slug text, name text, vendor_name text, vendor_website text,
        category text, domain text, pricing_page text, kind text, aliases jsonb, search text, models jsonb)
      on conflict (slug) do update set
        name = excluded.name, vendor_name = excluded.vendor_name, vendor_website = excluded.vendor_website,
        category = excluded.category, domain = excluded.domain, pricing_page = excluded.pricing_page,
        kind = excluded.kind, aliases = excluded.aliases, search = excluded.search, models = excluded.models
      where products is distinct from excluded`),
  );

  const stored = files.observations.map((observation) => ({ ...observation, id: observationId(observation) }));
  const observations = stored.map((observation) => {
    const { id, product, source, voice, trust, observedAt, effectiveFrom, evidence, fact } = observation;
    const payload = { ...(voice !== undefined && { voice }), evidence, fact };
    return {
      id,
      product,
      source,
      kind: fact.kind,
      trust,
      observedAt,
      effectiveFrom,
      payload,
    };
  });
  const total = number.format(observations.length);
  let shown = Date.now();
  await inBatches(observations, async (rows, done) => {
    await tx.execute(sql`
      insert into observations (id, product, source, kind, trust, observed_at, effective_from, payload)
      select id, product, source, kind, trust, "observedAt", "effectiveFrom", payload
      from json_to_recordset(${rows}::json) as r(id text, product text, source text, kind text, trust text,
        "observedAt" date, "effectiveFrom" date, payload jsonb)
      on conflict (id) do update set payload = excluded.payload where observations.payload is distinct from excluded.payload`);
    if (done < observations.length && Date.now() - shown < PROGRESS_EVERY_MS) return;
    shown = Date.now();
    log(`catalogue: ${number.format(done)} of ${total} observations`);
  });

  const absent = (column: SQL, keep: readonly string[]) =>
    sql`${column} not in (select jsonb_array_elements_text(${JSON.stringify(keep)}::jsonb))`;
  const slugs = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug);
  await tx.execute(sql`
    delete from observations where ${absent(
      sql`id`,
      observations.map(({ id }) => id),
    )}`);
  await tx.execute(sql`delete from product_names`);
  await tx.execute(sql`delete from products where ${absent(sql`slug`, slugs(files.products))}`);
  await tx.execute(sql`delete from categories where ${absent(sql`slug`, slugs(files.categories))}`);
  await tx.execute(sql`delete from sources where ${absent(sql`slug`, slugs(files.sources))}`);

  await inBatches(files.products.flatMap(namesOf), (rows) =>
    tx.execute(sql`
      insert into product_names (name_key, slug, kind)
      select name_key, slug, kind from jsonb_to_recordset(${rows}::jsonb) as r(name_key text, slug text, kind text)`),
  );

  const derived = derive({ ...files, observations: stored }, today);
  await tx.execute(sql`delete from product_index`);
  await inBatches(derived.index, (rows) =>
    tx.execute(sql`
      insert into product_index (slug, valid_from, valid_until, starting_price, currency, price_unit, highest_price,
        price_status, pricing_model, free_tier, free_plan, self_hosted, has_hidden_costs, sso_charged, sso_percent,
        disputed, confidence, observed_at, sources, priced, prominence, document)
      select slug, coalesce(valid_from, '0001-01-01'), valid_until, starting_price, currency, price_unit,
        highest_price, price_status, pricing_model, free_tier, free_plan, self_hosted, has_hidden_costs, sso_charged,
        sso_percent, disputed, confidence, observed_at, sources, priced, prominence,
        setweight(to_tsvector('simple', names), 'A') || setweight(to_tsvector('simple', makers), 'B')
          || setweight(to_tsvector('simple', category), 'C')
      from jsonb_to_recordset(${rows}::jsonb) as r(slug text, valid_from date, valid_until date, starting_price numeric,
        currency text, price_unit text, highest_price numeric, price_status text, pricing_model text,
        free_tier boolean, free_plan boolean, self_hosted boolean, has_hidden_costs boolean, sso_charged boolean, sso_percent numeric, disputed boolean,
        confidence numeric, observed_at date, sources int, priced boolean, prominence numeric, names text, makers text, category text)`),
  );
  await tx.execute(sql`delete from price_changes`);
  await inBatches(derived.changes, (rows) =>
    tx.execute(sql`
      insert into price_changes (product, id, valid_from, valid_until, class, day, data)
      select product, id, coalesce(valid_from, '0001-01-01'), valid_until, class, day, data
      from json_to_recordset(${rows}::json) as r(product text, id text, valid_from date, valid_until date, class text,
        day date, data jsonb)`),
  );

  const { rows } = await tx.execute<CatalogCounts>(sql`
    select (select count(*)::int from sources) as sources, (select count(*)::int from categories) as categories,
      (select count(*)::int from products) as products, (select count(*)::int from observations) as observations`);
  const [counts] = rows;
  if (!counts) throw new Error("The catalogue could not be counted.");
  return counts;
}

/**
 * Makes the catalogue tables equal to the files in `dir`, in one transaction; other tables are not touched.
 * Does nothing when they were loaded from the same files before.
 */
export async function loadCatalog(
  db: Db,
  { dir, log, now = new Date() }: { dir: string; log: (line: string) => void; now?: Date },
): Promise<LoadResult> {
  const contentHash = await hashCatalog(dir);
  const before = await loadedState(db);
  if (before?.contentHash === contentHash) return { loaded: false, counts: before.counts };

  log(`catalogue: reading ${dir}`);
  const files = readCatalog(dir);
  const result = await db.transaction(async (tx): Promise<LoadResult> => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOAD_LOCK})`);
    const meanwhile = await loadedState(tx);
    if (meanwhile?.contentHash === contentHash) return { loaded: false, counts: meanwhile.counts };
    const counts = await replaceCatalog(tx, files, { log, today: now.toISOString().slice(0, 10) });
    const state = { contentHash, counts, loadedAt: now };
    await tx
      .insert(catalogState)
      .values({ id: 1, ...state })
      .onConflictDoUpdate({ target: catalogState.id, set: state });
    return { loaded: true, counts };
  });
  if (result.loaded) {
    await db.execute(
      sql`analyze sources, categories, products, product_names, observations, product_index, price_changes`,
    );
    const { products, observations } = result.counts;
    log(`catalogue: ${number.format(products)} products and ${number.format(observations)} observations ready`);
  }
  return result;
}
