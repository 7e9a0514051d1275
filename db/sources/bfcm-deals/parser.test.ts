import { expect, test } from "vitest";
import { fromDeals, scopeOf } from "./parser";

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

test.each<[string, string | null]>([
  ["75% OFF Pro, applied automatically on checkout", "on Pro"],
  ["**30% OFF** the first year with code **BF2025**", "for the first year"],
  ["**20% OFF** first payment, code **X**", "for the first payment"],
  ["**25% off** for 3 months with the code **CC**", "for 3 months"],
  ["50% OFF first year of yearly plan", "with annual billing for the first year"],
  ["50% OFF monthly and yearly plans", null],
  ["**50% OFF** - new accounts", "for new customers"],
  ["Up to 40% OFF on team licenses for 5 developers", "at most on team licences for 5 developers"],
  ["Up to 50 percent off sitewide and 95% OFF on Big Bundle", "at most, the highest share on a bundle only"],
  [
    "Up to 50 percent off all templates and 95 percent off All Access Pass",
    "at most, the highest share on an all access pass only",
  ],
  ["68% OFF + 3 months free", "plus 3 months free"],
  ["25% OFF forever with code **X**", "recurring"],
  ["30% OFF with code **BLACK22**", null],
])("what %j holds for", (text, expected) => {
  expect(scopeOf(text)).toBe(expected);
});

test("what an offer held for is told with its years, and with the years in question where they differ", () => {
  const condition = (...deals: Parameters<typeof fromDeals>[0]) =>
    fromDeals(deals).readings.map(({ fact }) => fact.kind === "discount" && fact.condition)[0];
  expect(condition(deal("2023", "30% off first year"), deal("2024", "30% OFF the first year"))).toBe(
    "Black Friday offers in 2023, 2024, for the first year",
  );
  expect(condition(deal("2022", "30% OFF for the first year"), deal("2025", "20% OFF"))).toBe(
    "Black Friday offers in 2022, 2025; in 2022 for the first year",
  );
});

test("an app of a shop is no product of the same name", () => {
  const { readings, rejects } = fromDeals([{ ...deal("2024", "40% off"), url: "https://apps.apple.com/app/id1" }]);
  expect([readings.length, rejects[0]?.reason]).toEqual([0, expect.stringMatching(/shop/)]);
});

test("courses and books are no products", () => {
  expect(fromDeals([deal("2024", "50% off", "Testing Course")]).readings).toEqual([]);
});

test("a tagline or another ending of the address is no other product", () => {
  const { readings } = fromDeals([
    deal("2023", "50% OFF", "Acme: SEO checker"),
    { ...deal("2022", "75% OFF", "Acme - Personal Finance Dashboard"), url: "https://acme.io" },
    deal("2024", "33% OFF"),
    { ...deal("2024", "10% OFF"), url: "https://plugins.acme.dev" },
  ]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme", domain: "acme.dev" },
      evidence: { note: "The offers of earlier years stand in the list's versions of 2022-11-30, 2023-11-30." },
      fact: { percentLow: 33, percentHigh: 75, condition: "Black Friday offers in 2022, 2023, 2024" },
    },
    { fact: { percentLow: 10 } },
  ]);
});
