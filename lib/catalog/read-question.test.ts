import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "@/lib/ids";
import { Category, Product } from "@/lib/schemas/catalog";
import { categoryKey, type Question, readQuestion } from "./read-question";

const file = (name: string) => readFileSync(join(process.cwd(), "db", "catalog", name), "utf8");
const categories = Category.array().parse(JSON.parse(file("categories.json")));
const products = file("products.ndjson")
  .split("\n")
  .flatMap((line) => (line === "" ? [] : [Product.parse(JSON.parse(line))]));
const names = products.flatMap(({ slug, name, aliases, formerSlugs }) => [slug, name, ...aliases, ...formerSlugs]);
const known = new Set(names.map(nameKey));

const ask = (text: string, isName = (name: string) => known.has(nameKey(name))) =>
  readQuestion(text, { categories, isName });
/** What a question says, without what it leaves open. */
const said = (question: Question | null) =>
  question && Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null));

describe("a question in words", () => {
  test.each<[string, Partial<Question>]>([
    ["crm", { category: "crm" }],
    ["CRMs", { category: "crm" }],
    ["crm software", { category: "crm" }],
    ["best crm for small business", { category: "crm" }],
    ["the best help desk tools", { category: "help-desk" }],
    ["helpdesk", { category: "help-desk" }],
    ["help desk app", { category: "help-desk" }],
    ["project management", { category: "project-management" }],
    ["password manager", { category: "passwords-and-secrets" }],
    ["vpn", { category: "network-security" }],
    ["email marketing", { category: "email-marketing" }],
    ["accounting software", { category: "accounting" }],
    ["video meetings", { category: "video-meetings" }],
    ["video conferencing", { category: "video-meetings" }],
    ["llm api", { category: "llm-apis" }],
    ["ai api", { category: "llm-apis" }],
    ["learning management systems", { category: "learning-management" }],
    ["cheapest crm under 20", { category: "crm", maxPrice: 20, sort: "price" }],
    ["crm under $20 per user", { category: "crm", maxPrice: 20, currency: "USD" }],
    ["crm under $20/user/month", { category: "crm", maxPrice: 20, currency: "USD" }],
    ["crm below 20 euros a month", { category: "crm", maxPrice: 20, currency: "EUR" }],
    ["crm for less than £240 per year", { category: "crm", maxPrice: 20, currency: "GBP" }],
    ["which CRM costs less than 1,200 a year?", { category: "crm", maxPrice: 100 }],
    ["free password manager", { category: "passwords-and-secrets", hasFreeTier: true }],
    ["email marketing with a free plan", { category: "email-marketing", hasFreeTier: true }],
    // What costs nothing is within any price.
    ["free crm under $20", { category: "crm", hasFreeTier: true }],
    ["open source help desk", { category: "help-desk", pricingModel: "open_source" }],
    ["free and open-source help desk", { category: "help-desk", pricingModel: "open_source" }],
    ["pay as you go llm api", { category: "llm-apis", pricingModel: "usage" }],
    ["open source software", { pricingModel: "open_source" }],
    ["notion vs clickup", { compare: ["notion", "clickup"] }],
    ["Notion vs. ClickUp pricing", { compare: ["notion", "clickup"] }],
    ["compare notion and clickup", { compare: ["notion", "clickup"] }],
    ["gpt-4o vs claude sonnet", { compare: ["gpt-4o", "claude sonnet"] }],
    ["what does slack cost", { text: "slack" }],
    ["How much is Slack?", { text: "slack" }],
    ["alternatives to asana", { alternativesTo: "asana" }],
    ["asana alternatives for startups", { alternativesTo: "asana" }],
    ["apps like notion", { alternativesTo: "notion" }],
    ["open source alternative to slack", { alternativesTo: "slack", pricingModel: "open_source" }],
    ["free screen recorder", { hasFreeTier: true, text: "screen recorder" }],
    ["slack free plan", { hasFreeTier: true, text: "slack" }],
  ])("%j is read", (text, question) => {
    expect(said(ask(text))).toEqual(question);
  });

  test.each([
    "notion",
    "Linear",
    "monday",
    "slakc",
    "free",
    "cheap",
    "a",
    "",
    "???",
    "crm free trial",
    "slack and nonesuch",
    "freecrm",
    "team",
    "acme under construction",
  ])("%j is searched for as it stands", (text) => {
    expect(ask(text)).toBeNull();
  });

  test("a plain name of a product of the catalogue is never read", () => {
    expect(names.filter((name) => ask(name) !== null)).toEqual([]);
  });

  test("a name with words about its price stays a search for the name: no filter, no order", () => {
    const isPlain = (name: string) => readQuestion(name, { categories, isName: () => false }) === null;
    const misread = products
      .filter(({ name }) => isPlain(name))
      .filter(({ name }) => {
        const { text, ...rest } = ask(`${name} pricing`) ?? { text: null };
        return text === null ? Object.values(rest).some((part) => part !== null) : !known.has(nameKey(text));
      });
    expect(misread.map(({ name }) => name)).toEqual([]);
  });

  test("whatever is asked is read without failing, and what is left of it says nothing more", () => {
    const word = fc.oneof(
      fc.constantFrom(
        ..."free crm under 20 $20 €5 per year user cheapest open source help desk vs slack alternatives to for with plan a best like and , usage-based pos systems".split(
          " ",
        ),
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const question = ask(words.join(" "));
        if (question === null || question.text === null) return;
        expect(said(ask(question.text)) ?? {}).toEqual({});
      }),
      { numRuns: 2000 },
    );
  });
});

test("no two categories are asked for by the same words", () => {
  const asked = categories.flatMap(({ slug, name, aliases = [] }) =>
    [...new Set([slug, name, ...aliases].map(categoryKey))].map((key) => ({ key, slug })),
  );
  const twice = asked.filter(({ key, slug }) => asked.some((other) => other.key === key && other.slug !== slug));
  expect(twice).toEqual([]);
});
