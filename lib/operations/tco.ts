import { costOfNames } from "@/lib/access/rate-limit";
import { turnTaken } from "@/lib/awaitable";
import { bytesOf, Room } from "@/lib/catalog/fit";
import { decimal } from "@/lib/catalog/money";
import { tierId } from "@/lib/catalog/tier-id";
import { tierNamed } from "@/lib/discovery/names";
import { AppError } from "@/lib/errors";
import { extended } from "@/lib/extended";
import { costSentence } from "@/lib/format/product-verdict";
import { unknownText } from "@/lib/format/tco";
import { limitWords, list } from "@/lib/format/words";
import { onceFor } from "@/lib/once-for";
import type { Resolved } from "@/lib/schemas/name";
import type { Day } from "@/lib/schemas/primitives";
import type { Evidence, PricingRecord, Tier } from "@/lib/schemas/record";
import { TcoAnswer, TcoBody, type TcoItemAnswer } from "@/lib/schemas/tco";
import { TIER_RULE } from "@/lib/tco/choose";
import { costsNamed } from "@/lib/tco/costs";
import { counterNames, counterOf, isTransfer } from "@/lib/tco/counters";
import { type TcoResult, totalCost } from "@/lib/tco/engine";
import { optionOf } from "@/lib/tco/extras";
import { MAX_SEATS } from "@/lib/tco/limits";
import { countText } from "@/lib/tco/quote";
import { type Question, receiptOf } from "@/lib/tco/receipt";
import { stackTotals } from "@/lib/tco/stack";
import { isUnit, VOLUME } from "@/lib/tco/units";
import { modelNamed } from "@/lib/usage/find-model";
import { closest, knownOnes } from "./closest";
import { defineOperation, type OperationContext } from "./define";
import { askOneOf, isFamily, takeForCost } from "./families";
import { takenFor } from "./names";
import { requireRecord } from "./pricing";
import { requestedDay, schemaVersion } from "./views";

interface Item {
  question: Question;
  resolved: Resolved[];
  record: PricingRecord;
  result: TcoResult;
  otherBilling: TcoItemAnswer["otherBilling"];
}

export const calculateTco = defineOperation({
  name: "calculate_tco",
  summary: "Calculate the cost for a team",
  description: `Returns the list price and known extra costs of one product, or a stack of up to 10, for a team over 1 to 5 years: evidence, a range and a receipt. ${TIER_RULE} The total includes platform, onboarding and implementation fees of the vendor, unless several of a kind are offered. Single sign-on, support and training widen the range; add-ons count only if named. An unknown figure is null; unknowns says why. Cite links.page.`,
  tag: "Cost",
  http: { method: "POST", path: "/api/v2/tco", cache: "no-store" },
  access: "open",
  cost: ({ items = [] }) => costOfNames(items.length),
  errors: ["product_not_found", "not_priced"],
  input: TcoBody,
  output: TcoAnswer,
  async handler(context, body) {
    const asOf = requestedDay(body.items?.[0]?.asOf ?? body.asOf, context.now);
    const items = await pricedItems(context, body, asOf);
    if (body.items === undefined) requirePrice(items[0]);
    return fitted(answer(items, asOf, context, body.items !== undefined), context.room);
  },
  examples: [
    { name: "team", summary: "A team of 25 for one year", input: { slug: "slack", seats: 25 } },
    {
      name: "threeYears",
      summary: "Three years with a discount and a yearly increase",
      input: {
        slug: "slack",
        seats: 100,
        termYears: 3,
        assumptions: { discountPercent: 15, renewalUpliftPercent: 5 },
      },
    },
    {
      name: "stack",
      summary: "Two products for the same team",
      input: { seats: 25, items: [{ slug: "slack" }, { slug: "notion", billing: "monthly" }] },
    },
    {
      name: "payments",
      summary: "A price by percentage",
      input: { slug: "stripe", volume: 10_000, transactions: 100 },
    },
    {
      name: "notPriced",
      summary: "A tier whose price is not published",
      input: { slug: "notion", seats: 25, tier: "enterprise" },
    },
  ],
});

async function pricedItems(context: OperationContext, body: TcoBody, asOf: Day): Promise<Item[]> {
  const { items: entries, ...shared } = body;
  const items: Item[] = [];
  for (const [index, entry] of (entries ?? [{}]).entries()) {
    const turn = turnTaken();
    if (turn) await turn;
    const path = entries ? `items.${index}.` : "";
    // Undefined members would hide the shared ones.
    const own = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
    const asked: Omit<TcoBody, "items"> = { ...shared, ...own };
    const read = requireRecord(context.catalog, asked.slug ?? "", asOf, context.now);
    const named = read instanceof Promise ? await read : read;
    // A request for one product has to name the product itself. A stack would fail because of a single name.
    const member = entries && isFamily(named) ? takeForCost(named) : null;
    const isUncountable = !entries && (asked.quantities ?? asked.volume) !== undefined;
    if (isUncountable && isFamily(named)) throw askOneOf(named, named.members, "slug", "is priced by itself");
    const record = member ? await requireRecord(context.catalog, member.slug, asOf, context.now) : named;
    const { seats, quantities, volume, transactions } = countsOf(record, asked, path);
    requireFees(record, { volume, transactions }, path);
    const yearOneOf = (id: string) =>
      totalCost(record, { seats, quantities, volume, transactions, tier: id, ...FIRST_YEAR }).yearOne;
    const tier = asked.tier === undefined ? undefined : requireTier(record, asked.tier, { path, yearOneOf });
    const region = asked.region === undefined ? undefined : requireRegion(record, asked.region, path);
    const question: Question = {
      slug: record.slug,
      ...(seats !== undefined && { seats }),
      ...(quantities !== undefined && { quantities }),
      ...(volume !== undefined && { volume }),
      ...(transactions !== undefined && { transactions }),
      ...(region !== undefined && { region }),
      ...(tier !== undefined && { tier: tier.id }),
      ...(asked.billing !== undefined && { billing: asked.billing }),
      termYears: asked.termYears ?? 1,
      includeHiddenCosts: asked.includeHiddenCosts ?? true,
      ...(asked.assumptions !== undefined && { assumptions: asked.assumptions }),
    };
    requireKnownCosts(record, question, path);
    const renamed = tier !== undefined && tier.id !== asked.tier;
    const resolved = [...(member ? [member.resolved] : []), ...(renamed ? [takenForTier(asked.tier ?? "", tier)] : [])];
    const result = totalCost(record, question);
    items.push({ question, resolved, record, result, otherBilling: otherBillingOf(record, question, result) });
  }
  return items;
}

/** Returns the cost of the same tier with the other billing, if both are known. */
function otherBillingOf(
  record: PricingRecord,
  question: Question,
  { billing: used, tier, total }: TcoResult,
): TcoItemAnswer["otherBilling"] {
  if (tier === null || total === null) return null;
  if (used !== "annual" && used !== "monthly") return null;
  const prices = record.tiers?.find(({ id }) => id === tier.id);
  if (!prices?.priceMonthly || !prices.priceAnnual) return null;
  const billing = used === "annual" ? "monthly" : "annual";
  const other = totalCost(record, { ...question, tier: tier.id, billing });
  if (other.billing !== billing || other.total === null || other.yearOne === null) return null;
  return { billing, yearOne: other.yearOne, total: other.total };
}

type Counts = Pick<TcoBody, "seats" | "quantities" | "volume" | "transactions">;

/**
 * Returns people as `seats`, payments as `volume` and `transactions`, and every other unit under the product's name for
 * it. Throws `invalid_request` for a unit that the product does not have, and for one that may be several.
 */
export function countsOf(record: PricingRecord, asked: Counts, path: string): Counts {
  const { seats, quantities, volume, transactions } = asked;
  if (quantities === undefined) return { seats, volume, transactions };
  const read: Counts = { seats, volume, transactions };
  const counted = new Map<string, number>();
  for (const [name, given] of Object.entries(quantities)) {
    const refuse = (message: string, suggestions: readonly string[] = []) =>
      unknownName(`${path}quantities.${name}`, message, suggestions);
    const names = Object.keys(quantities);
    const counter = counterOf(record, name, names);
    // The engine states the price of the transfer as unknown.
    if (!counter && isTransfer(name, names) && names.length > 1) {
      counted.set(name, given);
      continue;
    }
    if (!counter) {
      const limit = record.tiers?.flatMap(({ limits }) => limits).find((entry) => isUnit(name, entry.name));
      if (limit) throw refuse(`is a limit of ${record.name}, not a unit that can be bought: ${limitWords(limit)}`);
      const known = counterNames(record);
      const by = known.length > 0 ? `it is priced by ${namesText(known)}` : "it has no price per unit";
      throw refuse(`is not a unit of ${record.name}; ${by}`, closest(name, known));
    }
    if ("several" in counter)
      throw refuse(`can be several units of ${record.name}; use ${namesText(counter.several)}`, counter.several);
    const quantity = decimal(given).times(counter.factor).toNumber();
    if (counter.kind === "people") {
      if (read.seats !== undefined) throw refuse("counts people, who are already counted in `seats`");
      const whole = Number.isInteger(quantity) && quantity <= MAX_SEATS;
      if (!whole) throw refuse(`must be a whole number of people, at most ${MAX_SEATS}`);
      read.seats = quantity;
    } else if (counter.kind === "payment") {
      const field = counter.name === VOLUME ? "volume" : "transactions";
      if (read[field] !== undefined) throw refuse(`is already set in \`${field}\``);
      read[field] = quantity;
    } else if (counted.has(counter.name)) throw refuse(`repeats the unit ${counter.name}`);
    else counted.set(counter.name, quantity);
  }
  const sorted = [...counted].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...read, ...(sorted.length > 0 && { quantities: Object.fromEntries(sorted) }) };
}

/** Maximum number of names that a message lists. */
const MOST_NAMES = 20;

function namesText(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return `${names.slice(0, MOST_NAMES).join(", ")}${more}`;
}

/** Throws `invalid_request` for payments through a product that takes no share of them. */
export function requireFees(
  { name, tiers = [] }: PricingRecord,
  asked: Pick<TcoBody, "volume" | "transactions">,
  path: string,
) {
  if (tiers.some(({ percentageFees }) => percentageFees.length > 0)) return;
  for (const field of ["volume", "transactions"] as const) {
    if (asked[field] !== undefined)
      throw unknownName(`${path}${field}`, `is not a unit of ${name}; it charges no share of payments`, []);
  }
}

function unknownName(field: string, message: string, suggestions: readonly string[]): AppError {
  return new AppError("invalid_request", `${field}: ${message}`, { errors: [{ path: field, message }], suggestions });
}

const FIRST_YEAR = { termYears: 1, includeHiddenCosts: false } as const;

interface RequestedTier {
  id: string;
  name: string;
  /** Names of the tiers that the request also means, if this is the cheapest of several. */
  family?: string[];
}

interface TierRequest {
  path: string;
  field?: string;
  /** Returns the cost of a tier, to choose from several. */
  yearOneOf?: (id: string) => number | null;
}

/**
 * Returns the named tier, or the cheapest of the tiers whose names begin with the words. If the product does not have
 * it, throws `invalid_request` with the product's tiers.
 */
export function requireTier(
  record: PricingRecord,
  asked: string,
  { path, field = "tier", yearOneOf }: TierRequest,
): RequestedTier {
  const { name, tiers = [], usage } = record;
  const { one, candidates: alike } = tierNamed(tiers, asked, name);
  if (one) return one;
  const candidates = alike.length > 0 ? alike : tiersWith(tiers, asked);
  const cheapest = yearOneOf && cheapestOf(candidates, yearOneOf);
  if (cheapest) return cheapest;
  const model = usage && modelNamed(usage.models, asked).one;
  if (model) return { id: model.model, name: model.name };
  if (tiers.length === 0) return { id: asked, name: asked };
  const ids = tiers.map(({ id }) => id);
  if (candidates.length === 0) {
    const seen = lastSeen(record, asked);
    const former = seen === null ? "is not a tier" : `was last seen on ${seen} and is not a current tier`;
    throw unknownName(`${path}${field}`, `${former} of ${name}${knownOnes(ids)}`, closest(asked, ids));
  }
  const meant = candidates.map(({ id }) => id);
  throw unknownName(`${path}${field}`, `matches ${meant.length} tiers of ${name}: ${meant.join(", ")}`, meant);
}

/** Returns the tiers whose names begin with the words, or else the only tier whose name has them. */
function tiersWith(tiers: readonly Tier[], asked: string): Tier[] {
  const words = `-${tierId(asked)}-`;
  const named = tiers.filter((tier) => `-${tierId(tier.name)}-`.includes(words));
  const first = named.filter((tier) => `-${tierId(tier.name)}-`.startsWith(words));
  return first.length > 0 ? first : named.length === 1 ? named : [];
}

function cheapestOf(tiers: readonly Tier[], yearOneOf: (id: string) => number | null): RequestedTier | null {
  const [only, ...others] = tiers;
  if (only && others.length === 0) return only;
  const [cheapest] = tiers
    .flatMap((tier) => ({ tier, yearOne: yearOneOf(tier.id) }))
    .filter(({ yearOne }) => yearOne !== null)
    .sort((a, b) => (a.yearOne ?? 0) - (b.yearOne ?? 0));
  return cheapest ? { ...cheapest.tier, family: tiers.map(({ name }) => name) } : null;
}

function takenForTier(asked: string, { id, name, family }: RequestedTier): Resolved {
  const taken = takenFor("tier", asked, id, name);
  if (!family) return taken;
  return { ...taken, because: `"${asked}" means ${list(family)}. The cheapest of them is used: ${name} (${id}).` };
}

/** Returns the region as the rate card names it. Throws `invalid_request` if a card with regions does not have it. */
function requireRegion({ usage }: PricingRecord, asked: string, path: string): string {
  const { regions = [] } = usage ?? {};
  if (regions.length === 0) return asked;
  const known = regions.find((region) => region.toLowerCase() === asked.toLowerCase());
  if (known) return known;
  const near = closest(asked, regions);
  throw unknownName(`${path}region`, `is not a region of the rate card; regions: ${namesText(regions)}`, near);
}

/** Returns the day of the last reading of a former tier; null if the product never had it. */
function lastSeen({ priceHistory = [] }: PricingRecord, asked: string): Day | null {
  const id = tierId(asked);
  const days = priceHistory.flatMap((point) => (point.tier === id ? point.observedAt : []));
  return days.sort().at(-1) ?? null;
}

/** Throws `invalid_request` for an add-on that the product does not have. */
function requireKnownCosts({ name, hiddenCosts = [] }: PricingRecord, question: Question, path: string) {
  question.assumptions?.addOns?.forEach(({ id }, index) => {
    const found = costsNamed(hiddenCosts, id);
    if (new Set(found.map(optionOf)).size === 1) return;
    const options = (found.length > 1 ? found : hiddenCosts).map(optionOf);
    const message =
      found.length > 1
        ? `matches ${found.length} costs of ${name}; choose one`
        : `is not a known extra cost of ${name}`;
    throw unknownName(`${path}assumptions.addOns.${index}.id`, message, closest(id, options));
  });
}

/** Throws `not_priced` if not even the licence has a price. */
function requirePrice(item: Item | undefined): void {
  if (!item || item.result.tier !== null) return;
  const { record, result, question } = item;
  if (isFamily(record)) {
    const priced = record.members.filter(({ startingPrice }) => startingPrice !== null);
    throw askOneOf(record, priced, "slug", "has a monthly price");
  }
  const reasons = result.unknowns.map(unknownText);
  const elsewhere = record.usage
    ? ` To estimate a cost, see /api/v2/usage/${record.slug}.`
    : record.pricingModel === "open_source"
      ? ` Its self-hosted edition is free (${record.freeTier?.licences.join(", ")}); the cost of running it is unknown.`
      : "";
  const who = question.seats === undefined ? "this request" : countText(question.seats, "person");
  const message = `The price of ${record.name} for ${who} is not known. ${reasons.join(" ")}${elsewhere}`;
  throw new AppError("not_priced", message, {
    errors: [{ path: question.tier === undefined ? "slug" : "tier", message: reasons.join(" ") }],
  });
}

function answer(items: readonly Item[], asOf: Day, { site }: OperationContext, isStack: boolean): TcoAnswer {
  const { mixed, partial, ...totals } = stackTotals(
    items.map(({ question, result }) => ({ seats: question.seats ?? null, result })),
  );
  const unknowns: TcoAnswer["unknowns"] = items.flatMap(({ record, result }, item) =>
    result.unknowns.map((unknown) => extended(unknown, { item, slug: record.slug })),
  );
  if (mixed !== null) {
    const reason = `The items are priced in ${mixed}, which are not added together. See subtotals.`;
    unknowns.push({ what: "total", cause: "other_terms", reason, priceStatus: null, item: null, slug: null });
  }
  const [only] = items;
  const taken = items.flatMap(({ resolved }) => resolved);
  return {
    schemaVersion,
    asOf,
    answer: costSentence(items, totals),
    ...totals,
    lines: items.flatMap(({ record, result }, item) =>
      result.lines.map((line) => extended(line, { item, slug: record.slug })),
    ),
    unknowns,
    assumptions: items.flatMap(({ record, result }) =>
      result.assumptions.map((text) => (isStack ? `${record.name}: ${text}` : text)),
    ),
    ...(partial && { partial }),
    items: items.map(itemAnswer),
    evidence: evidenceOf(items),
    ...(taken.length > 0 && { resolved: taken }),
    receipt: receiptOf(items, asOf, isStack ? "stack" : "single"),
    ...(!isStack && only && { links: only.record.links }),
    source: site.name,
    attribution: [...new Set(items.map(({ record }) => record.attribution))].join("; "),
  };
}

/**
 * Leaves out the evidence if necessary, then the optional lines that do not fit. The lines behind the total are always
 * included.
 */
function fitted(whole: TcoAnswer, bytes: number | undefined): TcoAnswer {
  if (bytes === undefined || bytesOf(whole) <= bytes) return whole;
  const bare = { ...whole, evidence: [], counts: { evidence: whole.evidence.length } };
  if (bytesOf(bare) <= bytes) return bare;
  const room = new Room(bytes, []);
  room.take({ ...bare, items: bare.items.map((item) => ({ ...item, optionalLines: [] })) });
  const items = bare.items.map((item) => ({ ...item, optionalLines: room.fill(item.optionalLines) }));
  const linesIn = (list: readonly TcoItemAnswer[]) => list.flatMap(({ optionalLines }) => optionalLines).length;
  return { ...bare, items, counts: { ...bare.counts, optionalLines: linesIn(whole.items) - linesIn(items) } };
}

function itemAnswer({ question, record, result, otherBilling }: Item): TcoItemAnswer {
  const tier = record.tiers?.find(({ id }) => id === result.tier?.id);
  return {
    slug: record.slug,
    name: record.name,
    seats: question.seats ?? null,
    termYears: question.termYears,
    tier: result.tier,
    tierRule: result.tierRule,
    billing: result.billing,
    currency: result.currency,
    counts: result.counts,
    optionalLines: result.optionalLines,
    notCounted: result.notCounted,
    freePlan: result.freePlan,
    coversSeats: result.coversSeats,
    otherBilling,
    observedAt: tier?.observedAt ?? null,
    confidence: record.verification.confidence,
    ...(record.caveat !== undefined && { caveat: record.caveat }),
    disputes: result.disputes,
    yearOne: result.yearOne,
    total: result.total,
    volume: result.volume,
    transactions: result.transactions,
    perSeatMonthly: result.perSeatMonthly,
    range: result.range,
    sourcedShare: result.sourcedShare,
    license: licenseUsed(record.license),
    links: record.links,
    attribution: record.attribution,
  };
}

const licenseUsed = onceFor(({ tiers, hiddenCosts, contractTerms }: PricingRecord["license"]) => ({
  ...(tiers && { tiers }),
  ...(hiddenCosts && { hiddenCosts }),
  ...(contractTerms && { contractTerms }),
}));

function evidenceOf(items: readonly Item[]): Evidence[] {
  const found = new Map<string, Evidence>();
  for (const { record, result } of items) {
    const cited = new Set(
      [...result.lines, ...result.optionalLines, ...result.notCounted, ...result.disputes].flatMap(
        ({ evidence }) => evidence,
      ),
    );
    for (const entry of record.evidence) if (cited.has(entry.id)) found.set(entry.id, entry);
  }
  return [...found.values()];
}
