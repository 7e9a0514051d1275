import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TEXTS = ["app", "lib/format", "lib/mcp/text", "lib/catalog"];
/** Words for age other than fresh, ageing, old and "no data": see FRESHNESS_WORDS. */
const OTHER_WORDS = /\boverdue\b|\bdue for (?:verification|a check before)\b|verification was due\b|>Stale:|>Due:/i;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

test("texts have one set of words for age", () => {
  const files = TEXTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => OTHER_WORDS.test(readFileSync(file, "utf8").replace(COMMENTS, "")))).toEqual([]);
});
