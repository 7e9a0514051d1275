import { cache } from "react";
import { type Address, type BrowsePage, browse, browseCategory, readBrowse } from "@/lib/operations/browse";
import { exactName } from "@/lib/operations/exact-name";
import { serverRuntime } from "@/lib/operations/runtime";
import { productPath } from "./paths";

export type { Address, BrowsePage, BrowseQuery, BrowseRow } from "@/lib/operations/browse";

function context() {
  const { catalog, now } = serverRuntime();
  return { catalog, now: now() };
}

const readCategory = cache(async (slug: string, address: string) => {
  const { query, ignored } = readBrowse(JSON.parse(address) as Address);
  const { q: _, category: __, literal: ___, ...rest } = query;
  const found = await browseCategory(context(), slug, rest);
  return found && { ...found, query: rest, ignored };
});

/** Returns a category with the filters, order and page of the URL; null if the category does not exist. */
export function categoryPage(slug: string, address: Address) {
  return readCategory(slug, JSON.stringify(address));
}

const NEAREST = 6;

/** Returns the path of the product if the query is its exact name and nothing else; null if the name is ambiguous. */
export async function exactPage(address: Address): Promise<string | null> {
  const { query, ignored } = readBrowse(address);
  const { q, ...others } = query;
  if (q === undefined || Object.keys(others).length > 0 || ignored.length > 0) return null;
  const { one } = await exactName(context(), q);
  return one && productPath(one);
}

/** Returns the results of a search. `found` is null for an empty query. */
export async function searchPage(address: Address) {
  const { query: read, ignored } = readBrowse(address);
  const { catalog } = context();
  const categories = await catalog.categories();
  const knownCategory = read.category === undefined || categories.some(({ slug }) => slug === read.category);
  const query = knownCategory ? read : { ...read, category: undefined };
  const asks =
    query.q ?? query.category ?? query.free ?? query.self ?? query.model ?? query.having ?? query.max ?? query.sort;
  const found: BrowsePage | null = asks === undefined ? null : await browse(context(), query);
  const { q, ...others } = query;
  const isPlain = q !== undefined && Object.keys(others).length === 0;
  const nothing = found?.total === 0 && query.q !== undefined;
  const similar = nothing ? await nearest(query.q ?? "") : [];
  return {
    query,
    found,
    categories,
    /** Other products with this name. */
    alike: isPlain ? await exactName(context(), q) : null,
    ignored: knownCategory ? ignored : [...ignored, "category"],
    /** If nothing matches: products that the text may mean, without the filters. */
    nearest: similar,
  };
}

async function nearest(text: string) {
  const { catalog, now } = context();
  const { rows } = await browse({ catalog, now }, { q: text }, { most: NEAREST });
  if (rows.length > 0) return rows;
  const slugs = await catalog.nearest(text);
  const listing = await catalog.listing({ asOf: now.toISOString().slice(0, 10) });
  return slugs.flatMap((slug) => listing.find((product) => product.slug === slug) ?? []);
}
