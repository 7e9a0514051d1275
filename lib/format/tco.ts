import { COST_BILLING_WORDS } from "@/lib/catalog/billing-words";
import { isSeatUnit } from "@/lib/catalog/units";
import type { TcoItemAnswer, TcoLine, TcoRange, TcoUnknown } from "@/lib/schemas/tco";
import type { ReceiptRow } from "@/lib/tco/receipt-rows";
import { pluralOf } from "@/lib/tco/units";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { humanise, list, namedReason } from "./words";

export function billingWords(billing: TcoItemAnswer["billing"]): string {
  return billing === null ? "billing unknown" : COST_BILLING_WORDS[billing];
}

/** Returns the reason why a figure is missing: "Onboarding: The amount is not published." */
export function unknownText({ what, cause, reason }: Pick<TcoUnknown, "what" | "cause" | "reason">): string {
  return what === "licence" || cause === "quantity_missing" ? reason : namedReason(what, reason);
}

/** Returns "free plan for up to 10 people: Free". */
export function freePlanWords(freePlan: TcoItemAnswer["freePlan"]): string | null {
  if (!freePlan) return null;
  const { name, people } = freePlan;
  const who =
    people === null ? "any number of people" : `up to ${formatNumber(people)} ${people === 1 ? "person" : "people"}`;
  return `free plan for ${who}: ${name}`;
}

/** Returns notes on whether a free plan and a price for the account cover the people. */
export function peopleNotes({
  freePlan,
  coversSeats,
  seats,
}: Pick<TcoItemAnswer, "freePlan" | "coversSeats" | "seats">): string[] {
  const free = freePlanWords(freePlan);
  const people = seats === null ? "" : `${formatNumber(seats)} people`;
  return [
    ...(free === null ? [] : [free]),
    ...(coversSeats === "all" ? [`the price is for the account and covers all ${people}`] : []),
    ...(coversSeats === "unknown" ? [`the price is for the account: no source says whether it covers ${people}`] : []),
  ];
}

const METER_NOUNS: Readonly<Record<string, string>> = {
  storageGbMonths: "GB-months",
  egressGb: "GB of egress",
  instanceHours: "machine hours",
};

/** Returns a counted unit in the plural: "hosts"; for a meter such as computeMinutes "compute minutes". */
function countedNoun(unit: string): string {
  if (!/^[a-z]{3,}[A-Z]/.test(unit)) return pluralOf(unit);
  return METER_NOUNS[unit] ?? humanise(unit).toLowerCase();
}

/** Returns "20 hosts", "1 account"; for a unit without a quantity "hosts not included". */
export function countsWords(counts: TcoItemAnswer["counts"]): string {
  return list(
    counts.map(({ unit, quantity }) =>
      quantity === null
        ? `${countedNoun(unit)} not included`
        : `${formatNumber(quantity)} ${quantity === 1 ? unit : countedNoun(unit)}`,
    ),
  );
}

/** Returns the unit of a price per seat if every licence is counted by the same people; null otherwise. */
export function pricedPerson(items: readonly Pick<TcoItemAnswer, "counts">[]): string | null {
  const units = new Set(items.flatMap(({ counts }) => counts.map(({ unit }) => unit)));
  const [unit] = units;
  return units.size === 1 && unit !== undefined && isSeatUnit(unit) ? unit : null;
}

type Uncounted = Pick<TcoItemAnswer, "name" | "counts" | "notCounted">;

/** Returns "plus hosts and committers: enter the quantities to include them"; null if all quantities are given. */
export function uncountedWords(items: readonly Uncounted[]): string | null {
  const units = items.flatMap(({ name, counts, notCounted }) =>
    [
      ...counts.flatMap(({ unit, quantity }) => (quantity === null ? countedNoun(unit) : [])),
      ...notCounted.flatMap(({ kind, label }) => (kind === "licence" ? label : [])),
    ].map((unit) => (items.length > 1 ? `${name} ${unit}` : unit)),
  );
  return units.length === 0 ? null : `plus ${list([...new Set(units)])}: enter the quantities to include them`;
}

/** Returns "$1,200 to $1,480"; one figure if both ends agree; words if an end is unknown. */
export function rangeWords({ low, high, base }: TcoRange, currency: string | null): string {
  if (base === null) return "Unknown";
  const money = (amount: number) => formatMoney(amount, currency);
  if (low !== null && high !== null) {
    return low === high ? `${money(low)} (optional costs not included)` : `${money(low)} to ${money(high)}`;
  }
  if (low !== null) return `${money(low)} or more (upper end unknown)`;
  return high === null ? "Unknown" : `Up to ${money(high)}`;
}

const BASIS: Record<TcoLine["basis"], string> = {
  list: "list price",
  sourced: "dated source",
  benchmark: "benchmark",
  assumed: "assumed",
};

export function basisWords(basis: TcoLine["basis"]): string {
  return BASIS[basis];
}

/** Returns the assumptions, each once for all products that share it. */
export function assumptionsWords(assumptions: readonly string[], names: readonly string[]): string[] {
  const said = new Map<string, string[]>();
  for (const text of assumptions) {
    const name = names.find((entry) => text.startsWith(`${entry}: `));
    const what = name === undefined ? text : text.slice(name.length + 2);
    const who = said.get(what) ?? [];
    if (name !== undefined && !who.includes(name)) who.push(name);
    said.set(what, who);
  }
  return [...said].map(([what, who]) => (who.length === 0 ? what : `${list(who)}: ${what}`));
}

/** Says how much of a total comes from published prices. */
export function sourcedWords(share: number): string {
  return share === 1
    ? "Every amount is a list price or a sourced figure."
    : `${formatPercent(share * 100)} of the amount comes from list prices or sourced figures. The rest is assumed.`;
}

/** Says when a row of a receipt is due: once, or in which years. */
export function yearsWords(years: { from: number; to: number } | null): string {
  if (years === null) return "once";
  return years.from === years.to ? `year ${years.from}` : `years ${years.from} to ${years.to}`;
}

/** Returns the rows of a receipt in one currency as steps of a waterfall. */
export function waterfallSteps(
  rows: readonly ReceiptRow[],
  items: readonly Pick<TcoItemAnswer, "name" | "currency">[],
  currency: string,
): { label: string; amount: number }[] {
  return rows.flatMap((row) => {
    const item = items[row.item];
    if (item?.currency !== currency) return [];
    const years = row.years && row.years.from > 1 ? `, ${yearsWords(row.years)}` : "";
    return [{ label: `${item.name}, ${row.label}${years}`, amount: row.amount }];
  });
}
