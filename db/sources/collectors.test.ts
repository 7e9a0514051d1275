import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Product, Source } from "@/lib/schemas/catalog";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import { OFFERS as AWS_OFFERS } from "./aws-price-list/parser";
import { SERVICES as AZURE_SERVICES } from "./azure-retail-prices/parser";
import { COLLECTORS } from "./collectors";

const HERE = import.meta.dirname;
const NO_SOURCE = new Set(["shared", "tables"]);

test("each folder has a collector that is listed once, under the folder's name, in order, and a test", async () => {
  const entries = await readdir(HERE, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !NO_SOURCE.has(entry.name)).map(({ name }) => name);
  expect(COLLECTORS.map(({ source }) => source)).toEqual(folders.sort());
  for (const folder of folders) expect(await readdir(join(HERE, folder))).toContain("collector.test.ts");
});

test.each(COLLECTORS)("$source asks for public files over HTTPS, within a limit", (collector) => {
  const requests = collector.requests({ day: "2026-11-23" });
  expect(requests.length).toBeGreaterThan(0);
  for (const { url } of requests) expect(url).toMatch(/^https:\/\/[a-z0-9.-]+\//);
  expect(collector.everyDays).toBeGreaterThanOrEqual(1);
  expect(collector.maxBytes).toBeGreaterThan(0);
});

test("the shipped catalogue describes each list and our own checks of pages; all other sources have observations", async () => {
  const described = Source.array().parse(JSON.parse(await readFile(join(HERE, "../catalog/sources.json"), "utf8")));
  const slugs = described.map(({ slug }) => slug);
  const read = [...COLLECTORS.map(({ source }) => source), CHECKS_SOURCE];
  expect(slugs).toEqual(expect.arrayContaining(read));
  const files = await readdir(join(HERE, "../catalog/observations"));
  for (const slug of slugs.filter((one) => !read.includes(one))) expect(files).toContain(`${slug}.ndjson`);
});

test("what the lists of clouds are about stands in the shipped catalogue", async () => {
  const lines = (await readFile(join(HERE, "../catalog/products.ndjson"), "utf8")).split("\n").filter(Boolean);
  const slugs = lines.map((line) => Product.parse(JSON.parse(line)).slug);
  const named = [
    ...Object.values(AZURE_SERVICES).map(({ slug }) => slug),
    ...Object.values(AWS_OFFERS).flatMap((meters) => meters.map(({ slug }) => slug)),
  ];
  expect(slugs).toEqual(expect.arrayContaining(named));
});
