import { expect, test } from "vitest";
import { isTooDeep } from "./json-depth";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test("counts the levels of objects and arrays", () => {
  expect(isTooDeep(nested(3), 3)).toBe(false);
  expect(isTooDeep(nested(4), 3)).toBe(true);
  expect(isTooDeep({ a: [{ b: 1 }], c: "text" }, 3)).toBe(false);
  expect(isTooDeep({ c: null, a: [{ b: {} }] }, 3)).toBe(true);
  expect(isTooDeep(null, 0)).toBe(false);
});

test("checks a value that would overflow the stack of a recursive function", () => {
  expect(isTooDeep(nested(30_000))).toBe(true);
});
