/** Lists of numbers in one array: list `i` is in `values` from `starts[i]` up to `starts[i + 1]`. */
export interface Lists {
  starts: Uint32Array;
  values: Uint32Array;
}

/** Collects numbers, each with the list that it belongs to. */
export class Collected {
  #lists = new Uint32Array(1_024);
  #values = new Uint32Array(1_024);
  #size = 0;

  add(list: number, value: number): void {
    if (this.#size === this.#values.length) {
      this.#lists = grown(this.#lists);
      this.#values = grown(this.#values);
    }
    this.#lists[this.#size] = list;
    this.#values[this.#size] = value;
    this.#size += 1;
  }

  /** Returns each list with its numbers in the order of their addition. `placeOf`: the new place of a list. */
  inLists(count: number, placeOf: (list: number) => number = (list) => list): Lists {
    const starts = new Uint32Array(count + 1);
    for (let at = 0; at < this.#size; at += 1) addTo(starts, placeOf(this.#lists[at] as number) + 1, 1);
    for (let list = 0; list < count; list += 1) addTo(starts, list + 1, starts[list] as number);
    const ends = starts.slice();
    const values = new Uint32Array(this.#size);
    for (let at = 0; at < this.#size; at += 1) {
      const list = placeOf(this.#lists[at] as number);
      values[ends[list] as number] = this.#values[at] as number;
      addTo(ends, list, 1);
    }
    return { starts, values };
  }
}

export function addTo(numbers: Uint32Array | Uint16Array, at: number, more: number): void {
  numbers[at] = (numbers[at] as number) + more;
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Returns the numbers of a range of lists. */
export function between({ starts, values }: Lists, from: number, to = from + 1): Uint32Array {
  return values.subarray(starts[from], starts[to]);
}

/** Returns the first place of a sorted list that is not below a number. */
export function lowerBound(list: Uint32Array, least: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] as number) >= least) to = middle;
    else from = middle + 1;
  }
  return from;
}
