import { distance } from "fastest-levenshtein";

const MAX_TEXT = 120;
/** Maximum number of texts that one call compares letter by letter. */
const MAX_COMPARED = 2_000;

/** Returns the entries whose key is the fewest edits from a text, best first. Equal keys count once. */
export function nearestByKey<T>(text: string, entries: readonly T[], limit: number, keyOf: (entry: T) => string): T[] {
  const asked = text.slice(0, MAX_TEXT);
  const byKey = new Map([...entries].reverse().map((entry) => [keyOf(entry), entry]));
  // The distance is at least the difference in length, so the remaining texts cannot match better once that difference
  // exceeds the worst match.
  const candidates = [...byKey]
    .map(([key, entry]) => ({ key, entry, least: Math.abs(key.length - asked.length) }))
    .sort((a, b) => a.least - b.least || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_COMPARED);
  let best: { key: string; entry: T; steps: number }[] = [];
  for (const { key, entry, least } of candidates) {
    const worst = best[limit - 1]?.steps ?? Infinity;
    if (least > worst) break;
    const steps = distance(asked, key.slice(0, 2 * MAX_TEXT));
    if (steps > worst) continue;
    best = [...best, { key, entry, steps }]
      .sort((a, b) => a.steps - b.steps || (a.key < b.key ? -1 : 1))
      .slice(0, limit);
  }
  return best.map(({ entry }) => entry);
}
