import type { TcoAnswer } from "@/lib/schemas/tco";
import { countsText } from "@/lib/tco/counts";
import { itemText, readable } from "@/lib/tco/item-text";
import type { Quantities } from "@/lib/tco/units";
import { formatMoney, formatNumber } from "./money";
import { basisWords, pricedPerson, uncountedWords, unknownText } from "./tco";
import { unitWords } from "./words";

type Line = TcoAnswer["lines"][number];

/** The input of a receipt: a response of calculate_tco, or the part of it that a page needs. */
export type ReceiptSource = Pick<
  TcoAnswer,
  "asOf" | "currency" | "yearOne" | "total" | "perSeatMonthly" | "range" | "unknowns" | "assumptions" | "lines"
> & {
  items: readonly Pick<
    TcoAnswer["items"][number],
    "slug" | "name" | "counts" | "termYears" | "billing" | "tier" | "optionalLines" | "notCounted"
  >[];
  receipt: Pick<TcoAnswer["receipt"], "id" | "engineVersion">;
};

export type ReceiptLine = {
  key: string;
  label: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  basis: string;
  evidence: readonly string[];
};

export type ReceiptView = {
  lines: ReceiptLine[];
  total: { label: string; amount: string | null };
  /** The total per year and per seat, and its possible error. */
  notes: string[];
  /** The reasons why figures are missing. */
  unknowns: string[];
  optional: { key: string; label: string; amount: string; evidence: readonly string[] }[];
  notCounted: { key: string; label: string; reason: string }[];
  assumptions: readonly string[];
  id: string;
  engineVersion: string;
  asOf: string;
};

export function receiptView(answer: ReceiptSource): ReceiptView {
  const { currency, items, lines, total, yearOne, perSeatMonthly, range } = answer;
  const money = (amount: number) => formatMoney(amount, currency, { cents: "always" });
  const years = Math.max(1, ...items.map(({ termYears }) => termYears));
  const stack = items.length > 1;
  const named = (slug: string) => items.find((item) => item.slug === slug)?.name ?? slug;
  const person = stack ? null : pricedPerson(items);
  const between = range.low !== null && range.high !== null && range.low !== range.high;
  return {
    lines: lines.map((line, index) => ({
      key: `${index} ${line.label}`,
      label: stack ? `${named(line.slug)}: ${line.label}` : line.label,
      quantity: formatNumber(line.quantity),
      unitPrice: line.unitPrice === null ? "" : unitPriceText(line, currency),
      amount: money(line.amount),
      basis: basisWords(line.basis),
      evidence: line.evidence,
    })),
    total: {
      label: years === 1 ? "Total for 1 year" : `Total for ${years} years`,
      amount: total === null ? null : money(total),
    },
    notes: [
      years > 1 && yearOne !== null ? `First year ${money(yearOne)}` : null,
      perSeatMonthly === null || person === null ? null : `${money(perSeatMonthly)} per ${person} per month`,
      between ? `range ${money(range.low ?? 0)}–${money(range.high ?? 0)}` : null,
      uncountedWords(items),
      range.high === null && total !== null ? "upper end unknown: an optional cost has no published price" : null,
    ].filter((note) => note !== null),
    unknowns: answer.unknowns.map(unknownText),
    optional: items.flatMap(({ slug, optionalLines }) =>
      optionalLines.filter(isFirst).map((line, index) => ({
        key: `${slug} ${index}`,
        label: line.label.replace(/, year 1$/, ""),
        amount: `${money(line.amount)} ${line.period === "once" ? "once" : "a year"}`,
        evidence: line.evidence,
      })),
    ),
    notCounted: items.flatMap(({ slug, notCounted }) =>
      notCounted.map(({ label, reason }, index) => ({ key: `${slug} ${index}`, label, reason })),
    ),
    assumptions: answer.assumptions,
    id: answer.receipt.id,
    engineVersion: answer.receipt.engineVersion,
    asOf: answer.asOf,
  };
}

/** Returns true for the first year: a yearly cost is listed by its first year. */
function isFirst({ year }: Pick<Line, "year">): boolean {
  return year === null || year === 1;
}

function unitPriceText({ unitPrice, unit }: Line, currency: string | null): string {
  const price = formatMoney(unitPrice ?? 0, currency);
  return unit ? `${price} ${unitWords(unit)}` : price;
}

export type CostQuestion = {
  slug: string;
  seats: number | null;
  quantities: Quantities;
  tier: string;
  billing: string;
  years: number;
};

/** Returns the URL of the cost calculator with the same receipt. */
export function calculatorPath({ slug, tier, billing, years, ...counts }: CostQuestion): string {
  const item = readable(itemText({ product: slug, seats: countsText(counts), tier }));
  return `/calculators/tco?items=${item}&billing=${billing}&years=${years}`;
}
