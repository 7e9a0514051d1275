// Simulates a day's load in an hour and checks the results:
//   npm run soak [-- --minutes=60] [--rate=20]
// Starts the built site on its own full embedded database, with the payments sandbox and a simulated web. Sends mixed
// reads of the whole catalogue, MCP calls, bulk requests, checkouts and downloads at a steady rate: --rate requests per
// second, or SHARE of the highest sustainable rate. Meanwhile the server collects a public list with changing prices
// and verifies PAGES_A_MINUTE vendors' pages, all on this machine. Prints times and memory for each minute, and at the
// end the times of each kind of request and the memory two minutes later. Exits with 1 after a 5xx or a broken
// response, if no list was collected or no page verified, if memory exceeds LIMIT_MB, or if the last quarter of the run
// needs more than GROWTH times the memory of the second quarter.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bought, keyIn, linkIn } from "./lib/buyer.mjs";
import { inventedWeb, LIST_SOURCE } from "./lib/invented-web.mjs";
import { measuredServer } from "./lib/measured.mjs";
import { startSandbox } from "./lib/sandbox.mjs";
import { run } from "./lib/steps.mjs";

const LIMIT_MB = 500;
const GROWTH = 1.1;
const SHARE = 0.7;
const AT_ONCE = 8;
const TRIAL_MS = 60_000;
/** Ratio between the rates of two trials. At a sustainable rate, at most one second's requests are open. */
const STEP = 0.8;
/** The most trials to find a sustainable rate. */
const TRIALS = 4;
const BUY_EVERY_MS = 20_000;
/** Far more often than in production, where a list is read once a day and 5,000 pages in thirty days. */
const COLLECT_EVERY_MS = 50_000;
const VERIFY_EVERY_MS = 30_000;
const PAGES_A_MINUTE = 2;
/** After this idle time the server has freed all the memory it can. */
const REST_MS = 120_000;

const { values } = parseArgs({ options: { minutes: { type: "string" }, rate: { type: "string" } } });
const minutes = Number(values.minutes ?? 60);

let sandbox;
// Uses a new folder: data that an earlier run collected would not be new.
mkdirSync(".test", { recursive: true });
const data = mkdtempSync(join(".test", "soak-"));
process.once("exit", () => rmSync(data, { recursive: true, force: true }));
const web = await inventedWeb();
const cronSecret = randomBytes(32).toString("hex");
/** These requests take minutes. */
const scheduled = { headers: { authorization: `Bearer ${cronSecret}` }, seconds: 300 };
const server = await measuredServer(
  async (url) => {
    sandbox = await startSandbox(process.env, `${url}/api/stripe/webhook`);
    return { ...sandbox.env, ...web.env, CRON_SECRET: cronSecret, DATA_DIR: data, TRUSTED_PROXIES: "1" };
  },
  {
    filled: (env) =>
      run(
        process.execPath,
        [
          "--import",
          "tsx",
          "scripts/lib/due-pages.ts",
          String(minutes + TRIALS * (TRIAL_MS / 60_000)),
          String(PAGES_A_MINUTE),
        ],
        {
          env: { ...env, NODE_OPTIONS: "" },
        },
      ),
  },
);
process.once("exit", () => sandbox.stop());
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const below = (count) => Math.floor(Math.random() * count);
/** Returns headers of a random reader, so that no rate limit hides responses. */
const reader = () => ({ "x-forwarded-for": `10.${below(256)}.${below(256)}.${below(256)}` });
const ask = (path, { headers, ...rest } = {}) =>
  server.ask(path, { agent, ...rest, headers: { ...reader(), ...headers } });

async function readProducts() {
  const found = [];
  for (let path = "/api/v2/discover?limit=100"; path; ) {
    const page = JSON.parse((await ask(path)).body);
    const told = page.results.map(({ slug, category, startingPrice }) => {
      return { slug, category: category.slug ?? category, isPriced: startingPrice !== null };
    });
    found.push(...told);
    path = page.next && `/api/v2/discover?limit=100&cursor=${encodeURIComponent(page.next)}`;
  }
  return found;
}
const products = await readProducts();
const categories = [...new Set(products.map(({ category }) => category))];
const sold = [...new Set(products.filter(({ isPriced }) => isPriced).map(({ category }) => category))];
const byCategory = Map.groupBy
  ? Map.groupBy(products, ({ category }) => category)
  : new Map(categories.map((name) => [name, products.filter(({ category }) => category === name)]));
const CALLED = [
  "slack",
  "notion",
  "github",
  "datadog",
  "zoom",
  "figma",
  "openai-api",
  "hubspot-crm",
  "asana",
  "zapier",
];
const known = CALLED.flatMap((name) => products.find(({ slug }) => slug === name) ?? []);
const rated = ["openai-api", "anthropic-api", "google-maps-platform"].filter((name) =>
  products.some(({ slug }) => slug === name),
);
const WORDS = ["crm", "team chat", "llm api", "password manager", "help desk", "video", "hosting", "free invoicing"];

const pick = (from) => from[below(from.length)];
/** Picks a well-known product half of the time, otherwise any product. */
const any = () => (Math.random() < 0.5 ? pick(known) : pick(products));
const beside = ({ category, slug }) =>
  pick(byCategory.get(category).filter((other) => other.slug !== slug)) ?? pick(known);
const json = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify(body),
});
const call = (name, args) => json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });

let key = "";
/** The kinds of requests, each with its frequency per hundred requests and a function that creates one. */
const KINDS = {
  record: [16, () => [`/api/v2/pricing/${any().slug}`]],
  "several records": [4, () => [`/api/v2/pricing?slugs=${[any(), any(), any()].map(({ slug }) => slug).join(",")}`]],
  summary: [3, () => [`/api/v2/pricing/${any().slug}?depth=summary`]],
  "record of a day": [2, () => [`/api/v2/pricing/${any().slug}?asOf=2026-0${1 + below(8)}-15`]],
  "product page": [18, () => page(any())],
  "product as Markdown": [4, () => [`${page(any())[0]}.md`]],
  "category page": [4, () => [`/software/${pick(categories)}`]],
  "filtered category": [2, () => [`/software/${pick(categories)}?free=1&page=${1 + below(2)}`]],
  search: [4, () => [`/search?q=${encodeURIComponent(pick([pick(WORDS), any().slug]))}`]],
  discover: [6, () => [`/api/v2/discover?q=${encodeURIComponent(pick([pick(WORDS), any().slug]))}`]],
  "cheapest of a category": [2, () => [`/api/v2/discover?category=${pick(categories)}&sort=price&limit=50`]],
  compare: [4, () => [`/api/v2/compare?slugs=${pair().join(",")}&seats=${1 + below(90)}`]],
  "comparison page": [3, () => [`/compare/${pair().sort().join("-vs-")}`]],
  "share image": [1, () => [`/compare/${pair().sort().join("-vs-")}/opengraph-image`]],
  history: [4, () => [`/api/v2/history/${any().slug}`]],
  coverage: [2, () => [`/api/v2/coverage?slugs=${any().slug}`]],
  "total cost": [4, () => ["/api/v2/tco", json({ slug: any().slug, seats: 1 + below(300) })]],
  usage: [3, () => [`/api/v2/usage/${pick(rated)}?inputTokens=${1_000 * (1 + below(999))}&outputTokens=5000`]],
  "MCP record": [5, () => ["/mcp", call("get_pricing", { slug: any().slug })]],
  "MCP search": [3, () => ["/mcp", call("discover_software", { q: pick(WORDS) })]],
  "MCP tools": [1, () => ["/mcp", json({ jsonrpc: "2.0", id: 1, method: "tools/list" })]],
  "other pages": [
    2,
    () => [pick(["/", "/categories", "/changes", "/coverage", "/docs", "/calculators/llm", "/pricing"])],
  ],
  "other documents": [1, () => [pick(["/api/v2/openapi.json", "/llms.txt", "/sitemap.xml", "/changes.atom"])]],
  changes: [1, () => [`/api/v2/changes?category=${pick(categories)}`]],
  bulk: [0.5, () => [`/api/v2/bulk?category=${pick(categories)}&format=${pick(["json", "ndjson", "csv"])}`, keyed()]],
  "nothing there": [1, () => [`/software/${pick(categories)}/zq-${below(1e6)}`]],
};
const page = ({ category, slug }) => [`/software/${category}/${slug}`];
const keyed = () => ({ headers: { authorization: `Bearer ${key}`, "accept-encoding": pick(["gzip", "br"]) } });
function pair() {
  const one = any();
  return [one.slug, beside(one).slug];
}
/** Counts the results of the server's collection and verification. */
const outcomes = new Map();
const count = (what, times = 1) => times > 0 && outcomes.set(what, (outcomes.get(what) ?? 0) + times);

async function collect() {
  const { status, body } = await timed("collecting", () => ask(`/api/cron/collect?source=${LIST_SOURCE}`, scheduled));
  if (status !== 200) return note(`${status} collecting`);
  for (const { outcome, counts } of JSON.parse(body).runs) {
    count(`list ${outcome}`);
    count("line new", counts.new);
    count("line moved or corrected", counts.moved + counts.corrected);
  }
}

async function verify() {
  const { status, body } = await timed("verifying", () => ask("/api/cron/verify", scheduled));
  if (status !== 200) return note(`${status} verifying`);
  for (const [what, times] of Object.entries(JSON.parse(body).counts)) if (Number.isInteger(times)) count(what, times);
}

/** Repeats work at an interval, one at a time. @returns a function that stops it */
function regularly(work, everyMs) {
  let under = Promise.resolve();
  const timer = setInterval(() => {
    under = under.then(work).catch((error) => note(`${work.name}: ${error.message}`));
  }, everyMs);
  return () => {
    clearInterval(timer);
    return under;
  };
}

/** Contains each kind as often as it occurs in two hundred requests. */
const MIX = Object.entries(KINDS).flatMap(([kind, [weight]]) => Array.from({ length: 2 * weight }, () => kind));

/** Milliseconds of each kind of request since the last report. */
const times = new Map();
async function timed(kind, work, from = performance.now()) {
  try {
    return await work();
  } finally {
    const known = times.get(kind);
    const took = performance.now() - from;
    if (known) known.push(took);
    else times.set(kind, [took]);
  }
}

/** Counts errors. An expected error for a product without a price is not counted. */
const wrong = new Map();
const note = (what) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
const EXPECTED = new Set([200, 301, 307, 308, 404, 422]);

async function request(kind) {
  const [path, options] = KINDS[kind][1]();
  try {
    const { status } = await ask(path, options);
    if (!EXPECTED.has(status)) note(`${status} ${kind}`);
  } catch (error) {
    note(`${error.code ?? error.message} ${kind}`);
  }
}

const buy = (order) =>
  bought((path, options) => ask(path, options), server.url, order, `soak-${below(1e9)}@example.com`);

async function buyFile() {
  try {
    const link = linkIn(await timed("checkout", () => buy({ kind: "file", category: pick(sold) })));
    if (!link) throw new Error("no link");
    for (let download = 0; download < 3; download++) {
      const { status } = await timed("download", () => ask(new URL(link).pathname));
      if (status !== 200) note(`${status} download`);
    }
  } catch (error) {
    note(`purchase: ${error.message}`);
  }
}

const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
const shown = (number, width = 8) => number.toFixed(0).padStart(width);

key = keyIn(await buy({ kind: "subscription", interval: "month" })) ?? "";
if (!key) note("no key after subscribing");
for (const category of categories) {
  const { body } = await ask(`/api/v2/bulk?category=${category}`, { headers: { authorization: `Bearer ${key}` } });
  web.show(JSON.parse(body).records);
}

/**
 * Sends mixed requests at a steady rate, even if earlier ones are still open. A late response delays those after it
 * too.
 * @returns when all have responses: the milliseconds of each, and how many were open when the last was sent
 */
async function steadily(rate, forMs) {
  const answered = [];
  const open = [];
  const end = performance.now() + forMs;
  for (let due = performance.now(); due < end; due += 1_000 / rate) {
    await sleep(Math.max(0, due - performance.now()));
    const from = due;
    const kind = pick(MIX);
    open.push(timed(kind, () => request(kind), from).then(() => answered.push(performance.now() - from)));
  }
  const waiting = open.length - answered.length;
  await Promise.all(open);
  return { answered, waiting };
}

/**
 * Returns the rate of AT_ONCE clients that send requests without a pause, or the first lower rate that is sustainable.
 */
async function sustainable() {
  const until = Date.now() + TRIAL_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (; Date.now() < until; done++) await request(pick(MIX));
    }),
  );
  for (let rate = (1_000 * done) / TRIAL_MS; ; rate *= STEP) {
    const { waiting } = await steadily(rate, TRIAL_MS);
    console.log(`${rate.toFixed(1)} requests a second: ${waiting} still open at the end`);
    if (waiting <= rate) return rate;
  }
}
const work = [
  regularly(buyFile, BUY_EVERY_MS),
  regularly(collect, COLLECT_EVERY_MS),
  regularly(verify, VERIFY_EVERY_MS),
];
const rate = Number(values.rate) || SHARE * (await sustainable());
console.log(
  `${products.length} products, ${minutes} minutes of ${rate.toFixed(1)} requests a second; ${server.residentMb().toFixed(0)} MB`,
);
console.log("minute requests  p50 ms  p99 ms  most ms      MB");

const everything = [];
const memory = [];
times.clear();
for (let minute = 1; minute <= minutes && server.isRunning(); minute++) {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, server.residentMb())), 250);
  const { answered } = await steadily(rate, 60_000);
  clearInterval(watch);
  answered.sort((a, b) => a - b);
  everything.push(...answered);
  memory.push(most);
  const [p50, p99, last] = [0.5, 0.99, 1].map((share) => shown(quantile(answered, share)));
  console.log(`${shown(minute, 6)} ${shown(answered.length)}${p50}${p99} ${last}${shown(most)}`);
}
await Promise.all(work.map((end) => end()));
await sleep(REST_MS);
const atRest = server.residentMb();
const isRunning = server.isRunning();
await server.stop();
sandbox.stop();

everything.sort((a, b) => a - b);
const most = Math.max(...memory);
const quarter = (which) => {
  const length = Math.max(1, Math.floor(memory.length / 4));
  return Math.max(...memory.slice(which * length, (which + 1) * length));
};
const growth = memory.length < 4 ? 1 : quarter(3) / quarter(1);
console.log("\nrequests  p50 ms  p99 ms p99.9 ms  most ms");
const told = (name, sorted) => {
  const columns = [0.5, 0.99, 0.999, 1].map((share) => shown(quantile(sorted, share)));
  console.log(`${shown(sorted.length)}${columns.join("")}  ${name}`);
};
for (const [kind, took] of [...times].sort()) {
  told(
    kind,
    took.sort((a, b) => a - b),
  );
}
told("whole mix", everything);
console.log(`\n${web.asked.lists} lists and ${web.asked.pages} pages read:`);
for (const [what, times] of [...outcomes].sort()) console.log(`${shown(times)} × ${what}`);
if (!outcomes.has("list done")) note("no list was collected");
if (!outcomes.has("unchanged") && !outcomes.has("moved")) note("no page was verified");
console.log(
  `\n${everything.length} requests: p50 ${quantile(everything, 0.5).toFixed(0)} ms, p99 ${quantile(everything, 0.99).toFixed(0)} ms; at most ${most.toFixed(0)} MB, ${atRest.toFixed(0)} two minutes later; the last quarter ${growth.toFixed(2)} times the second`,
);
for (const [what, count] of wrong) console.log(`${shown(count)} × ${what}`);
const isGood = isRunning && wrong.size === 0 && !(most > LIMIT_MB) && growth <= GROWTH;
process.exitCode = isGood ? 0 : 1;
