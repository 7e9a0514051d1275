import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { checkNode, ensureInstalled } from "./lib/install.mjs";
import { freePort } from "./lib/ports.mjs";
import { ROOT, run, StepError, steps } from "./lib/steps.mjs";
import { failuresPlaywright, failuresVitest, line, sum, tallyPlaywright, tallyVitest } from "./lib/tally.mjs";
import { touchedSpecs } from "./lib/touched.mjs";

const SUITES = ["unit", "e2e", "service"];
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const wanted = only ? only.split(",") : ["unit", "e2e"];
// Runs only the tests affected by changes since a commit, by default the last one.
const changed = process.argv.findLast((argument) => /^--changed(=|$)/.test(argument));
const since = changed && (changed.split("=")[1] ?? "HEAD");
const passedOn = process.argv.slice(2).filter((argument) => !/^--(only=|changed(=|$))/.test(argument));

const work = join(ROOT, ".test", `run-${process.pid}`);

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes folders of runs that were killed before their cleanup. */
function removeAbandoned() {
  const folder = join(ROOT, ".test");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !alive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

async function vitest(name, config) {
  const report = join(work, `${name}.json`);
  const { code } = await run(
    process.execPath,
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...(config ? ["--config", config] : []),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(since ? [`--changed=${since}`, "--passWithNoTests"] : []),
      ...passedOn,
    ],
    { allowFailure: true, env: { NODE_ENV: "test" } },
  );
  const read = readReport(report);
  failures.push(...failuresVitest(read));
  return tallyVitest(read, code);
}

/** @returns {string[]} files that differ from the merge base of `commit` and HEAD, including new files */
function changedSince(commit) {
  const git = (...words) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
  const [base] = git("merge-base", commit, "HEAD");
  return [...git("diff", "--name-only", "--relative", base), ...git("ls-files", "--others", "--exclude-standard")];
}

async function playwright(chromium, specs) {
  const report = join(work, "e2e.json");
  const port = await freePort(0);
  const sandboxPort = await freePort(0);
  const smtpPort = await freePort(0);
  const { code } = await run(
    process.execPath,
    [
      join(ROOT, "node_modules", "@playwright", "test", "cli.js"),
      "test",
      "--reporter=list,json",
      ...specs,
      ...passedOn,
    ],
    {
      allowFailure: true,
      env: {
        CHROMIUM_PATH: chromium,
        E2E_PORT: String(port),
        E2E_SANDBOX_PORT: String(sandboxPort),
        E2E_SMTP_PORT: String(smtpPort),
        E2E_DATA_DIR: join(work, "data"),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const read = readReport(report);
  failures.push(...failuresPlaywright(read));
  return tallyPlaywright(read, code);
}

const specs = since ? touchedSpecs(ROOT, changedSince(since)) : [];
const browses = wanted.includes("e2e") && !(since && specs.length === 0);
const builds = browses || wanted.includes("service");
const step = steps(1 + wanted.length + (builds ? 1 : 0) + (browses ? 1 : 0));
const tallies = [];
const failures = [];
const record = async (tally) => {
  tallies.push(tally);
  return `${tally.passed} of ${tally.passed + tally.failed} passed`;
};

try {
  const unknown = wanted.filter((suite) => !SUITES.includes(suite));
  if (unknown.length > 0)
    throw new StepError(`Unknown suite "${unknown.join(", ")}". Choose from ${SUITES.join(", ")}.`);
  checkNode();
  removeAbandoned();
  mkdirSync(work, { recursive: true });
  process.once("exit", () => rmSync(work, { recursive: true, force: true }));
  await step("Packages", ensureInstalled);
  const testsUnits = wanted.includes("unit");
  // Some unit tests wait, so the build runs at the same time.
  const built = builds ? ensureBuilt({ anyEnvironment: true, quiet: testsUnits }) : null;
  // The error is handled below.
  built?.catch(() => {});
  if (testsUnits) await step("Unit tests", async () => record(await vitest("unit")));
  if (built) await step("Build", () => built);
  if (wanted.includes("service")) {
    await step("Service tests", async () => record(await vitest("service", "vitest.service.config.ts")));
  }
  if (browses) {
    let chromium = "";
    await step("Browser", async () => {
      chromium = await ensureBrowser();
      return chromium;
    });
    await step("Browser tests", async () => record(await playwright(chromium, specs)));
  }
} catch (error) {
  console.error(`\n${error instanceof StepError ? error.message : (error?.stack ?? error)}`);
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
}

const total = sum(tallies);
process.exitCode = total.failed > 0 || (total.passed === 0 && !since) ? 1 : 0;
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${line(total)}`);
