import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, StepError } from "./steps.mjs";

const STAMP = join(ROOT, ".next", "built-from.json");
const SERVING = join(ROOT, ".next", "served-by");
// Files that next build does not read. Everything else counts as source, so that a stale build is never served.
const NOT_SOURCE = new Set([
  "node_modules",
  "bench",
  "e2e",
  "scripts",
  "test-results",
  "playwright-report",
  "next-env.d.ts",
]);
const NOT_SOURCE_PATHS = new Set(["db/catalog", "db/import", "db/migrations", "db/load/fixtures"]);

function* sources(folder = "") {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (NOT_SOURCE_PATHS.has(path)) continue;
    if (folder === "") {
      if (NOT_SOURCE.has(entry.name) || entry.name.endsWith(".tsbuildinfo")) continue;
      if (entry.name.startsWith(".") && !entry.name.startsWith(".env")) continue;
    }
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.isFile() && !/\.(test\.tsx?|md)$/.test(entry.name)) yield path;
  }
}

export function hashSources() {
  const hash = createHash("sha256");
  for (const path of [...sources()].sort()) hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/** Hashes the variables whose values are written into pages at build time. */
function hashEnvironment() {
  const { SITE_NAME = "", SITE_URL = "" } = process.env;
  return createHash("sha256")
    .update(JSON.stringify([SITE_NAME, SITE_URL]))
    .digest("hex");
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return null;
  }
}

function servingPid() {
  try {
    const pid = Number(readFileSync(SERVING, "utf8"));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/** Marks the build as in use until this process ends. */
export function markServing() {
  writeFileSync(SERVING, String(process.pid));
  process.once("exit", () => rmSync(SERVING, { force: true }));
}

/**
 * @param anyEnvironment accept a build with another SITE_NAME or SITE_URL
 * @param quiet print the output only if the build fails
 */
export async function ensureBuilt({ anyEnvironment = false, quiet = false } = {}) {
  const source = hashSources();
  const stamp = existsSync(join(ROOT, ".next", "BUILD_ID")) ? readStamp() : null;
  if (stamp?.source === source && (anyEnvironment || stamp.environment === hashEnvironment())) return "up to date";
  const pid = servingPid();
  if (pid !== null) {
    throw new StepError(
      `The source code has changed, but process ${pid} still serves the previous build. Stop that process first.`,
    );
  }
  await build({ quiet });
  return "built";
}

/** Builds the site and records its sources, so that the next start does not build again. */
export async function build({ quiet = false } = {}) {
  rmSync(STAMP, { force: true });
  const built = run(process.execPath, [join(ROOT, "node_modules", "next", "dist", "bin", "next"), "build"], {
    env: { NODE_ENV: "production" },
    quiet,
  });
  // Creates a filled database, which the first start on an embedded database copies: see db/load/filled.ts.
  const fill = ["--import", "tsx", join("db", "load", "fill-cli.ts")];
  const filled = process.env.DATABASE_URL?.trim()
    ? null
    : run(process.execPath, fill, { env: { NODE_ENV: "production" }, quiet: true });
  await Promise.all([built, filled]);
  // Hashes the sources after the build, because next build may complete tsconfig.json.
  writeFileSync(STAMP, JSON.stringify({ source: hashSources(), environment: hashEnvironment() }));
}
