import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = process.cwd();
const FOLDERS = ["app", "bench", "db", "e2e", "lib", "scripts"];
const isTest = (file: string) =>
  /\.(?:test|suite)\.tsx?$|\/testing\/|^scripts\/(?:lib\/visitor|verify-site)\.ts$/.test(file);

/** Modules that stand alone, and what others may import of them. */
const MODULES = [
  {
    module: "lib/reader",
    mayImport: (file: string, part: string) => part === "" || (isTest(file) && part.startsWith("testing/")),
  },
  // The product uses HTTP.
  { module: "scripts/sandbox", mayImport: (file: string, part: string) => part === "" && isTest(file) },
];

/** Every import of our own files, as the importing file and the path from the project's folder. */
function ownImports(): { file: string; path: string }[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ).filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const targets = text.matchAll(
      /^(?:import|export|\}) [^"'`]*?"((?:@\/|\.)[^"]*)"|\bimport\("((?:@\/|\.)[^"]*)"\)/gm,
    );
    return [...targets].map(([, named, loaded]) => {
      const target = named ?? loaded ?? "";
      const path = target.startsWith("@/") ? target.slice(2) : relative(ROOT, resolve(ROOT, dirname(file), target));
      return { file, path };
    });
  });
}

const imports = ownImports();

describe.each(MODULES)("$module", ({ module, mayImport }) => {
  const isWithin = (path: string) => path === module || path.startsWith(`${module}/`);

  test("imports nothing of ours", () => {
    const own = imports.filter(({ file }) => isWithin(file));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ path }) => !isWithin(path))).toEqual([]);
  });

  test("is imported only through its entry point", () => {
    const others = imports.filter(({ file, path }) => !isWithin(file) && isWithin(path));
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter(({ file, path }) => !mayImport(file, path.slice(module.length + 1)))).toEqual([]);
  });
});
