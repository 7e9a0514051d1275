import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { among } from "@/db/queries/among";
import { recordedChecks } from "@/db/queries/checks";
import { type CatalogCounts, catalogState } from "@/db/schema";
import type { Product } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";
import { carriedOver, followRenamed, recordedByRuns, writeCarried } from "./carry-over";
import { derive } from "./derive";
import { type CatalogFiles, hashCatalog, readCatalog } from "./files";
import {
  inBatches,
  loadTransaction,
  modelsOf,
  observationRow,
  productRow,
  withId,
  writeChanges,
  writeIndex,
} from "./rows";

const PROGRESS_EVERY_MS = 500;

export type LoadResult = { loaded: boolean; counts: CatalogCounts };

const number = new Intl.NumberFormat("en-US");

async function loadedState(db: Db) {
  const [state] = await db.select().from(catalogState);
  return state;
}

export async function countCatalog(db: Db): Promise<CatalogCounts> {
  const { rows } = await db.execute<CatalogCounts>(sql`
    select (select count(*)::int from sources) as sources, (select count(*)::int from categories) as categories,
      (select count(*)::int from products) as products, (select count(*)::int from observations) as observations`);
  const [counts] = rows;
  if (!counts) throw new Error("The catalogue could not be counted.");
  return counts;
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

  // A repeated line, for example in an export that was copied twice, is one observation.
  const shipped = [...new Map(files.observations.map(withId).map((row) => [row.id, row])).values()];
  const carried = carriedOver(await recordedByRuns(tx), files, new Set(shipped.map(({ id }) => id)));
  const stored = [...shipped, ...carried.standing.filter(({ origin }) => origin === "run")];
  const models = modelsOf(stored);
  const rowOf = (product: Product) => productRow(product, models.get(product.slug));
  await inBatches(files.products.map(rowOf), (rows) =>
    tx.execute(sql`
      insert into products
        (slug, name, vendor_name, vendor_website, category, domain, pricing_page, kind, aliases, former_slugs, models)
      select slug, name, vendor_name, vendor_website, category, domain, pricing_page, kind,
        array(select jsonb_array_elements_text(aliases)), array(select jsonb_array_elements_text(former_slugs)),
        array(select jsonb_array_elements_text(models))
      from jsonb_to_recordset(${rows}::jsonb) as r(slug text, name text, vendor_name text, vendor_website text,
        category text, domain text, pricing_page text, kind text, aliases jsonb, former_slugs jsonb, models jsonb)
      on conflict (slug) do update set
        name = excluded.name, vendor_name = excluded.vendor_name, vendor_website = excluded.vendor_website,
        category = excluded.category, domain = excluded.domain, pricing_page = excluded.pricing_page,
        kind = excluded.kind, aliases = excluded.aliases, former_slugs = excluded.former_slugs, models = excluded.models
      where products is distinct from excluded`),
  );

  const observations = shipped.map(observationRow);
  const total = number.format(observations.length);
  let shown = Date.now();
  await inBatches(observations, async (rows, done) => {
    await tx.execute(sql`
      insert into observations (id, product, source, kind, trust, observed_at, effective_from, evidence_id, payload)
      select id, product, source, kind, trust, "observedAt", "effectiveFrom", "evidenceId", payload
      from json_to_recordset(${rows}::json) as r(id text, product text, source text, kind text, trust text,
        "observedAt" date, "effectiveFrom" date, "evidenceId" text, payload jsonb)
      on conflict (id) do update set payload = excluded.payload, evidence_id = excluded.evidence_id
        where (observations.payload, observations.evidence_id) is distinct from (excluded.payload, excluded.evidence_id)`);
    if (done < observations.length && Date.now() - shown < PROGRESS_EVERY_MS) return;
    shown = Date.now();
    log(`catalogue: ${number.format(done)} of ${total} observations`);
  });

  await writeCarried(tx, carried);
  await followRenamed(tx, files.products);

  const slugs = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug);
  const ids = [...shipped, ...carried.standing].map(({ id }) => id);
  await tx.execute(sql`delete from observations where not ${among(sql`id`, ids)}`);
  await tx.execute(sql`delete from products where not ${among(sql`slug`, slugs(files.products))}`);
  await tx.execute(sql`delete from categories where not ${among(sql`slug`, slugs(files.categories))}`);
  await tx.execute(sql`delete from sources where not ${among(sql`slug`, slugs(files.sources))}`);

  const checks = await recordedChecks(tx, { kind: "page" });
  const derived = derive({ ...files, observations: stored, checks }, today);
  await tx.execute(sql`delete from product_index`);
  await writeIndex(tx, derived.index);
  await tx.execute(sql`delete from price_changes`);
  await writeChanges(tx, derived.changes);
  return countCatalog(tx);
}

/**
 * Fills the catalogue tables with the files in `dir` and the recorded data of runs, in one transaction. The recorded
 * data of a renamed product move to its new slug. Other tables stay unchanged. Does nothing if the tables were loaded
 * from the same files before.
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
  const result = await loadTransaction(db, async (tx): Promise<LoadResult> => {
    const meanwhile = await loadedState(tx);
    if (meanwhile?.contentHash === contentHash) return { loaded: false, counts: meanwhile.counts };
    const counts = await replaceCatalog(tx, files, { log, today: now.toISOString().slice(0, 10) });
    const state = { contentHash, counts, loadedAt: now, changedAt: null };
    await tx
      .insert(catalogState)
      .values({ id: 1, ...state })
      .onConflictDoUpdate({ target: catalogState.id, set: state });
    return { loaded: true, counts };
  });
  if (result.loaded) {
    await db.execute(sql`vacuum (analyze) sources, categories, products, observations, product_index, price_changes`);
    const { products, observations } = result.counts;
    log(`catalogue: ${number.format(products)} products and ${number.format(observations)} observations ready`);
  }
  return result;
}
