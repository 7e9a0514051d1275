import { compareAddress } from "@/lib/catalog/compare-address";
import { groupBy } from "@/lib/catalog/ledger";
import { comparablePairs, type ListedProduct } from "@/lib/catalog/listing";
import { pagePath } from "@/lib/catalog/record";
import { newestDay, type SitemapEntry } from "@/lib/feeds/sitemap";
import { docsPages } from "@/lib/openapi/docs-pages";
import type { Day } from "@/lib/schemas/primitives";
import type { OperationContext } from "./define";
import { directory } from "./directory";
import { today } from "./views";

/** Maximum entries of one file of products or comparisons. */
const PART_SIZE = 10_000;

/** Pages that show the whole catalogue, and pages whose text no observation changes. */
const LIVE_PAGES = ["/", "/categories", "/categories/a-z", "/compare", "/coverage", "/license", "/calculators/llm"];
const FIXED_PAGES = [
  "/calculators/tco",
  "/methodology",
  "/agents",
  "/badges",
  "/about",
  "/bot",
  "/pricing",
  "/problems",
  "/terms",
  "/privacy",
];

export type SitemapParts = ReadonlyMap<string, readonly SitemapEntry[]>;

type Context = Pick<OperationContext, "catalog" | "now" | "site">;

const held = new WeakMap<readonly ListedProduct[], SitemapParts>();

/**
 * Returns every page with the day of the newest observation shown there, in named files. They are made once for each
 * edition and day.
 */
export async function sitemapParts(context: Context): Promise<SitemapParts> {
  const listing = await context.catalog.listing({ asOf: today(context.now) });
  const known = held.get(listing);
  if (known) return known;
  const parts = await collect(context, listing);
  held.set(listing, parts);
  return parts;
}

async function collect({ catalog, now, site }: Context, listing: readonly ListedProduct[]): Promise<SitemapParts> {
  const at = (path: string, lastmod: Day | null): SitemapEntry => ({ url: `${site.url}${path}`, lastmod });
  const seen = (products: readonly ListedProduct[]) => newestDay(products.map(({ observedAt }) => observedAt));
  const everything = seen(listing);
  const { rows } = await catalog.ledger({
    filters: {
      classes: ["move", "scheduled"],
      category: null,
      product: null,
      direction: null,
      since: null,
      until: null,
      day: today(now),
    },
    after: null,
    limit: 1,
  });
  const { operations } = await import("./registry");
  const letters = await directory({ catalog, now });
  const pages = [
    ...LIVE_PAGES.map((path) => at(path, everything)),
    at("/changes", rows[0]?.change.observedAt ?? null),
    ...letters.map(({ letter, products }) => at(`/categories/a-z/${letter}`, seen(products))),
    ...[...FIXED_PAGES, ...docsPages(operations).map(({ path }) => path)].map((path) => at(path, null)),
  ];
  const categories = [...groupBy(listing, ({ category }) => category)].map(([category, products]) =>
    at(`/software/${category}`, seen(products)),
  );
  const products = listing.map((product) => at(pagePath(product), product.observedAt));
  const comparisons = comparablePairs(listing).map((pair) =>
    at(`/compare/${compareAddress(pair.map(({ slug }) => slug))}`, seen(pair)),
  );
  return new Map([
    ["pages", pages],
    ["categories", categories],
    ...inParts("products", products),
    ...inParts("comparisons", comparisons),
  ]);
}

function inParts(name: string, entries: readonly SitemapEntry[]): [string, SitemapEntry[]][] {
  const count = Math.max(1, Math.ceil(entries.length / PART_SIZE));
  return Array.from({ length: count }, (_, index) => [
    `${name}-${index + 1}`,
    entries.slice(index * PART_SIZE, (index + 1) * PART_SIZE),
  ]);
}
