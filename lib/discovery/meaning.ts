import { namesAskedFor } from "@/lib/catalog/question-words";
import { spelledAlike } from "@/lib/catalog/spelling";
import { nameKey } from "@/lib/ids";
import type { Entries } from "./entries";
import { type Likeness, likenessTo, mostAlike, textsHolding } from "./letters";
import { makersOf } from "./makers";
import { type OwnName, ownNames } from "./names";
import type { Lead } from "./page";
import { holdingWords } from "./words";

/** Names spelled this much alike are found even where others fit better. */
const CLEARLY_ALIKE = 0.8;
/** Where nothing else fits, a name spelled this much alike may be meant. */
const FAINTLY_ALIKE = 0.6;
const MAX_ALIKE = 40;
/** A shorter text is looked for at the beginning of words only. */
const MIN_INNER_LENGTH = 3;
const LEADING = 1_000;
const IN_LEADING_CATEGORY = 98;

/** How well a product fits: by the score, higher first, then by how near its name is, 0 to 1. */
export interface Fit {
  score: number;
  near: number;
}

class Fits extends Map<number, Fit> {
  add(index: number, score: number, near: number): void {
    const known = this.get(index);
    if (!known) this.set(index, { score, near });
    else {
      known.score = Math.max(known.score, score);
      known.near = Math.max(known.near, near);
    }
  }
}

/** The products, by their place, that a text may mean. */
export type Meanings = (text: string, lead?: Lead | null) => ReadonlyMap<number, Fit>;

export function meanings({ products, categories }: Entries): Meanings {
  const names = products.flatMap((product, owner) => ownNames(product).map((name) => ({ ...name, owner })));
  const joined = placesBy(names, ({ key }) => key.replaceAll("-", ""));
  const madeBy = placesBy(products, ({ vendor }) => vendor.name.toLowerCase());
  const shownBy = shownNames(products.length, names);
  const likeness = likenessTo(names.map(({ key }) => key));
  const namesHolding = textsHolding(names.map(({ key }) => `-${key}-`));
  const described = products.map(({ name, slug, aliases, vendor, domain }) =>
    [name, slug, ...aliases, vendor.name, domain ?? ""].join("\n").toLowerCase(),
  );
  const describedBy = textsHolding(described);
  const offering = makersOf(products.map(({ vendor, models }) => ({ vendor: vendor.name, models })));
  const places = new Map(products.map(({ slug }, index) => [slug, index]));
  const wordsOf = new Map(
    categories.map(({ slug, name, aliases }) => [slug, [name, ...(aliases ?? [])].flatMap((text) => words(text))]),
  );
  const withWords = holdingWords(
    products.map((product) => ({
      name: ownNames(product).flatMap(({ key }) => key.split("-")),
      maker: [...words(product.vendor.name), ...words(product.domain ?? "")],
      category: wordsOf.get(product.category) ?? [],
    })),
  );

  /**
   * By rank: the name itself, names that begin with it or hold it, vendor and domain, products described by all its
   * words or with such models on their rate cards.
   */
  const fitting = (fits: Fits, text: string, alike: Likeness): void => {
    const key = nameKey(text);
    if (key === "") return;
    const isInner = key.length >= MIN_INNER_LENGTH;
    for (const place of new Set([
      ...namesHolding(isInner ? key : `-${key}-`),
      ...(joined.get(key.replaceAll("-", "")) ?? []),
    ])) {
      const name = names[place] as (typeof names)[number];
      const former = name.kind === "former_slug" ? 1 : 0;
      fits.add(name.owner, scoreOfName(name.key, key) - former, alike.get(place) ?? 0);
    }
    const asked = text.trim().toLowerCase();
    for (const index of isInner ? describedBy(asked) : (madeBy.get(asked) ?? [])) {
      const near = alike.get(shownBy[index] ?? -1) ?? 0;
      fits.add(index, scoreOfMaker(index, asked), near);
    }
    for (const [index, weight] of withWords(key.split("-"))) fits.add(index, Math.round(20 + 9 * weight), 0);
    if (!isInner) return;
    for (const [index, weight] of offering(key)) fits.add(index, 20 + (15 * weight) / (1 + weight), 0);
  };

  const scoreOfMaker = (index: number, asked: string): number => {
    const { vendor, domain } = products[index] as Entries["products"][number];
    const parts = [vendor.name.toLowerCase(), domain ?? ""];
    if (parts.includes(asked)) return 85;
    return parts.some((part) => part.startsWith(asked)) ? 65 : 40;
  };

  /** Products with a name that is spelled like a text. */
  const spelled = (key: string, alike: Likeness, least: number): [number, number][] =>
    mostAlike(alike, MAX_ALIKE).flatMap((place): [number, number][] => {
      const name = names[place] as (typeof names)[number];
      const [shorter, longer] = [name.key.length, key.length].sort((a, b) => a - b) as [number, number];
      // A letter more is a step more; hyphens do not count.
      if (shorter < least * longer - key.split("-").length) return [];
      const near = spelledAlike(key, name.key);
      return near >= least ? [[name.owner, near]] : [];
    });

  return (text, lead = null) => {
    const fits = new Fits();
    const written = nameKey(text);
    const alike = likeness(written);
    fitting(fits, text, alike);
    lead?.products.forEach((slug, index) => {
      const place = places.get(slug);
      if (place !== undefined) fits.add(place, LEADING - 1 - index, 0);
    });
    if (lead?.category != null) {
      products.forEach(({ category }, index) => {
        if (category === lead.category) fits.add(index, IN_LEADING_CATEGORY, 0);
      });
    }
    const fitsAsWritten = fits.size > 0;
    // Where the text as it stands fits none, the names that it asks for are looked for instead.
    const asked = fitsAsWritten ? [] : namesAskedFor(text).map((name) => ({ name, key: nameKey(name) }));
    const likenesses = asked.map(({ key }) => likeness(key));
    asked.forEach(({ name }, index) => {
      fitting(fits, name, likenesses[index] as Likeness);
    });
    if (lead) return fits;
    const least = fits.size > 0 ? CLEARLY_ALIKE : FAINTLY_ALIKE;
    const keys = [
      { key: written, alike },
      ...asked.map(({ key }, index) => ({ key, alike: likenesses[index] as Likeness })),
    ];
    for (const { key, alike } of keys) {
      for (const [owner, near] of key === "" ? [] : spelled(key, alike, least)) fits.add(owner, 60 * near, near);
    }
    return fits;
  };
}

function placesBy<T>(items: readonly T[], textOf: (item: T) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  items.forEach((item, place) => {
    const text = textOf(item);
    const held = places.get(text);
    if (held) held.push(place);
    else places.set(text, [place]);
  });
  return places;
}

const words = (text: string): string[] => nameKey(text).split("-").filter(Boolean);

function scoreOfName(name: string, key: string): number {
  if (name === key) return 100;
  if (name.replaceAll("-", "") === key.replaceAll("-", "")) return 95;
  if (name.startsWith(`${key}-`)) return 90;
  if (name.startsWith(key)) return 80;
  return name.includes(`-${key}`) ? 70 : 50;
}

/** Of each product, the place of the name that it is shown by. */
function shownNames(count: number, names: readonly (OwnName & { owner: number })[]): number[] {
  const own: number[] = new Array(count).fill(-1);
  names.forEach(({ owner, kind }, place) => {
    if (kind === "name" || own[owner] === -1) own[owner] = place;
  });
  return own;
}
