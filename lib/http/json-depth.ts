/** Far above any message of ours. A recursive function over much deeper values overflows the stack. */
export const MAX_JSON_DEPTH = 32;

/** Returns whether a parsed JSON value has more than this many levels of objects and arrays. Does not recurse. */
export function isTooDeep(value: unknown, maxDepth = MAX_JSON_DEPTH): boolean {
  let level = nestedIn([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = nestedIn(level.flatMap((nested) => Object.values(nested)));
  }
  return false;
}

function nestedIn(values: readonly unknown[]): object[] {
  return values.filter((value): value is object => typeof value === "object" && value !== null);
}
