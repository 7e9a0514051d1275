import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange, rangeApplies } from "./range";

describe("a Range header over 100 bytes", () => {
  test.each([
    ["bytes=0-", { start: 0, end: 100 }],
    ["bytes=0-0", { start: 0, end: 1 }],
    ["bytes=10-19", { start: 10, end: 20 }],
    ["bytes=99-", { start: 99, end: 100 }],
    ["bytes=50-1000", { start: 50, end: 100 }],
    ["bytes=-1", { start: 99, end: 100 }],
    ["bytes=-1000", { start: 0, end: 100 }],
    ["Bytes = 1 - 2", { start: 1, end: 3 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", null],
    ["bytes=0-1,5-6", null],
    ["bytes=-", null],
    ["bytes=a-b", null],
    ["bytes=1.5-2", null],
    ["lines=0-1", null],
    [`bytes=${" ".repeat(15_000)}0-1`, null],
    ["", null],
    [null, null],
  ])("%s", (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });
});

test("whatever a header says, a range lies within the body and holds at least one byte", () => {
  const number = fc.oneof(fc.nat(200).map(String), fc.constant(""), fc.string());
  const header = fc.oneof(
    fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
    fc.string(),
  );
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 150 }), (text, length) => {
      const range = parseRange(text, length);
      if (range === null || range === "unsatisfiable") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(length);
    }),
  );
});

test("pieces asked for one after another make the whole", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (length, step) => {
      const pieces: number[] = [];
      for (let at = 0; at < length; at += step) {
        const range = parseRange(`bytes=${at}-${at + step - 1}`, length);
        if (range === null || range === "unsatisfiable") throw new Error(String(range));
        for (let byte = range.start; byte < range.end; byte++) pieces.push(byte);
      }
      expect(pieces).toEqual(Array.from({ length }, (_, byte) => byte));
    }),
  );
});

test("a range begun with other bytes does not apply", () => {
  expect(rangeApplies(null, '"a"')).toBe(true);
  expect(rangeApplies('"a"', '"a"')).toBe(true);
  expect(rangeApplies('W/"a"', '"a"')).toBe(false);
  expect(rangeApplies('"b"', '"a"')).toBe(false);
  expect(rangeApplies("Sat, 21 Nov 2026 09:30:00 GMT", '"a"')).toBe(false);
});
