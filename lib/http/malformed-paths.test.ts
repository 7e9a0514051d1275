import fc from "fast-check";
import { expect, test } from "vitest";
import { literalPath } from "./malformed-paths";

test.each([
  ["/api/v2/pricing/slack?depth=%", "/api/v2/pricing/slack?depth=%"],
  ["/a%20b", "/a%20b"],
  ["/%", "/%25"],
  ["/%E0%A4%A", "/%25E0%25A4%25A"],
  ["/a%FF?b=%FF", "/a%25FF?b=%FF"],
])("%s is read as %s", (url, read) => {
  expect(literalPath(url)).toBe(read);
});

test("every path can be decoded afterwards", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (url) => {
      expect(() => decodeURIComponent(literalPath(url).split("?", 1)[0] ?? "")).not.toThrow();
    }),
  );
});
