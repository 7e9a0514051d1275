import { expect, test } from "vitest";
import { unitWords } from "@/lib/format/words";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { tcoText } from "./tco";

function item(slug: string, currency: string, termYears: number) {
  const option = {
    label: "Extra storage",
    option: "extra-storage",
    inHigh: false,
    kind: "add_on",
    amount: 60,
    period: "year",
    year: 1,
  };
  return {
    slug,
    name: slug,
    seats: 10,
    counts: [{ unit: "seat", quantity: 10 }],
    notCounted: [],
    termYears,
    tier: { id: "pro", name: "Pro" },
    billing: "monthly",
    currency,
    optionalLines: [option],
    otherBilling: { billing: "annual" as const, yearOne: 900, total: 900 },
    observedAt: "2026-10-05",
    confidence: 0.78,
    disputes: [],
    links: { page: `https://example.com/${slug}` },
  };
}

function stack(items: ReturnType<typeof item>[], currency: string | null): TcoAnswer {
  const line = (slug: string, at: number) => ({
    item: at,
    slug,
    label: "Pro",
    quantity: 10,
    unitPrice: 9,
    unit: "user/month",
    amount: 1080,
    period: "year",
    year: 1,
    basis: "list",
  });
  const body = {
    items,
    lines: items.map(({ slug }, at) => line(slug, at)),
    unknowns: [],
    assumptions: [],
    subtotals: [],
    currency,
    total: currency && 4320,
    yearOne: currency && 2160,
    perSeatMonthly: null,
    range: { low: null, base: null, high: null },
    receipt: { id: "tco_1" },
  };
  return body as unknown as TcoAnswer;
}

test("each line of a stack in two currencies names its own", () => {
  const text = tcoText(stack([item("acme", "USD", 1), item("globex", "EUR", 1)], null));
  expect(text).toContain(`- acme, Pro: 10 × $9 ${unitWords("user/month")} = $1,080, year 1 (list price)`);
  expect(text).toContain(`- globex, Pro: 10 × €9 ${unitWords("user/month")} = €1,080, year 1 (list price)`);
  expect(text).toContain("Extra storage, €60 a year");
});

test("a stack of different terms is not said to be of one", () => {
  const [headline] = tcoText(stack([item("acme", "USD", 1), item("globex", "USD", 3)], "USD")).split("\n");
  expect(headline).toContain("$4,320 over 1 and 3 years, $2,160 in the first");
});

test("the headline counts the unit that is priced, and says what is not counted and what is not stated", () => {
  const hosts = { ...item("acme", "USD", 1), counts: [{ unit: "host", quantity: 20 }], billing: "unstated" };
  const open = { option: "GB", label: "GB", kind: "licence", reason: "Logs is priced by GB.", evidence: [] };
  const [headline] = tcoText(stack([{ ...hosts, notCounted: [open] as never[] }], "USD")).split("\n");
  expect(headline).toContain("acme Pro, 20 hosts, billing not stated: $4,320");
  expect(headline).toContain("plus GB: enter the quantities to include them");
  expect(headline).not.toContain("seat");
});

test("states the cost by month, and by payment if payments are the whole price", () => {
  expect(tcoText(stack([item("acme", "USD", 1)], "USD"))).toContain("in the first year, $180 per month");
  const payments = { ...item("acme", "USD", 1), billing: "per_transaction", transactions: 10, counts: [] };
  const text = tcoText({ ...stack([payments], "USD"), total: 314.4, yearOne: 314.4 } as never);
  expect(text).toContain("$26.20 per month, $2.62 per payment");
});

test("states no cost by month if a part is paid once", () => {
  const body = stack([item("acme", "USD", 1)], "USD");
  const lines = body.lines.map((line) => ({ ...line, period: "once" as const, year: null }));
  expect(tcoText({ ...body, lines }).split("\n")[0]).not.toContain("$180 per month");
});

test("says how old and sure each price is, and what the other billing costs", () => {
  const text = tcoText(stack([item("acme", "USD", 1)], "USD"));
  expect(text).toContain(
    "Price checked 5 Oct 2026, confidence 0.78, high. Billed yearly instead: $900 in the first year.",
  );
});

test("states the subtotal of what is known if a product of a stack has no price", () => {
  const body = { ...stack([item("acme", "USD", 1), item("example", "USD", 1)], "USD"), total: null, yearOne: null };
  const text = tcoText({ ...body, partial: { items: 1, yearOne: 1080, total: 1080 } });
  expect(text).toContain("Subtotal of the 1 of 2 products whose cost is known: $1,080 in the first year.");
});

test("amounts by month and payment are rounded", () => {
  const only = { ...item("acme", "USD", 1), billing: "per_transaction", transactions: 1 };
  const body = { ...stack([only as never], "USD"), lines: [], yearOne: 56.14 };
  expect(tcoText(body)).toContain("$4.68 per month, $4.68 per payment");
});

test("several prices of one option are not the prices of several years", () => {
  const only = item("acme", "USD", 1);
  const [option] = only.optionalLines;
  const dearer = { ...option, amount: 72, kind: "sso" };
  const lines = [{ ...dearer, amount: 60 }, dearer];
  const text = tcoText(stack([{ ...only, optionalLines: lines as never }], "USD"));
  expect(text).toContain("Extra storage, $60 a year");
  expect(text).toContain("Extra storage, $72 a year");
  expect(text).not.toContain("in year 2");
});
