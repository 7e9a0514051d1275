import fc from "fast-check";
import { expect, test } from "vitest";
import { holdingWords } from "./words";

const word = fc.stringMatching(/^[ab]{1,3}$/);
const words = fc.array(word, { maxLength: 4 });
const texts = fc.array(fc.record({ name: words, maker: words, category: words }), { maxLength: 12 });

test("what holds words that begin with every term is found, weighed by its best words", () => {
  const weights = { name: 1, maker: 0.4, category: 0.2 } as const;
  fc.assert(
    fc.property(texts, fc.array(word, { minLength: 1, maxLength: 3 }), (all, terms) => {
      const found = new Map<number, number>();
      const holding = holdingWords(all);
      // An earlier search does not affect a later one.
      holding(terms.slice(1), () => {});
      holding(terms, (index, weight) => found.set(index, weight));
      const expected = all.flatMap((text, index) => {
        const best = terms.map((term) =>
          Math.max(
            0,
            ...(["name", "maker", "category"] as const)
              .filter((place) => text[place].some((each) => each.startsWith(term)))
              .map((place) => weights[place]),
          ),
        );
        return best.every((weight) => weight > 0)
          ? [[index, best.reduce((sum, weight) => sum + weight, 0) / terms.length] as const]
          : [];
      });
      expect([...found.keys()].sort()).toEqual(expected.map(([index]) => index).sort());
      for (const [index, weight] of expected) expect(found.get(index)).toBeCloseTo(weight, 9);
    }),
  );
});
