/** The first place of a list in order, `from` there on, from which on something is true; its length where it never is. */
export function firstWhere<T>(items: readonly T[], isTrue: (item: T) => boolean, from = 0): number {
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(items[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
