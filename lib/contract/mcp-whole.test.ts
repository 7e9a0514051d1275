import { beforeAll, describe, expect, test } from "vitest";
import { FRESHNESS_WORDS } from "@/lib/format/age-words";
import { countOf } from "@/lib/format/list";
import { memberPrice } from "@/lib/format/members";
import { formatMoney } from "@/lib/format/money";
import { LARGEST } from "@/lib/mcp/fitted";
import { MANUAL } from "@/lib/mcp/manual";
import { callTool, TOOL_NAMES, type ToolName, tools } from "@/lib/mcp/tools";
import { parseInput } from "@/lib/operations/parse-input";
import { testRuntime } from "@/lib/operations/testing/runtime";
import type { CompareAnswer } from "@/lib/schemas/compare";
import type { CoverageAnswer } from "@/lib/schemas/coverage";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import type { HistoryAnswer } from "@/lib/schemas/history";
import type { PricingAnswer, PricingRecord } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import type { UsageReply } from "@/lib/schemas/usage";
import { SITE, shippedCatalog } from "./catalogue";

const TODAY = "2026-11-21";
const NOW = new Date(`${TODAY}T09:30:00Z`);
const ALL = 1_000_000;

type Args = Record<string, unknown>;
interface Answer<Body> {
  text: string;
  body: Body;
  /** Size of the result as a client receives it. */
  size: number;
}

let records: readonly PricingRecord[];
let ask: <Body>(name: ToolName, args: Args) => Promise<Answer<Body>>;
/** Returns the response of REST. */
let rest: (name: ToolName, args: Args) => Promise<unknown>;

beforeAll(() => {
  const shipped = shippedCatalog(TODAY);
  records = shipped.records;
  const state = { allowed: true, remaining: 1, resetSeconds: 1 };
  const limiter = { take: async () => state };
  const runtime = testRuntime({ catalog: shipped.catalog, now: () => NOW, checkOutput: false, limiter });
  const toolNamed = (name: ToolName) => tools().find((tool) => tool.name === name) as ReturnType<typeof tools>[number];
  ask = async (name, args) => {
    const result = await callTool(toolNamed(name), args, runtime, { requestId: "test", bucket: "test" });
    const [content] = result.content as { text: string }[];
    const text = content?.text ?? "";
    if (result.isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    const size = JSON.stringify({ jsonrpc: "2.0", id: 1, result }).length;
    return { text, body: result.structuredContent as never, size };
  };
  rest = (name, args) => {
    const { operation } = toolNamed(name);
    const context = { catalog: shipped.catalog, now: NOW, site: SITE, requestId: "test" };
    return operation.handler(context, parseInput(operation.input, args));
  };
}, 130_000);

/** Returns the responses to one question, page by page. */
async function pagesOf<Body extends { next: string | null }>(name: ToolName, args: Args): Promise<Answer<Body>[]> {
  const pages: Answer<Body>[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask<Body>(name, cursor === undefined ? args : { ...args, cursor });
    fits(page, `${name} ${JSON.stringify(args)}, page ${pages.length + 1}`);
    pages.push(page);
    if (page.body.next === null) return pages;
    expect(page.text).toContain(page.body.next);
    cursor = page.body.next;
  }
}

function fits({ size, text }: Answer<unknown>, at: string): void {
  if (size > LARGEST) expect.fail(`${at}: ${size} characters`);
  if (/\bundefined\b|\bNaN\b|\[object|structuredContent|list_categories|(?:\s|prices\.example)\/api\/v/.test(text))
    expect.fail(`${at}: ${text}`);
}

type Needles = Iterable<string | null | undefined | false>;

/** Checks that each name and figure of the data is in the text. */
function holds(text: string, needles: Needles, at: string): void {
  const missing = [...needles].filter((needle) => typeof needle === "string" && !text.includes(needle));
  if (missing.length > 0)
    expect.fail(`${at} does not tell: ${missing.slice(0, 5).join(" · ")}\n${text.slice(0, 2000)}`);
}

const money = (amount: number | null | undefined, currency: string | null | undefined) =>
  typeof amount === "number" && formatMoney(amount, currency ?? null);

/** Names some sources with their addresses and counts all others. */
function namesSources(text: string, evidence: readonly { url: string }[] = [], at: string): void {
  const lines = text.split("\n");
  const named = evidence.filter(({ url }) => lines.some((line) => /^\[\d+\] /.test(line) && line.endsWith(`: ${url}`)));
  const listed = lines.filter((line) => /^\[\d+\] /.test(line)).length;
  const left = Number(/^(\d+) older sources? (?:is|are) not listed here\.$/m.exec(text)?.[1] ?? 0);
  expect(listed + left, at).toBe(evidence.length);
  if (listed > 0) expect(named.length, at).toBeGreaterThan(0);
}

function* toldOfRecord(record: PricingAnswer): Generator<string | null | undefined | false> {
  const { tiers = [], hiddenCosts = [], usage, marketData, members = [] } = record;
  yield record.answer;
  yield record.links.page;
  for (const member of members) yield* [`[${member.slug}]`, memberPrice(member)];
  for (const tier of tiers) {
    yield* [tier.name, `[tier: ${tier.id}]`, ...(tier.features ?? [])];
    if (tier.isFree || tier.priceStatus !== "published") continue;
    const { priceMonthly = null, priceAnnual = null, listPrice, currency } = tier;
    if (priceMonthly === null && priceAnnual === null) yield money(listPrice?.amount, currency);
    else yield* [money(priceMonthly, currency), money(priceAnnual, currency)];
    for (const { unitPrice } of tier.seatBands ?? []) yield money(unitPrice, currency);
  }
  for (const { amount, currency } of hiddenCosts) yield money(amount, currency);
  if (marketData) yield money(marketData.medianAnnualCost, marketData.currency);
  for (const { buyer, amount, currency } of marketData?.purchases ?? []) yield* [buyer, money(amount, currency)];
  if (record.sentiment) yield `${record.sentiment.rating} of ${record.sentiment.scale}`;
  for (const { tip } of record.negotiationTips ?? []) yield tip;
  for (const { name, annualCost, currency } of record.scenarios ?? []) yield* [name, money(annualCost, currency)];
  for (const model of usage?.models ?? []) yield* toldOfModel(model);
  for (const { effectiveFrom, observedAt, price, currency } of record.priceHistory ?? []) {
    yield* [effectiveFrom ?? observedAt, money(price, currency)];
  }
  for (const { observedAt } of record.verification.disputed ?? []) yield observedAt;
  for (const [group, count] of Object.entries(record.counts ?? {})) {
    yield group === "usage" || group === "priceHistory" ? String(count) : group;
  }
}

function* toldOfModel({ model, meters, currency }: UsageReply["models"][number]) {
  yield model;
  for (const { prices } of meters) for (const { unitPrice } of prices) yield money(unitPrice, currency);
}

function* toldOfUsage(body: UsageReply) {
  yield body.links.page;
  for (const model of body.models) yield* toldOfModel(model);
  for (const { model, total, currency, lines } of body.estimates ?? []) {
    yield* [`- ${model}: ${money(total, currency)}`, ...lines.map(({ amount }) => money(amount, currency))];
  }
}

function* toldOfHistory({ snapshots, changes, links }: HistoryAnswer) {
  yield links.page;
  for (const entry of [...snapshots, ...changes]) yield* [entry.effectiveFrom ?? entry.observedAt, entry.tier];
  for (const { price, currency } of snapshots) yield money(price, currency);
  for (const { after, currency } of changes) yield money(after, currency);
}

function* toldOfCost({ lines, items, total, unknowns, assumptions, receipt, currency }: TcoAnswer) {
  yield* [money(total, currency), receipt.id, ...assumptions, ...unknowns.map(({ reason }) => reason)];
  for (const { label, amount, item } of lines) yield* [label, money(amount, items[item]?.currency)];
  for (const { links, optionalLines, notCounted, tierRule } of items) {
    yield* [links.page, tierRule, ...notCounted.map(({ option }) => option)];
    for (const { option } of optionalLines) yield option;
  }
}

function* toldOfComparison({ products, fields }: CompareAnswer) {
  for (const { answer, links } of products) yield* [answer, links.page];
  for (const { values, rule } of fields) {
    const known = Object.entries(values).filter(([, value]) => value !== null);
    if (known.length > 0) yield rule;
    for (const [slug, value] of known) yield `${slug} ${value === true ? "yes" : value === false ? "no" : value}`;
  }
}

const lists = <T>(items: readonly T[], length: number) =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, at) => items.slice(at * length, (at + 1) * length));
const large = () =>
  [...records].sort((a, b) => b.evidence.length - a.evidence.length || (a.slug < b.slug ? -1 : 1)).slice(0, 100);
const rated = () => records.filter(({ usage }) => usage);

describe("over every product, no answer is larger than said, and its text tells what its data hold", () => {
  test.each([{}, { depth: "full" }])("get_pricing %j", async (args) => {
    for (const { slug } of records) {
      const answer = await ask<PricingAnswer>("get_pricing", { slug, ...args });
      fits(answer, slug);
      holds(answer.text, toldOfRecord(answer.body), slug);
      namesSources(answer.text, answer.body.evidence, slug);
    }
  });

  test("get_pricing of one group in short: what is asked for is given", async () => {
    for (const { slug } of rated()) {
      const answer = await ask<PricingAnswer>("get_pricing", { slug, fields: ["usage"] });
      fits(answer, slug);
      expect(answer.body.usage?.models.length, slug).toBeGreaterThan(0);
      holds(answer.text, toldOfRecord(answer.body), slug);
      namesSources(answer.text, answer.body.evidence, slug);
    }
  });

  test.each(TOOL_NAMES.flatMap((name) => MANUAL[name].examples.map((example) => [name, example] as const)))(
    "%s answers the example of its description: %j",
    async (name, example) => {
      const { text } = await ask(name, example);
      expect(text).not.toMatch(/^No product|total unknown|total is unknown/);
    },
  );

  test("get_price_history, walked to its end, shows each entry once", async () => {
    for (const { slug, priceHistory = [] } of records) {
      const pages = await pagesOf<HistoryAnswer>("get_price_history", { slug });
      const shown = pages.flatMap(({ body }) => body.snapshots.map((point) => JSON.stringify(point)));
      const changes = pages.flatMap(({ body }) => body.changes.map(({ id }) => id));
      expect(shown.length, slug).toBe(priceHistory.length);
      expect(new Set(shown), slug).toEqual(new Set(priceHistory.map((point) => JSON.stringify(point))));
      expect([new Set(changes).size, changes.length], slug).toEqual(Array(2).fill(pages[0]?.body.total.changes));
      for (const { text, body } of pages) {
        holds(text, toldOfHistory(body), slug);
        namesSources(text, body.evidence, slug);
      }
    }
  });

  test.each([{}, { depth: "full" }])("estimate_llm_cost %j: each model of a card on one page", async (args) => {
    for (const { slug, usage } of rated()) {
      const pages = await pagesOf<UsageReply>("estimate_llm_cost", { slug, ...args });
      const shown = pages.flatMap(({ body }) => body.models.map(({ model }) => model));
      expect([new Set(shown).size, shown.length], slug).toEqual(Array(2).fill(usage?.modelCount));
      for (const { text, body } of pages) {
        holds(text, toldOfUsage(body), slug);
        namesSources(text, body.evidence, slug);
      }
    }
  });

  test.each([{}, { depth: "full" }])("estimate_llm_cost of a workload %j: each estimate once", async (args) => {
    for (const { slug, usage } of rated()) {
      const meter = usage?.models[0]?.meters.find(({ name }) => !["cachedInputTokens", "inputTokens"].includes(name));
      if (!meter) continue;
      const quantities = [`${meter.name}:1000000`];
      const pages = await pagesOf<UsageReply>("estimate_llm_cost", { slug, quantities, mode: meter.mode, ...args });
      const shown = pages.flatMap(({ body }) => (body.estimates ?? []).map(({ model }) => model));
      expect([new Set(shown).size, shown.length], slug).toEqual(Array(2).fill(pages[0]?.body.estimateCount));
      for (const { text, body } of pages) {
        holds(text, toldOfUsage(body), slug);
        namesSources(text, body.evidence, slug);
      }
    }
  });

  test.each([{}, { depth: "full" }])("get_pricing_batch %j: each record once", async (args) => {
    for (const batch of lists(large(), 20)) {
      const slugs = batch.map(({ slug }) => slug);
      const asked = { slugs: [...slugs.slice(1), "no-such-product"], ...args };
      const pages = await pagesOf<{ next: string | null; records: PricingAnswer[] }>("get_pricing_batch", asked);
      expect(pages.flatMap((page) => page.body.records.map(({ slug }) => slug))).toEqual(slugs.slice(1));
      expect(pages[0]?.text).toContain('No product matches "no-such-product".');
      for (const { text, body } of pages)
        for (const record of body.records) holds(text, toldOfRecord(record), record.slug);
    }
  });

  test("get_coverage: each product once", async () => {
    for (const batch of lists(large(), 20)) {
      const slugs = batch.map(({ slug }) => slug);
      const pages = await pagesOf<CoverageAnswer & { next: string | null }>("get_coverage", { slugs });
      const shown = pages.flatMap(({ body }) => body.products);
      expect(shown.map(({ slug }) => slug)).toEqual(slugs);
      const told = shown.flatMap(({ slug, links, groups }) => [
        `[${slug}]`,
        links.page,
        ...Object.entries(groups).flatMap(([group, entry]) =>
          entry?.available
            ? [`${countOf(entry.count, "entry", "entries")}, ${FRESHNESS_WORDS[entry.freshness]}`, `[fields: ${group}]`]
            : [],
        ),
      ]);
      holds(pages.map(({ text }) => text).join("\n"), told, slugs.join());
    }
  });

  test("compare_software", async () => {
    for (const four of lists(
      records.filter(({ kind }) => kind === "product"),
      4,
    )) {
      if (four.length < 2) continue;
      const slugs = four.map(({ slug }) => slug);
      const answer = await ask<CompareAnswer>("compare_software", { slugs, seats: 250 });
      fits(answer, slugs.join());
      holds(answer.text, toldOfComparison(answer.body), slugs.join());
      namesSources(answer.text, answer.body.evidence, slugs.join());
    }
  });

  test("calculate_tco of one product over five years, and of stacks of ten", async () => {
    const priced = records.filter(({ tiers = [] }) => tiers.some(({ priceMonthly }) => priceMonthly));
    const byCosts = [...priced].sort((a, b) => (b.hiddenCosts?.length ?? 0) - (a.hiddenCosts?.length ?? 0));
    const stacks = lists(byCosts, 10).slice(0, 10);
    const questions = [
      ...priced.map(({ slug }) => ({ slug, seats: 250, termYears: 5 })),
      ...stacks.map((items) => ({ seats: 250, termYears: 5, items: items.map(({ slug }) => ({ slug })) })),
    ];
    let answered = 0;
    for (const question of questions) {
      const answer = await ask<TcoAnswer>("calculate_tco", question).catch(() => null);
      if (!answer) continue;
      answered++;
      fits(answer, JSON.stringify(question));
      holds(answer.text, toldOfCost(answer.body), JSON.stringify(question));
      namesSources(answer.text, answer.body.evidence, JSON.stringify(question));
    }
    expect(answered).toBeGreaterThan(priced.length / 2);
  });

  test("discover_software visits every product once, and shows in words what its data list", async () => {
    const pages = await pagesOf<DiscoverAnswer>("discover_software", { limit: 100 });
    const shown = pages.flatMap(({ body }) => body.results.map(({ slug }) => slug));
    expect(shown).toEqual(records.map(({ slug }) => slug).sort());
    for (const { text, body } of pages) {
      const told = body.results.flatMap(({ slug, answer, links }) => [`[${slug}] ${answer}`, links.page]);
      const counts = body.facets.category.map(({ value, count }) => `${value} ${count}`);
      holds(text, [...told, ...counts], "discover");
    }
  });
});

describe("a page", () => {
  test.each([
    ["discover_software", { limit: 100 }, "results"],
    ["get_price_history", { slug: "amazon-bedrock" }, null],
    ["estimate_llm_cost", { slug: "openai-api", depth: "full" }, "models"],
    ["estimate_llm_cost", { slug: "amazon-bedrock", inputTokens: 1_000_000, depth: "summary" }, "estimates"],
    ["get_pricing_batch", { slugs: ["slack", "notion", "github"], depth: "summary" }, "records"],
  ] as const)("of %s %j is that of REST with as many entries", async (name, args, list) => {
    const { body } = await ask<Record<string, unknown[]> & { changes: unknown[] }>(name, args);
    const limit = list ? body[list]?.length : (body.snapshots?.length ?? 0) + body.changes.length;
    expect(body).toEqual(await rest(name, { ...args, limit }));
  });

  test("is larger where more is asked for, and smaller where less is", async () => {
    const args = { slug: "amazon-bedrock" };
    const usual = await ask<HistoryAnswer>("get_price_history", args);
    const whole = await ask<HistoryAnswer>("get_price_history", { ...args, maxCharacters: ALL });
    const small = await ask<HistoryAnswer>("get_price_history", { ...args, maxCharacters: 30_000 });
    expect(whole.body.next).toBeNull();
    expect(whole.size).toBeGreaterThan(usual.size);
    expect(small.size).toBeLessThanOrEqual(30_000);
    await expect(ask("get_price_history", { ...args, maxCharacters: 4_000 })).rejects.toThrow(/set it to \d+/);
  });
});
