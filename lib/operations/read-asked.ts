import { compareAddress } from "@/lib/catalog/compare-address";
import { namesAskedFor } from "@/lib/catalog/question-words";
import { countAtEnd } from "@/lib/catalog/read-quantities";
import { NOTHING, phrasesOf, plain, type Question, readQuestion } from "@/lib/catalog/read-question";
import { spelledAlike } from "@/lib/catalog/spelling";
import { tierNamed } from "@/lib/discovery/names";
import { type DiscoverFilters, plainFilters } from "@/lib/discovery/page";
import { readAsSentence } from "@/lib/format/read-as";
import { calculatorPath } from "@/lib/format/receipt";
import { nameKey } from "@/lib/ids";
import { lazily } from "@/lib/once-for";
import type { Having } from "@/lib/schemas/discover";
import type { PricingModel, Slug } from "@/lib/schemas/primitives";
import { FIRST_TERMS } from "@/lib/tco/counted";
import { newestModel } from "@/lib/usage/find-model";
import { type Asked, type Context, type Named, NOT_SAID, pageOf, type Reading } from "./asked";
import { asModels, bills, billsPath, modelPrice } from "./asked-models";
import type { CategoryEntry, ProductEntry } from "./catalog";
import type { Site } from "./define";
import { readMentions } from "./read-mentions";
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

const DEFAULT_CURRENCY = "USD";
/** Of a longer text, only what it mentions is looked for. */
const MAX_SEARCHED = 200;
/** A name spelled this much alike is meant. */
const ALIKE = 0.6;
/** So much that a name within the words is not. */
const CLEARLY_ALIKE = 0.8;

/** The filters that parameters and the words of a question give together; a parameter goes before the words. */
export async function readAsked(context: Context, asked: AskedFor): Promise<Asked> {
  const { q, category, maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts, having, literal } = asked;
  const filters: DiscoverFilters = {
    text: q?.slice(0, MAX_SEARCHED) ?? null,
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
  const reread = (text: string) => readAsked(context, { ...asked, q: text });
  if (q.length > MAX_SEARCHED) return (await readMentions(context, q, asWritten, reread)) ?? asWritten;

  const { catalog } = context;
  const known = catalog.names();
  const names = known instanceof Promise ? await known : known;
  const { categories } = names;
  const named = new Map<string, readonly ProductEntry[]>();
  for (const text of [q, ...phrasesOf(q)]) {
    const products = names.named(text);
    if (products.length > 0) named.set(nameKey(text), products);
  }
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
  const mentions = lazily(async () =>
    (await isMisspelt(context, plain(q), named)) ? null : readMentions(context, q, asWritten, reread),
  );
  if (question?.llm) return (await bills(context, question.llm, asWritten)) ?? (await mentions()) ?? asWritten;
  if (question?.compare) {
    const { compare, seats } = question;
    return (await comparison(context, { names: compare, seats }, { asWritten, named })) ?? asWritten;
  }
  if (isCategoryAlone(question && { ...question, sort: null, seats: null })) {
    const read = await mentions();
    // "sms api for india": "india" is named as not used.
    if (read?.readAs?.unread.length && read.readAs.category === question?.category) return read;
  }
  const text = question === null ? q : question.text;
  const planned = text === null ? null : await planAsked(context, text, named);
  const whole = question ?? (planned && { ...NOTHING, text: q });
  const reading = { asWritten, named, categories };
  // The words that are left would be searched for together, and may find a product that the question does not name.
  const isLoose = planned === null && whole?.text != null && (!named.has(nameKey(whole.text)) || holdsCondition(whole));
  return (
    (isNameAlone(question) && planned === null ? await modelPrice(context, plain(q), reading) : null) ??
    (isLoose ? await mentions() : null) ??
    (whole && (await filtered(context, whole, { ...reading, planned }))) ??
    (await planCounted(context, plain(q), reading)) ??
    (await mentions()) ??
    asWritten
  );
}

/** A condition would filter away the product that is named. */
function holdsCondition({ hasFreeTier, selfHosted, pricingModel, maxPrice, having }: Question): boolean {
  return [hasFreeTier, selfHosted, pricingModel, maxPrice, having].some((part) => part !== null);
}

function isCategoryAlone(question: Question | null): question is Question & { category: Slug } {
  return question?.category != null && Object.values(question).filter((part) => part !== null).length === 1;
}

/** Whether nothing is asked about what the text names, unless its price. */
function isNameAlone(question: Question | null): boolean {
  return Object.entries(question ?? NOTHING).every(([part, said]) => part === "text" || said === null);
}

/** Null where a name means nothing that is known. */
async function comparison(
  context: Context,
  { names, seats }: { names: readonly string[]; seats: number | null },
  { asWritten, named }: Reading,
): Promise<Asked | null> {
  const meant = (await asModels(context, names, named)) ?? (await each(names, (name) => meantBy(context, name, named)));
  const known = meant.filter((one) => one !== null);
  const slugs = [...new Set(known.map(({ slug }) => slug))];
  const models = known.flatMap(({ slug, model }) => (model === null ? [] : [`${slug}/${model.model}`]));
  const ofModels = models.length === names.length && new Set(models).size > 1;
  if (known.length < names.length || (slugs.length < 2 && !ofModels)) return null;
  const titles = known.map(({ name, model }) => (ofModels && model ? model.name : name));
  const page = ofModels
    ? billsPath({ models, names: titles })
    : `/compare/${compareAddress(slugs)}${seats === null ? "" : `?seats=${seats}`}`;
  const compare = {
    names: titles,
    slugs,
    models: ofModels ? models : [],
    page: `${context.site?.url ?? ""}${page}`,
  };
  const unread = known.flatMap(({ tier }) => (tier ? [tier.name] : []));
  const parts = { ...NOT_SAID, compare, seats: ofModels ? null : seats, unread };
  return {
    ...asWritten,
    filters: { ...asWritten.filters, lead: { products: slugs, category: null } },
    readAs: { sentence: readAsSentence(parts, null), ...parts },
  };
}

async function each<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  return Promise.all(items.map(read));
}

/** The product of this name, or that offers a model of this name, or whose name is spelled alike. */
async function meantBy({ catalog, now }: Context, asked: string, named: Named) {
  const [entry] = named.get(nameKey(asked)) ?? [];
  if (entry) return { ...entry, model: null, tier: null };
  const planned = await planAsked({ catalog, now }, asked, named);
  if (planned) return { ...planned.product, model: null, tier: planned.tier };
  const [slug] = await catalog.find(plainFilters(asked, today(now)), 1);
  const lookup = slug === undefined ? null : await catalog.record(slug, { asOf: today(now), now });
  if (lookup?.status !== "found") return null;
  const { name, usage } = lookup.record;
  const model = newestModel(usage?.models ?? [], asked);
  const isMeant = model !== null || spelledAlike(nameKey(asked), nameKey(name)) >= ALIKE;
  return isMeant ? { slug: lookup.record.slug, name, model, tier: null } : null;
}

/** Null where the words do not go together with the parameters, or find nothing. */
async function filtered(
  { catalog, now, site }: Context,
  question: Question,
  { asWritten, named, categories, planned }: Reading & { categories: readonly CategoryEntry[]; planned: Costed | null },
): Promise<Asked | null> {
  const given = asWritten.filters;
  const other =
    question.alternativesTo === null ? null : await productCalled({ catalog, now }, question.alternativesTo, named);
  if (question.alternativesTo !== null && other === null) return null;
  const { category } = question;
  if (category !== null && given.category !== null && category !== given.category) return null;
  const part = <T>(parameter: T | null, words: T | null) => (parameter === null ? words : null);
  const maxPrice = part(given.maxPrice, question.maxPrice);
  const currency =
    maxPrice === null ? null : (given.currency === DEFAULT_CURRENCY && question.currency) || given.currency;
  const parts = {
    ...NOT_SAID,
    category,
    maxPrice,
    currency,
    hasFreeTier: part(given.hasFreeTier, question.hasFreeTier),
    selfHosted: part(given.selfHosted ?? null, question.selfHosted),
    pricingModel: part(given.pricingModel, question.pricingModel),
    having: given.having ? null : question.having,
    sort: question.sort,
    text: question.text,
    seats: question.seats,
    alternativesTo: other && { slug: other.slug, name: other.name, page: pageOf(other, site) },
  };
  const cost = await costAsked({ catalog, now }, question, { named, planned });
  if (question.seats !== null && question.text !== null && cost === null) return null;
  const alone = isCategoryAlone({ ...question, seats: null });
  const exact =
    question.text === null ? undefined : (named.get(nameKey(question.text)) ?? (cost ? [cost.product] : undefined));
  const page = cost && { ...nameOf(cost), page: costPage(cost, question.seats, site) };
  const filters: DiscoverFilters = {
    ...given,
    text: alone ? given.text : question.text,
    category: alone ? given.category : (category ?? given.category),
    maxPrice: maxPrice ?? given.maxPrice,
    currency: currency ?? given.currency,
    hasFreeTier: parts.hasFreeTier ?? given.hasFreeTier,
    selfHosted: parts.selfHosted ?? given.selfHosted ?? null,
    pricingModel: parts.pricingModel ?? given.pricingModel,
    having: parts.having ?? given.having ?? null,
    ...(alone && { lead: { products: [], category } }),
    ...(exact && { lead: { products: exact.map(({ slug }) => slug), category: null } }),
    ...(other && { alternativesTo: other.slug }),
  };
  // Where they find nothing beside the other words, the words about price and plan may be part of a name.
  if (question.text !== null && (await catalog.find(filters, 1)).length === 0) return null;
  const name = categories.find(({ slug }) => slug === category)?.name ?? null;
  return {
    filters,
    sort: question.sort ?? "relevance",
    readAs: { sentence: readAsSentence({ ...parts, cost: page }, name), ...parts, cost: page },
  };
}

/** A product whose cost is asked for, and the tier that is named with it. */
interface Costed {
  product: ProductEntry;
  tier: { id: string; name: string } | null;
}

/** The one product whose cost is asked for and nothing else; misspelt ones too, where people are named. */
async function costAsked(
  { catalog, now }: Context,
  { text, seats, ...others }: Question,
  { named, planned }: { named: Named; planned: Costed | null },
): Promise<Costed | null> {
  if (text === null || Object.values({ ...others, sort: null }).some((part) => part !== null)) return null;
  const whole = (product: ProductEntry | null | undefined) => (product ? { product, tier: null } : null);
  const exact = named.get(nameKey(text));
  if (exact && exact.length > 1) return null;
  // A plan may be one of the names that a product is known by.
  if (planned && (!exact || exact[0]?.slug === planned.product.slug)) return planned;
  if (exact) return whole(exact[0]);
  const meant = (await catalog.meant(text)).one;
  if (meant || seats === null) return whole(meant);
  const found = await productCalled({ catalog, now }, text, named);
  return whole(found && spelledAlike(nameKey(text), nameKey(found.name)) >= ALIKE ? found : null);
}

/** "notion business plan": a product's name and then the name of one of its tiers; null where it is not that. */
async function planAsked({ catalog, now }: Context, asked: string, named: Named): Promise<Costed | null> {
  for (const { products, rest } of namedBefore(asked, named)) {
    const [product, other] = products;
    if (!product || other) continue;
    const lookup = await catalog.record(product.slug, { asOf: today(now), now });
    const { tiers = [], name = "" } = lookup.status === "found" ? lookup.record : {};
    const tier = tierNamed(tiers, rest, name).one;
    if (tier) return { product, tier: { id: tier.id, name: tier.name } };
  }
  return null;
}

/** The products that are named at the beginning of a text, by the longest name first, and what stands behind it. */
function namedBefore(asked: string, named: Named) {
  const [core = asked, ...others] = namesAskedFor(asked);
  // Of several things none is the one that is meant.
  const words = others.length > 0 ? [] : core.split(" ");
  return words.flatMap((_, behind) => {
    const name = words.slice(0, words.length - behind).join(" ");
    const products = named.get(nameKey(name)) ?? [];
    const rest = words.slice(words.length - behind).join(" ");
    return products.length > 0 && rest !== "" ? [{ name, products, rest }] : [];
  });
}

/** "dropbox business 15": what is counted behind a tier is people, where nothing says otherwise. */
async function planCounted(
  context: Context,
  asked: string,
  reading: Reading & { categories: readonly CategoryEntry[] },
): Promise<Asked | null> {
  const counted = countAtEnd(asked);
  const planned = counted && (await planAsked(context, counted.rest, reading.named));
  if (!counted || !planned) return null;
  return filtered(context, { ...NOTHING, text: counted.rest, seats: counted.count }, { ...reading, planned });
}

/** "microsoft temas": the whole text is spelled like the name of a product. */
async function isMisspelt(context: Context, asked: string, named: Named): Promise<boolean> {
  const product = await productCalled(context, asked, named);
  return product !== null && spelledAlike(nameKey(asked), nameKey(product.name)) >= CLEARLY_ALIKE;
}

function nameOf({ product: { slug, name }, tier }: Costed) {
  return { slug, name, tier, model: null };
}

/** The product's page tells the cost of the cheapest tier that fits, the calculator that of any. */
function costPage({ product, tier }: Costed, seats: number | null, site?: Site): string {
  if (seats === null) return pageOf(product, site);
  if (!tier) return `${pageOf(product, site)}?seats=${seats}`;
  const { billing, termYears: years } = FIRST_TERMS;
  const asked = { slug: product.slug, tier: tier.id, seats, quantities: {}, billing, years };
  return `${site?.url ?? ""}${calculatorPath(asked)}`;
}

async function productCalled({ catalog, now }: Context, asked: string, named: Named): Promise<ProductEntry | null> {
  const [entry] = named.get(nameKey(asked)) ?? [];
  if (entry) return entry;
  const [slug] = await catalog.find(plainFilters(asked, today(now)), 1);
  return slug === undefined ? null : ((await catalog.named([slug])).get(slug)?.[0] ?? null);
}
