import { describe, expect, test } from "vitest";
import { acme } from "./acme.fixture";
import { priceOfTier, productMarkdown } from "./markdown";

const [tier] = acme.tiers ?? [];
if (!tier) throw new Error("the fixture has tiers");

describe("productMarkdown", () => {
  const text = productMarkdown(acme);

  test("answers first and ends with the address to cite", () => {
    expect(text.split("\n")[0]).toBe("# Acme Chat pricing");
    expect(text.split("\n")[2]).toBe(
      `**${acme.answer}** Confidence 0.62. From a dated public capture, not yet checked by us.`,
    );
    expect(text.split("\n## ").at(-1)).toContain(acme.links.page);
  });

  test("shows every tier and every piece of evidence", () => {
    for (const { name } of acme.tiers ?? []) expect(text).toContain(name);
    for (const { url } of acme.evidence) expect(text).toContain(url);
  });

  test("has no section for a group without data and no undefined in it", () => {
    const bare = productMarkdown({ ...acme, tiers: undefined, hiddenCosts: undefined, priceHistory: undefined });
    expect(bare).not.toMatch(/## (Tiers|Extra costs|Price history)/);
    expect(text + bare).not.toMatch(/undefined|NaN|null|\[object/);
  });

  test("a source's text cannot break a table or bring markup", () => {
    const odd = { ...tier, name: "Pro | <script>\n[x](javascript:1)" };
    const shown = productMarkdown({ ...acme, tiers: [odd] });
    expect(shown).not.toContain("<script");
    expect(shown).toContain("Pro \\| &lt;script> \\[x\\](javascript:1)");
  });
});

describe("priceOfTier", () => {
  test.each([
    ["month", "$20 a month, billing period not stated"],
    ["user/month", "$20 per user a month, billing period not stated"],
    ["GB", "$20 a month, billing period not stated, per GB"],
  ])("a price per %s names the month once", (priceUnit, expected) => {
    const listPrice = { amount: 20, currency: "USD", period: "month" as const, billing: "unstated" as const };
    const priced = {
      isFree: false,
      priceStatus: "published" as const,
      priceMonthly: null,
      priceAnnual: null,
      listPrice,
    };
    expect(priceOfTier({ ...tier, ...priced, priceUnit, minimumSeats: null })).toBe(expected);
  });

  test.each([
    [{ ...tier, isFree: true }, "free"],
    [{ ...tier, isFree: false, priceStatus: "contact_sales" as const }, "on request"],
    [
      {
        ...tier,
        isFree: false,
        priceStatus: "published" as const,
        priceMonthly: 8.75,
        priceAnnual: 7.25,
        priceUnit: "user/month",
      },
      "$8.75 billed monthly, $7.25 billed yearly, per user a month",
    ],
    [
      {
        ...tier,
        isFree: false,
        priceStatus: "published" as const,
        priceMonthly: null,
        priceAnnual: null,
        listPrice: null,
      },
      "not yet read",
    ],
  ])("%#: an unknown price is words, never 0", (given, expected) => {
    expect(priceOfTier({ ...given, minimumSeats: null })).toBe(expected);
  });
});
