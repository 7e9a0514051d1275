import { namesAskedFor } from "@/lib/catalog/question-words";
import { tierId } from "@/lib/catalog/tier-id";
import { nameKey } from "@/lib/ids";
import { type CategoryWords, categoryIn, categoryKey } from "@/lib/questions/categories";
import type { Product } from "@/lib/schemas/catalog";
import type { Slug } from "@/lib/schemas/primitives";

export const NAME_KINDS = ["slug", "former_slug", "name", "alias"] as const;
/** A product's slug wins over another's former slug. A former slug wins over names and aliases, which are equal. */
export const RESOLVING_ORDER: Record<NameKind, number> = { slug: 0, former_slug: 1, name: 2, alias: 2 };
export type NameKind = (typeof NAME_KINDS)[number];

export interface OwnName {
  /** See nameKey(). */
  key: string;
  kind: NameKind;
}

/** A product with all its names. */
export interface NamedProduct {
  slug: Slug;
  name: string;
  category: Slug;
  vendor: string;
  domain: string | null;
  names: readonly OwnName[];
}

/** Returns every name that a product answers to. If a name occurs twice, the first kind counts. */
export function ownNames({ slug, name, aliases, formerSlugs }: Product): OwnName[] {
  const names = { slug: [slug], former_slug: formerSlugs, name: [name], alias: aliases };
  const kinds = new Map<string, NameKind>();
  for (const kind of NAME_KINDS) {
    for (const own of names[kind]) {
      const key = nameKey(own);
      if (key !== "" && !kinds.has(key)) kinds.set(key, kind);
    }
  }
  return [...kinds].map(([key, kind]) => ({ key, kind }));
}

export function namedProduct(product: Product): NamedProduct {
  const { slug, name, category, vendor, domain } = product;
  return { slug, name, category, vendor: vendor.name, domain, names: ownNames(product) };
}

export interface Meaning<T> {
  /** Null if no entry or several entries have this name. */
  one: T | null;
  /** Entries that the name may mean, the best known first. Only `one` if the name is clear. */
  candidates: readonly T[];
}

const UNKNOWN = { one: null, candidates: [] };

/** Data about products besides their names. */
export interface Standings {
  /** Products whose observations are all retracted. */
  withdrawn: ReadonlySet<Slug>;
  /** If a text may mean several products, the higher value comes first. */
  standingOf(slug: Slug): number;
}

const UNTOLD: Standings = { withdrawn: new Set(), standingOf: () => 0 };

/** Synonyms for the first words of a product's name. */
const MAKERS = [
  [/^(?:ms|msft)(?=-)/, "microsoft"],
  [/^aws(?=-)/, "amazon"],
  [/^amazon(?=-)/, "aws"],
  [/^gcp(?=-)/, "google-cloud"],
] as const;
const LEGAL_FORM = /-(?:inc|llc|ltd|limited|corp|corporation|gmbh|plc)$/;

/** A word that a company's name has and its product's name does not. */
const COMPANY_WORD = /-(?:labs|ai|technologies|systems|software)$/;

const joined = (key: string) => key.replaceAll("-", "");
const companyKey = (name: string) => nameKey(name).replace(LEGAL_FORM, "");

/** Returns the forms in which a text may be a name, starting with the text itself. */
function readingsOf(text: string): string[] {
  const key = nameKey(text);
  const bare = namesAskedFor(text);
  const keys = [
    key,
    ...MAKERS.filter(([from]) => from.test(key)).map(([from, to]) => key.replace(from, to)),
    ...(bare.length === 1 ? bare.map(nameKey) : []),
    key.replace(LEGAL_FORM, ""),
  ];
  return [...new Set(keys)].filter((reading) => reading !== "");
}

/**
 * Resolves a text, as people and models write it, to a product. Accepts its slug, former slug, name or alias in any
 * case and with words joined in any way, optionally after the vendor's name; its URL; or the vendor's name if the only
 * product carries it. A name that several products have resolves to no product. Products without valid observations
 * give way.
 */
export function meaningOf<T extends NamedProduct>(
  products: readonly T[],
): (text: string, known?: Standings) => Meaning<T> {
  const slugs = new Map(products.map((product) => [product.slug, product]));
  const former = new Map<string, T>();
  const tiers = {
    names: new Map<string, T[]>(),
    joined: new Map<string, T[]>(),
    sold: new Map<string, T[]>(),
  };
  const vendors = new Map<string, T[]>();
  const domains = new Map<string, T[]>();
  for (const product of products) {
    const vendor = companyKey(product.vendor);
    add(vendors, vendor, product);
    if (product.domain !== null) add(domains, product.domain, product);
    for (const { key, kind } of product.names) {
      if (kind === "former_slug") former.set(key, product);
      add(tiers.names, key, product);
      add(tiers.joined, joined(key), product);
      // "Google Vertex AI" belongs to Google Cloud.
      for (const maker of new Set([vendor, vendor.split("-")[0]])) add(tiers.sold, `${maker}-${key}`, product);
    }
  }

  const settledBy =
    ({ withdrawn, standingOf }: Standings) =>
    (found: readonly T[]): Meaning<T> => {
      const standing = found.filter(({ slug }) => !withdrawn.has(slug));
      const candidates = (standing.length > 0 ? standing : found).toSorted(
        (a, b) => standingOf(b.slug) - standingOf(a.slug) || (a.slug < b.slug ? -1 : 1),
      );
      return { one: candidates.length === 1 ? (candidates[0] ?? null) : null, candidates };
    };
  const byVendor = (key: string, settled: Settled<T>): Meaning<T> | null => {
    const sold = vendors.get(companyKey(key));
    if (!sold) return null;
    const meaning = settled(sold);
    return meaning.one && !carries(meaning.one, companyKey(key)) ? { ...meaning, one: null } : meaning;
  };
  const byDomain = (text: string, settled: Settled<T>): Meaning<T> | null => {
    const held = [text.toLowerCase(), ...namesAskedFor(text)].map((address) => domains.get(address)).find(Boolean);
    if (!held) return null;
    const called = held.filter(({ slug, domain }) => slug === domain?.split(".")[0]);
    return settled(called.length === 1 ? called : held);
  };

  return (text, known = UNTOLD) => {
    const settled = settledBy(known);
    const asked = text.trim();
    const exact = slugs.get(asked) ?? former.get(asked);
    if (exact) return { one: exact, candidates: [exact] };
    const readings = readingsOf(asked);
    for (const key of readings) {
      const named = tiers.names.get(key) ?? tiers.joined.get(joined(key)) ?? tiers.sold.get(key);
      if (named) return settled(named);
    }
    return (
      readings.map((key) => byVendor(key, settled)).find((meaning) => meaning !== null) ??
      byDomain(asked, settled) ??
      UNKNOWN
    );
  };
}

type Settled<T> = (found: readonly T[]) => Meaning<T>;

function carries({ slug, name }: NamedProduct, vendor: string): boolean {
  const own = vendor.replace(COMPANY_WORD, "");
  return [slug, nameKey(name)].some((key) => `-${key}-`.includes(`-${own}-`));
}

/**
 * Adds each value once under a key. Most keys have one value, for which a set takes four times the memory of a list.
 */
function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const held = map.get(key);
  if (!held) map.set(key, [value]);
  else if (held.at(-1) !== value) held.push(value);
}

/**
 * Returns the entry with the given id, or else the entry with that name. The first key that matches any name decides.
 * Several matches are no result.
 */
export function entryNamed<T>(
  entries: readonly T[],
  asked: string,
  {
    idOf,
    namesOf,
    keys,
  }: { idOf: (entry: T) => string; namesOf: (entry: T) => readonly string[]; keys: readonly Key[] },
): Meaning<T> {
  const exact = entries.find((entry) => idOf(entry) === asked);
  if (exact) return { one: exact, candidates: [exact] };
  for (const keyOf of keys) {
    const wanted = keyOf(asked);
    const found = entries.filter((entry) => [idOf(entry), ...namesOf(entry)].some((name) => keyOf(name) === wanted));
    if (wanted !== "" && found.length > 0)
      return { one: found.length === 1 ? (found[0] ?? null) : null, candidates: found };
  }
  return UNKNOWN;
}

type Key = (name: string) => string;

const SIZE = /-\d\w*$/;
/** The suffix that distinguishes variants of one plan: "Team Standard", "Team Premium". */
const VARIANT = /-(?:standard|premium|seats?|monthly|annual|yearly)$/;

/** Finds the tier that a text names: "Business+", "business plus", "BusinessPlus plan", "Acme Business+". */
export function tierNamed<T extends { id: string; name: string }>(
  tiers: readonly T[],
  asked: string,
  product: string,
): Meaning<T> {
  const owner = `${tierId(product)}-`;
  const bare = (name: string) => (tierId(name).startsWith(owner) ? tierId(name).slice(owner.length) : tierId(name));
  const keys: readonly Key[] = [tierId, (name) => joined(tierId(name)), bare];
  const named = entryNamed(tiers, asked, { idOf: ({ id }) => id, namesOf: ({ name }) => [name], keys });
  if (named.candidates.length > 0) return named;
  // "Max" matches the sizes "Max 5x" and "Max 20x".
  const sizes = tiers.filter(({ name }) => bare(name).replace(SIZE, "") === bare(asked));
  const variants = tiers.filter(({ name }) => bare(name).replace(VARIANT, "") === bare(asked));
  const candidates = sizes.length > 0 ? sizes : variants;
  return { one: candidates.length === 1 ? (candidates[0] ?? null) : null, candidates };
}

/** Finds the category that a text names: its name or a synonym, as one word or several, within any other text. */
export function categoryNamed<T extends CategoryWords>(categories: readonly T[], asked: string): Meaning<T> {
  const idOf = ({ slug }: T) => slug;
  const namesOf = ({ name, aliases = [] }: T) => [name, ...aliases];
  const named = entryNamed(categories, asked, { idOf, namesOf, keys: [categoryKey] });
  if (named.candidates.length > 0) return named;
  const slug = categoryIn(asked.toLowerCase(), categories);
  const one = categories.find((category) => category.slug === slug) ?? null;
  return { one, candidates: one ? [one] : [] };
}
