import { possibleSlugs, readCompareAddress } from "@/lib/catalog/compare-address";
import type { ListedProduct } from "@/lib/catalog/listing";
import { spelledAlike } from "@/lib/catalog/spelling";
import { categoryNamed } from "@/lib/discovery/names";
import { isErrorCode } from "@/lib/errors";
import { percentDecode } from "@/lib/percent-decode";
import { type BrowseContext, type BrowseRow, browse } from "./browse";
import type { CategoryEntry } from "./catalog";
import { directory } from "./directory";
import { today } from "./views";

/** The image of a category has a path like the category's products. */
const IMAGE = "opengraph-image";
/** Longer than any name. The rest of a segment is not compared. */
const MAX_SEGMENT = 500;
const MAX_NAME = 120;
/** A page below a product with usage prices. */
const RATES = "rates";

/**
 * Returns false if the path has the form of a page that depends on the data and the data does not have it. Paths of any
 * other form are left to the router.
 */
export async function answersTo(context: BrowseContext, path: string): Promise<boolean> {
  const [root, first, second, ...rest] = segments(path);
  if (root === "software" && second !== undefined && rest.join("/") === RATES) return hasRates(context, second);
  if (root === "counted" && second !== undefined) return (await resolve(context, [second])).has(second);
  if (rest.length > 0) return true;
  if (root === "software" && first !== undefined) {
    if (second?.startsWith(IMAGE)) return isCategory(context, first);
    return second === undefined ? namesCategory(context, first) : (await resolve(context, [second])).has(second);
  }
  if (root === "browse" && first !== undefined && second === undefined) return isCategory(context, first);
  if (root === "compare" && first !== undefined && second === undefined) return isComparison(context, first);
  if (root === "evidence" && first !== undefined && second === undefined) {
    return (await context.catalog.citing(first, { asOf: today(context.now) })).citing.length > 0;
  }
  if (root === "problems" && first !== undefined && second === undefined) return isErrorCode(first);
  if (root === "categories" && first === "a-z" && second !== undefined) {
    return (await directory(context)).some(({ letter }) => letter === second);
  }
  return true;
}

function segments(path: string): string[] {
  return path
    .split("/")
    .filter(Boolean)
    .map((segment) => percentDecode(segment.slice(0, MAX_SEGMENT)).toLowerCase());
}

async function isCategory({ catalog }: BrowseContext, slug: string): Promise<boolean> {
  return (await catalog.categories()).some((category) => category.slug === slug);
}

async function namesCategory({ catalog }: BrowseContext, name: string): Promise<boolean> {
  return categoryNamed(await catalog.categories(), name).one !== null;
}

async function hasRates(context: BrowseContext, asked: string): Promise<boolean> {
  const slug = (await resolve(context, [asked])).get(asked);
  const view = { asOf: today(context.now), now: context.now };
  return slug !== undefined && (await context.catalog.ratedProducts(view)).includes(slug);
}

async function isComparison(context: BrowseContext, address: string): Promise<boolean> {
  const resolved = await resolve(context, possibleSlugs(address));
  const { known, unknown, tooMany } = readCompareAddress(address, (slug) => resolved.get(slug) ?? null);
  return known.length >= 2 && unknown.length === 0 && !tooMany;
}

const slugsOf = new WeakMap<readonly ListedProduct[], ReadonlySet<string>>();

/** Maps each requested name to the canonical slug. Names without a product are absent. */
async function resolve({ catalog, now }: BrowseContext, asked: readonly string[]): Promise<Map<string, string>> {
  const asOf = today(now);
  const listing = await catalog.listing({ asOf });
  const slugs = slugsOf.get(listing) ?? new Set(listing.map(({ slug }) => slug));
  slugsOf.set(listing, slugs);
  const found = new Map(asked.filter((slug) => slugs.has(slug)).map((slug) => [slug, slug]));
  const others = asked.filter((slug) => !slugs.has(slug) && slug.length <= MAX_NAME);
  if (others.length === 0) return found;
  for (const [slug, lookup] of await catalog.records(others, { asOf, now })) {
    if (lookup.status === "found") found.set(slug, lookup.record.slug);
  }
  return found;
}

export interface NearestTo {
  /** The requested words from the URL; empty if it has no words. */
  text: string;
  products: BrowseRow[];
  categories: CategoryEntry[];
}

const SHOWN_PRODUCTS = 6;
const SHOWN_CATEGORIES = 4;
/** Minimum similarity between a category's name and the requested words. */
const ALIKE = 0.6;
const MAX_TEXT = 100;
const MAX_NAMES = 2;
/** Only this many of the last segments that name something are compared. */
const MAX_COMPARED = 3;
/** Segments that name a part of the site and not the requested thing. */
const PLACES = new Set([
  "software",
  "rates",
  "compare",
  "categories",
  "a-z",
  "problems",
  "browse",
  "products",
  "product",
]);

/** Returns the products and categories that a URL without a page may have meant. */
export async function nearestTo(context: BrowseContext, path: string): Promise<NearestTo> {
  const asked = segments(path)
    .filter((segment) => !PLACES.has(segment))
    .slice(-MAX_COMPARED);
  const wanted = asked.at(-1) ?? "";
  const names = wanted.split("-vs-").map(inWords).filter(Boolean);
  const text = names.join(" vs ").slice(0, MAX_TEXT);
  const searched = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_TEXT));
  const most = Math.max(1, Math.floor(SHOWN_PRODUCTS / Math.max(1, searched.length)));
  const found = await Promise.all(searched.map((name) => browse(context, { q: name, literal: "true" }, { most })));
  const products = new Map(found.flatMap(({ rows }) => rows).map((row) => [row.slug, row]));
  const categories = (await context.catalog.categories())
    .map((category) => ({
      category,
      near: Math.max(
        0,
        ...asked.flatMap((segment) => [
          spelledAlike(segment.slice(0, MAX_TEXT), category.slug),
          spelledAlike(inWords(segment).slice(0, MAX_TEXT), category.name.toLowerCase()),
        ]),
      ),
    }))
    .filter(({ near }) => near >= ALIKE)
    .sort((a, b) => b.near - a.near)
    .slice(0, SHOWN_CATEGORIES)
    .map(({ category }) => category);
  return { text, products: [...products.values()], categories };
}

function inWords(segment: string): string {
  return segment
    .replace(/\.[a-z0-9]{1,5}$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
