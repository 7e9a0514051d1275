import { expect, test } from "vitest";
import { barsPath } from "./bars";

const SIZE = { width: 32, height: 20, gap: 2 };

test("a bar's height is its share of the full count", () => {
  expect(barsPath([10, 5, 0], { ...SIZE, full: 10 })).toBe("M0 20v-20h9.33V20ZM11.33 20v-10h9.33V20Z");
});

test("a small count is seen, none is not, and no bar is higher than the picture", () => {
  expect(barsPath([1, 0], { ...SIZE, full: 10_000 })).toBe("M0 20v-1h15V20Z");
  expect(barsPath([30], { ...SIZE, full: 10 })).toBe("M0 20v-20h32V20Z");
});

test("nothing to count gives no bars", () => {
  expect(barsPath([], { ...SIZE, full: 3 })).toBe("");
  expect(barsPath([0, 0], { ...SIZE, full: 0 })).toBe("");
});
