import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Query, readStackQuery, type StackQuestion, stackBody, stackQuery } from "./address";

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
/** Text as people type it: any characters, without space at the ends. */
const typed = fc
  .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
  .map((text) => text.trim())
  .filter(Boolean);
const row = fc.record({
  product: fc.oneof(slug, typed),
  seats: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }).map(String), fc.constantFrom("0", "many", "12.5", "")),
  tier: fc.oneof(fc.constant(""), slug),
});
const question: fc.Arbitrary<StackQuestion> = fc.record({
  rows: fc
    .array(row, { maxLength: 12 })
    .map((rows) => rows.map((entry) => (entry.seats ? entry : { ...entry, tier: "" }))),
  billing: fc.constantFrom("annual" as const, "monthly" as const, null),
  years: fc.integer({ min: 1, max: 5 }),
  hidden: fc.boolean(),
  discount: fc.option(fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100)),
  uplift: fc.option(fc.integer({ min: 0, max: 100 })),
  asOf: fc.constantFrom("2026-01-31", null),
  receipt: fc.constantFrom("tco_0123456789abcdef", null),
});

test("a part that is named as what every object has is no field of the form", () => {
  const sent = { product: "slack", seats: "5", constructor: [Object, "x"] as unknown as string[] };
  expect(readStackQuery(sent).question.rows).toEqual([{ product: "slack", seats: "5", tier: "" }]);
});

/** Parses a URL query as a server does. */
function queryOf(text: string): Query {
  const params = new URLSearchParams(text);
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

describe("the address of a stack", () => {
  test("says the whole question: read again it is the same", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const read = readStackQuery(queryOf(stackQuery(asked)));
        expect(read).toEqual({ question: asked, faults: [], sent: false, inPlace: false });
      }),
      { numRuns: 500 },
    );
  });

  test("is one for one question: written again it stays as it is", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const address = stackQuery(asked);
        expect(stackQuery(readStackQuery(queryOf(address)).question)).toBe(address);
      }),
    );
  });

  test("is short and readable", () => {
    const rows = [
      { product: "slack", seats: "40", tier: "pro" },
      { product: "notion", seats: "25", tier: "" },
    ];
    expect(stackQuery({ rows, billing: "annual", years: 3 })).toBe(
      "items=slack:40:pro,notion:25&billing=annual&years=3",
    );
    expect(stackQuery({})).toBe("");
  });

  test("what no calculator can use is told, field by field", () => {
    const { faults, question: read } = readStackQuery(
      queryOf("items=slack:5&billing=daily&years=9&discount=lots&uplift=200&asOf=soon"),
    );
    expect(faults.map(({ field }) => field).sort()).toEqual(["asOf", "billing", "discount", "uplift", "years"]);
    expect(read).toMatchObject({ billing: null, years: 1, discount: null, uplift: null, asOf: null });
    // A URL from the result reads as the same question.
    expect(readStackQuery(queryOf(stackQuery(read, faults)))).toEqual({
      question: read,
      faults,
      sent: false,
      inPlace: false,
    });
  });

  test("no text makes reading fail", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        expect(() => readStackQuery(queryOf(text))).not.toThrow();
      }),
    );
  });
});

describe("the form of a stack", () => {
  const form = (extra: Record<string, string | string[]>): Query => ({
    product: ["slack", "", "Notion"],
    seats: ["40", "", "25"],
    tier: ["pro", "", ""],
    hidden: "1",
    ...extra,
  });
  const products = (query: Query) => readStackQuery(query).question.rows.map(({ product }) => product);

  test("gives the same question as its address; rows left empty fall away", () => {
    const { sent, question: read } = readStackQuery(form({ years: "3", billing: "auto" }));
    expect(sent).toBe(true);
    expect(stackQuery(read)).toBe("items=slack:40:pro,Notion:25&years=3");
  });

  test("adds a row at the end and removes the one asked for", () => {
    expect(products(form({ do: "add" }))).toEqual(["slack", "Notion", ""]);
    expect(products(form({ do: "remove-0" }))).toEqual(["Notion"]);
    expect(products(form({ do: "remove-2" }))).toEqual(["slack"]);
  });

  test("an added row survives in the address", () => {
    const { question: read } = readStackQuery(form({ do: "add" }));
    expect(readStackQuery(queryOf(stackQuery(read))).question.rows).toHaveLength(3);
  });

  test("a box that is not ticked leaves extra costs out", () => {
    expect(readStackQuery(form({ hidden: [] })).question.hidden).toBe(false);
    expect(readStackQuery(form({})).question.hidden).toBe(true);
  });
});

describe("the question to the engine", () => {
  test("names every row, and nothing that was not said", () => {
    const { question: read } = readStackQuery(queryOf("items=slack:40:pro,notion:25&years=2&discount=10"));
    const rows = [
      { slug: "slack", seats: 40, tier: "pro" },
      { slug: "notion", seats: 25, tier: null },
      { slug: "stripe", volume: 10_000, transactions: 100, tier: null },
    ];
    expect(stackBody(rows, read)).toEqual({
      items: [
        { slug: "slack", seats: 40, tier: "pro" },
        { slug: "notion", seats: 25 },
        { slug: "stripe", volume: 10_000, transactions: 100 },
      ],
      termYears: 2,
      includeHiddenCosts: true,
      assumptions: { discountPercent: 10 },
    });
  });
});
