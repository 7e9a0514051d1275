import * as z from "zod";
import { type ListedProduct, type ListFigures, listFigures, productsOfSpread } from "@/lib/catalog/listing";
import type { DiscoverSort, PriceAxis } from "@/lib/discovery/page";
import { extended } from "@/lib/extended";
import { type DiscoverAnswer, type DiscoverResult, HAVING, type Having, type ReadAs } from "@/lib/schemas/discover";
import { PricingModel, Slug } from "@/lib/schemas/primitives";
import { readingOf } from "./answer-question";
import type { Catalog, CategoryEntry } from "./catalog";
import { axisOf, categoryFigures } from "./category-figures";
import { type ListedRecord, listedRecords, resultAt } from "./listed-records";
import { readAsked } from "./read-asked";
import { today } from "./views";

export const PAGE_SIZE = 50;
const MAX_PAGE = 10_000;

export const SORTS = ["price", "-price", "name", "seen", "confidence", "relevance"] as const;
export type BrowseSort = (typeof SORTS)[number];

const ENGINE_SORT: Record<BrowseSort, DiscoverSort> = {
  price: "price",
  "-price": "dearest",
  name: "name",
  seen: "freshness",
  confidence: "confidence",
  relevance: "relevance",
};

/** The query parameters of a list's URL. Each is read on its own: if one is invalid, the others still apply. */
export const PARTS = {
  q: z
    .string()
    .trim()
    .transform((text) => text.replace(/\p{Cc}+/gu, " ")),
  category: Slug,
  free: z.enum(["yes", "no"]),
  self: z.literal("yes"),
  model: PricingModel,
  having: z.enum(HAVING),
  max: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .transform(Number),
  sort: z.enum(SORTS),
  literal: z.literal("true"),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .pipe(z.number().max(MAX_PAGE)),
};

export interface BrowseQuery {
  q?: string;
  category?: string;
  /** Whether the vendor offers a free plan. */
  free?: "yes" | "no";
  /** Free if self-hosted. */
  self?: "yes";
  model?: PricingModel;
  having?: Having;
  /** Highest starting price a month. */
  max?: number;
  sort?: BrowseSort;
  /** Searches for the words as written. */
  literal?: "true";
  page?: number;
}

export type Address = Record<string, string | string[] | undefined>;

/** Reads the query parameters of a list. Empty ones are treated as absent; invalid ones are named in `ignored`. */
export function readBrowse(address: Address): { query: BrowseQuery; ignored: string[] } {
  const query: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [name, schema] of Object.entries(PARTS)) {
    const given = address[name];
    const text = Array.isArray(given) ? given[0] : given;
    if (text === undefined || text.trim() === "") continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) query[name] = parsed.data;
    else ignored.push(name);
  }
  return { query: query as BrowseQuery, ignored };
}

/** A product in a list: the result of discover_software, with its tiers on the list's price axis. */
export type BrowseRow = DiscoverResult & Pick<ListedRecord, "tiers" | "trialDays">;

export interface BrowsePage {
  sort: BrowseSort;
  page: number;
  pages: number;
  rows: BrowseRow[];
  /** Products that match, on all pages. */
  total: number;
  /** Products left out because it is not known whether they match. */
  excluded: number;
  /** The best known of them. */
  excludedProducts: DiscoverAnswer["excludedProducts"];
  /** How many products each value of a filter would find among those that match every other filter. */
  facets: DiscoverAnswer["facets"];
  currency: string;
  readAs: ReadAs | null;
}

export interface BrowseContext {
  catalog: Catalog;
  now: Date;
}

/** The filter that selects a value of each facet. */
const FACET_FILTERS = {
  category: "category",
  pricingModel: "pricingModel",
  freePlan: "hasFreePlan",
  selfHosted: "selfHosted",
} as const;

const DEFAULT_CURRENCY = "USD";

/**
 * Returns one numbered page of the products that match a text, a category and filters. `fixed`: facets that the list
 * does not let users choose. `most`: maximum number of products on the first page.
 */
export async function browse(
  { catalog, now }: BrowseContext,
  query: BrowseQuery,
  {
    axis = null,
    fixed = [],
    most = PAGE_SIZE,
  }: { axis?: PriceAxis | null; fixed?: readonly (keyof typeof FACET_FILTERS)[]; most?: number } = {},
): Promise<BrowsePage> {
  const day = today(now);
  const { q, category, max, model, free, self, having, literal } = query;
  const understood = await readAsked(
    { catalog, now },
    {
      q,
      category,
      maxPrice: max,
      currency: axis?.currency ?? DEFAULT_CURRENCY,
      hasFreePlan: free === undefined ? undefined : free === "yes",
      selfHosted: self === undefined ? undefined : true,
      pricingModel: model,
      having,
      literal: literal === "true",
    },
  );
  const { filters } = understood;
  const { currency } = filters;
  const sort = query.sort ?? (q === undefined || understood.sort === "price" ? "price" : "relevance");
  const asked = {
    filters,
    sort: ENGINE_SORT[sort],
    after: null,
    limit: most,
    axis: axis ?? (query.sort === undefined ? understood.axis : null),
  };
  const read = (page: number) => catalog.discover({ ...asked, offset: (page - 1) * PAGE_SIZE });
  const first = await read(query.page ?? 1);
  const pages = Math.max(1, Math.ceil(first.total / PAGE_SIZE));
  const page = Math.min(query.page ?? 1, pages);
  const found = page === (query.page ?? 1) ? first : await read(page);
  const facets = { ...found.facets };
  for (const [facet, filter] of Object.entries(FACET_FILTERS) as [keyof typeof FACET_FILTERS, keyof typeof filters][]) {
    if (filters[filter] == null || fixed.includes(facet)) continue;
    const beside = await catalog.discover({ ...asked, filters: { ...filters, [filter]: null }, limit: 1 });
    facets[facet] = beside.facets[facet];
  }
  const slugs = found.products.map(({ slug }) => slug);
  const listed = await listedRecords(catalog, slugs, { asOf: day, now });
  const rows = found.products.flatMap((product) => {
    const one = listed.get(product.slug);
    return one ? [extended(resultAt(one, product), { tiers: one.tiers, trialDays: one.trialDays })] : [];
  });
  const { total } = found;
  const readAs = await readingOf({ catalog, now }, understood, { isSpelled: found.isSpelled, total: found.total });
  return {
    sort,
    page,
    pages,
    rows,
    total,
    excluded: found.excluded,
    excludedProducts: found.excludedProducts,
    facets,
    currency,
    readAs,
  };
}

export interface CategoryBrowse extends BrowsePage {
  category: CategoryEntry;
  figures: ListFigures;
  /** The products on the axis of the figures, lowest starting price first. */
  drawn: PriceMark[];
  /** Day of the newest observation of any product here. */
  newest: string | null;
}

export type PriceMark = Pick<ListedProduct, "slug" | "name" | "category" | "prominence" | "seenAt"> & { price: number };

/** Returns null for an unknown category. */
export async function browseCategory(
  context: BrowseContext,
  slug: string,
  query: Omit<BrowseQuery, "q" | "category">,
): Promise<CategoryBrowse | null> {
  const category = (await context.catalog.categories()).find((entry) => entry.slug === slug);
  if (!category) return null;
  const figures = (await categoryFigures(context)).get(slug) ?? listFigures([]);
  const axis = axisOf(figures);
  const page = await browse(context, { ...query, category: slug }, { axis, fixed: ["category"] });
  const listing = await context.catalog.listing({ asOf: today(context.now) });
  const newest = listing.reduce<string | null>(
    (best, { category: at, observedAt }) => (at === slug && (best === null || observedAt > best) ? observedAt : best),
    null,
  );
  const drawn = productsOfSpread(
    listing.filter((product) => product.category === slug),
    figures,
  ).map(({ slug, name, category, prominence, seenAt, startingPrice }) => {
    return { slug, name, category, prominence, seenAt, price: startingPrice };
  });
  return { ...page, category, figures, drawn, newest };
}
