import fc from "fast-check";
import { expect, test } from "vitest";
import { likenessTo, mostAlike, textsHolding, trigrams } from "./letters";

test("letters are grouped as PostgreSQL groups them", () => {
  expect([...trigrams("ab-word")]).toEqual(["  a", " ab", "ab ", "  w", " wo", "wor", "ord", "rd "]);
});

const texts = fc.array(fc.stringMatching(/^[ab-]{0,8}$/), { maxLength: 30 });

test("the texts that hold a part are those that hold it, whatever its length", () => {
  fc.assert(
    fc.property(texts, fc.stringMatching(/^[ab-]{0,5}$/), (all, part) => {
      expect(textsHolding(all)(part)).toEqual([...all.keys()].filter((place) => all[place]?.includes(part)));
    }),
  );
});

test("a name is wholly like itself, and the most alike come first", () => {
  const key = fc.stringMatching(/^[abc]{1,6}(-[abc]{1,6})?$/);
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 10 }), (keys, limit) => {
      const asked = keys[0] as string;
      const likeness = likenessTo(keys)(asked);
      expect(likeness.get(0)).toBe(1);
      const found = mostAlike(likeness, limit);
      expect(found.length).toBe(Math.min(limit, likeness.size));
      const alike = found.map((place) => likeness.get(place) ?? 0);
      expect(alike).toEqual(alike.toSorted((a, b) => b - a));
      const left = [...likeness].filter(([place]) => !found.includes(place)).map(([, each]) => each);
      expect(Math.max(0, ...left)).toBeLessThanOrEqual(alike.at(-1) ?? 1);
    }),
  );
});
