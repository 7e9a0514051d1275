import { expect, test } from "vitest";
import { groupBy } from "@/lib/catalog/ledger";
import type { Catalog } from "@/lib/operations/catalog";
import type { ApiPath, Operation } from "@/lib/operations/define";
import { getPriceHistory } from "@/lib/operations/history";
import { parseInput } from "@/lib/operations/parse-input";
import { getPricing } from "@/lib/operations/pricing";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import { SITE } from "@/lib/operations/testing/runtime";
import { estimateLlmCost } from "@/lib/operations/usage";
import { getPricingV1 } from "@/lib/operations/v1/pricing";
import { shipped } from "./catalogue";

const NOW = new Date("2026-11-22T09:30:00Z");
const LARGEST = 150_000;
/** A response is less than three times as large as the lines that it is built from. */
const SUSPECT_BYTES = 40_000;

const files = shipped().files;
const sizes = [...groupBy(files.observations, ({ product }) => product)]
  .map(([slug, observations]) => ({ slug, observations, bytes: JSON.stringify(observations).length }))
  .filter(({ bytes }) => bytes > SUSPECT_BYTES)
  .sort((a, b) => b.bytes - a.bytes);

/** Returns the operations over one product, whose record is derived once. */
function answering({ slug, observations }: (typeof sizes)[number]) {
  const products = files.products.filter((product) => product.slug === slug);
  const catalog = memoryCatalog({ ...files, products, observations, loadedAt: NOW }, SITE);
  const record = catalog.record(slug, { asOf: "2026-11-22", now: NOW });
  const changes = catalog.changesOf(slug, { asOf: "2026-11-22", now: NOW });
  const once: Catalog = { ...catalog, record: () => record, changesOf: () => changes };
  return async <Input, Output>(operation: Operation<ApiPath, Input, Output>, input: Record<string, unknown> = {}) => {
    const context = { catalog: once, now: NOW, site: SITE, requestId: "test" };
    return operation.handler(context, parseInput(operation.input, { slug, ...input }));
  };
}

const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

test.each(sizes.map((entry) => [entry.slug, entry] as const))(
  "%s: no answer is larger than 150 KB unasked, and the pages together are the whole",
  async (_slug, entry) => {
    const ask = answering(entry);
    const pricing = await ask(getPricing);
    expect(bytesOf(pricing)).toBeLessThan(LARGEST);
    expect(bytesOf(await ask(getPricingV1))).toBeLessThan(LARGEST);
    expect(bytesOf(await ask(getPricing, { depth: "summary", fields: ["priceHistory", "usage"] }))).toBeLessThan(
      LARGEST,
    );
    const cited = new Set(pricing.evidence?.map(({ id }) => id));
    for (const { evidence } of pricing.usage?.models.flatMap(({ meters }) => meters) ?? []) {
      for (const id of evidence) expect(cited).toContain(id);
    }

    let cursor: string | undefined;
    let [snapshots, changes] = [0, 0];
    do {
      const page = await ask(getPriceHistory, cursor === undefined ? {} : { cursor });
      expect(bytesOf(page)).toBeLessThan(LARGEST);
      snapshots += page.snapshots.length;
      changes += page.changes.length;
      cursor = page.next ?? undefined;
      if (!cursor) expect({ snapshots, changes }).toEqual(page.total);
    } while (cursor);

    if (!pricing.usage) return;
    const shown: string[] = [];
    do {
      const page = await ask(estimateLlmCost, cursor === undefined ? {} : { cursor });
      expect(bytesOf(page)).toBeLessThan(LARGEST);
      shown.push(...page.models.map(({ model }) => model));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toHaveLength(pricing.usage.modelCount);
    expect(pricing.usage.models.map(({ model }) => model)).toEqual(shown.slice(0, pricing.usage.models.length));
    expect(pricing.counts?.usage ?? 0).toBe(shown.length - pricing.usage.models.length);

    const meters = new Set(pricing.usage.models.flatMap(({ meters: all }) => all.map(({ name }) => name)));
    const quantities = [...meters].filter((name) => name !== "cachedInputTokens").map((name) => `${name}:1000`);
    for (const quantity of quantities.slice(0, 4)) {
      const estimates = await ask(estimateLlmCost, { quantities: [quantity] });
      expect(bytesOf(estimates)).toBeLessThan(LARGEST);
      expect(bytesOf(await ask(estimateLlmCost, { quantities: [quantity], depth: "summary" }))).toBeLessThan(LARGEST);
    }
  },
);

test("the catalogue holds products whose whole record would be larger", () => {
  expect(sizes.length).toBeGreaterThan(10);
});
