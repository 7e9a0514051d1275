import { isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { observedAs } from "@/db/queries/observations";
import { observations, observationsAside } from "@/db/schema";
import { compareText } from "@/lib/catalog/ledger";
import { observationId } from "@/lib/ids";
import type { Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Slug } from "@/lib/schemas/primitives";
import { inBatches, observationRow, type Stored } from "./rows";

/** An observation recorded by a run. */
export type Recorded = Stored & { run: string };

export interface CarriedOver {
  /** Valid observations in addition to the shipped rows. `shipped`: the edition also contains it. */
  standing: (Recorded & { origin: "shipped" | "run" })[];
  /** Observations whose product or source is not in the edition. */
  aside: Recorded[];
}

/** Returns everything that runs recorded, including rows set aside. */
export async function recordedByRuns(tx: Db): Promise<Recorded[]> {
  const standing = await tx.select().from(observations).where(isNotNull(observations.run));
  const aside = await tx.select().from(observationsAside);
  return [
    ...standing.map((row) => ({ ...observedAs(row), run: row.run ?? "" })),
    ...aside.map(({ id, run, observation }) => ({ ...observation, id, run: run ?? "" })),
  ];
}

/** Returns the current slug of each former slug. Omits a slug that two products claim or that a product still uses. */
export function renamedSlugs(products: readonly Pick<Product, "slug" | "formerSlugs">[]): Map<Slug, Slug> {
  const current = new Set(products.map(({ slug }) => slug));
  const claims = new Map<Slug, Slug | null>();
  for (const { slug, formerSlugs } of products) {
    for (const former of formerSlugs) claims.set(former, claims.has(former) ? null : slug);
  }
  return new Map([...claims].flatMap(([former, slug]) => (slug && !current.has(former) ? [[former, slug]] : [])));
}

/** Returns the same observations under the current slugs. Ids in retractions are updated. */
export function underSlugsOf<T extends Stored>(rows: readonly T[], renamed: ReadonlyMap<Slug, Slug>): T[] {
  if (renamed.size === 0 || !rows.some(({ product }) => renamed.has(product))) return [...rows];
  const ids = new Map<string, string>();
  const follow = (row: T): T => {
    const product = renamed.get(row.product);
    if (product === undefined) return row;
    const { fact } = row;
    const said =
      fact.kind === "retraction"
        ? { ...row, product, fact: { ...fact, retracts: fact.retracts.map((id) => ids.get(id) ?? id).sort() } }
        : { ...row, product };
    const id = observationId(factsOf(said));
    ids.set(row.id, id);
    return { ...said, id };
  };
  const readings = rows.map((row) => (row.fact.kind === "retraction" ? row : follow(row)));
  return readings.map((row) => (row.fact.kind === "retraction" ? follow(row) : row));
}

/** Removes the database's own columns: an observation's id depends only on the observed facts. */
export function factsOf(row: Observation): Observation {
  const { product, source, voice, trust, observedAt, effectiveFrom, evidence, fact } = row;
  return {
    product,
    source,
    ...(voice !== undefined && { voice }),
    trust,
    observedAt,
    ...(effectiveFrom !== undefined && { effectiveFrom }),
    evidence,
    fact,
  };
}

export function carriedOver(
  recorded: readonly Recorded[],
  edition: { products: readonly Product[]; sources: readonly Pick<Source, "slug">[] },
  shipped: ReadonlySet<string>,
): CarriedOver {
  const products = new Set(edition.products.map(({ slug }) => slug));
  const sources = new Set(edition.sources.map(({ slug }) => slug));
  const rows = new Map(
    underSlugsOf(recorded, renamedSlugs(edition.products))
      .sort((a, b) => compareText(b.run, a.run))
      .map((row) => [row.id, row]),
  );
  const carried: CarriedOver = { standing: [], aside: [] };
  for (const row of rows.values()) {
    if (!products.has(row.product) || !sources.has(row.source)) carried.aside.push(row);
    else carried.standing.push({ ...row, origin: shipped.has(row.id) ? "shipped" : "run" });
  }
  return carried;
}

export async function writeCarried(tx: Db, { standing, aside }: CarriedOver): Promise<void> {
  await inBatches(
    standing.map(({ run, origin, ...row }) => ({ ...observationRow(row), run, origin })),
    (rows) =>
      tx.execute(sql`
        insert into observations (id, product, source, kind, trust, observed_at, effective_from, evidence_id, payload, run, origin)
        select id, product, source, kind, trust, "observedAt", "effectiveFrom", "evidenceId", payload, run, origin
        from json_to_recordset(${rows}::json) as r(id text, product text, source text, kind text, trust text,
          "observedAt" date, "effectiveFrom" date, "evidenceId" text, payload jsonb, run text, origin text)
        on conflict (id) do update set origin = excluded.origin, run = excluded.run
        where (observations.origin, observations.run) is distinct from (excluded.origin, excluded.run)`),
  );
  await tx.execute(sql`delete from observations_aside`);
  await setAside(tx, aside);
}

/** Sets rows aside. Returns the ids of new ones. */
export async function setAside(tx: Db, rows: readonly Recorded[]): Promise<Set<string>> {
  const kept = rows.map(({ id, run, ...row }) => {
    const { product, source } = row;
    return { id, product, source, run, observation: factsOf(row) };
  });
  const added = new Set<string>();
  await inBatches(kept, async (json) => {
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into observations_aside (id, product, source, run, observation)
      select id, product, source, run, observation
      from json_to_recordset(${json}::json) as r(id text, product text, source text, run text, observation jsonb)
      on conflict (id) do nothing returning id`);
    for (const { id } of written) added.add(id);
  });
  return added;
}

/** Moves checks, held changes and the page schedule of a renamed product. */
export async function followRenamed(tx: Db, products: readonly Product[]): Promise<void> {
  const pairs = [...renamedSlugs(products)].map(([former, slug]) => ({ former, slug }));
  await inBatches(pairs, async (json) => {
    const renamed = sql`jsonb_to_recordset(${json}::jsonb) as r(former text, slug text)`;
    await tx.execute(sql`update checks c set product = r.slug from ${renamed} where c.product = r.former`);
    await tx.execute(sql`
      update held_changes h set product = r.slug,
        before = case when before is null then null else jsonb_set(before, '{product}', to_jsonb(r.slug)) end,
        after = jsonb_set(after, '{product}', to_jsonb(r.slug))
      from ${renamed} where h.product = r.former`);
    await tx.execute(sql`
      delete from page_schedule s using ${renamed}
      where s.product = r.former and r.slug in (select product from page_schedule)`);
    await tx.execute(sql`update page_schedule s set product = r.slug from ${renamed} where s.product = r.former`);
  });
}
