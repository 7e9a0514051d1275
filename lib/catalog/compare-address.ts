import { MAX_COMPARED } from "@/lib/schemas/compare";

const JOINT = "-vs-";
/** Longer URLs are not split: they would name more products than can be compared. */
const MAX_PIECES = 8;

/** Returns the only URL of a comparison: slugs in alphabetical order, each once. */
export function compareAddress(slugs: readonly string[]): string {
  return [...new Set(slugs)].sort().join(JOINT);
}

function piecesOf(address: string): string[] {
  return address.toLowerCase().split(JOINT).filter(Boolean);
}

/** Returns every text of the URL that may be a slug: a slug may contain "-vs-" itself. */
export function possibleSlugs(address: string): string[] {
  const pieces = piecesOf(address);
  if (pieces.length > MAX_PIECES) return pieces.slice(0, MAX_PIECES);
  const found = new Set<string>();
  for (let from = 0; from < pieces.length; from += 1) {
    for (let to = from + 1; to <= pieces.length; to += 1) found.add(pieces.slice(from, to).join(JOINT));
  }
  return [...found];
}

export interface ReadAddress {
  /** Canonical slugs, each once, in the order of the URL. */
  known: string[];
  /** Texts of the URL that are not products. */
  unknown: string[];
  tooMany: boolean;
}

/**
 * Reads the products that a URL names. `resolve` returns the canonical slug of a slug, alias or former slug. Of
 * several ways to split the URL, uses the one with the fewest unknown texts, and of those the one with the most
 * products.
 */
export function readCompareAddress(address: string, resolve: (slug: string) => string | null): ReadAddress {
  const pieces = piecesOf(address);
  const ways = pieces.length > MAX_PIECES ? [pieces] : splits(pieces);
  const read = ways
    .map((parts) => ({ parts, resolved: parts.map(resolve) }))
    .map(({ parts, resolved }) => ({
      known: [...new Set(resolved.filter((slug) => slug !== null))],
      unknown: parts.filter((_, index) => resolved[index] === null),
      unresolved: parts
        .filter((_, index) => resolved[index] === null)
        .join(JOINT)
        .split(JOINT)
        .filter(Boolean).length,
    }))
    .sort((a, b) => a.unresolved - b.unresolved || b.known.length - a.known.length);
  const { known, unknown } = read[0] ?? { known: [], unknown: [] };
  return { known, unknown, tooMany: known.length + unknown.length > MAX_COMPARED };
}

/** Returns every way to join neighbours: a, b, c; a-vs-b, c; a, b-vs-c; a-vs-b-vs-c. */
function splits(pieces: readonly string[]): string[][] {
  if (pieces.length === 0) return [[]];
  return pieces.flatMap((_, index) => {
    const head = pieces.slice(0, index + 1).join(JOINT);
    return splits(pieces.slice(index + 1)).map((rest) => [head, ...rest]);
  });
}
