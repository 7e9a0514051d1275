import { describe, expect, test } from "vitest";
import { readStackQuery } from "@/lib/tco/address";
import { countsText, readCounts } from "@/lib/tco/counts";
import { type CostQuestion, calculatorPath, type ReceiptSource, receiptView } from "./receipt";

const line: ReceiptSource["lines"][number] = {
  label: "Pro, year 1",
  kind: "licence",
  quantity: 25,
  unitPrice: 8.75,
  unit: "user/month",
  amount: 2625,
  period: "year",
  year: 1,
  basis: "list",
  evidence: ["ev_aa"],
  item: 0,
  slug: "acme-chat",
};

const answer: ReceiptSource = {
  asOf: "2026-08-22",
  currency: "USD",
  yearOne: 2625,
  total: 5250,
  perSeatMonthly: 8.75,
  range: { low: 4350, base: 5250, high: 6000 },
  unknowns: [],
  assumptions: ["The price is held flat over the term."],
  lines: [line, { ...line, label: "Pro, year 2", year: 2 }],
  items: [
    {
      slug: "acme-chat",
      name: "Acme Chat",
      counts: [{ unit: "seat", quantity: 25 }],
      termYears: 2,
      billing: "monthly",
      tier: { id: "pro", name: "Pro" },
      optionalLines: [
        { ...line, label: "Support, year 1", kind: "support", amount: 300, option: "support", inHigh: true },
        { ...line, label: "Support, year 2", kind: "support", amount: 300, year: 2, option: "support", inHigh: true },
      ],
      notCounted: [{ option: "sms", label: "SMS", kind: "overage", reason: "Counted by message.", evidence: [] }],
    },
  ],
  receipt: { id: "tco_0123456789abcdef", engineVersion: "2.0.0" },
};

describe("a receipt", () => {
  test("reads line by line with quantity, unit price, basis and amount, and ends with total and range", () => {
    const view = receiptView(answer);
    expect(view.lines[0]).toMatchObject({
      label: "Pro, year 1",
      quantity: "25",
      unitPrice: "$8.75 per user per month",
      amount: "$2,625.00",
      basis: "list price",
    });
    expect(view.total).toEqual({ label: "Total for 2 years", amount: "$5,250.00" });
    expect(view.notes).toEqual(["First year $2,625.00", "$8.75 per seat per month", "range $4,350.00–$6,000.00"]);
    expect(view.optional).toMatchObject([{ label: "Support", amount: "$300.00 a year" }]);
    expect(view.notCounted).toMatchObject([{ label: "SMS", reason: "Counted by message." }]);
  });

  test("an unknown total is no figure, and the reason stands at the foot", () => {
    const unknown = receiptView({
      ...answer,
      total: null,
      yearOne: null,
      perSeatMonthly: null,
      range: { low: null, base: null, high: null },
      unknowns: [
        {
          what: "licence",
          cause: "no_price",
          reason: "The vendor quotes on request.",
          priceStatus: null,
          item: 0,
          slug: null,
        },
      ],
    });
    expect(unknown.total.amount).toBeNull();
    expect(unknown.unknowns).toEqual(["The vendor quotes on request."]);
    expect(JSON.stringify([unknown.total, unknown.notes])).not.toMatch(/\$|\b0\b/);
  });

  test("what nobody has counted stands beside the total, and the price of a person is called by its name", () => {
    const [item] = answer.items as [ReceiptSource["items"][number]];
    const open = { option: "host", label: "hosts", kind: "licence", reason: "Pro is priced by hosts.", evidence: [] };
    const counts = [{ unit: "agent", quantity: 25 }];
    const { notes } = receiptView({ ...answer, items: [{ ...item, counts, notCounted: [open] }] });
    expect(notes).toContain("$8.75 per agent per month");
    expect(notes).toContain("plus hosts: enter the quantities to include them");
  });

  test("an upper end that is not known is said, not left out", () => {
    expect(receiptView({ ...answer, range: { ...answer.range, high: null } }).notes.join()).toContain(
      "upper end unknown",
    );
  });
});

test.each<CostQuestion>([
  { slug: "acme-chat", seats: 40, quantities: {}, tier: "", billing: "annual", years: 1 },
  { slug: "acme-chat", seats: 1, quantities: {}, tier: "business-plus", billing: "monthly", years: 5 },
  {
    slug: "acme-watch",
    seats: null,
    quantities: { host: 20, "GB, stored": 0.5 },
    tier: "",
    billing: "annual",
    years: 1,
  },
])("the calculator reads the same question from the link of $tier $seats seats $quantities", (question) => {
  const { searchParams, pathname } = new URL(calculatorPath(question), "https://example.com");
  expect(pathname).toBe("/calculators/tco");
  const read = readStackQuery(Object.fromEntries(searchParams));
  expect(read.faults).toEqual([]);
  expect(read.question).toMatchObject({
    rows: [{ product: question.slug, seats: countsText(question), tier: question.tier }],
    billing: question.billing,
    years: question.years,
    hidden: true,
  });
  const units = [
    { noun: "seat", isPeople: true },
    ...Object.keys(question.quantities).map((noun) => ({ noun, isPeople: false })),
  ];
  const { seats, quantities } = question;
  expect(readCounts(read.question.rows[0]?.seats ?? "", units)).toEqual({ seats, quantities, faults: [] });
});
