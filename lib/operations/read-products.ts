import { compareAddress } from "@/lib/catalog/compare-address";
import { tierNamed } from "@/lib/discovery/names";
import { type Missing, missingWords } from "@/lib/format/read-as";
import { calculatorPath } from "@/lib/format/receipt";
import { tierTitle } from "@/lib/format/tier-answer";
import { nameKey } from "@/lib/ids";
import { countryIn } from "@/lib/questions/countries";
import type { Cue } from "@/lib/questions/cues";
import { sinceIn } from "@/lib/questions/periods";
import { countAtEnd, THING } from "@/lib/questions/quantities";
import { nameAt, range } from "@/lib/questions/tokens";
import { TOPICS, type Topic } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { FIRST_TERMS } from "@/lib/tco/counted";
import { counterOf } from "@/lib/tco/counters";
import { elsewhereSentence, inRegion } from "@/lib/tco/region";
import { isByUse } from "@/lib/tco/units";
import {
  type Asked,
  askFor,
  type Context,
  MAX_COMPARED,
  type NamedProduct,
  NOT_SAID,
  OFFERS,
  type Place,
  pageOf,
  type Question,
  type Spotted,
} from "./asked";
import type { Names } from "./catalog";
import { type MentionedFacts, mentionedFacts } from "./mentioned-facts";
import { isPlanAt, mentionedTier, unknownPlan } from "./mentioned-plans";
import { paymentFact } from "./payment-fact";
import { isPlanWord } from "./plan-names";
import { unusedPlaces, unusedWords } from "./unused-words";
import { today } from "./views";

const MAX_MEMBER_WORDS = 3;
/** Number of prices for other countries that an answer names. */
const MAX_ELSEWHERE = 4;
const HOSTING: readonly Topic[] = ["selfHosted", "trial"];

export async function readComparison(question: Question, places: readonly Place[]): Promise<Asked> {
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
export async function readProduct(question: Question, place: Place): Promise<Asked | null> {
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

export function missingCurrency({ currency: asked }: Spotted, currency: string | null): Missing[] {
  return asked === null || currency === null || asked === currency ? [] : [{ what: "currency", name: asked }];
}

/** "is it cheaper if paid annually": no price billed yearly is known. */
function missingBilling({ cues }: Spotted, tiers: readonly Tier[]): Missing[] {
  const isMonthly = tiers.some(({ priceMonthly }) => priceMonthly) && tiers.every(({ priceAnnual }) => !priceAnnual);
  return cues.has("yearly") && isMonthly ? [{ what: "billing", name: "yearly" }] : [];
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
