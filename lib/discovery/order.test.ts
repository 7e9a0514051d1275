import fc from "fast-check";
import { expect, test } from "vitest";
import { firstInOrder } from "./order";

test("the first of a list are those of the whole list in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 20 }), (items, count) => {
      const compare = (a: number, b: number) => a - b;
      expect(firstInOrder(items, count, compare)).toEqual(items.toSorted(compare).slice(0, count));
    }),
  );
});
