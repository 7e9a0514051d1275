/** Numbers from 0 up to 1, alike for the same seed (mulberry32). */
function numbersFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

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
