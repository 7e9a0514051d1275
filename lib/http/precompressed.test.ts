import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { precompressed, writePrecompressed } from "./precompressed";

const KNOWN = new Set(["/_next/static/chunks/a.js.br", "/_next/static/chunks/a.css.br"]);

test("scripts and style sheets are written as Brotli beside themselves, nothing else is", () => {
  const dir = mkdtempSync(join(tmpdir(), "static-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, "chunks"));
  const script = "console.log(1);".repeat(100);
  writeFileSync(join(dir, "chunks", "a.js"), script);
  writeFileSync(join(dir, "font.woff2"), "font");
  writePrecompressed(dir);
  writePrecompressed(dir);
  const bytes = readFileSync(join(dir, "chunks", "a.js.br"));
  expect(brotliDecompressSync(bytes).toString()).toBe(script);
  expect(bytes.length).toBeLessThan(script.length / 10);
  expect(() => readFileSync(join(dir, "font.woff2.br"))).toThrow(/ENOENT/);
  expect(() => readFileSync(join(dir, "chunks", "a.js.br.br"))).toThrow(/ENOENT/);
});

test.each([
  ["/_next/static/chunks/a.js", "gzip, deflate, br", "/_next/static/chunks/a.js.br"],
  ["/_next/static/chunks/a.css?dpl=1", "br", "/_next/static/chunks/a.css.br?dpl=1"],
  ["/_next/static/chunks/a.js", "gzip", undefined],
  ["/_next/static/chunks/a.js", "br;q=0, gzip", undefined],
  ["/_next/static/chunks/a.js", null, undefined],
  ["/_next/static/chunks/gone.js", "br", undefined],
  ["/_next/static/media/font.woff2", "br", undefined],
  ["/software/crm", "br", undefined],
])("%s, accepted as %s, is read from %s", (url, accept, expected) => {
  expect(precompressed(url, accept, KNOWN)?.url).toBe(expected);
});

test("the type is that of the script, not of its compressed form", () => {
  expect(precompressed("/_next/static/chunks/a.js", "br", KNOWN)?.type).toMatch(/^application\/javascript/);
});
