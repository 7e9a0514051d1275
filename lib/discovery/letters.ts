/** Each word with two blanks before it and one behind, in threes, as pg_trgm makes them. */
export function trigrams(key: string): Set<string> {
  const groups = new Set<string>();
  for (const word of key.split("-").filter(Boolean)) addThrees(groups, `  ${word} `);
  return groups;
}

function addThrees(groups: Set<string>, text: string): Set<string> {
  for (let at = 0; at + 3 <= text.length; at += 1) groups.add(text.slice(at, at + 3));
  return groups;
}

function holdersOf(groupsOf: Iterable<ReadonlySet<string>>): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>();
  let index = 0;
  for (const groups of groupsOf) {
    for (const group of groups) {
      const known = holders.get(group);
      if (known) known.push(index);
      else holders.set(group, [index]);
    }
    index += 1;
  }
  // What was pushed to keeps room for more, and most of these are short.
  for (const [group, indexes] of holders) holders.set(group, indexes.slice());
  return holders;
}

/** Places of the texts that hold a part, in order. */
export type Holding = (part: string) => number[];

/** Only texts that hold the rarest three letters of a part are looked at. */
export function textsHolding(texts: readonly string[]): Holding {
  const holders = holdersOf(texts.map((text) => addThrees(new Set(), text)));
  return (part) => {
    let rarest: readonly number[] | null = null;
    for (const group of addThrees(new Set(), part)) {
      const known = holders.get(group) ?? [];
      if (rarest === null || known.length < rarest.length) rarest = known;
    }
    return (rarest ?? texts.map((_, index) => index)).filter((index) => texts[index]?.includes(part));
  };
}

/** How alike the name at each place is to a key, 0 to 1, of those that are at all. */
export type Likeness = ReadonlyMap<number, number>;

/** As pg_trgm's similarity(): the share of groups of three letters that two names have in common. */
export function likenessTo(keys: readonly string[]): (key: string) => Likeness {
  const groups = keys.map(trigrams);
  const sizes = groups.map(({ size }) => size);
  const holders = holdersOf(groups);
  return (key) => {
    const asked = trigrams(key);
    const likeness = new Map<number, number>();
    for (const group of asked) {
      for (const index of holders.get(group) ?? []) likeness.set(index, (likeness.get(index) ?? 0) + 1);
    }
    for (const [index, common] of likeness) {
      likeness.set(index, common / (asked.size + (sizes[index] ?? 0) - common));
    }
    return likeness;
  };
}

const STEPS = 100;

/** The places of the names that are most alike, no more than a limit. */
export function mostAlike(likeness: Likeness, limit: number): number[] {
  const steps: number[][] = Array.from({ length: STEPS + 1 }, () => []);
  for (const [index, alike] of likeness) steps[Math.floor(alike * STEPS)]?.push(index);
  const found: number[] = [];
  for (let step = STEPS; step >= 0 && found.length < limit; step -= 1) {
    const here = steps[step] ?? [];
    here.sort((a, b) => (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0) || a - b);
    found.push(...here);
  }
  return found.slice(0, limit);
}
