import { expect, test } from "vitest";
import type { Product } from "@/lib/schemas/catalog";
import { withBrandWords } from "./brand-words";

const product = (slug: string, name: string, aliases: string[] = []): Product => ({
  slug,
  name,
  vendor: { name: "Acme", website: null },
  category: "crm",
  domain: null,
  pricingPage: null,
  kind: "product",
  aliases,
  formerSlugs: [],
});

const products = [product("acme-books-online", "Acme Books Online"), product("acme-suite", "Acme Suite", ["Suite"])];
const aliasesOf = (words: Record<string, string[]>) => withBrandWords(products, words).map(({ aliases }) => aliases);

test("a word leads to the first of its products that is in the catalogue", () => {
  expect(aliasesOf({ books: ["acme-books", "acme-books-online", "acme-suite"] })).toEqual([["books"], ["Suite"]]);
});

test("a word none of whose products is there changes nothing", () => {
  expect(aliasesOf({ books: ["acme-books"] })).toEqual([[], ["Suite"]]);
});

test("a product keeps its own name, slug and aliases", () => {
  const words = {
    "acme suite": ["acme-books-online"],
    suite: ["acme-books-online"],
    "Acme-Suite": ["acme-books-online"],
  };
  expect(aliasesOf(words)).toEqual([[], ["Suite"]]);
});
