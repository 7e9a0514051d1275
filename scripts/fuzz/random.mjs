import { numbersFrom } from "../lib/seeded.mjs";

/**
 * Returns the random choices of one request. They depend only on seed and number, so that a request can be repeated
 * alone.
 */
export function choicesFor(seed, number) {
  const random = numbersFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const below = (count) => Math.floor(random() * count);
  return {
    random,
    below,
    pick: (items) => items[below(items.length)],
    chance: (share) => random() < share,
    /** Picks one of the entries of `[weight, …]` with a probability proportional to its weight. */
    weighed(entries) {
      let left = random() * entries.reduce((sum, [weight]) => sum + weight, 0);
      for (const entry of entries) {
        left -= entry[0];
        if (left < 0) return entry;
      }
      return entries.at(-1);
    },
  };
}
