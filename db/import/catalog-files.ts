import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fromNdjson, toNdjson } from "@/lib/catalog/ndjson";
import { Product } from "@/lib/schemas/catalog";
import { Observation } from "@/lib/schemas/observation";

/** Everything under db/catalog that an import reads and writes. */
export type CatalogFiles = {
  products: Product[];
  /** Source → its observations. */
  observations: Record<string, Observation[]>;
  /** Source → reason → number of rows left out. */
  rejects: Record<string, Record<string, number>>;
};

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

export async function readCatalog(dir: string): Promise<CatalogFiles> {
  const observations: CatalogFiles["observations"] = {};
  for (const file of (await readdir(join(dir, "observations")))
    .filter((name) => name.endsWith(".ndjson"))
    .sort(byCode)) {
    const rows = fromNdjson(await readFile(join(dir, "observations", file), "utf8"));
    observations[file.slice(0, -".ndjson".length)] = rows.map((row) => Observation.parse(row));
  }
  return {
    products: fromNdjson(await readIfThere(join(dir, "products.ndjson"))).map((row) => Product.parse(row)),
    observations,
    rejects: JSON.parse((await readIfThere(join(dir, "rejects.json"))) || "{}") as CatalogFiles["rejects"],
  };
}

export async function writeCatalog(dir: string, { products, observations, rejects }: CatalogFiles): Promise<void> {
  await writeFile(join(dir, "products.ndjson"), toNdjson(products));
  for (const [source, rows] of Object.entries(observations)) {
    await writeFile(join(dir, "observations", `${source}.ndjson`), toNdjson(rows));
  }
  const sorted = Object.fromEntries(Object.entries(rejects).sort((a, b) => byCode(a[0], b[0])));
  await writeFile(join(dir, "rejects.json"), `${JSON.stringify(sorted, null, 2)}\n`);
}
