import { extended } from "@/lib/extended";
import { onceFor, onceForText } from "@/lib/once-for";
import type { Day } from "@/lib/schemas/primitives";
import type { TcoItemAnswer, TcoUnknown } from "@/lib/schemas/tco";
import type { CountedUnit, Counts } from "@/lib/tco/counted";
import { isUnit, pluralOf, SEAT } from "@/lib/tco/units";
import { type Age, adviceFor, agedWords, ageOf, checkedAge, type SeenVerb } from "./age";
import { formatMoney, formatNumber } from "./money";
import { billingWords, freePlanWords, peopleNotes, uncountedWords, unknownText } from "./tco";
import { absentWords, list, unitWords } from "./words";

/** The fields of a product that its verdict needs, in addition to a cost: small enough to embed in a page. */
export interface VerdictSubject {
  slug: string;
  name: string;
  asOf: Day;
  /** URL of the vendor's pricing page. */
  vendor: string | null;
  /** The units that the buyer counts. The first one has the field. */
  units: readonly CountedUnit[];
  /** Day on which each tier was read; for any other tier, the day of the record. */
  days: Readonly<Record<string, Day>>;
  seenOn: Day;
  /** When this service read the price again on the vendor's page; null if it did not. */
  verifiedAt: string | null;
  /** The next check of the record is overdue. */
  stale: boolean;
}

/** A response of the cost engine, or one item of it. */
export type VerdictCost = Pick<
  TcoItemAnswer,
  | "tier"
  | "billing"
  | "currency"
  | "total"
  | "range"
  | "counts"
  | "notCounted"
  | "freePlan"
  | "coversSeats"
  | "disputes"
> &
  Partial<Pick<TcoItemAnswer, "volume" | "transactions">> & {
    termYears: number;
    unknowns: readonly Omit<TcoUnknown, "item" | "slug">[];
  };

export interface Verdict {
  name: string;
  /** "about $4,320 a year", or words that replace an unknown figure. */
  figure: string;
  /** As in calculate_tco; null if the figure is not a total. */
  total: number | null;
  currency: string | null;
  /** The counted quantity and its noun; null if the price has no count. */
  count: { quantity: number; noun: string; beside: string } | null;
  /** "Plus, billed monthly" */
  how: string | null;
  age: Age;
  /** See SeenVerb. */
  verb: SeenVerb;
  advice: string | null;
  vendor: string | null;
  /** "free plan for up to 10 people: Free", if it covers the team. */
  freePlan: string | null;
  /** Costs that the figure does not include. */
  notes: string[];
  /** The figure is a third party's and must carry its label. */
  restricted: boolean;
}

/** Returns "people" for seats under any name, otherwise the plural of the noun. */
export function countNoun({ noun, isPeople }: CountedUnit, quantity: number): string {
  if (isPeople && isUnit(noun, SEAT)) return quantity === 1 ? "person" : "people";
  return quantity === 1 ? noun : pluralOf(noun);
}

/** Returns the age of a price that was read on a day, and whether it was checked since. */
const agesOf = onceFor(({ asOf, seenOn, verifiedAt, stale }: VerdictSubject) => {
  const checked = checkedAge({ verifiedAt, observedAt: seenOn }, asOf);
  return onceForText(
    (day): Pick<Verdict, "age" | "verb"> =>
      checked ? { age: checked, verb: "verified" } : { age: ageOf(day, asOf, stale), verb: "checked" },
  );
});

/** Returns the cost of the counts from a response of the cost engine. `refusal`: the reason why there is no cost. */
export function pricedVerdict(
  subject: VerdictSubject,
  counts: Counts,
  cost: VerdictCost | null,
  refusal: string | null = null,
): Verdict {
  const { name, vendor, days, seenOn } = subject;
  const { age, verb } = agesOf(subject)(days[cost?.tier?.id ?? ""] ?? seenOn);
  const common = { name, vendor, count: countOf(subject, counts), age, verb, restricted: false };
  if (!cost?.tier || cost.total === null) {
    const unknown = cost?.unknowns[0];
    const reason = refusal ?? (unknown ? unknownText(unknown) : null);
    return extended(common, {
      figure: unknown ? unknownFigure(unknown) : NOT_KNOWN,
      total: null,
      currency: null,
      how: cost?.tier?.name ?? null,
      advice: unknown?.cause === "quantity_missing" ? adviceFor(age) : "ask the vendor",
      freePlan: null,
      notes: reason === null ? [] : [reason.replace(/\.$/, "")],
    });
  }
  const { total, currency, range, billing, tier, termYears } = cost;
  const single = range.low === total && range.high === total;
  const about = single && age.word === "fresh" ? "" : "about ";
  return extended(common, {
    figure: `${about}${formatMoney(total, currency)} ${termWords(billing, termYears)}${paymentsText(cost) ?? (subject.units.length === 0 && !common.count ? " for the account" : "")}`,
    total,
    currency,
    how: `${tier.name}, ${billingWords(billing)}`,
    advice: adviceFor(age),
    freePlan: freePlanWords(cost.freePlan),
    notes: [
      ...peopleNotes({ ...cost, seats: counts.seats }),
      disputeNote(cost),
      rangeNote(cost),
      uncountedWords([{ name, counts: cost.counts, notCounted: cost.notCounted }]),
      feesNote(cost),
    ].filter((note) => note !== null),
  });
}

const NOT_KNOWN = "total not known";

/** Returns the text that replaces a total: "total depends on the number of hosts", "price on request". */
function unknownFigure({ what, cause, priceStatus }: VerdictCost["unknowns"][number]): string {
  if (cause === "quantity_missing") return `total depends on ${what.startsWith("number ") ? `the ${what}` : what}`;
  return cause === "no_price" && priceStatus !== null ? absentWords(priceStatus) : NOT_KNOWN;
}

/** Returns " for $10,000 in 100 payments a month". */
function paymentsText({ volume = null, transactions = null, currency }: VerdictCost): string | null {
  if (volume === null) return null;
  const payments =
    transactions === null ? "" : ` in ${formatNumber(transactions)} ${transactions === 1 ? "payment" : "payments"}`;
  return ` for ${formatMoney(volume, currency)}${payments} a month`;
}

function termWords(billing: VerdictCost["billing"], years: number): string {
  if (billing === "one_time") return "once";
  return years === 1 ? "a year" : `over ${years} years`;
}

function countOf({ units }: Pick<VerdictSubject, "units">, { seats, quantities }: Counts) {
  const of = ({ noun, isPeople }: CountedUnit) => (isPeople ? seats : quantities[noun]) ?? null;
  const text = (unit: CountedUnit, quantity: number) => `${formatNumber(quantity)} ${countNoun(unit, quantity)}`;
  const [first, ...others] = units.filter((unit) => of(unit) !== null);
  const quantity = first ? of(first) : null;
  if (!first || quantity === null) return null;
  const beside = others.flatMap((unit) => {
    const more = of(unit);
    return more === null ? [] : text(unit, more);
  });
  return {
    quantity,
    noun: countNoun(first, quantity),
    beside: beside.length > 0 ? ` and ${list(beside)}` : "",
  };
}

function rangeNote({ range: { low, high }, total, currency }: VerdictCost): string | null {
  if (low === null || total === null) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  if (high === null) return "more with an optional cost whose price is unknown";
  if (low < total && high > total) return `${money(low)} to ${money(high)}, depending on billing and optional costs`;
  if (low < total) return `${money(low)} with the cheapest billing`;
  return high > total ? `up to ${money(high)} with optional costs` : null;
}

/** Returns "another source says $25 per agent per month: $18,000 in the first year". */
function disputeNote({ disputes, currency }: VerdictCost): string | null {
  const last = disputes.at(-1);
  if (!last) return null;
  const price = `${formatMoney(last.price, currency)} ${unitWords(last.unit ?? "month")}`;
  return `another source says ${price}: ${formatMoney(last.yearOne, currency)} in the first year`;
}

function feesNote({ notCounted }: VerdictCost): string | null {
  const count = notCounted.filter(({ kind }) => kind !== "licence").length;
  if (count === 0) return null;
  return `${count === 1 ? "1 known extra cost" : `${formatNumber(count)} known extra costs`} not included`;
}

/** Returns "30 people". */
export function whoText({ quantity, noun }: NonNullable<Verdict["count"]>): string {
  return `${formatNumber(quantity)} ${noun}`;
}

/**
 * Returns the verdict line: "Notion: about $4,320 a year for 30 people · Plus, billed monthly · checked 8 Mar 2025
 * (…)".
 */
export function verdictText(verdict: Verdict): string {
  const { name, figure, count, how, age, verb, advice, notes, restricted } = verdict;
  const who = count ? ` for ${whoText(count)}${count.beside}` : "";
  const parts = [
    `${name}: ${figure}${who}`,
    ...(restricted ? ["third-party figure"] : []),
    ...(how ? [how] : []),
    `${agedWords(age, verb)}${advice ? `: ${advice}` : ""}`,
    ...notes,
  ];
  return `${parts.join(" · ")}.`;
}

/** Describes several products together, with the age of the oldest of their prices. */
export function stackText(
  verdicts: readonly Verdict[],
  { total, currency, years }: { total: number | null; currency: string | null; years: number },
): string {
  const priced = verdicts.filter((verdict) => verdict.total !== null);
  const [oldest] = priced.toSorted((a, b) => (a.age.day < b.age.day ? -1 : 1));
  const names = list(verdicts.map(({ name }) => name));
  const term = years === 1 ? "for one year" : `over ${years} years`;
  const sum =
    total !== null
      ? `about ${formatMoney(total, currency)} ${term}`
      : priced.length < verdicts.length
        ? `total not known (${[...new Set(verdicts.filter((verdict) => verdict.total === null).map(({ name, figure }) => `${name}: ${figure}`))].join("; ")})`
        : "no total (the prices are in different currencies)";
  if (!oldest) return `${names}: ${sum}.`;
  const advice = adviceFor(oldest.age)?.replace(/vendor$/, "vendors");
  const free = verdicts.flatMap(({ name, freePlan }) => (freePlan === null ? [] : ` · ${name}: ${freePlan}`));
  return `${names}: ${sum} · oldest price ${agedWords(oldest.age)}${advice ? `: ${advice}` : ""}${[...new Set(free)].join("")}.`;
}

/** Returns a product's cost per year for a comparison: "$3,600", or "unknown". */
export function yearText({ total, currency }: Pick<VerdictCost, "total" | "currency">): string {
  return total === null ? "unknown" : formatMoney(total, currency);
}
