import { encoded, MARK, NASTY, wellFormed } from "./values.mjs";

/** The statuses of a page: success, not modified, redirect, bad request, not found. */
const STATUSES = [200, 304, 307, 308, 400, 404];
/** Next.js's routes handle HEAD with GET, and OPTIONS automatically. */
const OTHER_METHODS = { POST: [303, 308, 400, 404, 405], OPTIONS: [200, 204, 307, 308, 400, 404, 405] };

const COUNTS = ["1", "25", "300", "2.5", "0", "1000001", "1e3"];
const DAYS = ["2024-01-01", "2026-06-15", "2026-02-30", "1900-01-01"];
const WORDS = [
  "crm",
  "team chat",
  "llm api",
  "free invoicing under 10",
  "a b c d e f",
  "slack vs notion",
  "gpt-4o 1m tokens",
];

/** Every readable URL of app/ with the possible values of its query. A name in braces is a placeholder. */
const ROUTES = {
  "/": {},
  "/software/{category}": {
    free: ["yes", "no", "1"],
    self: ["yes"],
    model: ["per_seat", "usage"],
    having: ["sso", "history"],
    max: COUNTS,
    sort: ["price", "name", "confidence"],
    page: COUNTS,
  },
  "/software/{category}/{slug}": { seats: COUNTS, asOf: DAYS },
  "/software/{category}/{slug}.md": {},
  "/software/{category}/{slug}/rates": { group: WORDS, q: WORDS, cursor: NASTY },
  "/software/{category}/{slug}/opengraph-image": {},
  "/software/{category}/opengraph-image": {},
  "/counted/{category}/{slug}/{count}": {},
  "/counted/{category}/{slug}/{count}/opengraph-image": {},
  "/browse/{category}": { page: COUNTS, sort: ["price"] },
  "/markdown/{category}/{slug}": {},
  "/compare": { a: "slug", b: "slug", p: "slug", slugs: "slug", seats: COUNTS },
  "/compare/{pair}": { seats: COUNTS },
  "/compare/{pair}/opengraph-image": {},
  "/search": { q: WORDS, category: "category", max: COUNTS, free: ["yes"], page: COUNTS },
  "/search/suggest": { q: WORDS },
  "/categories": {},
  "/categories/a-z": {},
  "/categories/a-z/{letter}": {},
  "/changes": { category: "category", class: ["move", "correction", "x"], since: DAYS, week: DAYS, cursor: NASTY },
  "/changes.atom": { category: "category", since: DAYS, class: ["move", "x"] },
  "/changes.json": { category: "category", since: DAYS, cursor: NASTY },
  "/calculators": {},
  "/calculators/tco": {
    items: ["{slug}:25", "{slug}:25:pro,{slug}:3", "{slug}", ":::", "{slug} vs {slug}:5"],
    product: "slug",
    seats: COUNTS,
    billing: ["annual", "monthly"],
    years: COUNTS,
    hidden: ["0", "1"],
    discount: COUNTS,
    uplift: COUNTS,
    asOf: DAYS,
    do: ["add", "remove-0", "remove-99"],
    live: ["1"],
    receipt: ["tco_0123456789abcdef"],
  },
  "/calculators/llm": {
    input: COUNTS,
    output: COUNTS,
    inputTokens: COUNTS,
    outputTokens: COUNTS,
    cached: COUNTS,
    cards: "slug",
    models: ["{slug}/gpt-4o", "{slug}/", "/"],
    plan: "slug",
    seats: COUNTS,
    axis: ["volume", "ratio"],
    mode: ["batch", "x"],
    all: ["1"],
    asOf: DAYS,
  },
  "/docs": {},
  "/docs/shapes": {},
  "/docs/{docs}": {},
  "/evidence/{evidence}": { cursor: NASTY },
  "/problems": {},
  "/problems/{problem}": {},
  "/badge/{slug}.svg": { theme: ["light", "dark", "x"] },
  "/badge/{file}": {},
  "/badges": { product: "slug", theme: ["light"] },
  "/embed/{slug}": { theme: ["light", "x"] },
  "/embed/oembed": {
    url: ["{site}/software/{category}/{slug}", "{site}/x"],
    format: ["json", "xml"],
    maxwidth: COUNTS,
  },
  "/sitemap.xml": {},
  "/sitemaps/{part}.xml": {},
  "/sitemaps/{file}": {},
  "/robots.txt": {},
  "/llms.txt": {},
  "/llms-full.txt": {},
  "/data-licenses": {},
  "/server.json": {},
  "/mcp/server-card": {},
  "/.well-known/api-catalog": {},
  "/.well-known/ai-catalog.json": {},
  "/.well-known/mcp/catalog.json": {},
  "/.well-known/mcp/server-card.json": {},
  "/.well-known/agent-skills/index.json": {},
  "/.well-known/agent-skills/software-pricing/SKILL.md": {},
  "/.well-known/{file}": {},
  "/favicon.ico": {},
  "/icon.svg": {},
  "/opengraph-image": {},
  "/about": {},
  "/agents": {},
  "/bot": {},
  "/coverage": {},
  "/license": {},
  "/methodology": {},
  "/privacy": {},
  "/terms": {},
  "/pricing": { category: "category", error: ["origin", "too_many", "x"] },
  "/report": { product: "slug", field: ["tiers", "x"] },
  "/report/form": { product: "slug", field: ["tiers", "price", "x"] },
  "/report/thanks": { product: "slug" },
  "/watch": {},
  "/watch/done": { was: ["asked", "gone", "x"], product: "slug" },
  "/watch/link": { id: NASTY, key: NASTY },
  "/sign-in": { to: ["/account", ...NASTY], error: ["origin", "x"], minutes: COUNTS },
  "/sign-in/sent": {},
  "/sign-in/confirm": { token: NASTY, email: ["a@example.com", "x"], to: ["/account", "//evil.example"] },
  "/checkout/success": { session_id: ["{session}", "cs_test_nothing"] },
  "/checkout/cancelled": { session_id: ["{session}"] },
  "/account": { said: ["sent", "x"] },
  "/account/deleted": {},
  "/admin": {},
  "/admin/customers": { q: WORDS },
  "/admin/customers/{file}": {},
  "/admin/purchases": { q: WORDS, page: COUNTS },
  "/admin/purchases/{file}": {},
  "/admin/events": { q: WORDS, said: NASTY },
  "/admin/reports": { state: ["open", "x"] },
  "/admin/reconcile": { days: COUNTS },
  "/admin/verification": { said: NASTY },
  "/files/{token}": {},
  "/api/auth/{file}": { callbackUrl: NASTY },
  "/api/auth/callback/email": { token: NASTY, email: NASTY },
  "/api/cron/{cron}": { source: ["litellm", "x"], since: DAYS, repair: ["0", "1"] },
  "/api/{file}": {},
  "/api/v2/{file}": {},
  "/_next/{file}": {},
  "/_next/static/{file}": {},
  "/_next/image": { url: ["/icon.svg", "https://evil.example/x.png"], w: COUNTS, q: COUNTS },
  "/nothing-stands-here": {},
  "/{file}": {},
};

/** These pages show example calls about products that another catalogue may lack. */
const OF_THE_SHIPPED = ["/docs", "/agents"];

const FILES = [
  "x",
  ".env",
  "wp-login.php",
  "..%2f..%2fetc%2fpasswd",
  "index.html",
  "%E0%A4%A",
  "a.b.c",
  ".git/config",
  "chunks/x.js",
];
const WELL_KNOWN = {
  letter: ["a", "z", "0-9", "other", "A", "%C3%A9"],
  problem: ["rate_limited", "internal", "not-priced", "x"],
  docs: ["get_pricing", "errors", "quickstart", "x"],
  part: ["pages", "products", "products-1", "categories", "comparisons", "x"],
  count: COUNTS,
  cron: ["collect", "verify", "reconcile", "price-watches", "x"],
  token: ["0123456789abcdefghijkl", "x", "A".repeat(60)],
  file: FILES,
};

/** Headers from browsers, robots and attackers, each with possible values. */
const HEADERS = {
  accept: [
    "text/html",
    "application/json",
    "text/markdown",
    "text/markdown;q=0.1,text/html",
    "image/avif,*/*",
    "x",
    "",
  ],
  "accept-encoding": ["gzip", "br", "zstd", "identity;q=0", "gzip;q=x", "*"],
  "accept-language": ["de", "x-klingon", "*;q=2"],
  "if-none-match": ["*", '"x"', 'W/"x"', "x", '"', ",,,"],
  "if-modified-since": ["Mon, 01 Jan 2035 00:00:00 GMT", "x"],
  range: ["bytes=0-10", "bytes=-1", "bytes=9999999999-", "bytes=5-1", "x", "bytes=0-1,3-4"],
  cookie: [
    "authjs.session-token=x",
    "authjs.session-token=; authjs.session-token=y",
    "__Secure-authjs.session-token=%",
    `pi.claim.${"0".repeat(16)}=${"a".repeat(43)}`,
    "pi.report=%7B%7D",
    "pi.report=x",
    "=;=;;",
    "a=%ff%00",
    "x=".repeat(500),
  ],
  rsc: ["1", "x"],
  "next-router-state-tree": ["%5B%22%22%2C%7B%7D%5D", "x", "%", "%5B%5D", "null"],
  "next-router-prefetch": ["1", "2", "x"],
  "next-router-segment-prefetch": ["/_tree", "/x", "%"],
  "next-url": ["/", "//evil.example", "%", "\u00e9"],
  "next-action": ["x", "40b64d4e095014dae6f0179f2595ec62b7408da832"],
  "x-nextjs-data": ["1"],
  "x-middleware-subrequest": ["proxy:proxy:proxy:proxy:proxy", "middleware"],
  "x-missing-page": ["1"],
  "x-asked-path": ["/admin", "%"],
  "x-middleware-rewrite": ["/admin"],
  "x-prerender-revalidate": ["x"],
  "x-matched-path": ["/admin"],
  "x-forwarded-host": ["evil.example", "evil.example:x"],
  "x-forwarded-proto": ["https", "x", "https,http"],
  "x-forwarded-port": ["x"],
  "x-http-method-override": ["DELETE"],
  "user-agent": ["", "Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8", "ClaudeBot", "x".repeat(2_000)],
  host: ["evil.example", "127.0.0.1", "x:y", "[::1]:1"],
  origin: ["https://evil.example", "null"],
  purpose: ["prefetch"],
  traceparent: ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "x"],
  "content-length": ["0"],
};

/** Returns requests for every page, image, feed and file, with unusual paths, queries, headers and methods. */
export function pageRequests({ url, products, slugs, evidence, sessions }) {
  const isShipped = slugs.includes("notion");
  const paths = Object.keys(ROUTES).filter((path) => isShipped || !OF_THE_SHIPPED.includes(path));

  function partOf(name, choices) {
    const { pick, chance } = choices;
    if (name === "site") return url;
    if (chance(0.12)) return encoded(pick(NASTY) || "x", choices);
    const { slug, category } = pick(products);
    const known = {
      slug: () => slug,
      category: () => (chance(0.9) ? category : pick(products).category),
      pair: () =>
        Array.from({ length: pick([2, 2, 2, 3, 4, 5]) }, () => pick(products).slug)
          .sort()
          .join("-vs-"),
      evidence: () => pick(evidence),
      session: () => pick(sessions),
    };
    const value = known[name]?.() ?? pick(WELL_KNOWN[name]);
    return chance(0.04) ? value.toUpperCase() : value;
  }
  /** Picks a product and its own category if the URL has both. */
  function addressOf(template, choices) {
    const { slug, category } = choices.pick(products);
    const isOwn = choices.chance(0.8);
    return template.replace(/\{(\w+)\}/g, (_, name) => {
      if (isOwn && name === "slug") return slug;
      if (isOwn && name === "category") return category;
      return partOf(name, choices);
    });
  }

  function partValue(values, choices) {
    const { pick, chance } = choices;
    if (chance(0.25)) return wellFormed(pick(NASTY));
    if (typeof values === "string") return decode(partOf(values, choices));
    return wellFormed(pick(values)).replace(/\{(\w+)\}/g, (_, name) => decode(partOf(name, choices)));
  }

  function queryOf(template, choices) {
    const { pick, chance } = choices;
    if (chance(0.03)) {
      return pick([
        "%",
        "&&&",
        "=",
        "%ff=%fe",
        "a=%00",
        "a".repeat(9_000),
        "[]=1",
        "q=%F0%9F",
        "?",
        "a=b=c",
        "\u00e9=\u00ff",
        "__proto__[x]=1",
      ]);
    }
    const known = ROUTES[template];
    const pairs = Object.entries(known)
      .filter(() => chance(0.45))
      .map(([name, values]) => [name, partValue(values, choices)]);
    const [repeated] = pairs;
    if (repeated && chance(0.15)) pairs.push([repeated[0], partValue(known[repeated[0]], choices)]);
    if (repeated && chance(0.05))
      pairs.push([`${repeated[0]}[]`, "1"], [`${repeated[0]}[0]`, "1"], [`${repeated[0]}[x]`, "1"]);
    if (chance(0.06))
      pairs.push([pick(["utm_source", "__proto__", "constructor", "_rsc", "x", "", "then", MARK]), pick(NASTY)]);
    return pairs.map(([name, value]) => `${encoded(name, choices)}=${encoded(value, choices)}`).join("&");
  }

  return (choices) => {
    const { pick, chance } = choices;
    const template = pick(paths);
    let path = addressOf(template, choices);
    if (chance(0.03))
      path += pick(["/", "//", "/.", "/..", "%2f", ".md", ".txt", ".rsc", ".json", "?", ";x", "/opengraph-image"]);
    if (chance(0.01)) path = path.replace("/", pick(["//", "/./", "/%2e%2e/", "/\\", "/evil.example/..//"]));
    const search = queryOf(template, choices);
    const headers = { accept: "text/html" };
    while (chance(0.3)) {
      const name = pick(Object.keys(HEADERS));
      headers[name] = pick(HEADERS[name]);
    }
    const method = chance(0.86)
      ? "GET"
      : pick(["HEAD", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]);
    const isRead = method === "GET" || method === "HEAD";
    const statuses = isRead ? [...STATUSES] : [...(OTHER_METHODS[method] ?? [308, 400, 404, 405])];
    if (template.startsWith("/api/cron/")) statuses.push(405);
    if (template === "/search/suggest") statuses.push(429);
    if (template.startsWith("/embed/oembed")) statuses.push(501);
    if (template.startsWith("/files/")) statuses.push(410, 416);
    if ("range" in headers) statuses.push(206, 416);
    if ("rsc" in headers) statuses.push(307);
    if ("next-action" in headers) statuses.push(405);
    return { kind: `${method} ${template}`, method, path: `${path}${search && `?${search}`}`, headers, statuses };
  };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
