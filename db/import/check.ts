import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod";
import { isAllowanceAsUnit } from "@/lib/catalog/sanity";
import { observationId } from "@/lib/ids";
import { Category, OftenCompared, Product, Source } from "@/lib/schemas/catalog";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import { Observation } from "@/lib/schemas/observation";
import { COLLECTORS } from "../sources/collectors";
import { nameKey } from "../sources/shared/identity";
import { reportProblems } from "./report";

/** The shipped files as text. `observations` is keyed by source, without `.ndjson`. */
export type CatalogTexts = {
  products: string;
  categories: string;
  sources: string;
  oftenCompared: string;
  observations: Readonly<Record<string, string>>;
};

export type CatalogReport = { problems: string[]; summary: string };

const CATEGORY_RANGE = { min: 60, max: 120 } as const;

const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  return `${issue?.path.join(".") || "value"} ${issue?.message}`;
};

/**
 * Checks the guarantees of the shipped catalogue, from its files alone. Pure: no I/O and no clock.
 * @param collected sources that only a running service reads, so nothing of them need be shipped
 */
export function checkCatalog(texts: CatalogTexts, collected: readonly string[] = []): CatalogReport {
  const problems: string[] = [];

  const parseJson = (text: string, where: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      problems.push(`${where}: not JSON`);
      return undefined;
    }
  };
  const parseLines = <T>(text: string, file: string, schema: z.ZodType<T>): { row: T; where: string }[] => {
    if (text !== "" && !text.endsWith("\n")) problems.push(`${file}: no line feed at the end`);
    const lines = text.replace(/\n$/, "").split("\n");
    return (text === "" ? [] : lines).flatMap((line, index) => {
      const where = `${file}:${index + 1}`;
      const value = parseJson(line, where);
      if (value === undefined) return [];
      const parsed = schema.safeParse(value);
      if (parsed.success) return [{ row: parsed.data, where }];
      problems.push(`${where}: ${firstIssue(parsed.error)}`);
      return [];
    });
  };
  const parseList = <T>(text: string, file: string, schema: z.ZodType<T>): T[] => {
    const parsed = z.array(schema).safeParse(parseJson(text, file));
    if (parsed.success) return parsed.data;
    problems.push(`${file}: ${firstIssue(parsed.error)}`);
    return [];
  };
  const unique = (kind: string, values: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    for (const value of values) {
      if (seen.has(value)) problems.push(`${kind} "${value}" stands twice`);
      seen.add(value);
    }
    return seen;
  };

  const categories = parseList(texts.categories, "categories.json", Category);
  const categorySlugs = unique(
    "category",
    categories.map(({ slug }) => slug),
  );
  unique(
    "category name",
    categories.map(({ name }) => name),
  );
  if (categories.length < CATEGORY_RANGE.min || categories.length > CATEGORY_RANGE.max) {
    problems.push(`${categories.length} categories, not ${CATEGORY_RANGE.min} to ${CATEGORY_RANGE.max}`);
  }

  const sources = parseList(texts.sources, "sources.json", Source);
  const sourceSlugs = unique(
    "source",
    sources.map(({ slug }) => slug),
  );
  const newestDay =
    sources
      .map(({ obtainedAt }) => obtainedAt)
      .sort()
      .at(-1) ?? "";

  const products = parseLines(texts.products, "products.ndjson", Product).map(({ row }) => row);
  const productSlugs = unique(
    "slug",
    products.map(({ slug }) => slug),
  );
  unique("slug or former slug", [...productSlugs, ...products.flatMap(({ formerSlugs }) => formerSlugs)]);
  const nameOwner = new Map(products.map(({ slug, name }) => [nameKey(name), slug]));
  unique(
    "product name at one site",
    products.flatMap(({ name, domain }) => (domain === null ? [] : [`${plainName(name)} @ ${domain}`])),
  );
  unique(
    "alias",
    products.flatMap(({ aliases }) => aliases.map(nameKey)),
  );
  for (const { slug, aliases, category, name } of products) {
    if (!categorySlugs.has(category)) problems.push(`${slug}: no such category "${category}"`);
    if (nameOwner.get(nameKey(name)) !== slug) problems.push(`${slug}: another product is called "${name}" too`);
    for (const alias of aliases) {
      const owner = nameOwner.get(nameKey(alias));
      if (owner) problems.push(`${slug}: its alias "${alias}" is the name of ${owner}`);
    }
  }

  const vendors = new Map(products.map(({ slug, vendor }) => [slug, vendor.name]));
  const compared = parseList(texts.oftenCompared, "often-compared.json", OftenCompared);
  unique(
    "product of often-compared.json",
    compared.map(({ product }) => product),
  );
  for (const { product, comparedWith } of compared) {
    const where = `often-compared.json, ${product}`;
    const named = unique(`${where}:`, comparedWith);
    for (const slug of [product, ...named]) if (!vendors.has(slug)) problems.push(`${where}: no product "${slug}"`);
    for (const slug of named) {
      if (vendors.get(slug) === vendors.get(product)) problems.push(`${where}: ${slug} is of the same vendor`);
    }
  }

  const observed = new Set<string>();
  let count = 0;
  for (const source of Object.keys(texts.observations).sort()) {
    if (!sourceSlugs.has(source)) problems.push(`observations/${source}.ndjson: no such source`);
    const rows = parseLines(texts.observations[source] ?? "", `observations/${source}.ndjson`, Observation);
    if (rows.length === 0) problems.push(`observations/${source}.ndjson: nothing observed`);
    const lines = new Set<string>();
    for (const { row, where } of rows) {
      count += 1;
      observed.add(row.product);
      const line = JSON.stringify(row);
      if (lines.has(line)) problems.push(`${where}: the same as an earlier line`);
      lines.add(line);
      for (const defect of defectsOf(row, { source, productSlugs, newestDay })) problems.push(`${where}: ${defect}`);
    }
    problems.push(...retractionDefects(rows));
  }
  for (const source of sourceSlugs) {
    if (!(source in texts.observations) && !collected.includes(source))
      problems.push(`sources.json: ${source} has no observations`);
  }
  for (const slug of productSlugs) {
    if (!observed.has(slug)) problems.push(`${slug}: no observation`);
  }

  return {
    problems,
    summary: `${products.length} products, ${count} observations from ${sources.length} sources, ${categories.length} categories`,
  };
}

/** Removes brackets, domain endings and spaces, so that monday.com and Monday are one name. */
function plainName(name: string): string {
  const bare = name.replace(/\s*\(.*?\)/g, "").replace(/\.(?:ai|app|co|com|dev|io|net|org)$/i, "");
  return nameKey(bare).replaceAll("-", "");
}

function defectsOf(
  row: Observation,
  { source, productSlugs, newestDay }: { source: string; productSlugs: ReadonlySet<string>; newestDay: string },
): string[] {
  const defects: string[] = [];
  if (row.source !== source) defects.push(`source "${row.source}" in the file of ${source}`);
  if (!productSlugs.has(row.product)) defects.push(`no such product "${row.product}"`);
  for (const day of [row.observedAt, row.evidence.capturedAt]) {
    if (day && day > newestDay) defects.push(`${day} is after the newest reading of any source, ${newestDay}`);
  }
  if (row.fact.kind === "plans") {
    for (const tier of row.fact.tiers) {
      const costs = [
        ...tier.prices.map(({ amount }) => amount),
        ...(tier.seatBands ?? []).map((band) => band.unitPrice),
      ];
      const priced = costs.length > 0;
      if (tier.status === "published" && !priced) defects.push(`tier ${tier.id} is published without a price`);
      if (tier.status !== "published" && priced) defects.push(`tier ${tier.id} is ${tier.status} but has a price`);
      if (costs.some((amount) => amount > 0) && !(tier.currency ?? row.fact.currency))
        defects.push(`tier ${tier.id} has a price without a currency`);
      if (isAllowanceAsUnit(tier, row.fact.currency))
        defects.push(`tier ${tier.id} is priced per ${tier.unit}, of which it includes several`);
    }
  }
  return defects;
}

/**
 * Returns invalid retractions. A source may retract only rows in its own file, of the same product and not seen later.
 */
function retractionDefects(rows: readonly { row: Observation; where: string }[]): string[] {
  const retractions = rows.flatMap(({ row, where }) =>
    row.fact.kind === "retraction" ? [{ row, fact: row.fact, where }] : [],
  );
  if (retractions.length === 0) return [];
  const byId = new Map(rows.map(({ row }) => [observationId(row), row]));
  return retractions.flatMap(({ row, fact, where }) =>
    fact.retracts.flatMap((id) => {
      const taken = byId.get(id);
      if (!taken) return [`${where}: retracts ${id}, which the source has never said`];
      if (taken.fact.kind === "retraction") return [`${where}: retracts the retraction ${id}`];
      if (taken.product !== row.product) return [`${where}: retracts ${id} of ${taken.product}`];
      return taken.observedAt > row.observedAt ? [`${where}: retracts ${id}, seen later`] : [];
    }),
  );
}

export async function readCatalogTexts(dir: string): Promise<CatalogTexts> {
  const read = (name: string): Promise<string> => readFile(join(dir, name), "utf8");
  const files = (await readdir(join(dir, "observations"))).filter((name) => name.endsWith(".ndjson"));
  const observations = await Promise.all(
    files.map(async (name) => [name.slice(0, -".ndjson".length), await read(join("observations", name))] as const),
  );
  return {
    products: await read("products.ndjson"),
    categories: await read("categories.json"),
    sources: await read("sources.json"),
    oftenCompared: await read("often-compared.json"),
    observations: Object.fromEntries(observations),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const dir = resolve(dirname(fileURLToPath(import.meta.url)), "../catalog");
  const { problems, summary } = checkCatalog(await readCatalogTexts(dir), [
    CHECKS_SOURCE,
    ...COLLECTORS.map(({ source }) => source),
  ]);
  problems.push(...(await reportProblems(dir)));
  for (const problem of problems.slice(0, 20)) console.error(problem);
  if (problems.length > 20) console.error(`… and ${problems.length - 20} more`);
  console.log(problems.length > 0 ? `${problems.length} problems: ${summary}` : `catalogue is valid: ${summary}`);
  if (problems.length > 0) process.exitCode = 1;
}
