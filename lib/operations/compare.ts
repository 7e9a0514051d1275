import * as z from "zod";
import { turnTaken } from "@/lib/awaitable";
import { type Compared, compareProducts } from "@/lib/catalog/compare";
import { invalidField } from "@/lib/errors";
import { byUseAnswer, comparisonAnswer } from "@/lib/format/compare";
import { shareText } from "@/lib/json-text";
import { CompareAnswer, MAX_COMPARED, type SeatCost } from "@/lib/schemas/compare";
import { Name } from "@/lib/schemas/name";
import type { Evidence, PricingRecord } from "@/lib/schemas/record";
import { likeCosts } from "@/lib/tco/like-costs";
import { defineOperation } from "./define";
import { RESOLVED_RULE, takeMembers } from "./families";
import { distinctSlugs, newestDayOf, requireRecord } from "./pricing";
import { AsOf, requestedDay, SAMPLE_DAY, schemaVersion } from "./views";

export const compareSoftware = defineOperation({
  name: "compare_software",
  summary: "Compare two to four products",
  description: `Compares two to four products field by field, with the values, the winner and the rule in words. An unknown value never wins, and a winner needs at least two known values. Prices in different currencies have no winner. Per-user and flat prices are compared only in costForSeats, for the seats given. ${RESOLVED_RULE} Cite links.page of each product.`,
  tag: "Cost",
  http: {
    method: "GET",
    path: "/api/v2/compare",
    cache: "public",
    ofProducts: true,
    newestDay: ({ products }) => products.map(newestDayOf).sort().at(-1) ?? null,
  },
  access: "open",
  errors: ["batch_too_large", "product_not_found", "not_priced"],
  input: z.strictObject({
    slugs: z
      .array(Name)
      .min(2, "must name two to four products")
      .describe("Two to four distinct product slugs or names, comma-separated."),
    seats: z
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe("Team size. Adds costForSeats, which compares per-user and flat prices."),
    asOf: AsOf,
  }),
  output: CompareAnswer,
  async handler({ catalog, now }, { slugs, seats, asOf }) {
    const day = requestedDay(asOf, now);
    const asked = new Map<string, PricingRecord>();
    for (const slug of distinctSlugs(slugs, MAX_COMPARED)) {
      const turn = turnTaken();
      if (turn) await turn;
      const read = requireRecord(catalog, slug, day, now);
      const record = read instanceof Promise ? await read : read;
      asked.set(record.slug, record);
    }
    const { records, resolved } = await takeMembers(catalog, [...asked.values()], { asOf: day, now });
    if (records.length < 2) throw invalidField("slugs", "must name at least two different products");
    const products: (Compared & { record: PricingRecord; changeEvidence: Evidence[] })[] = [];
    const costs = seats === undefined ? [] : likeCosts(records, seats);
    for (const [index, record] of records.entries()) {
      const known = catalog.changesOf(record.slug, { asOf: day, now });
      const { changes, evidence } = known instanceof Promise ? await known : known;
      products.push({
        record,
        changes,
        changeEvidence: evidence,
        cost: costs[index] ?? null,
      });
    }
    const fields = compareProducts(products, { seats: seats ?? null });
    const cited = new Set(fields.flatMap(({ evidence }) => Object.values(evidence).flat()));
    const shown = {
      asOf: day,
      seats: seats ?? null,
      products: products.map(({ record, cost }) => compared(record, cost)),
      fields,
      evidence: evidenceCited(products, cited),
    };
    const isByUse = records.every(pricedByUse);
    const answer = isByUse ? byUseAnswer(records.map(({ name }) => name)) : comparisonAnswer(shown, seats ?? 1);
    return { schemaVersion, answer, resolved, ...shown };
  },
  sample: { slugs: ["slack", "notion"], seats: 25, asOf: SAMPLE_DAY },
  examples: [
    { name: "twoForTeam", summary: "Two products for a team of 25", input: { slugs: ["slack", "notion"], seats: 25 } },
  ],
});

/** Returns whether a product has rates instead of tiers. Then a number of seats says nothing about its cost. */
export function pricedByUse({ usage, tiers = [] }: PricingRecord): boolean {
  return usage !== undefined && tiers.length === 0;
}

export function compared(record: PricingRecord, cost: SeatCost | null): CompareAnswer["products"][number] {
  const { slug, name, answer, caveat, vendor, category, pricingModel, priceRange, links, source, attribution } = record;
  const { status, verifiedAt, observedAt, confidence } = record.verification;
  const verification = { status, verifiedAt, observedAt, confidence };
  return {
    slug,
    name,
    answer,
    ...(caveat !== undefined && { caveat }),
    vendor,
    category,
    pricingModel,
    priceRange,
    cost,
    verification,
    links,
    source,
    attribution,
  };
}

/** Changes are cited too, and their evidence may be missing from the record. */
function evidenceCited(products: readonly (Compared & { changeEvidence: Evidence[] })[], cited: ReadonlySet<string>) {
  const found = new Map<string, Evidence>();
  for (const { record, changeEvidence } of products) {
    for (const entry of [...record.evidence, ...changeEvidence]) if (cited.has(entry.id)) found.set(entry.id, entry);
  }
  const evidence = [...found.values()];
  shareText(evidence);
  return evidence;
}
