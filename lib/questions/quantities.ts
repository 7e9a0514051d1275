import { perMonth } from "@/lib/catalog/money";
import type { CuePlace } from "./cues";
import { range, type Token } from "./tokens";

export interface Count {
  count: number;
  places: number[];
}

/** A number with the word after it: "20 hosts", "10 TB". */
export interface UnitCount extends Count {
  unit: string;
}

export interface Cap {
  /** Per month. */
  amount: number;
  currency: string | null;
  /** True if the words say that it applies to each person. */
  isPerPerson: boolean;
  places: number[];
}

/** Language-model tokens per month: input and output, or the total if the text does not split them. */
export interface TokenCounts {
  /** Null if the text does not state it. */
  input: number | null;
  output: number | null;
  total: number | null;
  places: number[];
}

export interface Quantities {
  people: Count | null;
  /** Places of a number that limits people, in addition to the one that counts them: "free up to 10 users". */
  limit: number[];
  /** The currency that the text names. */
  currency: string | null;
  cap: Cap | null;
  counts: UnitCount[];
}

const MAX_PEOPLE = 1_000_000;
const MAX_TOKENS = 1e15;
const SMALL = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, index) => [word, index + 1] as const),
  ...Object.entries({ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, hundred: 100 }),
]);
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mil: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const CURRENCIES: Readonly<Record<string, string>> = {
  $: "USD",
  usd: "USD",
  dollar: "USD",
  dollars: "USD",
  bucks: "USD",
  dolares: "USD",
  dolar: "USD",
  ドル: "USD",
  달러: "USD",
  美元: "USD",
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  pounds: "GBP",
};

/** Reads "1,000", "1.000", "2.5k", "50"; null if the token is not a number. */
function numberIn({ text }: Token): number | null {
  const [, digits = "", scale = ""] = /^(\d[\d.,]*?)(k|mn|mio|m|bn|b)?$/i.exec(text) ?? [];
  if (digits === "") return NUMBER_WORDS.get(text.toLowerCase()) ?? null;
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits);
  const value = Number(isGrouped ? digits.replace(/[.,]/g, "") : digits.replace(",", "."));
  return Number.isFinite(value) ? value * (SCALES[scale.toLowerCase()] ?? 1) : null;
}

/** Reads a number and the scale after it: "20 million". */
function numberAt(tokens: readonly Token[], from: number): { value: number; to: number } | null {
  const token = tokens[from];
  const value = token ? numberIn(token) : null;
  if (value === null) return null;
  const scale = SCALES[tokens[from + 1]?.key ?? ""];
  return scale === undefined ? { value, to: from + 1 } : { value: value * scale, to: from + 2 };
}

const TOKENS = /^(?:tokens?|toks?|トークン|토큰)$/;
const INPUT = /^(?:input|in|prompt)$/;
const OUTPUT = /^(?:output|out|completion)$/;
/** Words after which "in" belongs to the number: "10m tokens in and 2m out". */
const AFTER_IN = /^(?:and|on|for|with|a|per)?$/;

/** Words before the unit of a price: "per user", "per 1M tokens". */
export const PER = /^(?:per|pro|par|por|je|za)$/;

/** Words after a unit about the thing that is counted: "hour of audio", "5 TB storage". */
export const THING = /^(?:audio|video|storage|speech|stored|data)$/;

/** Reads "50m tokens", "10m in 2m out", "10m input and 2m output tokens". */
export function tokensIn(tokens: readonly Token[]): TokenCounts {
  const counted: TokenCounts = { input: null, output: null, total: null, places: [] };
  const keyAt = (at: number) => tokens[at]?.key ?? "";
  for (let from = 0; from < tokens.length; from += 1) {
    const number = numberAt(tokens, from);
    if (!number || !(number.value > 0) || number.value > MAX_TOKENS) continue;
    const { value, to } = number;
    const isCounted = TOKENS.test(tokens[to]?.key ?? "") || TOKENS.test(tokens[to]?.text ?? "");
    const sideAt = isCounted ? to + 1 : to;
    const isIn =
      keyAt(sideAt) !== "in" || !isCounted || AFTER_IN.test(keyAt(sideAt + 1)) || /^\d/.test(keyAt(sideAt + 1));
    const side = OUTPUT.test(keyAt(sideAt)) ? "output" : INPUT.test(keyAt(sideAt)) && isIn ? "input" : null;
    const isSide = side !== null && (isCounted || TOKENS.test(keyAt(sideAt + 1)) || value >= 1_000);
    if (!isSide && !isCounted) continue;
    const field = isSide ? side : "total";
    if (counted[field] !== null) continue;
    if (!PER.test(keyAt(from - 1))) counted[field] = value;
    const end = isSide ? sideAt + 1 : to + 1;
    counted.places.push(...range(from, isSide && TOKENS.test(keyAt(end)) ? end + 1 : end));
  }
  if (counted.input !== null || counted.output !== null) counted.total = null;
  return counted;
}

/** Returns the quantities among the words that are not part of a name. */
export function quantitiesIn(
  tokens: readonly Token[],
  cuePlaces: readonly CuePlace[],
  used: ReadonlySet<number>,
): Quantities {
  const { people, limit } = peopleIn(tokens, cuePlaces, used);
  const cap = capIn(tokens, cuePlaces, used);
  const taken = new Set([...used, ...(people?.places ?? []), ...(cap?.places ?? [])]);
  const isCue = new Set(cuePlaces.flatMap(({ from, to }) => range(from, to)));
  const counts: UnitCount[] = [];
  for (const from of tokens.keys()) {
    const number = taken.has(from) ? null : numberAt(tokens, from);
    const unit = number && !taken.has(number.to) && !isCue.has(number.to) ? tokens[number.to] : undefined;
    if (number && unit && number.value > 0 && !/\d/.test(unit.text)) {
      counts.push({ count: number.value, unit: unit.text, places: range(from, number.to + 1) });
    }
  }
  const currency = cap?.currency ?? tokens.map(currencyOf).find((named) => named !== null) ?? null;
  return { people, limit, currency, cap, counts };
}

/** Reads a number of people, with at most one word between: "25 users", "5 sales people". */
function peopleIn(
  tokens: readonly Token[],
  cuePlaces: readonly CuePlace[],
  used: ReadonlySet<number>,
): Pick<Quantities, "people" | "limit"> {
  const people = cuePlaces.filter(({ cues }) => cues.has("people")).sort((a, b) => b.from - a.from);
  const counts = people.flatMap(({ from, to }) =>
    [from - 1, from - 2].flatMap((at) => {
      const token = tokens[at];
      const isPrice = PER.test(tokens[from - 1]?.key ?? "") || currencyOf(tokens[at - 1]) !== null;
      const count = token && !used.has(at) && !isPrice ? numberIn(token) : null;
      if (count === null || !Number.isInteger(count) || count < 1 || count > MAX_PEOPLE) return [];
      return [
        { count, places: range(at, to), isLimit: cuePlaces.some(({ to, cues }) => to === at && cues.has("most")) },
      ];
    }),
  );
  // An example with a limit: "free up to 10 users, price for 25 users".
  const exact = counts.find(({ isLimit }) => !isLimit) ?? teamIn(tokens, cuePlaces, used);
  const limit = exact ? counts.filter(({ isLimit }) => isLimit).flatMap(({ places }) => places) : [];
  return { people: exact ?? counts[0] ?? null, limit };
}

const TEAM = new Set(
  "team teams company startup group business agency firm office equipe equipo firma unternehmen zespol".split(" "),
);
const JOINED_PEOPLE = /^(\d{1,6})-(?:person|people|user|seat|member|man|employee)s?$/;

/** Reads "a team of 10", "30-person team", or "for 25" at the end. */
function teamIn(tokens: readonly Token[], cuePlaces: readonly CuePlace[], used: ReadonlySet<number>): Count | null {
  for (const [at, token] of tokens.entries()) {
    const [, joined] = JOINED_PEOPLE.exec(token.key) ?? [];
    const count = used.has(at) ? null : joined ? Number(joined) : numberIn(token);
    if (count === null || !Number.isInteger(count) || count < 1 || count > MAX_PEOPLE) continue;
    if (joined) return { count, places: [at] };
    const isTeam = TEAM.has(tokens[at - 2]?.key ?? "") && /^(?:of|von|de|di|van)$/.test(tokens[at - 1]?.key ?? "");
    if (isTeam) return { count, places: range(at - 2, at + 1) };
    const isLast = endOf(tokens, cuePlaces) === at + 1 && FOR.test(tokens[at - 1]?.key ?? "") && /^\d/.test(token.text);
    if (isLast && !isYear(count)) return { count, places: [at] };
  }
  return null;
}

const FOR = /^(?:for|fur|pour|para|per|voor|dla)$/;

/** Returns the end of the text without a period such as "a year" or "billed monthly". */
function endOf(tokens: readonly Token[], cuePlaces: readonly CuePlace[]): number {
  const isEnd = ({ to, cues }: CuePlace) => to === tokens.length && (cues.has("yearly") || cues.has("monthly"));
  return cuePlaces.find(isEnd)?.from ?? tokens.length;
}

const isYear = (count: number) => count >= 1990 && count <= 2100;

/** Reads a number at the end of the text, next to a plan: "dropbox business 15". Null if it may be a year. */
export function countAtEnd(tokens: readonly Token[], at: number): number | null {
  const token = at === tokens.length - 1 ? tokens[at] : undefined;
  const count = token && /^\d/.test(token.text) ? numberIn(token) : null;
  if (count === null || !Number.isInteger(count) || count < 1 || count > MAX_PEOPLE || isYear(count)) return null;
  return count;
}

/** Reads "under $50", "between 20 and 100 euros", "unter 100 Euro im Monat", "menos de 100 dólares". */
function capIn(tokens: readonly Token[], cuePlaces: readonly CuePlace[], used: ReadonlySet<number>): Cap | null {
  for (const { from, to, cues } of cuePlaces) {
    if (!cues.has("most") && !cues.has("between")) continue;
    const least = cues.has("between") ? amountAt(tokens, to) : null;
    if (cues.has("between") && !least) continue;
    const isJoined = /^(?:and|und|et|y|e|en|i|to|a|и)$/.test(tokens[least?.to ?? -1]?.key ?? "");
    const start = least ? least.to + (isJoined ? 1 : 0) : to;
    const most = amountAt(tokens, start);
    if (!most || most.value <= 0 || range(to, most.to).some((place) => used.has(place))) continue;
    const currency = most.currency ?? least?.currency ?? null;
    const next = tokens[most.to];
    // Without a currency it may count anything: "under 10000 requests".
    if (currency === null && next !== undefined && !isPriceCue(cuePlaces, most.to)) continue;
    const after = cuePlaces.filter((place) => place.from >= most.to && place.from <= most.to + 4);
    const isYearly = after.some((place) => place.cues.has("yearly"));
    return {
      amount: isYearly ? perMonth(most.value) : most.value,
      currency,
      isPerPerson: after.some(({ from, cues }) => cues.has("people") && isPer(tokens[from - 1])),
      // The lower end of a range is not a filter of a list.
      places: least ? range(start, most.to) : range(from, most.to),
    };
  }
  return null;
}

/** Reads an amount with its currency before or after it. */
export function amountAt(tokens: readonly Token[], from: number) {
  const sign = currencyOf(tokens[from]);
  const number = numberAt(tokens, sign === null ? from : from + 1);
  if (!number) return null;
  const word = currencyOf(tokens[number.to]);
  return { value: number.value, currency: sign ?? word, to: word === null ? number.to : number.to + 1 };
}

/** Matches "per user", "a user". */
function isPer(token: Token | undefined): boolean {
  return PER.test(token?.key ?? "") || /^(?:a|each|every)$/.test(token?.key ?? "");
}

function isPriceCue(cuePlaces: readonly CuePlace[], at: number): boolean {
  const [cue] = cuePlaces.filter(({ from, to }) => from <= at && to > at);
  return cue !== undefined && !cue.cues.has("people") && !cue.cues.has("limits");
}

function currencyOf(token: Token | undefined): string | null {
  if (!token) return null;
  return CURRENCIES[token.key] ?? CURRENCIES[token.text] ?? null;
}
