import { distance } from "fastest-levenshtein";

const SHOWN = 5;

/** The names nearest to a text, best first. */
export function closest(text: string, names: readonly string[]): string[] {
  return [...new Set(names)]
    .map((name) => ({ name, far: distance(text, name) }))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ name }) => name);
}
