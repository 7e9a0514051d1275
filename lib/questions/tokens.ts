import { nameKey } from "@/lib/ids";

export interface Token {
  /** As written. */
  text: string;
  /** See nameKey(). */
  key: string;
  /** Whether it is Chinese or Japanese text, which has no spaces between words. */
  isRun: boolean;
}

/** Words of letters and digits with the signs that names contain; signs of money; runs of other scripts. */
const WORD =
  /(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{N})(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|[\p{N}\p{M}+&.,\-#/]|['’](?=\p{L}))*|[$€£&]|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}]+/gu;
const CLOSING = /(?<=[\p{L}\p{N}])[.,\-/&]+$/u;
/** Splits "l'hébergement", "d'un", "c'è" and "all'anno" into two words. */
const ELISION = /(?<!\p{L})(l|d|j|m|n|t|s|c|qu|dell|all|nell|un)['’](?=\p{L})/giu;
export const POSSESSIVE = /['’]s$/i;
/** "$20/user" is read as "$20 per user". */
const PER_SIGN = /(?<=\d)\/(?=\p{L})/gu;
/** "20-100" is two numbers. */
const NUMBER_RANGE = /(?<=(?<![\p{L}\d.-])\d{1,6})-(?=\d{1,6}(?![\p{L}\d.-]))/gu;
const RUN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

export function tokensOf(text: string): Token[] {
  const plain = text.normalize("NFC").replace(ELISION, "$1 ");
  const words = plain.replace(PER_SIGN, " per ").replace(NUMBER_RANGE, " ").match(WORD) ?? [];
  return words.map((word) => {
    const bare = word.replace(CLOSING, "");
    return { text: bare, key: nameKey(bare.replace(POSSESSIVE, "")), isRun: RUN.test(bare) };
  });
}

export function nameAt(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ")
    .replace(/(?<=[$€£]) (?=\d)/g, "");
}

/** The places from `from` up to, but not including, `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
}
