/**
 * Returns the first place of a sorted list, starting at `from`, at which the test is true; the list's length if it is
 * never true.
 */
export function firstWhere<T>(items: readonly T[], isTrue: (item: T) => boolean, from = 0): number {
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(items[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
