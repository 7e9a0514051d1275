import { after } from "@/lib/awaitable";
import type { Meaning } from "@/lib/discovery/names";
import type { Slug } from "@/lib/schemas/primitives";
import type { Catalog, ProductEntry } from "./catalog";

/** The products that a response depends on, with the edition of each: see Catalog.editionOf(). */
export class MadeOf {
  #products: Map<Slug, string> | null = new Map();

  /** Null: the response may depend on anything in the catalogue. */
  get products(): ReadonlyMap<Slug, string> | null {
    return this.#products;
  }

  add(slug: Slug, edition: string): void {
    // A product that changed while it was read belongs to no edition.
    if ((this.#products?.get(slug) ?? edition) === edition) this.#products?.set(slug, edition);
    else this.addAny();
  }

  addAny(): void {
    this.#products = null;
  }
}

/** Returns the same catalogue, and notes in `made` which products are read. */
export function noting(catalog: Catalog, made: MadeOf): Catalog {
  /**
   * Called before the product is read. If the product changes in between, the response counts as older than it is and
   * is built again.
   */
  const editionOf = (slug: Slug) => catalog.editionOf(slug);
  const noted = (text: string, meaning: Meaning<ProductEntry>) => {
    // Which product another name means depends on the other products that it may mean.
    if (meaning.one?.slug !== text) made.addAny();
    return meaning;
  };
  const own: Partial<Catalog> = {
    record: (name, view) =>
      after(editionOf(name), (edition) =>
        after(catalog.record(name, view), (found) => {
          if (found.status === "found" && found.record.slug === name) made.add(name, edition);
          else made.addAny();
          return found;
        }),
      ),
    changesOf: (slug, view) =>
      after(editionOf(slug), (edition) => {
        made.add(slug, edition);
        return catalog.changesOf(slug, view);
      }),
    editionOf: (slug) =>
      after(editionOf(slug), (edition) => {
        made.add(slug, edition);
        return edition;
      }),
    meant: (text) => after(catalog.meant(text), (meaning) => noted(text, meaning)),
    names: () =>
      after(catalog.names(), ({ categories, meant, named }) => ({
        // A run neither moves a product to another category nor renames it.
        categories,
        meant: (text) => noted(text, meant(text)),
        named: (text) => {
          made.addAny();
          return named(text);
        },
      })),
    // Only decides how a response is divided into pages.
    hasLargeCard: (text) => catalog.hasLargeCard(text),
  };
  return new Proxy(catalog, {
    get(target, name: keyof Catalog) {
      if (own[name]) return own[name];
      made.addAny();
      return target[name];
    },
  });
}
