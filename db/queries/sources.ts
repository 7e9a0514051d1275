import { asc } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sources } from "@/db/schema";
import type { Source } from "@/lib/schemas/catalog";

export async function allSources(db: Db): Promise<Source[]> {
  const rows = await db.select({ data: sources.data }).from(sources).orderBy(asc(sources.slug));
  return rows.map(({ data }) => data);
}
