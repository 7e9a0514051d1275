import { Agent } from "node:http";
import { numbersFrom } from "./seeded.mjs";

/** Products with the largest records and rate cards, and some of other sizes. */
const LARGE = [
  "amazon-ec2",
  "google-compute-engine",
  "azure-virtual-machines",
  "openai-api",
  "openrouter",
  "amazon-bedrock",
  "twilio",
  "cloudflare",
  "hubspot",
  "atlassian",
  "slack",
  "notion",
];
const WORDS = ["crm", "cheapest", "under $20", "gpt-5", "claude", "zqx", "datdog", "per seat", "für 10 Nutzer", "ec2"];
const QUERY_OF_PAGE = {
  "/calculators/llm": ["q", "models", "show", "inputTokens", "outputTokens", "requests", "plot", "mode"],
  "/calculators/tco": ["items", "seats", "years", "billing"],
  "/changes": ["page", "class", "category", "since"],
  "/search": ["q", "page"],
  "/compare": ["slugs", "q"],
};
const LISTS = new Set(["slugs", "items", "models", "fields"]);

/** The same ABUSE_SEED produces the same requests. Without it, they differ each time. */
const drawn = process.env.ABUSE_SEED ? numbersFrom(Number(process.env.ABUSE_SEED)) : Math.random;

const random = (count) => Math.floor(drawn() * count);
const pick = (list) => list[random(list.length)];
const times = (count, make) => Array.from({ length: count }, make);
const letters = (count) => times(count, () => pick([..."abcdefghijklmnopqrstuvwxyz"])).join("");
const day = () => `20${20 + random(7)}-0${1 + random(9)}-1${random(10)}`;

/**
 * Generates random requests, with parameters as clients and attackers send them.
 * @param {string[]} slugs of the catalogue
 */
function drawer(slugs) {
  const slug = () => (drawn() < 0.4 ? pick(LARGE) : pick(slugs));
  const name = () => (drawn() < 0.25 ? letters(3 + random(12)) : slug());
  const text = () => times(1 + random(12), () => (drawn() < 0.5 ? pick(WORDS) : name())).join(" ");

  function value(key, schema = {}) {
    if (schema.enum && drawn() < 0.95) return pick(schema.enum);
    if (key === "cursor") return letters(20);
    if (LISTS.has(key)) return times(1 + random(key === "slugs" ? 20 : 40), name).join(",");
    if (key === "asOf" || key === "since" || key === "from" || key === "to") return day();
    if (schema.type === "integer" || schema.type === "number") {
      const { minimum = 0, maximum = 1_000_000 } = schema;
      return pick([minimum, maximum, Math.min(maximum, minimum + random(100))]);
    }
    if (schema.type === "boolean") return pick(["true", "false"]);
    if (key === "page") return pick([1, 2, 50, 1_000_000]);
    if (key === "show") return pick(["all", 40, 400]);
    if (/seats|requests|tokens|years/i.test(key)) return pick([1, 25, 1_000, 1_000_000]);
    return key === "q" ? text() : name();
  }

  function query(parameters, share) {
    const chosen = parameters.filter(({ required }) => required || drawn() < share);
    return chosen.map(({ name: key, schema }) => `${key}=${encodeURIComponent(value(key, schema))}`).join("&");
  }

  /** @param {{ paths: Record<string, Record<string, any>> }} openapi */
  function apiRequest({ paths }) {
    const open = Object.entries(paths).filter(([path]) => !/bulk|openapi|health|ready/.test(path));
    const [path, methods] = pick(open);
    if (!methods.get) {
      const items = times(1 + random(10), () => ({ slug: name(), seats: pick([1, 25, 1_000]) }));
      return {
        path,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(drawn() < 0.5 ? { items } : items[0]),
      };
    }
    const parameters = methods.get.parameters ?? [];
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(name()));
    return { path: `${filled}?${query(inQuery, 0.3)}` };
  }

  const depth = () => pick(["full", "summary"]);
  const names = (most) => times(1 + random(most), name);
  /** Generates the arguments of each MCP tool. */
  const TOOLS = {
    get_pricing: () => ({ slug: name(), depth: depth() }),
    get_pricing_batch: () => ({ slugs: names(20), depth: depth() }),
    get_coverage: () => ({ slugs: names(20) }),
    calculate_tco: () => ({ slug: name(), seats: 25 }),
    compare_software: () => ({ slugs: names(4) }),
    get_price_history: () => ({ slug: name() }),
    estimate_llm_cost: () => ({ slug: name() }),
    discover_software: () => ({ q: text() }),
  };

  function mcpRequest() {
    const batch = times(1 + random(20), (_, id) => {
      const tool = pick(Object.keys(TOOLS));
      return { jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: TOOLS[tool]() } };
    });
    return {
      path: "/mcp",
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(batch),
    };
  }

  /** @param {string[]} pages paths of products and categories */
  function pageRequest(pages) {
    if (drawn() < 0.35) {
      const path = pick(Object.keys(QUERY_OF_PAGE));
      const parameters = QUERY_OF_PAGE[path].map((key) => ({ name: key }));
      return { path: `${path}?${query(parameters, 0.5)}` };
    }
    const page = pick(pages);
    return {
      path: pick([
        page,
        `${page}?seats=${pick([1, 25, 1_000])}`,
        `${page}/rates?page=${pick([1, 2, 99])}`,
        `${page}/alternatives`,
        `/compare/${[...new Set(times(2 + random(3), slug))].sort().join("-vs-")}?seats=${pick([1, 25, 250])}`,
        `/compare?slugs=${times(2 + random(40), name).join(",")}`,
        `/browse/${page.split("/")[2]}?sort=price&page=${pick([1, 3, 10_000])}`,
        `/${times(1 + random(300), () => "a").join("/")}`,
      ]),
      headers: { accept: pick(["text/html", "text/html", "text/markdown"]) },
    };
  }

  return { apiRequest, mcpRequest, pageRequest };
}

/**
 * Sends `count` random requests to the API, to MCP and to pages, one at a time, each from a different IP address.
 * Returns them with the most expensive first.
 * @param {Awaited<ReturnType<typeof import("./measured.mjs").measuredServer>>} server
 * @param {{ count: number, costOf: () => Promise<number | null> }} options `costOf`: main-thread time of the last request
 * @returns {Promise<{ ms: number, request: string, status: number }[]>}
 */
export async function costlyRequests({ ask }, { count, costOf }) {
  const json = async (path) => JSON.parse((await ask(path)).body);
  const openapi = await json("/api/v2/openapi.json");
  const { categories } = await json("/api/v2/categories");
  const listed = [];
  for (const { slug } of categories.slice(0, 30)) {
    const { results } = await json(`/api/v2/discover?category=${slug}&limit=20`);
    listed.push(...results.map((result) => ({ slug: result.slug, page: new URL(result.links.page).pathname })));
  }
  for (const slug of LARGE) {
    const { body, status } = await ask(`/api/v2/pricing/${slug}?depth=summary`);
    if (status !== 200) continue;
    const page = new URL(JSON.parse(body).links.page).pathname;
    listed.push({ slug, page });
    // After a start, the first request for a large product waits until the product is loaded.
    for (const path of [page, `/api/v2/usage/${slug}`, `/api/v2/history/${slug}`]) await ask(path);
  }
  for (const path of ["/calculators/llm?show=all", "/changes"]) await ask(path);
  const draw = drawer(listed.map(({ slug }) => slug));
  const pages = listed.map(({ page }) => page);
  const kinds = [() => draw.apiRequest(openapi), draw.mcpRequest, () => draw.pageRequest(pages)];
  const costs = [];
  for (let sent = 0; sent < count * kinds.length; sent++) {
    const request = kinds[sent % kinds.length]();
    // Each IP address has its own quota.
    const localAddress = `127.${1 + random(250)}.${random(250)}.${1 + random(250)}`;
    const { path, ...rest } = request;
    const { status } = await ask(path, { ...rest, agent: new Agent(), localAddress });
    const ms = await costOf();
    if (ms !== null) costs.push({ ms, status, request: `${rest.method ?? "GET"} ${path} ${rest.body ?? ""}`.trim() });
  }
  return costs.sort((one, other) => other.ms - one.ms);
}
