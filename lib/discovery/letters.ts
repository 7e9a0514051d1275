import { addTo, between, Collected, type Lists, lowerBound } from "./lists";

/**
 * Returns each word's groups of three letters, with two blanks before the word and one after it, as pg_trgm makes them.
 */
export function trigrams(key: string): Set<string> {
  const groups = new Set<string>();
  for (const word of key.split("-")) if (word !== "") addThrees(groups, `  ${word} `);
  return groups;
}

export function addThrees(groups: Set<string>, text: string): Set<string> {
  for (let at = 0; at + 3 <= text.length; at += 1) groups.add(text.slice(at, at + 3));
  return groups;
}

export interface Alike {
  place: number;
  /** Similarity from 0 to 1. */
  alike: number;
}

/** Similarity of names to a key, like pg_trgm's similarity(): the share of three-letter groups that both have. */
export interface Likeness {
  of(place: number): number;
  /** Upper bound of a name's similarity. */
  atMost(place: number): number;
  /** Returns the most similar names that have some similarity and are not left out. Ties go to the earlier name. */
  most(limit: number, isLeftOut?: (place: number) => boolean): Alike[];
}

/**
 * Number of entries that are read from the lists of the rarest groups for every key. For most keys, that is all of
 * them.
 */
const READ_FIRST = 8_000;
/**
 * Number of other names that are read per step. The names found in one step decide which lists the next step must read.
 */
const TOGETHER = 512;

/**
 * Indexes names by their groups of three letters. Lists are sorted by the number of groups in a name, so names of one
 * size are adjacent. For each size, the search knows how many groups a name must share to be among the most similar.
 */
export function likenessTo(keys: readonly string[]): (key: string) => Likeness {
  const ids = new Map<string, number>();
  const own = new Collected();
  const bySize = new Collected();
  let largest = 0;
  keys.forEach((key, place) => {
    const groups = trigrams(key);
    bySize.add(groups.size, place);
    largest = Math.max(largest, groups.size);
    for (const group of groups) {
      const id = ids.get(group) ?? ids.size;
      ids.set(group, id);
      own.add(place, id);
    }
  });
  const groupsOf = own.inLists(keys.length);
  const { starts: begins, values: places } = bySize.inLists(largest + 1);
  const holders = new Collected();
  places.forEach((place, at) => {
    for (const id of between(groupsOf, place)) holders.add(id, at);
  });
  const index: Index = {
    groupsOf,
    places,
    begins,
    sizes: Uint16Array.from(places, (place) => between(groupsOf, place).length),
    holdersOf: holders.inLists(ids.size),
    counts: new Uint16Array(keys.length),
    marks: new Uint8Array(ids.size),
    marked: [],
  };
  return (key) => {
    const groups = [...trigrams(key)];
    return new AskedKey(
      index,
      groups.length,
      groups.flatMap((group) => ids.get(group) ?? []),
    );
  };
}

interface Index {
  /** The groups of a name, by its place. */
  groupsOf: Lists;
  /** The place and the number of groups of a name, by its number in order of size. */
  places: Uint32Array;
  sizes: Uint16Array;
  /** The start of each size's names, with one more entry at the end. */
  begins: Uint32Array;
  /** The numbers of the names that have a group, by group. */
  holdersOf: Lists;
  /** The number of groups that a name shares with the key, by the number of the name. All 0 between two searches. */
  counts: Uint16Array;
  /** Whether a group is marked, by group. */
  marks: Uint8Array;
  marked: readonly number[];
}

class AskedKey implements Likeness {
  readonly #index: Index;
  /** Number of groups in the key, and those groups that some name has. */
  readonly #size: number;
  readonly #groups: readonly number[];

  constructor(index: Index, size: number, groups: readonly number[]) {
    this.#index = index;
    this.#size = size;
    this.#groups = groups;
  }

  of(place: number): number {
    const { groupsOf, marks, marked } = this.#index;
    if (marked !== this.#groups) {
      for (const group of marked) marks[group] = 0;
      for (const group of this.#groups) marks[group] = 1;
      this.#index.marked = this.#groups;
    }
    const [begin, end] = [groupsOf.starts[place] as number, groupsOf.starts[place + 1] as number];
    let common = 0;
    for (let at = begin; at < end; at += 1) common += marks[groupsOf.values[at] as number] as number;
    return this.#share(common, end - begin);
  }

  atMost(place: number): number {
    const { starts } = this.#index.groupsOf;
    const size = (starts[place + 1] as number) - (starts[place] as number);
    return this.#share(Math.min(size, this.#groups.length), size);
  }

  #share(common: number, size: number): number {
    return common === 0 ? 0 : common / (this.#size + size - common);
  }

  most(limit: number, isLeftOut: (place: number) => boolean = () => false): Alike[] {
    const found = new MostAlike(limit, isLeftOut);
    const lists = this.#groups.map((group) => between(this.#index.holdersOf, group));
    lists.sort((a, b) => a.length - b.length);
    let read = 0;
    for (let sum = 0; read < lists.length; read += 1) {
      sum += (lists[read] as Uint32Array).length;
      if (sum > READ_FIRST) break;
    }
    const seen = this.#countIn(lists.slice(0, read));
    this.#lookAt(seen, lists.length - read, found);
    if (read < lists.length) this.#lookThrough(lists.slice(read), found);
    for (const number of seen) this.#index.counts[number] = 0;
    return found.inOrder;
  }

  /** Returns the names in some lists and counts the lists of each, the names in the most lists first. */
  #countIn(lists: readonly Uint32Array[]): Uint32Array {
    const { counts } = this.#index;
    const seen: number[] = [];
    for (const list of lists) {
      for (let at = 0; at < list.length; at += 1) {
        const number = list[at] as number;
        if (counts[number] === 0) seen.push(number);
        counts[number] = (counts[number] as number) + 1;
      }
    }
    const ends = new Uint32Array(lists.length + 2);
    for (const number of seen) addTo(ends, (counts[number] as number) - 1, 1);
    for (let count = lists.length; count > 0; count -= 1) addTo(ends, count - 1, ends[count] as number);
    const ordered = new Uint32Array(seen.length);
    for (const number of seen) {
      const count = counts[number] as number;
      ordered[ends[count] as number] = number;
      addTo(ends, count, 1);
    }
    return ordered;
  }

  /** Adds the counted names. Each may be in up to `more` further lists. */
  #lookAt(seen: Uint32Array, more: number, found: MostAlike): void {
    const { places, sizes, counts } = this.#index;
    for (const number of seen) {
      const count = counts[number] as number;
      if ((count + more) / this.#size < found.least) return;
      const size = sizes[number] as number;
      const most = this.#share(Math.min(count + more, size), size);
      const place = places[number] as number;
      if (found.takes(place, most)) found.add(place, more === 0 ? most : this.of(place));
    }
  }

  /** Adds the names that are only in these lists. */
  #lookThrough(lists: readonly Uint32Array[], found: MostAlike): void {
    const { begins } = this.#index;
    const largest = begins.length - 2;
    const most = (size: number) => this.#share(Math.min(size, lists.length), size);
    // Names that have only these groups may be the most similar: the search moves from their size outwards.
    let below = Math.min(lists.length, largest);
    let above = lists.length + 1;
    while (below > 0 || above <= largest) {
      const isBelow = above > largest || (below > 0 && most(below) >= most(above));
      const size = isBelow ? below-- : above++;
      if (most(size) < found.least) return;
      if (begins[size] !== begins[size + 1]) this.#lookThroughSize(size, lists, found);
    }
  }

  #lookThroughSize(size: number, lists: readonly Uint32Array[], found: MostAlike): void {
    const { begins, places, counts } = this.#index;
    const [begin, end] = [begins[size] as number, begins[size + 1] as number];
    const most = Math.min(size, lists.length);
    const cursors = lists.map((list) => lowerBound(list, begin));
    const seen: number[] = [];
    let common = 1;
    for (let from = begin; from < end; ) {
      while (common <= most && !found.takes(places[from] as number, this.#share(common, size))) common += 1;
      if (common > most) return;
      // A name in `common` lists is in one of all lists but the longest `common - 1`.
      const read = lists.length - common + 1;
      let next = end;
      for (let of = 0; of < read; of += 1) next = Math.min(next, lists[of]?.[cursors[of] as number] ?? end);
      from = next;
      const to = Math.min(end, from + TOGETHER);
      for (let of = 0; of < read; of += 1) {
        const list = lists[of] as Uint32Array;
        let cursor = cursors[of] as number;
        for (; cursor < list.length && (list[cursor] as number) < to; cursor += 1) {
          const number = list[cursor] as number;
          if (counts[number] === 0) seen.push(number);
          counts[number] = (counts[number] as number) + 1;
        }
        cursors[of] = cursor;
      }
      for (const number of seen) {
        const place = places[number] as number;
        if ((counts[number] as number) + lists.length - read >= common) found.add(place, this.of(place));
        counts[number] = 0;
      }
      seen.length = 0;
      from = to;
    }
  }
}

/** Collects the most similar names, which may be added in any order. */
class MostAlike {
  readonly #limit: number;
  readonly #isLeftOut: (place: number) => boolean;
  /** The most similar first; ties go to the earlier name. */
  readonly inOrder: Alike[] = [];
  /** Minimum similarity for a new name; 0 while there is room. */
  least = 0;

  constructor(limit: number, isLeftOut: (place: number) => boolean) {
    this.#limit = limit;
    this.#isLeftOut = isLeftOut;
  }

  /** Returns true if a name would be among the most similar. */
  takes(place: number, alike: number): boolean {
    if (alike !== this.least) return alike > this.least;
    return this.inOrder.length === this.#limit && place < (this.inOrder.at(-1)?.place ?? 0);
  }

  add(place: number, alike: number): void {
    if (!this.takes(place, alike) || this.#isLeftOut(place)) return;
    const found = this.inOrder;
    const isBefore = (other: Alike) => alike > other.alike || (alike === other.alike && place < other.place);
    let at = found.length;
    while (at > 0 && isBefore(found[at - 1] as Alike)) at -= 1;
    found.splice(at, 0, { place, alike });
    if (found.length > this.#limit) found.pop();
    if (found.length === this.#limit) this.least = found.at(-1)?.alike ?? 0;
  }
}
