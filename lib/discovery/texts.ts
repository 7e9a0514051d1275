import { Lexicon, Parts } from "./lexicon";

/** Between words: every sign but those that are names by themselves, as in "c++" and "&". */
const SEPARATORS = /[\0-%'-*,-/:-@[-`{-\x7f]+/;
const WORDS = /[^\0-%'-*,-/:-@[-`{-\x7f]+/g;
/** A shorter end of a word is borne by too many. */
const MIN_END = 3;
/** A list so many times as long as what was found so far is not read: what was found is looked at instead. */
const LONGER = 50;

/** Texts that are found by any part of them, without being looked through. */
export class Texts {
  readonly #texts: readonly string[];
  /** Its holders are twice the place of a text, and one more where the word is its first. */
  readonly lexicon: Lexicon;
  readonly #parts: Parts;
  /** By the place of a text: how many of the words asked for it holds. All 0 between two questions. */
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

  /** The places in the lexicon of the words that hold a part. */
  wordsContaining(part: string): number[] {
    return this.#parts.containing(part);
  }

  /** Places of the texts that hold a part, in any order. */
  holding(part: string): readonly number[] {
    const words = part.split(SEPARATORS);
    if (part === "") return [...this.#texts.keys()];
    if (words.length === 1) return this.#holdingAll([this.#holdersOf(this.wordsContaining(part))]);
    const found = this.#holdingAll(this.#heldBeside(words));
    return found.filter((place) => this.#texts[place]?.includes(part));
  }

  /** Places of the texts that have a word, in any order. */
  withWord(word: string): readonly number[] {
    return this.#holdingAll([[this.lexicon.holding(word)]]);
  }

  /** What may hold a part, by each of its words: the first ends a word, the last begins one. */
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

  /** Places of the texts that every one of several groups of lists names. */
  #holdingAll(groups: readonly (readonly Uint32Array[])[]): readonly number[] {
    if (groups.length === 0) return [...this.#texts.keys()];
    const sizeOf = (group: readonly Uint32Array[]) => group.reduce((sum, { length }) => sum + length, 0);
    const sorted = groups.map((group) => ({ group, size: sizeOf(group) })).sort((a, b) => a.size - b.size);
    const marks = this.#marks;
    const seen: number[] = [];
    let found: number[] = [];
    for (const [step, { group, size }] of sorted.entries()) {
      // What is left is looked at sooner than so long a list is read.
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
