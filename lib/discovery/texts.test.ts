import fc from "fast-check";
import { expect, test } from "vitest";
import { Texts } from "./texts";

const texts = fc.array(fc.stringMatching(/^[abé+. \n-]{0,9}$/), { maxLength: 30 });
const parts = fc.array(fc.stringMatching(/^[abé+. \n-]{0,5}$/), { minLength: 1, maxLength: 6 });

test("the texts that hold a part are those that hold it, whatever its length and signs", () => {
  fc.assert(
    fc.property(texts, parts, (all, asked) => {
      const found = new Texts(all);
      for (const part of asked) {
        const holding = [...all.keys()].filter((place) => all[place]?.includes(part));
        expect(found.holding(part).toSorted((a, b) => a - b)).toEqual(holding);
      }
    }),
  );
});

test("the texts with a word are those that have it whole", () => {
  const all = ["ab", "ab-a", "a-ab", "aab", "b"];
  expect(new Texts(all).withWord("ab").toSorted()).toEqual([0, 1, 2]);
});
