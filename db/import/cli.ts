import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogDay } from "@/lib/catalog/report";
import { SOURCES } from "../sources";
import type { AdapterResult } from "../sources/shared/reading";
import { CATEGORIES, CATEGORY_LABELS, RESOLVE_TABLES } from "../sources/tables";
import { importReadingFiles } from "./readings/cli";
import { readSources, writeReport } from "./report";
import { buildCatalog, readCatalog, writeCatalog } from "./run";

async function main(args: readonly string[]): Promise<void> {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
  if (args.some((arg) => /\.(?:jsonl|ndjson)$/.test(arg))) {
    await importReadingFiles(join(root, "db/catalog"), args);
    return;
  }
  const rawAt = args.indexOf("--raw");
  const rawDir = resolve((rawAt >= 0 ? args[rawAt + 1] : process.env.RAW_DATA_DIR) ?? join(root, "../shared/data"));
  const wanted = args.filter((_, index) => rawAt < 0 || (index !== rawAt && index !== rawAt + 1));
  const unknown = wanted.filter((slug) => !SOURCES.some((source) => source.slug === slug));
  if (unknown.length > 0) throw new Error(`Unknown source: ${unknown.join(", ")}`);

  const results: Record<string, AdapterResult> = {};
  for (const { slug, adapter } of SOURCES) {
    if (!adapter || (wanted.length > 0 && !wanted.includes(slug))) continue;
    results[slug] = await adapter.read(rawDir);
  }
  const catalogDir = join(root, "db/catalog");
  const { catalog, undecided } = buildCatalog(
    results,
    { ...RESOLVE_TABLES, categories: CATEGORIES, categoryLabels: CATEGORY_LABELS },
    await readCatalog(catalogDir),
    catalogDay(await readSources(catalogDir)),
  );
  await writeCatalog(catalogDir, catalog);
  await writeReport(catalogDir, (line) => console.log(line));

  console.table(
    Object.entries(catalog.observations).map(([source, rows]) => ({
      source,
      observations: rows.length,
      products: new Set(rows.map(({ product }) => product)).size,
      rejects: Object.values(catalog.rejects[source] ?? {}).reduce((sum, count) => sum + count, 0),
    })),
  );
  console.log(`${catalog.products.length} products`);
  for (const { slugs, because } of undecided) console.log(`kept separate, ${because}: ${slugs.join(", ")}`);
}

await main(process.argv.slice(2));
