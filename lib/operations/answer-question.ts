import { isListPrice } from "@/lib/catalog/change";
import { startingPrice } from "@/lib/catalog/starting-price";
import { isStated } from "@/lib/catalog/stated";
import type { DiscoverFilters, Discovery } from "@/lib/discovery/page";
import { AppError } from "@/lib/errors";
import { comparisonAnswer } from "@/lib/format/compare";
import { formatDay } from "@/lib/format/dates";
import { moveSentence } from "@/lib/format/ledger";
import { countOf } from "@/lib/format/list";
import { leastWords } from "@/lib/format/llm";
import { formatCost } from "@/lib/format/money";
import { billsSentence, listSentence, loadWords, modelSentence, peopleWords } from "@/lib/format/question-answer";
import { noMatchSentence, spelledSentence } from "@/lib/format/read-as";
import { statedSentence } from "@/lib/format/stated-answer";
import { tierSentence } from "@/lib/format/tier-answer";
import { CAPABILITY_TOPICS, type PriceMoves, topicSentence } from "@/lib/format/topic-answer";
import { list } from "@/lib/format/words";
import { MAX_TOKENS } from "@/lib/questions/spot";
import type { ReadAs, Topic } from "@/lib/schemas/discover";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { countText } from "@/lib/tco/quote";
import { DEFAULT_SEATS } from "@/lib/tco/seats";
import { soonAnnounced } from "@/lib/usage/announced";
import { estimate } from "@/lib/usage/estimate";
import { type LlmQuestion, workloadOf } from "@/lib/usage/llm-address";
import { rankOffers, workloadOn } from "@/lib/usage/market";
import { standingModels } from "@/lib/usage/standing";
import { type Asked, type ComparedPlan, MAX_QUESTION, NOT_SAID } from "./asked";
import { llmQuestionOf } from "./asked-models";
import { listChanges } from "./changes";
import { compareSoftware } from "./compare";
import type { OperationContext, Site } from "./define";
import { coversTeam, listedRecords, priceWords } from "./listed-records";
import { languageModelCards } from "./llm-market";
import { calculateTco } from "./tco";
import { today } from "./views";

type Context = Pick<OperationContext, "catalog" | "now"> & { site?: Site };

/** Number of products that the answer about a list names. */
export const NAMED = 3;
const CUT = `Only the first ${MAX_QUESTION.toLocaleString("en-US")} characters or ${MAX_TOKENS} words were read.`;
/** A sentence contains no links. */
const NO_SITE: Site = { name: "", url: "" };

/** Returns how a question was read, with its answer. Says so if the end of the question was not read. */
export async function readingOf(
  context: Context,
  asked: Asked,
  discovery: Pick<Discovery, "isSpelled" | "total"> & First,
): Promise<ReadAs | null> {
  const reading = await answeredReading(context, asked, discovery);
  if (!asked.isCut) return reading;
  const sentence = [reading?.sentence, CUT].filter(Boolean).join(" ");
  return { ...(reading ?? { ...NOT_SAID, text: asked.filters.text }), sentence };
}

/** If no product has the name, the reading says so. */
async function answeredReading(
  context: Context,
  { readAs, ...asked }: Asked,
  { isSpelled, total, first }: Pick<Discovery, "isSpelled" | "total"> & First,
): Promise<ReadAs | null> {
  const { text } = asked.filters;
  if (readAs === null && total === 0 && text !== null) {
    return { ...NOT_SAID, text, sentence: noMatchSentence(text) };
  }
  const answer = readAs && (await answerTo(context, readAs, { ...asked, ...(first && { first }) }));
  if (!isSpelled || text === null) return readAs && { ...readAs, answer };
  const sentence = [readAs?.sentence, spelledSentence(text)].filter(Boolean).join(" ");
  return { ...(readAs ?? { ...NOT_SAID, text }), sentence, spelledAlike: true, answer };
}

interface First {
  /** The first page of results, if it is known. */
  first?: Pick<Discovery, "total" | "products">;
}

/**
 * Returns the answer in one or two sentences, from the same calculation as the page that it links to. It begins with
 * the words that were not used.
 */
async function answerTo(
  context: Context,
  readAs: ReadAs,
  asked: Omit<Asked, "readAs"> & First,
): Promise<string | null> {
  const answer = await answerWithout(context, readAs, asked);
  const words = readAs.unread.map((text) => `“${text}”`);
  return answer === null || words.length === 0 ? answer : `Not taken into account: ${list(words)}. ${answer}`;
}

/** Returns the answer without regard to the words that were not used. */
async function answerWithout(
  context: Context,
  readAs: ReadAs,
  {
    filters,
    sort,
    axis,
    missing,
    isYearly = false,
    since,
    plansCompared = [],
    facts = [],
    first,
  }: Omit<Asked, "readAs"> & First,
): Promise<string | null> {
  const { changes, cost, compare, llm, seats, quantities, topics } = readAs;
  const whole: OperationContext = { ...context, site: context.site ?? NO_SITE, requestId: "answer" };
  try {
    if (changes) return await recentMoves(whole, changes);
    if (llm) return await billsOf(context, llmQuestionOf(llm));
    if (compare && compare.models.length > 0) return await billsOf(context, llmQuestionOf(compare));
    if (compare && topics.length > 0) return await topicAnswers(whole, compare.slugs, topics);
    const isPlain = plansCompared.every((plan) => plan.tier === null && Object.keys(plan.quantities).length === 0);
    if (!isPlain) return await costsOfPlans(whole, plansCompared, seats);
    if (compare) {
      const team = seats ?? DEFAULT_SEATS;
      return comparisonAnswer(await compareSoftware.handler(whole, { slugs: compare.slugs, seats: team }), team);
    }
    if (cost?.model) return withMissing(cost, await rateOf(context, cost.slug, cost.model));
    // The total of another plan would answer another question.
    const counts = missing.some(({ what }) => what === "plan")
      ? { seats: null, quantities: {} }
      : { seats, quantities };
    const isPriceAsked = facts.length === 0 || cost?.tier || seats !== null || topics.length > 0;
    if (cost && !isPriceAsked) return withMissing(cost, facts.join(" "));
    if (cost) {
      const price = await costOf(whole, cost, { ...counts, topics, isYearly, ...(since && { since }) });
      return withMissing(cost, price && [...facts, price].join(" "));
    }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
  if (facts.length > 0) return facts.join(" ");
  if (isStated(filters.having ?? null)) return await statedAnswer(context, readAs, filters);
  if (readAs.category === null && readAs.alternativesTo === null && readAs.unread.length === 0) return null;
  const found = first ?? (await context.catalog.discover({ filters, sort, axis, after: null, limit: NAMED }));
  const slugs = found.products.slice(0, NAMED).map(({ slug }) => slug);
  const listed = await listedRecords(context.catalog, slugs, { asOf: filters.day, now: context.now });
  const named = slugs.flatMap((slug) => listed.get(slug) ?? []);
  // A list by price begins with the products in the requested currency. Those after them are not necessarily dearer.
  const onAxis = named.filter(
    (product) => (product.startingPrice && product.currency === filters.currency) || coversTeam(product, filters),
  );
  const shown = sort === "price" && onAxis.length > 0 ? onAxis : named;
  return listSentence(found.total, shown, (product, price) => priceWords(product, price, filters));
}

/** Maximum number of products whose records are read to compare the tiers that have the requested property. */
const MAX_COMPARED_TIERS = 60;

/**
 * Returns how many products have the requested property and for how many it is unknown, with the cheapest tiers that
 * have it.
 */
async function statedAnswer(
  context: Context,
  { having, seats }: ReadAs,
  filters: DiscoverFilters,
): Promise<string | null> {
  if (having === null || having === "sso") return null;
  const page = { filters, sort: "relevance" as const, axis: null, after: null, limit: MAX_COMPARED_TIERS };
  const { products, total, excluded, excludedProducts } = await context.catalog.discover(page);
  const slugs = total > products.length ? [] : products.map(({ slug }) => slug);
  const lookups = await context.catalog.records(slugs, { asOf: filters.day, now: context.now });
  const records = [...lookups.values()].flatMap((lookup) => (lookup.status === "found" ? [lookup.record] : []));
  return statedSentence({ having, total, excluded, excludedProducts, seats, currency: filters.currency }, records);
}

/** How a question was read, its answer, and the page that computes the answer. */
export interface Answered {
  question: string;
  answer: string;
  page: string;
}

/** Returns the answer to a question about costs; null for any other question, and if there is no answer. */
export async function answered(context: Context, { readAs, ...asked }: Asked): Promise<Answered | null> {
  const page = (readAs?.cost ?? readAs?.compare ?? readAs?.llm)?.page;
  if (!readAs || page === undefined) return null;
  const answer = await answerTo(context, readAs, asked);
  return answer === null ? null : { question: readAs.sentence, answer, page };
}

/** Puts the unknown parts before the price: "Not known: plan “Team”, price in EUR. ChatGPT costs …" */
function withMissing({ missing }: NonNullable<ReadAs["cost"]>, answer: string | null): string | null {
  return answer === null || missing.length === 0 ? answer : `Not known: ${missing.join(", ")}. ${answer}`;
}

type CostWishes = Pick<Asked, "since"> & { isYearly: boolean };

async function costOf(
  context: OperationContext,
  { slug, tier }: NonNullable<ReadAs["cost"]>,
  { seats, quantities, topics, isYearly, since }: Pick<ReadAs, "seats" | "quantities" | "topics"> & CostWishes,
): Promise<string | null> {
  const hasQuantities = Object.keys(quantities).length > 0;
  const counts = { ...(seats !== null && { seats }), ...(hasQuantities && { quantities }) };
  const isCounted = seats !== null || hasQuantities;
  const lookup = await context.catalog.record(slug, { asOf: today(context.now), now: context.now });
  if (lookup.status !== "found") return null;
  const { record } = lookup;
  const having = tier ? [] : tiersHaving(record, topics);
  const team = isCounted
    ? await firstCost(context, { slug, ...counts }, tier ? [tier.id] : having.length > 0 ? having : [undefined])
    : null;
  if (team !== null && topics.length === 0) return team;
  const tiers = record.tiers ?? [];
  const wanted = tier?.id ?? having[0];
  const named = wanted ? tiers.find(({ id }) => id === wanted) : isYearly ? cheapestYearly(tiers) : undefined;
  const listed = named ? tierSentence(record, named) : record.answer;
  const isTotalUnknown = hasQuantities || (seats !== null && !named && startingPrice(record).startingPrice);
  const counted = [
    ...(seats === null ? [] : [peopleWords(seats)]),
    ...Object.entries(quantities).map(([unit, quantity]) => countText(quantity, unit)),
  ];
  const price = team ?? (isTotalUnknown ? `The cost for ${list(counted)} is not known. ${listed}` : listed);
  if (topics.length === 0) return price;
  const moves = topics.includes("history") ? await priceMoves(context, slug, since) : NO_MOVES;
  const sentences = topics.map((topic) => topicSentence(topic, record, moves));
  return [...sentences, price].filter((sentence) => sentence !== "").join(" ");
}

/**
 * Returns the tiers that have every requested capability, the cheapest first. Empty if no capability is requested or
 * known.
 */
function tiersHaving({ capabilities = [] }: PricingRecord, topics: readonly Topic[]): string[] {
  const wanted = Object.entries(CAPABILITY_TOPICS).filter(([topic]) => topics.some((asked) => asked === topic));
  const [first = [], ...others] = wanted.map(
    ([, name]) => capabilities.find(({ capability }) => capability === name)?.tiers ?? [],
  );
  return first.filter((id) => others.every((ids) => ids.includes(id)));
}

type Costed = { slug: string; seats?: number; quantities?: Record<string, number> };

/** Returns the cost of the first of these tiers that fits. */
async function firstCost(
  context: OperationContext,
  asked: Costed,
  tiers: readonly (string | undefined)[],
): Promise<string | null> {
  for (const tier of tiers) {
    const cost = await teamCost(context, { ...asked, ...(tier !== undefined && { tier }) });
    if (cost !== null) return cost;
  }
  return null;
}

/** Returns what the records of several products state about the topics. */
async function topicAnswers(
  context: OperationContext,
  slugs: readonly string[],
  topics: readonly Topic[],
): Promise<string | null> {
  const lookups = await context.catalog.records(slugs, { asOf: today(context.now), now: context.now });
  const sentences = [];
  for (const lookup of lookups.values()) {
    if (lookup.status !== "found") continue;
    const moves = topics.includes("history") ? await priceMoves(context, lookup.record.slug) : NO_MOVES;
    sentences.push(...topics.map((topic) => topicSentence(topic, lookup.record, moves, { isAlone: true })));
  }
  const known = sentences.filter((sentence) => sentence !== "");
  return known.length === 0 ? null : known.join(" ");
}

/** Returns the cost of each product, or the price of its plan. */
async function costsOfPlans(
  context: OperationContext,
  plans: readonly ComparedPlan[],
  seats: number | null,
): Promise<string> {
  const sentences = [];
  for (const { slug, tier: id, quantities } of plans) {
    const lookup = await context.catalog.record(slug, { asOf: today(context.now), now: context.now });
    if (lookup.status !== "found") continue;
    const { record } = lookup;
    const hasQuantities = Object.keys(quantities).length > 0;
    const tier = record.tiers?.find((own) => own.id === id);
    const cost = {
      slug,
      ...(tier && { tier: tier.id }),
      ...(seats !== null && { seats }),
      ...(hasQuantities && { quantities }),
    };
    const isCounted = seats !== null || hasQuantities;
    const total = isCounted ? await teamCost(context, cost) : null;
    const price = tier ? tierSentence(record, tier) : record.answer;
    const unknown = isCounted ? `${record.name}: the cost for this quantity is not known. ` : "";
    sentences.push(total ?? `${unknown}${price}`);
  }
  return sentences.join(" ");
}

/** Returns the tier with the lowest price billed yearly. */
function cheapestYearly(tiers: readonly Tier[]): Tier | undefined {
  const yearly = tiers.filter(({ priceAnnual }) => priceAnnual);
  return yearly.sort((a, b) => (a.priceAnnual ?? 0) - (b.priceAnnual ?? 0))[0];
}

/** Returns the newest changes of list prices since a day, or the date of the newest. */
async function recentMoves(
  context: OperationContext,
  { category, since }: NonNullable<ReadAs["changes"]>,
): Promise<string> {
  // The rates of models would be most of the changes of the whole catalogue.
  const prices = category === null ? ("list" as const) : ("both" as const);
  const what = category === null ? "change of a list price" : "price change";
  const input = { class: ["move" as const, "scheduled" as const], prices, limit: NAMED, since };
  const answer = await listChanges.handler(context, category === null ? input : { ...input, category });
  const { total, changes, latestDay, readUntil } = answer;
  if (total === 0) {
    const newest = latestDay === undefined ? "" : ` The newest is of ${formatDay(latestDay)}.`;
    const read = readUntil === undefined ? "" : ` Prices were last read on ${formatDay(readUntil)}.`;
    return `No ${what} is known since ${formatDay(since)}.${newest}${read}`;
  }
  const many = category === null ? "changes of list prices" : "price changes";
  const known = `${countOf(total, what, many)} ${total === 1 ? "is" : "are"} known since ${formatDay(since)}`;
  return `${known}, the newest first: ${changes.map(moveSentence).join(" ")}`;
}

const NO_MOVES: PriceMoves = { moves: [], knownSince: null };

async function priceMoves(context: OperationContext, slug: string, since?: Day): Promise<PriceMoves> {
  const period = since === undefined ? { limit: 1 } : { since, limit: NAMED };
  const input = { product: slug, class: ["move" as const], prices: "list" as const, ...period };
  const { changes: moves } = await listChanges.handler(context, input);
  const view = { asOf: today(context.now), now: context.now };
  const { readings } = await context.catalog.changesOf(slug, view);
  const first = readings.find(({ meter }) => isListPrice({ field: meter }));
  const knownSince = first?.observedAt ?? null;
  return { moves, knownSince: knownSince !== null && since !== undefined && since > knownSince ? since : knownSince };
}

/** Returns null for a model that has left its card. */
async function rateOf(context: Context, slug: string, { id }: { id: string }): Promise<string | null> {
  const card = (await languageModelCards(context)).find((entry) => entry.slug === slug);
  const model = card?.models.find((entry) => entry.model === id);
  return card && model ? modelSentence(card.name, model, today(context.now)) : null;
}

/**
 * Returns the cost as the cost calculator states it, and names the costs missing from the total. Null if no tier fits.
 */
async function teamCost(context: OperationContext, asked: Costed & { tier?: string }): Promise<string | null> {
  try {
    const body = { items: [asked], termYears: 1, includeHiddenCosts: true };
    const { items, answer } = await calculateTco.handler(context, body);
    return items[0]?.tier ? answer : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_priced") return null;
    throw error;
  }
}

async function billsOf(context: Context, question: LlmQuestion): Promise<string | null> {
  const cards = await languageModelCards(context);
  const day = today(context.now);
  const workload = workloadOf(question);
  if (question.plotted.length === 0) {
    const [group] = rankOffers(cards, workload, question, day).groups;
    const [least] = group?.offers ?? [];
    if (!least || least.estimate.total === null) return null;
    const price = formatCost(least.estimate.total, least.estimate.currency);
    return `${loadWords(question)}: the cheapest is ${leastWords(least)} ${price}.`;
  }
  const bills = question.plotted.flatMap((id) => {
    const [, slug, name] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
    const card = cards.find((entry) => entry.slug === slug);
    if (!card) return [];
    const standing = standingModels(card.models, { day, withPast: true }).models;
    const model = [...standing, ...card.models].find((entry) => entry.model === name);
    if (!model) return [];
    const { total, currency } = estimate(model, workloadOn(model, workload));
    return [{ name: model.name, total, currency, announced: soonAnnounced(model, workload, day, total) }];
  });
  return bills.length === 0 ? null : billsSentence(bills, question);
}
