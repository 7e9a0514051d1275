import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { catalogDir, prepare } from "@/db/load/boot";
import { customers, subscriptions } from "@/db/schema";
import { createKey } from "@/lib/access/api-keys";
import { ROOT } from "../scripts/lib/steps.mjs";
import { SYNTHETIC_VERSION, writeSyntheticCatalogue } from "../scripts/synthetic-catalogue";
import { type Population, wordsOf } from "./questions";

export const SYNTHETIC_COUNT = 100_000;

/** A catalogue in its own database, and the products to send requests about. */
export interface Loaded {
  name: string;
  /** Environment variables with which our server serves the catalogue. */
  env: Record<string, string>;
  population: Population;
  hot: { slug: string; rated: string };
  largestCategory: string;
  key: string;
}

/** Loads the shipped catalogue into the embedded database at the first run. */
export function shipped(): Promise<Loaded> {
  return loaded("shipped", catalogDir(), { slug: "slack", rated: "openai-api" });
}

/** Loads `count` generated products into the embedded database, or into the PostgreSQL server in BENCH_DATABASE_URL. */
export async function synthetic(count: number): Promise<Loaded> {
  const dir = join(ROOT, ".test", `synthetic-${SYNTHETIC_VERSION}-${count}`);
  if (!existsSync(join(dir, "sources.json"))) {
    console.info(`catalogue: writing ${count} invented products`);
    await writeSyntheticCatalogue(dir, count);
  }
  const hot = { slug: "acme-ledger-00000", rated: "acme-router-00240" };
  return loaded(`synthetic-${count}`, dir, hot, process.env.BENCH_DATABASE_URL);
}

async function loaded(
  name: string,
  dir: string,
  hot: Loaded["hot"],
  databaseUrl: string | undefined = undefined,
): Promise<Loaded> {
  const dataDir = join(ROOT, ".test", `bench-${name}`);
  const connection = await openDatabase(databaseUrl, dataDir);
  const { db } = connection;
  try {
    await prepare(connection, dir, (line) => console.info(line));
    const id = `bench-${Date.now()}`;
    const now = new Date();
    await db.insert(customers).values({ id, email: `${id}@example.com` });
    await db.insert(subscriptions).values({
      id: `sub_${id}`,
      customerId: id,
      status: "active",
      currentPeriodEnd: new Date(now.getTime() + 86_400_000),
      cancelAtPeriodEnd: false,
      createdAt: now,
      syncedAt: now,
    });
    const { key } = await createKey(db, { customerId: id, name: "Bench", now });
    const slugs = async (query: ReturnType<typeof sql>) =>
      (await db.execute<{ slug: string }>(query)).rows.map(({ slug }) => slug);
    const population: Population = {
      ...wordsOf(dir),
      slugs: await slugs(sql`select slug from product_index where valid_until is null order by slug`),
      priced: await slugs(sql`
        select i.slug from product_index i join products p using (slug)
        where valid_until is null and starting_price > 0 and pricing_model in ('per_seat', 'flat')
          and price_unit like '%month' and kind = 'product' order by prominence desc, slug`),
      rated: await slugs(sql`
        select i.slug from product_index i
        where valid_until is null and exists (
          select from observations where product = i.slug and kind = 'rates' and payload::text like '%inputTokens%')
        order by prominence desc, slug`),
    };
    const [largestCategory = ""] = await slugs(sql`
      select category as slug from products group by 1 order by count(*) desc, 1 limit 1`);
    return {
      name,
      population,
      hot,
      largestCategory,
      key,
      env: {
        DATABASE_URL: databaseUrl ?? "",
        DATA_DIR: dataDir,
        CATALOG_DIR: dir,
        TRUSTED_PROXIES: "1",
        LOG_LEVEL: "error",
        VERCEL: "",
      },
    };
  } finally {
    await connection.close();
  }
}
