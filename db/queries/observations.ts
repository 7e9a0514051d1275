import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { observations, products } from "@/db/schema";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";

export type StoredObservation = Observation & { id: string };

/**
 * What was observed of each product until the end of `upTo`, oldest first. Products without observations are not in
 * the map.
 */
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
  for (const { id, product, source, trust, observedAt, effectiveFrom, payload } of rows) {
    const observation = {
      id,
      product,
      source,
      trust,
      observedAt,
      ...(effectiveFrom === null ? {} : { effectiveFrom }),
      ...payload,
    };
    const list = byProduct.get(product);
    if (list) list.push(observation);
    else byProduct.set(product, [observation]);
  }
  return byProduct;
}

/** Products of which something was observed until the end of `upTo`, counted by category. */
export async function recordCounts(db: Db, upTo: Day): Promise<Map<string, number>> {
  const rows = await db
    .select({ category: products.category, n: sql<number>`count(distinct ${products.slug})::int` })
    .from(observations)
    .innerJoin(products, eq(products.slug, observations.product))
    .where(lte(observations.observedAt, upTo))
    .groupBy(products.category);
  return new Map(rows.map(({ category, n }) => [category, n]));
}
