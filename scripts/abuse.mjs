// Measures how much one client can harm a server, and how long other readers wait meanwhile:
//   npm run abuse [-- name …] runs all trials if no name is given
// Starts the built site on an embedded database in .test/abuse, which the first run fills. Each trial sends requests
// from its own IP address for some seconds. Meanwhile a reader on 127.0.0.1 requests /api/health and a product page at
// a steady rate. Then random requests are sent one at a time, and the ones that used the most main-thread time are
// printed (`random requests`; see lib/costly-requests.mjs).
// Exits with 1 if the reader's wait at the 99th percentile exceeds LIMIT_MS, not counting the wait without any trial,
// or if the reader is refused, if memory exceeds LIMIT_MB, or if a random request exceeds BUDGET_MS.
import { Agent } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { costlyRequests } from "./lib/costly-requests.mjs";
import { measuredServer } from "./lib/measured.mjs";

const LIMIT_MS = 300;
const LIMIT_MB = 768;
const CARRIED_MB = 550;
/** See lib/http/request-work.ts. */
const BUDGET_MS = Number(process.env.ABUSE_BUDGET_MS ?? 250);
const RANDOM_REQUESTS = Number(process.env.ABUSE_RANDOM ?? 500);
const RANDOM = "random requests";
const SHOWN = 10;
const SHOWN_LENGTH = 180;
const TRIAL_MS = Number(process.env.ABUSE_MS ?? 3_000);
/** Each trial uses a new IP address with its full quota. */
let trials = 0;
let stranger = "";
const REFERENCE = "nothing at all";
const PAGE = "/software/team-chat/slack";

/** Main-thread time of the last request, from the server's log. */
let lastMs = null;
const server = await measuredServer(async () => ({ LOG_LEVEL: "debug" }), {
  onLog(line) {
    const entry = line.startsWith("{") ? JSON.parse(line) : {};
    if (entry.message === "request finished") lastMs = entry.mainThreadMs;
    else if (entry.level === "error") console.error(line);
  },
});
const { ask, port, residentMb } = server;

/** Runs clients on the attacker's address. Each sends its next request as soon as it has a response. */
async function clients(count, next, until) {
  const agent = new Agent({ keepAlive: true, localAddress: stranger });
  let sent = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (Date.now() < until) {
        const { path, ...rest } = next(sent++);
        await ask(path, { ...rest, agent, localAddress: stranger }).catch(() => sleep(5));
      }
    }),
  );
  agent.destroy();
}

const words = (count, from = "zq") =>
  Array.from({ length: count }, (_, n) => `${from}${n}${Math.random().toString(36).slice(2, 6)}`);
const flood = (count, next) => (until) => clients(count, next, until);

function sockets(count, text, until) {
  const open = Array.from({ length: count }, () => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: stranger });
    socket.on("error", () => {});
    socket.pause();
    socket.write(text);
    return socket;
  });
  return sleep(Math.max(0, until - Date.now())).then(() => {
    for (const socket of open) socket.destroy();
  });
}

const GET = (path, ...headers) => `${[`GET ${path} HTTP/1.1`, "Host: x", ...headers].join("\r\n")}\r\n\r\n`;
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Runs clients that disconnect before the response, so that each leaves unfinished work behind. */
async function aborting(count, next, until) {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      for (let sent = n; Date.now() < until; sent += count) {
        const socket = connect({ host: "127.0.0.1", port, localAddress: stranger });
        socket.on("error", () => {});
        socket.write(GET(next(sent)));
        await sleep(60);
        socket.destroy();
      }
    }),
  );
}

/** Returns one message with 20 calls. */
const batch = (name, argumentsOf) => ({
  path: "/mcp",
  method: "POST",
  headers: json,
  body: JSON.stringify(
    Array.from({ length: 20 }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: argumentsOf(id) },
    })),
  ),
});

const CARDS = ["amazon-ec2", "google-compute-engine", "openai-api", "openrouter"];
let slugs = [];
const twenty = (from) => [...CARDS, ...Array.from({ length: 16 }, (_, n) => slugs[(from + n) % slugs.length])];

/** Paths of comparisons, enough to request each only once. */
let pairs = [];
async function readPairs() {
  const { body } = await ask("/api/v2/discover?category=crm&limit=40");
  slugs = JSON.parse(body).results.map(({ slug }) => slug);
  pairs = slugs.flatMap((one, index) => slugs.slice(index + 1).map((other) => [one, other].sort().join("-vs-")));
}

/** Each trial sends its requests until a given time. */
const TRIALS = {
  [REFERENCE]: (until) => sleep(until - Date.now()),
  "a stack of 40 wrong names": flood(4, () => ({
    path: `/calculators/tco?items=${words(40)
      .map((w) => `${w}+vs+${w}b+vs+${w}c+vs+${w}d:5`)
      .join(",")}`,
  })),
  "1,000 pages asked for on one connection and not read": (until) => sockets(4, GET("/coverage").repeat(1_000), until),
  "1,000 lists drawn on one connection and not read": (until) => sockets(4, GET("/browse/crm").repeat(1_000), until),
  "searches for four names": flood(4, () => ({ path: `/search?q=${words(4).join("+vs+")}` })),
  "paths of 15,000 letters": flood(4, () => ({ path: `/${"a".repeat(15_000)}` })),
  "paths of 1,000 letters": flood(4, (n) => ({ path: `/${n}${"a".repeat(1_000)}` })),
  "comparisons of 40 names": flood(4, () => ({ path: `/compare?slugs=${words(40).join(",")}` })),
  "pages that do not exist": flood(8, (n) => ({ path: `/software/crm/zq-${n}` })),
  "share images": flood(4, (n) => ({ path: `/compare/${pairs[n % pairs.length]}/opengraph-image?${n}` })),
  "batches of 20 unknown slugs": flood(4, () => ({ path: `/api/v2/pricing?slugs=${words(20).join(",")}` })),
  "API searches for four names": flood(4, () => ({ path: `/api/v2/discover?q=${words(4).join("+vs+")}` })),
  "MCP batches of 100 lists": flood(4, () => ({
    path: "/mcp",
    method: "POST",
    headers: json,
    body: JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))),
  })),
  "MCP batches of 20 batches": flood(4, (n) =>
    batch("get_pricing_batch", (id) => ({ slugs: twenty(n + id), depth: "summary" })),
  ),
  "MCP batches of 20 full batches": flood(4, (n) =>
    batch("get_pricing_batch", (id) => ({ slugs: twenty(n + id), depth: "full" })),
  ),
  "MCP batches of 20 comparisons": flood(4, (n) =>
    batch("compare_software", (id) => ({ slugs: CARDS, seats: n + id + 1 })),
  ),
  "unknown models": flood(4, () => ({ path: `/calculators/llm?models=${words(20).join(",")}` })),
  "questions with unknown models": flood(4, () => ({ path: `/calculators/llm?q=${words(12).join("+")}` })),
  "all models": flood(4, (n) => ({ path: `/calculators/llm?show=all&inputTokens=${1_000 + n}` })),
  "all models, aborted": (until) => aborting(20, (n) => `/calculators/llm?show=all&inputTokens=${5_000 + n}`, until),
  "comparisons of four cards": flood(4, (n) => ({ path: `/compare/${CARDS.toSorted().join("-vs-")}?seats=${n + 2}` })),
  "download links that nobody has": flood(250, (n) => ({ path: `/files/${n}${"a".repeat(40)}` })),
  "bulk requests with wrong keys": flood(250, (n) => ({ path: `/api/v2/bulk?key=pi_live_${n}&category=crm` })),
  "pages of 500 segments": flood(4, (n) => ({ path: `/${n}${"/a".repeat(500)}` })),
  "changes beyond the end": flood(4, (n) => ({ path: `/changes?page=${100_000 + n}` })),
  "bodies that never end": (until) =>
    sockets(
      64,
      `POST /api/v2/tco HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
      until,
    ),
  "connections from one network": (until) => sockets(4_200, GET("/api/health"), until),
  "connections that rest": (until) => sockets(2_000, GET("/api/health"), until),
  "offers of another protocol": (until) => sockets(500, GET("/", "Upgrade: websocket", "Connection: Upgrade"), until),
  "requests without an end": (until) => sockets(500, "GET / HTTP/1.1\r\nHost: x\r\n", until),
  "methods that nobody knows": flood(4, () => ({ path: "/", method: "TRACE" })),
};

/** Sends requests at a steady rate, even if earlier ones are still open. A late response delays those after it too. */
function reader(path, everyMs) {
  const times = [];
  const refused = [];
  let stopped = false;
  const running = (async () => {
    const open = [];
    for (let due = performance.now(); !stopped; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()));
      open.push(
        ask(path).then(
          ({ status }) => (status === 200 ? times.push(performance.now() - due) : refused.push(status)),
          (error) => refused.push(error.code ?? error.message),
        ),
      );
    }
    await Promise.all(open);
  })();
  return {
    async end() {
      stopped = true;
      await running;
      times.sort((a, b) => a - b);
      return { p99: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN, refused };
    },
  };
}

const asked = process.argv.slice(2);
async function readOnce() {
  await ask(PAGE);
  // After a start, the home page's facts are calculated once from the whole catalogue.
  await ask("/");
  await server.rested();
}
await readOnce();
await readPairs();

/** The reader's wait without any trial, because of other work on the machine. */
let unprovoked = 0;

/** Runs a trial and prints how long the reader waited. Returns false if that exceeds a limit. */
async function tried(name, trial) {
  // A restart drops uncollected garbage of earlier trials.
  if (residentMb() > CARRIED_MB) {
    await server.startAnew();
    await readOnce();
  }
  stranger = `127.0.1.${++trials}`;
  // Runs the trial briefly first, so that the code a route loads at its first request is not counted.
  await trial(Date.now() + 500);
  await ask("/api/health");
  const health = reader("/api/health", 25);
  const page = reader(PAGE, 100);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentMb())), 100);
  await trial(Date.now() + TRIAL_MS);
  const felt = await Promise.all([health.end(), page.end()]);
  clearInterval(watch);
  const isReference = name === REFERENCE;
  const [one, other] = felt.map(({ p99 }) => p99);
  if (isReference) unprovoked = Math.max(one, other);
  const refused = felt.flatMap((reader) => reader.refused);
  const isSoon = isReference || Math.max(one, other) <= LIMIT_MS + unprovoked;
  const good = isSoon && refused.length === 0 && !(most > LIMIT_MB) && server.isRunning();
  console.log(
    `${good ? "✓" : "✗"} ${name.padEnd(54)}${one.toFixed(0).padStart(7)} ms${other.toFixed(0).padStart(8)} ms${most.toFixed(0).padStart(6)} MB${refused.length > 0 ? `  refused: ${refused.length} (${refused[0]})` : ""}`,
  );
  return good;
}

let failed = false;
console.log(`${"one client attacks; response times for another".padEnd(56)}health p99   page p99   memory`);
for (const [name, trial] of Object.entries(TRIALS)) {
  if (name !== REFERENCE && asked.length > 0 && !asked.some((part) => name.includes(part))) continue;
  // Repeats a failed trial once: an attack's effect shows every time, a busy machine's rarely twice.
  const good = (await tried(name, trial)) || (server.isRunning() && (await tried(name, trial)));
  if (!good) failed = true;
  if (!server.isRunning()) break;
  await sleep(500);
}
if (!failed && server.isRunning() && (asked.length === 0 || asked.some((part) => RANDOM.includes(part)))) {
  await server.startAnew();
  await readOnce();
  let usedMs = server.mainThreadMs();
  const costOf = async () => {
    // The log line appears after the response.
    for (let tries = 0; lastMs === null && tries < 20; tries++) await sleep(5);
    const ms = lastMs;
    lastMs = null;
    const before = usedMs;
    usedMs = server.mainThreadMs();
    // The log has elapsed time, which includes time when other processes use the main thread's core.
    return ms === null || before === null || usedMs === null ? ms : Math.min(ms, usedMs - before);
  };
  const costs = await costlyRequests(server, { count: RANDOM_REQUESTS, costOf });
  console.log(`\nmain-thread time of the most expensive of ${costs.length} ${RANDOM}`);
  for (const { ms, status, request } of costs.slice(0, SHOWN)) {
    console.log(
      `${ms > BUDGET_MS ? "✗" : "✓"}${ms.toFixed(0).padStart(6)} ms  ${status}  ${ms > BUDGET_MS ? request : request.slice(0, SHOWN_LENGTH)}`,
    );
  }
  if ((costs[0]?.ms ?? 0) > BUDGET_MS) failed = true;
}
await server.stop();
process.exitCode = failed ? 1 : 0;
