import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("SECURITY.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [^-]/.test(line))
  .slice(1)
  .map((line) => line.split(" | "));

test("each line of the threat model names the tests that hold it, and they exist", () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [threat, , shown = ""] of rows) {
    const files = [...shown.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => (name.startsWith("npm ") ? [] : [name]));
    expect(files.length, threat).toBeGreaterThan(0);
    for (const file of files) {
      expect(file, threat).toMatch(/\.(?:test|suite|spec)\.ts$/);
      expect(existsSync(file), file).toBe(true);
    }
    // A suite is run by the test with its name.
    for (const suite of files.filter((file) => file.endsWith(".suite.ts"))) {
      expect(existsSync(suite.replace(".suite.", ".test.")), suite).toBe(true);
    }
  }
});
