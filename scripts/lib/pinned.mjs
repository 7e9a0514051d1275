import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, StepError } from "./steps.mjs";

function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/** Returns the version of a package in a folder's lock file. */
export function pinnedVersion(folder, name) {
  return packagesOf(join(folder, "package-lock.json"))[`node_modules/${name}`]?.version;
}

/**
 * Installs the packages of a folder's lock file, separately from the product's own packages. Does not run package
 * scripts, because they are not needed and some would download more.
 */
export async function installPinned(folder) {
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"));
  const wanted = Object.entries(packagesOf(join(folder, "package-lock.json")));
  if (wanted.every(([path, { version, optional }]) => !path || optional || installed[path]?.version === version)) {
    return "up to date";
  }
  await run("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  return "installed";
}

/** Returns a Node.js binary of at least this version: the one from npm if it exists for this platform, or our own. */
export function nodeFor(folder, leastMajor) {
  const carried = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(carried)) return carried;
  if (Number(process.versions.node.split(".")[0]) >= leastMajor) return process.execPath;
  throw new StepError(`This needs Node.js ${leastMajor} or newer. You have ${process.versions.node}.`);
}
