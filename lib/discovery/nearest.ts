import { LOOK_ALIKE, spelledAlike } from "@/lib/catalog/spelling";
import { nameKey } from "@/lib/ids";
import type { Slug } from "@/lib/schemas/primitives";
import type { Likeness } from "./letters";

export interface KnownName {
  slug: Slug;
  /** See nameKey(). */
  key: string;
  isSlug: boolean;
  /** If names are equally near, the higher value comes first. */
  standing: number;
  /** Products that are not offered are not named either. */
  isOffered: boolean;
}

/** Number of names that are compared letter by letter for each requested result. */
const CANDIDATES = 8;
const MAX_TEXT = 120;

/** Returns the slugs of the products whose slug, name or alias is most similar to a text, best first. */
export type NearestNames = (text: string, limit: number) => Slug[];

/**
 * Finds the nearest names. Only compares names that share some letters with a text. `likeness`: the similarity to the
 * keys of the names.
 */
export function nearestNames(nameAt: (place: number) => KnownName, likeness: (key: string) => Likeness): NearestNames {
  return (text, limit) => {
    const key = nameKey(text.slice(0, MAX_TEXT));
    const best = new Map<Slug, { rank: number; name: KnownName }>();
    const isLeftOut = (place: number) => !nameAt(place).isOffered;
    for (const { place, alike } of likeness(key).most(limit * CANDIDATES, isLeftOut)) {
      const name = nameAt(place);
      const spelled = spelledAlike(name.key, key);
      if (spelled < LOOK_ALIKE && !begins(name.key, key) && !begins(key, name.key)) continue;
      const rank = spelled + alike;
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

function begins(text: string, start: string): boolean {
  return text.startsWith(`${start}-`);
}
