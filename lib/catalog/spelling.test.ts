import fc from "fast-check";
import { expect, test } from "vitest";
import { spelledAlike, typingSteps } from "./spelling";

test.each([
  ["slack", "slack", 0],
  ["slakc", "slack", 1],
  ["slakc", "slab", 2],
  ["", "abc", 3],
  ["abc", "", 3],
  ["notoin", "notion", 1],
  ["figam", "figma", 1],
  ["kitten", "sitting", 3],
])("from %j to %j it is %i steps", (a, b, steps) => {
  expect(typingSteps(a, b)).toBe(steps);
});

test("hyphens do not count", () => {
  expect(spelledAlike("open-ai", "openai")).toBe(1);
  expect(spelledAlike("", "")).toBe(1);
  expect(spelledAlike("ab", "cd")).toBe(0);
});

test("it is as far there as back, and never further than the longer text", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(typingSteps(a, b)).toBe(typingSteps(b, a));
      expect(typingSteps(a, b)).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
      expect(typingSteps(a, b) === 0).toBe(a === b);
    }),
  );
});
