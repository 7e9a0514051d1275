import { firstWhere } from "./first-where";
import { addThrees } from "./letters";
import { between, Collected, type Lists } from "./lists";

/** Minimum length of a part that uses the groups. For a shorter one, all words are scanned. */
const GROUP = 3;

/** Distinct words in order, each with the numbers of its holders. */
export class Lexicon {
  readonly words: readonly string[];
  readonly #holders: Lists;

  /** `fill` passes every word with the number of its holder, in ascending order of the numbers. */
  constructor(fill: (add: (word: string, holder: number) => void) => void) {
    const ids = new Map<string, number>();
    const lasts: number[] = [];
    const held = new Collected();
    fill((word, holder) => {
      const id = ids.get(word) ?? ids.size;
      if (lasts[id] === holder) return;
      if (id === ids.size) ids.set(word, id);
      lasts[id] = holder;
      held.add(id, holder);
    });
    this.words = [...ids.keys()].sort();
    const places = new Uint32Array(ids.size);
    this.words.forEach((word, place) => {
      places[ids.get(word) as number] = place;
    });
    this.#holders = held.inLists(ids.size, (id) => places[id] as number);
  }

  /** Returns the holders of a range of words. */
  heldBy(from: number, to = from + 1): Uint32Array {
    return between(this.#holders, from, to);
  }

  /** Returns the holders of a word. */
  holding(word: string): Uint32Array {
    const place = firstWhere(this.words, (other) => other >= word);
    return this.words[place] === word ? this.heldBy(place) : NOTHING;
  }

  /** Returns the range of words that begin with a text: from the first up to, but not including, the second. */
  beginning(start: string): [number, number] {
    const from = firstWhere(this.words, (word) => word >= start);
    return [from, firstWhere(this.words, (word) => word > start && !word.startsWith(start), from)];
  }
}

const NOTHING = new Uint32Array();

/** Finds words by the parts that they contain. */
export class Parts {
  readonly #words: readonly string[];
  /** The places of the words that contain three letters, by these letters. */
  readonly #groups = new Map<string, number>();
  readonly #holding: Lists;

  constructor(words: readonly string[]) {
    this.#words = words;
    const holding = new Collected();
    words.forEach((word, place) => {
      for (const group of addThrees(new Set(), word)) {
        const known = this.#groups.get(group) ?? this.#groups.size;
        this.#groups.set(group, known);
        holding.add(known, place);
      }
    });
    this.#holding = holding.inLists(this.#groups.size);
  }

  /** Returns the places of the words that contain a part. */
  containing(part: string): number[] {
    const isHolding = (place: number) => this.#words[place]?.includes(part);
    if (part.length < GROUP) return [...this.#words.keys()].filter(isHolding);
    let rarest: Uint32Array | null = null;
    for (let at = 0; at + GROUP <= part.length; at += 1) {
      const group = this.#groups.get(part.slice(at, at + GROUP));
      if (group === undefined) return [];
      const known = between(this.#holding, group);
      if (rarest === null || known.length < rarest.length) rarest = known;
    }
    return [...(rarest ?? NOTHING)].filter(isHolding);
  }
}
