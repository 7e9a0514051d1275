import fc from "fast-check";
import { expect, test } from "vitest";
import { likenessTo, trigrams } from "./letters";
import { likeness, mostAlike } from "./testing/reference";

test("letters are grouped as PostgreSQL groups them", () => {
  expect([...trigrams("ab-word")]).toEqual(["  a", " ab", "ab ", "  w", " wo", "wor", "ord", "rd "]);
});

const key = fc.stringMatching(/^[abc]{1,6}(-[abc]{1,6})?$/);
const limit = fc.integer({ min: 1, max: 10 });

test("a name is as alike as the share of groups in common, and the most alike come first", () => {
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 40 }),
      fc.array(key, { minLength: 1, maxLength: 5 }),
      limit,
      (keys, all, n) => {
        const to = likenessTo(keys);
        for (const asked of all) {
          const alike = to(asked);
          expect(alike.most(n)).toEqual(mostAlike(keys, asked, n));
          keys.forEach((each, place) => {
            expect(alike.of(place)).toBe(likeness(asked, each));
            expect(alike.atMost(place)).toBeGreaterThanOrEqual(alike.of(place));
          });
        }
      },
    ),
  );
});

test("the most alike of so many names that most are never looked at are the same", () => {
  const part = fc.constantFrom("acme", "sample", "ledger", "board", "00", "001", "12", "7");
  const asked = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("-"));
  const makers = ["acme", "sample", "fixture"];
  const nouns = ["ledger", "board", "desk", "mail"];
  const keys = Array.from(
    { length: 6_000 },
    (_, at) => `${makers[at % 3]}-${nouns[(at >> 2) % 4]}-${String(at * 7).padStart(5, "0")}`,
  );
  const to = likenessTo(keys);
  const isOdd = (place: number) => place % 2 === 1;
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 50 }), (each, most) => {
      expect(to(each).most(most)).toEqual(mostAlike(keys, each, most));
      const even = mostAlike(keys, each, keys.length).filter(({ place }) => !isOdd(place));
      expect(to(each).most(most, isOdd)).toEqual(even.slice(0, most));
    }),
    { numRuns: 15 },
  );
});
