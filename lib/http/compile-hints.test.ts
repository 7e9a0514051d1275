import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hintStartupScripts } from "./compile-hints";

test("scripts of every page begin with the hint, once however often a build is finished; others stay as they are", () => {
  const dir = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, "static"));
  writeFileSync(join(dir, "build-manifest.json"), JSON.stringify({ rootMainFiles: ["static/react.js"] }));
  for (const name of ["react.js", "page.js"]) writeFileSync(join(dir, "static", name), `run("${name}");`);
  hintStartupScripts(dir);
  hintStartupScripts(dir);
  expect(readFileSync(join(dir, "static", "react.js"), "utf8")).toBe('//# allFunctionsCalledOnLoad\nrun("react.js");');
  expect(readFileSync(join(dir, "static", "page.js"), "utf8")).toBe('run("page.js");');
});
