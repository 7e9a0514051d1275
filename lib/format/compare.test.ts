import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompareAnswer, ComparedField, FieldComparison } from "@/lib/schemas/compare";
import { comparisonAnswer, singular } from "./compare";

const NAMES = { a: "Acme", b: "Bolt", c: "Crew", d: "Dash" } as const;
type Slug = keyof typeof NAMES;
type Given = { slug: Slug; cost: number | null; start?: number | null; seen: string };

function field(name: ComparedField, values: Record<string, number | null>, unit: string): FieldComparison {
  const known = Object.entries(values).filter(([, value]) => value !== null) as [string, number][];
  const least = Math.min(...known.map(([, value]) => value));
  const leaders = known.length < 2 ? [] : known.filter(([, value]) => value === least).map(([slug]) => slug);
  return {
    field: name,
    values,
    units: Object.fromEntries(known.map(([slug]) => [slug, unit])),
    winner: leaders.length === 1 ? (leaders[0] ?? null) : null,
    tie: leaders.length > 1,
    leaders,
    rule: "",
    license: {},
    evidence: Object.fromEntries(known.map(([slug]) => [slug, [`ev_${slug}`]])),
  };
}

function answer(given: readonly Given[]): Parameters<typeof comparisonAnswer>[0] {
  const by = (pick: (one: Given) => number | null) => Object.fromEntries(given.map((one) => [one.slug, pick(one)]));
  return {
    asOf: "2026-11-23",
    fields: [
      field(
        "costForSeats",
        by(({ cost }) => cost),
        "USD in the first year, Pro",
      ),
      field(
        "startingPrice",
        by(({ start = null }) => start),
        "USD per user, billed monthly",
      ),
    ],
    products: given.map(({ slug }) => ({
      slug,
      name: NAMES[slug],
      verification: { observedAt: "2026-11-20" },
    })) as unknown as CompareAnswer["products"],
    evidence: given.map(({ slug, seen }) => ({
      id: `ev_${slug}`,
      capturedAt: seen,
    })) as unknown as CompareAnswer["evidence"],
  };
}

const said = (...given: Given[]) => comparisonAnswer(answer(given), 25);
const a: Given = { slug: "a", cost: 900, seen: "2025-03-04" };
const b: Given = { slug: "b", cost: 1200, seen: "2025-03-30" };
const c: Given = { slug: "c", cost: null, seen: "2026-11-20" };

test("a winner is cheaper by its share of the next, with the age of the oldest price that is shown", () => {
  expect(said(a, b, c)).toBe(
    "First year for 25 people: Acme about $900, Bolt about $1,200. Acme is 25% cheaper. Checked Mar 2025 (20 months ago, old). Confirm with the vendors. Unknown for Crew.",
  );
  expect(said({ ...a, seen: "2026-10-04" }, { ...b, seen: "2026-11-02" })).toBe(
    "First year for 25 people: Acme $900, Bolt $1,200. Acme is 25% cheaper. Checked Oct 2026–Nov 2026 (oldest 50 days ago).",
  );
  expect(said(a, b, { ...c, cost: 1800 })).toContain(". Acme is 25% cheaper than Bolt. ");
  expect(said({ ...a, cost: 1199 }, b)).toContain(". Acme is less than 1% cheaper. ");
});

test("those who tie cost the same only where nobody costs more", () => {
  expect(said(a, { ...b, cost: 900 })).toContain(". They cost the same. ");
  expect(said(a, { ...b, cost: 900 }, { ...c, cost: 1000 })).toContain(". Acme and Bolt are the cheapest. ");
});

test("with one price nothing is called cheapest; with none nothing is said of one", () => {
  expect(said(a, c)).toBe(
    "First year for 25 people: Acme about $900. Checked Mar 2025 (20 months ago, old). Confirm with the vendor. Unknown for Crew.",
  );
  expect(said(c, { ...c, slug: "d" })).toBe("No comparable price is known.");
});

test("whatever is known, each product is named, and each figure with the month it was read", () => {
  const one = fc.record({
    cost: fc.option(fc.integer({ min: 1, max: 9 })),
    start: fc.option(fc.integer({ min: 1, max: 9 })),
    seen: fc.constantFrom("2024-05-06", "2025-03-04", "2026-11-20"),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 2, maxLength: 4 }), (drawn) => {
      const slugs = Object.keys(NAMES) as Slug[];
      const given = drawn.map((rest, index) => ({ ...rest, slug: slugs[index] as Slug }));
      const text = comparisonAnswer(answer(given), 25);
      const costs = given.filter(({ cost }) => cost !== null);
      const starts = given.filter(({ start }) => start !== null);
      if (costs.length === 0 && starts.length < 2) {
        expect(text).toBe("No comparable price is known.");
        return;
      }
      for (const { slug } of given) expect(text).toContain(NAMES[slug]);
      const shown = costs.length >= 2 || starts.length < 2 ? costs : starts;
      const years = shown.map(({ seen }) => seen.slice(0, 4)).sort();
      expect(text).toContain(years[0]);
      expect(text).toContain(years.at(-1));
      if (shown.length < given.length) expect(text).toContain("Unknown for");
    }),
  );
});

test.each([
  [
    { billing: "annual", currency: "USD" },
    "Acme is billed monthly and Bolt is billed yearly, so these amounts are not ranked.",
  ],
  [{ billing: "unstated", currency: "USD" }, "The billing of Bolt is not stated, so these amounts are not ranked."],
  [{ billing: "monthly", currency: "EUR" }, "The currencies differ, so these amounts are not ranked."],
])("says why costs are not ranked: %j", (other, reason) => {
  const given = answer([a, b]);
  const costs = [{ billing: "monthly", currency: "USD" }, other];
  const products = given.products.map((product, index) => ({ ...product, cost: costs[index] }));
  const fields = given.fields.map((entry) => ({ ...entry, winner: null, tie: false, leaders: [] }));
  expect(comparisonAnswer({ ...given, fields, products } as unknown as typeof given, 25)).toContain(reason);
});

test("a count of one has a singular unit", () => {
  expect(singular(1, "days with a price change")).toBe("day with a price change");
  expect(singular(2, "days with a price change")).toBe("days with a price change");
});

test("names the billing that is ranked, and the costs with the other billing", () => {
  const given = answer([a, b]);
  const products = given.products.map((product, index) => ({
    ...product,
    cost: {
      billing: "monthly",
      currency: "USD",
      otherBilling: index === 0 ? { billing: "annual", yearOne: 800 } : null,
    },
  }));
  const text = comparisonAnswer({ ...given, products: products as never }, 25);
  expect(text).toMatch(/^First year for 25 people, billed monthly: Acme /);
  expect(text).toContain("Billed yearly instead: Acme $800 (Bolt: not known).");
});
