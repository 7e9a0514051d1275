import type { Mentions } from "./spot";
import { range, type Token, tokenOf } from "./tokens";
import type { WordTable } from "./word-table";

/** Words that were replaced, by their places among the repaired tokens. */
export interface Repair {
  from: number;
  to: number;
  /** As in the text. */
  written: string;
  read: string;
  /** True if only the spaces differ. */
  isSpacing: boolean;
}

interface Vocabulary {
  words: WordTable;
  /** Returns true if a word is known with this spelling: an ordinary word or a name. */
  isKnown(word: string): boolean;
  /** Returns true if two words together are a well-known name. */
  isJoined(word: string): boolean;
  /** Returns true if a word has a meaning although it is not a name, as "professional" next to a product. */
  isPlan(word: string): boolean;
}

interface Repaired<P, M> {
  mentions: Mentions<P, M>;
  repairs: readonly Repair[];
}

/** Longer texts are read as written. Their unknown words are listed. */
const MAX_TOKENS = 30;
/** Maximum number of readings of one text. Each takes a fraction of a millisecond. */
const MAX_READINGS = 16;
/** Minimum length of a word that may be two words. */
const MIN_SPLIT = 5;
const MIN_PART = 2;
/** Minimum length of the longer part: "demos" is not "dem os". */
const MIN_LONG_PART = 4;

/** Replaces unknown words by similarly spelled known words if that leaves fewer words unread. */
export function repairWords<P, M>(
  asWritten: Mentions<P, M>,
  read: (tokens: readonly Token[]) => Mentions<P, M>,
  vocabulary: Vocabulary,
): Repaired<P, M> {
  let best: Repaired<P, M> = { mentions: asWritten, repairs: [] };
  if (asWritten.tokens.length > MAX_TOKENS) return best;
  const triedWords = new Set<string>();
  let readings = 0;
  for (;;) {
    const { mentions, repairs } = best;
    const place = mentions.unread.find((at) => !triedWords.has(mentions.tokens[at]?.text ?? ""));
    const word = place === undefined ? undefined : mentions.tokens[place]?.text;
    if (place === undefined || word === undefined || readings >= MAX_READINGS) return best;
    triedWords.add(word);
    let least = unknownWords(mentions, vocabulary);
    let lowestRank = Number.NEGATIVE_INFINITY;
    for (const option of optionsAt(mentions.tokens, place, vocabulary)) {
      if (readings >= MAX_READINGS) break;
      readings += 1;
      const next = read([
        ...mentions.tokens.slice(0, option.from),
        ...option.words.map(tokenOf),
        ...mentions.tokens.slice(option.end),
      ]);
      const repair = repairOf(option, mentions.tokens);
      const left = unknownWords(next, vocabulary);
      const rank = rankOf(next, repair);
      const isBetter = left < least || (left === least && rank < lowestRank);
      if (!isBetter || !isLikely(next, repair, option, mentions)) continue;
      least = left;
      lowestRank = rank;
      const shift = repair.to - option.end;
      const moved = repairs.map((one) =>
        one.from < option.end ? one : { ...one, from: one.from + shift, to: one.to + shift },
      );
      best = { mentions: next, repairs: [...moved, repair] };
    }
  }
}

interface Option {
  /** The places that the words replace. */
  from: number;
  end: number;
  words: readonly string[];
  isSpacing: boolean;
  /** See typingSteps(). */
  steps: number;
}

/** Returns other readings of the word at a place: spaces first, then letters. */
function optionsAt(tokens: readonly Token[], at: number, { words, isKnown, isJoined }: Vocabulary): Option[] {
  const { text = "", key = "", isRun = true } = tokens[at] ?? {};
  if (isRun || key === "" || /^\d+$/.test(key)) return [];
  const one = { from: at, end: at + 1 };
  const joined = [at - 1, at].flatMap((from) => {
    const [first, second] = [tokens[from]?.key, tokens[from + 1]?.key];
    if (!first || !second || !isJoined(first + second)) return [];
    return { from, end: from + 2, words: [first + second], isSpacing: true, steps: 0 };
  });
  if (isKnown(text)) return joined;
  const isPart = (part: string) => /^\d+$/.test(part) || (part.length >= MIN_PART && words.has(part));
  const split = range(1, key.length < MIN_SPLIT ? 1 : key.length).flatMap((end) => {
    const parts = [key.slice(0, end), key.slice(end)];
    const isClear = parts.some((part) => /^\d/.test(part) || part.length >= MIN_LONG_PART);
    return isClear && parts.every(isPart) ? { ...one, words: parts, isSpacing: true, steps: 0 } : [];
  });
  const near = words
    .near(key)
    .filter(({ word }) => digitsOf(word) === digitsOf(key))
    .map(({ word, steps }) => ({ ...one, words: [word], isSpacing: false, steps }));
  return [...joined, ...split, ...near];
}

/** Words with different numbers have different meanings. */
const digitsOf = (word: string) => word.replace(/\D/g, "");

function repairOf({ from, end, words, isSpacing }: Option, tokens: readonly Token[]): Repair {
  const written = tokens
    .slice(from, end)
    .map(({ text }) => text)
    .join(" ");
  return { from, to: from + words.length, written, read: words.join(" "), isSpacing };
}

function unknownWords({ unread, tokens }: Mentions<unknown, unknown>, { isPlan }: Vocabulary): number {
  return unread.filter((at) => !isPlan(tokens[at]?.key ?? "")).length;
}

/** Ranks a repair: a part of a longer name is the most likely, a word without a condition the least. */
function rankOf({ products, cuePlaces }: Mentions<unknown, unknown>, { from, to, isSpacing }: Repair): number {
  if (products.some((place) => place.from < to && place.to > from && place.to - place.from > to - from)) return 0;
  const isFiller = cuePlaces.some((place) => place.from <= from && place.to >= to && place.cues.has("words"));
  return isFiller ? 2 : isSpacing ? 3 : 1;
}

/** Minimum similarity at which a word alone is a product's name. */
const ALIKE = 0.75;

/**
 * Returns true if a repaired word is likely to be a product's name. Alone it is only if the text names nothing else,
 * or compares.
 */
function isLikely<P, M>(
  { products, cues }: Mentions<P, M>,
  { from, to, read }: Repair,
  { steps }: Option,
  before: Pick<Mentions<P, M>, "products" | "category" | "models">,
): boolean {
  const isAlone = products.some((place) => place.from >= from && place.to <= to);
  const namesNothing = before.products.length === 0 && before.models.length === 0 && before.category === null;
  return !isAlone || ((namesNothing || cues.has("compare")) && 1 - steps / read.length >= ALIKE);
}
