import * as z from "zod";
import { countCatalog } from "@/lib/catalog/counts";
import { groupBy } from "@/lib/catalog/ledger";
import { spelledAlike } from "@/lib/catalog/spelling";
import { categoryNamed } from "@/lib/discovery/names";
import { AppError } from "@/lib/errors";
import { categoryKey } from "@/lib/questions/categories";
import { SCHEMA_VERSION, Slug } from "@/lib/schemas/primitives";
import type { Catalog, CategoryEntry } from "./catalog";
import { defineOperation } from "./define";
import { schemaVersion, today } from "./views";

const Category = z
  .object({
    slug: Slug,
    name: z.string(),
    group: z.string().describe("Heading under which the category is listed."),
    description: z.string(),
    productCount: z.number().int().describe("Number of records in the category: products and families."),
    pricedCount: z
      .number()
      .int()
      .describe("Number of records with a known price or rate card. A family counts through its members."),
    links: z.object({ page: z.string().describe("URL to link to when you cite a figure.") }),
  })
  .meta({ id: "Category" });

const SUGGESTIONS = 3;

/** Throws `category_not_found` with the nearest slugs. */
export async function requireCategory(catalog: Catalog, slug: string): Promise<CategoryEntry> {
  const categories = await catalog.categories();
  const found = categories.find((category) => category.slug === slug);
  if (found) return found;
  const meant = categoryNamed(categories, slug).candidates.map((category) => category.slug);
  const nearest = categories
    .map((category) => ({ slug: category.slug, near: nearness(category, slug) }))
    .sort((a, b) => b.near - a.near || (a.slug < b.slug ? -1 : 1))
    .map((category) => category.slug);
  const suggestions = [...new Set([...meant, ...nearest])].slice(0, SUGGESTIONS);
  const hint = suggestions.length > 0 ? ` Did you mean "${suggestions[0]}"?` : "";
  throw new AppError("category_not_found", `No category matches "${slug}".${hint}`, { suggestions });
}

function nearness({ slug, name, aliases = [] }: CategoryEntry, asked: string): number {
  return Math.max(...[slug, name, ...aliases].map((word) => spelledAlike(categoryKey(asked), categoryKey(word))));
}

/**
 * Returns how many products of each category have a known price or rate card today. A category without any may be
 * absent.
 */
export async function pricedCounts({
  catalog,
  now,
}: {
  catalog: Catalog;
  now: Date;
}): Promise<ReadonlyMap<Slug, number>> {
  const byCategory = groupBy(await catalog.listing({ asOf: today(now) }), ({ category }) => category);
  return new Map([...byCategory].map(([slug, products]) => [slug, countCatalog(products).priced]));
}

export const listCategories = defineOperation({
  name: "list_categories",
  summary: "List every category",
  description:
    "Returns every category in the catalogue, with its number of products and how many of them are priced, in the order used on the site.",
  tag: "Catalogue",
  http: { method: "GET", path: "/api/v2/categories", cache: "public" },
  access: "open",
  errors: [],
  input: z.strictObject({}),
  output: z.object({
    count: z.number().int(),
    categories: z.array(Category),
    schemaVersion: z.literal(SCHEMA_VERSION),
  }),
  async handler({ catalog, now, site }) {
    const priced = await pricedCounts({ catalog, now });
    const categories = (await catalog.categories()).map(({ slug, name, group, description, productCount }) => ({
      slug,
      name,
      group,
      description,
      productCount,
      pricedCount: priced.get(slug) ?? 0,
      links: { page: `${site.url}/software/${slug}` },
    }));
    return { count: categories.length, categories, schemaVersion };
  },
  examples: [{ name: "all", summary: "Every category", input: {} }],
});
