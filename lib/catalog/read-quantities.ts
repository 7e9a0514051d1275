/** How many people a question names, and the words that are left of it. */
export interface AskedSeats {
  seats: number;
  rest: string;
  /** A bare "for 30": it counts people only beside the name of a product. */
  isBare: boolean;
}

/** Tokens a month, as a question names them: apart, or in all where it does not part them. */
export interface AskedTokens {
  input: number | null;
  output: number | null;
  total: number | null;
  rest: string;
}

const MAX_SEATS = 1_000_000;
const MAX_TOKENS = 1e15;

const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
/** Numbers in words. */
export const COUNTED: ReadonlyMap<string, number> = new Map([
  ...WORDS.map((word, index) => [word, index + 1] as const),
  ...([
    ["fifteen", 15],
    ["twenty", 20],
    ["thirty", 30],
    ["forty", 40],
    ["fifty", 50],
    ["hundred", 100],
  ] as const),
]);

const DIGITS = "\\d{1,3}(?:,\\d{3})+|\\d{1,7}";
const COUNT = `(${DIGITS}|${[...COUNTED.keys()].join("|")})`;
const PEOPLE =
  "(?:people|persons?|users?|seats?|employees?|staff|(?:team[- ])?members?|team ?mates?|agents?|licen[cs]es?|developers?|devs?|engineers?|editors?|creators?|recruiters?|technicians?|reps?|colleagues|heads?|folks|of us)";
const TEAM = "(?:team|company|startup|start-up|group|organi[sz]ation|business|agency|shop|firm|office)";
const BEFORE = "(?:for\\s+|with\\s+)?(?:(?:a|an|my|our|the|about|around|up to|at most|under|fewer than|all)\\s+)*";
const AROUND = "(?:up to|at most|under|fewer than|about|around)\\s+";
const PERIOD =
  "(?:(?:billed\\s+)?(?:a|per|each|every)\\s+(?:year|yr|annum|month|mo)|(?:billed\\s+)?(?:yearly|annually|monthly))";
const end = "(?=$|\\s)";
const start = "(?:^|\\s)";

const NAMED_PEOPLE = [
  new RegExp(`${start}${BEFORE}${TEAM}\\s+of\\s+(?:${AROUND})?${COUNT}(?:\\s+${PEOPLE})?${end}`),
  new RegExp(`${start}${BEFORE}${COUNT}[- ](?:person|people|user|seat|member|man|employee)s?\\s+${TEAM}${end}`),
  new RegExp(`${start}${BEFORE}${COUNT}[- ]${PEOPLE}${end}`),
];
const BARE = new RegExp(`${start}for\\s+(${DIGITS})(?:\\s+${PERIOD})?$`);
const PERIODS = new RegExp(`${start}${PERIOD}${end}`, "g");

/**
 * The people that a question in lower case names: "for 30 people", "12 users a year", "a team of ten", "30-person team", and
 * "for 30" at its end. Null where no number counts people: "for 30 days", "$30", "under 30", "office 365 users" where that is a
 * name.
 */
export function seatsIn(text: string, isName: (text: string) => boolean): AskedSeats | null {
  for (const pattern of [...NAMED_PEOPLE, BARE]) {
    const found = pattern.exec(text);
    const seats = found && countOf(found[1] ?? "");
    if (!found || seats === null || seats < 1 || seats > MAX_SEATS) continue;
    if (isOfName(text, found, isName)) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return { seats, rest: joined(rest.replace(PERIODS, " ")), isBare: pattern === BARE };
  }
  return null;
}

function countOf(text: string): number | null {
  const known = COUNTED.get(text);
  return known ?? (/^\d/.test(text) ? Number(text.replaceAll(",", "")) : null);
}

const MAX_NAME_WORDS = 5;

/** Whether the number belongs to a name, as in "office 365 users". */
function isOfName(text: string, found: RegExpExecArray, isName: (text: string) => boolean): boolean {
  const words = text.split(" ");
  const upTo = text.slice(0, found.index + found[0].indexOf(found[1] ?? "")).split(" ").length - 1;
  for (let from = Math.max(0, upTo - MAX_NAME_WORDS + 1); from <= upTo; from += 1) {
    for (let to = upTo + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      if (to - from > 1 && isName(words.slice(from, to).join(" "))) return true;
    }
  }
  return false;
}

const AT_END = new RegExp(`^(.+?)\\s+(?:for\\s+)?(${DIGITS})$`);
const YEARS = { first: 1990, last: 2100 };

/** The number with which a text in lower case ends, of whatever it counts; null where it may be a year. */
export function countAtEnd(text: string): { count: number; rest: string } | null {
  const [, rest = "", digits = ""] = AT_END.exec(text) ?? [];
  const count = countOf(digits);
  if (count === null || count < 1 || count > MAX_SEATS) return null;
  return count >= YEARS.first && count <= YEARS.last ? null : { count, rest };
}

const SCALE: Record<string, number> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
};
const NUMBER = "(\\d{1,15}(?:,\\d{3})*(?:\\.\\d{1,6})?)";
const UNIT = "(k|mn|mio|m|bn|b|thousand|million|billion)";
const IN = "(?:input|in|prompt)";
const OUT = "(?:output|out|completion)";
const TOKEN = "(?:tokens?|toks?)";
/** "in" may belong to what follows: "tokens in gpt-5". */
const AFTER_IN = "(?=$|\\s+(?:\\d|(?:and|on|for|with|a|per)(?=$|\\s)))";

/** "10m input tokens", "10m tokens in", "10m in". */
const side = (words: string, after: string) => [
  new RegExp(`${start}${NUMBER}\\s*${UNIT}?\\s+${words}\\s+${TOKEN}${end}`),
  new RegExp(`${start}${NUMBER}\\s*${UNIT}?\\s+${TOKEN}\\s+${words}${after}`),
  new RegExp(`${start}${NUMBER}\\s*${UNIT}\\s+${words}${end}`),
];
const SIDES = { input: side(IN, AFTER_IN), output: side(OUT, end) } as const;
const TOTAL = new RegExp(`${start}${NUMBER}\\s*${UNIT}?\\s*${TOKEN}${end}`);

/** The tokens that a question in lower case names: "50m tokens", "10m in 2m out", "10m input and 2m output tokens". */
export function tokensIn(text: string): AskedTokens | null {
  let rest = text;
  const cut = (pattern: RegExp): number | null => {
    const found = pattern.exec(rest);
    if (!found) return null;
    const value = Number(`${(found[1] ?? "").replaceAll(",", "")}e${SCALE[found[2] ?? ""] ?? 0}`);
    if (!(value > 0) || value > MAX_TOKENS) return null;
    rest = joined(`${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`);
    return value;
  };
  const first = (patterns: readonly RegExp[]) => patterns.reduce<number | null>((held, one) => held ?? cut(one), null);
  const output = first(SIDES.output);
  const input = first(SIDES.input);
  const total = input === null && output === null ? cut(TOTAL) : null;
  if (input === null && output === null && total === null) return null;
  return { input, output, total, rest: joined(rest.replace(PERIODS, " ")) };
}

/** With single spaces, and none around it. */
export function joined(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}
