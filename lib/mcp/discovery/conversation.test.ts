import { expect, test } from "vitest";
import type { CompareAnswer } from "@/lib/schemas/compare";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { converse, replyOf } from "./conversation";

type Sum = { amount: number | null; currency?: string };

function compared(...sums: Sum[]): CompareAnswer {
  return comparedAs(true, ...sums);
}

function comparedAs(ranked: boolean, ...sums: Sum[]): CompareAnswer {
  const products = sums.map(({ amount, currency = "USD" }, index) => ({
    slug: `acme-${index}`,
    name: `Acme ${index}`,
    cost: { tier: { id: "pro", name: "Pro" }, billing: "annual", currency, yearOne: amount },
    links: { page: `https://prices.example/software/crm/acme-${index}` },
  }));
  return {
    seats: 30,
    products,
    fields: [{ field: "costForSeats", leaders: ranked ? ["acme-1"] : [], evidence: { "acme-0": ["ev_1", "ev_2"] } }],
    evidence: [
      { id: "ev_1", capturedAt: "2026-05-01" },
      { id: "ev_2", capturedAt: "2026-08-17" },
      { id: "ev_3", capturedAt: "2026-09-30" },
    ],
  } as unknown as CompareAnswer;
}

const monthly = (yearOne: number | null) =>
  ({ items: [{ name: "Acme 0", yearOne, currency: "USD", billing: "monthly" }] }) as unknown as TcoAnswer;

test("the words hold the figures of the outputs, the newest day that shows them, and the exact difference", () => {
  expect(replyOf(compared({ amount: 2880.3 }, { amount: 2520.1 }), monthly(3600))).toEqual([
    "Acme 0 costs $2,880.30 in the first year for 30 people on Pro, billed yearly. Acme 1 costs $2,520.10 in the first year for 30 people on Pro, billed yearly.",
    "Acme 1 is $360.20 a year cheaper. With monthly billing, Acme 0 costs $3,600 in the first year.",
    "These are list prices, last checked on these dates: Acme 0, 17 Aug 2026. Check with the vendor before you sign.",
  ]);
});

test("an unknown price is cheaper than nothing, and currencies are not set against each other", () => {
  const [sums, verdict] = replyOf(compared({ amount: 2880 }, { amount: null }), monthly(null));
  expect(sums).toContain("The cost of Acme 1 for 30 people is unknown.");
  expect(verdict).toBe("One price is unknown, so they cannot be compared.");
  expect(replyOf(compared({ amount: 10 }, { amount: 20, currency: "EUR" }), monthly(null))[1]).toContain("different");
  expect(replyOf(compared({ amount: 10 }, { amount: 10 }), monthly(null))[1]).toBe("They cost the same.");
  expect(replyOf(comparedAs(false, { amount: 10 }, { amount: 20 }), monthly(null))[1]).toBe(
    "They are billed differently, so they cannot be compared.",
  );
});

test("the calls are made with the arguments that are shown", async () => {
  const asked: unknown[] = [];
  const { calls } = await converse(async ({ name }, args) => {
    asked.push({ name, arguments: args });
    return { text: name, body: (name === "compare_software" ? compared() : monthly(1)) as never };
  });
  expect(calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(asked);
  expect(calls.map(({ output }) => output.text)).toEqual(calls.map(({ name }) => name));
});
