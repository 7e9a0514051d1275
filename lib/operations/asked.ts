import { pagePath } from "@/lib/catalog/record";
import type { DiscoverFilters, DiscoverSort, PriceAxis } from "@/lib/discovery/page";
import { type Missing, readAsSentence } from "@/lib/format/read-as";
import type { Mentions, ProductPlace } from "@/lib/questions/spot";
import type { ReadAs, Topic } from "@/lib/schemas/discover";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Offer } from "@/lib/usage/market";
import type { Catalog, Names, ProductEntry } from "./catalog";
import type { Site } from "./define";
import type { RateCard } from "./llm-market";

/** Maximum length of a question in characters. */
export const MAX_QUESTION = 1_000;

export interface Context {
  catalog: Catalog;
  now: Date;
  /** Without it, links of the reading are paths. */
  site?: Site;
}

export interface Asked {
  filters: DiscoverFilters;
  /** The order if the request does not set one. */
  sort: DiscoverSort;
  /** The prices that come first if the list is sorted by price. Null: any unit. */
  axis: PriceAxis | null;
  readAs: ReadAs | null;
  /** The facts that `readAs.cost.missing` has in words. */
  missing: readonly Missing[];
  /** Whether the text continues after the part that was read. */
  isCut?: boolean;
  /** Whether the question is about the price billed yearly. */
  isYearly?: boolean;
  /** The first day of the period that a question about price changes names. */
  since?: Day;
  /** The plans and uses that the question compares. */
  plansCompared?: readonly ComparedPlan[];
  /** Sentences about the prices and limits that the question names. */
  facts?: readonly string[];
}

export interface ComparedPlan {
  slug: Slug;
  /** Null: any plan. */
  tier: string | null;
  quantities: Readonly<Record<string, number>>;
}

export type NamedProduct = Pick<ProductEntry, "slug" | "name" | "category">;

/** The mentions in a question. */
export type Spotted = Mentions<NamedProduct & { prominence: number }, Offer>;
export type Place = ProductPlace<NamedProduct>;

/** The reading of a text without any mention. */
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

/** Number of products or models that a question can compare. */
export const MAX_COMPARED = 4;
export const OFFERS: readonly Topic[] = ["openSource", "education", "nonprofit", "startup"];

/** A text with its mentions and everything that is needed to answer it. */
export interface Question extends Context {
  text: string;
  asWritten: Asked;
  names: Names;
  cards: readonly RateCard[];
  mentions: Spotted;
}

export type Parts = Omit<ReadAs, "sentence" | "answer">;

export function askFor(
  { filters: given }: Asked,
  filters: Partial<Asked["filters"]>,
  parts: Parts & { answer: null },
  categoryName: string | null = null,
): Asked {
  const said = withoutParameters(parts, given);
  return {
    filters: { ...given, ...filters },
    sort: parts.sort ?? "relevance",
    axis: null,
    missing: [],
    readAs: { ...said, sentence: readAsSentence(said, categoryName) },
  };
}

/** Removes the parts that the request's parameters set. */
function withoutParameters<P extends Parts>(parts: P, given: Asked["filters"]): P {
  const unless = <T>(parameter: unknown, words: T | null) => (parameter == null ? words : null);
  return {
    ...parts,
    maxPrice: unless(given.maxPrice, parts.maxPrice),
    currency: unless(given.maxPrice, parts.currency),
    hasFreeTier: unless(given.hasFreeTier, parts.hasFreeTier),
    selfHosted: unless(given.selfHosted, parts.selfHosted),
    pricingModel: unless(given.pricingModel, parts.pricingModel),
    having: unless(given.having, parts.having),
  };
}
