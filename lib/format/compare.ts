import { COST_BILLING_WORDS, type CostBilling } from "@/lib/catalog/billing-words";
import { markdownText } from "@/lib/catalog/markdown-text";
import { decimal } from "@/lib/catalog/money";
import type { CompareAnswer, ComparedField, FieldComparison } from "@/lib/schemas/compare";
import { adviceFor, ageLabel, ageOf } from "./age";
import { formatDay, formatMonth } from "./dates";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { capitalised, confidenceWord, list, unitWords } from "./words";

const LABELS: Record<ComparedField, string> = {
  startingPrice: "Starting price",
  startingPriceAnnual: "Starting price, billed yearly",
  highestPrice: "Most expensive tier",
  annualSavingPercent: "Saving with yearly billing",
  costForSeats: "First-year cost for the team",
  paymentFee: "Fee on a payment of 100",
  freeTier: "Free plan or self-hosting",
  trialDays: "Free trial",
  ssoPremium: "Single sign-on premium",
  hiddenCostCount: "Known extra costs",
  marketMedian: "Median paid by buyers",
  autoRenewal: "Renews automatically",
  minimumTermMonths: "Minimum term",
  nonRenewalNoticeDays: "Non-renewal notice",
  priceChangeNoticeDays: "Price change notice",
  priceMoves3Years: "Price changes in 3 years",
  rating: "Rating",
  confidence: "Price confidence",
  observedAt: "Price last checked",
};

export function comparedFieldWords(field: ComparedField): string {
  return LABELS[field];
}

const GROUPS: readonly { title: string; fields: readonly ComparedField[] }[] = [
  {
    title: "Price",
    fields: [
      "costForSeats",
      "paymentFee",
      "startingPrice",
      "startingPriceAnnual",
      "highestPrice",
      "annualSavingPercent",
    ],
  },
  { title: "Free use", fields: ["freeTier", "trialDays"] },
  { title: "Beyond the list price", fields: ["ssoPremium", "hiddenCostCount", "marketMedian"] },
  {
    title: "Contract",
    fields: ["autoRenewal", "minimumTermMonths", "nonRenewalNoticeDays", "priceChangeNoticeDays"],
  },
  { title: "Record", fields: ["priceMoves3Years", "rating", "confidence", "observedAt"] },
];

/**
 * Groups the fields of a comparison under their headings. A field that no product has is listed by name and gets no
 * row.
 */
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

/** Returns a value and, separately, its unit; null if the value is unknown. */
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
  if (unit?.startsWith("%")) return { figure: formatPercent(value), basis: unit.slice("%, ".length) || null };
  return { figure: formatNumber(value), basis: unit ? singular(value, unit) : null };
}

/** Returns "day" for 1, "days" for other values. */
export function singular(value: number, unit: string): string {
  return value === 1 ? unit.replace(/^(day|month)s\b/, "$1") : unit;
}

/** Names the winner of a field, in a few words. */
export function verdictWords(entry: FieldComparison, nameOf: (slug: string) => string): string {
  if (entry.winner !== null) return nameOf(entry.winner);
  if (entry.tie) return `Tie: ${list(entry.leaders.map(nameOf))}`;
  return "No winner";
}

/** Returns the answer for products that all have rates instead of tiers. */
export function byUseAnswer(names: readonly string[]): string {
  return `${list(names)} are priced by usage. There is no price per seat to compare.`;
}

type Answered = Pick<CompareAnswer, "fields" | "products" | "evidence" | "asOf">;

/**
 * Returns the main result of a comparison: the cost of each product for the team and the percentage by which one is
 * cheaper, or the product with the lower starting price; the day of the readings, their age and advice; and the
 * products whose price is unknown.
 */
export function comparisonAnswer({ fields, products, evidence, asOf }: Answered, seats: number): string {
  const nameOf = (slug: string) => products.find((product) => product.slug === slug)?.name ?? slug;
  const fieldOf = (name: ComparedField): Known | null => {
    const entry = fields.find(({ field }) => field === name);
    const known = products.map(({ slug }) => slug).filter((slug) => (entry?.values[slug] ?? null) !== null);
    if (!entry || known.length === 0) return null;
    const days = known.map((slug) => {
      const shown = evidence.filter(({ id }) => entry.evidence[slug]?.includes(id)).map(({ capturedAt }) => capturedAt);
      return shown.sort().at(-1) ?? products.find((product) => product.slug === slug)?.verification.observedAt ?? asOf;
    });
    return { entry, known: known.sort(byValue(entry)), days: days.sort() };
  };
  const figures = ({ entry, known, days }: Known) => {
    const about = ageOf(days[0] ?? asOf, asOf).word === "fresh" ? "" : "about ";
    return known.map((slug) => `${nameOf(slug)} ${about}${comparedText(entry, slug)?.figure ?? ""}`).join(", ");
  };
  /** Describes the oldest shown price. */
  const readOn = ({ days, known }: Known) => {
    const [first = asOf] = days;
    const last = days.at(-1) ?? first;
    const age = ageOf(first, asOf);
    const isOneMonth = formatMonth(first) === formatMonth(last);
    const months = isOneMonth ? formatMonth(first) : `${formatMonth(first)}–${formatMonth(last)}`;
    const label = ageLabel(age);
    const old = [`${isOneMonth ? "" : "oldest "}${age.ago}`, label].filter((part) => part !== null).join(", ");
    const advice = adviceFor(age)?.replace(/vendor$/, known.length > 1 ? "vendors" : "vendor");
    return ` Checked ${months} (${old}).${advice ? ` ${capitalised(advice)}.` : ""}`;
  };
  const missing = ({ known }: Known) => {
    const rest = products.filter(({ slug }) => !known.includes(slug)).map(({ name }) => name);
    return rest.length > 0 ? ` Unknown for ${list(rest)}.` : "";
  };
  const tail = (of: Known) => `${readOn(of)}${missing(of)}`;
  const year = `First year for ${seats === 1 ? "one person" : `${formatNumber(seats)} people`}`;

  const cost = fieldOf("costForSeats");
  if (cost && isRanked(cost.entry)) {
    const lead = leadWords(cost, nameOf, ["is", "cheaper", "are the cheapest", "They cost the same"]);
    const { billed, instead } = billingsOf(products.filter(({ slug }) => cost.known.includes(slug)));
    return `${year}${billed}: ${figures(cost)}. ${lead}.${instead}${tail(cost)}`;
  }
  const start = fieldOf("startingPrice");
  if (start && isRanked(start.entry)) {
    const basis = comparedText(start.entry, start.known[0] ?? "")?.basis ?? "";
    const lead = leadWords(start, nameOf, ["starts", "lower", "start lowest", "They start at the same price"]);
    return `Starting price ${basis}: ${figures(start)}. ${lead}.${tail(start)}`;
  }
  const fee = fieldOf("paymentFee");
  if (fee && (isRanked(fee.entry) || !cost)) {
    const lead = isRanked(fee.entry)
      ? `. ${leadWords(fee, nameOf, ["is", "cheaper", "are the cheapest", "They cost the same"])}.`
      : ".";
    return `Fee on a payment of 100: ${figures(fee)}${lead}${tail(fee)}`;
  }
  if (!cost) return "No comparable price is known.";
  const compared = products.filter(({ slug }) => cost.known.includes(slug));
  const doubt = compared.length === 1 ? "" : ` ${unrankedWords(compared)}`;
  return `${year}: ${figures(cost)}.${doubt}${tail(cost)}`;
}

/** Returns the billing that the costs of products share, and the costs with the other one. */
function billingsOf(products: readonly Pick<CompareAnswer["products"][number], "name" | "cost">[]) {
  const [billing, ...more] = new Set(products.map(({ cost }) => cost?.billing));
  const billed = billing && more.length === 0 ? `, ${COST_BILLING_WORDS[billing]}` : "";
  const others = products.flatMap(({ name, cost }) =>
    cost?.otherBilling ? { ...cost.otherBilling, name, currency: cost.currency } : [],
  );
  const instead = (["annual", "monthly"] as const).map((other) => {
    const costs = others.filter((cost) => cost.billing === other).sort((a, b) => a.yearOne - b.yearOne);
    if (costs.length === 0) return "";
    const figures = costs.map(({ name, yearOne, currency }) => `${name} ${formatMoney(yearOne, currency)}`);
    const unknown = products.flatMap(({ name, cost }) => (cost?.otherBilling?.billing === other ? [] : name));
    const rest = unknown.length > 0 ? ` (${list(unknown)}: not known)` : "";
    return ` ${capitalised(COST_BILLING_WORDS[other])} instead: ${figures.join(", ")}${rest}.`;
  });
  return { billed, instead: instead.join("") };
}

/** Returns the reason why the costs of products are not ranked. */
function unrankedWords(products: readonly Pick<CompareAnswer["products"][number], "name" | "cost">[]): string {
  const costs = products.flatMap(({ name, cost }) => {
    const billing: CostBilling | null = cost?.billing ?? null;
    return cost && billing ? { name, currency: cost.currency, billing } : [];
  });
  const unstated = costs.filter(({ billing }) => billing === "unstated").map(({ name }) => name);
  if (new Set(costs.map(({ currency }) => currency)).size > 1)
    return "The currencies differ, so these amounts are not ranked.";
  if (unstated.length > 0) return `The billing of ${list(unstated)} is not stated, so these amounts are not ranked.`;
  if (new Set(costs.map(({ billing }) => billing)).size <= 1) return "These amounts cannot be ranked.";
  const billed = costs.map(({ name, billing }) => `${name} is ${COST_BILLING_WORDS[billing]}`);
  return `${list(billed)}, so these amounts are not ranked.`;
}

/**
 * Returns "Acme is 25% cheaper"; for more than two products "Acme is 25% cheaper than Bolt". Products that tie are
 * named together.
 */
function leadWords(
  { entry, known }: Known,
  nameOf: (slug: string) => string,
  [verb, better, several, all]: readonly [string, string, string, string],
): string {
  const { leaders } = entry;
  if (leaders.length === known.length) return all;
  if (leaders.length > 1) return `${list(leaders.map(nameOf))} ${several}`;
  const [first = "", next = ""] = known;
  const percent = decimal(1)
    .minus(decimal(Number(entry.values[first])).div(Number(entry.values[next])))
    .times(100);
  const rounded = percent.toDecimalPlaces(0).toNumber();
  const share = rounded < 1 ? "less than 1%" : formatPercent(rounded);
  return `${nameOf(first)} ${verb} ${share} ${better}${known.length > 2 ? ` than ${nameOf(next)}` : ""}`;
}

type Known = { entry: FieldComparison; known: string[]; days: string[] };

const isRanked = ({ winner, tie }: FieldComparison) => winner !== null || tie;

const byValue = (entry: FieldComparison) => (a: string, b: string) => Number(entry.values[a]) - Number(entry.values[b]);

/** Returns "Notion vs Slack pricing". */
export function comparisonTitle(names: readonly string[]): string {
  return `${names.join(" vs ")} pricing`;
}

/** Returns ready-made citations of a comparison. */
export function comparisonCitation(parts: {
  names: readonly string[];
  page: string;
  siteName: string;
  day: string;
}): { label: string; text: string }[] {
  const { names, page, siteName, day } = parts;
  const title = comparisonTitle(names);
  return [
    { label: "Markdown", text: `[${siteName} — ${markdownText(title)}](${page}), as of ${day}` },
    { label: "Plain text", text: `${siteName}, “${title}”, as of ${formatDay(day)}. ${page}` },
  ];
}
