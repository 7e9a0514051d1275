import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerChange } from "@/lib/schemas/changes";
import {
  byWeek,
  calendarOf,
  changeSentence,
  changeText,
  monthSentence,
  readSentence,
  shadeOf,
  spanOf,
  weekOf,
} from "./ledger";

const MONTHS_OF_2026 = Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);

const change = (fields: Partial<LedgerChange> = {}): LedgerChange => ({
  id: "ch_1",
  product: { slug: "acme-chat", name: "Acme Chat", category: "team-chat" },
  day: "2026-08-21",
  class: "move",
  field: "priceMonthly",
  tier: "business-plus",
  before: 8,
  after: 10,
  percent: 25,
  currency: "USD",
  unit: "user/month",
  effectiveFrom: null,
  observedAt: "2026-08-21",
  dateRange: null,
  reason: null,
  confidence: 0.9,
  evidence: [],
  links: { page: "https://prices.example/software/team-chat/acme-chat", history: "https://prices.example/h" },
  ...fields,
});

describe("a change in words", () => {
  test("says what went where and how far", () => {
    expect(changeText(change())).toMatchObject({ before: "$8", after: "$10", step: "+25%", direction: "up" });
    expect(changeSentence(change())).toBe(
      "Acme Chat, Business plus, billed monthly: $8 → $10 per user per month, +25%",
    );
    const dateRange = { from: "2025-03-08", to: "2026-05-21", sources: 2 };
    expect(changeSentence(change({ dateRange }))).toBe(
      "Acme Chat, Business plus, billed monthly: $8 → $10 per user per month, +25%, between 8 Mar 2025 and 21 May 2026 (two sources)",
    );
    expect(changeText(change({ after: 6, percent: -25 }))).toMatchObject({ step: "−25%", direction: "down" });
    expect(changeText(change({ percent: 0 })).step).toBe("+<0.1%");
  });

  test("never turns an unknown price into a number", () => {
    expect(changeText(change({ after: null, percent: null }))).toMatchObject({
      after: "no longer published",
      step: "withdrawn",
    });
    const taken = change({ class: "correction", after: null, percent: null, reason: "not read from the page" });
    expect(changeText(taken)).toMatchObject({ after: "retracted", step: null, direction: null });
    expect(changeSentence(taken)).toBe(
      "Acme Chat, Business plus, billed monthly: $8 → retracted; not read from the page",
    );
    const seen = changeText(change({ class: "coverage", before: null, percent: null }));
    expect(seen).toMatchObject({ before: "unknown before", step: null, direction: null });
    expect(changeSentence(change({ after: null, percent: null }))).not.toMatch(/\$0|null/);
  });

  test("leaves the name of a model as its provider writes it", () => {
    const rate = change({ tier: "acme/large-2", field: "inputTokens", unit: "1000000 token" });
    expect(changeText(rate)).toMatchObject({ what: "acme/large-2, input", unit: "per 1M tokens" });
  });
});

describe("weeks", () => {
  test.each([
    ["2026-08-17", "2026-08-17"],
    ["2026-08-23", "2026-08-17"],
    ["2027-01-01", "2026-12-28"],
  ])("%s belongs to the Monday %s", (day, monday) => {
    expect(weekOf(day)).toBe(monday);
  });

  test("hold every change once, on its day and under its product", () => {
    const days = fc
      .integer({ min: 0, max: 60 })
      .map((offset) => new Date(Date.UTC(2026, 5, 1 + offset)).toISOString().slice(0, 10));
    const entries = fc.array(fc.tuple(days, fc.constantFrom("a", "b", "c")), { maxLength: 60 });
    fc.assert(
      fc.property(entries, (list) => {
        const changes = list.map(([day, slug], index) =>
          change({ id: `ch_${index}`, day, product: { slug, name: slug, category: "x" } }),
        );
        const seen = byWeek(changes).flatMap(({ monday, days: ofWeek }) =>
          ofWeek.flatMap(({ day, products }) => {
            expect(weekOf(day)).toBe(monday);
            return products.flatMap(({ slug, changes: own }) => {
              for (const one of own) expect([one.day, one.product.slug]).toEqual([day, slug]);
              return own.map(({ id }) => id);
            });
          }),
        );
        expect([...seen].sort()).toEqual(changes.map(({ id }) => id).sort());
      }),
    );
  });
});

describe("the calendar", () => {
  const months = fc.uniqueArray(
    fc
      .record({ year: fc.integer({ min: 2014, max: 2026 }), month: fc.integer({ min: 1, max: 12 }) })
      .map(({ year, month }) => `${year}-${String(month).padStart(2, "0")}`)
      .filter((month) => month <= "2026-11"),
    { maxLength: 60 },
  );
  const counted = (month: string, moved = 3) => ({ month, moved, productsUp: 2, productsDown: 1, up: 2, down: 1 });

  test("has every month of its years once, newest year first, and hatches exactly those without a reading", () => {
    fc.assert(
      fc.property(months, months, (read, moved) => {
        const years = calendarOf(
          moved.map((month) => counted(month)),
          "2026-11-23",
          read.map((month) => ({ month, again: 1, known: 1 })),
        );
        const cells = years.flatMap((year) => year.months);
        expect(years.map(({ year }) => Number(year))).toEqual(years.map((_, index) => 2026 - index));
        expect(new Set(cells.map(({ month }) => month)).size).toBe(years.length * 12);
        const past = cells.filter(({ isAhead }) => !isAhead);
        expect(cells.filter(({ isAhead }) => isAhead).map(({ month }) => month)).toEqual(["2026-12"]);
        expect(
          past
            .filter(({ isRead }) => isRead)
            .map(({ month }) => month)
            .sort(),
        ).toEqual([...read].sort());
        expect(
          cells
            .filter((cell) => cell.moved > 0)
            .map(({ month }) => month)
            .sort(),
        ).toEqual([...moved].sort());
      }),
    );
  });

  test("tells a month in which nothing was read apart from one in which nothing moved", () => {
    const [year] = calendarOf([counted("2026-03"), counted("2026-05", 1)], "2026-11-23", [
      { month: "2026-01", again: 42, known: 1_475 },
      { month: "2026-03", again: 1, known: 1 },
      { month: "2026-04", again: 0, known: 1 },
    ]);
    const says = (index: number) => year && monthSentence(year.months[index] as (typeof year.months)[number]);
    expect(says(0)).toBe("Jan 2026: no price change found. 42 products checked again; 1,433 not checked");
    expect(says(1)).toBe("Feb 2026: no product checked again");
    expect(says(2)).toBe(
      "Mar 2026: 3 price changes, rises for 2 products, cuts for 1 product. 1 product checked again",
    );
    expect(says(3)).toBe("Apr 2026: no product checked again");
    expect(says(4)).toMatch(/^May 2026: no product checked again\. Dated later by vendors: 1 price change,/);
    expect(says(11)).toBe("Dec 2026: in the future");
    expect(spanOf("2024-02")).toEqual({ since: "2024-02-01", until: "2024-02-29" });
    expect(spanOf("2026-12")).toEqual({ since: "2026-12-01", until: "2026-12-31" });
  });

  test("says until when prices were read, and what a hatched month is", () => {
    const whole = MONTHS_OF_2026.map((month) => ({ month, again: 1, known: 1 }));
    expect(readSentence(calendarOf([], "2026-11-23", whole), "2026-11-03")).toBe(
      "Prices were last checked on 3 Nov 2026.",
    );
    expect(readSentence(calendarOf([], "2026-11-23", whole.slice(1)), "2026-11-03")).toBe(
      "Prices were last checked on 3 Nov 2026. In hatched months, no price was checked again, so price changes are unknown.",
    );
    expect(readSentence(calendarOf([], "2026-11-23", []), null)).toMatch(/^No prices have been checked/);
  });

  test("shades by count: none apart from one, more never lighter, the most darkest", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }), (most, count) => {
        const shade = shadeOf(Math.min(count, most), most);
        expect(shade === 0).toBe(count === 0);
        expect(shade).toBeLessThanOrEqual(shadeOf(most, most));
        expect(shade).toBeGreaterThanOrEqual(shadeOf(Math.min(count, most) - 1, most));
      }),
    );
    expect([0, 1, 500].map((count) => shadeOf(count, 500))).toEqual([0, 1, 4]);
  });
});
