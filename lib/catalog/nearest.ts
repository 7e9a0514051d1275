import { nameKey } from "@/lib/ids";
import type { Slug } from "@/lib/schemas/primitives";
import { spelledAlike } from "./spelling";

export interface KnownName {
  slug: Slug;
  /** See nameKey(). */
  key: string;
  isSlug: boolean;
  /** Of names equally near, the higher comes first. */
  standing: number;
}

/** Spelled alike: three letters of four. */
const MINIMUM_ALIKE = 0.75;
const MINIMUM_SIMILARITY = 0.2;
/** Names looked at letter by letter, for each that is wanted. */
const CANDIDATES = 8;
const MAX_TEXT = 120;

/** Slugs of the products whose slug, name or alias is most like a text, best first. */
export type NearestNames = (text: string, limit: number) => Slug[];

/**
 * Names by the groups of three letters that they hold, as pg_trgm makes them: only names that share some with a text are
 * looked at.
 */
export function nearestNames(names: readonly KnownName[]): NearestNames {
  const sizes = names.map(() => 0);
  const holders = new Map<string, number[]>();
  names.forEach(({ key }, index) => {
    const groups = trigrams(key);
    sizes[index] = groups.size;
    for (const group of groups) {
      const known = holders.get(group);
      if (known) known.push(index);
      else holders.set(group, [index]);
    }
  });
  return (text, limit) => {
    const key = nameKey(text.slice(0, MAX_TEXT));
    const groups = trigrams(key);
    const shared = new Map<number, number>();
    for (const group of groups) {
      for (const index of holders.get(group) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    const candidates = [...shared]
      .map(([index, common]) => ({
        name: names[index] as KnownName,
        similarity: common / (groups.size + (sizes[index] ?? 0) - common),
      }))
      .sort((a, b) => b.similarity - a.similarity || (a.name.key < b.name.key ? -1 : 1))
      .slice(0, limit * CANDIDATES);
    const best = new Map<Slug, { rank: number; name: KnownName }>();
    for (const { name, similarity } of candidates) {
      const alike = spelledAlike(name.key, key);
      if (similarity < MINIMUM_SIMILARITY && alike < MINIMUM_ALIKE) continue;
      const rank = alike + similarity;
      const known = best.get(name.slug);
      if (!known || rank > known.rank || (rank === known.rank && name.isSlug)) best.set(name.slug, { rank, name });
    }
    return [...best.values()]
      .sort(
        (a, b) =>
          b.rank - a.rank ||
          Number(b.name.isSlug) - Number(a.name.isSlug) ||
          b.name.standing - a.name.standing ||
          (a.name.slug < b.name.slug ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ name }) => name.slug);
  };
}

/** Each word with two blanks before it and one behind, in threes. */
export function trigrams(key: string): Set<string> {
  const groups = new Set<string>();
  for (const word of key.split("-").filter(Boolean)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) groups.add(padded.slice(at, at + 3));
  }
  return groups;
}
