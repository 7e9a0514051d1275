import type { Stated } from "@/lib/catalog/stated";
import type { Cue } from "@/lib/questions/cues";
import { unreadWords } from "@/lib/questions/spot";
import { nameAt } from "@/lib/questions/tokens";
import type { Topic } from "@/lib/schemas/discover";
import { type Asked, askFor, NOT_SAID, OFFERS, type Place, pageOf, type Question, type Spotted } from "./asked";
import { categoryAxis } from "./category-figures";
import { rankedList } from "./ranked-list";
import { readChanges } from "./read-changes";
import { LIST_CONDITIONS, unusedWords } from "./unused-words";

export function readAlternatives({ mentions, asWritten, site }: Question, { product }: Place): Asked {
  const said = conditions(mentions);
  const parts = {
    ...NOT_SAID,
    ...said,
    alternativesTo: { slug: product.slug, name: product.name, page: pageOf(product, site) },
    unread: unusedWords(mentions, [product.slug], {
      topics: [...LIST_CONDITIONS, ...statedCues(said)],
      isFiltered: true,
    }),
  };
  const filters = { text: null, alternativesTo: product.slug, ...conditionFilters(parts, asWritten) };
  return askFor(asWritten, filters, parts);
}

export function readPriceChanges(question: Question): Asked | null {
  const parts = readChanges(question);
  if (!parts) return null;
  const { asWritten, names } = question;
  const { category } = parts;
  const categoryName = names.categories.find(({ slug }) => slug === category)?.name ?? null;
  return askFor(asWritten, { text: null, category: asWritten.filters.category ?? category }, parts, categoryName);
}

export async function readCategory(question: Question): Promise<Asked | null> {
  const { catalog, now, mentions, asWritten, names, text } = question;
  const { category } = mentions;
  const before = asWritten.filters.category;
  if (category === null || (before !== null && before !== category)) return null;
  const said = conditions(mentions);
  const { hasFreeTier, selfHosted, pricingModel, having, maxPrice } = said;
  const isPlain = [hasFreeTier, selfHosted, pricingModel, having, maxPrice].every((part) => part === null);
  const ranking =
    said.sort === "price" && isPlain ? await rankedList(question, category, { mentions, seats: said.seats }) : null;
  const unread = unusedWords(mentions, [], { topics: statedCues(said), ...(ranking && { used: ranking.places }) });
  const parts = { ...NOT_SAID, ...said, category, unread };
  const categoryName = names.categories.find(({ slug }) => slug === category)?.name ?? null;
  if (ranking) {
    const lead = { products: ranking.slugs, category };
    const filters = {
      ...conditionFilters(parts, asWritten),
      text: text.slice(0, asWritten.filters.text?.length),
      lead,
    };
    const ranked = { ...parts, quantities: ranking.quantities };
    const asked = askFor(asWritten, { ...filters, category }, ranked, categoryName);
    return { ...asked, sort: "relevance", facts: [ranking.sentence] };
  }
  const { seats: _, ...filtering } = said;
  const isAlone = parts.unread.length === 0 && Object.values(filtering).every((part) => part === null);
  // The words of a category alone may be part of a product's name.
  const filters = isAlone
    ? {
        text: text.slice(0, asWritten.filters.text?.length),
        lead: { products: mentions.namesake ? [mentions.namesake.slug] : [], category },
      }
    : { text: null, category, ...conditionFilters(parts, asWritten) };
  const asked = askFor(asWritten, filters, parts, categoryName);
  return parts.sort === "price" ? { ...asked, axis: await categoryAxis({ catalog, now }, category) } : asked;
}

/** Reads conditions on products without a category: "open source software", "free screen recorder". */
export async function readWords({ catalog, mentions, asWritten }: Question): Promise<Asked | null> {
  const words = unreadWords(mentions);
  // "SSO provider" describes a thing.
  const all = { ...conditions(mentions), ...(words.length > 0 && !mentions.cues.has("ssoCharge") && { having: null }) };
  const { seats: _, currency: __, sort, ...said } = all;
  const isUnfiltered = Object.values(said).every((part) => part === null);
  if (mentions.tokens.length < 2 || (isUnfiltered && sort === null)) return null;
  const parts = {
    ...NOT_SAID,
    ...all,
    text: words.length === 0 ? null : words.join(" "),
    // The cheapest of all products that have one of the words are other products.
    ...(isUnfiltered && { sort: null, unread: cueWords(mentions, "cheapest") }),
  };
  const asked = askFor(asWritten, { text: parts.text, ...conditionFilters(parts, asWritten) }, parts);
  if (parts.text === null) return asked;
  const page = { filters: asked.filters, sort: "relevance" as const, after: null, limit: 1 };
  const { products, isSpelled } = await catalog.discover(page);
  // The words about price and plan may be part of a name. Several words are not a misspelt name.
  return products.length > 0 && !(isSpelled && parts.text.includes(" ")) ? asked : null;
}

function cueWords({ cuePlaces, tokens }: Spotted, cue: Cue): string[] {
  return cuePlaces.filter(({ cues }) => cues.has(cue)).map(({ from, to }) => nameAt(tokens, from, to));
}

/** Features and offers that a list can be filtered by. If there are several, the first applies. */
const STATED_CUES = [
  ["sso", "has_sso"],
  ["scim", "scim"],
  ["auditLog", "audit_log"],
  ["education", "student_offer"],
  ["nonprofit", "nonprofit_offer"],
  ["startup", "startup_offer"],
] as const satisfies readonly (readonly [Topic, Stated])[];

/**
 * Returns whether an offer is wanted: not in "CRM for start-ups", but in "CRM with a start-up discount". "open source
 * or a discount" wants either.
 */
function isOfferWanted(cues: Spotted["cues"]): boolean {
  const isAsked = (cues.has("offer") || cues.has("free")) && !cues.has("openSource");
  return isAsked && STATED_CUES.some(([cue]) => OFFERS.includes(cue) && cues.has(cue));
}

function statedIn(cues: Spotted["cues"]): Stated | null {
  const wanted = STATED_CUES.filter(([cue]) => cues.has(cue) && (!OFFERS.includes(cue) || isOfferWanted(cues)));
  return wanted[0]?.[1] ?? null;
}

/** Returns the cues that the filter takes into account. */
function statedCues({ having }: Pick<ReturnType<typeof conditions>, "having">): Cue[] {
  const [cue] = STATED_CUES.find(([, stated]) => stated === having) ?? [];
  if (cue === undefined) return [];
  return OFFERS.includes(cue) ? [cue, "offer"] : [cue];
}

/** Returns the conditions that a list can filter by. */
function conditions({ cues, cap, people, currency }: Spotted) {
  const isFree = cues.has("free") || cues.has("selfHosted");
  const seats = people?.count ?? null;
  const maxPrice = cap && cap.amount * (cap.isPerPerson ? (seats ?? 1) : 1);
  return {
    // A free product is within any maximum price.
    maxPrice: isFree ? null : maxPrice,
    currency: maxPrice !== null && !isFree ? (currency ?? "USD") : currency,
    hasFreeTier:
      cues.has("free") && !cues.has("selfHosted") && !cues.has("trial") && !isOfferWanted(cues) ? true : null,
    selfHosted: cues.has("selfHosted") ? true : null,
    pricingModel: cues.has("openSource") ? ("open_source" as const) : cues.has("byUse") ? ("usage" as const) : null,
    having: cues.has("ssoCharge") ? ("sso" as const) : statedIn(cues),
    sort: cues.has("cheapest") ? ("price" as const) : null,
    seats,
  };
}

/** Returns the conditions as filters. A parameter of the request takes precedence over the words. */
function conditionFilters(said: ReturnType<typeof conditions>, { filters }: Asked): Partial<Asked["filters"]> {
  return {
    maxPrice: filters.maxPrice ?? said.maxPrice,
    seats: filters.seats ?? (filters.maxPrice === null ? said.seats : null),
    currency: filters.maxPrice === null && said.currency !== null ? said.currency : filters.currency,
    hasFreeTier: filters.hasFreeTier ?? said.hasFreeTier,
    selfHosted: filters.selfHosted ?? said.selfHosted,
    pricingModel: filters.pricingModel ?? said.pricingModel,
    having: filters.having ?? said.having,
  };
}
