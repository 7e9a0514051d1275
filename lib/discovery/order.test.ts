import fc from "fast-check";
import { expect, test } from "vitest";
import { First, inOrder } from "./order";

const number = fc.integer({ min: 0, max: 3 });
const ranks = fc
  .array(fc.record({ band: number, key: number, tie: number }), { maxLength: 300, size: "max" })
  .map((all) => all.map((rank, place) => ({ ...rank, place })))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

test("the first of those that were added are those of all in order, passed by or not", () => {
  fc.assert(
    fc.property(ranks, fc.integer({ min: 0, max: 20 }), (all, count) => {
      const first = new First(count);
      for (const rank of all) {
        if (first.passes(rank.band, rank.key, rank.tie, rank.place)) first.pass();
        else first.add(rank);
      }
      expect(first.made()).toEqual({ first: all.toSorted(inOrder).slice(0, count), more: all.length > count });
    }),
  );
});
