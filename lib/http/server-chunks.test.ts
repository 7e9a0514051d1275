import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { shareServerChunks } from "./server-chunks";

const load = createRequire(import.meta.url);
const chunk = (name: string, value = "one") =>
  `module.exports=[1,e=>{e.exports="${value}"}];\n\n//# sourceMappingURL=${name}.js.map`;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "chunks-"));
  mkdirSync(join(dir, "ssr"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("chunks that say the same are one, wherever they stand, and still answer by their own names", () => {
  const files = ["a.js", "b.js", "ssr/[root]__c.js", "ssr/d.js"];
  for (const file of files) writeFileSync(join(dir, file), chunk(file));

  shareServerChunks(dir);

  const [first, ...others] = files.map((file) => load(join(dir, file)));
  expect(first).toEqual([1, expect.any(Function)]);
  for (const other of others) expect(other).toBe(first);
});

test("what differs, and what is no chunk, stays as it is", () => {
  const files = { "a.js": chunk("a"), "b.js": chunk("b", "two"), "run.js": "var R=1;", "run2.js": "var R=1;" };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);

  shareServerChunks(dir);

  for (const [file, text] of Object.entries(files)) expect(readFileSync(join(dir, file), "utf8")).toBe(text);
});
