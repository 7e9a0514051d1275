import * as z from "zod";
import { SCHEMA_VERSION, Slug } from "@/lib/schemas/primitives";
import { defineOperation } from "./define";
import { schemaVersion } from "./views";

const Category = z
  .object({
    slug: Slug,
    name: z.string(),
    group: z.string().describe("Heading under which the category stands in lists."),
    description: z.string(),
    productCount: z.number().int(),
    links: z.object({ page: z.string().describe("The address to link to when citing.") }),
  })
  .meta({ id: "Category" });

export const listCategories = defineOperation({
  name: "list_categories",
  summary: "List every category",
  description: "Every category of the catalogue with its number of products, in the order of the site.",
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
  async handler({ catalog, site }) {
    const categories = (await catalog.categories()).map(({ slug, name, group, description, productCount }) => ({
      slug,
      name,
      group,
      description,
      productCount,
      links: { page: `${site.url}/software/${slug}` },
    }));
    return { count: categories.length, categories, schemaVersion };
  },
  examples: [{ name: "all", summary: "Every category", input: {} }],
});
