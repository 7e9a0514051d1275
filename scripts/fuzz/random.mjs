import { numbersFrom } from "../lib/seeded.mjs";

/** The choices of one request. It has numbers of its own, so that it can be sent again without those before it. */
export function choicesFor(seed, number) {
  const random = numbersFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const below = (count) => Math.floor(random() * count);
  return {
    random,
    below,
    pick: (items) => items[below(items.length)],
    chance: (share) => random() < share,
    /** One of the entries of `[weight, …]`, as often as its weight says. */
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
