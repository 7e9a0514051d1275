import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { among } from "@/db/queries/among";
import { observations, products } from "@/db/schema";
import { knowEvidenceId } from "@/lib/ids";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";

export type StoredObservation = Observation & { id: string };

/**
 * Condition on rows of `observations` with alias `o`: a fact that its source has not retracted by the end of `upTo`.
 */
export function standsOn(upTo: Day | "infinity"): SQL {
  return sql`o.kind not in ('retraction', 'cancellation') and o.id not in (
    select jsonb_array_elements_text(payload->'fact'->'retracts') from observations
    where kind = 'retraction' and observed_at <= ${upTo}::date)`;
}

/** Returns each product's observations until the end of `upTo`, oldest first. Omits products without observations. */
export async function observationsOf(
  db: Db,
  slugs: readonly string[],
  upTo: Day,
): Promise<Map<string, StoredObservation[]>> {
  const byProduct = new Map<string, StoredObservation[]>();
  if (slugs.length === 0) return byProduct;
  const rows = await db
    .select()
    .from(observations)
    .where(and(inArray(observations.product, [...new Set(slugs)]), lte(observations.observedAt, upTo)))
    .orderBy(asc(observations.product), asc(observations.observedAt), asc(observations.id));
  for (const row of rows) {
    const list = byProduct.get(row.product);
    if (list) list.push(observedAs(row));
    else byProduct.set(row.product, [observedAs(row)]);
  }
  return byProduct;
}

type Told = [
  id: string,
  source: string,
  trust: Observation["trust"],
  observedAt: Day,
  effectiveFrom: Day | null,
  evidenceId: string | null,
  payload: Pick<Observation, "evidence" | "fact" | "voice">,
];

/**
 * Returns all observations of each product, oldest first, as a text for observationsIn(). This takes only one query,
 * and the text takes a fraction of the memory. Omits products without observations.
 */
export async function observationTexts(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await db.execute<{ product: string; told: string }>(sql`
    select product, json_agg(json_build_array(id, source, trust, observed_at, effective_from, evidence_id, payload)
      order by observed_at, id)::text as told
    from observations where ${inArray(observations.product, [...new Set(slugs)])} group by product`);
  return new Map(rows.map(({ product, told }) => [product, told]));
}

/** Parses the text that observationTexts() returns for a product. */
export function observationsIn(text: string, product: string): StoredObservation[] {
  return (JSON.parse(text) as Told[]).map(
    ([id, source, trust, observedAt, effectiveFrom, evidence, payload]): StoredObservation => {
      const observation = {
        id,
        product,
        source,
        trust,
        observedAt,
        ...(effectiveFrom !== null && { effectiveFrom }),
        ...payload,
      };
      if (evidence !== null) knowEvidenceId(observation, evidence);
      return observation;
    },
  );
}

export function observedAs(row: typeof observations.$inferSelect): StoredObservation {
  const { id, product, source, trust, observedAt, effectiveFrom, payload } = row;
  return {
    id,
    product,
    source,
    trust,
    observedAt,
    ...(effectiveFrom === null ? {} : { effectiveFrom }),
    ...payload,
  };
}

export interface CitedProduct {
  slug: string;
  name: string;
  category: string;
}

export interface Citing {
  product: CitedProduct;
  observation: StoredObservation;
}

/** Returns the observations made by the end of `upTo` that cite one piece of evidence, by product. */
export async function observationsCiting(db: Db, evidence: string, upTo: Day): Promise<Citing[]> {
  const rows = await db
    .select({ row: observations, name: products.name, category: products.category })
    .from(observations)
    .innerJoin(products, eq(products.slug, observations.product))
    .where(and(eq(observations.evidenceId, evidence), lte(observations.observedAt, upTo)))
    .orderBy(asc(observations.product), asc(observations.id));
  return rows.map(({ row, name, category }) => ({
    product: { slug: row.product, name, category },
    observation: observedAs(row),
  }));
}

export async function retractionsOf(db: Db, slugs: readonly string[], upTo: Day): Promise<StoredObservation[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select()
    .from(observations)
    .where(
      and(
        inArray(observations.product, [...new Set(slugs)]),
        eq(observations.kind, "retraction"),
        lte(observations.observedAt, upTo),
      ),
    );
  return rows.map(observedAs);
}

/** Counts, by category, the products with a valid observation at the end of `upTo`. */
export async function recordCounts(db: Db, upTo: Day): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ category: string; n: number }>(sql`
    select p.category, count(distinct p.slug)::int as n
    from observations o join products p on p.slug = o.product
    where o.observed_at <= ${upTo}::date and ${standsOn(upTo)}
    group by p.category`);
  return new Map(rows.map(({ category, n }) => [category, n]));
}

/** Returns products whose observations are all retracted. */
export async function withdrawnProducts(db: Db, slugs: readonly string[] | null = null): Promise<Set<string>> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select p.slug from products p
    where ${slugs === null ? sql`true` : among(sql`p.slug`, slugs)} and p.slug in (select product from observations where kind = 'retraction')
      and not exists (select 1 from observations o where o.product = p.slug and ${standsOn("infinity")})`);
  return new Set(rows.map(({ slug }) => slug));
}
