import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFlight } from "./flight";
import { pageState } from "./page-state";
import { findPlanSets } from "./plan-objects";
import { literalsOf } from "./script-literals";
import { pageOf, readBy, said } from "./testing/structured";

const name = fc.constantFrom("Pro", "Team", "Starter", "Business", "Growth", "Scale", "Solo", "Crew", "Studio", "Gold");
/** Whole units, or cents that no list in cents would have. */
const amount = fc.integer({ min: 2, max: 90 }).map((units) => units + 0.49);
const plans = fc.uniqueArray(fc.record({ name, amount, yearly: fc.boolean() }), {
  selector: (plan) => plan.name,
  minLength: 2,
  maxLength: 8,
});
type Plan = { name: string; amount: number; yearly: boolean };

/** Notations of a plan on websites, each with its currency. */
const spellings: ((plan: Plan) => object)[] = [
  ({ name, amount }) => ({ name, price: amount, currency: "USD", interval: "month" }),
  ({ name, amount }) => ({ title: name, monthlyPrice: amount, currency: "USD" }),
  ({ name, amount }) => ({ name, price: `$${amount}`, period: "/month" }),
  ({ name, amount }) => ({ name, price: { amount, currency: "USD", interval: "month" } }),
  ({ name, amount }) => ({ label: name, prices: { monthly: { usd: amount } } }),
  ({ name, amount }) => ({
    name,
    unit_amount: Math.round(amount * 100),
    currency: "usd",
    recurring: { interval: "month" },
  }),
  ({ name, amount }) => ({
    displayName: name,
    priceInCents: Math.round(amount * 100),
    currencyCode: "USD",
    billingInterval: "monthly",
  }),
  ({ name, amount }) => ({ name, prices: [{ amount: `${amount}`, currency: "USD", interval: "month" }] }),
];
const noise = fc.dictionary(
  fc.constantFrom("user", "flags", "nav", "footer", "seo", "theme", "build"),
  fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.record({ href: fc.string(), label: fc.string() }), { maxLength: 3 }),
  ),
);

describe("plans in data", () => {
  test("a generated set is read back exactly, however it is written and wherever it lies", async () => {
    await fc.assert(
      fc.asyncProperty(
        plans,
        fc.constantFrom(...spellings),
        noise,
        fc.array(fc.constantFrom("props", "data", "page", "pricing", "sections"), { maxLength: 6 }),
        async (set, spell, around, path) => {
          let data: unknown = { ...around, plans: set.map(spell) };
          for (const key of path) data = { ...around, [key]: data };
          const script = `<script type="application/json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
          const extraction = await readBy(pageState, pageOf({ head: script, body: "<div id=root></div>" }));
          expect(said(extraction)).toEqual(set.map((plan) => `${plan.name} ${plan.amount} USD month`));
          expect(extraction.reading?.complete).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("any data are looked at without a fault", () => {
    const keys = fc.constantFrom(
      "name",
      "title",
      "price",
      "prices",
      "monthly",
      "yearly",
      "currency",
      "interval",
      "unit_amount",
      "plans",
      "tiers",
      "amount",
      "recurring",
      "__proto__",
      "constructor",
      "x",
    );
    const { data } = fc.letrec((tie) => ({
      data: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.double(),
        fc.constant(Number.NaN),
        fc.array(tie("data"), { maxLength: 4 }),
        fc.dictionary(keys, tie("data"), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(data, (value) => {
        for (const set of findPlanSets(value)) expect(set.plans.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("deep, wide and circular data end", () => {
    let deep: unknown = [{ name: "Pro", price: 12 }];
    for (let depth = 0; depth < 100_000; depth += 1) deep = depth % 2 ? [deep] : { a: deep };
    expect(findPlanSets(deep)).toEqual([]);
    const wide = Array.from({ length: 300_000 }, (_, at) => ({ id: at, name: `n${at}`, price: at }));
    expect(findPlanSets({ wide })).toEqual([]);
    const circle: Record<string, unknown> = {
      plans: [
        { name: "Pro", price: 12 },
        { name: "Team", price: 24 },
      ],
    };
    circle.self = circle;
    expect(findPlanSets(circle)).toHaveLength(1);
  }, 20_000);
});

describe("data in scripts", () => {
  test("an object that a script assigns is read back exactly", () => {
    const value = fc
      .jsonValue({ maxDepth: 4 })
      .filter((json) => typeof json === "object" && json !== null && !JSON.stringify(json).includes("__proto__"));
    fc.assert(
      fc.property(value, (json) => {
        expect(literalsOf(`var a = 1; window.__STATE__ = ${JSON.stringify(json)};`)).toEqual([
          { label: "window.__STATE__", value: JSON.parse(JSON.stringify(json)) },
        ]);
      }),
      { numRuns: 200 },
    );
  });

  test("any text is a script or none, and never a fault", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => void literalsOf(text)),
      { numRuns: 300 },
    );
    for (const text of [
      "[".repeat(50_000),
      `x=${"[".repeat(50_000)}${"]".repeat(50_000)}`,
      `${"(function(){return ".repeat(2_000)}{}${"}())".repeat(2_000)}`,
      `x=${"a(".repeat(20_000)}${")".repeat(20_000)}`,
    ]) {
      expect(() => literalsOf(text)).not.toThrow();
    }
  }, 20_000);

  test("what only running the script would tell is left out", () => {
    expect(
      literalsOf("const base = load(); x = { a: 1, ...base, b: 1 + 1, c: f(), d: -2, e: !0 }; y = [1, ...base]"),
    ).toEqual([{ label: "x", value: { b: undefined, c: undefined, d: -2, e: true } }]);
    expect(literalsOf("let price = 12; price = 15; z = { price }")).toEqual([
      { label: "z", value: { price: undefined } },
    ]);
  });
});

describe("React's stream", () => {
  test("is read alike wherever it is broken", () => {
    const rows = fc.array(
      fc.oneof(fc.record({ text: fc.string({ unit: "grapheme" }) }), fc.record({ plans: fc.array(fc.integer()) })),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        rows,
        fc.array(fc.nat({ max: 200 }), { maxLength: 5 }),
        fc.string({ unit: "grapheme" }),
        (values, cuts, text) => {
          const escaped = (value: unknown) =>
            JSON.stringify(value, (_, part) => (typeof part === "string" && part.startsWith("$") ? `$${part}` : part));
          const stream = `f:T${Buffer.byteLength(text).toString(16)},${text}${values.map((value, at) => `${(at + 16).toString(16)}:${escaped(value)}\n`).join("")}`;
          const edges = [0, ...[...cuts].sort((a, b) => a - b), stream.length];
          const pieces = edges.slice(1).map((edge, at) => stream.slice(edges[at], edge));
          expect(readFlight(pieces)).toEqual(values);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("references are followed, and a circle of them ends", () => {
    expect(readFlight(['0:{"a":"$1","b":"$1:list:0"}\n1:{"list":["x"],"self":"$0"}\n']).at(0)).toEqual({
      a: { list: ["x"], self: undefined },
      b: "x",
    });
  });
});
