import { pagePath } from "@/lib/catalog/record";
import type { DiscoverFilters, DiscoverSort, PriceAxis } from "@/lib/discovery/page";
import type { Missing } from "@/lib/format/read-as";
import type { Mentions, ProductPlace } from "@/lib/questions/spot";
import type { ReadAs } from "@/lib/schemas/discover";
import type { Offer } from "@/lib/usage/market";
import type { Catalog, ProductEntry } from "./catalog";
import type { Site } from "./define";

/** Characters of a question. */
export const MAX_QUESTION = 1_000;

export interface Context {
  catalog: Catalog;
  now: Date;
  /** Without it, links of the reading are paths. */
  site?: Site;
}

export interface Asked {
  filters: DiscoverFilters;
  /** The order where none is given. */
  sort: DiscoverSort;
  /** The prices that come first in an order by price. Null: any unit. */
  axis: PriceAxis | null;
  readAs: ReadAs | null;
  /** What `readAs.cost.missing` says. */
  missing: readonly Missing[];
  /** Whether the text goes on after what was read of it. */
  isCut?: boolean;
  /** Whether the price billed yearly is asked for. */
  isYearly?: boolean;
}

export type NamedProduct = Pick<ProductEntry, "slug" | "name" | "category">;

/** What a question mentions. */
export type Spotted = Mentions<NamedProduct & { prominence: number }, Offer>;
export type Place = ProductPlace<NamedProduct>;

/** The reading of a text that says nothing. */
export const NOT_SAID = {
  category: null,
  maxPrice: null,
  currency: null,
  hasFreeTier: null,
  selfHosted: null,
  pricingModel: null,
  having: null,
  sort: null,
  text: null,
  compare: null,
  alternativesTo: null,
  seats: null,
  quantities: {},
  cost: null,
  llm: null,
  changes: null,
  spelledAlike: false,
  topics: [],
  unread: [],
  answer: null,
};

export function pageOf(product: Pick<ProductEntry, "slug" | "category">, site?: Site): string {
  return `${site?.url ?? ""}${pagePath(product)}`;
}
