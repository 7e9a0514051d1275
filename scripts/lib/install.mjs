import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, StepError } from "./steps.mjs";

const LEAST_NODE = [20, 9];

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw new StepError(
      `This project needs Node.js ${LEAST_NODE.join(".")} or newer. You have ${process.versions.node}. See https://nodejs.org/en/download.`,
    );
  }
  return `Node.js ${process.versions.node}`;
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/** Returns true if node_modules matches package-lock.json, including development packages. */
export function isInstalled() {
  const installed = readPackages("node_modules/.package-lock.json");
  return Object.entries(readPackages("package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || optional || (installed[path]?.version === version && existsSync(join(ROOT, path, "package.json"))),
  );
}

export async function ensureInstalled() {
  if (isInstalled()) return "up to date";
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  if (npm?.endsWith("js")) await run(process.execPath, [npm, ...args]);
  else await run("npm", args);
  return "installed";
}
