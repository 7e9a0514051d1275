import type { DiscoverFilters, DiscoverSort } from "@/db/queries/discover";
import { compareAddress } from "@/lib/catalog/compare-address";
import { phrasesOf, type Question, readQuestion } from "@/lib/catalog/read-question";
import { spelledAlike } from "@/lib/catalog/spelling";
import { readAsSentence } from "@/lib/format/read-as";
import { nameKey } from "@/lib/ids";
import type { Having, ReadAs } from "@/lib/schemas/discover";
import type { PricingModel, Slug } from "@/lib/schemas/primitives";
import { newestModel } from "@/lib/usage/find-model";
import { EXAMPLE, llmQuery } from "@/lib/usage/llm-address";
import type { Catalog, CategoryEntry, ProductEntry } from "./catalog";
import type { Site } from "./define";
import { today } from "./views";

export interface AskedFor {
  q?: string;
  category?: Slug;
  maxPrice?: number;
  currency: string;
  hasFreeTier?: boolean;
  hasFreePlan?: boolean;
  selfHosted?: boolean;
  pricingModel?: PricingModel;
  hasHiddenCosts?: boolean;
  having?: Having;
  /** Read no question in the words. */
  literal?: boolean;
}

interface Context {
  catalog: Catalog;
  now: Date;
  /** Without it, links of the reading are paths. */
  site?: Site;
}

export interface Asked {
  filters: DiscoverFilters;
  /** The order where none is given. */
  sort: DiscoverSort;
  readAs: ReadAs | null;
}

const DEFAULT_CURRENCY = "USD";
/** A name spelled this much alike is meant. */
const ALIKE = 0.6;

/** The filters that parameters and the words of a question give together; a parameter goes before the words. */
export async function readAsked(context: Context, asked: AskedFor): Promise<Asked> {
  const { q, category, maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts, having, literal } = asked;
  const filters: DiscoverFilters = {
    text: q ?? null,
    category: category ?? null,
    maxPrice: maxPrice ?? null,
    currency,
    hasFreeTier: hasFreeTier ?? null,
    hasFreePlan: asked.hasFreePlan ?? null,
    selfHosted: asked.selfHosted ?? null,
    pricingModel: pricingModel ?? null,
    hasHiddenCosts: hasHiddenCosts ?? null,
    having: having ?? null,
    day: today(context.now),
  };
  const asWritten: Asked = { filters, sort: (q ?? category) ? "relevance" : "name", readAs: null };
  if (q === undefined || literal) return asWritten;

  const { catalog } = context;
  const categories = await catalog.categories();
  const found = await catalog.named([q, ...phrasesOf(q)]);
  const named = new Map([...found].map(([text, products]) => [nameKey(text), products]));
  const question = readQuestion(q, { categories, isName: (text) => named.has(nameKey(text)) });
  const exact = named.get(nameKey(q));
  if (exact) {
    const beside = readQuestion(q, { categories, isName: () => false });
    const lead = {
      products: exact.map(({ slug }) => slug),
      category: isCategoryAlone(beside) ? beside.category : null,
    };
    return { ...asWritten, filters: { ...filters, lead } };
  }
  if (question === null) return asWritten;
  if (question.compare) return (await comparison(context, question.compare, { asWritten, named })) ?? asWritten;
  return (await filtered(context, question, { asWritten, named, categories })) ?? asWritten;
}

function isCategoryAlone(question: Question | null): question is Question & { category: Slug } {
  return question?.category != null && Object.values(question).filter((part) => part !== null).length === 1;
}

type Named = ReadonlyMap<string, readonly ProductEntry[]>;

const UNREAD = {
  category: null,
  maxPrice: null,
  currency: null,
  hasFreeTier: null,
  pricingModel: null,
  sort: null,
  text: null,
  compare: null,
  alternativesTo: null,
};

/** Null where a name means nothing that is known. */
async function comparison(
  context: Context,
  names: readonly string[],
  { asWritten, named }: { asWritten: Asked; named: Named },
): Promise<Asked | null> {
  const meant = await Promise.all(names.map((name) => meantBy(context, name, named)));
  const known = meant.filter((one) => one !== null);
  const slugs = [...new Set(known.map(({ slug }) => slug))];
  const models = known.flatMap(({ slug, model }) => (model === null ? [] : [`${slug}/${model.model}`]));
  const ofModels = models.length === names.length && new Set(models).size > 1;
  if (known.length < names.length || (slugs.length < 2 && !ofModels)) return null;
  const page = ofModels
    ? `/calculators/llm?${llmQuery({ ...EXAMPLE, plotted: models })}`
    : `/compare/${compareAddress(slugs)}`;
  const titles = known.map(({ name, model }) => (ofModels && model ? model.name : name));
  const compare = {
    names: titles,
    slugs,
    models: ofModels ? models : [],
    page: `${context.site?.url ?? ""}${page}`,
  };
  const parts = { ...UNREAD, compare };
  return {
    ...asWritten,
    filters: { ...asWritten.filters, lead: { products: slugs, category: null } },
    readAs: { sentence: readAsSentence(parts, null), ...parts },
  };
}

/** The product of this name, or that offers a model of this name, or whose name is spelled alike. */
async function meantBy({ catalog, now }: Context, asked: string, named: Named) {
  const [entry] = named.get(nameKey(asked)) ?? [];
  if (entry) return { ...entry, model: null };
  const [slug] = await catalog.find({ ...plainFilters(asked), day: today(now) }, 1);
  const lookup = slug === undefined ? null : await catalog.record(slug, { asOf: today(now), now });
  if (lookup?.status !== "found") return null;
  const { name, usage } = lookup.record;
  const model = newestModel(usage?.models ?? [], asked);
  const isMeant = model !== null || spelledAlike(nameKey(asked), nameKey(name)) >= ALIKE;
  return isMeant ? { slug: lookup.record.slug, name, model } : null;
}

function plainFilters(text: string): Omit<DiscoverFilters, "day"> {
  const none = { category: null, maxPrice: null, hasFreeTier: null, pricingModel: null, hasHiddenCosts: null };
  return { text, currency: DEFAULT_CURRENCY, ...none };
}

/** Null where the words do not go together with the parameters, or find nothing. */
async function filtered(
  { catalog, now, site }: Context,
  question: Question,
  { asWritten, named, categories }: { asWritten: Asked; named: Named; categories: readonly CategoryEntry[] },
): Promise<Asked | null> {
  const given = asWritten.filters;
  const other =
    question.alternativesTo === null ? null : await productCalled({ catalog, now }, question.alternativesTo, named);
  if (question.alternativesTo !== null && other === null) return null;
  const category = question.category ?? other?.category ?? null;
  if (category !== null && given.category !== null && category !== given.category) return null;
  const part = <T>(parameter: T | null, words: T | null) => (parameter === null ? words : null);
  const maxPrice = part(given.maxPrice, question.maxPrice);
  const currency =
    maxPrice === null ? null : (given.currency === DEFAULT_CURRENCY && question.currency) || given.currency;
  const parts = {
    ...UNREAD,
    category,
    maxPrice,
    currency,
    hasFreeTier: part(given.hasFreeTier, question.hasFreeTier),
    pricingModel: part(given.pricingModel, question.pricingModel),
    sort: question.sort,
    text: question.text,
    alternativesTo: other && { slug: other.slug, name: other.name, page: pageOf(other, site) },
  };
  const alone = isCategoryAlone(question);
  const exact = question.text === null ? undefined : named.get(nameKey(question.text));
  const filters: DiscoverFilters = {
    ...given,
    text: alone ? given.text : question.text,
    category: alone ? given.category : (category ?? given.category),
    maxPrice: maxPrice ?? given.maxPrice,
    currency: currency ?? given.currency,
    hasFreeTier: parts.hasFreeTier ?? given.hasFreeTier,
    pricingModel: parts.pricingModel ?? given.pricingModel,
    ...(alone && { lead: { products: [], category } }),
    ...(exact && { lead: { products: exact.map(({ slug }) => slug), category: null } }),
    ...(other && { except: other.slug }),
  };
  // Where they find nothing beside the other words, the words about price and plan may be part of a name.
  if (question.text !== null && (await catalog.find(filters, 1)).length === 0) return null;
  const name = categories.find(({ slug }) => slug === category)?.name ?? null;
  return {
    filters,
    sort: question.sort ?? "relevance",
    readAs: { sentence: readAsSentence(parts, name), ...parts },
  };
}

async function productCalled({ catalog, now }: Context, asked: string, named: Named): Promise<ProductEntry | null> {
  const [entry] = named.get(nameKey(asked)) ?? [];
  if (entry) return entry;
  const [slug] = await catalog.find({ ...plainFilters(asked), day: today(now) }, 1);
  return slug === undefined ? null : ((await catalog.named([slug])).get(slug)?.[0] ?? null);
}

function pageOf({ slug, category }: ProductEntry, site?: Site): string {
  return `${site?.url ?? ""}/software/${category}/${slug}`;
}
