import { Lexicon, Parts } from "./lexicon";

/** Separators between words: every sign except those that are names themselves, as in "c++" and "&". */
const SEPARATORS = /[\0-%'-*,-/:-@[-`{-\x7f]+/;
const WORDS = /[^\0-%'-*,-/:-@[-`{-\x7f]+/g;
/** Minimum length of a word ending in the index: too many words have a shorter one. */
const MIN_END = 3;
/** A list longer than this multiple of the current matches is not read. The matches are checked directly instead. */
const LONGER = 50;

/** An index that finds texts by any part of them without scanning them. */
export class Texts {
  readonly #texts: readonly string[];
  /** A holder is twice the place of a text, plus one if the word is its first. */
  readonly lexicon: Lexicon;
  readonly #parts: Parts;
  /** The number of search words that each text holds, by place. All 0 between two searches. */
  readonly #marks: Uint8Array;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#marks = new Uint8Array(texts.length);
    this.lexicon = new Lexicon((add) => {
      texts.forEach((text, place) => {
        let isFirst = 1;
        for (const word of text.match(WORDS) ?? []) {
          add(word, place * 2 + isFirst);
          isFirst = 0;
        }
      });
    });
    this.#parts = new Parts(this.lexicon.words);
  }

  /** Returns the places in the lexicon of the words that contain a part. */
  wordsContaining(part: string): number[] {
    return this.#parts.containing(part);
  }

  /** Returns the places of the texts that contain a part, in any order. */
  holding(part: string): readonly number[] {
    const words = part.split(SEPARATORS);
    if (part === "") return [...this.#texts.keys()];
    if (words.length === 1) return this.#holdingAll([this.#holdersOf(this.wordsContaining(part))]);
    const found = this.#holdingAll(this.#heldBeside(words));
    return found.filter((place) => this.#texts[place]?.includes(part));
  }

  /** Returns the places of the texts that have a word, in any order. */
  withWord(word: string): readonly number[] {
    return this.#holdingAll([[this.lexicon.holding(word)]]);
  }

  /** Returns the texts that may contain a part, for each of its words: the first ends a word, the last begins one. */
  #heldBeside(words: readonly string[]): Uint32Array[][] {
    return words.flatMap((word, at): Uint32Array[][] => {
      if (at === words.length - 1) return word === "" ? [] : [[this.lexicon.heldBy(...this.lexicon.beginning(word))]];
      if (at > 0) return [[this.lexicon.holding(word)]];
      if (word.length < MIN_END) return [];
      const ending = this.wordsContaining(word).filter((place) => this.lexicon.words[place]?.endsWith(word));
      return [this.#holdersOf(ending)];
    });
  }

  #holdersOf(words: readonly number[]): Uint32Array[] {
    return words.map((place) => this.lexicon.heldBy(place));
  }

  /** Returns the places of the texts that are in every group of lists. */
  #holdingAll(groups: readonly (readonly Uint32Array[])[]): readonly number[] {
    if (groups.length === 0) return [...this.#texts.keys()];
    const sizeOf = (group: readonly Uint32Array[]) => group.reduce((sum, { length }) => sum + length, 0);
    const sorted = groups.map((group) => ({ group, size: sizeOf(group) })).sort((a, b) => a.size - b.size);
    const marks = this.#marks;
    const seen: number[] = [];
    let found: number[] = [];
    for (const [step, { group, size }] of sorted.entries()) {
      // Checking the remaining matches is faster than reading such a long list.
      if (step > 0 && size > found.length * LONGER) break;
      const here: number[] = [];
      for (const holders of group) {
        for (const holder of holders) {
          const place = holder >> 1;
          if (marks[place] !== step) continue;
          marks[place] = step + 1;
          here.push(place);
          if (step === 0) seen.push(place);
        }
      }
      found = here;
    }
    for (const place of seen) marks[place] = 0;
    return found;
  }
}
