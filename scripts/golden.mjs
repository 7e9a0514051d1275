// Shows which responses differ between a git ref, built in a temporary worktree, and the working tree. Both serve the
// catalogue files of the working tree and get the same requests, about 50,000. Exits with 1 if a response differs:
//   npm run golden -- <ref> [--sample N: N products, questions and pairs] [--keep: leave the worktree for another run]
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { compare, linesOf, report, sample } from "./lib/golden.mjs";
import { freePort } from "./lib/ports.mjs";
import { SERVING_ENVIRONMENT, servingArguments } from "./lib/serving.mjs";
import { fail, ROOT, StepError, steps } from "./lib/steps.mjs";

const AT_ONCE = 4;
const TREE = join(ROOT, ".test", "golden");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, keep: { type: "boolean" } },
});
const count = Number(values.sample ?? Number.MAX_SAFE_INTEGER);
const started = [];

const git = (...args) => execFileSync("git", args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] }).toString();

function checkOut(ref) {
  const commit = git("rev-parse", "--verify", `${ref}^{commit}`).trim();
  if (!existsSync(TREE)) {
    git("worktree", "add", "--force", "--detach", TREE, commit);
    // Turbopack does not follow a link that leaves the project.
    execFileSync("cp", ["-al", join(ROOT, "node_modules"), TREE]);
  }
  git("-C", TREE, "checkout", "--force", "--detach", commit);
  rmSync(join(TREE, "db", "catalog"), { recursive: true });
  cpSync(join(ROOT, "db", "catalog"), join(TREE, "db", "catalog"), { recursive: true });
  return commit.slice(0, 8);
}

async function serve(root) {
  const code = "import('./scripts/lib/build.mjs').then((m) => m.ensureBuilt({ anyEnvironment: true, quiet: true }))";
  const stdio = ["ignore", "ignore", "inherit"];
  execFileSync(process.execPath, ["-e", code], { cwd: root, stdio });
  const port = await freePort(0);
  const data = mkdtempSync(join(tmpdir(), "golden-"));
  const env = { ...process.env, ...SERVING_ENVIRONMENT, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  // Each request comes from another client, so that no rate limit applies.
  Object.assign(env, { TRUSTED_PROXIES: "1", WEB_CONCURRENCY: "1", LOG_LEVEL: "error", VERIFY: "off", COLLECT: "off" });
  Object.assign(env, { SITE_URL: "http://127.0.0.1:3000", DATA_DIR: data, DATABASE_URL: "", CATALOG_DIR: "" });
  const child = spawn(process.execPath, servingArguments("127.0.0.1", port), { cwd: root, env, stdio });
  started.push({ child, data });
  const build = readFileSync(join(root, ".next", "BUILD_ID"), "utf8");
  const server = { build, port, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
  while ((await send(server, { path: "/api/ready" }).catch(() => ({}))).status !== 200) {
    if (child.exitCode !== null) throw new StepError(`The version in ${root} did not start.`);
    await sleep(250);
  }
  return server;
}

let sent = 0;
function send({ port, agent }, { path, headers = { accept: "application/json" }, body }) {
  const client = ((sent++ / 2) | 0).toString(16);
  return new Promise((resolve, reject) => {
    const from = { "x-forwarded-for": `2001:db8:${client.slice(0, -4) || 0}:${client.slice(-4)}::1` };
    const options = { host: "127.0.0.1", port, path, agent, headers: { ...headers, ...from } };
    const outgoing = request({ ...options, method: body ? "POST" : "GET" }, (incoming) => {
      const chunks = [];
      incoming.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
      incoming.on("end", () => {
        const { "content-type": type = "", location } = incoming.headers;
        resolve({ status: incoming.statusCode, type, location, body: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on("error", reject).end(body && JSON.stringify(body));
  });
}

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const HTML = { accept: "text/html" };
const JSON_TYPE = { accept: "application/json, text/event-stream", "content-type": "application/json" };
const get = (kind, path, headers) => ({ kind, name: path, path, headers });
const post = (kind, path, body) => ({ kind, name: JSON.stringify(body), path, headers: JSON_TYPE, body });
const rpc = (kind, method, params) => post(kind, "/mcp", { jsonrpc: "2.0", id: 1, method, params });
const tool = (kind, name, input) => rpc(kind, "tools/call", { name, arguments: input });

function* questions() {
  for (const path of "/sitemap.xml /llms.txt /llms-full.txt /changes.json /server.json /data-licenses".split(" "))
    yield get("file", path);
  const pages = "about agents badges bot calculators categories changes compare coverage docs license methodology";
  for (const name of ["", ...pages.split(" "), "pricing", "privacy", "problems", "search", "terms"])
    yield get("site page", `/${name}`, HTML);
  for (const method of ["tools/list", "resources/list", "prompts/list"]) yield rpc("MCP list", method, {});
  const products = readFileSync(join(ROOT, "db/catalog/products.ndjson"), "utf8").trim().split("\n");
  for (const line of sample(products, count)) {
    const { slug, category } = JSON.parse(line);
    yield get("record", `/api/v2/pricing/${slug}`);
    yield get("summary", `/api/v2/pricing/${slug}?depth=summary`);
    yield get("history", `/api/v2/history/${slug}`);
    yield get("usage", `/api/v2/usage/${slug}`);
    yield get("Markdown", `/software/${category}/${slug}.md`);
    yield get("page", `/software/${category}/${slug}`, HTML);
    yield get("badge", `/badge/${slug}.svg`);
    yield tool("MCP record", "get_pricing", { slug });
  }
  for (const { slug } of sample(read("db/catalog/categories.json"), count))
    yield get("category page", `/software/${slug}`, HTML);
  for (const { q } of sample(read("lib/questions/questions.json"), count)) {
    yield get("question", `/api/v2/discover?q=${encodeURIComponent(q)}`);
    yield tool("MCP question", "discover_software", { q });
    yield get("search page", `/search?q=${encodeURIComponent(q)}`, HTML);
  }
  for (const { product, comparedWith } of sample(read("db/catalog/often-compared.json"), count)) {
    const slugs = [product, ...comparedWith.slice(0, 2)];
    yield get("compare", `/api/v2/compare?slugs=${slugs}&seats=25`);
    yield tool("MCP compare", "compare_software", { slugs, seats: 25 });
    yield get("compare page", `/compare/${slugs.slice(0, 2).join("-vs-")}`, HTML);
  }
  const wellKnown = read("db/catalog/well-known.json").flatMap(({ product }) => product ?? []);
  for (const slug of sample([...new Set(wellKnown)], count)) {
    const tokens = { inputTokens: 2_000_000, outputTokens: 300_000 };
    yield post("TCO", "/api/v2/tco", { slug, seats: 40, termYears: 3 });
    yield tool("MCP TCO", "calculate_tco", { slug, seats: 25 });
    yield get("LLM estimate", `/api/v2/usage/${slug}?${new URLSearchParams(tokens)}`);
    yield tool("MCP LLM estimate", "estimate_llm_cost", { slug, ...tokens });
  }
  for (const name of ["categories", "changes", "coverage", "openapi.json"]) yield get("list", `/api/v2/${name}`);
}

async function differenceIn(servers, question) {
  const responses = await Promise.all(servers.map((server) => send(server, question)));
  const [before, after] = responses.map(({ status }) => status);
  if ([before, after].some((status) => status === 429 || status === 503)) return { where: "refusal", before, after };
  return compare(...responses.map((response, n) => linesOf(response, servers[n].build)));
}

async function compareVersions(servers, differences) {
  const all = questions();
  let compared = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const question of all) {
        let difference = await differenceIn(servers, question);
        // A busy server may refuse a request, and one that has just started may leave out what it has not loaded yet.
        for (let tries = 1; difference && tries < 4; tries++) {
          difference = await sleep(300 * tries).then(() => differenceIn(servers, question));
        }
        if (difference) differences.push({ ...question, ...difference });
        if (++compared % 5_000 === 0) console.log(`  ${compared} compared, ${differences.length} differ`);
      }
    }),
  );
  return compared;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
process.once("exit", () => {
  for (const { child, data } of started) {
    child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  }
  if (!values.keep && existsSync(TREE)) git("worktree", "remove", "--force", TREE);
});
try {
  if (positionals.length !== 1 || !(count >= 1)) throw new StepError("npm run golden -- <ref> [--sample N] [--keep]");
  const step = steps(3);
  const servers = [];
  await step(`Check out ${positionals[0]}`, () => checkOut(positionals[0]));
  await step("Build and start both versions", async () => {
    for (const root of [TREE, ROOT]) servers.push(await serve(root));
  });
  const differences = [];
  await step("Compare", async () => `${await compareVersions(servers, differences)} responses compared`);
  for (const line of [`${differences.length} differ`, ...report(differences)]) console.log(line);
  process.exit(differences.length > 0 ? 1 : 0);
} catch (error) {
  fail(error);
}
