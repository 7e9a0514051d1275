import fc from "fast-check";
import { expect, test } from "vitest";
import { keptValues } from "./kept-values";

const key = fc.constantFrom("a", "b", "c", "d");
const step = fc.record({ key, value: fc.option(fc.dictionary(fc.string(), fc.jsonValue())) });

test("what is given is what was last set, or nothing; with room for all it is all there", () => {
  const room = fc.record({ texts: fc.constantFrom(40, 1e6), objects: fc.constantFrom(20, 1e6) });
  fc.assert(
    fc.property(room, fc.array(step, { maxLength: 40 }), (bytes, steps) => {
      const kept = keptValues<object>(bytes);
      const told = new Map<string, object>();
      for (const { key, value } of steps) {
        if (value) {
          kept.set(key, value);
          told.set(key, value);
        }
        const found = kept.get(key);
        if (bytes.texts > 1_000 || found) expect(JSON.stringify(found)).toBe(JSON.stringify(told.get(key)));
      }
    }),
  );
});

test("a value is found alike whether it was kept just now or long ago, down to what its parts share", () => {
  const part = { amount: 5 };
  const kept = keptValues<{ one: object; other: object }>({ texts: 1_000, objects: 1_000 });
  const given = kept.set("a", { one: part, other: part });
  expect(given).toEqual({ one: part, other: part });
  expect(given.one).not.toBe(given.other);
  expect(kept.get("a")).toBe(given);
});
