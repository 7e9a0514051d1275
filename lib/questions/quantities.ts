import { perMonth } from "@/lib/catalog/money";
import { COUNTED } from "@/lib/catalog/read-quantities";
import { CURRENCIES } from "@/lib/catalog/read-question";
import type { CuePlace } from "./cues";
import { range, type Token } from "./tokens";

export interface Count {
  count: number;
  places: number[];
}

export interface Cap {
  /** Per month. */
  amount: number;
  currency: string | null;
  places: number[];
}

const MAX_PEOPLE = 1_000_000;
const SCALES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  ...CURRENCIES,
  dolares: "USD",
  dolar: "USD",
  ドル: "USD",
  달러: "USD",
  美元: "USD",
};

/** "1,000", "1.000", "2.5k", "50"; null if the token is no number. */
export function numberIn({ text }: Token): number | null {
  const [, digits = "", scale = ""] = /^(\d[\d.,]*?)([km]?)$/i.exec(text) ?? [];
  if (digits === "") return COUNTED.get(text.toLowerCase()) ?? null;
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits);
  const value = Number(isGrouped ? digits.replace(/[.,]/g, "") : digits.replace(",", "."));
  return Number.isFinite(value) ? value * (SCALES[scale.toLowerCase()] ?? 1) : null;
}

/** A number of people, with at most one word between: "25 users", "5 sales people". */
export function peopleIn(
  tokens: readonly Token[],
  cuePlaces: readonly CuePlace[],
  used: ReadonlySet<number>,
): Count | null {
  const people = cuePlaces.filter(({ cues }) => cues.has("people")).sort((a, b) => b.from - a.from);
  for (const { from, to } of people) {
    for (const at of [from - 1, from - 2]) {
      const token = tokens[at];
      const isLimit = cuePlaces.some(({ to, cues }) => to === at && cues.has("most"));
      const count = token && !used.has(at) && !isLimit ? numberIn(token) : null;
      if (count === null || !Number.isInteger(count) || count < 1 || count > MAX_PEOPLE) continue;
      return { count, places: range(at, to) };
    }
  }
  return teamIn(tokens, used);
}

const TEAM = new Set([
  "team",
  "teams",
  "company",
  "startup",
  "group",
  "equipe",
  "equipo",
  "firma",
  "unternehmen",
  "zespol",
]);

/** "a team of 10", "for 25" at the end. */
function teamIn(tokens: readonly Token[], used: ReadonlySet<number>): Count | null {
  for (const [at, token] of tokens.entries()) {
    const count = used.has(at) ? null : numberIn(token);
    if (count === null || !Number.isInteger(count) || count < 2 || count > MAX_PEOPLE) continue;
    const isTeam = TEAM.has(tokens[at - 2]?.key ?? "") && /^(?:of|von|de|di|van)$/.test(tokens[at - 1]?.key ?? "");
    const isLast = at === tokens.length - 1 && /^(?:for|fur|pour|para|per|voor|dla)$/.test(tokens[at - 1]?.key ?? "");
    if (isTeam) return { count, places: range(at - 2, at + 1) };
    if (isLast && !(count >= 1990 && count <= 2100)) return { count, places: [at] };
  }
  return null;
}

/** "under $50", "unter 100 Euro im Monat", "menos de 100 dólares". */
export function capIn(tokens: readonly Token[], cuePlaces: readonly CuePlace[], used: ReadonlySet<number>): Cap | null {
  for (const { to, cues } of cuePlaces) {
    if (!cues.has("most")) continue;
    const sign = currencyOf(tokens[to]);
    const at = sign === null ? to : to + 1;
    const token = tokens[at];
    const amount = token && !used.has(at) ? numberIn(token) : null;
    if (amount === null || amount <= 0) continue;
    const next = tokens[at + 1];
    const word = currencyOf(next);
    const currency = sign ?? word;
    // Without a currency it may count anything: "under 10000 requests".
    if (currency === null && next !== undefined && !isPeriod(cuePlaces, at + 1)) continue;
    const isYearly = cuePlaces.some((place) => place.from > at && place.from <= at + 2 && place.cues.has("yearly"));
    const end = word === null ? at + 1 : at + 2;
    return { amount: isYearly ? perMonth(amount) : amount, currency, places: range(to, end) };
  }
  return null;
}

function isPeriod(cuePlaces: readonly CuePlace[], at: number): boolean {
  return cuePlaces.some(({ from, cues }) => from === at && (cues.has("monthly") || cues.has("yearly")));
}

function currencyOf(token: Token | undefined): string | null {
  if (!token) return null;
  return CURRENCY_NAMES[token.key] ?? CURRENCY_NAMES[token.text] ?? null;
}
