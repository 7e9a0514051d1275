import { addDays } from "@/lib/catalog/day";
import { nameKey } from "@/lib/ids";
import type { Day } from "@/lib/schemas/primitives";
import periods from "./periods.json";
import { nameAt, range, type Token } from "./tokens";

type Period = keyof typeof periods;

const PERIODS = new Map(
  (Object.entries(periods) as [Period, readonly string[]][]).flatMap(([period, words]) =>
    words.map((text) => [nameKey(text), period] as const),
  ),
);
const MAX_WORDS = 5;
const FIRST_YEAR = 2000;
const TWELVE_MONTHS = 365;

export interface Since {
  day: Day;
  /** Places of the words that name the period. */
  places: number[];
}

/**
 * Returns the first day of the period that a text names: "this month", "2026", "since 2025". Null if the text names
 * no period.
 */
export function sinceIn(tokens: readonly Token[], today: Day): Since | null {
  for (let length = Math.min(MAX_WORDS, tokens.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const day = firstDay(nameKey(nameAt(tokens, from, from + length)), today);
      if (day !== null) return { day, places: range(from, from + length) };
    }
  }
  return null;
}

/** "last-3-years" or "last-month", as nameKey() writes it. */
const LAST =
  /^(?:last|past|previous|letzten?|vergangenen|derniers|dernieres|ultimos|ultimas|ultimi|ultime|laatste|afgelopen|ostatnich)-(?:(\d{1,3})-)?(\p{L}+)$/u;
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:days?|tag(?:en)?|jours|dias|giorni|dagen|dni)$/, 1],
  [/^(?:weeks?|wochen?|semaines|semanas|settimane|weken|tygodni)$/, 7],
  [/^(?:months?|monat(?:en)?|mois|meses|mesi|maanden|miesiecy)$/, 30.4375],
  [/^(?:years?|jahr(?:en)?|ans|annees|anos|anni|jaar|lat)$/, 365.25],
];

/** Returns the first day of "last 3 years". */
function firstOfLast(key: string, today: Day): Day | null {
  const [, count = "1", unit = ""] = LAST.exec(key) ?? [];
  const days = DAYS.find(([word]) => word.test(unit))?.[1];
  return days === undefined ? null : addDays(today, -Math.round(Number(count) * days));
}

function firstDay(key: string, today: Day): Day | null {
  const year = /^(?:in-|since-|seit-|depuis-|desde-|dal-|sinds-|od-)?(20\d\d)$/.exec(key)?.[1];
  if (year !== undefined) {
    return Number(year) >= FIRST_YEAR && year <= today.slice(0, 4) ? `${year}-01-01` : null;
  }
  switch (PERIODS.get(key)) {
    case "month":
      return `${today.slice(0, 7)}-01`;
    case "year":
      return `${today.slice(0, 4)}-01-01`;
    case "twelveMonths":
      return addDays(today, -TWELVE_MONTHS);
    default:
      return firstOfLast(key, today);
  }
}
