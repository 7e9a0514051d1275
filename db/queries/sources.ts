import { asc, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { observations, sources } from "@/db/schema";
import type { Source } from "@/lib/schemas/catalog";
import type { FactKind } from "@/lib/schemas/observation";

export async function allSources(db: Db): Promise<Source[]> {
  const rows = await db.select({ data: sources.data }).from(sources).orderBy(asc(sources.slug));
  return rows.map(({ data }) => data);
}

export interface SourceUse {
  source: string;
  kind: FactKind;
  observations: number;
  /** Observations whose own evidence is marked as restricted. */
  restricted: number;
}

/** Counts the observations of each kind for each source. */
export async function sourceUse(db: Db): Promise<SourceUse[]> {
  return db
    .select({
      source: observations.source,
      kind: observations.kind,
      observations: sql<number>`count(*)::int`,
      restricted: sql<number>`count(*) filter (where (${observations.payload}->'evidence'->>'restricted')::boolean)::int`,
    })
    .from(observations)
    .groupBy(observations.source, observations.kind)
    .orderBy(asc(observations.source), asc(observations.kind));
}
