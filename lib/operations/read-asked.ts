import type { DiscoverFilters } from "@/lib/discovery/page";
import { categoryIn } from "@/lib/questions/categories";
import type { Having } from "@/lib/schemas/discover";
import type { PricingModel, Slug } from "@/lib/schemas/primitives";
import { type Asked, type Context, MAX_QUESTION } from "./asked";
import { readMentions } from "./read-mentions";
import { today } from "./views";

export interface AskedFor {
  q?: string;
  category?: Slug;
  maxPrice?: number;
  seats?: number;
  currency: string;
  hasFreeTier?: boolean;
  hasFreePlan?: boolean;
  selfHosted?: boolean;
  pricingModel?: PricingModel;
  hasHiddenCosts?: boolean;
  having?: Having;
  /** Does not read the words as a question. */
  literal?: boolean;
}

/** Maximum length of a text that the index is searched for. */
const MAX_SEARCHED = 200;

/** Returns the filters that result from the parameters and the words of a question. A parameter takes precedence. */
export async function readAsked(context: Context, asked: AskedFor): Promise<Asked> {
  const { category, maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts, having, literal } = asked;
  const q = asked.q?.slice(0, MAX_QUESTION);
  const filters: DiscoverFilters = {
    text: q?.slice(0, MAX_SEARCHED) ?? null,
    category: category ?? null,
    maxPrice: maxPrice ?? null,
    seats: asked.seats ?? null,
    currency,
    hasFreeTier: hasFreeTier ?? null,
    hasFreePlan: asked.hasFreePlan ?? null,
    selfHosted: asked.selfHosted ?? null,
    pricingModel: pricingModel ?? null,
    hasHiddenCosts: hasHiddenCosts ?? null,
    having: having ?? null,
    day: today(context.now),
  };
  const asWritten: Asked = {
    filters,
    sort: (q ?? category) ? "relevance" : "name",
    axis: null,
    readAs: null,
    missing: [],
    isCut: q !== asked.q,
  };
  if (q === undefined || literal) return asWritten;
  const known = context.catalog.names();
  const names = known instanceof Promise ? await known : known;
  const exact = names.named(q);
  if (exact.length === 0) return (await readMentions(context, q, asWritten, names)) ?? asWritten;
  const lead = { products: exact.map(({ slug }) => slug), category: categoryIn(q, names.categories) };
  return { ...asWritten, filters: { ...filters, lead } };
}
