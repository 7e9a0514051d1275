import { expect, test } from "vitest";
import { fromDeals, percentsOff, studentOffer } from "./seasonal-deals";

test.each<[string, number[]]>([
  ["**50% OFF** with code **BF50**", [50]],
  ["Up to 50 percent off all templates and 95 percent off All Access Pass", [50, 95]],
  ["66% OFF (30% of proceeds go to charity)", [66]],
  ["$5.99 -> $0.99 Lifetime", []],
  ["One more story for free", []],
  ["100% free", []],
])("percentages off in %j", (text, expected) => {
  expect(percentsOff(text)).toEqual(expected);
});

const deal = (year: string, text: string, name = "Acme") => ({
  year,
  snapshot: `${year}-11-30`,
  commit: "abc",
  name,
  url: "https://acme.dev/?ref=bf",
  deal: text,
});

test("the offers of all years are one discount, without codes, for known products only", () => {
  const { readings } = fromDeals([
    deal("2024", "30% off with code **BF24**"),
    deal("2023", "50% OFF"),
    deal("2022", "a gift"),
  ]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme", domain: "acme.dev", onlyIfKnown: true },
      trust: "C",
      observedAt: "2024-11-30",
      fact: { discount: "seasonal", percentLow: 30, percentHigh: 50, condition: "Black Friday offers in 2023, 2024" },
    },
  ]);
  expect(JSON.stringify(readings)).not.toContain("BF24");
});

test("courses and books are no products", () => {
  expect(fromDeals([deal("2024", "50% off", "Testing Course")]).readings).toEqual([]);
});

const item = {
  section: "SaaS",
  name: "Acme - Boards",
  url: "https://acme.dev/students",
  text: "[FREE] - Pro plan free for one year.",
  parent: null,
  line: 7,
};

test("a free plan for students is a discount of 100 percent", () => {
  expect(studentOffer(item)).toMatchObject({
    subject: { name: "Acme", onlyIfKnown: true },
    fact: {
      discount: "education",
      percentLow: 100,
      percentHigh: 100,
      condition: "For verified students, for one year",
    },
  });
  expect(studentOffer({ ...item, text: "[DISCOUNT] - Students get a 20% discount" })).toMatchObject({
    fact: { percentLow: 20 },
  });
});

test("credits and unstated discounts give nothing", () => {
  expect(studentOffer({ ...item, text: "[CREDIT] - $200 in hosting credit" })).toMatch(/credits/);
  expect(studentOffer({ ...item, text: "[DISCOUNT] - Cheaper for students" })).toMatch(/without one percentage/);
});
