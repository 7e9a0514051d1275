import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptJson, excerptText, prettyJson } from "./excerpt";

const json = fc.jsonValue({ maxDepth: 5 });

test("what fits is printed whole and reads back the same", () => {
  fc.assert(
    fc.property(json, (value) => {
      const { text, whole, lines } = excerptJson(value, 100_000);
      expect(whole).toBe(true);
      expect(lines).toBe(text.split("\n").length);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("an excerpt is never longer than the whole and says how long that is", () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 30 }), (value, most) => {
      const full = prettyJson(value);
      const { text, lines, whole } = excerptJson(value, most);
      expect(lines).toBe(full.split("\n").length);
      expect(whole).toBe(lines <= most);
      expect(text.split("\n").length).toBeLessThanOrEqual(lines);
    }),
  );
});

test("a list cut short says how many entries were left out", () => {
  const value = { entries: Array.from({ length: 50 }, (_, id) => ({ id, note: "x".repeat(80) })), numbers: [1, 2, 3] };
  const { text } = excerptJson(value, 20);
  const shown = text.match(/"id": /g)?.length ?? 0;
  const left = Number(/… (\d+) more/.exec(text)?.[1]);
  expect(shown).toBeGreaterThan(0);
  expect(shown + left).toBe(50);
  expect(text).toContain('"numbers": [ 1, 2, 3 ]');
});

test("a long text and deep members are cut, and the cut is seen", () => {
  const deep = {
    a: { b: { c: { d: { e: { f: "x".repeat(300) } } } } },
    list: Array.from({ length: 30 }, () => ["y".repeat(90)]),
  };
  const { text } = excerptJson(deep, 4);
  expect(text).toContain("{ … }");
  expect(text).not.toContain("x".repeat(200));
});

test("of a text the first lines are shown", () => {
  expect(excerptText("a\nb\nc\n", 2)).toEqual({ text: "a\nb", lines: 3, whole: false });
  expect(excerptText("a\n", 2)).toEqual({ text: "a", lines: 1, whole: true });
});
