import type { Decimal } from "decimal.js";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { decimal, roundCost } from "@/lib/catalog/money";
import { AppError } from "@/lib/errors";
import { formatDay } from "@/lib/format/dates";
import { formatCost, formatMoney } from "@/lib/format/money";
import { peopleWords } from "@/lib/format/question-answer";
import { list, unitWords } from "@/lib/format/words";
import { PER, THING } from "@/lib/questions/quantities";
import { nameAt } from "@/lib/questions/tokens";
import type { Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import { type CounterKind, counterNames, counterOf } from "@/lib/tco/counters";
import { countText } from "@/lib/tco/quote";
import type { Context, Spotted } from "./asked";
import { lowestPrice } from "./mentioned-facts";
import { calculateTco } from "./tco";
import { today } from "./views";

/** Products of a category whose costs are compared, the best known first. */
const MAX_RANKED = 40;
const MAX_IN_ANSWER = 5;

/** A use that the text counts. A use without a number is one unit: "per hour of audio". */
interface Use {
  /** As written: "TB", "TB egress". */
  unit: string;
  count: number;
  places: number[];
}

interface Ranking {
  /** The cheapest first. */
  slugs: Slug[];
  sentence: string;
  /** The uses by unit, as written. Empty for the price of a machine. */
  quantities: Record<string, number>;
  /** Places of the words that the ranking uses. */
  places: number[];
}

const TRANSFER = /^(?:egress|bandwidth|traffic|transfer|download|downloads|traffico|trafic|ausgehend)$/;
/** The size of a machine is not a use. */
const MACHINE = /^(?:ram|memory|vcpus?|cpus?|cores?)$/;
const TRANSFERRED = /egress|bandwidth|transfer|download/i;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, minutes: 1, hour: 60, hours: 60 };

/** Returns the uses that a text counts. The unit includes a next word about the counted thing: "hour audio", "TB egress". */
function usesIn({ counts, tokens, unread }: Spotted): Use[] {
  const counted = counts.map(({ count, unit, places }) => ({ unit, count, places }));
  const countedPlaces = new Set(counted.flatMap(({ places }) => places));
  const alone = unread
    .filter((place) => PER.test(tokens[place - 1]?.key ?? "") && !countedPlaces.has(place))
    .map((place) => ({ unit: nameAt(tokens, place, place + 1), count: 1, places: [place] }));
  return [...counted, ...alone].flatMap((use) => {
    const end = (use.places.at(-1) ?? 0) + 1;
    if (MACHINE.test(tokens[end]?.key ?? "")) return [];
    const next = [end, end + 1].find((place) => {
      const word = tokens[place]?.key ?? "";
      return unread.includes(place) && (TRANSFER.test(word) || THING.test(word));
    });
    if (next === undefined) return use;
    return { ...use, unit: `${use.unit} ${tokens[next]?.text}`, places: [...use.places, next] };
  });
}

/**
 * Ranks the products of a category by the monthly cost of a use or of a team, or by the price of a machine that the text
 * names by its model: "H100 per hour". Null if the cost is known for fewer than two products.
 */
export async function rankedList(
  context: Context,
  category: Slug,
  { mentions, seats }: { mentions: Spotted; seats: number | null },
): Promise<Ranking | null> {
  const uses = usesIn(mentions);
  if (uses.length === 0 && seats === null) return null;
  const records = await recordsOf(context, category);
  if (uses.length > 0) return rankedByModel(records, mentions, uses) ?? rankedByUse(context, records, uses);
  return seats === null ? null : rankedForTeam(context, records, seats);
}

async function rankedForTeam(
  context: Context,
  records: readonly PricingRecord[],
  seats: number,
): Promise<Ranking | null> {
  const costs = [];
  for (const record of records) {
    const cost = await monthlyCost(context, record, { seats });
    if (cost?.coversTeam) costs.push(cost);
  }
  return rankingOf(costs, { what: peopleWords(seats), all: records.length, billing: ", in the cheapest billing" });
}

async function recordsOf({ catalog, now }: Context, category: Slug): Promise<PricingRecord[]> {
  const listing = await catalog.listing({ asOf: today(now) });
  const priced = listing
    .filter((product) => product.category === category && product.kind !== "family" && product.priced)
    .sort((a, b) => b.prominence - a.prominence);
  const slugs = priced.slice(0, MAX_RANKED).map(({ slug }) => slug);
  const lookups = await catalog.records(slugs, { asOf: today(now), now });
  return [...lookups.values()].flatMap((lookup) => (lookup.status === "found" ? [lookup.record] : []));
}

/** A word with letters and digits, as in "H100". */
const MODEL = /^(?=.*[a-z])(?=.*\d)[a-z\d]{3,}$/;

function rankedByModel(
  records: readonly PricingRecord[],
  { tokens, unread, categoryPlaces }: Spotted,
  [use]: readonly Use[],
): Ranking | null {
  const place = [...categoryPlaces, ...unread].find((at) => MODEL.test(tokens[at]?.key ?? ""));
  if (place === undefined || use === undefined) return null;
  const name = tokens[place]?.text ?? "";
  const prices = records.flatMap((record) => {
    const price = lowestPrice(record, { name, unit: use.unit });
    return price ? [{ slug: record.slug, ...price }] : [];
  });
  const ranked = mainCurrency(prices).sort((a, b) => a.amount - b.amount || compareText(a.slug, b.slug));
  if (ranked.length < 2) return null;
  const named = ranked.slice(0, MAX_IN_ANSWER).map(({ label, amount, currency, unit, observedAt }) => {
    return `${label}, ${formatMoney(amount, currency)} ${unitWords(unit)} (checked ${formatDay(observedAt)})`;
  });
  return {
    slugs: ranked.map(({ slug }) => slug),
    sentence: `Cheapest ${name} per ${use.unit}: ${named.join("; ")}. ${countsSentence(ranked.length, records.length)}`,
    quantities: {},
    places: [place, ...use.places],
  };
}

/** Ranks by all uses, or by the first use alone if too few products have a price of each. */
async function rankedByUse(
  context: Context,
  records: readonly PricingRecord[],
  uses: readonly Use[],
): Promise<Ranking | null> {
  const costs = [];
  for (const record of records) {
    const cost = await costOf(context, record, uses);
    if (cost) costs.push(cost);
  }
  const [first, ...others] = uses;
  const what = list(uses.map(({ count, unit }) => countText(count, unit)));
  const ranking = rankingOf(costs, { what, all: records.length });
  if (!ranking) return first && others.length > 0 ? rankedByUse(context, records, [first]) : null;
  return {
    ...ranking,
    quantities: Object.fromEntries(uses.map(({ unit, count }) => [unit, count])),
    places: uses.flatMap(({ places }) => places),
  };
}

/** Returns null for fewer than two costs. */
function rankingOf(
  costs: readonly Cost[],
  { what, all, billing = "" }: { what: string; all: number; billing?: string },
): Ranking | null {
  const ranked = mainCurrency(costs).sort((a, b) => a.amount.comparedTo(b.amount) || compareText(a.slug, b.slug));
  if (ranked.length < 2) return null;
  const products = ranked.slice(0, MAX_IN_ANSWER).map(({ name, tiers, amount, currency }) => {
    return `${name} ${formatCost(roundCost(amount), currency)} (${list(tiers)})`;
  });
  return {
    slugs: ranked.map(({ slug }) => slug),
    sentence:
      `Cost for ${what} a month${billing}: ${products.join("; ")}. ${countsSentence(ranked.length, all)}`.trim(),
    quantities: {},
    places: [],
  };
}

function countsSentence(ranked: number, all: number): string {
  return ranked === all ? "" : `Of ${all - ranked} others with a price it is not known.`;
}

/** Returns the entries in the currency that most of them have. */
function mainCurrency<T extends { currency: string }>(priced: readonly T[]): T[] {
  const groups = [...groupBy(priced, ({ currency }) => currency).values()];
  return [...(groups.sort((a, b) => b.length - a.length)[0] ?? [])];
}

/** Returns the monthly cost of all uses; null if one of them has no price. */
async function costOf(context: Context, record: PricingRecord, uses: readonly Use[]): Promise<Cost | null> {
  const quantities: Record<string, number> = {};
  for (const use of uses) {
    const counter = counterFor(record, use);
    if (counter === null || counter.name in quantities) return null;
    quantities[counter.name] = use.count * counter.factor;
  }
  return monthlyCost(context, record, { quantities });
}

interface Cost {
  slug: Slug;
  name: string;
  amount: Decimal;
  currency: string;
  tiers: string[];
  /** False if no source says whether a price for the account covers the team. */
  coversTeam: boolean;
}

/** Returns the monthly cost in the cheapest billing; null if it is not known. */
async function monthlyCost(
  { catalog, now }: Context,
  { slug, name }: PricingRecord,
  counts: { seats: number } | { quantities: Record<string, number> },
): Promise<Cost | null> {
  const context = { catalog, now, site: { name: "", url: "" }, requestId: "ranking" };
  const body = { items: [{ slug, ...counts }], termYears: 1, includeHiddenCosts: false };
  const { total, currency, items } = await calculateTco.handler(context, body).catch(nullIfNotPriced);
  if (total === null || total === 0 || currency === null) return null;
  const tiers = items.flatMap(({ tier }) => (tier ? tier.name : []));
  if (tiers.some((own) => SIDE_FEE.test(own))) return null;
  const coversTeam = items.every(({ coversSeats }) => coversSeats !== "unknown");
  return { slug, name, amount: decimal(total).dividedBy(12), currency, tiers, coversTeam };
}

const NOT_PRICED = { total: null, currency: null, items: [] };

function nullIfNotPriced(error: unknown): typeof NOT_PRICED {
  if (error instanceof AppError && error.status < 500) return NOT_PRICED;
  throw error;
}

/** Names of fees that come on top of the price of a use, or that are for another use with the same unit. */
const SIDE_FEE =
  /surcharge|\bsip\b|transfer|egress|prompting|\breceive|\bfee\b|restore|snapshot|write|^(?!.*outbound).*inbound/i;

/** Kinds of counters that a use can mean. A tier is one of several prices, and an extra cost is not the price. */
const COUNTED: readonly CounterKind[] = ["unit", "meter", "allowance"];

function counterFor(record: PricingRecord, { unit }: Use): { name: string; factor: number } | null {
  const [measure = "", thing = ""] = unit.split(" ");
  if (TRANSFER.test(thing.toLowerCase())) return transferOf(record, measure);
  const minutes = MINUTES[measure.toLowerCase()];
  const names = minutes === undefined ? [unit, measure] : [measure, "minute"];
  for (const name of names) {
    const counter = counterOf(record, name);
    if (!counter || "several" in counter || !COUNTED.includes(counter.kind)) continue;
    const factor = name === "minute" ? (minutes ?? 1) * counter.factor : counter.factor;
    return { name: counter.name, factor };
  }
  return null;
}

/** Returns the counter of data sent out, which has the same measure as stored data. */
function transferOf(record: PricingRecord, measure: string): { name: string; factor: number } | null {
  for (const name of counterNames(record).filter((own) => TRANSFERRED.test(own))) {
    const counter = counterOf(record, name);
    if (counter && !("several" in counter))
      return { name: counter.name, factor: measure.toUpperCase() === "TB" ? 1_000 : 1 };
  }
  return null;
}
