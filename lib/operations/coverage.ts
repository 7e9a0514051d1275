import * as z from "zod";
import { coverageOf, FRESHNESS_RULE } from "@/lib/catalog/coverage";
import { CoverageAnswer } from "@/lib/schemas/coverage";
import { Slug } from "@/lib/schemas/primitives";
import { GROUPS, Group } from "@/lib/schemas/record";
import { defineOperation } from "./define";
import { distinctSlugs, lookUpAll, MAX_BATCH, NotFound } from "./pricing";
import { AsOf, requestedDay, schemaVersion } from "./views";

export const getCoverage = defineOperation({
  name: "get_coverage",
  summary: "See what is known of each product",
  description: `For 1 to 20 distinct products and each group of their records: whether there is data, how much, from whom, how old, how far to believe it and under which licence state. A group without data is listed as missing. ${FRESHNESS_RULE} Slugs that are not in the catalogue are listed in notFound. Cite links.page.`,
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/coverage",
    cache: "public",
    newestDay: ({ products }) =>
      products
        .flatMap(({ groups }) => Object.values(groups).map(({ observedAt }) => observedAt ?? ""))
        .sort()
        .at(-1) || null,
  },
  access: "open",
  errors: ["batch_too_large"],
  input: z.strictObject({
    slugs: z
      .array(Slug)
      .min(1, "must name at least one product")
      .describe("1 to 20 distinct product slugs, comma-separated. Duplicates are answered once."),
    fields: z
      .array(Group)
      .min(1, "must name at least one group")
      .optional()
      .describe("Only these groups, comma-separated. All groups when left out."),
    asOf: AsOf,
  }),
  output: CoverageAnswer.extend({ notFound: z.array(NotFound) }).meta({ id: "CoverageAnswer" }),
  async handler({ catalog, now }, { slugs, fields, asOf }) {
    const day = requestedDay(asOf, now);
    const { records, notFound } = await lookUpAll(catalog, distinctSlugs(slugs, MAX_BATCH), { asOf: day, now });
    const asked = GROUPS.filter((group) => fields === undefined || fields.includes(group));
    return {
      schemaVersion,
      asOf: day,
      count: records.length,
      products: records.map((record) => {
        const groups = coverageOf(record, asked);
        const missing = asked.filter((group) => !groups[group]?.available);
        return {
          slug: record.slug,
          name: record.name,
          available: asked.length - missing.length,
          missing,
          ...(record.members && { members: record.members.map(({ slug }) => slug) }),
          groups,
          links: record.links,
          source: record.source,
          attribution: record.attribution,
        };
      }),
      notFound,
      freshnessRule: FRESHNESS_RULE,
    };
  },
  examples: [
    { name: "two", summary: "Two products and a misspelt one", input: { slugs: ["slack", "notion", "slakc"] } },
    { name: "prices", summary: "Only two groups", input: { slugs: ["slack"], fields: ["tiers", "hiddenCosts"] } },
  ],
});
