import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { catalogDay } from "@/lib/catalog/report";
import { withSharedPlanIds } from "@/lib/catalog/shared-plans";
import { evidenceId } from "@/lib/ids";
import { Product, Source } from "@/lib/schemas/catalog";
import { Observation } from "@/lib/schemas/observation";
import type { ReducedRecord } from "@/lib/schemas/record";
import { nameKey } from "../sources/shared/identity";

const CATALOG = join(import.meta.dirname, "../catalog");
const FRESH = ["dated-page-reads", "head-pages", "page-reads", "utilityapps"];

type Fresh = { slug: string; reading: Observation; record: ReducedRecord };
const fresh: Fresh[] = [];
const products: Product[] = [];

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(join(CATALOG, file), "utf8")).split("\n").filter(Boolean);
}

/** Returns whether a dated page of this year shows the price. An undated page or an announcement does not count. */
function isFresh(reading: Observation): boolean {
  return (
    FRESH.includes(reading.source) &&
    reading.fact.kind === "plans" &&
    reading.observedAt.startsWith("2026-") &&
    !reading.evidence.undated &&
    (reading.effectiveFrom ?? "") <= reading.observedAt &&
    reading.fact.tiers.some(({ prices }) => prices.some(({ amount }) => amount > 0))
  );
}

beforeAll(async () => {
  const sources = Source.array().parse(JSON.parse(await readFile(join(CATALOG, "sources.json"), "utf8")));
  const context = { asOf: catalogDay(sources), sources: new Map(sources.map((source) => [source.slug, source])) };
  products.push(...(await linesOf("products.ndjson")).map((line) => Product.parse(JSON.parse(line))));

  const files = (await readdir(join(CATALOG, "observations"))).sort();
  const lines = (await Promise.all(files.map((file) => linesOf(join("observations", file))))).flat();
  const bySlug = new Map<string, string[]>();
  for (const line of lines) {
    const slug = /^\{"product":"([^"]+)"/.exec(line)?.[1] ?? "";
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), line]);
  }
  for (const [slug, own] of bySlug) {
    if (!own.some((line) => FRESH.some((source) => line.includes(`"source":"${source}"`)))) continue;
    const readings = own.map((line) => Observation.parse(JSON.parse(line)));
    const dated = withSharedPlanIds(readings).filter(isFresh);
    const record = dated.length > 0 ? reduce(readings, context) : null;
    if (record) fresh.push(...dated.map((reading) => ({ slug, reading, record })));
  }
}, 60_000);

test("every dated price of this year is served with its page, its source and its day", () => {
  expect(fresh.length).toBeGreaterThan(20);
  const missing = fresh.filter(({ reading, record }) => {
    const cited = record.evidence.find(({ id }) => id === evidenceId(reading));
    return (
      cited?.url !== reading.evidence.url ||
      cited.source !== reading.source ||
      cited.capturedAt !== (reading.evidence.capturedAt ?? reading.observedAt) ||
      (record.priceRange.low === null && !record.usage)
    );
  });
  expect(missing.map(({ slug, reading }) => `${slug}: ${reading.evidence.url}`)).toEqual([]);
});

test("a price other than the one shown is said to be disputed, or stands in the price history with its day", () => {
  const silent = fresh.flatMap(({ slug, reading, record }) => {
    const id = evidenceId(reading);
    const tiers = reading.fact.kind === "plans" ? reading.fact.tiers : [];
    return tiers.flatMap((tier) => {
      const shown = record.tiers?.find((one) => one.id === tier.id);
      const figures = new Set([shown?.priceMonthly, shown?.priceAnnual, shown?.listPrice?.amount]);
      const other = tier.prices.some(({ amount, period }) => !figures.has(amount) && period === "month");
      if (!other || shown?.evidence.includes(id)) return [];
      if (tier.startingPrice && record.startingPrice?.evidence.includes(id)) return [];
      const disputed = record.verification.disputed.some(
        (one) => (tier.startingPrice || one.tier === tier.id) && one.evidence.includes(id),
      );
      const history = record.priceHistory?.some(
        (point) =>
          point.tier === (tier.startingPrice ? null : tier.id) &&
          point.observedAt === reading.observedAt &&
          point.evidence.includes(id),
      );
      return disputed || history ? [] : [`${slug} ${tier.id}: ${reading.evidence.url}`];
    });
  });
  expect(silent).toEqual([]);
});

test("the name of a product with such a price is its own", () => {
  const owners = new Map<string, Set<string>>();
  for (const { slug, name, aliases } of products) {
    for (const key of [name, ...aliases].map(nameKey)) owners.set(key, (owners.get(key) ?? new Set()).add(slug));
  }
  const slugs = new Set(fresh.map(({ slug }) => slug));
  const named = products.filter(({ slug }) => slugs.has(slug));
  expect(named.length).toBe(slugs.size);
  expect(named.filter(({ name }) => owners.get(nameKey(name))?.size !== 1).map(({ slug }) => slug)).toEqual([]);
});
