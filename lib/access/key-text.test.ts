import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { base62, isKeyShaped, newKey, shownPart } from "./key-text";

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const DIGITS = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

function decoded(text: string): string {
  const number = [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
  return number.toString(16).padStart(64, "0");
}

test("32 bytes in base 62 have one length, one spelling, and can be read back", () => {
  fc.assert(
    fc.property(bytes32, (bytes) => {
      const text = base62(bytes);
      expect(text).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(decoded(text)).toBe(Buffer.from(bytes).toString("hex"));
    }),
  );
});

test("the least and the greatest number fill the same 43 digits", () => {
  expect(base62(new Uint8Array(32))).toBe("0".repeat(43));
  expect(base62(new Uint8Array(32).fill(255))).toHaveLength(43);
});

test("a larger number sorts after a smaller one", () => {
  fc.assert(
    fc.property(bytes32, bytes32, (one, other) => {
      expect(Math.sign(Buffer.compare(one, other))).toBe(
        base62(one) < base62(other) ? -1 : base62(one) > base62(other) ? 1 : 0,
      );
    }),
  );
});

test("a key has its prefix, and no other text is taken for one", () => {
  const key = newKey(randomBytes(32));
  expect(key).toMatch(/^pi_live_[0-9A-Za-z]{43}$/);
  expect(isKeyShaped(key)).toBe(true);
  expect(shownPart(key)).toBe(key.slice(0, 12));
  fc.assert(fc.property(fc.string(), (text) => !isKeyShaped(text)));
  for (const other of [`${key}\n`, `x${key}`, key.replace("live", "test"), key.slice(0, -1)]) {
    expect(isKeyShaped(other)).toBe(false);
  }
});

test("no two of ten thousand keys are alike", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newKey())).size).toBe(10_000);
});
