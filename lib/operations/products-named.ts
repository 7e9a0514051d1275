import type { ListedProduct } from "@/lib/catalog/listing";
import { isAbout } from "@/lib/catalog/question-words";
import type { BrowseContext } from "./browse";
import { today } from "./views";

const MAX_WORDS = 40;
const MAX_NAME_WORDS = 4;
/** A name of one word is often an ordinary word too ("form", "team"), so its product must be this well known. */
const MIN_PROMINENCE = 55;

/** The products whose whole name or alias is part of a text, in the order of the text. A longer name wins over a shorter one. */
export async function productsNamedIn({ catalog, now }: BrowseContext, text: string): Promise<ListedProduct[]> {
  const words = text.split(/[\s,;:!?()"“”„]+/u).map((word) => word.replace(/^['‘’.]+|['‘’.]+$/gu, ""));
  const places = words.slice(0, MAX_WORDS).map((_, place) => place);
  const nameAt = (place: number, length: number) => words.slice(place, place + length).join(" ");
  const lengths = Array.from({ length: MAX_NAME_WORDS }, (_, index) => MAX_NAME_WORDS - index);
  const named = await catalog.named(lengths.flatMap((length) => places.map((place) => nameAt(place, length))));
  const listing = await catalog.listing({ asOf: today(now) });
  const bySlug = new Map(listing.map((product) => [product.slug, product]));

  const best = (place: number, length: number): ListedProduct | undefined => {
    if (words.slice(place, place + length).every((word) => isAbout(word.toLowerCase()))) return undefined;
    return (named.get(nameAt(place, length)) ?? [])
      .flatMap(({ slug }) => bySlug.get(slug) ?? [])
      .filter(({ prominence }) => length > 1 || prominence >= MIN_PROMINENCE)
      .sort((a, b) => b.prominence - a.prominence)[0];
  };
  const products = new Set<ListedProduct>();
  for (let place = 0; place < places.length; place += 1) {
    const length = lengths.find((words) => place + words <= places.length && best(place, words));
    const product = length && best(place, length);
    if (!product) continue;
    products.add(product);
    place += length - 1;
  }
  return [...products];
}
