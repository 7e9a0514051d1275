import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, run, StepError } from "./steps.mjs";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SHELL_NAMES = ["chrome-headless-shell", "chromium-headless-shell", "headless_shell"];
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const firstExisting = (paths) => paths.find((path) => existsSync(path)) ?? null;

function onSystem() {
  return firstExisting([...SYSTEM_FOLDERS.flatMap((dir) => SYSTEM_NAMES.map((name) => join(dir, name))), MAC]);
}

/** Loads Playwright only after the packages are installed. */
function playwrights() {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  return firstExisting([chromium.executablePath()]);
}

/** Returns headless Chromium, which renders the same pages with a third of the work. */
function shell() {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  const [, browsers, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? [];
  const own = browsers === undefined ? "" : join(browsers, `chromium_headless_shell-${revision}`);
  const folders = existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [];
  return firstExisting(
    [...folders, ...SYSTEM_FOLDERS].flatMap((folder) => SHELL_NAMES.map((name) => join(folder, name))),
  );
}

async function fromPlaywright(...what) {
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  await run(process.execPath, [cli, "install", ...what], { allowFailure: true });
}

async function fromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  await run("apt-get", [...patience, "update"], { allowFailure: true });
  await run("apt-get", [...patience, "install", "-y", "--no-install-recommends", name], {
    allowFailure: true,
    env: { DEBIAN_FRONTEND: "noninteractive" },
  });
}

/**
 * Returns the path of a Chromium for tests. Downloads one if necessary.
 * @param {{ whole?: boolean }} [wanted] whole: a full browser, if the headless one is not sufficient
 */
export async function ensureBrowser({ whole = false } = {}) {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!existsSync(asked)) throw new StepError(`CHROMIUM_PATH is set to ${asked}, which does not exist.`);
    return asked;
  }
  const ways = [
    ...(whole ? [] : [shell, () => fromPlaywright("--only-shell", "chromium"), shell]),
    ...(whole ? [] : [() => fromDebian("chromium-headless-shell"), shell]),
    () => playwrights() ?? onSystem(),
    () => fromPlaywright("chromium"),
    playwrights,
    () => fromDebian("chromium"),
    onSystem,
  ];
  for (const way of ways) {
    const found = await way();
    if (found) return found;
  }
  throw new StepError("The browser tests need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.");
}
