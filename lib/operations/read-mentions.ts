import { compareAddress } from "@/lib/catalog/compare-address";
import type { ListedProduct } from "@/lib/catalog/listing";
import type { Stated } from "@/lib/catalog/stated";
import { tierNamed } from "@/lib/discovery/names";
import { type Missing, missingWords, readAsSentence } from "@/lib/format/read-as";
import { calculatorPath } from "@/lib/format/receipt";
import { tierTitle } from "@/lib/format/tier-answer";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import { categorySlug } from "@/lib/questions/categories";
import { countryIn } from "@/lib/questions/countries";
import { type Cue, isCue } from "@/lib/questions/cues";
import { localName } from "@/lib/questions/local-names";
import { sinceIn } from "@/lib/questions/periods";
import { countAtEnd, PER, THING } from "@/lib/questions/quantities";
import type { Repair } from "@/lib/questions/repair";
import { MAX_TOKENS, type ProductPlace, spot, unreadWords } from "@/lib/questions/spot";
import { nameAt, POSSESSIVE, range, type Token, tokensOf, withRunsSplit } from "@/lib/questions/tokens";
import { type ReadAs, TOPICS, type Topic } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { FIRST_TERMS } from "@/lib/tco/counted";
import { counterOf } from "@/lib/tco/counters";
import { elsewhereSentence, inRegion } from "@/lib/tco/region";
import { isByUse, isUnit } from "@/lib/tco/units";
import type { Offer } from "@/lib/usage/market";
import { type Asked, type Context, type NamedProduct, NOT_SAID, type Place, pageOf, type Spotted } from "./asked";
import { billsPath, isCounted, modelIn, modelsMeant, modelWords, offerId, splitTokens } from "./asked-models";
import type { Names } from "./catalog";
import { categoryAxis } from "./category-figures";
import { languageModelCards, type RateCard } from "./llm-market";
import { type MentionedFacts, mentionedFacts } from "./mentioned-facts";
import { isPlanAt, mentionedTier, unknownPlan } from "./mentioned-plans";
import { paymentFact } from "./payment-fact";
import { isPlanWord } from "./plan-names";
import { rankedList } from "./ranked-list";
import { readChanges } from "./read-changes";
import { productAt, repairSentences, spotRepaired } from "./repaired-words";
import { relatedSentence, unlistedProduct } from "./unlisted";
import { LIST_CONDITIONS, unusedPlaces, unusedWords } from "./unused-words";
import { today } from "./views";

const MAX_COMPARED = 4;
/** Matches no product. */
const NO_CATEGORY = "";
const LLM_CATEGORY = "llm-apis";
const MAX_MEMBER_WORDS = 3;
/** Number of prices for other countries that an answer names. */
const MAX_ELSEWHERE = 4;
const HOSTING: readonly Topic[] = ["selfHosted", "trial"];
const OFFERS: readonly Topic[] = ["openSource", "education", "nonprofit", "startup"];

/** A text with its mentions and everything that is needed to answer it. */
interface Question extends Context {
  text: string;
  asWritten: Asked;
  names: Names;
  cards: readonly RateCard[];
  mentions: Spotted;
}

const prominences = onceFor(
  (listing: readonly ListedProduct[]) => new Map(listing.map(({ slug, prominence }) => [slug, prominence] as const)),
);

/**
 * Reads the products, plans, models, categories, quantities and conditions that a text mentions anywhere, in any
 * language that has cues. Returns null if it mentions nothing.
 */
export async function readMentions(
  context: Context,
  text: string,
  asWritten: Asked,
  names: Names,
): Promise<Asked | null> {
  const { catalog, now } = context;
  const day = today(now);
  const prominence = prominences(await catalog.listing({ asOf: day }));
  const cards = await languageModelCards({ catalog, now });
  const categoryOf = (words: string) => categorySlug(words, names.categories);
  const named = (name: string) => names.named(localName(name) ?? name);
  const read = (tokens: readonly Token[]): Spotted => {
    const written = nameAt(tokens, 0, tokens.length);
    const modelWishes = { anyLine: PRICE.test(written), anyFamily: TOKENS.test(written) };
    return spot(tokens, {
      products: (name) =>
        named(name)
          .concat(POSSESSIVE.test(name) ? names.named(name.replace(POSSESSIVE, "")) : [])
          .flatMap((entry) => {
            const own = prominence.get(entry.slug);
            return own === undefined ? [] : { ...entry, prominence: own };
          })
          .sort((a, b) => b.prominence - a.prominence),
      modelWords: modelWords(cards),
      model: (name) => modelIn(cards, name, { named: names.named, day, ...modelWishes }),
      category: categoryOf,
      isUnlisted: (name) => unlistedProduct(name) !== null,
    });
  };
  const isWord = (word: string) => isCue(word) || localName(word) !== null || categoryOf(word) !== null;
  const all = withRunsSplit(tokensOf(text), isWord, (run) => names.named(run).length > 0);
  const tokens = all.slice(0, MAX_TOKENS);
  const { mentions, repairs } = await spotRepaired(context, tokens, { read, names });
  const question: Question = { ...context, text, asWritten, names, cards, mentions };
  const asked =
    readBills(question) ??
    (await readNames(question)) ??
    readPriceChanges(question) ??
    (await readCategory(question)) ??
    (await readWords(question));
  const isCut = asWritten.isCut || tokens.length < all.length;
  return asked && { ...withRepairs(asked, repairs, mentions), isCut };
}

/** Adds which words were guessed. */
function withRepairs({ readAs, ...asked }: Asked, repairs: readonly Repair[], mentions: Spotted): Asked {
  if (readAs === null || repairs.length === 0) return { ...asked, readAs };
  const sentence = [...repairSentences(repairs, mentions), readAs.sentence].join(" ");
  const spelledAlike = repairs.some((repair) => productAt(repair, mentions) !== null);
  return { ...asked, readAs: { ...readAs, sentence, spelledAlike } };
}

const TOKENS = /\btokens?\b/i;
const PRICE = /\b(?:price|prices|pricing|cost|costs|how much)\b/i;

/** Reads the products and models that the text names. */
async function readNames(question: Question): Promise<Asked | null> {
  const { products, models, cues, category } = question.mentions;
  const [first, ...others] = distinct(products);
  const isList = category !== null && first !== undefined && isYardstick(question.mentions, first);
  if (isList) return null;
  if (cues.has("alternative")) {
    return first ? readAlternatives(question, first) : null;
  }
  if (models.length > 0) {
    const compared = models.length + products.length > 1 ? readModelComparison(question) : null;
    if (compared) return compared;
    if (models[0] && !first) return readModel(question, models[0].model);
  }
  if (first && others.length > 0 && isComparison(question.mentions))
    return readComparison(question, [first, ...others]);
  if (first) return readProduct(question, first);
  if (question.mentions.unlisted.length > 0 && category === null) return readUnlisted(question);
  return null;
}

/** Reads a well-known product that the catalogue does not have. */
function readUnlisted({ mentions, asWritten, names }: Question): Asked {
  const [from = 0] = mentions.unlisted;
  const to = mentions.unlisted.findLast((place, at) => place === from + at) ?? from;
  const written = nameAt(mentions.tokens, from, to + 1);
  const { name = written, includedIn } = unlistedProduct(written) ?? {};
  const related = relatedSentence(names, written);
  const parts = { ...NOT_SAID, text: name, unread: unusedWords(mentions, []) };
  return {
    ...asWritten,
    // A product that includes it is found by its name. Similar names would be other products.
    filters: { ...asWritten.filters, text: name, ...(!includedIn && { category: NO_CATEGORY }) },
    readAs: { ...parts, sentence: [`${name} is not in the catalogue.`, related].filter(Boolean).join(" ") },
  };
}

function distinct<P extends NamedProduct>(places: readonly ProductPlace<P>[]): ProductPlace<P>[] {
  return [...new Map(places.toReversed().map((place) => [place.product.slug, place])).values()].reverse();
}

const THAN = /^(?:than|als|que|di|dan|niz|чем)$/;

/** "a team chat that is cheaper than Slack" asks for team chats. */
function isYardstick({ tokens }: Spotted, { from }: Place): boolean {
  return THAN.test(tokens[from - 1]?.key ?? "");
}

const AND = /^(?:and|plus|with|und|mit|et|avec|y|con|e|com|en|met|i|z|и|с|or|oder|ou|o|of)$/;

/** Returns whether the products have a word of comparison, or nothing but "and" and plans between them. */
function isComparison({ cues, products, tokens }: Spotted): boolean {
  if (cues.has("compare") || cues.has("cheapest")) return true;
  return products.slice(1).every(({ from }, at) => {
    const between = range(products[at]?.to ?? from, from);
    return between.every((place) => AND.test(tokens[place]?.key ?? "") || isPlanWord(tokens[place]?.text ?? ""));
  });
}

/** Reads the cost of language-model tokens on the named models, or on all models. */
function readBills(question: Question): Asked | null {
  const { mentions, asWritten, cards, now, site } = question;
  const { tokenCounts, products, category } = mentions;
  if (!isCounted(tokenCounts)) return null;
  if (products.length === 0 && category !== null && category !== LLM_CATEGORY) return null;
  const names = entityNames(mentions);
  const offers = names.length > MAX_COMPARED ? null : modelsMeant(cards, names, today(now));
  if (!offers) return null;
  const models = [...new Set(offers.map(offerId))];
  const titles = [...new Set(offers.map(({ model }) => model.name))];
  const tokens = splitTokens(tokenCounts);
  const llm = {
    names: titles,
    models,
    ...tokens,
    page: `${site?.url ?? ""}${billsPath({ models, names: titles, ...tokens })}`,
  };
  const unread = unreadWords(mentions);
  const parts = { ...NOT_SAID, llm, unread };
  const lead = { products: [...new Set(offers.map(({ card }) => card.slug))], category: LLM_CATEGORY };
  return {
    ...asWritten,
    filters: { ...asWritten.filters, text: names.join(" ") || "llm api", lead },
    readAs: { sentence: readAsSentence(parts, null, { isSplit: tokenCounts.total !== null }), ...parts },
  };
}

/** Returns the names of products and models as written, in the order of the text. */
function entityNames({ products, models, tokens }: Spotted): string[] {
  const places = [...products, ...models].sort((a, b) => a.from - b.from);
  return [...new Set(places.map(({ from, to }) => nameAt(tokens, from, to)))];
}

/** "gpt-5 vs claude": a name that is also a product's means the model. Null if one of them has no model. */
function readModelComparison(question: Question): Asked | null {
  const { mentions, cards, now, site, asWritten } = question;
  const offers = modelsMeant(cards, entityNames(mentions).slice(0, MAX_COMPARED), today(now));
  const models = [...new Set(offers?.map(offerId))];
  if (!offers || models.length < 2) return null;
  const names = [...new Set(offers.map(({ model }) => model.name))];
  const slugs = [...new Set(offers.map(({ card }) => card.slug))];
  const compare = { names, slugs, models, page: `${site?.url ?? ""}${billsPath({ models, names })}` };
  const parts = { ...NOT_SAID, compare, unread: unreadWords(mentions) };
  return askFor(asWritten, { lead: { products: slugs, category: null } }, parts);
}

function readModel({ mentions, asWritten, site }: Question, { card, model }: Offer): Asked {
  const missing = [...missingUnit(mentions, model), ...missingCurrency(mentions, model.currency)];
  const cost = {
    slug: card.slug,
    name: card.name,
    tier: null,
    model: { id: model.model, name: model.name },
    missing: missing.map(missingWords),
    page: pageOf(card, site),
  };
  const used = unitPlaces(mentions);
  const parts = { ...NOT_SAID, text: model.name, cost, unread: unusedWords(mentions, [card.slug], { used }) };
  return {
    ...askFor(asWritten, { text: model.name, lead: { products: [card.slug], category: null } }, parts),
    missing,
  };
}

async function readComparison(question: Question, places: readonly Place[]): Promise<Asked> {
  const { mentions, site, asWritten } = question;
  const compared = places.slice(0, MAX_COMPARED);
  const slugs = compared.map(({ product }) => product.slug);
  const seats = mentions.people?.count ?? null;
  const query = seats === null ? "" : `?seats=${seats}`;
  const plans = withoutSharedWords(mentions, await Promise.all(compared.map((place) => planOf(question, place))));
  const compare = {
    names: compared.map(({ product }, at) => {
      const tier = plans[at]?.tier;
      return tier ? tierTitle(product.name, tier.name) : product.name;
    }),
    slugs,
    models: [],
    page: `${site?.url ?? ""}/compare/${compareAddress(slugs)}${query}`,
  };
  const counts = plans.map(({ record }) => countsOf(mentions, record));
  const used = [...plans.flatMap(({ tier }) => tier?.places ?? []), ...counts.flatMap(({ places }) => places)];
  const { topics, covered } = topicsIn(mentions);
  const parts = {
    ...NOT_SAID,
    compare,
    seats,
    topics,
    unread: unusedWords(mentions, slugs, { used, topics: covered }),
  };
  const plansCompared = plans.map(({ tier }, at) => ({
    slug: slugs[at] ?? "",
    tier: tier?.id ?? null,
    quantities: counts[at]?.quantities ?? {},
  }));
  return { ...askFor(asWritten, { lead: { products: slugs, category: null } }, parts), plansCompared };
}

type Plan = Awaited<ReturnType<typeof planOf>>;

/** Removes plans that share a word which is not a plan's: in "storage: B2, Wasabi", it is not the plan "Storage". */
function withoutSharedWords({ tokens }: Spotted, plans: readonly Plan[]): Plan[] {
  const places = plans.flatMap(({ tier }) => tier?.places ?? []);
  const isShared = (at: number) =>
    places.filter((place) => place === at).length > 1 && !isPlanWord(tokens[at]?.text ?? "");
  return plans.map((plan) => (plan.tier?.places.some(isShared) ? { ...plan, tier: null } : plan));
}

/** Returns the record's name of a product, and the plan that the text names next to it. */
async function planOf({ catalog, now, mentions }: Question, place: Place) {
  const lookup = await catalog.record(place.product.slug, { asOf: today(now), now });
  const record: Partial<PricingRecord> = lookup.status === "found" ? lookup.record : {};
  const { tiers = [], name = place.product.name, currency = null } = record;
  return { record, name, tiers, currency, tier: mentionedTier(mentions, place, tiers, name) };
}

/** Reads the cost of a product, or of its plan if the text names one next to it. */
async function readProduct(question: Question, place: Place): Promise<Asked | null> {
  const { mentions, asWritten, names, site } = question;
  const member = memberPlace(question, place);
  if (member) return readProduct(...member);
  const { product } = place;
  const { record, name, tier, tiers, currency } = await planOf(question, place);
  const flagship = await flagshipPlan(question, place, record);
  if (flagship) return readProduct(...flagship);
  if (!tier && isDescription(mentions, place)) return null;
  const end = tier ? Math.max(place.to, ...tier.places.map((at) => at + 1)) : place.to;
  const beside = tier && mentions.people === null ? countAtEnd(mentions.tokens, end) : null;
  const seats = mentions.people?.count ?? beside;
  const priced = tier ? tiers.filter(({ id }) => id === tier.id) : tiers;
  const counted = countsOf(mentions, { ...record, tiers: tiers.filter((own) => priced.includes(own) || isByUse(own)) });
  const unknown = tier ? [] : unknownPlan(mentions, place, name);
  const { topics, covered } = topicsIn(mentions);
  const since = topics.includes("history") ? sinceIn(mentions.tokens, today(question.now)) : null;
  const others = tier ? otherTiers(mentions, tiers, { name, tier }) : [];
  const named = [
    ...(tier?.places ?? []),
    ...(beside === null ? [] : [end]),
    ...unknown,
    ...counted.places,
    ...(since?.places ?? []),
    ...others.flatMap(({ places }) => places),
  ];
  const exceptions = { used: named, topics: [...covered, "free" as const] };
  const payment = paymentFact(mentions, record);
  const rest = unusedPlaces(mentions, [product.slug], { ...exceptions, used: [...named, ...payment.places] });
  const facts = joined(payment, factsAt(mentions, rest, record));
  const missing = [
    ...missingPlan(mentions, unknown),
    ...missingCurrency(mentions, currency),
    ...missingBilling(mentions, priced),
  ];
  const cost = {
    slug: product.slug,
    name,
    tier: tier && { id: tier.id, name: tier.name },
    model: null,
    missing: missing.map(missingWords),
    page: costPage(product, { tier: tier?.id ?? null, seats, quantities: counted.quantities }, site),
  };
  const parts = {
    ...NOT_SAID,
    text: name,
    seats,
    quantities: counted.quantities,
    currency: mentions.currency,
    cost,
    topics,
    unread: unusedWords(mentions, [product.slug], { ...exceptions, used: [...named, ...facts.places] }),
  };
  const alike = namesakes(names, nameAt(mentions.tokens, place.from, place.to));
  const lead = { products: [...new Set([product.slug, ...alike])], category: null };
  const isYearly = mentions.cues.has("yearly");
  const asked = { ...askFor(asWritten, { text: name, lead }, parts), missing, isYearly, facts: facts.sentences };
  const plans = others.length > 0 ? [tier, ...others].flatMap((own) => own?.id ?? []) : [];
  const plansCompared = plans.map((id) => ({ slug: product.slug, tier: id, quantities: counted.quantities }));
  return { ...asked, plansCompared, ...(since && { since: since.day }) };
}

/** Returns the flagship of a family if the text names one of its plans: "Salesforce Enterprise". */
async function flagshipPlan(
  question: Question,
  place: Place,
  { kind, flagship: slug }: Partial<PricingRecord>,
): Promise<[Question, Place] | null> {
  const { mentions, names, catalog, now } = question;
  const [flagship] = kind === "family" && slug !== undefined ? names.named(slug) : [];
  if (!flagship || flagship.slug === place.product.slug) return null;
  const lookup = await catalog.record(flagship.slug, { asOf: today(now), now });
  const tiers = lookup.status === "found" ? (lookup.record.tiers ?? []) : [];
  if (!mentionedTier(mentions, place, tiers, place.product.name)) return null;
  return withProduct(question, place, flagship);
}

/** Replaces the product that a text names. */
function withProduct(question: Question, { from, to }: Place, product: NamedProduct): [Question, Place] {
  const { mentions } = question;
  const prominence = mentions.products.find((place) => place.from === from)?.product.prominence ?? 0;
  const replaced = { product: { ...product, prominence }, from, to };
  const products = mentions.products.map((place) => (place.from === from ? replaced : place));
  return [{ ...question, mentions: { ...mentions, products } }, replaced];
}

/** Returns the other plans of the product that the text names: "Jira Standard vs Premium". */
function otherTiers(
  { tokens }: Spotted,
  tiers: readonly Tier[],
  { name, tier }: { name: string; tier: { id: string; places: readonly number[] } },
): { id: string; places: number[] }[] {
  return [...tokens.keys()].flatMap((at) => {
    const word = tokens[at]?.text ?? "";
    if (tier.places.includes(at) || !isPlanWord(word) || !isPlanAt(tokens, at + 1)) return [];
    const [other] = tierNamed(tiers, word, name).candidates;
    return other && other.id !== tier.id ? [{ id: other.id, places: [at] }] : [];
  });
}

/**
 * Returns the product that the text names with a word away from the family's name, as in "an SMS with Twilio", and the
 * question without that word.
 */
function memberPlace(question: Question, { product, from, to }: Place): [Question, Place] | null {
  const { mentions, names } = question;
  const { tokens } = mentions;
  const unread = unusedPlaces(mentions, [product.slug]);
  const written = nameAt(tokens, from, to);
  for (let length = MAX_MEMBER_WORDS; length > 0; length -= 1) {
    for (const start of unread) {
      const places = range(start, start + length);
      if (!places.every((place) => unread.includes(place))) continue;
      const [member, ...others] = names.named(`${written} ${nameAt(tokens, start, start + length)}`);
      if (!member || others.length > 0 || member.slug === product.slug) continue;
      const isLeft = (place: number) => !places.includes(place);
      const categoryPlaces = mentions.categoryPlaces.filter(isLeft);
      const rest = { ...mentions, categoryPlaces, unread: mentions.unread.filter(isLeft) };
      return withProduct({ ...question, mentions: rest }, { product, from, to }, member);
    }
  }
  return null;
}

function joined(first: MentionedFacts, second: MentionedFacts): MentionedFacts {
  return {
    sentences: [...first.sentences, ...second.sentences],
    places: [...first.places, ...second.places],
  };
}

/** Returns the facts that unread words name. Prices for other countries than the text names are not among them. */
function factsAt(mentions: Spotted, unread: readonly number[], record: Partial<PricingRecord>): MentionedFacts {
  const { tokens } = mentions;
  const country = countryIn(tokens, unread);
  const { tiers, elsewhere } = inRegion(record.tiers ?? [], country?.name);
  const isElsewhere = elsewhere !== null && elsewhere.tiers.length > 0;
  const rest = isElsewhere ? unread.filter((place) => !country?.places.includes(place)) : unread;
  const facts = mentionedFacts({ tokens, unread: [...rest] }, isElsewhere ? { ...record, tiers: [...tiers] } : record);
  if (!isElsewhere || tiers.some(({ priceStatus, isFree }) => priceStatus === "published" && !isFree)) return facts;
  const refusal = elsewhereSentence({ ...elsewhere, tiers: elsewhere.tiers.slice(0, MAX_ELSEWHERE) });
  return { sentences: [refusal, ...facts.sentences], places: [...(country?.places ?? []), ...facts.places] };
}

/** Returns the products with a name: one may have it as its slug, others as their name. */
function namesakes({ named, meant }: Names, text: string): Slug[] {
  // No slug is in capitals.
  const others = meant(text.toUpperCase()).candidates.filter(({ name }) => nameKey(name) === nameKey(text));
  return [...named(text), ...others].map(({ slug }) => slug);
}

/** Words for the amount that a shop sells. */
const SALES = /^(?:sales|revenue|turnover|umsatz|ventas|ventes|vendite|vendas|omzet)$/i;
/** Returns the quantities that the product counts: "20 hosts", "10 TB". */
function countsOf({ counts, tokens, unread }: Spotted, record: Parameters<typeof counterOf>[0]) {
  const counted = counts.flatMap(({ count, unit, places }) => {
    const after = (places.at(-1) ?? 0) + 1;
    const pair = unread.includes(after) ? counterOf(record, `${unit} ${tokens[after]?.text}`) : null;
    const isPair = pair !== null && !("several" in pair);
    const counter = isPair ? pair : counterOf(record, SALES.test(unit) ? "volume" : unit);
    if (!counter || "several" in counter || counter.kind === "people" || counter.kind === "account") return [];
    const thing = isPair || THING.test(tokens[after]?.key ?? "") ? [after] : [];
    return [{ name: counter.name, quantity: count * counter.factor, places: [...places, ...thing] }];
  });
  return {
    quantities: Object.fromEntries(counted.map(({ name, quantity }) => [name, quantity])),
    places: counted.flatMap(({ places }) => places),
  };
}

function missingPlan({ tokens }: Spotted, places: readonly number[]): Missing[] {
  return places.length === 0 ? [] : [{ what: "plan", name: places.map((at) => tokens[at]?.text).join(" ") }];
}

function missingCurrency({ currency: asked }: Spotted, currency: string | null): Missing[] {
  return asked === null || currency === null || asked === currency ? [] : [{ what: "currency", name: asked }];
}

/** "is it cheaper if paid annually": no price billed yearly is known. */
function missingBilling({ cues }: Spotted, tiers: readonly Tier[]): Missing[] {
  const isMonthly = tiers.some(({ priceMonthly }) => priceMonthly) && tiers.every(({ priceAnnual }) => !priceAnnual);
  return cues.has("yearly") && isMonthly ? [{ what: "billing", name: "yearly" }] : [];
}

/** The place of the unit in "per image". */
function unitPlaces({ tokens, unread }: Spotted): number[] {
  return unread.filter((place) => PER.test(tokens[place - 1]?.key ?? ""));
}

/** "price per image" of a model that has no such price. */
function missingUnit(mentions: Spotted, { meters }: Offer["model"]): Missing[] {
  return unitPlaces(mentions)
    .map((place) => nameAt(mentions.tokens, place, place + 1))
    .filter((unit) => !meters.some((meter) => isUnit(unit, meter.unit)))
    .map((name) => ({ what: "unit", name }));
}

interface CostCounts {
  tier: string | null;
  seats: number | null;
  quantities: Readonly<Record<string, number>>;
}

/** The product's page shows the cost of the cheapest tier that fits, the calculator that of any tier. */
function costPage(product: NamedProduct, { tier, seats, quantities }: CostCounts, site: Context["site"]): string {
  const hasQuantities = Object.keys(quantities).length > 0;
  if (seats === null && !hasQuantities) return pageOf(product, site);
  if (tier === null && !hasQuantities) return `${pageOf(product, site)}?seats=${seats}`;
  const { billing, termYears: years } = FIRST_TERMS;
  return `${site?.url ?? ""}${calculatorPath({ slug: product.slug, tier: tier ?? "", seats, quantities, billing, years })}`;
}

/** Returns the topics of a question, and the cues that they cover. */
function topicsIn(mentions: Spotted): { topics: Topic[]; covered: Cue[] } {
  const topics = topicsOf(mentions);
  // "education discount" is one topic.
  return { topics, covered: topics.some((topic) => OFFERS.includes(topic)) ? [...topics, "offer"] : topics };
}

function topicsOf({ cuePlaces }: Spotted): Topic[] {
  const said = cuePlaces.filter(({ cues }) => !cues.has("words")).flatMap(({ cues }) => [...cues]);
  const topics = TOPICS.filter((topic) => said.includes(topic));
  // "free for students" asks for an offer.
  return topics.some((topic) => OFFERS.includes(topic) || HOSTING.includes(topic))
    ? topics.filter((topic) => topic !== "free")
    : topics;
}

const KIND = /^(?:software|tools?|apps?|platforms?|systems?|programs?)$/;

/** "linear regression software" describes a thing. */
function isDescription({ tokens, unread }: Spotted, { to }: Place): boolean {
  const kind = tokens.findIndex(({ key }, place) => place > to && KIND.test(key));
  return kind > to && range(to, kind).every((place) => unread.includes(place));
}

function readAlternatives({ mentions, asWritten, site }: Question, { product }: Place): Asked {
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

function readPriceChanges(question: Question): Asked | null {
  const parts = readChanges(question);
  if (!parts) return null;
  const { asWritten, names } = question;
  const { category } = parts;
  const categoryName = names.categories.find(({ slug }) => slug === category)?.name ?? null;
  return askFor(asWritten, { text: null, category: asWritten.filters.category ?? category }, parts, categoryName);
}

async function readCategory(question: Question): Promise<Asked | null> {
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
async function readWords({ catalog, mentions, asWritten }: Question): Promise<Asked | null> {
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

type Parts = Omit<ReadAs, "sentence" | "answer">;

function askFor(
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
