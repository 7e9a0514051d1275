import { nameKey } from "@/lib/ids";

export interface Token {
  /** As written. */
  text: string;
  /** See nameKey(). */
  key: string;
  /** True for Chinese or Japanese text, which has no spaces between words. */
  isRun: boolean;
  /** True for a word after a comma. */
  isListed?: boolean;
}

/** Matches words of letters and digits with the signs that names contain; currency signs; runs of other scripts. */
const WORD =
  /(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{N})(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|[\p{N}\p{M}+&.,\-#/]|['’](?=\p{L}))*|[$€£&]|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}]+/gu;
const CLOSING = /(?<=[\p{L}\p{N}])[.,\-/&]+$/u;
/** Matches the elided word of "l'hébergement", "d'un", "c'è" and "all'anno", which are split into two words. */
const ELISION = /(?<!\p{L})(l|d|j|m|n|t|s|c|qu|dell|all|nell|un)['’](?=\p{L})/giu;
export const POSSESSIVE = /['’]s$/i;
/** "$20/user" is read as "$20 per user". */
const PER_SIGN = /(?<=\d)\/(?=\p{L})/gu;
/** "20-100" is two numbers. */
const NUMBER_RANGE = /(?<=(?<![\p{L}\d.-])\d{1,6})-(?=\d{1,6}(?![\p{L}\d.-]))/gu;
/** Matches a comma, also at the end of the word before. */
const LISTING = /[,;、，]\s*$/u;
const RUN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

export function tokensOf(text: string): Token[] {
  const plain = text.normalize("NFC").replace(ELISION, "$1 ");
  const read = plain.replace(PER_SIGN, " per ").replace(NUMBER_RANGE, " ");
  return [...read.matchAll(WORD)].map(({ 0: word, index }) => {
    const token = tokenOf(word.replace(CLOSING, ""));
    return LISTING.test(read.slice(Math.max(0, index - 2), index)) ? { ...token, isListed: true } : token;
  });
}

export function tokenOf(text: string): Token {
  return { text, key: nameKey(text.replace(POSSESSIVE, "")), isRun: RUN.test(text) };
}

/** Maximum number of letters of a run that are split. The rest is one unknown word. */
const MAX_SPLIT = 80;
/** Maximum number of letters of a known word in such a run. */
const MAX_RUN_WORD = 12;
/** Maximum number of letters of an ending of a Korean word. */
const MAX_PARTICLE = 2;
const HANGUL = /^\p{Script=Hangul}+$/u;

/**
 * Splits words that are written without spaces, if they contain a known word: "無料のスラック", "슬랙은". A run that is a
 * product's name stays whole.
 */
export function withRunsSplit(
  tokens: readonly Token[],
  isWord: (text: string) => boolean,
  isName: (text: string) => boolean,
): Token[] {
  return tokens.flatMap((token) => {
    const isHangul = HANGUL.test(token.text);
    if ((!token.isRun && !isHangul) || isWord(token.text) || isName(token.text)) return [token];
    const { parts, unknown } = partsOf(token.text, isWord, isHangul ? 2 : 1);
    if (unknown.length === parts.length) return [token];
    const last = parts.at(-1) ?? "";
    const isEnding = isHangul && unknown.includes(last) && last.length <= MAX_PARTICLE;
    return (isEnding ? parts.slice(0, -1) : parts).map(tokenOf);
  });
}

/** Returns the known words of a run, the longest at each place, and the parts between them. */
function partsOf(run: string, isWord: (text: string) => boolean, least: number) {
  const parts: string[] = [];
  const unknown: string[] = [];
  let start = 0;
  const close = (end: number) => {
    if (end === start) return;
    unknown.push(run.slice(start, end));
    parts.push(run.slice(start, end));
  };
  for (let at = 0; at < Math.min(run.length, MAX_SPLIT); ) {
    let length = Math.min(MAX_RUN_WORD, run.length - at);
    while (length >= least && !isWord(run.slice(at, at + length))) length -= 1;
    if (length < least) {
      at += 1;
      continue;
    }
    close(at);
    parts.push(run.slice(at, at + length));
    at += length;
    start = at;
  }
  close(run.length);
  return { parts, unknown };
}

export function nameAt(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ")
    .replace(/(?<=[$€£]) (?=\d)/g, "");
}

/** Returns the places from `from` up to, but not including, `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
}
