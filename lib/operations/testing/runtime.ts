import type { Principals } from "@/lib/access/principals";
import { memoryRateLimiter } from "@/lib/access/rate-limit";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Runtime } from "../run";
import { type CatalogFixture, memoryCatalog } from "./memory-catalog";

export const NOW = new Date("2026-11-21T09:30:00Z");
export const SITE = { name: "Example Prices", url: "https://prices.example" };

const source: Source = {
  slug: "vendor-pages",
  name: "Vendor pages",
  publisher: "Example",
  url: "https://data.example/pages",
  licence: "CC0-1.0",
  licenceUrl: null,
  restricted: false,
  attribution: "Example",
  version: null,
  obtainedAt: "2026-10-01",
  taken: "Prices.",
};

const category: Category = {
  slug: "team-chat",
  name: "Team chat",
  group: "Collaboration",
  description: "Messages within a team.",
};

function product(slug: string, name: string, rest: Partial<Product> = {}): Product {
  return {
    slug,
    name,
    vendor: { name: `${name} Inc.`, website: `https://${slug}.example` },
    category: "team-chat",
    domain: `${slug}.example`,
    pricingPage: `https://${slug}.example/pricing`,
    kind: "product",
    aliases: [],
    formerSlugs: [],
    ...rest,
  };
}

function plans(slug: string, observedAt: Day, amount: number): Observation {
  return {
    product: slug,
    source: "vendor-pages",
    trust: "A",
    observedAt,
    evidence: { url: `https://${slug}.example/pricing` },
    fact: {
      kind: "plans",
      currency: "USD",
      complete: true,
      tiers: [
        {
          id: "pro",
          name: "Pro",
          status: "published",
          prices: [{ amount, period: "month", billing: "monthly" }],
          unit: "user",
          features: ["Unlimited history", "Group calls"],
        },
        { id: "enterprise", name: "Enterprise", status: "contact_sales", prices: [], unit: "user" },
      ],
    },
  };
}

const aiCategory: Category = {
  slug: "ai-model-apis",
  name: "AI model APIs",
  group: "AI",
  description: "Language models sold by use.",
};

function rates(slug: string, model: string, input: number, output: number, effectiveFrom?: Day): Observation {
  const meter = (name: string, unitPrice: number, mode: "standard" | "batch" = "standard") => ({
    name,
    unit: "token",
    per: 1_000_000,
    mode,
    tierMode: null,
    prices: [{ unitPrice, from: 0, upTo: null, when: null }],
  });
  return {
    product: slug,
    source: "vendor-pages",
    trust: "A",
    observedAt: "2026-10-10",
    ...(effectiveFrom !== undefined && { effectiveFrom }),
    evidence: { url: `https://${slug}.example/pricing` },
    fact: {
      kind: "rates",
      model,
      currency: "USD",
      meters: [
        meter("inputTokens", input),
        meter("outputTokens", output),
        meter("cachedInputTokens", input / 2),
        meter("inputTokens", input / 2, "batch"),
      ],
    },
  };
}

export const FIXTURE: CatalogFixture = {
  sources: [source],
  categories: [category, aiCategory],
  products: [
    product("slack", "Slack", { formerSlugs: ["slack-chat"], aliases: ["slack-technologies"] }),
    product("notion", "Notion"),
    product("openai-api", "OpenAI API", { category: "ai-model-apis" }),
  ],
  observations: [
    plans("slack", "2022-09-01", 8),
    plans("slack", "2026-10-05", 8.75),
    plans("notion", "2026-09-30", 10),
    rates("openai-api", "gpt-4o", 2.5, 10),
    rates("openai-api", "gpt-4o-mini", 0.15, 0.6),
    rates("openai-api", "gpt-4o-mini", 0.3, 0.6, "2026-11-01"),
    // Read again on its day: an announced price holds once a reading shows it.
    { ...rates("openai-api", "gpt-4o-mini", 0.3, 0.6), observedAt: "2026-11-01" },
  ],
  loadedAt: new Date("2026-11-01T12:00:00Z"),
};

/** Has the form of a real key, and grants access to the keyed operations of a test runtime. */
export const KEY = `pi_live_${"Example".padEnd(43, "0")}`;
/** A known key whose subscription is no longer paid. */
export const UNPAID_KEY = `pi_live_${"Unpaid".padEnd(43, "0")}`;

const principals: Principals = {
  of: async (key) => {
    const until = new Date(NOW.getTime() + (key === KEY ? 1 : -1) * 86_400_000);
    const access = { active: key === KEY, until, reason: key === KEY ? ("active" as const) : ("ended" as const) };
    return [KEY, UNPAID_KEY].includes(key) ? { keyId: `key_${key.slice(8, 14)}`, customerId: "cus_1", access } : null;
  },
  idOf: (key) => ([KEY, UNPAID_KEY].includes(key) ? `key_${key.slice(8, 14)}` : undefined),
  used: async () => {},
};

/** Returns a runtime over the fixture catalogue with a fresh limiter and a fixed clock. */
export function testRuntime(changes: Partial<Runtime> = {}): Runtime {
  return {
    catalog: memoryCatalog(FIXTURE, SITE),
    limiter: memoryRateLimiter(() => NOW.getTime()),
    principals,
    site: SITE,
    now: () => NOW,
    trustedProxies: 1,
    mcpOrigins: null,
    checkOutput: true,
    ...changes,
  };
}
