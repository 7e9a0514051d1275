import * as z from "zod";
import { fitRecord } from "@/lib/catalog/fit";
import { AppError } from "@/lib/errors";
import { Name, ResolvedNames } from "@/lib/schemas/name";
import { PricingAnswer, PricingRecord } from "@/lib/schemas/record";
import { defineOperation } from "../define";
import { newestDayOf, requireRecord } from "../pricing";
import { today } from "../views";

/** The date on which v2 replaced v1. */
const DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;

export const getPricingV1 = defineOperation({
  name: "get_pricing_v1",
  summary: "Get one product's pricing (first version)",
  description:
    "Returns the full record of one product in the frozen first version of the API, with the category's name as `category`. New clients should use /api/v2/pricing/{slug}.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v1/pricing",
    cache: "public",
    // RFC 9745 and RFC 5829.
    headers: ({ body, site }) => ({
      Deprecation: `@${DEPRECATED_AT}`,
      Link: `<${site.url}/api/v2/pricing/${body.slug}>; rel="successor-version"`,
    }),
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found"],
  input: z.strictObject({
    slug: Name.optional().describe("Product slug, for example slack."),
    slugs: z.array(Name).optional().describe("Exactly one product slug. Same as `slug`."),
  }),
  output: PricingRecord.extend({
    category: z.string().describe("Category name."),
    counts: PricingAnswer.shape.counts,
    resolved: ResolvedNames,
  }).meta({ id: "PricingRecordV1" }),
  deprecated: true,
  sample: { slug: "slack", slugs: ["slack"] },
  async handler({ catalog, now }, { slug, slugs }) {
    const record = await requireRecord(catalog, onlySlug(slug, slugs), today(now), now);
    return { ...fitRecord(record), category: record.category.name };
  },
  examples: [],
});

function onlySlug(slug: string | undefined, slugs: readonly string[] | undefined): string {
  const [asked, ...others] = new Set([...(slug === undefined ? [] : [slug]), ...(slugs ?? [])]);
  if (asked !== undefined && others.length === 0) return asked;
  const message =
    asked === undefined ? "is required" : "must name exactly one product; use /api/v2/pricing for several";
  throw new AppError("invalid_request", `slug: ${message}`, { errors: [{ path: "slug", message }] });
}
