import { firstWhere } from "./first-where";

/** How much a word says of what holds it: a name says most, then who makes it, then its category. */
const WEIGHTS = { name: 1, maker: 0.4, category: 0.2 } as const;
type Place = keyof typeof WEIGHTS;

/** Weight of what was found at each index. */
export type Weighed = ReadonlyMap<number, number>;

/** What holds words that begin with each of the terms, with the mean weight of its best words. */
export type HoldingWords = (terms: readonly string[]) => Weighed;

export function holdingWords(texts: readonly Readonly<Record<Place, readonly string[]>>[]): HoldingWords {
  const holders = new Map<string, Map<number, number>>();
  texts.forEach((text, index) => {
    for (const place of Object.keys(WEIGHTS) as Place[]) {
      for (const word of text[place]) {
        const held = holders.get(word) ?? new Map<number, number>();
        holders.set(word, held);
        held.set(index, Math.max(held.get(index) ?? 0, WEIGHTS[place]));
      }
    }
  });
  const words = [...holders.keys()].sort();

  const beginningWith = (term: string): Map<number, number> => {
    const found = new Map<number, number>();
    for (let at = firstWhere(words, (word) => word >= term); words[at]?.startsWith(term); at += 1) {
      for (const [index, weight] of holders.get(words[at] as string) ?? []) {
        found.set(index, Math.max(found.get(index) ?? 0, weight));
      }
    }
    return found;
  };

  return (terms) => {
    const [first, ...others] = terms.map(beginningWith).sort((a, b) => a.size - b.size);
    const found = new Map<number, number>();
    for (const [index, weight] of first ?? []) {
      const weights = others.map((other) => other.get(index));
      if (weights.every((other) => other !== undefined)) {
        found.set(index, weights.reduce((sum, other) => sum + other, weight) / terms.length);
      }
    }
    return found;
  };
}
