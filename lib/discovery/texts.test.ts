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
        expect([...found.holding(part)]).toEqual([...all.keys()].filter((place) => all[place]?.includes(part)));
      }
    }),
  );
});

test("the texts with a word are those that have it whole", () => {
  const all = ["ab", "ab-a", "a-ab", "aab", "b"];
  expect([...new Texts(all).withWord("ab")]).toEqual([0, 1, 2]);
});
