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
const aliasesOf = (words: Record<string, string>) => withBrandWords(products, words).map(({ aliases }) => aliases);

test("a word becomes an alias of its product", () => {
  expect(aliasesOf({ books: "acme-books-online" })).toEqual([["books"], ["Suite"]]);
});

test("a word of a product that is not in the catalogue changes nothing", () => {
  expect(aliasesOf({ books: "acme-books" })).toEqual([[], ["Suite"]]);
});

test("a product keeps its own name, slug and aliases", () => {
  const words = {
    "acme suite": "acme-books-online",
    suite: "acme-books-online",
    "Acme-Suite": "acme-books-online",
  };
  expect(aliasesOf(words)).toEqual([[], ["Suite"]]);
});
