import { Lexicon } from "./lexicon";
import { addTo, lowerBound } from "./lists";

/** Weights of a word by its place, in fifths: a name weighs most, then its maker, then its category. */
const WEIGHTS = { name: 5, maker: 2, category: 1 } as const;
const WHOLE = 5;
const WEIGHT_BITS = 3;
const WEIGHT_MASK = 7;
/** Cost of one lookup in a list. */
const SEARCH_STEPS = 20;
type Place = keyof typeof WEIGHTS;
const PLACES = Object.keys(WEIGHTS) as Place[];

/** Called with the index and the weight of each match. */
export type Finding = (index: number, weight: number) => void;

/** Finds the entries with words that begin with each of the terms, with the mean weight of their best words, 0 to 1. */
export type HoldingWords = (terms: readonly string[], found: Finding) => void;

export function holdingWords(texts: readonly Readonly<Record<Place, readonly string[]>>[]): HoldingWords {
  const lexicon = new Lexicon((add) => {
    texts.forEach((text, index) => {
      for (const place of PLACES) for (const word of text[place]) add(word, (index << WEIGHT_BITS) + WEIGHTS[place]);
    });
  });
  /**
   * By index: the number of matching terms, the weight of the best word for the last term, and the sum over all terms.
   * All 0 between two searches.
   */
  const held = new Uint8Array(texts.length);
  const best = new Uint8Array(texts.length);
  const sums = new Uint16Array(texts.length);

  const add = (holder: number, step: number, found: number[]): void => {
    const index = holder >> WEIGHT_BITS;
    const weight = holder & WEIGHT_MASK;
    const terms = held[index] as number;
    if (terms === step) {
      held[index] = step + 1;
      best[index] = weight;
      found.push(index);
    } else if (terms === step + 1 && weight > (best[index] as number)) best[index] = weight;
  };

  /** Filters the entries that matched the earlier terms by words in a range of the lexicon. */
  const holdingAlso = (left: readonly number[], step: number, [from, to]: readonly [number, number]): number[] => {
    const holders = lexicon.heldBy(from, to);
    const found: number[] = [];
    if (step > 0 && left.length * (to - from) * SEARCH_STEPS < holders.length) {
      for (let word = from; word < to; word += 1) {
        const own = lexicon.heldBy(word);
        for (const index of left) {
          let at = lowerBound(own, index << WEIGHT_BITS);
          for (; at < own.length && (own[at] as number) >> WEIGHT_BITS === index; at += 1) {
            add(own[at] as number, step, found);
          }
        }
      }
    } else for (const holder of holders) add(holder, step, found);
    for (const index of left) if (held[index] === step) clear(index);
    return found;
  };

  const clear = (index: number): void => {
    held[index] = 0;
    sums[index] = 0;
  };

  return (terms, found) => {
    const ranges = terms
      .map((term) => lexicon.beginning(term))
      .sort((a, b) => lexicon.heldBy(...a).length - lexicon.heldBy(...b).length);
    let left: number[] = [];
    ranges.forEach((range, step) => {
      left = step === 0 || left.length > 0 ? holdingAlso(left, step, range) : left;
      for (const index of left) addTo(sums, index, best[index] as number);
    });
    for (const index of left) {
      found(index, (sums[index] as number) / WHOLE / terms.length);
      clear(index);
    }
  };
}
