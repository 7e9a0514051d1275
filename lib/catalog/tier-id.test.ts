import fc from "fast-check";
import { expect, test } from "vitest";
import { Slug } from "@/lib/schemas/primitives";
import { tierId } from "./tier-id";

test.each([
  ["BUSINESS_PLUS", "business-plus"],
  ["Business+", "business-plus"],
  ["Business Plus plan", "business-plus"],
  ["Pro (2,500 contacts)", "pro-2500-contacts"],
  ["Équipe & co", "equipe-and-co"],
  ["The Works", "works"],
  ["无限", "tier"],
])("%s is %s", (name, id) => {
  expect(tierId(name)).toBe(id);
});

test("any name gives a valid slug, and a slug is its own id", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (name) => {
      const id = tierId(name);
      if (id.length <= 120) Slug.parse(id);
    }),
  );
});
