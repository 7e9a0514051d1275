/** Facts from the rest of the page about money and language that resolve "$", "¥", "kr" and "1.234". */
export interface MoneyContext {
  /** BCP 47, as stated by the page. */
  locale?: string;
  /**
   * ISO 4217 code that the page names for its prices. Null if the page names several, so that an ambiguous mark stays
   * unknown.
   */
  defaultCurrency?: string | null;
  /** The decimal mark that other prices of the page show without doubt. */
  decimalMark?: "." | ",";
}

const CURRENT = new Set(Intl.supportedValuesOf("currency").filter((code) => !/^X(?!AF|OF|PF|CD)/.test(code)));
/** Codes that are also words or abbreviations in capitals. They need a language of their country. */
const CODES_OF_LANGUAGE: Record<string, string> = {
  ...{ ALL: "sq", AMD: "hy", ANG: "nl", BAM: "bs", BOB: "es", BTN: "dz", COP: "es", CUP: "es", CVE: "pt", GEL: "ka" },
  ...{
    LAK: "lo",
    MOP: "zh",
    NIO: "es",
    PEN: "es",
    RON: "ro",
    SDG: "ar",
    SOS: "so",
    SSP: "en-SS",
    TOP: "to",
    TRY: "tr",
  },
};

/** Returns whether a word is the ISO 4217 code of a currency and nothing else. */
export const isCode = (word: string): boolean => CURRENT.has(word) && !Object.hasOwn(CODES_OF_LANGUAGE, word);

export const DOLLARS = new Set("USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP".split(" "));

const DOLLAR_PREFIX: Record<string, string> = {
  US: "USD",
  "U.S.": "USD",
  U: "USD",
  A: "AUD",
  AU: "AUD",
  C: "CAD",
  CA: "CAD",
  CDN: "CAD",
  CAN: "CAD",
  NZ: "NZD",
  S: "SGD",
  SG: "SGD",
  HK: "HKD",
  NT: "TWD",
  MX: "MXN",
  Mex: "MXN",
  R: "BRL",
  AR: "ARS",
  CL: "CLP",
};

/** Countries whose own currency is written "$" and is not the US dollar. */
const OTHER_DOLLAR_REGIONS = new Set("CA AU NZ SG HK TW MX AR CL CO UY JM BB TT BZ FJ NA LR GY SR BN DO".split(" "));

const WORDS: Record<string, string> = {
  ...{ zl: "PLN", lei: "RON", лв: "BGN", руб: "RUB", "руб.": "RUB", грн: "UAH", 円: "JPY", 원: "KRW" },
  ...{ euro: "EUR", euros: "EUR", Euro: "EUR", RMB: "CNY", KSh: "KES", KSH: "KES", SFr: "CHF", "SFr.": "CHF" },
};
const SYMBOLS: Record<string, string> = { "£": "GBP", "₲": "PYG", "₵": "GHS" };

/**
 * Adds the marks that Unicode's data give each currency in its own country. A mark of several currencies, or one of two
 * letters that may be a word, is left out.
 */
for (const [mark, codes] of marksByCountry()) {
  const [code, ...others] = codes;
  if (code === undefined || others.length > 0) continue;
  const letters = /^([A-Z]{1,3})\$$/i.exec(mark)?.[1];
  if (letters !== undefined) DOLLAR_PREFIX[letters] ??= code;
  else if (/^\p{Sc}$/u.test(mark)) SYMBOLS[mark] ??= code;
  else if (
    /^\p{L}[\p{L}./]*$/u.test(mark) &&
    (mark.length > 2 || /[^A-Za-z]/.test(mark) || /^(?:Ft|Rp|RM)$/.test(mark))
  )
    for (const form of [mark, mark.replace(/\.$/, "")]) WORDS[form] ??= code;
}

function marksByCountry(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const code of CURRENT) {
    const country = code.slice(0, 2);
    const { language } = new Intl.Locale(`und-${country}`).maximize();
    for (const locale of [`en-${country}`, `${language}-${country}`]) {
      const parts = new Intl.NumberFormat(locale, { style: "currency", currency: code }).formatToParts(1);
      const mark = parts.find(({ type }) => type === "currency")?.value.replace(/[\u200e\u200f]/g, "") ?? code;
      if (mark !== code) found.set(mark, (found.get(mark) ?? new Set()).add(code));
    }
  }
  return found;
}

const language = (locale: string | undefined) => locale?.toLowerCase().split(/[-_]/)[0];

export function regionOf(locale: string | undefined): string | undefined {
  return locale
    ?.split(/[-_]/)
    .slice(1)
    .find((part) => /^[A-Za-z]{2}$/.test(part))
    ?.toUpperCase();
}

function dollar({ locale, defaultCurrency }: MoneyContext): string | null {
  if (defaultCurrency === null) return null;
  if (defaultCurrency !== undefined && DOLLARS.has(defaultCurrency)) return defaultCurrency;
  const region = regionOf(locale);
  return region !== undefined && OTHER_DOLLAR_REGIONS.has(region) ? null : "USD";
}

function yen({ locale, defaultCurrency }: MoneyContext): string | null {
  if (defaultCurrency === "JPY" || defaultCurrency === "CNY") return defaultCurrency;
  if (defaultCurrency !== undefined) return null;
  return language(locale) === "ja" ? "JPY" : language(locale) === "zh" && regionOf(locale) !== "TW" ? "CNY" : null;
}

const CROWNS: Record<string, string> = { sv: "SEK", nb: "NOK", nn: "NOK", no: "NOK", da: "DKK", is: "ISK" };

function crown({ locale, defaultCurrency }: MoneyContext): string | null {
  if (defaultCurrency && Object.values(CROWNS).includes(defaultCurrency)) return defaultCurrency;
  return CROWNS[language(locale) ?? ""] ?? null;
}

const FAMILIES: readonly ReadonlySet<string>[] = [DOLLARS, new Set(["JPY", "CNY"]), new Set(Object.values(CROWNS))];

/** Returns whether both currencies share a mark: "$", "¥" or "kr". */
export function shareMark(a: string, b: string): boolean {
  return a === b || FAMILIES.some((family) => family.has(a) && family.has(b));
}

/** Returns the currency of a word. Null if the currency is ambiguous, undefined if the word is not a currency mark. */
function currencyOfWord(word: string, context: MoneyContext): string | null | undefined {
  if (CURRENT.has(word)) {
    const needed = CODES_OF_LANGUAGE[word];
    return needed === undefined || needed === language(context.locale) || context.defaultCurrency === word
      ? word
      : undefined;
  }
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  if (/^kr\.?$/i.test(word)) return crown(context);
  if (/^Rs\.?$/.test(word)) {
    const region = regionOf(context.locale);
    if (context.defaultCurrency === "PKR" || region === "PK" || language(context.locale) === "ur") return "PKR";
    return context.defaultCurrency === "INR" || region === "IN" || language(context.locale) === "hi" ? "INR" : null;
  }
  if (word === "元") {
    if (context.defaultCurrency === "CNY" || context.defaultCurrency === "TWD") return context.defaultCurrency;
    return regionOf(context.locale) === "TW" ? "TWD" : language(context.locale) === "zh" ? "CNY" : null;
  }
  if (word === "R") return context.defaultCurrency === "ZAR" || regionOf(context.locale) === "ZA" ? "ZAR" : undefined;
  if (word === "TL") return language(context.locale) === "tr" || context.defaultCurrency === "TRY" ? "TRY" : undefined;
  if (/^Fr\.$/.test(word))
    return context.defaultCurrency === "CHF" || regionOf(context.locale) === "CH" ? "CHF" : undefined;
  return undefined;
}

export interface Mark {
  currency: string | null;
  /** "$", "¥" and similar: a code next to them decides. */
  weak: boolean;
  /** Start and end of the mark in the text. */
  start: number;
  end: number;
  /** White space between mark and number. */
  gap: string;
}

const GAP = "[ \\u00a0]*(?:\\n[ \\u00a0]*)?";
const BEFORE_DOLLAR = new RegExp(
  `(?<![\\p{L}\\d])(?:([A-Z]{3})[ \\u00a0]?)?(U\\.S\\.|Mex|[A-Z]{1,3})?([ \\u00a0]?)\\$(?:([A-Z]{2,3})\\b)?(${GAP})$`,
  "u",
);
const BEFORE_DOLLAR_BARE = new RegExp(`\\$(${GAP})$`, "u");
const escaped = (word: string) => word.replaceAll(".", "\\.");
const SIGN = "\\p{Sc}";
const WORD = `[A-Z]{3}|[Kk]r\\.?|Rs\\.?|TL|Fr\\.|元|${Object.keys(WORDS)
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join("|")}`;
const BEFORE_SYMBOL = new RegExp(`(?:(?<![\\p{L}\\d])(CN|JP|E)[ \\u00a0]?)?((?!\\$)${SIGN})(${GAP})$`, "u");
const BEFORE_WORD = new RegExp(`(?<![\\p{L}\\d])(${WORD}|R)(${GAP})$`, "u");
const AFTER_SYMBOL = new RegExp(`^(${GAP})((?!\\$)${SIGN})`, "u");
const AFTER_DOLLAR = new RegExp(`^(${GAP})(US|CA|AU|NZ|R)?\\$(?:[ \\u00a0]?(US|USD|CA|CAD|AU|AUD|NZ|NZD)\\b)?`, "u");
const AFTER_WORD = new RegExp(`^(${GAP})([円元원]|(?:${WORD})(?![\\p{L}\\d]))`, "u");
const ANY_MARK = new RegExp(
  `${SIGN}|(?<!\\p{L})(?:${[...CURRENT, ...Object.keys(WORDS)].map(escaped).join("|")}|kr|Rs|TL|元)(?!\\p{L})|[円元원]`,
  "u",
);

/** Returns whether a text has the mark of a currency. Cheap, because most lines of a page have none. */
export const hasMark = (text: string): boolean => ANY_MARK.test(text);

/** Returns whether a line break may separate a mark from its number: only if the mark is alone on its line. */
function standsAlone(text: string, start: number, gap: string): boolean {
  if (!gap.includes("\n")) return true;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return text.slice(lineStart, start).trim() === "";
}

const WINDOW = 24;

/** Returns the currency mark that ends directly before a number. */
export function markBefore(text: string, at: number, context: MoneyContext): Mark | null {
  const from = Math.max(0, at - WINDOW);
  const slice = text.slice(from, at);
  const found = (match: RegExpExecArray, gap: string, currency: string | null, weak: boolean): Mark | null => {
    const lead = /^[ \u00a0]*/u.exec(match[0])?.[0].length ?? 0;
    const start = from + match.index + lead;
    return standsAlone(text, start, gap) ? { currency, weak, start, end: at - gap.length, gap } : null;
  };
  const sign = BEFORE_DOLLAR.exec(slice);
  if (sign) {
    const [, code, letters, space, after, gap = ""] = sign;
    const known = [
      code === undefined ? undefined : CURRENT.has(code) ? code : null,
      letters === undefined ? undefined : (DOLLAR_PREFIX[letters] ?? (CURRENT.has(letters) ? letters : null)),
      after === undefined ? undefined : (DOLLAR_PREFIX[after] ?? (CURRENT.has(after) ? after : null)),
    ];
    // "PLAN A $12": a letter separated by a space is not part of the sign, unless it names a country.
    const apart = space !== "" && letters !== undefined && !/^(?:US|AU|CA|NZ|HK|SG|U\.S\.|[A-Z]{3})$/.test(letters);
    const named = known.filter((one) => one !== undefined);
    if (apart || (space !== "" && named.includes(null)) || (code !== undefined && known[0] === null)) {
      const bare = BEFORE_DOLLAR_BARE.exec(slice);
      return bare && found(bare, bare[1] ?? "", dollar(context), true);
    }
    if (named.length === 0) return found(sign, gap, dollar(context), true);
    const [first] = named;
    return found(sign, gap, named.every((one) => one === first) ? (first ?? null) : null, false);
  }
  const glued = BEFORE_DOLLAR_BARE.exec(slice);
  // Letters of no known country: another currency, or not a currency.
  if (glued) return found(glued, glued[1] ?? "", null, false);
  const symbol = BEFORE_SYMBOL.exec(slice);
  if (symbol) {
    const [, country, mark = "", gap = ""] = symbol;
    if (mark === "¥") {
      const currency = country === "CN" ? "CNY" : country === "JP" ? "JPY" : yen(context);
      return found(symbol, gap, currency, country === undefined);
    }
    if (mark === "£" && country === "E") return found(symbol, gap, "EGP", false);
    return found(symbol, gap, SYMBOLS[mark] ?? null, false);
  }
  const word = BEFORE_WORD.exec(slice);
  if (word) {
    const currency = currencyOfWord(word[1] ?? "", context);
    if (currency !== undefined) return found(word, word[2] ?? "", currency, /^kr/i.test(word[1] ?? ""));
  }
  return null;
}

/** Returns the currency mark that begins directly after a number. */
export function markAfter(text: string, at: number, context: MoneyContext): Mark | null {
  const slice = text.slice(at, at + WINDOW);
  const found = (match: RegExpExecArray, gap: string, currency: string | null, weak: boolean): Mark => ({
    currency,
    weak,
    start: at + gap.length,
    end: at + match[0].length,
    gap,
  });
  const symbol = AFTER_SYMBOL.exec(slice);
  if (symbol) {
    const mark = symbol[2] ?? "";
    return found(symbol, symbol[1] ?? "", mark === "¥" ? yen(context) : (SYMBOLS[mark] ?? null), mark === "¥");
  }
  const sign = AFTER_DOLLAR.exec(slice);
  if (sign) {
    const [, gap = "", before, after] = sign;
    const named = [before, after].filter((one) => one !== undefined).map((one) => DOLLAR_PREFIX[one] ?? one);
    if (named.length === 0) return found(sign, gap, dollar(context), true);
    return found(sign, gap, new Set(named).size === 1 ? (named[0] ?? null) : null, false);
  }
  const word = AFTER_WORD.exec(slice);
  if (word) {
    const currency = currencyOfWord(word[2] ?? "", context);
    if (currency !== undefined) return found(word, word[1] ?? "", currency, /^kr/i.test(word[2] ?? ""));
  }
  return null;
}

/** Joins two marks. "$12 USD", "USD $12": the code decides. Two different codes leave the currency unknown. */
export function joinMarks(before: Mark, after: Mark): string | null {
  if (before.weak && !after.weak) {
    const isFamily =
      after.currency !== null &&
      (DOLLARS.has(after.currency) || ["JPY", "CNY", ...Object.values(CROWNS)].includes(after.currency));
    return isFamily ? after.currency : null;
  }
  if (after.weak) return before.currency;
  return before.currency === after.currency ? before.currency : null;
}
