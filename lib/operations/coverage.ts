import * as z from "zod";
import { coverageOf, FRESHNESS_RULE } from "@/lib/catalog/coverage";
import { CoverageAnswer } from "@/lib/schemas/coverage";
import { Name, ResolvedNames } from "@/lib/schemas/name";
import { GROUPS, Group, type PricingRecord } from "@/lib/schemas/record";
import { nextLink } from "./cursor";
import { defineOperation } from "./define";
import { costOfBatch, distinctSlugs, NotFound, notFoundOf } from "./pricing";
import { MAX_BATCH, SlugPage, slugPage } from "./slug-page";
import { AsOf, SAMPLE_DAY, schemaVersion } from "./views";

export const getCoverage = defineOperation({
  name: "get_coverage",
  summary: "Get the data coverage of products",
  description: `For 1 to 20 products, returns how much data each record group has, with its source, age, confidence and licence state. A group without data is listed as missing. ${FRESHNESS_RULE} Slugs that are not in the catalogue are listed in notFound, on the first page. Cite links.page.`,
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/coverage",
    cache: "public",
    headers: ({ input, body, site }) => nextLink(`${site.url}/api/v2/coverage`, input, body.next),
    newestDay: ({ products }) =>
      products
        .flatMap(({ groups }) => Object.values(groups).map(({ observedAt }) => observedAt ?? ""))
        .sort()
        .at(-1) || null,
  },
  access: "open",
  cost: ({ slugs }) => costOfBatch(slugs),
  errors: ["batch_too_large"],
  input: z.strictObject({
    slugs: z
      .array(Name)
      .min(1, "must name at least one product")
      .describe("1 to 20 product slugs or names, comma-separated. Duplicates are returned once."),
    fields: z
      .array(Group)
      .min(1, "must name at least one group")
      .optional()
      .describe("Only these groups, comma-separated. Default: all groups."),
    asOf: AsOf,
    ...SlugPage,
  }),
  output: CoverageAnswer.extend({
    notFound: z.array(NotFound),
    resolved: ResolvedNames,
    next: z.string().nullable().describe("Cursor of the next page. `null` on the last page."),
  }).meta({ id: "CoverageAnswer" }),
  async handler(context, asked) {
    const slugs = distinctSlugs(asked.slugs, MAX_BATCH);
    const groups = GROUPS.filter((group) => asked.fields === undefined || asked.fields.includes(group));
    const { asOf, shown, notFound, next } = await slugPage(context, slugs, asked, {
      make: (record) => covered(record, groups),
      missing: (slug, lookup) => notFoundOf(context.catalog, slug, lookup),
    });
    return {
      schemaVersion,
      asOf,
      count: shown.length,
      products: shown,
      notFound,
      next,
      freshnessRule: FRESHNESS_RULE,
    };
  },
  sample: { slugs: ["slack", "notion"], fields: ["tiers", "priceHistory"], asOf: SAMPLE_DAY, limit: 20, cursor: "" },
  examples: [
    { name: "two", summary: "Two products and a misspelt one", input: { slugs: ["slack", "notion", "slakc"] } },
  ],
});

function covered(record: PricingRecord, asked: readonly Group[]): CoverageAnswer["products"][number] {
  const { slug, name, members, links, source, attribution } = record;
  const groups = coverageOf(record, asked);
  const missing = asked.filter((group) => !groups[group]?.available);
  return {
    slug,
    name,
    available: asked.length - missing.length,
    missing,
    ...(members && { members: members.map((member) => member.slug) }),
    groups,
    links,
    source,
    attribution,
  };
}
