import type { CompareAnswer, ComparedField, FieldComparison } from "@/lib/schemas/compare";
import { formatDay, formatMonth } from "./dates";
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
  autoRenewal: "Renews automatically",
  minimumTermMonths: "Minimum term",
  nonRenewalNoticeDays: "Notice not to renew",
  priceChangeNoticeDays: "Notice of a price change",
  priceMoves3Years: "Price moves in 3 years",
  rating: "Rating",
  confidence: "Confidence in the price",
  observedAt: "Price last seen",
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
  return `${list(names)} are priced by use: there is no price per seat to compare.`;
}

const COUNT_WORDS = ["none", "one", "two", "three", "four"];

type Answered = Pick<CompareAnswer, "fields" | "products" | "evidence">;

/**
 * What a reader wants to know first: who is cheaper for the team, or who starts lower; of how many of the products that
 * can be said, and when their prices were read.
 */
export function comparisonAnswer({ fields, products, evidence }: Answered, seats: number): string {
  const nameOf = (slug: string) => products.find((product) => product.slug === slug)?.name ?? slug;
  const fieldOf = (name: ComparedField) => {
    const entry = fields.find(({ field }) => field === name);
    const known = products.map(({ slug }) => slug).filter((slug) => (entry?.values[slug] ?? null) !== null);
    return entry && known.length > 0 ? { entry, known: known.sort(byValue(entry)) } : null;
  };
  const figures = ({ entry, known }: Known) =>
    known.map((slug) => `${nameOf(slug)} ${comparedText(entry, slug)?.figure ?? ""}`).join(", ");
  const readOf = ({ entry, known }: Known) => {
    const days = known.map((slug) => {
      const shown = evidence.filter(({ id }) => entry.evidence[slug]?.includes(id)).map(({ capturedAt }) => capturedAt);
      return shown.sort().at(-1) ?? products.find((product) => product.slug === slug)?.verification.observedAt ?? "";
    });
    const [first = "", last = ""] = [days.toSorted()[0], days.toSorted().at(-1)].map((day) => formatMonth(day ?? ""));
    return first === last ? `read ${first}` : `read ${first} to ${last}`;
  };
  /** Of how many of the products a sentence speaks. */
  const scope = (of: Known) =>
    of.known.length === products.length
      ? `By prices ${readOf(of)}`
      : `Of the ${COUNT_WORDS[of.known.length] ?? of.known.length} with a price, ${readOf(of)}`;
  const missing = ({ known }: Known) => {
    const rest = products.filter(({ slug }) => !known.includes(slug)).map(({ name }) => name);
    return rest.length > 0 ? ` Not known for ${list(rest)}.` : "";
  };
  const lead = ({ entry: { leaders }, known }: Known, one: string, several: string, all: string) =>
    leaders.length === known.length ? all : `${list(leaders.map(nameOf))} ${leaders.length === 1 ? one : several}`;
  const people = seats === 1 ? "one person" : `${formatNumber(seats)} people`;

  const cost = fieldOf("costForSeats");
  if (cost && isRanked(cost.entry)) {
    const head = lead(cost, "costs least", "cost least", "they cost the same");
    return `${scope(cost)}: ${head} for ${people} in the first year: ${figures(cost)}.${missing(cost)}`;
  }
  const start = fieldOf("startingPrice");
  if (start && isRanked(start.entry)) {
    const head = lead(start, "starts lowest", "start lowest", "they start at the same price");
    const basis = comparedText(start.entry, start.known[0] ?? "")?.basis ?? "";
    return `${scope(start)}: ${head}: ${figures(start)} ${basis}.${missing(start)}`;
  }
  if (!cost) return "No price that can be set side by side is known.";
  if (cost.known.length === 1) {
    return `Only ${list(cost.known.map(nameOf))} can be priced for ${people} in the first year, ${readOf(cost)}: ${figures(cost)}.${missing(cost)}`;
  }
  return `For ${people} in the first year, ${readOf(cost)}: ${figures(cost)}. These cannot be ranked.${missing(cost)}`;
}

type Known = { entry: FieldComparison; known: string[] };

const isRanked = ({ winner, tie }: FieldComparison) => winner !== null || tie;

const byValue = (entry: FieldComparison) => (a: string, b: string) => Number(entry.values[a]) - Number(entry.values[b]);

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
