import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const CODE = /\.(tsx?|mjs)$/;
const TEST = /\.(test|suite|bench|spec)\.tsx?$/;
/** Routes that serve another path: see the rewrites in next.config.ts. */
const SERVES = { browse: "software", counted: "software", markdown: "software" };
/** The proxy's code, which runs before every page. */
const BEFORE_PAGES = "lib/http/before-page.ts";
/** Parts of the server under test. */
const SERVING = /^scripts\/(sandbox|serve|lib\/(serve-site|picture))/;
/** Files that affect no page and no browser test. */
const UNSEEN = /^(\.|db\/(import|sources)\/|scripts\/|.*\.md$)|\.(test|suite|bench)\.tsx?$/;

/** @returns {string[]} the files under a folder of `root`, with slashes */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    );
}

/** @returns {string[]} the files of `root` that a file imports */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const named = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*["']([^"']+)["']/g)].map(([, name]) => name);
  return named.flatMap((name) => {
    if (!/^(@\/|\.)/.test(name)) return [];
    const path = name.startsWith("@/") ? name.slice(2) : posix.join(posix.dirname(file), name);
    const found = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"].map((end) => path + end);
    return found.find((one) => existsSync(join(root, one)) && statSync(join(root, one)).isFile()) ?? [];
  });
}

/** @returns {Set<string>} `changed` and all files that import one of them, directly or indirectly */
function reached(root, changed) {
  const importers = new Map();
  for (const file of ["app", "lib", "db"].flatMap((folder) => filesIn(root, folder))) {
    if (!CODE.test(file) || TEST.test(file)) continue;
    for (const one of importsOf(root, file)) importers.set(one, [...(importers.get(one) ?? []), file]);
  }
  const found = new Set(changed);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/** Returns a pattern of the paths that a file in app renders: a page's own path, or all paths below a layout. */
function addresses(file) {
  const parts = dirname(file).split("/").slice(1);
  const path = parts
    .map((part) => SERVES[part] ?? part)
    .map((part) => (/^\[\[?\.\.\./.test(part) ? ".*" : part.startsWith("[") ? "[^/]+" : part.replaceAll(".", "\\.")))
    .slice(0, parts[0] === "counted" ? -1 : undefined)
    .join("/");
  return new RegExp(/\/(page|route)\.tsx?$/.test(file) ? `^/${path}$` : `^/${path}`);
}

/** @returns {string[]} the paths in a spec or in a file of e2e that it imports; interpolated parts are x */
function namedBy(root, spec) {
  const files = new Set([spec]);
  for (const file of files) for (const one of importsOf(root, file)) if (one.startsWith("e2e/")) files.add(one);
  const text = [...files].map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  return [...text.matchAll(/["'`](\/[^"'`\s]*)/g)].map(([, path]) =>
    path.replaceAll(/\$\{[^}]*\}?/g, "x").replace(/[?#].*$/s, ""),
  );
}

/**
 * Returns the specs that a change affects: changed specs, and specs with a path that a changed file helps to render. A
 * change to data or to code before every page affects all specs.
 * @param {string} root @param {string[]} changed paths relative to root, with slashes @returns {string[]}
 */
export function touchedSpecs(root, changed) {
  const specs = filesIn(root, "e2e").filter((file) => file.endsWith(".spec.ts"));
  const seen = changed.filter((file) => !UNSEEN.test(file) || SERVING.test(file));
  const inside = (file) => /^(app|lib|e2e)\//.test(file) || /^db\/.*\.ts$/.test(file);
  if (seen.some((file) => !inside(file) || file === BEFORE_PAGES || file.endsWith(".css"))) return specs;
  const patterns = [...reached(root, seen)].filter((file) => /^app\/(?:.*\/)?[\w-]+\.tsx?$/.test(file));
  const drawn = patterns
    .filter((file) => /\/(page|route|layout|template|error|opengraph-image)\.tsx?$/.test(file))
    .map(addresses);
  return specs.filter((spec) => {
    const own = new Set([spec]);
    for (const file of own) for (const one of importsOf(root, file)) own.add(one);
    return (
      seen.some((file) => own.has(file)) || namedBy(root, spec).some((path) => drawn.some((one) => one.test(path)))
    );
  });
}
