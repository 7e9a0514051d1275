import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Validator } from "@adobe/structured-data-validator/src/validator.js";
import { load } from "cheerio";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { dataset } from "@/lib/format/dataset-json-ld";
import { breadcrumbList, serializeJsonLd, softwareApplication } from "@/lib/format/json-ld";
import { coverageReport } from "@/lib/operations/coverage-report";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { shippedRecords } from "./catalogue";

const AS_OF = "2026-11-21";
const SITE = { name: "Example Prices", url: "https://prices.example" };
const EACH = 4;

/**
 * Returns Schema.org's types and properties in the form that the validator needs, read from the package that types
 * them.
 */
function vocabulary(): object {
  const root = createRequire(import.meta.url).resolve("schema-dts/package.json");
  const text = readFileSync(join(root, "../dist/schema.d.ts"), "utf8");
  const ref = (name: string) => ({ "@id": `schema:${name}` });
  const parents = new Map<string, string[]>();
  const domains = new Map<string, string[]>();
  const blocks = text.matchAll(/^(?:export )?interface (\w+?)(Base|Leaf) extends ([^{]+)\{([\s\S]*?)^\}/gm);
  for (const [, name = "", kind, bases = "", body = ""] of blocks) {
    const supers = bases.split(",").map((base) => base.trim().replace(/<.*/, "").replace(/Base$/, ""));
    parents.set(name, [...(parents.get(name) ?? []), ...supers.filter((base) => base !== name)]);
    if (kind === "Leaf") continue;
    for (const [, property = ""] of body.matchAll(/^ {4}"(\w+)"\?: /gm)) {
      domains.set(property, [...(domains.get(property) ?? []), name]);
    }
  }
  parents.set("Thing", []);
  for (const [, property = ""] of /interface ThingBase[^{]*\{([\s\S]*?)^\}/m
    .exec(text)?.[1]
    ?.matchAll(/^ {4}"(\w+)"\?: /gm) ?? []) {
    domains.set(property, [...(domains.get(property) ?? []), "Thing"]);
  }
  return {
    "@graph": [
      ...[...parents].map(([name, supers]) => ({
        ...ref(name),
        "@type": "rdfs:Class",
        "rdfs:subClassOf": supers.map(ref),
      })),
      ...[...domains].map(([name, types]) => ({
        ...ref(name),
        "@type": "rdf:Property",
        "schema:domainIncludes": types.map(ref),
      })),
    ],
  };
}

/** The requirements of Google's documentation for each type, and our own: no key that is not listed. */
const Money = z.number().min(0);
const Currency = z.string().regex(/^[A-Z]{3}$/);
const Organization = z.strictObject({
  "@type": z.literal("Organization"),
  name: z.string().min(1),
  url: z.url().optional(),
});
const Quantity = z.strictObject({
  "@type": z.literal("QuantitativeValue"),
  value: z.number().positive(),
  unitCode: z.literal("MON"),
});
const UnitPrice = z.strictObject({
  "@type": z.literal("UnitPriceSpecification"),
  name: z.string().min(1),
  price: Money,
  priceCurrency: Currency,
  unitText: z.string().min(1).optional(),
  billingDuration: z.enum(["P1M", "P1Y"]).optional(),
  referenceQuantity: Quantity.optional(),
});
const Offer = z
  .strictObject({
    "@type": z.literal("Offer"),
    name: z.string().min(1),
    price: Money.optional(),
    priceCurrency: Currency.optional(),
    url: z.url(),
    offeredBy: Organization,
    priceSpecification: z.array(UnitPrice).min(1).optional(),
  })
  .refine((offer) => (offer.price === undefined) === (offer.priceCurrency === undefined))
  .refine((offer) => offer.price !== undefined || offer.priceSpecification !== undefined);
const Application = z.strictObject({
  "@context": z.literal("https://schema.org"),
  "@type": z.literal("SoftwareApplication"),
  "@id": z.url(),
  name: z.string().min(1),
  applicationCategory: z.string().min(1),
  url: z.url(),
  provider: Organization,
  description: z.string().min(20),
  isAccessibleForFree: z.literal(true).optional(),
  offers: z.array(Offer).min(1).optional(),
  mainEntityOfPage: z.strictObject({
    "@type": z.literal("WebPage"),
    "@id": z.url(),
    dateModified: z.iso.date(),
    isBasedOn: z.array(z.url()).min(1).optional(),
  }),
});
const Crumbs = z.strictObject({
  "@context": z.literal("https://schema.org"),
  "@type": z.literal("BreadcrumbList"),
  itemListElement: z
    .array(
      z.strictObject({
        "@type": z.literal("ListItem"),
        position: z.number().int(),
        name: z.string().min(1),
        item: z.url(),
      }),
    )
    .length(3),
});

const has = (test: (tier: Tier) => boolean) => (record: PricingRecord) => record.tiers?.some(test) ?? false;
const KINDS: Record<string, (record: PricingRecord) => boolean> = {
  "tiers by seat": (record) => record.pricingModel === "per_seat",
  "billed by the year": has(({ priceAnnual, isFree }) => priceAnnual !== null && !isFree),
  "listed without a billing period": has(({ listPrice }) => listPrice?.billing === "unstated"),
  "bought once": has(({ listPrice }) => listPrice?.period === "once"),
  "priced by use beside plans": has(({ listPrice }) => listPrice?.period === "usage"),
  "quote only": (record) => record.pricingModel === "quote_only",
  "a rate card": (record) => record.usage?.kind === "llm",
  "a rate card of another kind": (record) => record.usage?.kind === "api",
  "a median only": (record) => record.marketData !== undefined && !record.tiers,
  "a rating": (record) => record.sentiment !== undefined,
  "open source": (record) => record.pricingModel === "open_source",
  "a free plan only": (record) => !record.tiers && record.freeTier?.available === true,
  "a family": (record) => record.kind === "family",
  disputed: (record) => record.verification.status === "disputed",
  "in another currency": (record) =>
    record.currency !== null && record.currency !== "USD" && record.tiers !== undefined,
};

let records: PricingRecord[];
beforeAll(() => {
  const wanted = new Map(Object.keys(KINDS).map((kind) => [kind, 0]));
  records = [];
  for (const record of shippedRecords(AS_OF)) {
    const kinds = Object.keys(KINDS).filter((kind) => (wanted.get(kind) ?? 0) < EACH && KINDS[kind]?.(record));
    if (kinds.length === 0) continue;
    for (const kind of kinds) wanted.set(kind, (wanted.get(kind) ?? 0) + 1);
    records.push(record);
    if ([...wanted.values()].every((count) => count >= EACH)) break;
  }
}, 60_000);

function jsonLd(record: PricingRecord) {
  const crumbs = [
    { name: "Software", url: record.links.home },
    { name: record.category.name, url: record.links.alternatives },
    { name: record.name, url: record.links.page },
  ];
  return [softwareApplication(record), breadcrumbList(crumbs)].map(serializeJsonLd);
}

/** Returns the validator's input: JSON-LD blocks as a page embeds them, by type. */
function nodesByType(blocks: readonly string[]): { jsonld: Record<string, object[]> } {
  const document = load(blocks.map((text) => `<script type="application/ld+json">${text}</script>`).join(""));
  const nodes = document("script")
    .toArray()
    .map((script) => JSON.parse(document(script).text()));
  return { jsonld: Object.fromEntries(nodes.map((node) => [node["@type"], [node]])) };
}

test("the dataset passes the validator and schema.org's vocabulary, but for fields that are optional", async () => {
  const found = nodesByType([serializeJsonLd(dataset(coverageReport(), SITE))]);
  expect(Object.keys(found.jsonld)).toEqual(["Dataset"]);
  const issues = await new Validator(vocabulary()).validate(found);
  expect(issues.filter(({ issueMessage }) => !/\(optional\)$/.test(issueMessage))).toEqual([]);
});

describe("structured data of products of every kind", () => {
  test("is looked at for more than thirty products, and each kind is among them", () => {
    expect(records.length).toBeGreaterThan(30);
    for (const [kind, test] of Object.entries(KINDS)) expect(records.filter(test).length, kind).toBeGreaterThan(0);
  });

  test("passes the validator and schema.org's vocabulary, but for fields that are optional", async () => {
    const validator = new Validator(vocabulary());
    for (const record of records) {
      const found = nodesByType(jsonLd(record));
      expect(Object.keys(found.jsonld)).toEqual(["SoftwareApplication", "BreadcrumbList"]);
      const issues = (await validator.validate(found)).filter(
        ({ issueMessage }) => !/\(optional\)$/.test(issueMessage),
      );
      expect(
        issues.map(({ issueMessage, path }) => [issueMessage, path]),
        record.slug,
      ).toEqual([]);
    }
  });

  test("the vocabulary is a real one: it knows what is a property of what", async () => {
    const issues = await new Validator(vocabulary()).validate(
      nodesByType([JSON.stringify({ "@type": "SoftwareApplication", name: "Acme", priceInGold: 1 })]),
    );
    expect(JSON.stringify(issues)).toContain("priceInGold");
  });

  test("has every property that is asked for and none beyond those agreed", () => {
    for (const record of records) {
      const [application, crumbs] = jsonLd(record).map((text) => JSON.parse(text));
      expect(Application.safeParse(application).error?.issues, record.slug).toBeUndefined();
      expect(Crumbs.safeParse(crumbs).error?.issues, record.slug).toBeUndefined();
    }
  });

  test("offers what the vendor publishes, figure for figure, and nothing else", () => {
    for (const record of records) {
      const { offers = [] } = Application.parse(softwareApplication(record));
      const published = (record.tiers ?? []).filter(
        (tier) => tier.priceStatus === "published" && tier.currency !== null,
      );
      const tierOffers = offers.filter(({ url }) => url.endsWith("#tiers"));
      expect(
        tierOffers.map(({ name }) => name),
        record.slug,
      ).toEqual(published.filter(({ listPrice, isFree }) => listPrice !== null || isFree).map(({ name }) => name));
      for (const offer of tierOffers) {
        const known = published
          .filter(({ name }) => name === offer.name)
          .flatMap((tier) => [tier.priceMonthly, tier.priceAnnual, tier.listPrice?.amount, tier.isFree ? 0 : null]);
        const said = [offer.price, ...(offer.priceSpecification ?? []).map(({ price }) => price)];
        for (const price of said) expect(known, `${record.slug} ${offer.name}`).toContain(price);
      }
      const rates = record.usage?.models.flatMap(({ meters }) => meters.flatMap(({ prices }) => prices[0]?.unitPrice));
      for (const offer of offers.filter(({ url }) => url.endsWith("#rates"))) {
        for (const { price } of offer.priceSpecification ?? []) expect(rates, record.slug).toContain(price);
      }
    }
  });

  test("tells no third party's median or rating, and no last day of a price", () => {
    const restricted = records.filter(({ license }) => Object.values(license).includes("restricted"));
    expect(restricted.length).toBeGreaterThanOrEqual(EACH);
    for (const record of restricted) {
      const text = jsonLd(record).join();
      expect(text, record.slug).not.toMatch(/aggregateRating|reviewCount|ratingValue|median|priceValidUntil/i);
      const { medianAnnualCost } = record.marketData ?? {};
      if (medianAnnualCost) expect(text.replace(/[,\s]/g, ""), record.slug).not.toContain(`${medianAnnualCost}`);
    }
  });
});
