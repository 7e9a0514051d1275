import { beforeAll, describe, expect, test } from "vitest";
import { movePath } from "@/app/_data/paths";
import { isListPrice } from "@/lib/catalog/change";
import { catalogDay } from "@/lib/catalog/report";
import { moveSentence } from "@/lib/format/ledger";
import { formatMoney } from "@/lib/format/money";
import { call } from "@/lib/http/testing";
import { alternativesOf } from "@/lib/operations/alternatives";
import { type Address, browse, browseCategory, readBrowse } from "@/lib/operations/browse";
import { dataTerms } from "@/lib/operations/data-terms";
import { type CatalogFacts, catalogFacts } from "@/lib/operations/facts";
import { readAsked } from "@/lib/operations/read-asked";
import type { Runtime } from "@/lib/operations/run";
import { SITE } from "@/lib/operations/testing/runtime";
import { categoryKey } from "@/lib/questions/categories";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import type { DiscoverAnswer, DiscoverResult } from "@/lib/schemas/discover";
import type { PricingAnswer, PricingRecord } from "@/lib/schemas/record";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

const { products, categories, sources } = shipped().files;
const names = products.flatMap(({ slug, name, aliases, formerSlugs }) => [slug, name, ...aliases, ...formerSlugs]);

let runtime: Runtime;
let listed: ReadonlySet<string>;

const read = (q: string) =>
  readAsked({ catalog: runtime.catalog, now: new Date(catalogDay(sources)) }, { q, currency: "USD" });

beforeAll(async () => {
  ({ runtime } = await shippedService());
  listed = new Set((await runtime.catalog.listing({ asOf: catalogDay(sources) })).map(({ slug }) => slug));
});

async function discover(query: Record<string, string>): Promise<DiscoverAnswer> {
  const response = await call(`/api/v2/discover?${new URLSearchParams(query)}`, {}, runtime);
  expect(response.status).toBe(200);
  return (await response.json()) as DiscoverAnswer;
}

const hasPrice = ({ startingPrice, pricingModel }: DiscoverResult) =>
  startingPrice !== null || ["usage", "hybrid", "percentage"].includes(pricingModel ?? "");

describe("each fact of the home page is what the address beside it shows", () => {
  let facts: CatalogFacts;
  const now = new Date(catalogDay(sources));
  const context = () => ({ catalog: runtime.catalog, site: SITE, now });
  const get = async <T>(path: string) => (await (await call(path, {}, { ...runtime, now: () => now })).json()) as T;
  beforeAll(async () => {
    facts = (await catalogFacts(context())) as CatalogFacts;
  });

  test("how many products there are, and are priced, charge for single sign-on or are disputed", async () => {
    const { products, families, priced, sso, disputed } = facts;
    const total = async (address: Address) => (await browse(context(), readBrowse(address).query)).total;
    expect(await total({ sort: "name" })).toBe(products + families);
    expect(await total({ having: "price" })).toBe(priced);
    expect(await total({ having: "sso" })).toBe(sso.charging);
    expect(await total({ having: "dispute" })).toBe(disputed);
    expect(priced).toBeGreaterThan(1000);
    expect(priced).toBeLessThan(products);
  });

  test("the newest reading leads the list in the order of days, and is the day of its record", async () => {
    const { rows } = await browse(context(), readBrowse({ sort: "seen" }).query);
    expect(rows[0]).toMatchObject({ slug: facts.newest?.slug, observedAt: facts.newest?.seenAt });
    const record = await get<PricingRecord>(`/api/v2/pricing/${facts.newest?.slug}`);
    expect(record.verification.observedAt).toBe(facts.newest?.seenAt);
  });

  test("each move of a list price is in the ledger of its product and day, as its sentence tells it", async () => {
    expect(facts.moves.length).toBeGreaterThanOrEqual(3);
    for (const change of facts.moves) {
      const { searchParams } = new URL(movePath(change), SITE.url);
      const { changes } = await get<ChangesAnswer>(`/api/v2/changes?${searchParams}`);
      const { id, percent, before, after, currency, product } = change;
      expect(changes).toContainEqual(expect.objectContaining({ id, percent, before, after }));
      expect(isListPrice(change)).toBe(true);
      const sentence = moveSentence(change);
      expect(sentence.startsWith(product.name)).toBe(true);
      for (const amount of [before, after]) expect(sentence).toContain(formatMoney(amount ?? 0, currency));
    }
  });

  test("the price of a seat is the median of its category", async () => {
    const { seat } = facts;
    const category = await browseCategory(context(), seat?.category.slug ?? "", {});
    expect(category?.figures.spread).toEqual(seat?.spread);
  });

  test("the observations are those of the sources that the licence page lists", async () => {
    const { sources: listed } = await dataTerms(runtime.catalog);
    expect(listed).toHaveLength(facts.sources);
    expect(listed.reduce((sum, { observations }) => sum + observations, 0)).toBe(facts.state.counts.observations);
  });

  test("a category is sold by the priced records that its list counts, and its file has as many", async () => {
    const { categories: listed } = await get<{
      categories: { slug: string; productCount: number; pricedCount: number }[];
    }>("/api/v2/categories");
    expect(listed.reduce((sum, { pricedCount }) => sum + pricedCount, 0)).toBe(facts.priced);
    for (const { slug, pricedCount, productCount } of listed) {
      expect(pricedCount, slug).toBeLessThanOrEqual(productCount);
      const { total } = await browse(context(), readBrowse({ category: slug, having: "price" }).query);
      expect(total, slug).toBe(pricedCount);
    }
  });
});

describe("names of the shipped catalogue", () => {
  test("are searched for as written", async () => {
    const misread: string[] = [];
    for (const q of names) if ((await read(q)).readAs !== null) misread.push(q);
    expect(misread).toEqual([]);
  });

  test.each(["how much is X?", "X preis", "was kostet X", "price of X for 10 users"])(
    "lead to their product in %j",
    async (phrase) => {
      const astray: string[] = [];
      for (const { slug, name } of products.filter((product) => listed.has(product.slug))) {
        const { filters } = await read(phrase.replace("X", () => name));
        if (!filters.lead?.products.includes(slug)) astray.push(`${name}: ${filters.lead?.products.join(", ")}`);
      }
      expect(astray).toEqual([]);
    },
  );

  test.each(["notion", "linear", "monday", "slack", "figma"])("%j finds the product of that name first", async (q) => {
    const { results, readAs } = await discover({ q, limit: "1" });
    expect(readAs).toBeNull();
    expect(results[0]?.slug.startsWith(q)).toBe(true);
  });
});

describe("categories of the shipped catalogue", () => {
  test("no two are asked for by the same words", () => {
    const asked = categories.flatMap(({ slug, name, aliases = [] }) =>
      [...new Set([slug, name, ...aliases].map(categoryKey))].map((key) => ({ key, slug })),
    );
    expect(asked.filter(({ key, slug }) => asked.some((other) => other.key === key && other.slug !== slug))).toEqual(
      [],
    );
  });

  test.each([
    ["crm", "crm"],
    ["help desk", "help-desk"],
    ["project management", "project-management"],
    ["password manager", "passwords-and-secrets"],
    ["vpn", "network-security"],
    ["email marketing", "email-marketing"],
    ["accounting", "accounting"],
    ["video meetings", "video-meetings"],
    ["llm api", "llm-apis"],
  ])("%j begins with five of its products that have a price and that three sources know", async (q, category) => {
    const { results, readAs } = await discover({ q, limit: "5" });
    expect(readAs?.category).toBe(category);
    expect(results.filter((result) => result.category.slug !== category)).toEqual([]);
    const short = results.filter((result) => !hasPrice(result) || result.sources < 3);
    expect(short.map(({ slug, sources, startingPrice }) => ({ slug, sources, startingPrice }))).toEqual([]);
  });
});

describe("questions to the shipped catalogue", () => {
  test("of price and plan are filters, and nothing of which it is not known passes them", async () => {
    const cheap = await discover({ q: "cheapest crm under 20" });
    expect(cheap.readAs).toMatchObject({ category: "crm", maxPrice: 20, currency: "USD", sort: "price" });
    expect(cheap.readAs?.sentence).toBe("Searched for: CRM, up to $20 per month, cheapest first.");
    const { total, excluded, facets } = await discover({ category: "crm", maxPrice: "20", sort: "price" });
    expect(cheap).toMatchObject({ total, excluded, facets });
    expect(cheap.excluded).toBeGreaterThan(0);
    const free = await discover({ q: "free password manager" });
    expect(free.total).toBeGreaterThan(0);
    expect(free.results.every(({ freeTier }) => freeTier === true)).toBe(true);
  });

  test.each([
    ["notion vs clickup", ["notion", "clickup"], `${SITE.url}/compare/clickup-vs-notion`],
    ["gpt-4o vs claude sonnet", ["openai-api", "anthropic-api"], `${SITE.url}/calculators/llm?`],
  ])("%j begins with what is compared and leads to the comparison", async (q, slugs, page) => {
    const { readAs, results } = await discover({ q });
    expect(readAs?.compare?.slugs).toEqual(slugs);
    expect(readAs?.compare?.page.startsWith(page)).toBe(true);
    expect(results.slice(0, slugs.length).map(({ slug }) => slug)).toEqual(slugs);
  });

  test("a wish for alternatives gives those of the product's page in their order, each with its reason, on every page", async () => {
    const now = new Date(catalogDay(sources));
    const asOf = catalogDay(sources);
    const { readAs, results, next, total } = await discover({ q: "alternatives to asana", limit: "7" });
    expect(readAs?.alternativesTo?.slug).toBe("asana");
    const second = await discover({ q: "alternatives to asana", limit: "7", cursor: next ?? "" });
    const likeliest = await runtime.catalog.alternatives("asana", { asOf });
    expect(total).toBe(likeliest.length);
    expect([...results, ...second.results].map(({ slug }) => slug)).toEqual(
      likeliest.slice(0, 14).map(({ slug }) => slug),
    );
    const lookup = await runtime.catalog.record("asana", { asOf, now });
    const first =
      lookup.status === "found"
        ? await alternativesOf(runtime.catalog, lookup.record, { asOf, now }, { limit: 7 })
        : [];
    expect(results.map(({ reason }) => reason)).toEqual(first.map(({ reason }) => reason));
    const free = await discover({ q: "free alternatives to asana" });
    expect(free.results.every(({ freeTier, reason }) => freeTier === true && reason !== undefined)).toBe(true);
    expect((await discover({ q: "asana" })).results.some(({ reason }) => reason !== undefined)).toBe(false);
  });

  test("for what has no price known, get_pricing names three that have one, first those people weigh against it", async () => {
    const answer = async (slug: string) => {
      const response = await call(`/api/v2/pricing/${slug}`, {}, runtime);
      return (await response.json()) as PricingAnswer;
    };
    const { alternatives = [] } = await answer("splunk");
    expect(alternatives.map(({ slug }) => slug)).toEqual(["datadog", "elastic", "new-relic"]);
    for (const { slug, answer: told, reason, links } of alternatives) {
      expect(told).toBe((await answer(slug)).answer);
      expect(reason).toMatch(/^often compared; /);
      expect(links.page).toContain(`/${slug}`);
    }
    expect(await answer("slack")).not.toHaveProperty("alternatives");
  });
});
