import { addTo, between, Collected, type Lists, lowerBound } from "./lists";

/** Each word with two blanks before it and one behind, in threes, as pg_trgm makes them. */
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
  /** 0 to 1. */
  alike: number;
}

/** How alike names are to a key: as pg_trgm's similarity(), the share of groups of three letters in common. */
export interface Likeness {
  of(place: number): number;
  /** No name is more alike than this says. */
  atMost(place: number): number;
  /** Of the names that are alike at all and not left out, the most alike, of equals those that come first. */
  most(limit: number, isLeftOut?: (place: number) => boolean): Alike[];
}

/** So much of the lists of the rarest groups is read of any key: of most keys, all. */
const READ_FIRST = 8_000;
/** Names read at a time of the others: what is found among them decides which lists have to be read of the next. */
const TOGETHER = 512;

/**
 * Names by their groups of three letters. In the lists they stand by the number of their groups, so that those of one
 * size stand together: for each size is known how many groups a name must have in common to be among the most alike.
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
  /** By the place of a name: its groups. */
  groupsOf: Lists;
  /** By the number that a name has in order of size: its place, and how many groups it has. */
  places: Uint32Array;
  sizes: Uint16Array;
  /** By size: where its names begin; one more at the end. */
  begins: Uint32Array;
  /** By group: the numbers of the names that have it. */
  holdersOf: Lists;
  /** By the number of a name: how many groups it has in common with a key. All 0 between two questions. */
  counts: Uint16Array;
  /** By group: whether it is one of those that are marked. */
  marks: Uint8Array;
  marked: readonly number[];
}

class AskedKey implements Likeness {
  readonly #index: Index;
  /** How many groups it has, and those of them that some name has. */
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

  /** The names in some lists, those in the most of them first; in how many is counted. */
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

  /** Adds the names that are in the counted number of lists, and may be in so many more. */
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

  /** Adds the names that are in these lists alone. */
  #lookThrough(lists: readonly Uint32Array[], found: MostAlike): void {
    const { begins } = this.#index;
    const largest = begins.length - 2;
    const most = (size: number) => this.#share(Math.min(size, lists.length), size);
    // Those that have no group but these may be most alike: sizes are taken from there outwards.
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
      // What is in so many lists is in one of all but the longest.
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

/** The most alike of those that are added, in any order. */
class MostAlike {
  readonly #limit: number;
  readonly #isLeftOut: (place: number) => boolean;
  /** In order: the most alike first, of equals those that come first. */
  readonly inOrder: Alike[] = [];
  /** What is less alike comes too late; 0 while there is room. */
  least = 0;

  constructor(limit: number, isLeftOut: (place: number) => boolean) {
    this.#limit = limit;
    this.#isLeftOut = isLeftOut;
  }

  /** Whether a name would be among them. */
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
