import type { ListedProduct } from "@/lib/catalog/listing";
import type { Found } from "@/lib/discovery/page";
import { nameKey } from "@/lib/ids";
import { type Answered, answered } from "./answer-question";
import type { BrowseContext } from "./browse";
import { readAsked } from "./read-asked";
import { today } from "./views";

const LIMIT = 8;
/** Number of best matches among which equal matches are sorted by prominence. */
const CANDIDATES = 40;
/** For a shorter text, only the beginnings of names are compared. */
const MIN_SEARCHED = 3;

export interface Suggested {
  product: ListedProduct;
  category: string;
}

export interface Suggestions {
  /** Set if the text is a question with an answer. */
  answer: Answered | null;
  products: Suggested[];
}

/**
 * Returns the products that an unfinished or misspelt text may mean, best first, and the answer to a question. Reads no
 * records.
 */
export async function suggest({ catalog, now }: BrowseContext, text: string): Promise<Suggestions> {
  const view = { asOf: today(now) };
  const [listing, categories] = await Promise.all([catalog.listing(view), catalog.categories()]);
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  const listed = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => {
      const product = listing.find((entry) => entry.slug === slug);
      return product ? [{ product, category: names.get(product.category) ?? product.category }] : [];
    });
  const key = nameKey(text);
  if (key.length < MIN_SEARCHED) {
    const begun = key === "" ? [] : listing.filter(({ name }) => nameKey(name).startsWith(key));
    if (begun.length > 0) return { answer: null, products: listed(bestKnown(begun).slice(0, LIMIT)) };
  }
  const asked = await readAsked({ catalog, now }, { q: text, currency: "USD" });
  const { products } = await catalog.discover({
    filters: asked.filters,
    sort: "relevance",
    after: null,
    limit: CANDIDATES,
  });
  const ranked = products.toSorted((a, b) => matchOf(b) - matchOf(a) || byFame(a, b)).slice(0, LIMIT);
  return {
    answer: await answered({ catalog, now }, asked),
    products: listed(ranked.map(({ slug }) => slug)),
  };
}

/**
 * Returns how well a name matches, in steps: the whole name, its beginning, the beginning of a word. All other matches
 * have the score of the search.
 */
function matchOf({ key }: Found): number {
  const score = -Number(key) / 10;
  if (score >= 94) return score > 100 ? score : 94;
  if (score >= 79) return 80;
  return score >= 69 ? 70 : score;
}

function byFame(a: Found, b: Found): number {
  return matchOf(a) < 69 ? 0 : Number(a.tie) - Number(b.tie);
}

function bestKnown(products: readonly ListedProduct[]): string[] {
  return products
    .toSorted(
      (a, b) => Number(b.priced) - Number(a.priced) || b.prominence - a.prominence || (a.slug < b.slug ? -1 : 1),
    )
    .map(({ slug }) => slug);
}
