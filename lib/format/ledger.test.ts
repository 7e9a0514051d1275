import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutMonths } from "@/lib/chart/months";
import type { LedgerChange } from "@/lib/schemas/changes";
import { byWeek, changeSentence, changeText, lastMonths, monthsInWords, readSentence, weekOf } from "./ledger";

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
  reason: null,
  evidence: [],
  links: { page: "https://prices.example/software/team-chat/acme-chat", history: "https://prices.example/h" },
  ...fields,
});

describe("a change in words", () => {
  test("says what went where and how far", () => {
    expect(changeText(change())).toMatchObject({ before: "$8", after: "$10", step: "+25%", direction: "up" });
    expect(changeSentence(change())).toBe("Acme Chat, Business plus, billed monthly: $8 → $10 per user a month, +25%");
    expect(changeText(change({ after: 6, percent: -25 }))).toMatchObject({ step: "−25%", direction: "down" });
    expect(changeText(change({ percent: 0 })).step).toBe("+<0.1%");
  });

  test("never turns an unknown price into a number", () => {
    expect(changeText(change({ after: null, percent: null }))).toMatchObject({
      after: "no longer published",
      step: "withdrawn",
    });
    const taken = change({ class: "correction", after: null, percent: null, reason: "not read from the page" });
    expect(changeText(taken)).toMatchObject({ after: "taken back", step: null, direction: null });
    expect(changeSentence(taken)).toBe(
      "Acme Chat, Business plus, billed monthly: $8 → taken back; not read from the page",
    );
    const seen = changeText(change({ class: "coverage", before: null, percent: null }));
    expect(seen).toMatchObject({ before: "not known before", step: null, direction: null });
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

test("months without a change are there, with zeros, up to the day's own", () => {
  const known = { month: "2026-01", productsUp: 2, productsDown: 1, up: 5, down: 1 };
  const months = lastMonths([known], "2026-02-15", 14, [{ month: "2025-12" }]);
  expect(months).toHaveLength(14);
  expect([months[0]?.month, months.at(-1)?.month]).toEqual(["2025-01", "2026-02"]);
  expect(months[12]).toEqual({ ...known, isRead: true });
  expect(months[13]).toMatchObject({ up: 0, productsUp: 0 });
  expect(months.filter(({ isRead }) => isRead).map(({ month }) => month)).toEqual(["2025-12", "2026-01"]);
});

test("a month in which nothing was read is told as such, and not as one without moves", () => {
  const months = lastMonths([], "2026-02-15", 3, [{ month: "2026-01" }]);
  expect(monthsInWords(months, (month) => month)).toBe("2025-12: not read; 2026-02: not read");
  expect(readSentence(months, "2026-01-20")).toBe(
    "Prices were read until 20 Jan 2026. In a hatched month, no price was read: it is not known whether one moved.",
  );
  expect(readSentence(lastMonths([], "2026-02-15", 1, [{ month: "2026-02" }]), "2026-02-03")).toBe(
    "Prices were read until 3 Feb 2026.",
  );
  expect(readSentence(months, null)).toMatch(/^No price has been read/);
});

test("bars of the plot stand on one scale and stay within it", () => {
  const counts = fc.array(fc.record({ up: fc.nat(900), down: fc.nat(900) }), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(counts, (list) => {
      const months = list.map((count, index) => ({ month: `2026-${String(index + 1).padStart(2, "0")}`, ...count }));
      const { bars, base, height } = layoutMonths(months, { width: 358, height: 190 });
      const scales = bars.flatMap(({ up, down }, index) => [
        [up.height, months[index]?.up ?? 0],
        [down.height, months[index]?.down ?? 0],
      ]);
      const [tall = 0, most = 0] = [...scales].sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0))[0] ?? [];
      for (const [drawn = 0, count = 0] of scales) {
        expect(drawn).toBeCloseTo(most === 0 ? 0 : (count / most) * tall, 1);
      }
      for (const { up, down } of bars) {
        expect(up.y).toBeGreaterThanOrEqual(0);
        expect(up.y + up.height).toBeCloseTo(base, 1);
        expect(down.y + down.height).toBeLessThanOrEqual(height);
      }
    }),
  );
});
