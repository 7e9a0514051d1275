// Runs Lighthouse on the built site, as on a phone: npm run lighthouse [-- PATH …]
// Lighthouse is installed in this folder at a pinned version and is not part of the product. LIGHTHOUSE_SITE selects a
// server that is already running. LIGHTHOUSE_RUNS is the number of runs per page (3). Reports are in .test/lighthouse.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../lib/browser.mjs";
import { ensureBuilt } from "../lib/build.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { startOwnService } from "../lib/own-service.mjs";
import { installPinned, nodeFor, pinnedVersion } from "../lib/pinned.mjs";
import { ROOT, StepError, steps } from "../lib/steps.mjs";

const HERE = join(ROOT, "scripts", "lighthouse");
const LEAST_NODE = 22;
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const BARS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const MEASURES = {
  "first-contentful-paint": "FCP",
  "largest-contentful-paint": "LCP",
  "total-blocking-time": "TBT",
  "cumulative-layout-shift": "CLS",
};
const PAGES = [
  "/",
  "/software/notes-and-wikis/notion",
  "/software/project-management",
  "/compare/clickup-vs-notion",
  "/calculators/llm",
  "/docs",
];
const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : PAGES;
const work = join(ROOT, ".test", `lighthouse-${process.pid}`);
const reports = join(ROOT, ".test", "lighthouse");
const step = steps(6);

process.once("exit", () => rmSync(work, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Repeats the run once if the trace was not recorded, which happens on a busy machine. */
async function readOnce(...args) {
  return tryOnce(...args).catch(() => tryOnce(...args));
}

async function tryOnce(node, chromium, url, output) {
  const flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage";
  const child = spawn(
    node,
    [
      join(HERE, "node_modules", "lighthouse", "cli", "index.js"),
      url,
      "--quiet",
      "--output=json",
      `--output-path=${output}`,
      `--only-categories=${Object.keys(BARS).join()}`,
      `--chrome-flags=${flags}`,
    ],
    {
      cwd: work,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, CHROME_PATH: chromium, NODE_ENV: "test" },
    },
  );
  let printed = "";
  child.stderr.on("data", (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new StepError(`Lighthouse could not load ${url}:\n${printed.slice(-2_000)}`);
  const report = JSON.parse(readFileSync(output, "utf8"));
  if (report.runtimeError) throw new StepError(`Lighthouse could not load ${url}: ${report.runtimeError.message}`);
  return report;
}

const median = (figures) => [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)];

/** Returns the audits that lower the score in any of the runs, by name. */
function faultsOf(read, category) {
  const failed = read.flatMap(({ categories, audits }) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${id} (${audits[id].displayValue || audits[id].title})`),
  );
  return [...new Set(failed)];
}

async function readPage(node, chromium, site, path) {
  const name = path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
  const read = [];
  // The first request renders the page. The measurement covers all later requests.
  await fetch(new URL(path, site)).then((response) => response.arrayBuffer());
  for (let at = 1; at <= RUNS; at += 1) {
    read.push(await readOnce(node, chromium, new URL(path, site).href, join(reports, `${name}-${at}.json`)));
  }
  const scores = Object.fromEntries(
    Object.keys(BARS).map((category) => [
      category,
      Math.round(100 * median(read.map(({ categories }) => categories[category].score ?? 0))),
    ]),
  );
  const measures = Object.entries(MEASURES).map(([id, short]) => {
    const value = median(read.map(({ audits }) => audits[id].numericValue));
    return `${short} ${id.endsWith("shift") ? value.toFixed(3) : `${Math.round(value)} ms`}`;
  });
  const low = Object.entries(BARS).filter(([category, bar]) => scores[category] < bar);
  console.log(
    `  ${path.padEnd(34)} ${Object.values(scores)
      .map((score) => String(score).padStart(4))
      .join(
        "",
      )}  ${measures.join(", ")} (machine ${Math.round(median(read.map(({ environment }) => environment.benchmarkIndex)))})`,
  );
  for (const [category, bar] of low) {
    console.log(`    ${category} below ${bar}: ${faultsOf(read, category).join("; ")}`);
  }
  return low.length;
}

let below = 0;
try {
  mkdirSync(work, { recursive: true });
  mkdirSync(reports, { recursive: true });
  await step("Packages", ensureInstalled);
  await step("Lighthouse", async () => {
    const note = await installPinned(HERE);
    return `${pinnedVersion(HERE, "lighthouse")}, ${note}`;
  });
  const node = nodeFor(HERE, LEAST_NODE);
  let chromium = "";
  await step("Browser", async () => {
    chromium = await ensureBrowser({ whole: true });
    return chromium;
  });
  let site = process.env.LIGHTHOUSE_SITE;
  await step("Build", async () => (site ? "skipped, the site runs elsewhere" : ensureBuilt({ anyEnvironment: true })));
  await step("Server", async () => {
    site ??= await startOwnService(join(work, "data"), { LOG_LEVEL: "error" });
    return site;
  });
  await step(`Medians of ${RUNS}: ${Object.keys(BARS).join(", ")}`, async () => {
    for (const path of paths) below += await readPage(node, chromium, site, path);
  });
} catch (error) {
  console.error(`\n${error instanceof StepError ? error.message : (error?.stack ?? error)}`);
  below += 1;
}
console.log(below > 0 ? `\n${below} scores below the target` : "\nAll scores meet the target");
process.exit(below > 0 ? 1 : 0);
