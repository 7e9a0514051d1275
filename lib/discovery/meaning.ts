import { namesAskedFor } from "@/lib/catalog/question-words";
import { LOOK_ALIKE, spelledAlike, typingSteps } from "@/lib/catalog/spelling";
import { nameKey } from "@/lib/ids";
import type { Entries } from "./entries";
import type { Likeness } from "./letters";
import { Lexicon } from "./lexicon";
import { makersOf } from "./makers";
import type { NameTable } from "./name-table";
import type { Lead } from "./page";
import { Texts } from "./texts";
import { holdingWords } from "./words";

/** Minimum similarity at which a similarly spelled name is found even if other names fit better. */
const CLEARLY_ALIKE = 0.8;
const MAX_ALIKE = 40;
/** Minimum length of a text that may match inside words. A shorter text matches only at the beginning of words. */
const MIN_INNER_LENGTH = 3;
const LEADING = 1_000;
const IN_LEADING_CATEGORY = 98;

/** The products that a text may mean, sorted by score, highest first, then by the similarity of the name. */
export interface Fits {
  /** The places of the products. */
  places: Uint32Array;
  /** The score of each place. */
  scores: Float64Array;
  /** Returns the similarity of a product's name, 0 to 1. */
  nearOf(place: number): number;
  /** Returns an upper bound of nearOf(). */
  nearAtMost(place: number): number;
  /** No name or description matches: all results are similarly spelled names. */
  isSpelled: boolean;
}

export type Meanings = (text: string, lead?: Lead | null) => Fits;

/** A text in the forms that the search needs. */
interface Asked {
  key: string;
  joined: string;
  /** The text as written, in lower case. */
  written: string;
  isInner: boolean;
  alike: Likeness;
}

export function meanings(
  { products, categories }: Pick<Entries, "products" | "categories">,
  names: NameTable,
): Meanings {
  const { keys, owners, isFormer, begins, likeness } = names;
  const joined = lexiconOf(keys.map(withoutHyphens));
  const shownBy = shownNames(products.length, names);
  const named = new Texts(keys);
  const described = products.map(({ name, slug, aliases, vendor, domain }) =>
    [name, slug, ...aliases, vendor.name, domain ?? ""].join("\n").toLowerCase(),
  );
  const describing = new Texts(described);
  const vendors = products.map(({ vendor }) => vendor.name.toLowerCase());
  const makers = new Lexicon((add) => {
    products.forEach(({ domain }, index) => {
      add(vendors[index] as string, index);
      if (domain) add(domain, index);
    });
  });
  const offering = makersOf(products.map(({ vendor, models }) => ({ vendor: vendor.name, models })));
  const places = new Map(products.map(({ slug }, index) => [slug, index]));
  const byCategory = lexiconOf(products.map(({ category }) => category));
  const wordsOf = new Map(
    categories.map(({ slug, name, aliases }) => [slug, [name, ...(aliases ?? [])].flatMap((text) => words(text))]),
  );
  const withWords = holdingWords(
    products.map((product, index) => ({
      name: keys.slice(begins[index], begins[index + 1]).flatMap((key) => key.split("-")),
      maker: [...words(product.vendor.name), ...words(product.domain ?? "")],
      category: wordsOf.get(product.category) ?? [],
    })),
  );

  /** The best score so far, by place. Reset between two searches. */
  const scores = new Float64Array(products.length).fill(NONE);
  const found = new Uint32Array(products.length);
  let count = 0;
  const add = (place: number, score: number): void => {
    const known = scores[place] as number;
    if (known === NONE) found[count++] = place;
    if (score > known) scores[place] = score;
  };

  const asking = (text: string): Asked => {
    const key = nameKey(text);
    return {
      key,
      joined: withoutHyphens(key),
      written: text.trim().toLowerCase(),
      isInner: key.length >= MIN_INNER_LENGTH,
      alike: likeness(key),
    };
  };

  /**
   * Adds the names that contain a one-word key. The score depends on its position: it begins the name, begins a word,
   * or is inside a word.
   */
  const addNamesWithWord = ({ key }: Asked): void => {
    const { lexicon } = named;
    for (const at of named.wordsContaining(key)) {
      const word = lexicon.words[at] as string;
      const isBeginning = word.startsWith(key);
      const ofFirst = word === key ? 90 : isBeginning ? 80 : 50;
      const ofOther = isBeginning ? 70 : 50;
      for (const holder of lexicon.heldBy(at)) {
        const place = holder >> 1;
        add(owners[place] as number, (holder & 1 ? ofFirst : ofOther) - (isFormer[place] as number));
      }
    }
  };

  /**
   * Adds matches by rank: the exact name, names that begin with the text or contain it, vendor and domain, products
   * whose description has all its words or whose rate cards have such models.
   */
  const addFitting = (asked: Asked): void => {
    const { key, written, isInner } = asked;
    if (key === "") return;
    const addName = (place: number) =>
      add(owners[place] as number, scoreOfName(keys[place] as string, asked) - (isFormer[place] as number));
    if (!isInner) named.withWord(key).forEach(addName);
    else if (key.includes("-")) named.holding(key).forEach(addName);
    else addNamesWithWord(asked);
    joined.holding(asked.joined).forEach(addName);
    if (isInner) {
      const [from, to] = makers.beginning(written);
      for (const index of makers.heldBy(from, to)) add(index, 65);
      for (const index of describing.holding(written)) add(index, 40);
      for (const index of makers.holding(written)) add(index, 85);
    } else for (const index of makers.holding(written)) if (vendors[index] === written) add(index, 85);
    withWords(key.split("-"), (index, weight) => add(index, Math.round(20 + 9 * weight)));
    if (isInner) offering(key, (index, weight) => add(index, 20 + (15 * weight) / (1 + weight)));
  };

  const isNamed = (name: string, { key, joined: whole, isInner }: Asked): boolean =>
    (isInner ? name.includes(key) : `-${name}-`.includes(`-${key}-`)) || withoutHyphens(name) === whole;

  const isDescribed = (index: number, { written, isInner }: Asked): boolean =>
    isInner ? (described[index] as string).includes(written) : vendors[index] === written;

  /**
   * Returns the similarity of the product's names that contain the text, and of its shown name if the product's
   * description matches.
   */
  const nearTo = (asked: Asked, index: number): number => {
    let near = 0;
    for (let place = begins[index] as number; place < (begins[index + 1] as number); place += 1) {
      if (isNamed(keys[place] as string, asked)) near = Math.max(near, asked.alike.of(place));
    }
    const shown = shownBy[index] as number;
    return shown >= 0 && isDescribed(index, asked) ? Math.max(near, asked.alike.of(shown)) : near;
  };

  const nearAtMost = (asked: Asked, index: number): number => {
    let near = 0;
    for (let place = begins[index] as number; place < (begins[index + 1] as number); place += 1) {
      near = Math.max(near, asked.alike.atMost(place));
    }
    return near;
  };

  /** Adds products whose name is spelled like a text. */
  const addSpelled = ({ key, joined: joinedKey, alike }: Asked, least: number, spelled: Map<number, number>): void => {
    if (key === "") return;
    const wordCount = key.split("-").length;
    for (const { place } of alike.most(MAX_ALIKE)) {
      const name = keys[place] as string;
      const [shorter, longer] = name.length < key.length ? [name.length, key.length] : [key.length, name.length];
      // One more letter is one more step; hyphens do not count.
      if (shorter < least * longer - wordCount) continue;
      const near = spelledAlike(key, name);
      if (near < least) continue;
      const owner = owners[place] as number;
      // If two names are the same number of steps away, the longer one is not nearer.
      const steps = typingSteps(joinedKey, withoutHyphens(name));
      add(owner, 60 * (1 - steps / joinedKey.length));
      spelled.set(owner, Math.max(spelled.get(owner) ?? 0, near));
    }
  };

  return (text, lead = null) => {
    const asked = [asking(text)];
    asked.forEach(addFitting);
    lead?.products.forEach((slug, index) => {
      const place = places.get(slug);
      if (place !== undefined) add(place, LEADING - 1 - index);
    });
    if (lead?.category != null) for (const place of byCategory.holding(lead.category)) add(place, IN_LEADING_CATEGORY);
    // If the text itself matches nothing, the search uses the names within the text.
    if (count === 0) {
      const others = namesAskedFor(text).map(asking);
      others.forEach(addFitting);
      asked.push(...others);
    }
    const spelled = new Map<number, number>();
    const isSpelled = count === 0;
    if (!lead) {
      const least = count > 0 ? CLEARLY_ALIKE : LOOK_ALIKE;
      for (const each of asked) addSpelled(each, least, spelled);
    }
    const fitting = found.slice(0, count);
    // Not from(): for tens of thousands of entries, it takes ten times as long.
    const scored = new Float64Array(count);
    for (let at = 0; at < count; at += 1) {
      const place = fitting[at] as number;
      scored[at] = scores[place] as number;
      scores[place] = NONE;
    }
    count = 0;
    const fitted = asked.filter(({ key }) => key !== "");
    return {
      places: fitting,
      scores: scored,
      isSpelled,
      nearOf: (place) => fitted.reduce((near, each) => Math.max(near, nearTo(each, place)), spelled.get(place) ?? 0),
      nearAtMost: (place) =>
        fitted.reduce((near, each) => Math.max(near, nearAtMost(each, place)), spelled.get(place) ?? 0),
    };
  };
}

/** Builds a lexicon of whole texts. */
function lexiconOf(texts: readonly string[]): Lexicon {
  return new Lexicon((add) => {
    texts.forEach((text, place) => {
      add(text, place);
    });
  });
}

/** Lower than every score. */
const NONE = -1;

const words = (text: string): string[] => nameKey(text).split("-").filter(Boolean);

function withoutHyphens(key: string): string {
  return key.includes("-") ? key.replaceAll("-", "") : key;
}

function scoreOfName(name: string, { key, joined }: Asked): number {
  if (name === key) return 100;
  if (withoutHyphens(name) === joined) return 95;
  if (name.startsWith(key)) return name[key.length] === "-" ? 90 : 80;
  return name.includes(`-${key}`) ? 70 : 50;
}

/** Returns the place of each product's shown name; -1 if it has no name. */
function shownNames(count: number, { owners, isShown }: NameTable): Int32Array {
  const own = new Int32Array(count).fill(-1);
  owners.forEach((owner, place) => {
    if (isShown[place] || own[owner] === -1) own[owner] = place;
  });
  return own;
}
