import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bench, describe } from "vitest";
import { priceChanges } from "@/lib/catalog/history";
import { EvidenceBook, knownOn } from "@/lib/catalog/ledger";
import { project } from "@/lib/catalog/project";
import { reduce } from "@/lib/catalog/reduce";
import { dressRecord } from "@/lib/operations/dress-record";
import type { Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";

// Each benchmark group has a reference: parsing the same observations from JSON.

const CATALOG = join(import.meta.dirname, "../db/catalog");
const lines = (file: string) => readFileSync(join(CATALOG, file), "utf8").trim().split("\n");
const sources = new Map<string, Source>(
  (JSON.parse(readFileSync(join(CATALOG, "sources.json"), "utf8")) as Source[]).map((source) => [source.slug, source]),
);
const products = new Map(
  lines("products.ndjson").map((line) => {
    const product = JSON.parse(line) as Product;
    return [product.slug, product];
  }),
);
const ledgers = new Map<string, Observation[]>();
for (const file of readdirSync(join(CATALOG, "observations"))) {
  for (const line of lines(`observations/${file}`)) {
    const observation = JSON.parse(line) as Observation;
    const ledger = ledgers.get(observation.product) ?? [];
    ledger.push(observation);
    ledgers.set(observation.product, ledger);
  }
}
const newest = [...ledgers.values()].flat().reduce((day, { observedAt }) => (observedAt > day ? observedAt : day), "");
const context = { asOf: newest, sources };

describe.each(["slack", "github", "openai-api", "openrouter"])("%s", (slug) => {
  const ledger = ledgers.get(slug) ?? [];
  const product = products.get(slug) as Product;
  const text = JSON.stringify(ledger);
  const build = () => {
    const reduced = reduce(ledger, context);
    if (!reduced) throw new Error(`no record of ${slug}`);
    return dressRecord({
      product,
      category: { slug: product.category, name: product.category },
      reduced,
      asOf: newest,
      site: { name: "Example", url: "https://example.com" },
    });
  };
  const record = build();

  bench("reference: parse the observations", () => {
    JSON.parse(text);
  });
  bench("reduce to a record", () => {
    build();
  });
  bench("price changes", () => {
    priceChanges(knownOn(ledger, newest), newest, new EvidenceBook(sources));
  });
  bench("summary of the record", () => {
    project(record, { depth: "summary" });
  });
});
