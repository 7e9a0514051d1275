import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FOR_TESTS = /\.(test|suite|bench)\.tsx?$|(^|\/)testing(\/|\.tsx?$)/;

const served = ["app", "lib", "db", "instrumentation.ts", "proxy.ts", "next.config.ts"].flatMap((name) => {
  if (name.endsWith(".ts")) return [name];
  const inside = readdirSync(join(root, name), { recursive: true, encoding: "utf8" });
  return inside.filter((path) => /\.tsx?$/.test(path) && !FOR_TESTS.test(path)).map((path) => join(name, path));
});

it("nothing that is served imports the sandbox, so it is in no bundle", () => {
  const imports = served.filter((path) => {
    try {
      return /["'][^"'\n]*scripts\/sandbox/.test(readFileSync(join(root, path), "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  });
  expect(served.length).toBeGreaterThan(100);
  expect(imports).toEqual([]);
});
