import { beforeAll, describe, expect, test } from "vitest";
import { compareProducts } from "@/lib/catalog/compare";
import { addDays } from "@/lib/catalog/day";
import { groupBy } from "@/lib/catalog/ledger";
import { perMonth } from "@/lib/catalog/money";
import { isPercentagePriced } from "@/lib/catalog/percentage-price";
import { headlinePrice, monthlyTiers } from "@/lib/catalog/plans";
import { project } from "@/lib/catalog/project";
import { reduce } from "@/lib/catalog/reduce";
import { isAllowanceAsUnit } from "@/lib/catalog/sanity";
import { isPriced, startingPrice } from "@/lib/catalog/starting-price";
import { ageLabel, datedWords } from "@/lib/format/age";
import { ANSWER_LENGTH, answerOf, answerSentence } from "@/lib/format/answer";
import { badgeText } from "@/lib/format/badge";
import { formatDay } from "@/lib/format/dates";
import { softwareApplication } from "@/lib/format/json-ld";
import { productMarkdown } from "@/lib/format/markdown";
import { formatMoney } from "@/lib/format/money";
import { PRICE_HEADER, priceRows } from "@/lib/format/price-rows";
import { infected } from "@/lib/format/testing/infected";
import { capitalised } from "@/lib/format/words";
import { pricingText } from "@/lib/mcp/text/pricing";
import { dressRecord } from "@/lib/operations/dress-record";
import { listedOf, resultOf } from "@/lib/operations/listed-records";
import { type PricingRecord, WELL_KNOWN_TERMS } from "@/lib/schemas/record";
import { SITE, shipped, shippedRecords } from "./catalogue";

const TODAY = "2026-11-21";
const EARLIER = ["2026-01-15", "2024-06-30", "2020-12-01"];

let records: readonly PricingRecord[];
let all: PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
  all = [...records, ...EARLIER.flatMap(shippedRecords)];
}, 120_000);

test("the whole catalogue is looked at", () => {
  expect(records.length).toBeGreaterThan(4000);
  expect(all.length).toBeGreaterThan(records.length + 500);
});

test("a later day never shows an older reading of a product's tiers", () => {
  const { observed, sources } = shipped();
  for (const [slug, all] of observed) {
    const observations = all.filter(({ fact }) => fact.kind === "plans");
    const days = observations.flatMap(({ observedAt, effectiveFrom = observedAt }) => [observedAt, effectiveFrom]);
    let shown = "";
    for (const asOf of [...new Set([...days, TODAY])].filter((day) => day <= TODAY).sort()) {
      const day = reduce(observations, { asOf, sources, history: false })?.verification.observedAt ?? "";
      expect(day >= shown, `${slug} ${asOf}: ${day} after ${shown}`).toBe(true);
      shown = day;
    }
  }
});

test("what a list tells of a product hangs on no scenario and no dated price: lists are made without them", () => {
  const { files, observed, sources } = shipped();
  const products = new Map(files.products.map((product) => [product.slug, product]));
  for (const record of records) {
    const product = products.get(record.slug);
    const category = files.categories.find(({ slug }) => slug === record.category.slug);
    if (!product || !category || record.kind === "family") continue;
    const reduced = reduce(observed.get(record.slug) ?? [], {
      asOf: TODAY,
      sources,
      category: product.category,
      history: false,
    });
    if (!reduced) throw new Error(`nothing is known of ${record.slug}`);
    const lean = dressRecord({ product, category, reduced, asOf: TODAY, site: SITE, withScenarios: false });
    expect(listedOf(lean), record.slug).toEqual(listedOf(record));
    expect(lean.usage, record.slug).toEqual(record.usage);
  }
  for (const record of all) {
    const { scenarios: _, license, answer: __, ...rest } = record;
    const { scenarios: ___, ...licences } = license;
    const without = { ...rest, license: licences };
    const listed = listedOf({ ...without, answer: answerSentence(without) } as PricingRecord);
    expect(listed, record.slug).toEqual(listedOf(record));
  }
});

test("no product's Markdown holds HTML, whatever its sources write", () => {
  const html = /<[a-z!/?]/i;
  for (const record of records) {
    expect(productMarkdown(record), record.slug).not.toMatch(html);
    expect(productMarkdown(infected(record, "<img src=x>")), record.slug).not.toMatch(html);
  }
});

test("each document has its own publisher and its own way, not those of the collection that it is in", () => {
  const { observed, sources } = shipped();
  for (const { slug, vendor, evidence, kind } of records) {
    const vias = new Set(observed.get(slug)?.map((observation) => observation.evidence.via ?? null));
    for (const entry of kind === "family" ? [] : evidence) {
      const source = sources.get(entry.source);
      const at = `${slug} ${entry.url}`;
      expect(vias.has(entry.via), at).toBe(true);
      if (!source?.publishers) continue;
      expect(entry.publisher, at).not.toBe(source.publisher);
      const isOwn = entry.trust === "A" && !entry.url.startsWith("https://www.sec.gov/");
      if (isOwn) expect(entry.publisher, at).toBe(vendor.name);
    }
  }
});

test("of each priced product, terms on renewal and notice are stated or named as not known", () => {
  for (const record of records) {
    const { contractTerms, unknownTerms = [] } = project(record, { depth: "full", fields: ["contractTerms"] });
    const stated = WELL_KNOWN_TERMS.filter((term) => (contractTerms?.[term] ?? null) !== null);
    const isAsked = record.kind !== "family" && isPriced(record);
    expect(unknownTerms.length, record.slug).toBe(isAsked ? WELL_KNOWN_TERMS.length - stated.length : 0);
  }
  const salesCloud = records.find(({ slug }) => slug === "salesforce-sales-cloud") as PricingRecord;
  const sentence = "Not known: automatic renewal, non-renewal notice, price change notice.";
  expect(productMarkdown(salesCloud)).toContain(sentence);
  const told = pricingText({ ...project(salesCloud, { depth: "full" }), answer: "" });
  expect(told).toContain(`Contract terms: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  expect(project(salesCloud, { depth: "summary" }).unknownTerms).toBeUndefined();
});

const KNOWN = { sources: 3, prominence: 50 };

describe("the list price", () => {
  test("is in every tier with a published price and in no other, full and short", () => {
    for (const record of all) {
      const brief = project(record, { depth: "summary" }).tiers ?? [];
      for (const [index, tier] of (record.tiers ?? []).entries()) {
        const at = `${record.slug} ${tier.id}`;
        expect(tier.listPrice !== null, at).toBe(tier.priceStatus === "published" && !isPercentagePriced(tier));
        expect(brief[index]?.listPrice ?? null, at).toEqual(tier.listPrice);
        if (tier.listPrice) expect(tier.listPrice.currency, at).toBe(tier.currency);
        if (tier.isFree) expect(tier.listPrice?.amount, at).toBe(0);
      }
    }
  });

  test("is the strict price where there is one of its billing", () => {
    for (const record of all) {
      for (const { id, listPrice, priceMonthly, priceAnnual, isFree } of record.tiers ?? []) {
        if (!listPrice || isFree) continue;
        const { amount, period, billing } = listPrice;
        const at = `${record.slug} ${id}`;
        if (priceMonthly !== null) expect([amount, period, billing], at).toEqual([priceMonthly, "month", "monthly"]);
        else if (period === "month" && billing === "annual") expect(amount, at).toBe(priceAnnual);
        else if (period === "year") expect(perMonth(amount), at).toBe(priceAnnual);
      }
    }
  });

  test("adds no second series to the history of a tier", () => {
    for (const { slug, priceHistory = [] } of records) {
      const series = groupBy(priceHistory, ({ tier, evidence }) => `${tier} ${evidence.join()}`);
      for (const points of series.values()) {
        const meters = new Set(points.map(({ meter }) => meter));
        expect(meters.has("listPrice") && meters.has("priceMonthly") && points.length === 2, slug).toBe(false);
      }
    }
  });

  test("of GitHub Team is $4 wherever it is looked for, billed monthly as earlier readings state", () => {
    const github = records.find(({ slug }) => slug === "github") as PricingRecord;
    const team = github.tiers?.find(({ id }) => id === "team");
    expect(team).toMatchObject({ priceMonthly: 4, priceAnnual: null, priceUnit: "user/month" });
    expect(team?.listPrice).toEqual({ amount: 4, currency: "USD", period: "month", billing: "monthly" });
    expect(project(github, { depth: "summary" }).tiers?.find(({ id }) => id === "team")).toMatchObject({
      listPrice: { amount: 4 },
    });
    expect(resultOf(github, KNOWN)).toMatchObject({ startingPrice: 4, currency: "USD", priceUnit: "user/month" });
    for (const text of [github.answer, pricingText(github), productMarkdown(github)]) {
      expect(text).toContain("from $4 per user per month");
    }
    expect(badgeText(github).price).toBe("from $4 per user per month");
    const cells = [...priceRows(github)].find((row) => row[PRICE_HEADER.indexOf("tier")] === "team");
    expect(cells?.[PRICE_HEADER.indexOf("listPrice")]).toBe(4);
  });
});

describe("the lowest paid price is one", () => {
  test("in the range, in lists, on the badge and in the answer", () => {
    let priced = 0;
    for (const record of all) {
      const found = startingPrice(record);
      const { currency, unit } = record.priceRange;
      const [cheapest] = monthlyTiers(record.tiers ?? [], currency);
      if (!cheapest || record.priceRange.products) continue;
      priced++;
      const price = headlinePrice(cheapest);
      const at = `${record.slug} ${record.asOf}`;
      expect([found.startingPrice, found.currency, found.priceUnit], at).toEqual([price, currency, unit]);
      expect(record.priceRange.low === 0 || record.priceRange.low === price, at).toBe(true);
      expect(resultOf(record, KNOWN).startingPrice, at).toBe(price);
      expect(answerOf(record).price, at).toContain(formatMoney(price ?? 0, currency));
      expect(badgeText(record).price, at).toContain(formatMoney(price ?? 0, currency));
    }
    expect(priced).toBeGreaterThan(700);
  });

  test("in a comparison", () => {
    for (const record of records) {
      if (record.priceRange.currency === null || record.priceRange.currency !== record.currency) continue;
      const [cheapest] = monthlyTiers(record.tiers ?? [], record.currency);
      const [field] = compareProducts([{ record, changes: [], cost: null }], { seats: null });
      if (cheapest) expect(field?.values[record.slug], record.slug).toBe(headlinePrice(cheapest));
    }
  });

  test("in structured data and in the table of prices", () => {
    for (const record of records) {
      const { offers = [] } = softwareApplication(record) as {
        offers?: { name: string; url: string; price: number }[];
      };
      const rows = [...priceRows(record)];
      for (const tier of record.tiers ?? []) {
        if (tier.priceStatus !== "published" || !tier.listPrice) continue;
        const at = `${record.slug} ${tier.id}`;
        const row = rows.find((cells) => cells[PRICE_HEADER.indexOf("tier")] === tier.id);
        expect(row?.[PRICE_HEADER.indexOf("listPrice")], at).toBe(tier.listPrice.amount);
        if (tier.currency === null) continue;
        const prices = offers.filter(({ name, url }) => name === tier.name && url.endsWith("#tiers"));
        expect(
          prices.map(({ price }) => price),
          at,
        ).toContain(headlinePrice(tier) ?? tier.listPrice.amount);
      }
    }
  });
});

/** Returns the figures in a text, except those in names and dates. */
function figuresOf(text: string, record: PricingRecord): number[] {
  const { name, freeTier, usage, tiers = [], marketData, verification } = record;
  const days = [verification, ...tiers, ...(usage?.models ?? [])].map(({ observedAt }) => formatDay(observedAt));
  const models = usage?.models.flatMap((model) => [model.model, model.name]) ?? [];
  const units = [record.priceRange.unit ?? ""].flatMap((unit) => unit.split(/(?<!\d)\/|\/(?!\d)/));
  const words = [
    name,
    ...days,
    answerOf(record).age.ago,
    ...(freeTier?.licences ?? []),
    ...models,
    ...units,
    marketData?.source ?? "",
    record.members ? `${record.members.length} products` : "",
  ];
  const plain = words
    .filter((word) => /\d/.test(word))
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, " "), text)
    .replace(/(\d+)M /g, (_, count) => `${Number(count) * 1_000_000} `)
    .replace(/(\d+)K /g, (_, count) => `${Number(count) * 1000} `);
  return [...plain.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => Number(figure.replaceAll(",", "")));
}

describe("the answer", () => {
  test("is one line of at most 200 characters that begins with the product's name", () => {
    for (const { slug, name, answer } of all) {
      expect(answer.length, slug).toBeLessThanOrEqual(ANSWER_LENGTH);
      expect(answer, slug).not.toMatch(/undefined|NaN|null|\n|costs (free|has)|\.\./);
      expect(answer.startsWith(name.slice(0, 40)), `${slug}: ${answer}`).toBe(true);
    }
  });

  test("holds no figure that the record does not hold", () => {
    for (const record of all) {
      const { answer, evidence: _evidence, ...held } = record;
      const text = JSON.stringify(held).replace(/(\d),(?=\d{3}\b)/g, "$1");
      const known = new Set((text.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number));
      for (const figure of figuresOf(answer, record)) expect(known, `${record.slug}: ${answer}`).toContain(figure);
    }
  });

  test("names the day and says when that is long ago, whatever else is said of the record", () => {
    for (const record of all) {
      const { observedAt, nextVerificationAt } = record.verification;
      const { seen, seenOn, age, verb } = answerOf(record);
      const told = `${capitalised(verb)} ${seen} (${age.ago}`;
      expect(record.answer, record.slug).toContain(told);
      // The price's own day, if it is older than the reading of the record.
      const priced = [...(record.tiers ?? []), ...(record.usage?.models ?? [])].map((entry) => entry.observedAt);
      const days = [observedAt, ...priced.filter((day) => day < observedAt)];
      expect([formatDay(seenOn), days.includes(seenOn)], record.slug).toEqual([seen, true]);
      const [lowest] = monthlyTiers(record.tiers ?? [], record.priceRange.currency);
      if (lowest && !record.members) expect(seenOn <= lowest.observedAt, record.slug).toBe(true);
      const stale = record.asOf > nextVerificationAt;
      const result = resultOf(record, KNOWN);
      const at = `${record.slug} ${record.asOf}`;
      expect(result.stale, at).toBe(stale);
      expect(result.answer, at).toBe(record.answer);
      const label = ageLabel(age);
      if (stale) expect(["old", "undated page"], at).toContain(label);
      expect(record.answer.split(told)[1]?.startsWith(label ? `, ${label})` : ")"), at).toBe(true);
      expect(badgeText(record).note, at).toBe(datedWords(age, verb));
      expect(pricingText(record).split("\n")[0], at).toBe(record.answer);
    }
  });

  test("leaves the short form at most a quarter of the whole", () => {
    const size = (answers: readonly object[]) => answers.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
    expect(size(records.map((record) => project(record, { depth: "summary" }))) / size(records)).toBeLessThan(0.25);
  });

  test("is the same in the short form and when only a group is asked for", () => {
    for (const record of records) {
      expect(project(record, { depth: "summary" }).answer).toBe(record.answer);
      expect(project(record, { depth: "full", fields: ["priceHistory"] }).answer).toBe(record.answer);
    }
  });

  test("lets no third party's figure stand without its publisher", () => {
    const told = records.filter(({ answer }) => /buyers paid/i.test(answer));
    expect(told.length).toBeGreaterThan(100);
    for (const { answer, marketData, slug } of told) expect(answer, slug).toContain(`(${marketData?.source}`);
  });
});

test("a reading that is shown is at most as old as the rule allows beside the newest", () => {
  for (const { slug, verification, tiers = [] } of records) {
    for (const { observedAt } of tiers) {
      expect(observedAt >= addDays(verification.observedAt, -730), `${slug} ${observedAt}`).toBe(true);
    }
  }
});

test("no tier counts a flat fee by what it includes", () => {
  const found = shipped().files.observations.flatMap(({ product, source, fact }) =>
    fact.kind === "plans"
      ? fact.tiers
          .filter((tier) => isAllowanceAsUnit(tier, fact.currency))
          .map(({ id, unit }) => ({ product, source, id, unit }))
      : [],
  );
  expect(found).toEqual([]);
});

test("the vendor link leads to the page of prices, or else to the product's own site", () => {
  const links = new Map(records.map(({ slug, links: { vendor } }) => [slug, vendor]));
  expect(links.get("gemini-api")).toBe("https://ai.google.dev/gemini-api/docs/pricing");
  expect(links.get("amazon-nova-api")).toBe("https://aws.amazon.com/nova/pricing/");
  expect(links.get("linode")).toBe("https://linode.com");
  expect(links.get("azure-devops")).toBe("https://azure.microsoft.com");
  for (const { slug, pricingPage } of shipped().files.products) {
    if (pricingPage !== null && links.has(slug)) expect(links.get(slug), slug).toBe(pricingPage);
  }
});
