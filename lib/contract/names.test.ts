import { afterAll, beforeAll, describe, expect, test } from "vitest";
import unlistedProducts from "@/db/catalog/unlisted-products.json";
import { neverRetracted } from "@/lib/catalog/ledger";
import { catalogDay } from "@/lib/catalog/report";
import { meaningOf, namedProduct } from "@/lib/discovery/names";
import { call } from "@/lib/http/testing";
import { currentClient } from "@/lib/mcp/testing";
import type { Runtime } from "@/lib/operations/run";
import { SITE } from "@/lib/operations/testing/runtime";
import { UnlistedProduct } from "@/lib/schemas/catalog";
import type { Resolved } from "@/lib/schemas/name";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

const { files } = shipped();
const _now = new Date(catalogDay(files.sources));
let runtime: Runtime;
let client: Awaited<ReturnType<typeof currentClient>>;

beforeAll(async () => {
  ({ runtime } = await shippedService());
  client = await currentClient(runtime);
}, 300_000);
afterAll(() => client?.close());

interface Answer {
  status: number;
  location: string | null;
  etag: string | null;
  body: Record<string, unknown> & { resolved?: Resolved[]; suggestions?: string[]; detail?: string };
}

async function rest(address: string, body?: unknown): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers };
  const response = await call(address, init, runtime);
  const { headers: got, status } = response;
  return {
    status,
    location: got.get("content-location"),
    etag: got.get("etag"),
    body: (await response.json()) as never,
  };
}

async function tool(name: string, args: Record<string, unknown>) {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
  const text = (content as { text: string }[]).map((part) => part.text).join("\n");
  return { isError, body: structuredContent as Answer["body"], text };
}

const path = (name: string) => encodeURIComponent(name);

/** Names as people and models write them → the product that they mean. */
const PRODUCTS: readonly (readonly [asked: string, slug: string])[] = [
  // another case
  ["Slack", "slack"],
  ["SLACK", "slack"],
  ["GitHub", "github"],
  ["Notion", "notion"],
  ["NOTION", "notion"],
  ["Figma", "figma"],
  ["Asana", "asana"],
  ["HubSpot", "hubspot"],
  ["Salesforce", "salesforce"],
  ["Zoom", "zoom"],
  ["Stripe", "stripe"],
  ["Jira", "jira"],
  ["1PASSWORD", "1password"],
  ["ClickUp", "clickup"],
  ["Vercel", "vercel"],
  ["OpenAI", "openai"],
  // a display name
  ["Google Workspace", "google-workspace"],
  ["google workspace", "google-workspace"],
  ["Microsoft Teams", "microsoft-teams"],
  ["GitHub Copilot", "github-copilot"],
  ["Amazon Bedrock", "amazon-bedrock"],
  ["OpenAI API", "openai-api"],
  ["Anthropic API", "anthropic-api"],
  ["Azure OpenAI", "azure-openai"],
  ["Google Vertex AI", "vertex-ai"],
  ["AWS Lambda", "aws-lambda"],
  ["Amazon S3", "amazon-s3"],
  ["Google Cloud", "google-cloud"],
  ["Amazon Aurora", "amazon-aurora"],
  ["Better Stack", "better-stack"],
  ["DeepSeek API", "deepseek-api"],
  // words joined in another way
  ["google_workspace", "google-workspace"],
  ["GoogleWorkspace", "google-workspace"],
  ["Google-Workspace", "google-workspace"],
  ["MicrosoftTeams", "microsoft-teams"],
  ["Git Hub", "github"],
  ["git-hub", "github"],
  ["Click Up", "clickup"],
  ["click-up", "clickup"],
  ["Hub Spot", "hubspot"],
  ["1 Password", "1password"],
  ["openai_api", "openai-api"],
  ["OpenAIAPI", "openai-api"],
  ["open ai api", "openai-api"],
  ["azure open ai", "azure-openai"],
  ["Deep Seek API", "deepseek-api"],
  ["github/copilot", "github-copilot"],
  ["amazon.s3", "amazon-s3"],
  ["  Slack  ", "slack"],
  // an alias, or a common name
  ["aws-bedrock", "amazon-bedrock"],
  ["AWS Bedrock", "amazon-bedrock"],
  ["bedrock", "amazon-bedrock"],
  ["G Suite", "google-workspace"],
  ["gsuite", "google-workspace"],
  ["Office 365", "microsoft-365-business"],
  ["M365", "microsoft-365-business"],
  ["Jira Cloud", "jira"],
  ["Zoom Workplace", "zoom"],
  ["EC2", "amazon-ec2"],
  ["AWS EC2", "amazon-ec2"],
  ["S3", "amazon-s3"],
  ["DynamoDB", "amazon-dynamodb"],
  ["CodeWhisperer", "amazon-q-developer"],
  ["Creative Cloud", "adobe-creative-cloud"],
  ["chat gpt", "chatgpt"],
  ["claude api", "anthropic-api"],
  ["Cosmos DB", "azure-cosmos-db"],
  ["BigQuery", "google-cloud-bigquery"],
  ["big query", "google-cloud-bigquery"],
  ["Entra ID", "azure-active-directory"],
  ["Better Uptime", "better-stack"],
  ["Google Cloud Platform", "google-cloud"],
  ["copilot", "github-copilot"],
  // shortened, or with the maker's other name
  ["MS Teams", "microsoft-teams"],
  ["ms-teams", "microsoft-teams"],
  ["MS_Teams", "microsoft-teams"],
  ["msft teams", "microsoft-teams"],
  ["AWS EBS", "amazon-ebs"],
  ["amazon lambda", "aws-lambda"],
  ["AWS DynamoDB", "amazon-dynamodb"],
  ["amazon fargate", "aws-fargate"],
  // with the vendor before it
  ["Salesforce Slack", "slack"],
  ["Atlassian Jira", "jira"],
  ["Atlassian Trello", "trello"],
  ["Microsoft GitHub", "github"],
  ["37signals Basecamp", "basecamp"],
  ["Anthropic Claude", "claude"],
  ["OpenAI ChatGPT", "chatgpt"],
  // a vendor
  ["Anthropic", "anthropic-api"],
  ["Cohere", "cohere-api"],
  ["DeepSeek", "deepseek-api"],
  ["Mistral AI", "mistral-api"],
  ["Aleph Alpha", "aleph-alpha-api"],
  ["AI21 Labs", "ai21-api"],
  ["dbt Labs", "dbt-cloud"],
  ["Jina AI", "jina-api"],
  ["Atlassian", "atlassian"],
  ["Adobe", "adobe"],
  ["Google", "google"],
  ["AWS", "aws"],
  ["Amazon Web Services", "aws"],
  ["Cohere Inc.", "cohere-api"],
  ["Salesforce, Inc.", "salesforce"],
  // a URL
  ["slack.com", "slack"],
  ["https://slack.com/pricing", "slack"],
  ["www.asana.com", "asana"],
  ["figma.com", "figma"],
  ["github.com", "github"],
  ["https://www.notion.com/pricing", "notion"],
  // with other words
  ["Slack pricing", "slack"],
  ["Notion app", "notion"],
  ["how much is Figma", "figma"],
  ["Canva", "canva"],
  ["Linear", "linear"],
  ["Air Table", "airtable"],
  ["Intercom", "intercom"],
  ["ZenDesk", "zendesk"],
  ["Zen Desk", "zendesk"],
  ["Drop Box", "dropbox"],
  ["Miro", "miro"],
  // a former slug
  ["x", "x-api"],
];

/** A name → the model on the card of a product. */
const MODELS: readonly (readonly [slug: string, asked: string, model: string])[] = [
  ["openai-api", "GPT-4o mini", "gpt-4o-mini"],
  ["openai-api", "gpt4o-mini", "gpt-4o-mini"],
  ["openai-api", "gpt 4o mini", "gpt-4o-mini"],
  ["openai-api", "GPT4o Mini", "gpt-4o-mini"],
  ["openai-api", "openai/gpt-4o-mini", "gpt-4o-mini"],
  ["openai-api", "gpt4o", "gpt-4o"],
  ["openai-api", "GPT-4o", "gpt-4o"],
  ["openai-api", "openai/gpt-5", "gpt-5"],
  ["openai-api", "GPT 5", "gpt-5"],
  ["openai-api", "gpt5", "gpt-5"],
  ["openai-api", "GPT-5 mini", "gpt-5-mini"],
  ["openai-api", "gpt 4.1", "gpt-4.1"],
  ["openai-api", "gpt-4-1-mini", "gpt-4.1-mini"],
  ["openai-api", "o3 mini", "o3-mini"],
  ["openai-api", "ChatGPT 4o latest", "chatgpt-4o-latest"],
  ["openai-api", "gpt-4o 2024-08-06", "gpt-4o-2024-08-06"],
  ["anthropic-api", "Claude Sonnet 4.5", "claude-sonnet-4-5"],
  ["anthropic-api", "claude-sonnet-4.5", "claude-sonnet-4-5"],
  ["anthropic-api", "Claude 4.5 Sonnet", "claude-sonnet-4-5"],
  ["anthropic-api", "claude_sonnet_4_5", "claude-sonnet-4-5"],
  ["anthropic-api", "anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
  ["anthropic-api", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5-20250929"],
  ["anthropic-api", "anthropic/claude-opus-4.1", "claude-opus-4-1"],
  ["anthropic-api", "Claude Opus 4.1", "claude-opus-4-1"],
  ["anthropic-api", "Claude Haiku 4.5", "claude-haiku-4-5"],
  ["anthropic-api", "Claude 3.5 Sonnet", "claude-3-5-sonnet"],
  ["gemini-api", "Gemini 2.5 Pro", "gemini-2.5-pro"],
  ["gemini-api", "gemini 2.5 flash lite", "gemini-2.5-flash-lite"],
  ["gemini-api", "google/gemini-2.5-flash", "gemini-2.5-flash"],
  ["gemini-api", "Gemini-2-5-Flash", "gemini-2.5-flash"],
  ["mistral-api", "Mistral Large", "mistral-large"],
  ["deepseek-api", "DeepSeek V3.2", "deepseek-v3.2"],
  ["deepseek-api", "deepseek/deepseek-chat", "deepseek-chat"],
  ["google-compute-engine", "E2 Standard 4", "e2-standard-4"],
];

/** A name → the tier of a product. */
const TIERS: readonly (readonly [slug: string, asked: string, tier: string])[] = [
  ["slack", "Pro", "pro"],
  ["slack", "PRO", "pro"],
  ["slack", "Slack Pro", "pro"],
  ["slack", "Pro plan", "pro"],
  ["slack", "Business+", "business-plus"],
  ["slack", "business plus", "business-plus"],
  ["slack", "Business Plus", "business-plus"],
  ["slack", "BusinessPlus", "business-plus"],
  ["slack", "BUSINESS_PLUS", "business-plus"],
  ["slack", "Free", "free"],
  ["notion", "Plus", "plus"],
  ["notion", "Notion Business", "business"],
  ["github", "Team", "team"],
  ["github", "GitHub Enterprise", "enterprise"],
  ["zoom", "Business Plus plan", "business-plus"],
  ["asana", "The Starter", "starter"],
  ["trello", "Trello Premium", "premium"],
  ["clickup", "Free Forever", "free-forever"],
];

/** A plan that is named with its product → the product and plan. */
const PLANS: readonly (readonly [asked: string, slug: string, tier: string])[] = [
  ["Vercel Pro", "vercel", "pro"],
  ["Notion Plus", "notion", "plus"],
  ["Slack Business+", "slack", "business-plus"],
  ["GitHub Team", "github", "team"],
  ["GitHub Copilot Business", "github-copilot", "business"],
  ["Microsoft 365 Business Premium", "microsoft-365-business", "business-premium"],
  ["ChatGPT Plus", "chatgpt", "plus"],
  ["trello premium plan", "trello", "premium"],
];

/** Well-known products that the catalogue does not have → the product that owns or includes them. */
const UNLISTED: readonly (readonly [asked: string, related: string])[] = [
  ["Exchange Online", "microsoft"],
  ["PhpStorm", "jetbrains"],
  ["CLion", "jetbrains"],
  ["Google Slides", "google-workspace"],
  ["Microsoft Excel", "microsoft-365-business"],
  ["Google Ads", "google"],
];

const CATEGORIES: readonly (readonly [asked: string, slug: string])[] = [
  ["CRM", "crm"],
  ["Crm software", "crm"],
  ["customer relationship management", "crm"],
  ["team chat", "team-chat"],
  ["Team Chat", "team-chat"],
  ["TEAM-CHAT", "team-chat"],
  ["team chats", "team-chat"],
  ["instant messaging", "team-chat"],
  ["Help Desk", "help-desk"],
  ["helpdesk", "help-desk"],
  ["help desks", "help-desk"],
  ["ticketing systems", "help-desk"],
  ["customer support software", "help-desk"],
  ["Project Management", "project-management"],
  ["issue tracker", "project-management"],
  ["kanban", "project-management"],
  ["password managers", "passwords-and-secrets"],
  ["Password Manager", "passwords-and-secrets"],
  ["SSO", "identity-and-access"],
  ["single sign on", "identity-and-access"],
  ["e-signature", "e-signature"],
  ["ESignature", "e-signature"],
  ["electronic signatures", "e-signature"],
  ["CI/CD", "ci-cd"],
  ["HR, payroll and benefits", "hr-and-payroll"],
  ["LLM APIs", "llm-apis"],
  ["llm", "llm-apis"],
  ["e-commerce and point of sale", "ecommerce"],
  ["e commerce", "ecommerce"],
  ["localization", "localisation"],
  ["vector databases", "search-platforms"],
  ["VPNs", "network-security"],
];

/** A name of no product, or of several: never an answer, always with the products that it may mean. */
const UNCLEAR: readonly (readonly [asked: string, among: string])[] = [
  ["slakc", "slack"],
  ["Slakc", "slack"],
  ["notoin", "notion"],
  ["GitHbu", "github"],
  ["Figmaa", "figma"],
  ["Microsft Teams", "microsoft-teams"],
  ["Google Worksapce", "google-workspace"],
  ["amazon bedrok", "amazon-bedrock"],
  ["antropic", "anthropic-api"],
  ["Salesfroce", "salesforce"],
  ["Concord", "concord"],
  ["Nulab", "cacoo"],
  ["37signals", "basecamp"],
  ["Meta", "llama-api"],
  ["clik up", "clickup"],
  ["hubspt", "hubspot"],
  ["Open Ai Apii", "openai-api"],
  ["Strpe", "stripe"],
  ["Zapeir", "zapier"],
];

/** A name of no category: the nearest ones. */
const UNKNOWN_CATEGORIES: readonly (readonly [asked: string, among: string])[] = [
  ["crmm", "crm"],
  ["team chatt", "team-chat"],
  ["projct management", "project-management"],
];

test("the table holds 200 spellings, and some that must not resolve", () => {
  expect(PRODUCTS.length + MODELS.length + TIERS.length + CATEGORIES.length).toBeGreaterThanOrEqual(200);
  expect(UNCLEAR.length + UNKNOWN_CATEGORIES.length).toBeGreaterThanOrEqual(20);
});

describe("a product", () => {
  test.each(PRODUCTS)("%j is %s on REST and MCP, at one address", async (asked, slug) => {
    const plain = await rest(`/api/v2/pricing/${slug}?depth=summary`);
    const named = await rest(`/api/v2/pricing/${path(asked)}?depth=summary`);
    expect({ ...named.body, resolved: undefined }).toEqual({ ...plain.body, resolved: undefined });
    expect(named.body.resolved).toEqual([
      { of: "product", asked: asked.trim(), taken: slug, because: expect.any(String) },
    ]);
    expect(named).toMatchObject({ location: `${SITE.url}/api/v2/pricing/${slug}?depth=summary`, etag: plain.etag });
    expect(plain.body).not.toHaveProperty("resolved");
    const [told, byName] = [await tool("get_pricing", { slug }), await tool("get_pricing", { slug: asked })];
    expect(byName.body.resolved).toEqual(named.body.resolved);
    // A large card is cut to fit, and the entry for the resolved name takes some of the room.
    expect({ slug: byName.body.slug, links: byName.body.links }).toEqual({
      slug: told.body.slug,
      links: told.body.links,
    });
  });

  test.each(UNCLEAR)("%j is none, and %s is among those that it may mean", async (asked, among) => {
    const { status, body } = await rest(`/api/v2/pricing/${path(asked)}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "product_not_found" });
    expect(body.suggestions).toContain(among);
    expect(body.detail).not.toMatch(/lower-case|hyphen|pattern/);
    const { isError, text } = await tool("get_pricing", { slug: asked });
    expect(isError).toBe(true);
    expect(text).toContain(among);
  });

  test.each(PLANS)("%j is the plan of %s on REST, MCP and in a calculation", async (asked, slug, tier) => {
    const { body, status } = await rest(`/api/v2/pricing/${path(asked)}?depth=summary`);
    expect({ status, slug: body.slug }).toEqual({ status: 200, slug });
    const [{ because = "" } = {}] = body.resolved ?? [];
    expect(because).toMatch(new RegExp(`^"${asked.replace("+", "\\+")}" was matched to the plan .* of .*: .*\\d`));
    expect((await tool("get_pricing", { slug: asked })).text).toContain(because);
    const byName = await rest("/api/v2/tco", { slug: asked, seats: 25 });
    const bySlug = await rest("/api/v2/tco", { slug, tier, seats: 25 });
    const comparable = ({ requestId: _, resolved: __, ...rest }: Answer["body"]) => rest;
    expect(comparable(byName.body)).toEqual(comparable(bySlug.body));
  });

  test("a plan that the record does not have is never another plan", async () => {
    const { body } = await rest("/api/v2/pricing/ChatGPT%20Ultra?depth=summary");
    expect(body.resolved).toMatchObject([{ because: expect.stringMatching(/"Ultra"/) }]);
    const { status } = await rest("/api/v2/tco", { slug: "Trello Ultra", seats: 25 });
    expect(status).toBe(400);
  });

  test.each(UNLISTED)("%j is none, and its owner %s is named", async (asked, related) => {
    const { status, body } = await rest(`/api/v2/pricing/${path(asked)}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "product_not_found" });
    expect(body.detail).toContain(`(${related})`);
    expect(body.suggestions?.[0]).toBe(related);
  });

  test("every unlisted product is unknown, and its owner is in the catalogue or its kind is named", async () => {
    for (const entry of unlistedProducts) {
      const { name, words, owner, includedIn = owner, notCovered = "" } = UnlistedProduct.parse(entry);
      for (const word of [name, ...words]) {
        const { body } = await rest(`/api/v2/pricing/${path(word)}?depth=summary`);
        expect([body.code, body.suggestions?.[0]], word).toEqual(["product_not_found", includedIn]);
        expect(body.detail, word).toContain(notCovered);
      }
    }
  });

  test("is named alike wherever one is taken", async () => {
    const { body: batch } = await rest("/api/v2/pricing?slugs=Slack,Google%20Workspace,slakc&depth=summary");
    expect(batch).toMatchObject({
      records: [{ slug: "slack" }, { slug: "google-workspace" }],
      notFound: [{ slug: "slakc", suggestions: expect.arrayContaining(["slack"]) }],
      resolved: [
        { asked: "Slack", taken: "slack" },
        { asked: "Google Workspace", taken: "google-workspace" },
      ],
    });
    const compared = await rest("/api/v2/compare?slugs=Slack,MS%20Teams&seats=25");
    expect(compared.body.resolved).toMatchObject([{ taken: "slack" }, { taken: "microsoft-teams" }]);
    expect(compared.location).toBe(`${SITE.url}/api/v2/compare?slugs=slack,microsoft-teams&seats=25`);
    expect(compared.etag).toBe((await rest("/api/v2/compare?slugs=slack,microsoft-teams&seats=25")).etag);
    expect((await rest("/api/v2/coverage?slugs=GitHub")).body).toMatchObject({
      products: [{ slug: "github" }],
      resolved: [{ taken: "github" }],
    });
    expect((await rest("/api/v2/history/MS%20Teams")).body).toMatchObject({ slug: "microsoft-teams" });
    expect((await rest("/api/v2/changes?product=GitHub&class=coverage")).body.resolved).toMatchObject([
      { taken: "github" },
    ]);
    const stack = { seats: 10, items: [{ slug: "Slack", tier: "Pro" }, { slug: "Notion" }] };
    const { body: cost } = await rest("/api/v2/tco", stack);
    const plain = { seats: 10, items: [{ slug: "slack", tier: "pro" }, { slug: "notion" }] };
    expect({ ...cost, resolved: undefined }).toEqual((await rest("/api/v2/tco", plain)).body);
    expect(cost.resolved?.map(({ of, taken }) => [of, taken])).toEqual([
      ["product", "slack"],
      ["product", "notion"],
      ["tier", "pro"],
    ]);
    expect((await rest("/api/v1/pricing?slug=Slack")).body).toMatchObject({ slug: "slack" });
  });

  test("named on one page, its next page is found by its slug, and by its name", async () => {
    for (const address of ["/api/v2/history/Amazon%20Bedrock?limit=1", "/api/v2/usage/Amazon%20Bedrock?limit=1"]) {
      const { body, status } = await rest(address);
      expect(status).toBe(200);
      const cursor = `&cursor=${String(body.next)}`;
      for (const again of [address, address.replace("Amazon%20Bedrock", "amazon-bedrock")]) {
        expect((await rest(again + cursor)).status, again).toBe(200);
      }
    }
  });

  test("is asked for its rates by the name of its maker, where only one has a card", async () => {
    const openai = await rest("/api/v2/usage/OpenAI?model=GPT-4o%20mini&inputTokens=1000000");
    expect(openai.body).toMatchObject({
      slug: "openai-api",
      resolved: [
        { of: "product", asked: "OpenAI", taken: "openai-api" },
        { of: "model", asked: "GPT-4o mini", taken: "gpt-4o-mini" },
      ],
    });
    expect(openai.location).toBe(`${SITE.url}/api/v2/usage/openai-api?model=gpt-4o-mini&inputTokens=1000000`);
    expect(openai.etag).toBe((await rest("/api/v2/usage/openai-api?model=gpt-4o-mini&inputTokens=1000000")).etag);
    expect((await rest("/api/v2/usage/openai?limit=1")).body).toMatchObject({ slug: "openai-api" });
    expect((await rest("/api/v2/usage/aws")).body).toMatchObject({ code: "not_priced" });
    expect((await rest("/api/v2/usage/claude")).body).toMatchObject({ suggestions: ["anthropic-api"] });
  });
});

describe("a model", () => {
  test.each(MODELS)("of %s: %j is %s on REST and MCP", async (slug, asked, model) => {
    const { body } = await rest(`/api/v2/usage/${slug}?depth=summary&model=${path(asked)}`);
    expect(body).toMatchObject({ models: [{ model }], resolved: [{ of: "model", asked, taken: model }] });
    expect((await tool("estimate_llm_cost", { slug, model: asked })).body).toEqual(body);
  });

  test.each([
    ["openai-api", "gpt-4omni", "gpt-4o"],
    ["anthropic-api", "Claude Sonet 4.5", "claude-sonnet-4-5"],
    ["anthropic-api", "sonnet 5", "claude-sonnet-5"],
  ])("of %s: %j is none, and %s is suggested", async (slug, asked, among) => {
    const { status, body } = await rest(`/api/v2/usage/${slug}?model=${path(asked)}`);
    expect(status).toBe(400);
    expect(body.suggestions).toContain(among);
  });
});

describe("a tier", () => {
  test.each(TIERS)("of %s: %j is %s on REST and MCP", async (slug, asked, tier) => {
    const question = { slug, tier: asked, seats: 10 };
    const { body } = await rest("/api/v2/tco", question);
    const plain = await rest("/api/v2/tco", { ...question, tier });
    const resolved = asked === tier ? undefined : [{ of: "tier", asked, taken: tier, because: expect.any(String) }];
    expect({ ...body, resolved: body.resolved }).toEqual({ ...plain.body, resolved });
    expect((await tool("calculate_tco", question)).body).toEqual(body);
  });

  test("that is unknown is answered with those that there are", async () => {
    const { status, body } = await rest("/api/v2/tco", { slug: "slack", tier: "Platinum", seats: 10 });
    expect(status).toBe(400);
    expect(body.detail).toContain("free, pro, business-plus");
    expect((await rest("/api/v2/history/slack?tier=Business%2B")).body).toMatchObject({ tier: "business-plus" });
    expect((await rest("/api/v2/history/slack?tier=Platinum")).body.detail).toContain("business-plus");
  });
});

describe("a category", () => {
  test.each(CATEGORIES)("%j is %s on REST and MCP", async (asked, slug) => {
    const plain = await rest(`/api/v2/discover?limit=1&category=${slug}`);
    const { body, etag } = await rest(`/api/v2/discover?limit=1&category=${path(asked)}`);
    const resolved = asked === slug ? undefined : [{ of: "category", asked, taken: slug, because: expect.any(String) }];
    expect({ ...body, resolved: body.resolved }).toEqual({ ...plain.body, resolved });
    expect(etag).toBe(plain.etag);
    expect((await tool("discover_software", { limit: 1, category: asked })).body).toEqual(body);
  });

  test.each(UNKNOWN_CATEGORIES)("%j is none, and %s is the nearest", async (asked, nearest) => {
    const { status, body } = await rest(`/api/v2/discover?category=${path(asked)}`);
    expect(status).toBe(404);
    expect(body.suggestions?.[0]).toBe(nearest);
  });
});

describe("over the whole catalogue", () => {
  const meant = meaningOf(files.products.map(namedProduct));

  test("a name in any case leads to its product, or to a choice that holds it", () => {
    for (const { slug, name, aliases, formerSlugs } of files.products) {
      for (const asked of [slug, slug.toUpperCase(), name, name.toUpperCase(), ...aliases, ...formerSlugs]) {
        const { one, candidates } = meant(asked);
        if (/[\p{L}\p{N}]/u.test(asked))
          expect(
            candidates.map((product) => product.slug),
            asked,
          ).toContain(slug);
        if (one) expect(candidates).toEqual([one]);
      }
      expect(meant(slug).one?.slug).toBe(slug);
    }
  });

  test("the catalogue that REST and MCP ask takes what the files say, for every name", async () => {
    const seen = new Set(files.observations.map(({ product }) => product));
    const standing = new Set(neverRetracted(files.observations).map(({ product }) => product));
    const withdrawn = new Set([...seen].filter((slug) => !standing.has(slug)));
    const meant = meaningOf(files.products.map(namedProduct));
    const said = (text: string) => meant(text, { withdrawn, standingOf: () => 0 });
    for (const { name, vendor } of files.products) {
      for (const asked of [name, vendor.name, name.toUpperCase()]) {
        expect((await runtime.catalog.meant(asked)).one?.slug, asked).toBe(said(asked).one?.slug);
      }
    }
  });

  test("REST and MCP take the same product for every name that is not its slug", async () => {
    const step = Math.ceil(files.products.length / 60);
    const names = files.products.filter((_, index) => index % step === 0).map(({ name }) => name);
    for (let start = 0; start < names.length; start += 10) {
      const slugs = names.slice(start, start + 10).filter((name) => !name.includes(","));
      const query = slugs.map((name) => `slugs=${path(name)}`).join("&");
      const { body } = await rest(`/api/v2/pricing?depth=summary&${query}`);
      const taken = ({ records, resolved }: Record<string, unknown>) => ({
        slugs: (records as { slug: string }[]).map(({ slug }) => slug),
        resolved,
      });
      expect(taken((await tool("get_pricing_batch", { slugs })).body)).toEqual(taken(body));
    }
  });
});

test("what is no name at all is refused in words", async () => {
  for (const [address, detail] of [
    ["/api/v2/pricing/%00", "control characters"],
    [`/api/v2/pricing/${"a".repeat(121)}`, "at most 120"],
    ["/api/v2/pricing/%20", "empty"],
  ] as const) {
    const { status, body } = await rest(address);
    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
  }
  expect((await rest("/api/v2/pricing/!!!")).body).toMatchObject({ code: "product_not_found" });
});
