import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "./packed-text";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .tuple(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat({ max: 200 }))
    .map(([part, times]) => part.repeat(times)),
  fc.json({ noUnicodeString: false }),
);

test("a text is had back as it was given, and nothing is held beside its bytes", () => {
  fc.assert(
    fc.property(text, (given) => {
      const kept = packed(given);
      expect(unpacked(kept)).toBe(given);
      expect(kept.length).toBe(Buffer.byteLength(given));
      expect(kept.bytes.length).toBeLessThanOrEqual(kept.length);
      expect(kept.bytes.buffer.byteLength).toBe(kept.bytes.length);
    }),
    { numRuns: 500 },
  );
});

test("what repeats itself takes a fraction of its length", () => {
  const given = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ tier: `tier-${index}`, currency: "USD" })));
  expect(packed(given).bytes.length).toBeLessThan(given.length / 4);
});
