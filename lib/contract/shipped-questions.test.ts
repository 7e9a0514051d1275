import { beforeAll, describe, expect, test } from "vitest";
import { catalogDay } from "@/lib/catalog/report";
import { plainFilters } from "@/lib/discovery/page";
import { formatMoney } from "@/lib/format/money";
import { call } from "@/lib/http/testing";
import { nameKey } from "@/lib/ids";
import { discoverText } from "@/lib/mcp/text/discover";
import { browse } from "@/lib/operations/browse";
import type { Catalog } from "@/lib/operations/catalog";
import { exactName } from "@/lib/operations/exact-name";
import { type CatalogFacts, catalogFacts } from "@/lib/operations/facts";
import { readAsked } from "@/lib/operations/read-asked";
import type { Runtime } from "@/lib/operations/run";
import { suggest } from "@/lib/operations/suggest";
import { SITE } from "@/lib/operations/testing/runtime";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import type { PricingRecord } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import type { UsageAnswer } from "@/lib/schemas/usage";
import { FAMILIES } from "@/lib/usage/families";
import { modelKey } from "@/lib/usage/model-key";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

const { products, sources } = shipped().files;
const NOW = new Date(catalogDay(sources));
let catalog: Catalog;
let runtime: Runtime;

beforeAll(async () => {
  ({ catalog, runtime } = await shippedService());
});

const context = () => ({ catalog, now: NOW });

async function get<T>(path: string): Promise<T> {
  const response = await call(path, {}, runtime);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

const discover = (q: string) => get<DiscoverAnswer>(`/api/v2/discover?${new URLSearchParams({ q, limit: "5" })}`);

async function tco(slug: string, seats: number): Promise<TcoAnswer> {
  const body = JSON.stringify({ slug, seats });
  const init = { method: "POST", body, headers: { "content-type": "application/json" } };
  return (await (await call("/api/v2/tco", init, runtime)).json()) as TcoAnswer;
}

describe("a list for a team", () => {
  test("does not count a free plan for fewer people, and orders by the cost for the team", async () => {
    const { results, readAs } = await discover("cheapest crm with a free plan for 3");
    expect(results.map(({ slug }) => slug)).not.toContain("hubspot");
    expect(results[0]).toMatchObject({ slug: "zoho-crm", reason: "its free plan covers up to 3 people" });
    expect(readAs?.answer).toContain("Zoho CRM, free for 3 people");
    const all = await get<DiscoverAnswer>(
      "/api/v2/discover?category=crm&hasFreePlan=true&seats=3&sort=price&limit=100",
    );
    const covers = all.results.map(({ reason }) => /covers up to|any number/.test(reason ?? ""));
    expect(covers.lastIndexOf(true)).toBeLessThan(covers.indexOf(false));
    expect(all.results.map(({ slug }) => slug)).not.toContain("hubspot-sales-hub");
    expect(all.results.find(({ slug }) => slug === "bigin")?.reason).toBe(
      "no source says how many people its free plan covers",
    );
  });

  test("lists every product once over its pages", async () => {
    const path = `/api/v2/discover?${new URLSearchParams({ q: "cheapest crm with a free plan for 3", limit: "1" })}`;
    const slugs: string[] = [];
    let { next, results, total } = await get<DiscoverAnswer>(path);
    slugs.push(...results.map(({ slug }) => slug));
    while (next !== null) {
      ({ next, results, total } = await get<DiscoverAnswer>(`${path}&cursor=${next}`));
      slugs.push(...results.map(({ slug }) => slug));
    }
    expect(slugs).toHaveLength(total);
    expect(new Set(slugs).size).toBe(total);
  });

  test("names the best known products of which a feature is not known", async () => {
    const { excluded, excludedProducts, readAs } = await discover("password manager with sso");
    expect(excludedProducts[0]).toEqual({ slug: "1password", name: "1Password" });
    expect(readAs?.answer).toContain(`of ${excluded} others it is not known, among them 1Password`);
  });
});

describe("words that are found nowhere together", () => {
  test.each([
    ["datadog 20 hosts zebra", "datadog", "zebra"],
    ["openai api 20M input 5M output", "openai-api", "20M input 5M output"],
    ["figma dev mode seat price", "figma", "mode"],
    ["what did buyers pay for zoominfo", "zoominfo", "buyers"],
  ])("%j find the product that they name, and tell what is left out", async (q, slug, unread) => {
    const answer = await discover(q);
    const { readAs, results } = answer;
    expect(results[0]?.slug).toBe(slug);
    expect(readAs?.unread).toEqual([unread]);
    expect(readAs?.answer).toMatch(`Not taken into account: “${unread}”. `);
    expect(readAs?.sentence).toContain(`Not used: “${unread}”.`);
    expect(discoverText(answer)).toContain(readAs?.sentence);
  });

  test.each([
    ["10 TB on backblaze b2", "$834 a year for 10 TB-months"],
    ["aws lambda 10 million requests", "$24 a year for 10,000,000 requests"],
    ["intercom for 10 agents and 3000 resolutions", "$37,920 a year for 10 people and 3,000 outcomes"],
    ["zapier 2000 tasks", "The cost for 2,000 tasks is not known."],
  ])("%j is counted, or said not to be known", async (q, sentence) => {
    const { readAs } = await discover(q);
    expect(readAs?.unread).toEqual([]);
    expect(readAs?.answer).toContain(sentence);
  });

  test("about a price rise are answered from the ledger", async () => {
    const { readAs } = await discover("slack price history");
    expect(readAs?.topics).toEqual(["history"]);
    expect(readAs?.answer).toMatch(/^Slack Business plus rose from \$15 to \$18 per user per month/);
  });

  test.each([
    ["price changes this month in project management", "project-management", "-01"],
    ["which crm got more expensive since 2025", "crm", "2025-01-01"],
    ["welche CRM sind dieses Jahr teurer geworden", "crm", "-01-01"],
  ])("%j is answered from the ledger of the category", async (q, category, since) => {
    const answer = await discover(q);
    const { changes, unread, answer: sentence } = answer.readAs ?? {};
    expect(changes).toMatchObject({ category, since: expect.stringMatching(new RegExp(`${since}$`)) });
    expect(unread).toEqual([]);
    expect(sentence).toMatch(/price change/);
    expect(discoverText(answer)).toContain(`call get_price_history without slug, with since: ${changes?.since}`);
  });

  test.each(["linear regression software", "front desk software for dentists", "what is the meaning of life"])(
    "%j ask for no product by its name",
    async (q) => {
      const { readAs } = await discover(q);
      expect([readAs?.cost ?? null, readAs?.category ?? null, readAs?.answer ?? null]).toEqual([null, null, null]);
    },
  );

  test("name a plan, a unit or a currency of which no price is known", async () => {
    const missing = async (q: string) => {
      const { readAs } = await discover(q);
      const { missing: named = [] } = readAs?.cost ?? {};
      if (named.length > 0) expect(readAs?.answer).toMatch(/^Not known: /);
      return named;
    };
    expect(await missing("notion ultimate plan for 12")).toEqual(["plan “ultimate”"]);
    expect(await missing("slack pro price in euro")).toEqual(["price in EUR"]);
    expect(await missing("gpt-image-1 price per image")).toEqual(["price per image"]);
    expect(await missing("gpt-5 price per token")).toEqual([]);
  });

  test("count what a product is priced by", async () => {
    const { readAs } = await discover("datadog for 10 hosts");
    expect(readAs).toMatchObject({ quantities: { host: 10 }, unread: [] });
    expect(readAs?.answer).toContain("for 10 hosts");
    expect(readAs?.cost?.page).toContain("/calculators/tco?items=datadog:10+hosts");
  });

  test.each([
    ["phpstorm price", "PhpStorm is not in the catalogue. PhpStorm belongs to JetBrains (jetbrains)."],
    ["qqzzqq price per month", "No product matches “qqzzqq”."],
  ])("%j are said to match no product", async (q, sentence) => {
    const { readAs, total } = await discover(q);
    expect([readAs?.sentence, total]).toEqual([sentence, 0]);
  });

  test.each([
    ["dropbox business 15", "dropbox", "business", 15],
    ["notion business for 30", "notion", "business", 30],
    ["airtable team 25 editors", "airtable", "team", 25],
  ])("%j count people behind a tier", async (q, slug, tier, seats) => {
    expect((await discover(q)).readAs).toMatchObject({ seats, cost: { slug, tier: { id: tier } }, unread: [] });
  });

  test("and are the name of another product misspelt mean that one", async () => {
    for (const [q, slug] of [
      ["zoho crn", "zoho-crm"],
      ["microsoft temas", "microsoft-teams"],
    ] as const) {
      const { readAs, results } = await discover(q);
      expect([readAs?.spelledAlike, results[0]?.slug]).toEqual([true, slug]);
    }
  });

  test("a comparison answers for the named plans", async () => {
    const { readAs } = await discover("gitlab premium vs github enterprise for 40 users");
    expect(readAs).toMatchObject({
      seats: 40,
      unread: [],
      compare: { names: ["GitLab Premium", "GitHub Enterprise"] },
    });
    expect(readAs?.answer).toMatch(/GitLab: \$[\d,]+ .* Premium.* GitHub: \$[\d,]+ .* Enterprise/);
  });
});

describe("a name that nothing has", () => {
  test("is said to be none, and what is found to be spelled alike, on every surface", async () => {
    const sentence = "No product matches “slakc”; Slack is spelled alike. Searched for: “Slack”.";
    const found = await discover("slakc pricing");
    expect(found.readAs).toMatchObject({ text: "Slack", spelledAlike: true, sentence, cost: { slug: "slack" } });
    expect(discoverText(found)).toMatch(/\n\d+ products? (?:has a similar name|have similar names); \d+ shown\.\n/);
    expect(discoverText(found).split("\n")).toContain(sentence);
    const page = await browse(context(), { q: "slakc pricing" });
    expect([page.readAs?.sentence, page.rows[0]?.slug]).toEqual([sentence, "slack"]);
    const capped = await discover("slakc under $50");
    expect(capped.readAs).toMatchObject({ spelledAlike: true, unread: ["under $50"] });
    const literal = await get<DiscoverAnswer>("/api/v2/discover?q=slakc&literal=true");
    const similar = "No product matches “slakc”. Showing similar names.";
    expect(literal.readAs).toMatchObject({ spelledAlike: true, sentence: similar });
    expect((await discover("qqqqqqqqqqqq")).readAs?.sentence).toBe("No product matches “qqqqqqqqqqqq”.");
  });

  test("is no product's own", async () => {
    const day = catalogDay(sources);
    for (const { slug, name } of products) {
      for (const text of [slug, name]) {
        const filters = { ...plainFilters(text, day), text };
        const { isSpelled } = await catalog.discover({ filters, sort: "relevance", after: null, limit: 1 });
        expect(isSpelled, text).toBe(false);
      }
    }
  });
});

describe("a question about a charge for single sign-on", () => {
  test.each(["which tools charge extra for SSO?", "sso tax", "software with a surcharge for single sign-on"])(
    "%j finds the products that the filter finds",
    async (q) => {
      const { readAs, total } = await discover(q);
      expect(readAs).toMatchObject({ having: "sso", text: null });
      expect(readAs?.sentence).toBe(
        "Searched for: all products, with an extra charge for single sign-on, best known first.",
      );
      expect(total).toBe((await get<DiscoverAnswer>("/api/v2/discover?having=sso")).total);
    },
  );

  test("goes together with a category, and means no product that is sold for it", async () => {
    const { readAs, total } = await discover("project management tools that charge extra for sso");
    expect(readAs).toMatchObject({ having: "sso", category: "project-management" });
    const filtered = await get<DiscoverAnswer>("/api/v2/discover?having=sso&category=project-management");
    expect([total, total > 0]).toEqual([filtered.total, true]);
    expect((await discover("sso provider")).readAs?.having ?? null).toBeNull();
  });
});

describe("a question about single sign-on, SCIM or an audit log", () => {
  test.each([
    [
      "which plan of Slack has SSO",
      /^Single sign-on: in Business\+ \(checked [^)]+\)\. Slack Business\+: \$18 per user/,
    ],
    ["cheapest tier of Figma with SCIM", /^SCIM: in Enterprise \(checked [^)]+\)\. Figma Enterprise: \$90 per seat/],
    ["slack with sso for 50 people", /Slack: \$9,000 a year for 50 people · Business\+/],
    ["ashby sso price", /^Single sign-on: as an add-on, SSO, \$100 per month/],
    ["which plan of slack has audit logs", /^It is not known which plan of Slack has an audit log\./],
  ])("%j names the tier and its price, or says that it is not known", async (q, expected) => {
    const { readAs } = await discover(q);
    expect(readAs?.answer).toMatch(expected);
  });

  test("of a list counts the products that have it and those of which it is not known", async () => {
    const { readAs, total, excluded, results } = await discover("cheapest password manager with SSO for 200");
    expect(readAs).toMatchObject({ having: "has_sso", category: "passwords-and-secrets", seats: 200, unread: [] });
    expect(readAs?.answer).toMatch(
      new RegExp(
        `^${total} products have single sign-on; of ${excluded} others it is not known, among them [^.]+\\. Cheapest known tiers: Bitwarden Enterprise: .*\\$1,200 per month for 200 people`,
      ),
    );
    const filtered = await get<DiscoverAnswer>("/api/v2/discover?having=has_sso&category=passwords-and-secrets");
    expect([filtered.total, filtered.excluded]).toEqual([total, excluded]);
    expect(results.length).toBe(total);
  });
});

describe("a question about an offer", () => {
  test("gives the offer, or says that none is known", async () => {
    expect((await discover("is github free for students")).readAs?.answer).toMatch(/^GitHub for students: free \(/);
    expect((await discover("jetbrains student discount")).readAs?.answer).toMatch(
      /^JetBrains for students: free \(checked 5 Jun 2025, old\)\./,
    );
    expect((await discover("mixpanel startup program")).readAs?.answer).toMatch(
      /^No start-up offer of Mixpanel is known\./,
    );
  });

  test("filters a list only if an offer is asked for", async () => {
    expect((await discover("crm with nonprofit discount")).readAs?.having).toBe("nonprofit_offer");
    expect((await discover("crm for startups")).readAs).toMatchObject({ having: null, unread: ["startups"] });
  });
});

describe("a question about the cost for a team", () => {
  test.each([
    ["what does Notion cost for 30 people", "notion", 30],
    ["notion for 30", "notion", 30],
    ["how much is slack for 12 users a year", "slack", 12],
    ["notoin for 30 people", "notion", 30],
    ["slack for a team of ten", "slack", 10],
  ])("%j is answered with the total that calculate_tco gives", async (q, slug, seats) => {
    const answer = await discover(q);
    const { readAs, results } = answer;
    const { yearOne, currency, answer: told } = await tco(slug, seats);
    expect(readAs).toMatchObject({ seats, cost: { slug } });
    expect(readAs?.cost?.page).toMatch(new RegExp(`^${SITE.url}/software/[a-z-]+/${slug}\\?seats=${seats}$`));
    expect(readAs?.answer).toBe(told);
    expect(told).toMatch(new RegExp(`\\${formatMoney(yearOne ?? 0, currency)} a year for ${seats} (?:people|members)`));
    expect(results[0]?.slug).toBe(slug);
    expect(discoverText(answer)).toContain(`Answer: ${readAs?.answer}`);
    expect((await browse(context(), { q })).readAs?.answer).toBe(readAs?.answer);
  });

  test("two products are compared for the team, with the costs of the comparison", async () => {
    const { readAs } = await discover("clickup or notion for 20 people");
    expect(readAs?.compare?.page).toBe(`${SITE.url}/compare/clickup-vs-notion?seats=20`);
    for (const slug of ["notion", "clickup"]) {
      const { yearOne, currency } = await tco(slug, 20);
      expect(readAs?.answer).toContain(formatMoney(yearOne ?? 0, currency));
    }
  });

  test.each(["slack for 30 days", "notion 30 gb", "slack for $30", "office 365 users"])(
    "%j counts no people",
    async (q) => {
      expect((await discover(q)).readAs?.seats ?? null).toBeNull();
    },
  );

  test("a product without a price is told by its own answer", async () => {
    const unpriced = products.find(({ slug }) => slug === "github-enterprise-server") ?? products[0];
    const { readAs } = await discover(`${unpriced?.slug} for 30`);
    expect(readAs?.answer ?? "").not.toMatch(/\$0\b/);
  });
});

describe("a question that names a tier", () => {
  test.each([
    ["notion business plan yearly 12 users", "notion", "business", 12],
    ["slack business+ 50 users", "slack", "business-plus", 50],
    ["github enterprise 200 seats", "github", "enterprise", 200],
  ])("%j is answered with the total of that tier, on the page that has it", async (q, slug, tier, seats) => {
    const answer = await discover(q);
    const { readAs, results } = answer;
    const body = JSON.stringify({ slug, seats, tier });
    const init = { method: "POST", body, headers: { "content-type": "application/json" } };
    const cost = (await (await call("/api/v2/tco", init, runtime)).json()) as TcoAnswer;
    expect(readAs).toMatchObject({ seats, cost: { slug, tier: { id: tier } } });
    expect(readAs?.cost?.page).toMatch(new RegExp(`^${SITE.url}/calculators/tco\\?items=${slug}:${seats}:${tier}&`));
    expect(readAs?.answer).toBe(cost.answer);
    expect(readAs?.answer).toContain(formatMoney(cost.yearOne ?? 0, cost.currency));
    expect(readAs?.sentence).toContain(cost.items[0]?.tier?.name);
    expect(results[0]?.slug).toBe(slug);
    expect(discoverText(answer)).toContain(`Answer: ${cost.answer}`);
  });

  test.each([
    ["what does slack pro cost", "slack", "pro"],
    ["figma professional plan", "figma", "professional"],
    ["zoom pro annual", "zoom", "pro"],
  ])("%j is answered with its prices and their day", async (q, slug, tier) => {
    const { readAs } = await discover(q);
    expect(readAs?.cost).toMatchObject({ slug, tier: { id: tier } });
    type Priced = {
      tiers: { id: string; priceMonthly: number | null; priceAnnual: number | null; currency: string }[];
    };
    const { tiers } = await get<Priced>(`/api/v2/pricing/${slug}`);
    const named = tiers.find(({ id }) => id === tier);
    for (const price of [named?.priceMonthly, named?.priceAnnual]) {
      if (price != null) expect(readAs?.answer).toContain(formatMoney(price, named?.currency ?? null));
    }
    expect(readAs?.answer).toMatch(/ Checked \d{1,2} [A-Z][a-z]{2} 20\d\d/);
  });

  test("of a tier without a price none is told, and of one that is not known no cost", async () => {
    const unpriced = (await discover("notion enterprise for 40 people")).readAs;
    expect(unpriced?.cost?.tier?.id).toBe("enterprise");
    expect(unpriced?.answer).toMatch(/^Notion Enterprise: price on request\. Checked /);
    const unknown = await discover("salesforce ultra cost for 50 users");
    expect(unknown.readAs).toMatchObject({ text: "Salesforce", cost: { missing: ["plan “ultra”"] }, unread: [] });
    expect(unknown.readAs?.answer).toMatch(/^Not known: plan “ultra”\. Salesforce Sales Cloud costs /);
    expect(unknown.results[0]?.slug).toBe("salesforce");
  });

  test("of a tier beside unknown words has an answer that begins with them", async () => {
    expect((await discover("linear regression")).readAs?.cost?.tier ?? null).toBeNull();
    for (const q of ["slack pro or nonesuch", "slack pro nonesuch", "slack pro for 30 days"]) {
      const { readAs } = await discover(q);
      expect(readAs).toMatchObject({ cost: { tier: { id: "pro" } } });
      expect(readAs?.unread).toHaveLength(1);
      expect(readAs?.answer).toMatch(`Not taken into account: “${readAs?.unread[0]}”. Slack Pro: `);
    }
  });

  test("two products are compared by whatever tiers they are named", async () => {
    expect((await discover("asana starter vs monday standard")).readAs?.compare?.slugs).toEqual([
      "asana",
      "monday-com",
    ]);
  });

  test("every tier's name behind its product's is read as that tier, or leads to the product", async () => {
    const astray: string[] = [];
    for (const slug of [
      "slack",
      "notion",
      "github",
      "asana",
      "airtable",
      "zoom",
      "figma",
      "canva",
      "jira",
      "clickup",
    ]) {
      const { name, tiers } = await get<{ name: string; tiers: { id: string; name: string; startingPrice?: true }[] }>(
        `/api/v2/pricing/${slug}`,
      );
      for (const tier of tiers.filter(({ id, startingPrice }) => id !== "free" && !startingPrice)) {
        const { readAs, results } = await discover(`${name} ${tier.name} plan`);
        if (readAs?.cost?.tier?.id !== tier.id && results[0]?.slug !== slug) astray.push(`${name} ${tier.name}`);
      }
    }
    expect(astray).toEqual([]);
  });
});

test("what can be hosted by oneself is found by that word", async () => {
  const { readAs, results } = await discover("free self hosted password manager");
  expect(readAs).toMatchObject({ category: "passwords-and-secrets", selfHosted: true });
  expect(results.length).toBeGreaterThan(3);
  expect(results.filter(({ selfHosted }) => !selfHosted)).toEqual([]);
});

describe("a question about tokens", () => {
  test.each([
    ["50M tokens on GPT-5, Claude and Gemini", 3, 40_000_000, 10_000_000],
    ["claude 10m in 2m out", 1, 10_000_000, 2_000_000],
    ["10M input and 2M output tokens on gpt-5", 1, 10_000_000, 2_000_000],
  ])("%j is answered with the totals that estimate_llm_cost gives", async (q, count, inputTokens, outputTokens) => {
    const { readAs } = await discover(q);
    expect(readAs?.llm).toMatchObject({ inputTokens, outputTokens });
    expect(readAs?.llm?.models).toHaveLength(count);
    expect(readAs?.llm?.page).toContain(`${SITE.url}/calculators/llm?per=month&inputTokens=${inputTokens}`);
    for (const id of readAs?.llm?.models ?? []) {
      const [slug, model = ""] = id.split("/");
      const query = new URLSearchParams({ model, inputTokens: `${inputTokens}`, outputTokens: `${outputTokens}` });
      const { estimate } = await get<{ estimate: { total: number; currency: string } }>(
        `/api/v2/usage/${slug}?${query}`,
      );
      expect(readAs?.answer).toContain(formatMoney(estimate.total, estimate.currency));
    }
  });

  test("a family is taken for its newest model at the maker", async () => {
    const { readAs } = await discover("50M tokens on GPT-5, Claude, Gemini and Llama");
    const [gpt, claude, gemini, llama] = readAs?.llm?.models ?? [];
    expect(gpt).toBe("openai-api/gpt-5");
    expect(claude).toMatch(/^anthropic-api\/claude-/);
    expect(gemini).toMatch(/^gemini-api\/gemini-/);
    expect(llama).toMatch(/llama/i);
  });

  test("models against each other are models, and products are products", async () => {
    expect((await discover("gpt-5 vs claude")).readAs?.compare?.models).toHaveLength(2);
    expect((await discover("slack vs notion")).readAs?.compare?.models).toEqual([]);
  });
});

describe("a language model that is named", () => {
  const priceOf = async (slug: string, model: string, meter: string) => {
    const query = new URLSearchParams({ model, [meter]: "1000000" });
    const { estimate } = await get<UsageAnswer>(`/api/v2/usage/${slug}?${query}`);
    return formatMoney(estimate?.total ?? 0, estimate?.currency ?? null);
  };

  test.each([
    ["gpt-5 price", "openai-api", "gpt-5"],
    ["gpt-5", "openai-api", "gpt-5"],
    ["how much does GPT-4o mini cost?", "openai-api", "gpt-4o-mini"],
    ["price of gpt-4o-mini api per million input tokens", "openai-api", "gpt-4o-mini"],
    ["openai o3 pricing", "openai-api", "o3"],
    ["claude 3.5 sonnet", "anthropic-api", "claude-3-5-sonnet"],
    ["gemini 2.5 pro pricing", "gemini-api", "gemini-2.5-pro"],
    ["perplexity sonar pro price", "perplexity-api", "sonar-pro"],
  ])("%j is answered with the prices of %s for %s, and leads to its page", async (q, slug, id) => {
    const { readAs, results } = await discover(q);
    expect(readAs).toMatchObject({ cost: { slug, tier: null, model: { id } }, llm: null, unread: [] });
    expect(readAs?.cost?.page).toBe(results[0]?.links.page);
    expect(results[0]?.slug).toBe(slug);
    expect(readAs?.answer).toContain(`${await priceOf(slug, id, "inputTokens")} in, `);
    expect(readAs?.answer).toContain(`, ${await priceOf(slug, id, "outputTokens")} out per million tokens. Checked `);
  });

  test.each([
    ["whisper-1 price", "openai-api", "whisper-1"],
    ["text-embedding-3-small price", "openai-api", "text-embedding-3-small"],
    ["gpt-realtime price", "openai-api", "gpt-realtime"],
    ["how much is gpt-image-1?", "openai-api", "gpt-image-1"],
    ["gemini 2.5 flash image price", "gemini-api", "gemini-2.5-flash-image"],
    ["cohere rerank v3.5 price", "cohere-api", "rerank-v3.5"],
  ])("%j, which makes no text, is answered with all that %s takes for %s", async (q, slug, id) => {
    const { readAs } = await discover(q);
    expect(readAs).toMatchObject({ cost: { slug, model: { id } } });
    const { models } = await get<UsageAnswer>(`/api/v2/usage/${slug}?${new URLSearchParams({ q: id, limit: "1000" })}`);
    const { meters = [], currency = "" } = models.find(({ model }) => model === id) ?? {};
    const shown = meters.filter(({ name, mode }) => mode === "standard" && !name.startsWith("cache"));
    expect(shown.length).toBeGreaterThan(0);
    for (const { prices } of shown) {
      expect(readAs?.answer).toMatch(new RegExp(`[:,;] \\${formatMoney(prices[0]?.unitPrice ?? 0, currency)} `));
    }
  });

  test("without a version is the newest of its family, where its price is asked for", async () => {
    expect((await discover("claude opus price")).readAs?.cost?.model?.id).toMatch(/^claude-opus-\d/);
    expect((await discover("together ai llama price")).readAs?.cost?.model?.id).toMatch(/^meta-llama\/Llama-4/);
    expect((await discover("azure openai gpt price")).readAs?.cost?.model?.id).toMatch(/^gpt-5/);
    expect((await discover("computer use")).readAs).toBeNull();
  });

  test.each([
    "gpt-96 price",
    "claude 4 price",
    "3cx price",
    "1password",
    "office 365",
    "ec2 m5.large price",
    "claude pro price",
    "o365",
    // The maker's own prices are on another kind of card.
    "flux pro 1.1 price",
    "veo 3.1 price",
  ])("%j names none", async (q) => {
    expect((await discover(q)).readAs?.cost?.model ?? null).toBeNull();
  });

  test("by any name on its maker’s card is that model", async () => {
    const wordsOf = (text: string) => nameKey(text.replace("latest", "")).split("-").sort().join(" ");
    const others: string[] = [];
    const [asked, read, atMaker] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const slug of FAMILIES.flatMap(({ cards }) => cards)) {
      const { usage } = await get<PricingRecord>(`/api/v2/pricing/${slug}`);
      for (const { model, name, status } of usage?.models ?? []) {
        if (status !== "active" || !/\d/.test(name)) continue;
        asked.add(model);
        const { cost } = (await readAsked(context(), { q: `${name} price`, currency: "USD" })).readAs ?? {};
        if (!cost?.model) continue;
        read.add(model);
        if (cost.slug === slug) atMaker.add(model);
        const named = [modelKey(cost.model.id), cost.model.name].map(wordsOf).includes(wordsOf(name));
        if (!named && modelKey(cost.model.id) !== modelKey(model))
          others.push(`${name}: ${cost.slug}/${cost.model.id}`);
      }
    }
    expect(others).toEqual([]);
    expect(read.size).toBeGreaterThan(0.6 * asked.size);
    expect(atMaker.size).toBeGreaterThan(0.95 * read.size);
    expect(asked.size).toBeGreaterThan(100);
  });
});

describe("the name of a product", () => {
  test("leads to it, or several things are told to have that name", async () => {
    const listed = new Set((await catalog.listing({ asOf: catalogDay(sources) })).map(({ slug }) => slug));
    const astray: string[] = [];
    let led = 0;
    for (const { slug, name } of products.filter((product) => listed.has(product.slug))) {
      const { one, several } = await exactName(context(), name);
      if (one?.slug === slug) led += 1;
      else if (one || !several.some((other) => other.slug === slug)) astray.push(`${slug}: ${name}`);
    }
    expect(astray).toEqual([]);
    expect(led).toBeGreaterThan(0.95 * listed.size);
  });

  test.each(["Notion", "notion", "slack", "Microsoft Teams", "office 365"])("%j leads to one", async (text) => {
    expect((await exactName(context(), text)).one).not.toBeNull();
  });

  test.each(["crm", "help desk", "notion pricing", "notion for 30", "zzqq"])("%j is no one name", async (text) => {
    expect((await exactName(context(), text)).one).toBeNull();
  });

  test("no name is read as a question for people, or tokens", async () => {
    const misread: string[] = [];
    for (const { name } of products) {
      const { readAs } = await browseRead(name);
      if (readAs?.seats != null || readAs?.llm != null) misread.push(name);
    }
    expect(misread).toEqual([]);
  });
});

async function browseRead(q: string) {
  const { readAsked } = await import("@/lib/operations/read-asked");
  return readAsked({ catalog, now: NOW }, { q, currency: "USD" });
}

describe("suggestions", () => {
  test.each([
    ["no", "notion"],
    ["slac", "slack"],
    ["sl", "slack"],
    ["git", "github"],
    ["fig", "figma"],
    ["zoom", "zoom"],
  ])("for %j begin with %s", async (text, slug) => {
    const { products: found } = await suggest(context(), text);
    expect(found.slice(0, 3).map(({ product }) => product.slug)).toContain(slug);
  });

  test("of names that begin alike the best known come first", async () => {
    for (const text of ["s", "mo", "tea", "goo", "data"]) {
      const { products: found } = await suggest(context(), text);
      const begun = found.map(({ product }) => product).filter(({ name }) => name.toLowerCase().startsWith(text));
      const exact = begun.filter(({ name }) => name.toLowerCase() === text).length;
      const ranks = begun.slice(exact).map(({ priced, prominence }) => (priced ? 1000 : 0) + prominence);
      expect(ranks, text).toEqual(ranks.toSorted((a, b) => b - a));
    }
  });

  test("for a question are headed by its answer", async () => {
    const { answer } = await suggest(context(), "notion for 30");
    expect(answer).toMatchObject({ page: expect.stringMatching(/\/notion\?seats=30$/) });
    expect(answer?.answer).toBe((await discover("notion for 30")).readAs?.answer);
  });
});

describe("the home page", () => {
  let facts: CatalogFacts;
  beforeAll(async () => {
    facts = (await catalogFacts({ ...context(), site: SITE })) as CatalogFacts;
  });

  test("answers three questions as discover_software does", async () => {
    expect(facts.examples).toHaveLength(3);
    for (const { question, answer, page } of facts.examples) {
      const { readAs } = await discover(question);
      expect(answer).toBe(readAs?.answer);
      expect(`${SITE.url}${page}`).toBe((readAs?.cost ?? readAs?.compare ?? readAs?.llm)?.page);
    }
  });

  test("sorts every product into one state of its price", () => {
    const { list, use, free, none } = facts.states;
    expect(list + use + free + none).toBe(facts.products);
    expect(list + use).toBeLessThanOrEqual(facts.priced);
  });
});

test("an announced price is part of the answer about models", async () => {
  const { readAs } = await discover("50M tokens on GPT-5 and Gemini 3.7 Flash");
  expect(readAs?.answer).toContain("Gemini 3.7 Flash $67.50 ($135 from 1 Jan 2027, as announced), GPT-5 $150");
});
