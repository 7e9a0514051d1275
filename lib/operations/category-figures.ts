import { processWide } from "@/lib/access/process-wide";
import { groupBy } from "@/lib/catalog/ledger";
import { type ListedProduct, type ListFigures, recentFigures } from "@/lib/catalog/listing";
import type { PriceAxis } from "@/lib/discovery/page";
import type { Slug } from "@/lib/schemas/primitives";
import type { Catalog } from "./catalog";
import { today } from "./views";

interface Context {
  catalog: Catalog;
  now: Date;
}

const figuresOf = processWide("list-figures", () => new WeakMap<readonly ListedProduct[], Map<string, ListFigures>>());

/** Returns the figures of every category, computed once for each edition and day. */
export async function categoryFigures({ catalog, now }: Context): Promise<ReadonlyMap<string, ListFigures>> {
  const listing = await catalog.listing({ asOf: today(now) });
  const held = figuresOf.get(listing);
  if (held) return held;
  const byCategory = groupBy(listing, ({ category }) => category);
  const figures = new Map(
    [...byCategory].map(([category, products]) => [category, recentFigures(products, today(now))]),
  );
  figuresOf.set(listing, figures);
  return figures;
}

/** Returns the currency and units of most of the prices in a list. */
export function axisOf({ spread, since }: ListFigures): PriceAxis | null {
  return spread && { currency: spread.currency, units: spread.units, since };
}

/** Returns the axis of a category; null if it has too few prices. */
export async function categoryAxis(context: Context, category: Slug): Promise<PriceAxis | null> {
  const figures = (await categoryFigures(context)).get(category);
  return figures ? axisOf(figures) : null;
}
