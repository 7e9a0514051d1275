import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { withBrandWords } from "@/lib/catalog/brand-words";
import { withHostSeats } from "@/lib/catalog/host-seats";
import { POLICY } from "@/lib/catalog/policy";
import { canonicalJson } from "@/lib/ids";
import { cleanText, cleanTexts, nameForModel } from "@/lib/safe-text";
import { BrandWords, Category, Product, Source } from "@/lib/schemas/catalog";
import { Observation } from "@/lib/schemas/observation";

// Raise it when the same files must produce different rows.
const LOADER_VERSION = 36;
const SHOWN_PROBLEMS = 10;
const BRAND_WORDS = "brand-words.json";

export class CatalogFilesError extends Error {
  override name = "CatalogFilesError";
}

export type CatalogFiles = {
  sources: Source[];
  categories: Category[];
  products: Product[];
  observations: Observation[];
};

/**
 * Returns the path of a file in a catalogue's folder. The variable path keeps the shipped catalogue out of Vercel
 * functions.
 */
const within = (dir: string, path: string) => join(/* turbopackIgnore: true */ dir, path);

function paths(dir: string): string[] {
  const observations = within(dir, "observations");
  const list = [
    ...(existsSync(/* turbopackIgnore: true */ within(dir, BRAND_WORDS)) ? [BRAND_WORDS] : []),
    "categories.json",
    ...(existsSync(/* turbopackIgnore: true */ observations)
      ? readdirSync(/* turbopackIgnore: true */ observations)
      : []
    )
      .filter((name) => name.endsWith(".ndjson"))
      .sort()
      .map((name) => `observations/${name}`),
    "products.ndjson",
    "sources.json",
  ];
  const missing = list.filter((path) => !existsSync(/* turbopackIgnore: true */ within(dir, path)));
  if (missing.length > 0)
    throw new CatalogFilesError(`The catalogue in ${dir} is incomplete. Missing: ${missing.join(", ")}.`);
  return list;
}

/** Returns a hash that is the same as long as the files, the loader and the published rules are. */
export async function hashCatalog(dir: string): Promise<string> {
  const hash = createHash("sha256").update(`loader ${LOADER_VERSION} ${canonicalJson(POLICY)}\n`);
  for (const path of paths(dir)) {
    hash.update(`\n${path}\n`);
    for await (const chunk of createReadStream(/* turbopackIgnore: true */ within(dir, path)))
      hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

/** @throws CatalogFilesError with the file and line of each problem */
export function readCatalog(dir: string): CatalogFiles {
  const problems: string[] = [];

  function parse<T>(schema: z.ZodType<T>, where: string, read: () => unknown): T[] {
    let value: unknown;
    try {
      value = read();
    } catch (error) {
      problems.push(`${where}: ${(error as Error).message}`);
      return [];
    }
    const parsed = schema.safeParse(cleanTexts(value));
    const order = nameForModel(value);
    if (order !== null) {
      problems.push(`${where}: the name "${cleanText(order)}" gives orders to a language model`);
      return [];
    }
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    problems.push(`${where}: ${issue?.path.join(".")} ${issue?.message}`);
    return [];
  }

  function list<T>(schema: z.ZodType<T>, path: string): T[] {
    const value: unknown = JSON.parse(readFileSync(/* turbopackIgnore: true */ within(dir, path), "utf8"));
    if (!Array.isArray(value)) throw new CatalogFilesError(`${path} must be a list.`);
    return value.flatMap((item, i) => parse(schema, `${path}[${i}]`, () => item));
  }

  function lines<T>(schema: z.ZodType<T>, path: string): T[] {
    return readFileSync(/* turbopackIgnore: true */ within(dir, path), "utf8")
      .split("\n")
      .flatMap((line, i) => (line === "" ? [] : parse(schema, `${path}:${i + 1}`, () => JSON.parse(line))));
  }

  const files: CatalogFiles = {
    sources: list(Source, "sources.json"),
    categories: list(Category, "categories.json"),
    products: lines(Product, "products.ndjson"),
    observations: paths(dir)
      .filter((path) => path.startsWith("observations/"))
      .flatMap((path) => lines(Observation, path)),
  };

  const [words = {}] = paths(dir).includes(BRAND_WORDS)
    ? parse(BrandWords, BRAND_WORDS, () =>
        JSON.parse(readFileSync(/* turbopackIgnore: true */ within(dir, BRAND_WORDS), "utf8")),
      )
    : [];
  files.products = withBrandWords(files.products, words);
  const categoryOf = new Map(files.products.map(({ slug, category }) => [slug, category]));
  files.observations = files.observations.map((entry) => withHostSeats(entry, categoryOf.get(entry.product)));

  for (const key of ["sources", "categories", "products"] as const) {
    const seen = new Set<string>();
    for (const { slug } of files[key]) {
      if (seen.has(slug)) problems.push(`${key}: ${slug} occurs twice`);
      seen.add(slug);
    }
  }
  const known = {
    source: new Set(files.sources.map(({ slug }) => slug)),
    category: new Set(files.categories.map(({ slug }) => slug)),
    product: new Set(files.products.map(({ slug }) => slug)),
  };
  for (const { slug, category } of files.products) {
    if (!known.category.has(category)) problems.push(`product ${slug}: no category "${category}"`);
  }
  for (const { product, source } of files.observations) {
    if (!known.product.has(product)) problems.push(`observations of ${source}: no product "${product}"`);
    if (!known.source.has(source)) problems.push(`observations of ${product}: no source "${source}"`);
  }

  if (problems.length > 0) {
    const rest = problems.length - SHOWN_PROBLEMS;
    throw new CatalogFilesError(
      [
        `The catalogue in ${dir} has ${problems.length} problem${problems.length === 1 ? "" : "s"}:`,
        ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${problem}`),
        ...(rest > 0 ? [`  and ${rest} more`] : []),
      ].join("\n"),
    );
  }
  return files;
}
