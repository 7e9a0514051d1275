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
  /(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{N})(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|[\p{N}\p{M}+&.,\-#/])*|[$€£]|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}]+/gu;
const CLOSING = /(?<=[\p{L}\p{N}])[.,\-/&]+$/u;
/** Splits "l'hébergement", "d'un", "c'è" and "all'anno" into two words. */
const ELISION = /(?<!\p{L})(l|d|j|m|n|t|s|c|qu|dell|all|nell|un)['’](?=\p{L})/giu;
const POSSESSIVE = /['’]s(?!\p{L})/giu;
const RUN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

export function tokensOf(text: string): Token[] {
  const words = text.normalize("NFC").replace(ELISION, "$1 ").replace(POSSESSIVE, "").match(WORD) ?? [];
  return words.map((word) => {
    const plain = word.replace(CLOSING, "");
    return { text: plain, key: nameKey(plain), isRun: RUN.test(plain) };
  });
}

/** The places from `from` up to, but not including, `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
}
