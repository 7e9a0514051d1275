import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailAddress, pathWithin } from "./address";
import { redirectTricks } from "./testing/redirect-tricks";

test("addresses are compared in one form", () => {
  expect(mailAddress("  Buyer@Example.COM ")).toBe("buyer@example.com");
  for (const text of [
    "",
    "x",
    "a@b",
    "a@x.com,b@x.com",
    "a@x.com\nBcc: b@x.com",
    `${"a".repeat(250)}@x.com`,
    null,
    7,
  ]) {
    expect(mailAddress(text)).toBeNull();
  }
});

describe("where one is sent after signing in", () => {
  test.each(["/account", "/coverage?x=1#y", "/software/crm/acme"])("%s is kept", (path) => {
    expect(pathWithin(path)).toBe(path);
  });

  test.each([...redirectTricks("https://here.example"), "", null])("%s leads to the account", (path) => {
    expect(pathWithin(path)).toBe("/account");
  });

  test("is always this site, whatever was asked for", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      "//",
      ".",
      "..",
      ":",
      "@",
      "evil.example",
      "%2f",
      "\t",
      "\n",
      " ",
      "?",
      "#",
      "a",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((list) => list.join("")),
        ),
        (text) => {
          expect(new URL(pathWithin(text), "https://here.example").origin).toBe("https://here.example");
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
