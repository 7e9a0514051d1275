import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashCatalog, readCatalog } from "@/db/load/files";
import { knownOn } from "@/lib/catalog/ledger";
import { reduce } from "@/lib/catalog/reduce";
import { syntheticObservations, syntheticSources, writeSyntheticCatalogue } from "./synthetic-catalogue";

const COUNT = 2_000;

async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "synthetic-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("a synthetic catalogue is alike at every run, and the loader takes it as it takes the shipped one", async () => {
  const write = () =>
    inFolder(async (dir) => {
      await writeSyntheticCatalogue(dir, COUNT);
      return { hash: await hashCatalog(dir), files: readCatalog(dir) };
    });
  const [one, other] = [await write(), await write()];
  expect(one.hash).toBe(other.hash);
  expect(one.files.products).toHaveLength(COUNT);
  const kinds = new Set(one.files.observations.map(({ fact }) => fact.kind));
  expect([...kinds].sort()).toEqual(["contract_term", "free_tier", "hidden_cost", "market", "plans", "rates"]);
});

test("every synthetic product has a record, and no two of them one name", async () => {
  const files = await inFolder(async (dir) => {
    await writeSyntheticCatalogue(dir, COUNT);
    return readCatalog(dir);
  });
  expect(new Set(files.products.map(({ name }) => name)).size).toBe(COUNT);
  const sources = new Map(syntheticSources().map((source) => [source.slug, source]));
  const asOf = "2026-09-01";
  for (let index = 0; index < COUNT; index += 7) {
    const observations = syntheticObservations(index);
    expect(knownOn(observations, asOf).length).toBeGreaterThan(0);
    const record = reduce(observations, { asOf, sources });
    expect(record?.tiers ?? record?.usage).toBeDefined();
  }
});
