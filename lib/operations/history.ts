import * as z from "zod";
import { dayOf, STABILITY_RULE, stabilityOf, TREND_RULE, trendOf } from "@/lib/catalog/trend";
import { AppError, invalidField } from "@/lib/errors";
import { HistoryAnswer } from "@/lib/schemas/history";
import { Day, Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { ProductChanges } from "./catalog";
import { closest } from "./closest";
import { defineOperation } from "./define";
import { requireRecord } from "./pricing";
import { AsOf, requestedDay, schemaVersion } from "./views";

export const getPriceHistory = defineOperation({
  name: "get_price_history",
  summary: "Get one product's price history",
  description: `Every dated price of a product, the changes between them with their class, the trend and how stable prices are. ${TREND_RULE} Stability: ${STABILITY_RULE} Cite links.page.`,
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/history/{slug}",
    cache: "public",
    headers({ input, body, site }): Record<string, string> {
      if (input.slug === body.slug) return {};
      return { "Content-Location": `${site.url}/api/v2/history/${body.slug}` };
    },
    newestDay: ({ snapshots, changes }) =>
      [...snapshots, ...changes]
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? null,
  },
  access: "open",
  errors: ["product_not_found"],
  input: z.strictObject({
    slug: Slug.describe("Product slug, for example slack. Former slugs and other names are understood."),
    from: Day.optional().describe("First day shown, YYYY-MM-DD. A price counts from effectiveFrom where it is stated."),
    to: Day.optional().describe("Last day shown, YYYY-MM-DD; scheduled changes after it are left out too."),
    tier: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Only this tier id, as in `tiers` of the record, or this model of a usage product."),
    asOf: AsOf,
  }),
  output: HistoryAnswer,
  async handler({ catalog, now }, { slug, from, to, tier, asOf }) {
    if (from !== undefined && to !== undefined && from > to) throw invalidField("from", "must not be after `to`");
    const day = requestedDay(asOf, now);
    const record = await requireRecord(catalog, slug, day, now);
    const { changes: all, evidence: changeEvidence } = await catalog.changesOf(record.slug, { asOf: day, now });
    const tiers = tiersOf(record, all);
    if (tier !== undefined && !tiers.includes(tier)) {
      const message = `is not a tier or model of ${record.name}`;
      throw new AppError("invalid_request", `tier: ${message}`, {
        errors: [{ path: "tier", message }],
        suggestions: closest(tier, tiers),
      });
    }
    const shown = (entry: { tier: string | null } & Parameters<typeof dayOf>[0]) =>
      (tier === undefined || entry.tier === tier) &&
      (from === undefined || dayOf(entry) >= from) &&
      (to === undefined || dayOf(entry) <= to);
    const snapshots = (record.priceHistory ?? []).filter(shown);
    const changes = all.filter(shown);
    const known = new Map([...record.evidence, ...changeEvidence].map((entry) => [entry.id, entry]));
    const cited = new Set([...snapshots, ...changes].flatMap(({ evidence }) => evidence));
    const evidence = [...known.values()].filter(({ id }) => cited.has(id));
    return {
      schemaVersion,
      slug: record.slug,
      name: record.name,
      asOf: day,
      from: from ?? null,
      to: to ?? day,
      tier: tier ?? null,
      tiers,
      count: snapshots.length,
      snapshots,
      trend: trendOf({ points: snapshots, changes, evidence, tiers: record.tiers ?? [] }, tier),
      changes,
      stability: stabilityOf(snapshots, changes),
      stabilityRule: STABILITY_RULE,
      evidence,
      license: { priceHistory: record.license.priceHistory ?? "owned" },
      links: record.links,
      source: record.source,
      attribution: record.attribution,
    };
  },
  examples: [
    { name: "whole", summary: "Everything dated of one product", input: { slug: "slack" } },
    { name: "window", summary: "One tier since 2022", input: { slug: "slack", tier: "pro", from: "2022-01-01" } },
  ],
});

function tiersOf(record: PricingRecord, changes: ProductChanges["changes"]): string[] {
  const named = [
    ...(record.tiers ?? []).map(({ id }) => id),
    ...(record.usage?.models ?? []).map(({ model }) => model),
    ...(record.priceHistory ?? []).map(({ tier }) => tier),
    ...changes.map(({ tier }) => tier),
  ];
  return [...new Set(named.filter((id) => id !== null))].sort();
}
