import { beforeAll, describe, expect, test } from "vitest";
import { compareProducts } from "@/lib/catalog/compare";
import { coverageOf } from "@/lib/catalog/coverage";
import { displayMoney } from "@/lib/catalog/display";
import { indexEntry, startingPrice, statesPrice } from "@/lib/catalog/starting-price";
import { answerOf, productTitle } from "@/lib/format/answer";
import { badgeSvg, badgeText } from "@/lib/format/badge";
import { citations } from "@/lib/format/cite";
import { compareCard } from "@/lib/format/compare-card";
import { formatDay } from "@/lib/format/dates";
import { embedHtml } from "@/lib/format/embed";
import { productStructuredData } from "@/lib/format/json-ld";
import { startText } from "@/lib/format/list";
import { productMarkdown } from "@/lib/format/markdown";
import { PRICE_HEADER, priceRows } from "@/lib/format/price-rows";
import { productVerdict } from "@/lib/format/product-verdict";
import { shareCard } from "@/lib/format/share-card";
import { verdictText } from "@/lib/format/verdict";
import { unitWords } from "@/lib/format/words";
import { compareText } from "@/lib/mcp/text/compare";
import { discoverText } from "@/lib/mcp/text/discover";
import { batchText, pricingText } from "@/lib/mcp/text/pricing";
import { compared } from "@/lib/operations/compare";
import { resultOf } from "@/lib/operations/listed-records";
import type { PricingRecord } from "@/lib/schemas/record";
import { shippedRecords } from "./catalogue";

const TODAY = "2026-11-21";
const KNOWN = { sources: 3, prominence: 50 };

interface Told {
  record: PricingRecord;
  /** Short texts, each with its surface. */
  lines: [surface: string, text: string][];
  /** Long texts, each with its surface. */
  pages: [surface: string, text: string][];
}

let told: Told[];
let records: readonly PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
  told = records.map((record) => ({
    record,
    lines: Object.entries(linesOf(record)).map(([surface, text]) => [surface, text.replace(/\s+/g, " ")]),
    pages: [
      ["tool", pricingText(record)],
      ["markdown", productMarkdown(record)],
    ],
  }));
}, 120_000);

function linesOf(record: PricingRecord): Record<string, string> {
  const result = resultOf(record, KNOWN);
  const list = { total: 1, count: 1, readAs: null, excluded: 0, facets: {}, next: null, results: [result] };
  const card = shareCard(record, null);
  const data = productStructuredData(record) as { description?: string };
  const other = { ...record, slug: `${record.slug}-2` };
  const comparison = {
    seats: null,
    products: [record, other].map((one) => compared(one, null)),
    fields: [],
    resolved: [],
  };
  const badge = badgeText(record);
  return {
    answer: record.answer,
    title: productTitle(record),
    head: answerOf(record).price,
    tool: pricingText(record).split("\n")[0] ?? "",
    batch: batchText({ records: [record], notFound: [], next: null }).split("\n")[0] ?? "",
    search: discoverText(list as unknown as Parameters<typeof discoverText>[0]).split("\n")[1] ?? "",
    comparison: compareText(comparison as unknown as Parameters<typeof compareText>[0]).split("\n")[0] ?? "",
    markdown: productMarkdown(record).split("\n").slice(2, 5).join(" "),
    ...(data.description !== undefined && { structured: data.description }),
    badge: [badge.price, badge.note].join(" · "),
    card: [card.price.text, ...card.facts].join(" · "),
    comparisonCard: compareCard([record]).starts[0]?.price ?? "",
    frame: embedHtml(record, "light")
      .replace(/<style>[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>|<title>.*<\/title>|<h1>.*<\/h1>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&amp;", "&"),
  };
}

const AMOUNT = /(?<![\w.])(?:[A-Z]{0,3}[$€£¥₹₩₽₺₪฿]|[A-Z]{3}\s)\s?(\d[\d,]*(?:\.\d+)?)/g;
const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) \d{4}\b/g;

const amountsOf = (text: string) =>
  [...text.matchAll(AMOUNT)].map(([, figure = ""]) => Number(figure.replaceAll(",", "")));

/** Returns the figures of a record, also rounded to the decimals with which money is shown. */
function figuresOf({ answer: _answer, ...record }: PricingRecord): Set<number> {
  const text = JSON.stringify(record).replace(/(\d),(?=\d{3}\b)/g, "$1");
  const figures = (text.match(/\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
  return new Set(figures.flatMap((figure) => [figure, Number(displayMoney(figure, "USD").replace(/[$,]/g, ""))]));
}

const daysOf = (record: PricingRecord) =>
  new Set((JSON.stringify(record).match(/\d{4}-\d{2}-\d{2}/g) ?? []).map((day) => formatDay(day)));

/** Returns whether a published price is a share of each payment. */
const isPercentagePriced = ({ tiers = [] }: PricingRecord) =>
  tiers.some(
    ({ priceStatus, listPrice, percentageFees }) =>
      priceStatus === "published" && listPrice === null && percentageFees.length > 0,
  );

/** Returns whether a record states a price: of a tier or list, of a payment, of a meter, or of a family's products. */
function isPriced(record: PricingRecord): boolean {
  const { tiers, tiersComplete, startingPrice: start, usage, kind, priceRange } = record;
  if (start || statesPrice(tiers, tiersComplete) || isPercentagePriced(record)) return true;
  if (usage?.models.some(({ meters }) => meters.some(({ prices }) => prices.length > 0))) return true;
  return kind === "family" && (priceRange.low !== null || (priceRange.otherProducts ?? 0) > 0);
}

/** The words of each reason for a missing price, and the reasons of a record that allow them. */
const ABSENCE: readonly [RegExp, string][] = [
  [/\bnot published\b/i, "not_published"],
  [/\bon request\b/i, "contact_sales"],
  [/\bnot yet checked\b/i, "unverified"],
  [/\bnot known\b/i, "none"],
];

/** The texts in place of a price. */
const REASON =
  /price (?:on request|not published|not yet checked|not stated)|no monthly (?:list |paid )?price|free to self-host|paid prices unknown/i;

describe("every surface says of every product what its record says", () => {
  test("no line and no page holds an amount of money or a day that the record does not hold", () => {
    for (const { record, lines, pages } of told) {
      // A verdict states the cost engine's result for the record: see verdict.test.ts.
      const figures = new Set([...figuresOf(record), ...amountsOf(verdictText(productVerdict(record)))]);
      const days = daysOf(record);
      for (const [surface, text] of [...lines, ...pages]) {
        const wrong = [
          ...amountsOf(text).filter((amount) => !figures.has(amount)),
          ...(text.match(DAY) ?? []).filter((day) => !days.has(day)),
        ];
        if (wrong.length > 0) expect.soft(wrong, `${record.slug}, ${surface}: ${text.slice(0, 300)}`).toEqual([]);
      }
    }
  }, 120_000);

  test("the price of a line is the record's, in its unit, or the reason why there is none", () => {
    let silent = 0;
    const wrong: string[] = [];
    for (const { record, lines } of told) {
      const { currency, unit } = record.priceRange;
      const start = startingPrice(record);
      const byMonth = start.startingPrice !== null && start.startingPrice > 0 && start.currency === currency;
      for (const [surface, line] of lines) {
        const text = line.replaceAll(record.name, "");
        const fail = (why: string) => wrong.push(`${record.slug}, ${surface}, ${why}: ${line}`);
        if (byMonth && start.startingPrice !== null && currency !== null) {
          const figure = displayMoney(start.startingPrice, currency).replace(/\s/g, " ");
          if (!text.includes(figure)) fail(`without ${figure}`);
          const per = unitWords(start.priceUnit ?? unit ?? "month");
          // A line that leads with a percentage has no room for the unit of the plans.
          if (!text.includes(per) && !(isPercentagePriced(record) && text.includes("%"))) fail(`without ${per}`);
          if (ABSENCE.some(([words]) => words.test(text))) fail("called absent");
        } else if (!isPriced(record)) {
          silent++;
          const own = text.replace(/buyers paid .*?\(.*?\)/gi, "");
          if (amountsOf(own).length > 0) fail("with an amount");
          if (surface !== "title" && !REASON.test(own)) fail("without a reason");
          for (const [words, status] of ABSENCE)
            if (words.test(own) && start.priceStatus !== status) fail(`not ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(silent).toBeGreaterThan(1000);
  }, 120_000);

  test("a price of a vendor is called unpublished only where a source says so", () => {
    for (const { record, lines, pages } of told) {
      const said = JSON.stringify([
        record.priceStatus,
        record.tiers?.map(({ priceStatus }) => priceStatus),
        record.members,
        record.priceHistory,
      ]);
      const own = JSON.stringify([
        record.hiddenCosts,
        record.negotiationTips,
        record.tiers,
        record.freeTier,
        record.contractTerms,
      ]);
      const badge = badgeSvg(badgeText(record), "light");
      for (const [surface, text] of [...lines, ...pages, ["badge", badge] as const]) {
        if (/not published/i.test(text) && !/not published/i.test(own)) {
          expect(said, `${record.slug}, ${surface}`).toContain("not_published");
        }
      }
    }
  }, 120_000);

  test("the list, the table and structured data give the price of the record", () => {
    for (const record of records) {
      const entry = indexEntry(record);
      const { known, amount, text } = startText(entry);
      expect(amount, record.slug).toBe(entry.startingPrice);
      if (!known) expect(amountsOf(text), record.slug).toEqual([]);
      if (record.usage && entry.startingPrice === null) expect(entry.priceStatus, record.slug).toBe("not_applicable");
      const figures = figuresOf(record);
      const { offers = [] } = productStructuredData(record) as {
        offers?: { price?: number; priceSpecification?: { price: number }[] }[];
      };
      for (const { price, priceSpecification = [] } of offers) {
        for (const each of [price, ...priceSpecification.map((one) => one.price)]) {
          if (each !== undefined) expect(figures.has(each), `${record.slug} ${each}`).toBe(true);
        }
      }
    }
  }, 120_000);

  test("a citation names the day of a price where there is one, and else the day on which the page was read", () => {
    for (const record of records) {
      const { verification, asOf } = record;
      const [markdown, html, tex, json] = citations(record).map(({ text }) => text);
      const day = isPriced(record)
        ? `prices checked ${formatDay(verification.observedAt)}`
        : `page accessed ${formatDay(asOf)}`;
      for (const text of [markdown, html]) expect(text, record.slug).toContain(day);
      expect(tex?.includes(`Prices checked ${verification.observedAt}`), record.slug).toBe(isPriced(record));
      expect(JSON.parse(json ?? "").issued !== undefined, record.slug).toBe(isPriced(record));
    }
  });
});

describe("confidence is that in a price", () => {
  test("and there is none where no price is stated, on any surface", () => {
    let without = 0;
    for (const { record, lines, pages } of told) {
      const { tiers, tiersComplete, verification, slug } = record;
      const isKnown = isPriced(record);
      expect(verification.confidence !== null, slug).toBe(isKnown);
      expect(verification.confidenceTerms.length > 0, slug).toBe(isKnown);
      expect(resultOf(record, KNOWN).confidence, slug).toBe(verification.confidence);
      const rows = [...priceRows(record)];
      for (const row of rows) {
        if (!isKnown) expect(row[PRICE_HEADER.indexOf("confidence")], slug).toBeNull();
      }
      const { tiers: plans, usage: rates } = coverageOf(record);
      if (!statesPrice(tiers, tiersComplete) && !isPercentagePriced(record)) expect(plans?.confidence, slug).toBeNull();
      else expect(plans?.confidence, slug).toBe(verification.confidence);
      if (rates?.available) expect(rates.confidence, slug).not.toBeNull();
      if (isKnown) continue;
      without++;
      for (const [surface, text] of [...lines, ...pages]) {
        expect(text, `${slug}, ${surface}`).not.toMatch(/confidence (?:\d|high|fair|low)/i);
      }
    }
    expect(without).toBeGreaterThan(1000);
  }, 120_000);

  test("and no product without a price wins by it, nor by the day of it", () => {
    const priced = records.filter(isPriced).slice(0, 60);
    const unpriced = records.filter((record) => !isPriced(record));
    for (const [index, record] of unpriced.entries()) {
      const other = priced[index % priced.length];
      const others = [unpriced[(index + 1) % unpriced.length], other].filter((one) => one !== undefined);
      const products = [record, ...others].map((one) => ({ record: one, changes: [], cost: null }));
      for (const { field, values, leaders } of compareProducts(products, { seats: null })) {
        if (field !== "confidence" && field !== "observedAt") continue;
        expect(values[record.slug], record.slug).toBeNull();
        expect(leaders, record.slug).not.toContain(record.slug);
      }
    }
  });
});
