import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acme } from "./acme.fixture";
import { CARD, shareCard, writable } from "./share-card";

const named = (name: string) => shareCard({ ...acme, name }, null);

describe("a share image", () => {
  test("says name, price, free plan, day and confidence", () => {
    const card = shareCard(acme, null);
    expect(card.title.text).toBe("Acme Chat pricing");
    expect(card.price.text).toBe("$8.75–$15 per user per month");
    expect(card.facts).toEqual([
      "from $7.25 billed yearly",
      "free plan",
      "checked 21 Aug 2026",
      "confidence 0.62, fair",
    ]);
    const counted = shareCard(acme, null, 30);
    expect(counted.price.text).toBe("$2,610 a year for 30 people");
    expect(counted.facts).toEqual(["Pro, billed yearly", "checked 21 Aug 2026", "confidence 0.62, fair"]);
    expect(card.strip?.marks.map(({ text }) => text)).toEqual(["Free", "Pro $8.75", "Business+ $15"]);
  });

  test("names the median that its tick stands for", () => {
    const card = shareCard(acme, { value: 6.5, products: 7 });
    expect(card.strip?.median?.value).toBe(6.5);
    expect(card.stripNote).toContain("median of 7 products in Team chat, $6.50");
  });

  test("is set smaller for a long name, and cut where it would not fit", () => {
    expect(named("Ox").title.size).toBeGreaterThan(named("Oracle Industries Payment Cloud Service").title.size);
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (name) => {
        const { text, size } = named(name).title;
        expect(size).toBeGreaterThanOrEqual(50);
        // Even the narrowest letters do not fill more than two lines.
        expect(text.length * size * 0.25).toBeLessThan(2 * CARD.width);
      }),
    );
    expect(named("W".repeat(200)).title.text).toMatch(/^W{10,40}…$/);
  });

  test("draws its strip inside the image however many tiers there are", () => {
    const [, pro] = acme.tiers ?? [];
    if (!pro) throw new Error("fixture has no tier");
    const tiers = Array.from({ length: 30 }, (_, index) => ({
      ...pro,
      id: `tier-${index}`,
      name: `Tier number ${index}`,
      priceMonthly: 10 + index / 10,
    }));
    const { strip } = shareCard({ ...acme, tiers }, null);
    expect(strip?.height).toBeLessThanOrEqual(170);
    expect(strip?.marks).toHaveLength(30);
    for (const mark of strip?.marks ?? []) {
      expect(mark.labelX + mark.text.length * 22 * 0.58).toBeLessThanOrEqual(CARD.width - 2 * CARD.margin + 1);
    }
  });

  test("holds nothing of a restricted group", () => {
    const { tiers: _tiers, usage: _usage, ...rest } = acme;
    const priceRange = { low: null, median: null, high: null, currency: null, unit: null, display: "" };
    const card = shareCard({ ...rest, priceRange, priceStatus: "unverified" }, null);
    expect(JSON.stringify(card)).not.toMatch(/21,?400|median|1,?013/);
  });

  test("writes only what its fonts can draw", () => {
    expect(writable("专业版 (Professional Edition)", "pro")).toBe("(Professional Edition)");
    expect(writable("定制报价", "custom")).toBe("custom");
    expect(writable("Łódź & Söhne – €5", "x")).toBe("Łódź & Söhne – €5");
    expect(writable("Acme 🚀 Chat", "acme")).toBe("Acme Chat");
  });
});
