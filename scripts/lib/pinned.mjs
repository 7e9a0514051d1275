import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, StepError } from "./steps.mjs";

function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/** The version of a package that the lock file of a folder asks for. */
export function pinnedVersion(folder, name) {
  return packagesOf(join(folder, "package-lock.json"))[`node_modules/${name}`]?.version;
}

/**
 * Installs what the lock file of a folder asks for, apart from the product's own packages. Scripts of the packages are not
 * run: none is needed, and some would fetch more.
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

/** A Node that is new enough for them: the one that came with them where npm has it for this machine, or our own. */
export function nodeFor(folder, leastMajor) {
  const carried = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(carried)) return carried;
  if (Number(process.versions.node.split(".")[0]) >= leastMajor) return process.execPath;
  throw new StepError(`This needs Node.js ${leastMajor} or newer. You have ${process.versions.node}.`);
}
