import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogDir } from "@/db/load/boot";
import type { AnyOperation } from "@/lib/operations/define";
import { operations } from "@/lib/operations/registry";
import { SITE } from "@/lib/operations/testing/runtime";
import { llmsFullText } from "./discovery/llms";
import { skillMarkdown } from "./discovery/skill";
import { INSTRUCTIONS } from "./instructions";
import { PROMPTS } from "./prompts";

const slugsIn = (file: string) =>
  readFileSync(join(catalogDir(), file), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { slug: string }).slug);
const products = new Set(slugsIn("products.ndjson"));
const categories = new Set(
  (JSON.parse(readFileSync(join(catalogDir(), "categories.json"), "utf8")) as { slug: string }[]).map(
    ({ slug }) => slug,
  ),
);
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns the example slugs in a text: in brackets or after "for example", in a sentence about slugs. */
function namedIn(text: string): string[] {
  const found = text.matchAll(/(?:slugs?|providers?)\b[^.\n(]{0,40}(?:\((?!required)|, for example )([^).\n]*)/g);
  return [...found]
    .flatMap(([, names = ""]) => names.split(/,| or /))
    .map((name) => name.trim().replace(/^"(.*)"$/, "$1"))
    .filter((name) => SLUG.test(name));
}

test("every slug that a model or a client is told of is in the shipped catalogue", () => {
  const prompts = Object.values(PROMPTS).flatMap(({ args, build }) => [
    ...Object.values(args()).map((arg) => arg.description ?? ""),
    ...build({ products: "", product: "", provider: "" } as never).messages.map(({ content }) =>
      content.type === "text" ? content.text : "",
    ),
  ]);
  const texts = [INSTRUCTIONS, skillMarkdown(SITE).markdown, llmsFullText(SITE, []), ...prompts];
  const named = texts.flatMap(namedIn);
  expect(new Set(named).size).toBeGreaterThanOrEqual(5);
  expect(named.filter((slug) => !products.has(slug) && !categories.has(slug))).toEqual([]);
});

test("the examples of each operation name products and categories that exist, unless they show one that does not", () => {
  const slugs = (value: unknown, key = ""): [string, string][] => {
    if (typeof value === "string") return ["slug", "slugs", "category"].includes(key) ? [[key, value]] : [];
    if (Array.isArray(value)) return value.flatMap((one) => slugs(one, key));
    return value && typeof value === "object" ? Object.entries(value).flatMap(([name, one]) => slugs(one, name)) : [];
  };
  for (const { name, examples } of operations as readonly AnyOperation[]) {
    for (const { summary, input } of examples) {
      const unknown = slugs(input).filter(([key, slug]) => !(key === "category" ? categories : products).has(slug));
      const meant = slugs(input).length > 0 && /misspelt|does not exist/.test(summary);
      expect(unknown.length, `${name}: ${summary}: ${unknown}`)[meant ? "toBeGreaterThan" : "toBe"](0);
    }
  }
});

test("the products that pages show as examples exist", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const examples = files.flatMap((file) =>
    [...readFileSync(join("app", file), "utf8").matchAll(/\bconst EXAMPLE = "([^"]+)"/g)].map(([, slug = ""]) => slug),
  );
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((slug) => !products.has(slug))).toEqual([]);
});
