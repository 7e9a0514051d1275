import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Product, Source } from "@/lib/schemas/catalog";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import { SOURCES } from ".";
import { OFFERS as AWS_OFFERS } from "./aws-price-list/parser";
import { SERVICES as AZURE_SERVICES } from "./azure-retail-prices/parser";
import { COLLECTORS } from "./collectors";

const HERE = import.meta.dirname;
const NO_SOURCE = new Set(["shared", "tables"]);

test("each folder is a source that is listed once, under its own name, in order", async () => {
  const entries = await readdir(HERE, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !NO_SOURCE.has(entry.name)).map(({ name }) => name);
  expect(SOURCES.map(({ slug }) => slug)).toEqual(folders.sort());
  for (const { slug, adapter } of SOURCES) if (adapter) expect(adapter.source).toBe(slug);
});

test("the lists that can be read again are those that have a collector, each under its own name", () => {
  const lists = SOURCES.flatMap((source) => (source.read === "list" ? [source] : []));
  expect(COLLECTORS).toEqual(lists.map(({ collector }) => collector));
  expect(COLLECTORS.map(({ source }) => source)).toEqual(lists.map(({ slug }) => slug));
});

test.each(COLLECTORS)("$source asks for public files over HTTPS, within a limit", (collector) => {
  const requests = collector.requests({ day: "2026-11-23" });
  expect(requests.length).toBeGreaterThan(0);
  for (const { url } of requests) expect(url).toMatch(/^https:\/\/[a-z0-9.-]+\//);
  expect(collector.everyDays).toBeGreaterThanOrEqual(1);
  expect(collector.maxBytes).toBeGreaterThan(0);
});

test("each, and our own checks of pages, is described in the shipped catalogue; all others come from reading files", async () => {
  const described = Source.array().parse(JSON.parse(await readFile(join(HERE, "../catalog/sources.json"), "utf8")));
  const slugs = described.map(({ slug }) => slug);
  const parsed = [...SOURCES.map(({ slug }) => slug), CHECKS_SOURCE];
  expect(slugs).toEqual(expect.arrayContaining(parsed));
  const files = await readdir(join(HERE, "../catalog/observations"));
  for (const slug of slugs.filter((one) => !parsed.includes(one))) expect(files).toContain(`${slug}.ndjson`);
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

describe.each(SOURCES)("$slug", ({ slug, files, read }) => {
  test("has a parser and a test beside it, and names what it reads inside the raw folder", async () => {
    const names = await readdir(join(HERE, slug));
    expect(names.includes("collector.ts")).toBe(read === "list");
    expect(names).toContain("parser.ts");
    expect(names.some((name) => name.endsWith(".test.ts"))).toBe(true);
    for (const file of files) expect(file).toMatch(/^[a-z0-9][\w./-]*$/);
  });
});
