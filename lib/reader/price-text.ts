import { joinMarks, type Mark, type MoneyContext, markAfter, markBefore } from "./currency";
import { wordsOf } from "./languages";
import { readNumber } from "./number";
import {
  type Billing,
  harmlessAt,
  isMetered,
  isUnknownUnit,
  NOT_THE_PRICE,
  type Period,
  type Phrase,
  phraseAt,
} from "./qualifiers";
import type { ReadPrice } from "./types";

export type { MoneyContext } from "./currency";

/**
 * `price`: a price to pay, with every word around it understood. Prices may not be taken from any other role.
 * `labelled`: the price of something that the text names itself. `total`: the sum that the same plan costs over its
 * term. `unexplained`: unknown words are next to the amount.
 */
export type Role =
  | "price"
  | "total"
  | "labelled"
  | "was"
  | "saving"
  | "limit"
  | "credit"
  | "range"
  | "extra"
  | "intro"
  | "approximate"
  | "unexplained";

/** An amount, a free offer or a price on request as a text states it. */
export interface Mention {
  kind: "price" | "free" | "custom";
  role: Role;
  /** Null if the amount is ambiguous. */
  amount: number | null;
  /** Null if the mark may mean several currencies. */
  currency: string | null;
  period: Period | null;
  billing: Billing | null;
  unit: string | null;
  /** "From $9", "starting at $9", "$9+". */
  from: boolean;
  /** Words before the amount, ended by a colon or a dash, that name the priced thing. */
  label: string | null;
  /** A word alone on the line before: "Monthly", "Annual". */
  caption: "monthly" | "annual" | null;
  /** The mention with its qualifiers, at most 160 characters. */
  text: string;
  start: number;
  end: number;
}

/** Normalises white space and removes invisible characters. Line breaks stay. */
export function tidy(text: string): string {
  return (
    text
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, "")
      .replace(/[\u00a0\u202f\u2000-\u200a]/g, "\u00a0")
      // A no-break space has a meaning only between digits.
      .replace(/(?<!\d)\u00a0|\u00a0(?!\d)/g, " ")
      .replace(/\uff04/g, "$")
      .replace(/[\uffe5]/g, "¥")
      .replace(/[\t\r\f\v ]+/g, " ")
      .replace(/ ?\n[ \n]*/g, "\n")
  );
}

const FREE = new RegExp(`^(?:it['’]s )?(?:100% )?(?:${wordsOf("free")}|0)[.!*]?$`, "iu");
const CUSTOM = new RegExp(`^(?:please )?${wordsOf("contact")}[.!*]?\\s*[→›»>]?$`, "iu");

export const isFreeText = (line: string): boolean => FREE.test(line.replace(/\u00a0/g, " ").trim());
export const isCustomText = (line: string): boolean =>
  line.length < 60 && CUSTOM.test(line.replace(/\u00a0/g, " ").trim());

const GAPS = "[ \\u00a0\\n]*";
const tail = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})${GAPS}$`, "iu");
const FROM = tail(`${wordsOf("from")}(?: just| only)?:?`);
const ONWARD = new RegExp(`^[ \\u00a0]?${wordsOf("onward")}(?![ \\u00a0]?[\\p{L}\\d¥₩$€])`, "iu");
const WAS = tail(
  "was|were|originally|original price|original|regular price|regularly|regular|instead of|formerly|normally|usually|usual price|previously|previous price|old price|before|reg\\.?|statt|statt bisher|früher|bisher|au lieu de|ancien prix|prix initial|antes|en lugar de|precio anterior|preço original|invece di|in plaats van|compare at|list price|msrp|rrp|uvp|valued at|worth|value|retail(?: price)?",
);
const LIMIT = tail(
  "up to|upto|over|under|above|below|more than|less than|at least|at most|max\\.?|maximum(?: of)?|min\\.?|minimum(?: of| spend(?: of)?)?|exceed(?:s|ing)?|until|first|bis zu|bis|über|unter|mindestens|jusqu['’]à|plus de|moins de|hasta|más de|até|mais de|fino a|tot",
);
const SAVING =
  /(?:\bsav(?:e|es|ing|ings)\b|\bspar(?:en|e|st)\b|\béconomi|\bahorr|\beconomize|\brisparmi|\bbespaar|\bdiscount|\brabatt|\bremise|\bdescuento)/iu;
const CREDIT =
  /(?:\bcredits?\b|\bguthaben\b|\bcashback\b|\breward|\brefund|\bguarantee|\bbonus\b|\bgift\b|\bvoucher)/iu;
/** Money that a customer takes in or spends elsewhere. */
const VOLUME =
  /\b(?:revenue|sales of|turnover|volume|spend(?:ing)?|funding|raised|budget|income|payroll of|umsatz|chiffre d['’]affaires)\b/iu;
const EXTRA =
  /(?:\b(?:additional|extra|add[- ]?ons?|overages?|surcharge|set[- ]?up|setup|onboarding|implementation|deposit|weitere[nrs]?|zusätzliche[nrs]?|supplémentaires?|adicional(?:es)?|transaction fees?|fees?|one[- ]time fee)\b|(?:^|[ \u00a0\n])(?:\+|plus|add|zzgl\.?)[ \u00a0\n]*$)/iu;
const INTRO = /(?:\b(?:first|intro|introductory|promo|promotional|trial for|limited[- ]time)\b)/iu;
const AFTER = tail("then|thereafter|afterwards|renews at|renewal(?: at)?|danach|puis|después|luego|depois|poi|daarna");
const TRIAL =
  /\b(?:free (?:for )?(?:\d{1,3}[- ]days?|one month|a month|trial)|\d{1,3}[- ]day(?:s)?(?: free)?(?: trial)?|trial)\b/iu;
const APPROXIMATE =
  /(?:[~≈=]|\b(?:about|around|approx\.?|approximately|roughly|circa|ca\.|nearly|almost|equivalent to|equals|e\.g\.|example:?))[ \u00a0]*$/iu;
const MINUS = /(?:^|[ \u00a0\n(])[-−–]$/u;
const BILLED_TOTAL = tail(
  `${wordsOf("billed")}(?: (?:als|comme|como|come|som|jako|jako|как|як|à|zu|mit|di|de|por))?|` +
    "(?:billed|paid|charged|invoiced|payable)(?: up[- ]?front)?(?: (?:annually|yearly|as one payment))?(?: (?:at|as|for|of|in one payment of))?(?: (?:one|a single|an))?(?: (?:annual|yearly))?(?: (?:payment|invoice|charge))?(?: of)?|(?:one )?(?:annual|yearly) (?:payment|charge|invoice|total)(?: of)?|(?:annual|yearly) total|(?:jährlich|abgerechnet|facturé|facturado|facturé annuellement|facturado anualmente)",
);
const BILLED_ANNUALLY = new RegExp(`(?<!\\p{L})(?:${wordsOf("yearly")}|${wordsOf("annually")})(?!\\p{L})`, "iu");
const BILLED_MONTHLY = tail("(?:billed|paid|charged|invoiced) monthly(?: (?:at|as|for))?");
/** Words before a price that do not change its meaning. */
const PLAIN =
  /^(?:(?:now|only|just|nur|für nur|für|seulement|solo|sólo|apenas|pay|price|pricing|preis|prix|precio|preço|prezzo|prijs|cost|costs|total|current price|sale price|your price|our price|today['’]s price|new price|is|at|for|or|oder|ou|o|of|and|und|et|y|e|billed|flat|plan|it['’]s|→|->|with|usd|price is|priced at|kosten|kostet|per user|list price)[ \u00a0\n:]*)+$/iu;
const LABEL = /^[\p{L}\p{N}&+.,'’ \u00a0()/-]{1,60}?[ \u00a0]*[:–—|-]$/u;

const STRONG = /[.;·•|(),–—!…]/u;

const CAPTIONS: [RegExp, "monthly" | "annual"][] = [
  [
    /^(?:(?:billed|paid|pay) )?(?:monthly|month[- ]to[- ]month|monatlich|mensuel|mensual|mensal|mensile|maandelijks)(?: (?:price|plan|billing|payment|billed))?:?$/iu,
    "monthly",
  ],
  [
    /^(?:(?:billed|paid|pay) )?(?:annual|annually|yearly|jährlich|annuel|anual|annuale|jaarlijks)(?: (?:price|plan|billing|payment|billed))?:?$/iu,
    "annual",
  ],
];

/** Returns the billing of a line that is only a caption: "Monthly", "Billed annually". */
export function captionOf(line: string): "monthly" | "annual" | null {
  const text = line.trim();
  return text.length > 40 ? null : (CAPTIONS.find(([pattern]) => pattern.test(text))?.[1] ?? null);
}

interface Amount {
  amount: number | null;
  currency: string | null;
  start: number;
  end: number;
  isOpen: boolean;
  isNegative: boolean;
  /** A second number with a dash between: "$10–$20", "10–20 €". */
  isRange: boolean;
}

const NUMBER = /\d+(?:[.,'’\u00a0]\d+)*/gu;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Amounts are searched only in this many characters. A block of a page is shorter. */
const MOST_CHARACTERS = 20_000;
const MOST_MENTIONS = 400;

const isZeroDecimal = (currency: string | null) => currency === "JPY" || currency === "KRW" || currency === "VND";

/** Returns every number that has a currency mark. */
function amountsIn(text: string, context: MoneyContext): Amount[] {
  const amounts: Amount[] = [];
  const pattern = new RegExp(NUMBER);
  let claimed = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (amounts.length >= MOST_MENTIONS) break;
    const at = match.index;
    let written = match[0];
    let end = at + written.length;
    const before = markBefore(text, at, context);
    const prefix = before && before.start >= claimed ? before : null;
    const previous = text[at - 1] ?? "";
    // "v2 12 €", "B2B", "1.5x": a number that is part of a word.
    if (!prefix && /[\p{L}_#@]/u.test(previous) && !/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(previous))
      continue;
    if (!prefix && /[.,]/.test(previous) && /\d/.test(text[at - 2] ?? "")) continue;

    // "1 234,50 €": a space is a group separator only if exactly three digits follow. It never joins separate numbers.
    let spaced = false;
    for (;;) {
      const group = /^ (\d{3})(?!\d)(?:[.,]\d{1,2}(?!\d))?/u.exec(text.slice(end, end + 8));
      if (!group || !/^\d{1,3}(?:[ \u00a0]\d{3})*$/.test(written)) break;
      written += group[0];
      end += group[0].length;
      spaced = true;
    }
    const cents = /^ ?([.,]) ?(\d{2})(?!\d)/u.exec(text.slice(end, end + 6));
    if (cents && /^\d+$/.test(written) && /^ /.test(cents[0])) {
      written += `${cents[1]}${cents[2]}`;
      end += cents[0].length;
    }
    let amount = readNumber(written, context);
    // "12,-", "1.400,-", "12.–": the mark before the dash is the decimal mark.
    const dash = /^([.,])(?:--?|–|—)(?!\d)/u.exec(text.slice(end, end + 4));
    if (dash) {
      end += dash[0].length;
      amount = readNumber(written, { ...context, decimalMark: dash[1] === "," ? "," : "." });
    }
    let raised = "";
    while (text[end] !== undefined && SUPERSCRIPTS.includes(text[end] ?? "")) {
      raised += SUPERSCRIPTS.indexOf(text[end] ?? "");
      end += 1;
    }
    if (raised.length > 1)
      amount = raised.length === 2 && Number.isInteger(amount) ? Number(`${amount}.${raised}`) : null;

    // "12€99", the French notation.
    const glued = /^€(\d{2})(?![\d.,])/u.exec(text.slice(end, end + 5));
    if (glued && !prefix && /^fr\b/i.test(context.locale ?? "") && Number.isInteger(amount)) {
      amounts.push({
        amount: Number(`${amount}.${glued[1]}`),
        currency: "EUR",
        start: at,
        end: end + 3,
        isOpen: false,
        isNegative: false,
        isRange: false,
      });
      claimed = end + 3;
      pattern.lastIndex = claimed;
      continue;
    }
    const after = markAfter(text, end, context);
    const suffix = after && isOwnMark(text, after, end, prefix !== null, context) ? after : null;
    if (!prefix && !suffix) continue;
    // After a leading mark, a plain space may also separate two numbers: "$10 100 users".
    if (spaced && prefix && !suffix && !/^(?:kr|[A-Z]{3}|R|zł)/.test(text.slice(prefix.start, prefix.end)))
      amount = null;
    if (suffix && suffix.currency === undefined) continue;
    let currency = prefix && suffix ? joinMarks(prefix, suffix) : ((prefix ?? suffix)?.currency ?? null);
    const start = prefix?.start ?? at;
    if (suffix) end = suffix.end;
    if (/^[ \u00a0]?%/.test(text.slice(end, end + 2))) continue;
    const thousand = suffix ? null : /^[kK](?![\p{L}\d])/u.exec(text.slice(end, end + 2));
    if (thousand && amount !== null) {
      amount *= 1000;
      end += 1;
    } else if (
      !suffix &&
      /^[\p{L}]/u.test(text.slice(end, end + 1)) &&
      !/^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(text.slice(end, end + 1))
    ) {
      // "$5M", "$10x"
      amount = null;
    }
    if (isZeroDecimal(currency) && amount !== null && !Number.isInteger(amount)) currency = null;
    const isOpen = /^\+(?=$|\n|\/|[,.)]|[ \u00a0]*(?:\/|per\b|an?\b))/u.test(text.slice(end, end + 6));
    if (isOpen) end += 1;
    const onward = ONWARD.exec(text.slice(end, end + 24))?.[0] ?? "";
    end += onward.length;
    const lead = text.slice(Math.max(0, start - 2), start);
    const isNegative = MINUS.test(lead) && !/\d[ \u00a0]*[-−–]$/.test(text.slice(Math.max(0, start - 4), start));
    const isRange =
      /\d[ \u00a0]*(?:[-–—−]|to|bis|à|a)[ \u00a0]*$/u.test(text.slice(Math.max(0, start - 8), start)) ||
      /^[ \u00a0]*(?:[-–—−]|to|bis|à)[ \u00a0]*[$€£¥₹]?[ \u00a0]?\d/u.test(text.slice(end, end + 10)) ||
      /\bbetween[ \u00a0]$/iu.test(text.slice(Math.max(0, start - 10), start));
    amounts.push({ amount, currency, start, end, isOpen: isOpen || onward !== "", isNegative, isRange });
    claimed = end;
    pattern.lastIndex = Math.max(end, pattern.lastIndex);
  }
  // Both ends of a range.
  return amounts.map((one, index) => {
    const next = amounts[index + 1];
    const last = amounts[index - 1];
    const between = (from: number, to: number) =>
      /^[ \u00a0]*(?:[-–—−]|to|bis|à|and)[ \u00a0]*$/u.test(text.slice(from, to));
    const isRange =
      one.isRange ||
      (next !== undefined && between(one.end, next.start) && !/and/.test(text.slice(one.end, next.start))) ||
      (last !== undefined &&
        between(last.end, one.start) &&
        (!/and/.test(text.slice(last.end, one.start)) || last.isRange));
    return { ...one, isRange };
  });
}

/**
 * Returns whether a mark belongs to the number before it. "2 € 12" is ambiguous: a mark between two numbers belongs to
 * the nearer one, or to neither.
 */
function isOwnMark(text: string, mark: Mark, end: number, hasPrefix: boolean, context: MoneyContext): boolean {
  const line = text.slice(end, mark.start);
  if (line.includes("\n")) {
    // Across a line break, the mark and the number must each be alone on their lines.
    const lineStart = text.lastIndexOf("\n", end - 1) + 1;
    if (!/^[\d.,'’ \u00a0]+$/.test(text.slice(lineStart, end))) return false;
    const rest = /^[^\n]*/.exec(text.slice(mark.end, mark.end + 200))?.[0].trim() ?? "";
    if (rest !== "" && !/^(?:\/|per|pro|par|por|al)/i.test(rest)) return false;
    if (hasPrefix) return false;
  }
  const next = /^([ \u00a0]*)\d[\d.,'’\u00a0]*/u.exec(text.slice(mark.end, mark.end + 20));
  if (!next) return true;
  if (hasPrefix && mark.weak) return false;
  const own = markAfter(text, mark.end + next[0].length, context);
  if (own && !own.gap.includes("\n")) return true;
  return mark.gap === "" && next[1] !== "";
}

interface Reading extends Omit<Phrase, "end"> {
  end: number;
  /** Unknown words follow directly. */
  isUnexplained: boolean;
  role: Role | null;
  /** "…, billed annually at": the next amount is the total. */
  announcesTotal?: boolean;
}

const FILLER = /[ \u00a0,;·•|()[\]*†‡:–—-]+/uy;
const CONNECTIVE = /(?:or|oder|ou|o|and|und|et|y|e|&|→|vs\.?)(?![\p{L}\d])/iuy;

function merge(into: Reading, phrase: Phrase): boolean {
  if (phrase.isExtra) {
    into.isExtra = true;
    return true;
  }
  if (phrase.period !== undefined && phrase.period !== null) {
    if (into.period && into.period !== phrase.period) return false;
    into.period = phrase.period;
  }
  if (phrase.billing !== undefined && phrase.billing !== null) {
    if (into.billing && into.billing !== phrase.billing) return false;
    into.billing = phrase.billing;
  }
  if (phrase.unit !== undefined && phrase.unit !== null) {
    if (into.unit && into.unit !== phrase.unit) return false;
    into.unit = phrase.unit;
  }
  return true;
}

/** Billing described in words that this reader may not know. No reading is better than half of one. */
const SPEAKS_OF_BILLING =
  /\b(?:bill(?:ed|ing)|invoiced|prepa(?:id|y)|up ?front|abgerechnet|abrechnung|factur|fattur|faktur|fatur|gefactureerd|cobrad|laufzeit|mindestlaufzeit|engagement d)/iu;

/** "年払い" and the like, directly before the price of a year. */
const ANNUAL_LEAD = new RegExp(`^ *${wordsOf("annually")}[ :：]*$`, "iu");

/** A line with such a beginning states a condition of the price above it. Any other line is about itself. */
const SPEAKS_OF_ABOVE =
  /^[ (*]*(?:for|off|then|renews?|when|during|until|in|first|intro|introductory|promo|promotional|limited|special|sale|discounted|black friday|with|student|set-?up|credits?|if|\d+ ?%)(?![\p{L}\d])/iu;

/** Reads the words after an amount, on its line and on the following lines while they are about it. */
function readBehind(text: string, start: number, limit: number, captionsFirst: boolean): Reading {
  const into: Reading = { end: start, isUnexplained: false, role: null };
  let at = start;
  let isFirstLine = true;
  for (let lines = 0; lines < 6; lines += 1) {
    const lineEnd = Math.min(limit, indexOr(text, "\n", at, limit));
    const line = text.slice(at, lineEnd);
    if (!isFirstLine) {
      if (line.trim() === "" || line.length > 120) break;
      // "$29" above "99": cents, or digits that a script animates.
      if (/^[.,]?\d{1,3}$/.test(line.trim())) {
        into.isUnexplained = true;
        break;
      }
      // A caption of the next price.
      if (captionsFirst && captionOf(line) && lineEnd === indexOr(text, "\n", at, text.length)) break;
      const nextIsAmount = lineEnd === limit && limit < text.length && text[limit] !== "\n";
      if (captionOf(line) && /[:–—-]$/.test(line.trim())) break;
      const trial: Reading = { ...into, end: at };
      const complete = readLine(text, at, lineEnd, trial);
      if (nextIsAmount && ANNUAL_LEAD.test(line)) break;
      // Words before the next amount belong to that amount.
      if (nextIsAmount && (trial.role !== null || trial.isUnexplained)) break;
      if (trial.role !== null) {
        if (SPEAKS_OF_ABOVE.test(line)) into.role = trial.role;
        break;
      }
      if (trial.end === at || trial.isUnexplained || (!complete && !nextIsAmount)) {
        if (
          lines === 1 &&
          line.length < 70 &&
          !nextIsAmount &&
          SPEAKS_OF_BILLING.test(line) &&
          !/\b(?:available|flexible|support|options?|cancel)/iu.test(line)
        )
          into.isUnexplained = true;
        // A separate line that only begins like a qualifier: it does not affect this price, unless it is a warning.
        if (
          trial.end > at &&
          trial.isUnexplained &&
          NOT_THE_PRICE.test(line) &&
          /^[ \u00a0]*(?:for|off|\/|per)/i.test(line)
        )
          into.role = "intro";
        break;
      }
      Object.assign(into, trial);
      at = lineEnd;
    } else {
      readLine(text, at, lineEnd, into);
      if (into.role !== null || into.isUnexplained) break;
      at = lineEnd;
    }
    isFirstLine = false;
    if (text[at] !== "\n" || at >= limit) break;
    at += 1;
  }
  return into;
}

function indexOr(text: string, what: string, from: number, otherwise: number): number {
  const found = text.indexOf(what, from);
  return found === -1 ? otherwise : found;
}

/** Reads phrases up to the line's end. Returns true if no text is left. */
function readLine(text: string, from: number, to: number, into: Reading): boolean {
  let at = from;
  const line = text.slice(0, to);
  while (at < to) {
    FILLER.lastIndex = at;
    const filler = FILLER.exec(line)?.[0] ?? "";
    const strong = STRONG.test(filler) || /[ \u00a0][-][ \u00a0]/.test(filler);
    at += filler.length;
    if (at >= to) break;
    const phrase = phraseAt(line, at);
    if (!phrase && line[at] === "/") {
      const beyond = at + 1 + (/^[ \u00a0]*/.exec(line.slice(at + 1))?.[0].length ?? 0);
      if (phraseAt(line, beyond) || harmlessAt(line, beyond) !== null) {
        at = beyond;
        continue;
      }
    }
    if (phrase && phrase.end <= to) {
      if (!merge(into, phrase)) {
        // About another price: "$10/mo, $96 a year" without its second amount, or a contradiction.
        into.isUnexplained = true;
        return false;
      }
      at = phrase.end;
      into.end = at;
      continue;
    }
    const harmless = harmlessAt(line, at);
    if (harmless !== null && harmless <= to) {
      at = harmless;
      continue;
    }
    CONNECTIVE.lastIndex = at;
    const connective = CONNECTIVE.exec(line)?.[0];
    if (connective !== undefined && line.slice(at + connective.length, to).trim() === "") return true;
    const rest = line.slice(at, to);
    if (/^(?:at|as|for|in)[ \u00a0(]*$/iu.test(rest) && into.billing === "annual") {
      into.announcesTotal = true;
      return true;
    }
    if (line[at] === "." || line[at] === "!" || line[at] === "/" || line[at] === "+") {
      if (rest.slice(1).trim() === "") return true;
      if (line[at] === "." || line[at] === "!") {
        const tailText = rest.slice(1);
        if (NOT_THE_PRICE.test(tailText)) into.isUnexplained = !isAboutTrial(tailText);
        return true;
      }
    }
    if (NOT_THE_PRICE.test(rest)) {
      if (isAboutTrial(rest)) return true;
      into.role = /^[ \u00a0]*(?:in[ \u00a0])?(?:free[ \u00a0])?(?:off|discount|rabatt|coupon|savings?)/iu.test(rest)
        ? "saving"
        : /credit|guthaben|voucher|gift|bonus|cash ?back/iu.test(rest.slice(0, 30))
          ? "credit"
          : /\b(?:value|worth|wert|valeur)\b/iu.test(rest)
            ? "was"
            : /additional|extra|overage|weitere|zusätzlich|set[- ]?up|onboarding|implementation/iu.test(rest)
              ? "extra"
              : "intro";
      return false;
    }
    if (/^(?:sav(?:e|ings?)(?!\p{L})|you save|spare|économisez|ahorra)/iu.test(rest)) return true;
    // A separate clause may contain any words. Words that are attached to the price may not.
    if (strong && !/^(?:for|if|when|with|on|until|only)\b/iu.test(rest) && !SPEAKS_OF_BILLING.test(rest)) return true;
    into.isUnexplained = true;
    return false;
  }
  return true;
}

const isAboutTrial = (text: string) =>
  /\btrial\b/iu.test(text) && !/\b(?:off|discount|credit|then|renews?|first|additional|extra)\b/iu.test(text);

interface Front {
  role: Role | null;
  from: boolean;
  label: string | null;
  caption: "monthly" | "annual" | null;
  said: Reading;
  isUnexplained: boolean;
  /** "billed annually at" and similar. */
  total: "annual" | "monthly" | "unknown" | null;
}

/**
 * Reads the words before an amount: on its line after the previous amount, or on the line above if they are about it.
 */
function readFront(text: string, from: number, at: number): Front {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const begin = Math.max(from, lineStart);
  let head = text.slice(begin, at);
  const nothing: Reading = { end: at, isUnexplained: false, role: null };
  const front: Front = {
    role: null,
    from: false,
    label: null,
    caption: null,
    said: nothing,
    isUnexplained: false,
    total: null,
  };
  let above = "";
  if (begin === lineStart && lineStart > 0) {
    const aboveStart = Math.max(from, text.lastIndexOf("\n", lineStart - 2) + 1);
    if (aboveStart < lineStart - 1) above = text.slice(aboveStart, lineStart - 1);
    // Words that already belong to the previous amount are not used again.
    if (aboveStart === from && from > 0 && text[from - 1] !== "\n") above = "";
  }
  const bare = head
    .replace(/[ \u00a0([]+$/u, "")
    .replace(/^[ \u00a0,;·•|()–—-]+/u, (m) => (/[\p{L}]/u.test(head) ? "" : m));
  if (bare.replace(/[ \u00a0,;·•|()/–—*→~≈-]/gu, "") === "" && !APPROXIMATE.test(head)) {
    if (above.length > 0 && above.length <= 60) readAbove(above, front);
    if (/[ \u00a0]*\+[ \u00a0]*$/.test(head)) front.role = "extra";
    return front;
  }
  head = head.replace(/[ \u00a0]+$/u, "");
  readHead(head, front, from === begin && from > 0);
  return front;
}

function readAbove(above: string, front: Front): void {
  front.caption = captionOf(above);
  if (FROM.test(above) && above.trim().split(/\s/).length <= 5) front.from = true;
  else if (
    /^(?:was|statt|originally|original price:?|old price:?|regular price:?|instead of|au lieu de|antes)$/iu.test(
      above.trim(),
    )
  )
    front.role = "was";
  else if (/^(?:save|you save|spare|économisez|ahorra|save up to)$/iu.test(above.trim())) front.role = "saving";
  else if (/^(?:up to|over|more than|bis zu|jusqu['’]à|hasta)$/iu.test(above.trim())) front.role = "limit";
  else if (/^(?:then|setup fee:?|set[- ]up:?|add[- ]ons?:?|additional|\+|plus)$/iu.test(above.trim()))
    front.role = "extra";
  else if (front.caption === null) {
    const said: Reading = { end: 0, isUnexplained: false, role: null };
    const words = above.replace(/^(?:price|prices|cost|usd)[ ,:]*/iu, "");
    if (
      readLine(words, 0, words.length, said) &&
      said.end > 0 &&
      !said.isUnexplained &&
      said.end >= words.trimEnd().length - 1
    )
      front.said = said;
  }
}

function readHead(head: string, front: Front, followsAmount: boolean): void {
  const clause = head.slice(lastBreak(head)).trim();
  if (MINUS.test(` ${head.slice(-1)}`) && /^[-−–]$/.test(clause)) front.role = "saving";
  if (APPROXIMATE.test(head)) front.role = "approximate";
  else if (SAVING.test(head.slice(lastBreak(head.replace(/\(/g, " "))))) front.role = "saving";
  else if (CREDIT.test(clause)) front.role = "credit";
  else if (VOLUME.test(clause)) front.role = "limit";
  else if (ANNUAL_LEAD.test(clause)) front.total = "annual";
  else if (BILLED_MONTHLY.test(head)) front.total = "monthly";
  else if (BILLED_TOTAL.test(head)) {
    front.total = BILLED_ANNUALLY.test(clause) ? "annual" : "unknown";
    if (
      !new RegExp(`^(?:or|and|then|oder|\\()?[ ]*(?:${BILLED_TOTAL.source})`, "iu").test(
        clause.replace(/^[^\p{L}]+/u, ""),
      ) &&
      !followsAmount
    )
      front.isUnexplained = true;
  } else if (EXTRA.test(clause)) front.role = "extra";
  else if (AFTER.test(head)) {
    if (!TRIAL.test(head) || followsAmount) front.role = "intro";
  } else if (LIMIT.test(head)) front.role = "limit";
  else if (WAS.test(head) || /^de$/iu.test(head.trim())) front.role = "was";
  else if (FROM.test(head)) {
    front.from = true;
    const rest = head.replace(FROM, "").trim();
    if (rest !== "" && !PLAIN.test(rest) && !/[:.–—|-]$/.test(rest) && rest.split(/\s/).length > 3)
      front.isUnexplained = true;
  } else if (INTRO.test(clause)) front.role = "intro";
  else if (!PLAIN.test(clause === "" ? "now" : clause)) {
    const caption = captionOf(clause);
    const bare = clause.replace(/[:–—|-]+$/u, "").trim();
    const said: Reading = { end: 0, isUnexplained: false, role: null };
    const words = bare.replace(/^(?:price|prices|pricing|cost|preis|prix)[ ,:]*/iu, "");
    if (caption) front.caption = caption;
    else if (words !== "" && readLine(words, 0, words.length, said) && said.end === words.length && !said.isUnexplained)
      front.said = said;
    else if (LABEL.test(clause) && clause.split(/\s/).length <= 6) front.label = bare;
    else front.isUnexplained = true;
  }
}

/** Returns the start of the last clause. */
function lastBreak(head: string): number {
  let found = 0;
  for (const match of head.matchAll(/[.;·•|(,!][ \u00a0]/gu)) found = match.index + match[0].length;
  const parenthesis = head.lastIndexOf("(");
  return Math.max(found, parenthesis + 1);
}

const clip = (text: string) =>
  text
    .replace(/[\s\u00a0]+/gu, " ")
    .trim()
    .slice(0, 160);

/**
 * Returns every amount, free offer and price on request in a short text, each with the facts from the words around it.
 */
export function readPrices(given: string, context: MoneyContext = {}): Mention[] {
  const text = tidy(given).slice(0, MOST_CHARACTERS);
  const amounts = amountsIn(text, context);
  const mentions: Mention[] = [];
  const first = amounts[0];
  const captionsFirst = first !== undefined && hasCaptionBefore(text, first.start);
  let from = 0;
  let announced = false;
  amounts.forEach((one, index) => {
    const next = amounts[index + 1];
    const limit = next?.start ?? text.length;
    const front = readFront(text, from, one.start);
    const behind = readBehind(text, one.end, limit, captionsFirst);
    const own: Reading = { ...behind };
    const agrees = merge(own, { ...front.said, end: 0 });
    const total = announced ? "annual" : front.total;
    announced = own.announcesTotal ?? false;
    let period = own.period ?? null;
    let billing = own.billing ?? null;
    let role: Role = "price";
    if (total !== null) {
      role = "total";
      if (total === "monthly") {
        if (billing === null) billing = "monthly";
        role = "price";
      } else if (total === "annual" || period === "year") {
        billing = billing ?? "annual";
        period = period ?? "year";
      } else role = period === "month" && billing === null ? "price" : billing === null ? "unexplained" : "total";
      if (role === "total" && period === null && billing === "annual") period = "year";
    }
    if (billing === "monthly" && period === null) period = "month";
    if (period === "year" && billing === null) billing = "annual";
    if (front.label !== null && role === "price") role = "labelled";
    if (own.isExtra) role = "extra";
    if (front.isUnexplained || own.isUnexplained || !agrees) role = "unexplained";
    if (one.amount === 0 && role !== "price" && isFreeText(aroundOf(text, one, limit))) role = "price";
    if (own.role !== null) role = own.role;
    if (front.role !== null) role = front.role;
    // "Then $0.01 per message": use beyond the plan.
    if (role === "intro" && front.role === "intro" && (period === "usage" || (own.unit && isUsage(own.unit))))
      role = "extra";
    if (one.isRange) role = "range";
    if (one.isNegative) role = "saving";
    if (own.unit && period === null && role !== "extra" && isUsage(own.unit)) period = "usage";
    mentions.push({
      kind: "price",
      role,
      amount: one.amount,
      currency: one.currency,
      period,
      billing,
      unit: own.unit ?? null,
      from: front.from || one.isOpen,
      label: front.label,
      caption: front.caption,
      text: clip(text.slice(one.start, Math.max(one.end, own.end))),
      start: one.start,
      end: Math.max(one.end, own.end),
    });
    from = Math.max(one.end, Math.min(own.end, limit));
  });
  inheritPeriods(text, mentions);
  shareQualifiers(text, mentions);
  return [...mentions, ...offersIn(text, mentions)].sort((a, b) => a.start - b.start);
}

/** Returns the other words of an amount's line: "Free" of "Free $0" and of "$0 – free forever". */
function aroundOf(text: string, { start, end }: Pick<Amount, "start" | "end">, limit: number): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const words = `${text.slice(lineStart, start)} ${text.slice(end, indexOr(text, "\n", end, limit))}`;
  return words.replace(/[ \u00a0()|·:–—-]+/gu, " ").trim();
}

function hasCaptionBefore(text: string, at: number): boolean {
  return text
    .slice(0, at)
    .split("\n")
    .some((line) => captionOf(line) !== null);
}

/**
 * Copies periods and units: in "$12 per user/month billed annually or $15 month-to-month", the second is per user too.
 */
function inheritPeriods(text: string, mentions: Mention[]): void {
  mentions.forEach((mention, index) => {
    const before = mentions[index - 1];
    if (!before || mention.unit !== null || before.unit === null || mention.billing === null) return;
    if (mention.period !== before.period || mention.currency !== before.currency || mention.billing === before.billing)
      return;
    const between = text.slice(before.end, mention.start);
    if (between.length < 40 && before.period !== "usage") mention.unit = before.unit;
  });
}

/** Shares terms between currencies: "USD 15 / EUR 14 per user per month" is one price whose terms are stated once. */
function shareQualifiers(text: string, mentions: Mention[]): void {
  for (let index = mentions.length - 2; index >= 0; index -= 1) {
    const one = mentions[index];
    const next = mentions[index + 1];
    if (!one || !next || one.period !== null || one.unit !== null || one.billing !== null) continue;
    if (one.currency === null || next.currency === null || one.currency === next.currency || next.role !== "price")
      continue;
    if (!/^[ \u00a0]*(?:\/|\||·|or)[ \u00a0]*$/u.test(text.slice(one.end, next.start))) continue;
    Object.assign(one, { period: next.period, unit: next.unit, billing: next.billing });
    if (one.role === "unexplained") one.role = "price";
  }
}

function offersIn(text: string, mentions: Mention[]): Mention[] {
  const found: Mention[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const start = at;
    at += line.length + 1;
    if (line.length > 60 || mentions.some((one) => one.start < at && one.end > start)) continue;
    const kind = isFreeText(line) && line.trim() !== "0" ? "free" : isCustomText(line) ? "custom" : null;
    if (kind === null) continue;
    found.push({
      kind,
      role: "price",
      amount: kind === "free" ? 0 : null,
      currency: null,
      period: null,
      billing: null,
      unit: null,
      from: false,
      label: null,
      caption: null,
      text: clip(line),
      start,
      end: start + line.length,
    });
  }
  return found;
}

function isUsage(unit: string): boolean {
  if (isMetered(unit) || isUnknownUnit(unit)) return true;
  const [, many] = /^[\d,.]+(?:k|m)? (.+)$/u.exec(unit) ?? /^(?:million|thousand) (.+)$/iu.exec(unit) ?? [];
  return (
    many !== undefined && (isMetered(many) || isMetered(many.replace(/s$/, "")) || isMetered(many.replace(/ies$/, "y")))
  );
}

/** Returns the price that a mention states without doubt. Null if any part of it is unknown. */
export function statedPrice(mention: Mention): ReadPrice | null {
  const { kind, role, amount, currency, period, billing, unit, text } = mention;
  if (kind !== "price" || role !== "price" || amount === null || currency === null) return null;
  if (period === null || period === "other" || billing === "other") return null;
  return { amount, currency, period, billing, unit, text };
}
