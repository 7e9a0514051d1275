import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = process.cwd();
const READER = join("lib", "reader");
const FOLDERS = ["app", "bench", "db", "e2e", "lib", "scripts"];

/** Every import of our own files, as the importing file and the path from the project's folder. */
function ownImports(): { file: string; path: string }[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ).filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const targets = [
      ...text.matchAll(/^(?:import|export|\}) [^"'`]*?"(\.{0,2}[./@][^"]*)"|\bimport\("([.@][^"]*)"\)/gm),
    ];
    return targets.flatMap(([, named, loaded]) => {
      const target = named ?? loaded ?? "";
      if (target.startsWith("@/")) return [{ file, path: target.slice(2) }];
      return target.startsWith(".") ? [{ file, path: relative(ROOT, resolve(ROOT, dirname(file), target)) }] : [];
    });
  });
}

const isWithin = (path: string) => path === READER || path.startsWith(`${READER}/`);
const imports = ownImports();

test("the reader imports nothing of ours", () => {
  const own = imports.filter(({ file }) => isWithin(file));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter(({ path }) => !isWithin(path))).toEqual([]);
});

test("others import the reader's entry point; tests also its pages and score", () => {
  const others = imports.filter(({ file, path }) => !isWithin(file) && isWithin(path));
  expect(others.length).toBeGreaterThan(5);
  const isTest = (file: string) => /\.test\.ts$|\/testing\/|verify-site/.test(file);
  const wrong = others.filter(
    ({ file, path }) => path !== READER && !(isTest(file) && path.startsWith(`${READER}/testing/`)),
  );
  expect(wrong).toEqual([]);
});
