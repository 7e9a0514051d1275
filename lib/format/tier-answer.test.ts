import { expect, test } from "vitest";
import { tierTitle } from "./tier-answer";

test.each([
  ["Acme", "Business", "Acme Business"],
  ["Acme 365 Business", "Business Standard", "Acme 365 Business Standard"],
  ["Acme", "Acme Pro", "Acme Pro"],
  ["Acme Pro", "Pro", "Acme Pro"],
  ["Acme", "Business Acme", "Acme Business Acme"],
])("%s, tier %s, is %s", (product, tier, title) => {
  expect(tierTitle(product, tier)).toBe(title);
});
