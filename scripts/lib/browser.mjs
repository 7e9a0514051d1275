import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, run, StepError } from "./steps.mjs";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const firstExisting = (paths) => paths.find((path) => existsSync(path)) ?? null;

function onSystem() {
  return firstExisting([...SYSTEM_FOLDERS.flatMap((dir) => SYSTEM_NAMES.map((name) => join(dir, name))), MAC]);
}

/** Loaded after the packages are installed. */
function playwrights() {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  return firstExisting([chromium.executablePath()]);
}

/** Path of a Chromium to test with; gets one where there is none. */
export async function ensureBrowser() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!existsSync(asked)) throw new StepError(`CHROMIUM_PATH names ${asked}, which does not exist.`);
    return asked;
  }
  const present = playwrights() ?? onSystem();
  if (present) return present;

  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  await run(process.execPath, [cli, "install", "chromium"], { allowFailure: true });
  const fetched = playwrights();
  if (fetched) return fetched;

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await run("apt-get", ["update"], { allowFailure: true });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      allowFailure: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    const installed = onSystem();
    if (installed) return installed;
  }
  throw new StepError("The browser tests need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.");
}
