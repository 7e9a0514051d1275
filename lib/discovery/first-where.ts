/** The first place of a list in order from which on something is true; its length where it never is. */
export function firstWhere<T>(items: readonly T[], isTrue: (item: T) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(items[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
