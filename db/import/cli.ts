import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { apiEvangelist } from "./api-evangelist";
import { genaiPrices } from "./genai-prices";
import { isaGroup } from "./isa-group";
import { litellm } from "./litellm";
import { contractTerms, hiddenCosts, marketMedians, negotiation, sentiment } from "./market";
import type { Adapter, AdapterResult } from "./reading";
import { buildCatalog, readCatalog, readTables, writeCatalog } from "./run";
import { ssoTax } from "./sso-tax";
import { vendorPages } from "./vendor-pages";

const ADAPTERS: readonly Adapter[] = [
  apiEvangelist,
  contractTerms,
  genaiPrices,
  hiddenCosts,
  isaGroup,
  litellm,
  marketMedians,
  negotiation,
  sentiment,
  ssoTax,
  vendorPages,
];

async function main(args: readonly string[]): Promise<void> {
  const importDir = dirname(fileURLToPath(import.meta.url));
  const root = resolve(importDir, "../..");
  const rawAt = args.indexOf("--raw");
  const rawDir = resolve((rawAt >= 0 ? args[rawAt + 1] : process.env.RAW_DATA_DIR) ?? join(root, "../shared/data"));
  const wanted = args.filter((_, index) => rawAt < 0 || (index !== rawAt && index !== rawAt + 1));
  const unknown = wanted.filter((source) => !ADAPTERS.some((adapter) => adapter.source === source));
  if (unknown.length > 0) throw new Error(`No such source: ${unknown.join(", ")}`);

  const results: Record<string, AdapterResult> = {};
  for (const adapter of ADAPTERS) {
    if (wanted.length > 0 && !wanted.includes(adapter.source)) continue;
    results[adapter.source] = await adapter.read(rawDir);
  }
  const catalogDir = join(root, "db/catalog");
  const { catalog, undecided } = buildCatalog(
    results,
    await readTables(join(importDir, "tables")),
    await readCatalog(catalogDir),
  );
  await writeCatalog(catalogDir, catalog);

  console.table(
    Object.entries(catalog.observations).map(([source, rows]) => ({
      source,
      observations: rows.length,
      products: new Set(rows.map(({ product }) => product)).size,
      rejects: Object.values(catalog.rejects[source] ?? {}).reduce((sum, count) => sum + count, 0),
    })),
  );
  console.log(`${catalog.products.length} products`);
  for (const { slugs, because } of undecided) console.log(`kept apart, ${because}: ${slugs.join(", ")}`);
}

await main(process.argv.slice(2));
