import type { ComparedField, FieldComparison } from "@/lib/schemas/compare";
import { formatDay } from "./dates";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { confidenceWord, list, unitWords } from "./words";

const LABELS: Record<ComparedField, string> = {
  startingPrice: "Starting price",
  startingPriceAnnual: "Starting price, billed yearly",
  highestPrice: "Dearest tier",
  annualSavingPercent: "Saved by paying yearly",
  costForSeats: "First year for the team",
  freeTier: "Free of charge",
  trialDays: "Free trial",
  ssoPremium: "Premium for single sign-on",
  hiddenCostCount: "Known extra costs",
  marketMedian: "What buyers pay, median",
  autoRenewal: "Renews by itself",
  minimumTermMonths: "Minimum term",
  nonRenewalNoticeDays: "Notice not to renew",
  priceChangeNoticeDays: "Notice of a price change",
  priceMoves3Years: "Price moves in 3 years",
  rating: "Rating",
  confidence: "Confidence in the price",
  observedAt: "Price seen last",
};

export function comparedFieldWords(field: ComparedField): string {
  return LABELS[field];
}

const GROUPS: readonly { title: string; fields: readonly ComparedField[] }[] = [
  {
    title: "Price",
    fields: ["costForSeats", "startingPrice", "startingPriceAnnual", "highestPrice", "annualSavingPercent"],
  },
  { title: "Free use", fields: ["freeTier", "trialDays"] },
  { title: "Beyond the list price", fields: ["ssoPremium", "hiddenCostCount", "marketMedian"] },
  {
    title: "Contract",
    fields: ["autoRenewal", "minimumTermMonths", "nonRenewalNoticeDays", "priceChangeNoticeDays"],
  },
  { title: "Record", fields: ["priceMoves3Years", "rating", "confidence", "observedAt"] },
];

/** The fields of a comparison under their headings; one that no product knows is named, not shown as a row. */
export function comparedGroups(fields: readonly FieldComparison[]): {
  groups: { title: string; rows: FieldComparison[] }[];
  unknown: string[];
} {
  const isKnown = ({ values }: FieldComparison) => Object.values(values).some((value) => value !== null);
  const groups = GROUPS.map(({ title, fields: names }) => ({
    title,
    rows: names.flatMap((name) => fields.find(({ field }) => field === name) ?? []).filter(isKnown),
  })).filter(({ rows }) => rows.length > 0);
  return { groups, unknown: fields.filter((entry) => !isKnown(entry)).map(({ field }) => LABELS[field]) };
}

export type ComparedText = { figure: string; basis: string | null };

const MONEY_UNIT = /^([A-Z]{3}) (?:per ([^,]+)|([^,]+))(?:, (.*))?$/;

/** A value and, apart, what it is counted in; null where it is unknown. */
export function comparedText({ field, values, units }: FieldComparison, slug: string): ComparedText | null {
  const value = values[slug] ?? null;
  const unit = units[slug];
  if (value === null) return null;
  if (typeof value === "boolean") return { figure: value ? "yes" : "no", basis: null };
  if (typeof value === "string") return { figure: formatDay(value), basis: null };
  if (field === "confidence") return { figure: value.toFixed(2), basis: confidenceWord(value) };
  const [, currency, per, span, rest] = MONEY_UNIT.exec(unit ?? "") ?? [];
  if (currency) {
    const words = per ? unitWords(per.trim()) : (span ?? "");
    return { figure: formatMoney(value, currency), basis: [words, rest].filter(Boolean).join(", ") };
  }
  if (unit === "%") return { figure: formatPercent(value), basis: null };
  return { figure: formatNumber(value), basis: unit ? singular(value, unit) : null };
}

function singular(value: number, unit: string): string {
  return value === 1 ? unit.replace(/^(day|month)s\b/, "$1") : unit;
}

/** Who wins a field, in a few words. */
export function verdictWords(entry: FieldComparison, nameOf: (slug: string) => string): string {
  if (entry.winner !== null) return nameOf(entry.winner);
  if (entry.tie) return `Tie: ${list(entry.leaders.map(nameOf))}`;
  return "No winner";
}

/** Of products that all have rates in place of tiers. */
export function byUseAnswer(names: readonly string[]): string {
  return `${list(names)} are priced by use: there is no price of a seat to set side by side.`;
}

/** What a reader wants to know first: who is cheaper for the team, or who starts lower. */
export function comparisonAnswer(
  fields: readonly FieldComparison[],
  seats: number,
  nameOf: (slug: string) => string,
): string {
  const cost = fields.find(({ field }) => field === "costForSeats");
  const start = fields.find(({ field }) => field === "startingPrice");
  const people = seats === 1 ? "one person" : `${formatNumber(seats)} people`;
  const order = (entry: FieldComparison) =>
    Object.keys(entry.values)
      .filter((slug) => entry.values[slug] !== null)
      .sort((a, b) => Number(entry.values[a]) - Number(entry.values[b]));
  const figureOf = (entry: FieldComparison, slug: string) => comparedText(entry, slug)?.figure ?? "";
  if (cost && (cost.winner !== null || cost.tie)) {
    const figures = order(cost).map((slug) => `${nameOf(slug)} ${figureOf(cost, slug)}`);
    const head = cost.winner !== null ? `${nameOf(cost.winner)} costs least` : "The cost is the same";
    return `${head} for ${people} in the first year: ${figures.join(", ")}.`;
  }
  if (start && (start.winner !== null || start.tie)) {
    const figures = order(start).map((slug) => `${nameOf(slug)} ${figureOf(start, slug)}`);
    const [first = ""] = order(start);
    const head = start.winner !== null ? `${nameOf(start.winner)} starts lowest` : "They start at the same price";
    return `${head}: ${figures.join(", ")} ${comparedText(start, first)?.basis ?? ""}.`;
  }
  const known = (cost ? order(cost) : []).map((slug) => `${nameOf(slug)} ${cost ? figureOf(cost, slug) : ""}`);
  if (known.length > 0)
    return `Known for ${people} in the first year: ${known.join(", ")}. Nothing can be ranked by it.`;
  return "No price that can be set side by side is known.";
}

/** "Notion vs Slack pricing". */
export function comparisonTitle(names: readonly string[]): string {
  return `${names.join(" vs ")} pricing`;
}

/** Ready-made citations of a comparison. */
export function comparisonCitation(parts: {
  names: readonly string[];
  page: string;
  siteName: string;
  day: string;
}): { label: string; text: string }[] {
  const { names, page, siteName, day } = parts;
  const title = comparisonTitle(names);
  return [
    { label: "Markdown", text: `[${siteName} — ${title}](${page}), as known on ${day}` },
    { label: "Plain text", text: `${siteName}, “${title}”, as known on ${formatDay(day)}. ${page}` },
  ];
}
