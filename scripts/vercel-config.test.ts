import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import { afterEach, expect, test, vi } from "vitest";

async function configFor(vercel: string): Promise<NextConfig> {
  vi.resetModules();
  vi.stubEnv("VERCEL", vercel);
  return (await import("../next.config")).default;
}

afterEach(() => vi.unstubAllEnvs());

/** Files that may import PGlite into a function: ours, and drizzle's driver. */
const importers = ["db", "node_modules/drizzle-orm/pglite"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /(?<!\.test|\.d)\.(?:ts|js)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8")),
);

test("a Vercel build replaces every PGlite module that is imported", async () => {
  const { turbopack, serverExternalPackages } = await configFor("1");
  const modules = importers.flatMap((text) => text.match(/(?<=")@electric-sql\/pglite[^"]*/g) ?? []);
  expect(new Set(modules).size).toBe(2);
  for (const name of modules) expect(turbopack?.resolveAlias).toHaveProperty([name], "./db/no-pglite.ts");
  expect(serverExternalPackages).not.toContain("@electric-sql/pglite");
});

test("the replacement exports every imported name", async () => {
  const imported = importers.flatMap((text) =>
    [...text.matchAll(/\{ ([\w, ]+) \}(?: =| from)[^;]*?"@electric-sql\/pglite/g)].map(([, names = ""]) => names),
  );
  expect(imported.length).toBeGreaterThan(2);
  const replacement = await import("@/db/no-pglite");
  for (const name of ["PGlite", "pg_trgm", "types"]) expect(replacement).toHaveProperty(name);
  for (const names of imported) for (const name of names.split(", ")) expect(replacement).toHaveProperty(name);
});

test("a Vercel build leaves the image optimizer out, as no page scales an image", async () => {
  const { images, outputFileTracingExcludes } = await configFor("1");
  expect(images?.unoptimized).toBe(true);
  expect(outputFileTracingExcludes?.["**"]).toEqual(
    expect.arrayContaining(["./node_modules/sharp/**/*", "./node_modules/@img/**/*"]),
  );
});

test("any other build keeps PGlite", async () => {
  const { turbopack, serverExternalPackages } = await configFor("");
  expect(turbopack?.resolveAlias).not.toHaveProperty(["@electric-sql/pglite"]);
  expect(serverExternalPackages).toContain("@electric-sql/pglite");
});
