import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "@/lib/ids";
import { type Question, readQuestion } from "./read-question";

const categories = [
  { slug: "crm", name: "CRM", aliases: ["customer relationship management"] },
  { slug: "help-desk", name: "Help desk", aliases: ["ticketing systems"] },
  { slug: "project-management", name: "Project and product management" },
  { slug: "passwords", name: "Passwords and secrets", aliases: ["password managers"] },
  { slug: "network-security", name: "Network security", aliases: ["vpns"] },
  { slug: "email-marketing", name: "Email and SMS marketing", aliases: ["newsletters"] },
  { slug: "file-storage", name: "File storage", aliases: ["cloud storage"] },
  { slug: "llm-apis", name: "LLM APIs", aliases: ["ai apis"] },
  { slug: "learning-management", name: "Learning", aliases: ["learning management systems"] },
];
const names = ["slack", "notion", "clickup", "asana", "google", "google cloud", "weights and biases"];
const known = new Set(names.map(nameKey));

const ask = (text: string) => readQuestion(text, { categories, isName: (name) => known.has(nameKey(name)) });
/** What a question says, without what it leaves open. */
const said = (question: Question | null) =>
  question && Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null));

const tokens = (of: string[], counted: Partial<NonNullable<Question["llm"]>>) => ({
  input: null,
  output: null,
  total: null,
  ...counted,
  names: of,
});

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
    ["password manager", { category: "passwords" }],
    ["vpn", { category: "network-security" }],
    ["email marketing", { category: "email-marketing" }],
    ["best cloud storage", { category: "file-storage" }],
    ["llm api", { category: "llm-apis" }],
    ["ai api", { category: "llm-apis" }],
    ["learning management systems", { category: "learning-management" }],
    ["cheapest crm under 20", { category: "crm", maxPrice: 20, sort: "price" }],
    ["crm under $20 per user", { category: "crm", maxPrice: 20, currency: "USD" }],
    ["crm under $20/user/month", { category: "crm", maxPrice: 20, currency: "USD" }],
    ["crm below 20 euros a month", { category: "crm", maxPrice: 20, currency: "EUR" }],
    ["crm for less than £240 per year", { category: "crm", maxPrice: 20, currency: "GBP" }],
    ["which CRM costs less than 1,200 a year?", { category: "crm", maxPrice: 100 }],
    ["free password manager", { category: "passwords", hasFreeTier: true }],
    ["email marketing with a free plan", { category: "email-marketing", hasFreeTier: true }],
    // What costs nothing is within any price.
    ["free crm under $20", { category: "crm", hasFreeTier: true }],
    ["open source help desk", { category: "help-desk", pricingModel: "open_source" }],
    ["free and open-source help desk", { category: "help-desk", pricingModel: "open_source" }],
    ["self-hosted help desk", { category: "help-desk", selfHosted: true }],
    ["free self hosted password manager under $20", { category: "passwords", selfHosted: true }],
    ["selfhosted alternative to slack", { alternativesTo: "slack", selfHosted: true }],
    ["pay as you go llm api", { category: "llm-apis", pricingModel: "usage" }],
    ["open source software", { pricingModel: "open_source" }],
    ["notion vs clickup", { compare: ["notion", "clickup"] }],
    ["Notion vs. ClickUp pricing", { compare: ["notion", "clickup"] }],
    ["compare notion and clickup", { compare: ["notion", "clickup"] }],
    ["gpt-4o vs claude sonnet", { compare: ["gpt-4o", "claude sonnet"] }],
    ["what does slack cost", { text: "slack" }],
    ["How much is Slack?", { text: "slack" }],
    ["alternatives to asana", { alternativesTo: "asana" }],
    ["alternatives to google cloud", { alternativesTo: "google cloud" }],
    ["asana alternatives for startups", { alternativesTo: "asana" }],
    ["apps like notion", { alternativesTo: "notion" }],
    ["open source alternative to slack", { alternativesTo: "slack", pricingModel: "open_source" }],
    ["free screen recorder", { hasFreeTier: true, text: "screen recorder" }],
    ["slack free plan", { hasFreeTier: true, text: "slack" }],
    ["what does Notion cost for 30 people", { text: "notion", seats: 30 }],
    ["Notion for 30?", { text: "notion", seats: 30 }],
    ["clickup or notion for 20 people", { compare: ["clickup", "notion"], seats: 20 }],
    ["Notion, ClickUp and Asana for 20", { compare: ["notion", "clickup", "asana"], seats: 20 }],
    ["cheapest crm for 20 people", { category: "crm", sort: "price", seats: 20 }],
    ["notoin for 30 people", { text: "notoin", seats: 30 }],
    ["crm under 30 users", { category: "crm", seats: 30 }],
    ["50M tokens on GPT-5, Claude and Gemini", { llm: tokens(["gpt-5", "claude", "gemini"], { total: 50e6 }) }],
    ["claude 10m in 2m out", { llm: tokens(["claude"], { input: 10e6, output: 2e6 }) }],
    ["which model is cheapest for 10M tokens in and 2M out?", { llm: tokens([], { input: 10e6, output: 2e6 }) }],
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
    "weights and biases",
    "best slack and nonesuch",
    "slack for 30 days",
    "notion 30 GB",
    "slack for $30",
    "notoin for 30",
    "for 30 people",
  ])("%j is searched for as it stands", (text) => {
    expect(ask(text)).toBeNull();
  });

  test("a count of people is one count, whatever stood between", () => {
    expect(said(ask("30 free people ,# for"))).toBeNull();
    expect(said(ask("30 people ,# for"))).toEqual({ seats: 30 });
  });

  test("a plain name of a product is never read, whatever words it is made of", () => {
    const word = fc.constantFrom(
      ..."free open source crm tools vs and under 20 cheapest alternatives to best".split(" "),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const name = words.join(" ");
        expect(readQuestion(name, { categories, isName: (text) => text === name })).toBeNull();
      }),
    );
  });

  test("whatever is asked is read without failing, and what is left of it says nothing more", () => {
    const word = fc.oneof(
      fc.constantFrom(
        ..."free self-hosted crm 30 people users team of tokens 10m in out under 20 $20 €5 per year user cheapest open source help desk vs slack alternatives to for with plan a best like and , usage-based pos systems".split(
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
