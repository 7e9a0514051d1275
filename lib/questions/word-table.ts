import { countBits, lettersIn, typingSteps } from "@/lib/catalog/spelling";

/** The correct words for misspelt ones. */
export interface WordTable {
  has(word: string): boolean;
  /** Returns the nearest words, best first. */
  near(word: string): readonly Near[];
}

interface Near {
  word: string;
  /** See typingSteps(). */
  steps: number;
}

/** Minimum length of a word: a shorter one is similar to too many others. */
const MIN_LENGTH = 3;
/** From this length, two steps count as one slip if the words sound similar: "compair". */
const MIN_FOR_TWO = 7;
const MAX_NEAR = 4;

/** Builds a table of words. If words are equally near, the earlier comes first. */
export function wordTable(words: Iterable<string>): WordTable {
  const all = new Set(words);
  const byLength = new Map<number, { word: string; letters: number; rank: number }[]>();
  for (const [rank, word] of [...all].entries()) {
    const alike = byLength.get(word.length) ?? [];
    byLength.set(word.length, alike);
    alike.push({ word, letters: lettersIn(word), rank });
  }
  return {
    has: (word) => all.has(word),
    near: (word) => {
      if (word.length < MIN_LENGTH) return [];
      const most = word.length < MIN_FOR_TWO ? 1 : 2;
      const letters = lettersIn(word);
      const found: (Near & { rank: number })[] = [];
      for (let length = Math.max(MIN_LENGTH, word.length - most); length <= word.length + most; length += 1) {
        for (const known of byLength.get(length) ?? []) {
          if (countBits(known.letters ^ letters) > 2 * most || !isSameStart(word, known.word)) continue;
          const steps = typingSteps(word, known.word);
          if (steps > 1 && soundOf(word) !== soundOf(known.word)) continue;
          if (steps > 0 && steps <= most) found.push({ word: known.word, steps, rank: known.rank });
        }
      }
      return found.sort((a, b) => a.steps - b.steps || a.rank - b.rank).slice(0, MAX_NEAR);
    },
  };
}

/** Compares the first letters: a slip rarely changes the first letter, but may swap the first two. */
function isSameStart(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);
}

/** Returns the consonants of a word, without repeats in a row. */
function soundOf(word: string): string {
  return word.replace(/[aeiouy]/g, "").replace(/(.)\1+/g, "$1");
}
