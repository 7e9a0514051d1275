import { compareAddress } from "@/lib/catalog/compare-address";
import type { ListedProduct } from "@/lib/catalog/listing";
import { categorySlug } from "@/lib/catalog/read-question";
import { tierNamed } from "@/lib/discovery/names";
import { readAsSentence } from "@/lib/format/read-as";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { Cue } from "@/lib/questions/cues";
import { type Mentions, nameAt, spot, unreadWords } from "@/lib/questions/spot";
import { range } from "@/lib/questions/tokens";
import { TOPICS, type Topic } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import { type Asked, type Context, NOT_SAID, pageOf } from "./asked";
import type { Names } from "./catalog";
import { isPlanWord } from "./plan-names";
import { unlistedProduct } from "./unlisted";
import { today } from "./views";

const MAX_COMPARED = 4;
const MAX_TIER_WORDS = 3;
/** Questions that only the answer about one product covers. */
const PRODUCT_QUESTIONS: readonly Cue[] = [...TOPICS, "openSource", "limits", "offer"];

const prominences = onceFor(
  (listing: readonly ListedProduct[]) => new Map(listing.map(({ slug, prominence }) => [slug, prominence] as const)),
);

/**
 * Reads the products, plans, models and categories that a text mentions anywhere, in any language that has cues. Null if
 * it mentions none.
 */
export async function readMentions(
  context: Context,
  text: string,
  asWritten: Asked,
  reread: (text: string) => Promise<Asked>,
): Promise<Asked | null> {
  const { catalog, now } = context;
  const names = await catalog.names();
  const known = prominences(await catalog.listing({ asOf: today(now) }));
  const mentions = spot(text, {
    products: (name) =>
      names
        .named(name)
        .flatMap((entry) => {
          const prominence = known.get(entry.slug);
          return prominence === undefined ? [] : { ...entry, prominence };
        })
        .sort((a, b) => b.prominence - a.prominence),
    category: (words) => categorySlug(words, names.categories),
    isUnlisted: (name) => unlistedProduct(name) !== null,
  });
  const places = new Map(mentions.products.map((place) => [place.product.slug, place]));
  const [first, ...others] = places.values();
  if (!first) {
    const models = modelsIn(mentions);
    if (models.length > 0 && models.join(" vs ") !== text) {
      const asked = await reread(models.join(" vs "));
      if (asked.readAs) return asked;
    }
  }
  if (!first || (mentions.category !== null && isYardstick(mentions, first)))
    return readCategory(mentions, asWritten, names);
  if (mentions.cues.has("alternative")) return readAlternatives(context, mentions, first, asWritten);
  if (others.length > 0 && (mentions.cues.has("compare") || mentions.cues.has("cheapest"))) {
    return readComparison(context, mentions, [first, ...others], asWritten);
  }
  return readProduct(context, mentions, first, asWritten);
}

const THAN = /^(?:than|als|que|di|dan|niz|чем)$/;

/** "a team chat that is cheaper than Slack" asks for team chats. */
function isYardstick({ tokens }: ProductMentions, { from }: Place): boolean {
  return THAN.test(tokens[from - 1]?.key ?? "");
}

/** "gpt-4.1", "o4-mini": words with a number that stand for nothing else. */
function modelsIn({ tokens, unread }: ProductMentions): string[] {
  const models = unread.flatMap((place) => tokens[place]?.text.toLowerCase() ?? []);
  return models.filter((word) => /^[a-z]+[a-z.-]*\d/.test(word)).slice(0, MAX_COMPARED);
}

type ProductMentions = Mentions<{ slug: Slug; name: string; category: Slug; prominence: number }>;
type Place = ProductMentions["products"][number];

function readComparison(
  context: Context,
  mentions: ProductMentions,
  places: readonly Place[],
  asWritten: Asked,
): Asked {
  const compared = places.slice(0, MAX_COMPARED).map(({ product }) => product);
  const slugs = compared.map(({ slug }) => slug);
  const seats = mentions.people?.count ?? null;
  const query = seats === null ? "" : `?seats=${seats}`;
  const compare = {
    names: compared.map(({ name }) => name),
    slugs,
    models: [],
    page: `${context.site?.url ?? ""}/compare/${compareAddress(slugs)}${query}`,
  };
  const parts = { ...NOT_SAID, compare, seats, unread: unusedWords(mentions, slugs) };
  return askFor(asWritten, { lead: { products: slugs, category: null } }, parts, null);
}

/** The cost of a product, or of its plan if one is named beside it. */
async function readProduct(
  context: Context,
  mentions: ProductMentions,
  place: Place,
  asWritten: Asked,
): Promise<Asked | null> {
  if (isDescription(mentions, place)) return null;
  const { catalog, now, site } = context;
  const { product } = place;
  const lookup = await catalog.record(product.slug, { asOf: today(now), now });
  const { tiers = [], name = product.name } = lookup.status === "found" ? lookup.record : {};
  const tier = tierBeside(mentions, place, tiers, name);
  const seats = mentions.people?.count ?? null;
  const page = `${pageOf(product, site)}${seats === null ? "" : `?seats=${seats}`}`;
  const cost = { slug: product.slug, name, tier: tier && { id: tier.id, name: tier.name }, model: null, page };
  const used = new Set(tier?.places);
  const missing = tier ? null : unknownPlan(mentions, place, name);
  const topics = topicsOf(mentions);
  // "education discount" is one topic.
  const answered: Cue[] = topics.some((topic) => OFFERS.includes(topic)) ? [...topics, "offer"] : topics;
  const unread = unusedWords(mentions, [product.slug], { used, missing, topics: answered });
  const parts = { ...NOT_SAID, text: name, seats, cost, topics, unread };
  return askFor(asWritten, { text: name, lead: { products: [product.slug], category: null } }, parts, null);
}

const OFFERS: readonly Topic[] = ["education", "nonprofit", "startup"];

function topicsOf({ cuePlaces }: ProductMentions): Topic[] {
  const said = cuePlaces.filter(({ cues }) => !cues.has("words")).flatMap(({ cues }) => [...cues]);
  return TOPICS.filter((topic) => said.includes(topic));
}

const KIND = /^(?:software|tools?|apps?|platforms?|systems?|programs?)$/;

/** "linear regression software" describes a thing. */
function isDescription({ tokens, unread }: ProductMentions, { to }: Place): boolean {
  const kind = tokens.findIndex(({ key }, place) => place > to && KIND.test(key));
  return kind > to && range(to, kind).every((place) => unread.includes(place));
}

/** The plan that is named after or before the product's name. */
function tierBeside<T extends { id: string; name: string }>(
  { tokens }: ProductMentions,
  { from, to }: Place,
  tiers: readonly T[],
  name: string,
): (T & { places: number[] }) | null {
  const isOwnName = nameKey(nameAt(tokens, from, to)) === nameKey(name);
  for (let length = MAX_TIER_WORDS; length > 0; length -= 1) {
    // "Microsoft 365 Business Premium": the plan may begin within the name.
    for (const start of [...range(to - length + (isOwnName ? 1 : 0), to + 1), from - length]) {
      if (start < 0 || start + length > tokens.length) continue;
      const words = nameAt(tokens, start, start + length);
      const [tier] = isPlanAt(tokens, start + length) ? tierNamed(tiers, words, name).candidates : [];
      if (tier) return { ...tier, places: range(start, start + length) };
    }
  }
  return null;
}

/** The place of a plan that the record does not have: "ChatGPT Enterprise", an alias of ChatGPT, or "ChatGPT Team". */
function unknownPlan({ tokens, cuePlaces }: ProductMentions, { from, to }: Place, name: string): number | null {
  const last = tokens[to - 1]?.text ?? "";
  const isInAlias = to - from > 1 && !name.toLowerCase().endsWith(last.toLowerCase());
  if (isInAlias && isPlanWord(last)) return to - 1;
  const next = tokens[to]?.text ?? "";
  const isUnused = cuePlaces.some((place) => place.from === to);
  return isUnused && isPlanWord(next) && next.toLowerCase() !== "free" && isPlanAt(tokens, to + 1) ? to : null;
}

const PLAN = /^(?:plan|tier|edition|version|account)s?$/;

/** "free" is a plan only in "free plan". "pro" before a German noun means "per". */
function isPlanAt(tokens: ProductMentions["tokens"], to: number): boolean {
  const [last, next] = [tokens[to - 1]?.key ?? "", tokens[to]?.key ?? ""];
  if (last === "free") return PLAN.test(next);
  return last !== "pro" || !GERMAN_NOUN.test(next);
}

const GERMAN_NOUN = /^(?:nutzer|benutzer|monat|jahr|person|user|million|lizenz|platz)/;

function readAlternatives(context: Context, mentions: ProductMentions, { product }: Place, asWritten: Asked): Asked {
  const parts = {
    ...NOT_SAID,
    ...conditions(mentions),
    alternativesTo: { slug: product.slug, name: product.name, page: pageOf(product, context.site) },
    unread: unusedWords(mentions, [product.slug]),
  };
  return askFor(
    asWritten,
    { text: null, alternativesTo: product.slug, ...conditionFilters(parts, asWritten) },
    parts,
    null,
  );
}

function readCategory(mentions: ProductMentions, asWritten: Asked, { categories }: Names): Asked | null {
  const { category } = mentions;
  const before = asWritten.filters.category;
  if (category === null || (before !== null && before !== category)) return null;
  const parts = { ...NOT_SAID, ...conditions(mentions), category, unread: unusedWords(mentions, []) };
  const name = categories.find(({ slug }) => slug === category)?.name ?? null;
  return askFor(asWritten, { text: null, category, ...conditionFilters(parts, asWritten) }, parts, name);
}

/** The conditions that a list can filter by. */
function conditions({ cues, cap, people }: ProductMentions) {
  return {
    maxPrice: cap?.amount ?? null,
    currency: cap ? (cap.currency ?? "USD") : null,
    hasFreeTier: cues.has("free") && !cues.has("selfHosted") ? true : null,
    selfHosted: cues.has("selfHosted") ? true : null,
    pricingModel: cues.has("openSource") ? ("open_source" as const) : null,
    sort: cues.has("cheapest") || cap ? ("price" as const) : null,
    seats: people?.count ?? null,
  };
}

/** The conditions as filters. A parameter of the request takes precedence over the words. */
function conditionFilters(said: ReturnType<typeof conditions>, { filters }: Asked): Partial<Asked["filters"]> {
  return {
    maxPrice: filters.maxPrice ?? said.maxPrice,
    currency: filters.maxPrice === null && said.currency !== null ? said.currency : filters.currency,
    hasFreeTier: filters.hasFreeTier ?? said.hasFreeTier,
    selfHosted: filters.selfHosted ?? said.selfHosted,
    pricingModel: filters.pricingModel ?? said.pricingModel,
  };
}

function askFor(
  asWritten: Asked,
  filters: Partial<Asked["filters"]>,
  parts: Omit<NonNullable<Asked["readAs"]>, "sentence">,
  categoryName: string | null,
): Asked {
  return {
    filters: { ...asWritten.filters, ...filters },
    sort: parts.sort ?? "relevance",
    readAs: { sentence: readAsSentence(parts, categoryName), ...parts },
  };
}

interface Exceptions {
  /** Places of the words that name a plan. */
  used: ReadonlySet<number>;
  /** The place of a plan that the record does not have. */
  missing: number | null;
  topics: readonly Cue[];
}

/** The words that the answer does not use: unknown words, questions it does not cover, and products other than `answered`. */
function unusedWords(
  mentions: ProductMentions,
  answered: readonly Slug[],
  { used = new Set(), missing = null, topics = [] }: Partial<Exceptions> = {},
): string[] {
  const { cuePlaces, unread, products, unlisted, categoryPlaces, tokens } = mentions;
  const isList = answered.length === 0;
  const asks = cuePlaces
    .filter(({ cues }) => PRODUCT_QUESTIONS.some((cue) => cues.has(cue) && !topics.includes(cue)) && !cues.has("words"))
    .filter(({ cues }) => !isList || !(cues.has("selfHosted") || cues.has("openSource")))
    .flatMap(({ from, to }) => range(from, to));
  const others = products.filter(({ product }) => !answered.includes(product.slug));
  const left = new Set([
    ...unread,
    ...asks,
    ...unlisted,
    ...(missing === null ? [] : [missing]),
    ...others.flatMap(({ from, to }) => range(from, to)),
    ...(isList ? [] : categoryPlaces),
  ]);
  // Keeps "business standard" and "dev mode seat" together.
  const beside = cuePlaces.filter(({ from, to, cues }) => {
    const isPart =
      (isPlanAt(tokens, to) && isPlanWord(nameAt(tokens, from, to))) || (cues.size === 1 && cues.has("people"));
    return isPart && (left.has(from - 1) || left.has(to));
  });
  for (const { from, to } of beside) for (const place of range(from, to)) left.add(place);
  return unreadWords({ tokens, unread: [...left].filter((place) => !used.has(place)).sort((a, b) => a - b) });
}
