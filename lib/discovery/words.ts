import { Lexicon } from "./lexicon";
import { addTo, lowerBound } from "./lists";

/** How much a word says of what holds it, in fifths: a name says most, then who makes it, then its category. */
const WEIGHTS = { name: 5, maker: 2, category: 1 } as const;
const WHOLE = 5;
const WEIGHT_BITS = 3;
const WEIGHT_MASK = 7;
/** What it takes to look one up in a list. */
const SEARCH_STEPS = 20;
type Place = keyof typeof WEIGHTS;
const PLACES = Object.keys(WEIGHTS) as Place[];

/** Told of each that was found, and its weight. */
export type Finding = (index: number, weight: number) => void;

/** What holds words that begin with each of the terms, with the mean weight of its best words, 0 to 1. */
export type HoldingWords = (terms: readonly string[], found: Finding) => void;

export function holdingWords(texts: readonly Readonly<Record<Place, readonly string[]>>[]): HoldingWords {
  const lexicon = new Lexicon((add) => {
    texts.forEach((text, index) => {
      for (const place of PLACES) for (const word of text[place]) add(word, (index << WEIGHT_BITS) + WEIGHTS[place]);
    });
  });
  /** By index: how many of the terms it holds, the weight of its best word for the last, and the sum of all. All 0 between two questions. */
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

  /** Of those that hold the terms before, those that hold one of the words from one up to another. */
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
