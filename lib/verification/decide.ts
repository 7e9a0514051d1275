import { EvidenceBook } from "@/lib/catalog/ledger";
import { decimal } from "@/lib/catalog/money";
import { type StatedTier as Tier, toTier } from "@/lib/catalog/plans";
import { tierId } from "@/lib/catalog/tier-id";
import { unitBasis } from "@/lib/catalog/units";
import type { Extraction, PageReading, ReadPrice, ReadTier } from "@/lib/reader";
import { CHECKS_SOURCE, type CheckOutcome } from "@/lib/schemas/check";
import type { Observation, PlansFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { VERIFICATION_POLICY } from "./policy";
import { FORM_WORDS } from "./words";

/** The state of a product's record on the day of the check. */
export interface Standing {
  tiers: readonly Tier[];
  /** True if the record has all the product's tiers. */
  complete: boolean;
  /** True if a rate card prices the product by use. */
  rated: boolean;
  /** The leading reading. Null if no reading has plans. */
  shown: Observation | null;
}

export interface Subject {
  slug: string;
  name: string;
  /** Number of products with this page as their pricing page, including this one. */
  sharedBy: number;
}

/** The form in which a price is stated. Prices of different forms are not comparable. */
export type Form = "monthly" | "annual" | "unstated" | "once" | "usage";

export interface Move {
  tier: string;
  form: Form;
  /** Null if no price of this tier in this form was known. */
  before: number | null;
  after: number;
  currency: string | null;
}

export interface Decision {
  outcome: Extract<CheckOutcome, "unchanged" | "moved" | "first_read" | "held" | "unreadable">;
  /** The reading in the ledger's form. Null if it may not or need not become an observation. */
  fact: PlansFact | null;
  moves: Move[];
  /** Every rule that holds the reading back. */
  why: string[];
  /** Null if the outcome needs no explanation. */
  reason: string | null;
}

/** Decides the outcome of a reading against the current record. Pure. The rules are those of VERIFICATION_POLICY. */
export function decide(stands: Standing | null, { reading, refusals }: Extraction, subject: Subject): Decision {
  if (!reading) {
    const seen = refusals.slice(0, 3).map(({ what, why }) => `${what}: ${why}`);
    return ended("unreadable", { reason: ["no price could be read with certainty", ...seen].join("; ") });
  }
  const known = stands?.tiers ?? [];
  const { fact, pairs, why } = interpret(reading, known, subject);
  if (!fact) return ended("unreadable", { reason: why.join("; ") || null });

  if (!known.some(isKnown)) {
    const first = [...why];
    if (!reading.complete) first.push("no price was known before, and only part of the page was read");
    if (stands?.rated) first.push("the product is priced by usage, and no tiers were known before");
    if (subject.sharedBy > 1) first.push(sharedPage(subject));
    if (!fact.tiers.some(({ status }) => status === "published" || status === "contact_sales")) {
      return ended("unreadable", { reason: "no tier on the page has a price" });
    }
    return first.length > 0 ? held(fact, [], first) : ended("first_read", { fact });
  }
  return weigh({ known, complete: stands?.complete ?? false }, reading, { fact, pairs, why }, subject);
}

function ended(outcome: Decision["outcome"], rest: Partial<Decision> = {}): Decision {
  return { outcome, fact: null, moves: [], why: [], reason: null, ...rest };
}

function held(fact: PlansFact, moves: Move[], why: string[]): Decision {
  return ended("held", { fact, moves, why, reason: why.join("; ") });
}

function sharedPage({ sharedBy }: Subject): string {
  return `the page belongs to ${sharedBy} products, and it does not say which tier belongs to which product`;
}

function isKnown(tier: Tier): boolean {
  return tier.listPrice !== null || tier.priceStatus === "contact_sales";
}

interface Pair {
  stood: Tier | null;
  read: Tier;
}

interface Interpreted {
  fact: PlansFact | null;
  pairs: Pair[];
  why: string[];
}

/** Returns the reading in the ledger's form, each tier paired with the current tier of the same name. */
function interpret(reading: PageReading, known: readonly Tier[], subject: Subject): Interpreted {
  const why: string[] = [];
  const matches = matchTiers(reading.tiers, known, subject.name);
  const main = mainCurrency(reading, known);
  const facts = new Map<string, { fact: TierFact; stood: Tier | null }>();
  for (const [tier, stood] of matches) {
    const fact = tierFact(tier, stood, main, why);
    const before = facts.get(fact.id);
    if (!before) facts.set(fact.id, { fact, stood });
    else if (!sameFact(before.fact, fact)) why.push(`two tiers named ${tier.name} differ`);
  }
  const tiers = [...facts.values()].map(({ fact }) => fact);
  const paid = tiers.filter(isPaid);
  const lone = paid.length === 1 && reading.tiers.some(({ startingPrice }) => startingPrice) ? paid[0] : undefined;
  const from = matches.find(([tier, stood]) => tier.startingPrice && lone?.id === (stood?.id ?? tierId(tier.name)));
  // "From $9" is the product's starting price only if it is the only price on the page.
  if (lone && from && (from[1] === null || from[1].startingPrice)) lone.startingPrice = true;
  const fact: PlansFact = { kind: "plans", currency: main, complete: reading.complete, tiers };
  const entry = { ...PLACEHOLDER, fact };
  const book = new EvidenceBook(new Map());
  const pairs = [...facts.values()].map(({ fact: one, stood }) => ({ stood, read: toTier(one, entry, book) }));
  return { fact: tiers.length > 0 ? fact : null, pairs, why };
}

const PLACEHOLDER = {
  product: "page",
  source: CHECKS_SOURCE,
  trust: "A" as const,
  observedAt: "2000-01-01",
  evidence: { url: "https://example.com/" },
};

function isPaid({ prices }: TierFact): boolean {
  return prices.some(({ amount }) => amount > 0);
}

function sameFact(one: TierFact, other: TierFact): boolean {
  const text = ({ status, prices, currency, unit }: TierFact) => JSON.stringify([status, prices, currency, unit]);
  return text(one) === text(other);
}

/** Matches tiers by name and price, by id, by name, and by name without the product's own name. */
function matchTiers(
  read: readonly ReadTier[],
  known: readonly Tier[],
  product: string,
): [tier: ReadTier, stood: Tier | null][] {
  const free = new Set(known);
  const take = (test: (tier: Tier) => boolean): Tier | null => {
    const found = [...free].filter(test);
    const [one] = found;
    return found.length === 1 && one ? one : null;
  };
  const own = tierId(product);
  const short = (name: string) => {
    const id = tierId(name);
    return id.startsWith(`${own}-`) ? id.slice(own.length + 1) : id;
  };
  const result = new Map<ReadTier, Tier | null>(read.map((tier) => [tier, null]));
  const shows = ({ prices }: ReadTier, { listPrice }: Tier) =>
    prices.some(({ amount }) => amount === listPrice?.amount);
  const tests = [
    (tier: ReadTier) => (stood: Tier) => tierId(stood.name) === tierId(tier.name) && shows(tier, stood),
    (tier: ReadTier) => (stood: Tier) => stood.id === tierId(tier.name),
    (tier: ReadTier) => (stood: Tier) => tierId(stood.name) === tierId(tier.name),
    (tier: ReadTier) => (stood: Tier) => short(stood.name) === short(tier.name),
  ];
  const taken = new Map<string, Tier>();
  for (const test of tests) {
    for (const tier of read) {
      if (result.get(tier)) continue;
      const stood = take(test(tier));
      if (!stood) continue;
      result.set(tier, stood);
      taken.set(tierId(tier.name), stood);
      free.delete(stood);
    }
  }
  for (const [tier, stood] of result) result.set(tier, stood ?? taken.get(tierId(tier.name)) ?? null);
  return [...result];
}

/** Returns the current currency if the page states it, otherwise the currency of most of its prices. */
function mainCurrency({ tiers }: PageReading, known: readonly Tier[]): string | null {
  const counts = new Map<string, number>();
  for (const { prices } of tiers) {
    for (const { currency, amount } of prices)
      counts.set(currency, (counts.get(currency) ?? 0) + (amount > 0 ? 1000 : 1));
  }
  const stood = known.find(({ isFree, currency }) => !isFree && currency !== null)?.currency;
  if (stood && counts.has(stood)) return stood;
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

const PERIOD_RANK: readonly ReadPrice["period"][] = ["month", "year", "once", "usage"];

/** Returns one tier in one currency and one unit: the current ones if the page states them. */
function tierFact(tier: ReadTier, stood: Tier | null, main: string | null, why: string[]): TierFact {
  const base = { id: stood?.id ?? tierId(tier.name), name: tier.name };
  const currencies = new Set(tier.prices.map(({ currency }) => currency));
  const currency =
    [stood?.currency, main].find((one) => one && currencies.has(one)) ?? tier.prices[0]?.currency ?? undefined;
  const inCurrency = tier.prices.filter((price) => price.currency === currency);
  const { unit, prices } = inOneUnit(inCurrency, stood);
  if (tier.status !== "published" || prices.length === 0) {
    const status = tier.status === "published" ? "unverified" : tier.status;
    return { ...base, status, prices: [], unit: null };
  }
  for (const [first, second] of doubled(prices, stood)) {
    why.push(`${tier.name} has two prices of the same kind: ${first.amount} and ${second.amount}`);
  }
  return {
    ...base,
    status: "published",
    prices: distinct(prices, stood),
    ...(currency !== undefined && currency !== main && { currency }),
    unit,
  };
}

/** Selects the prices of one unit. If the page names no unit, the current unit is assumed. */
function inOneUnit(prices: readonly ReadPrice[], stood: Tier | null): { unit: string | null; prices: PriceFact[] } {
  const units = [...new Set(prices.map(({ unit }) => unit))].filter((unit) => unit !== null);
  const lead = [...prices].sort((a, b) => PERIOD_RANK.indexOf(a.period) - PERIOD_RANK.indexOf(b.period))[0];
  const recurs = (period: ReadPrice["period"] | undefined) => (period === "year" ? "month" : period);
  const isAlike = stood?.listPrice && recurs(stood.listPrice.period) === recurs(lead?.period);
  const stoodUnit = stood && isAlike ? nounOf(stood) : null;
  const alike = units.find((unit) => stoodUnit !== null && sameUnit(unit, stoodUnit));
  const unit = alike ?? (lead?.unit === null && units.length > 1 ? null : (lead?.unit ?? units[0] ?? null));
  const own = prices.filter((price) => price.unit === unit || (price.unit === null && units.length <= 1));
  const facts = (own.length > 0 ? own : prices).map(({ amount, period, billing }) => ({ amount, period, billing }));
  return { unit: unit ?? (facts.some(({ amount }) => amount > 0) ? stoodUnit : null), prices: facts };
}

/** Returns the noun that a current tier's unit counts. Null if its source named no unit. */
function nounOf({ priceUnit, listPrice }: Tier): string | null {
  if (priceUnit === null || priceUnit === "month" || priceUnit === "one-time" || priceUnit === "use") return null;
  if (listPrice?.period === "usage") return priceUnit;
  return priceUnit.replace(/(?:\/month|, one-time)$/, "");
}

function sameUnit(one: string, other: string): boolean {
  return unitBasis(`${one}/month`) === unitBasis(`${other}/month`) || one === other;
}

function kindOf({ period, billing }: PriceFact): string {
  return period === "month" ? `month ${billing ?? "unstated"}` : period;
}

/** Returns pairs of amounts of the same kind that both differ from the current amount. */
function doubled(prices: readonly PriceFact[], stood: Tier | null): [PriceFact, PriceFact][] {
  const firsts = new Map<string, PriceFact>();
  const found: [PriceFact, PriceFact][] = [];
  for (const price of prices) {
    const first = firsts.get(kindOf(price));
    if (!first) firsts.set(kindOf(price), price);
    else if (first.amount !== price.amount && !standsAmong([first, price], stood)) found.push([first, price]);
  }
  return found;
}

function standsAmong(prices: readonly PriceFact[], stood: Tier | null): PriceFact | undefined {
  if (!stood) return undefined;
  const amounts = [stood.priceMonthly, stood.priceAnnual, stood.listPrice?.amount, stood.annualTotal];
  return prices.find(({ amount }) => amounts.includes(amount));
}

function distinct(prices: readonly PriceFact[], stood: Tier | null): PriceFact[] {
  const kept = new Map<string, PriceFact>();
  for (const price of prices) {
    const before = kept.get(kindOf(price));
    kept.set(kindOf(price), before ? (standsAmong([before, price], stood) ?? before) : price);
  }
  return [...kept.values()];
}

type Verdict =
  | { kind: "agrees"; adds: boolean; lacks: boolean }
  | { kind: "moved"; moves: Move[] }
  | { kind: "held"; moves: Move[]; why: string };

function weigh(
  { known, complete }: { known: readonly Tier[]; complete: boolean },
  reading: PageReading,
  { fact, pairs, why }: { fact: PlansFact; pairs: readonly Pair[]; why: readonly string[] },
  subject: Subject,
): Decision {
  const reasons = [...why];
  const moves: Move[] = [];
  let adds = false;
  let lacks = false;
  const note = (verdict: Verdict) => {
    if (verdict.kind === "agrees") {
      adds ||= verdict.adds;
      lacks ||= verdict.lacks;
      return;
    }
    moves.push(...verdict.moves);
    if (verdict.kind === "held") reasons.push(verdict.why);
  };
  const start = known.find(({ startingPrice }) => startingPrice);
  const listed = known.filter((tier) => isKnown(tier) && !tier.startingPrice);

  for (const { stood, read } of pairs) {
    if (!stood || stood.startingPrice) continue;
    note(compare(stood, read));
  }
  const matched = new Set(pairs.map(({ stood }) => stood));
  const gone = listed.filter((tier) => !matched.has(tier));
  const fresh = pairs.filter(({ stood }) => stood === null || !isKnown(stood)).map(({ read }) => read);
  for (const tier of gone) reasons.push(goneReason(tier, fresh, reading.complete));
  if (start) {
    const read = pairs.map((pair) => pair.read);
    note(compareStart(start, read, listed.length === 0));
  }

  const isShared = subject.sharedBy > 1;
  const news = fresh.filter(isKnown);
  if (isShared && reasons.length === 0 && moves.length > 0) reasons.push(sharedPage(subject));
  if (reasons.length > 0) return held(fact, moves, reasons);
  // On a page of several products, new prices may belong to another product.
  if (isShared) return ended("unchanged");
  const first = news.flatMap(newMoves);
  // If some plans were unknown before, an additional plan is no launch by the vendor.
  const launched = complete && news.some(({ listPrice }) => listPrice !== null);
  if (moves.length > 0 || launched) {
    return ended("moved", { fact, moves: [...moves, ...first], reason: newsReason(news) });
  }
  const tellsMore = (adds || news.length > 0) && !lacks;
  return ended("unchanged", { fact: tellsMore ? fact : null, moves: tellsMore ? first : [] });
}

function newsReason(news: readonly Tier[]): string | null {
  return news.length > 0 ? `new on the page: ${news.map(({ name }) => name).join(", ")}` : null;
}

function newMoves(tier: Tier): Move[] {
  return [...formsOf(tier)].map(([form, { amount }]) => ({
    tier: tier.id,
    form,
    before: null,
    after: amount,
    currency: tier.currency,
  }));
}

function goneReason(tier: Tier, fresh: readonly Tier[], complete: boolean): string {
  const alike = fresh.find((other) => {
    const verdict = isKnown(other) && other.listPrice && tier.listPrice ? compare(tier, other) : null;
    return verdict?.kind === "agrees" && !tier.isFree;
  });
  if (alike) return `${tier.name} is not on the page; ${alike.name} is there at the same price`;
  return complete
    ? `${tier.name} is no longer on the page`
    : `${tier.name} was not found, and only part of the page was read`;
}

interface Stated {
  /** Per month for the monthly forms. */
  amount: number;
  /** Exact, if the source states a yearly price. */
  year: number | null;
}

/** Returns the prices of a paid tier by form. */
function formsOf(tier: Tier): Map<Form, Stated> {
  const forms = new Map<Form, Stated>();
  const { listPrice } = tier;
  if (!listPrice) return forms;
  const year = tier.annualTotal ?? (listPrice.period === "year" ? listPrice.amount : null);
  if (listPrice.period === "month" && listPrice.billing === "unstated" && !tier.isFree) {
    forms.set("unstated", { amount: listPrice.amount, year: null });
  }
  if (tier.priceMonthly !== null) forms.set("monthly", { amount: tier.priceMonthly, year: null });
  if (tier.priceAnnual !== null) forms.set("annual", { amount: tier.priceAnnual, year });
  if (listPrice.period === "once") forms.set("once", { amount: listPrice.amount, year: null });
  if (listPrice.period === "usage") forms.set("usage", { amount: listPrice.amount, year: null });
  return forms;
}

function sameAmount(one: Stated, other: Stated): boolean {
  return one.year !== null && other.year !== null ? one.year === other.year : one.amount === other.amount;
}

/** Returns whether a price moved so much that a person must review it first. */
function isImplausible(before: number, after: number): boolean {
  if (before === 0) return after !== 0;
  const { plausibleMovePercent } = VERIFICATION_POLICY;
  return decimal(after).minus(before).abs().times(100).greaterThan(decimal(before).times(plausibleMovePercent));
}

function percentOf(before: number, after: number): string {
  return before === 0
    ? ""
    : ` (${decimal(after).minus(before).times(100).div(before).toDecimalPlaces(1).toNumber()} %)`;
}

const AGREES: Verdict & { kind: "agrees" } = { kind: "agrees", adds: false, lacks: false };

/** Compares one current tier with the page's reading, form by form. */
function compare(stood: Tier, read: Tier): Verdict {
  const holds = (why: string, moves: Move[] = []): Verdict => ({ kind: "held", moves, why: `${stood.name}: ${why}` });
  if (stood.listPrice === null) {
    if (read.listPrice === null) return AGREES;
    if (stood.priceStatus === "contact_sales")
      return holds("it was quoted on request and now has a price", newMoves(read));
    return { ...AGREES, adds: true };
  }
  if (read.listPrice === null) return holds("its price is no longer on the page");
  if (stood.isFree && read.isFree) return AGREES;
  if (stood.isFree) return holds("it was free and now has a price", newMoves(read));
  if (read.isFree) return holds("it had a price and is now free", [zeroMove(stood, read)]);
  if (stood.currency !== null && stood.currency !== read.currency) {
    return holds(`its currency was ${stood.currency}, and the page shows ${read.currency}`);
  }

  const before = formsOf(stood);
  const after = formsOf(read);
  const shared = [...before].flatMap(([form, was]) => {
    const is = after.get(form);
    return is ? [{ form, was, is }] : [];
  });
  const differing = shared.filter(({ was, is }) => !sameAmount(was, is));
  const agreesAnyhow = shared.length === 0 && unlikeAgree(before, after);
  const unchanged = (shared.length > 0 && differing.length === 0) || agreesAnyhow;

  const [stoodUnit, readUnit] = [nounOf(stood), nounOf(read)];
  const namesUnit = stoodUnit === null && readUnit !== null;
  if (stoodUnit !== null && readUnit !== null && !sameUnit(stoodUnit, readUnit)) {
    return holds(`it was priced per ${stoodUnit}, and the page prices it per ${readUnit}`);
  }
  if (unchanged) {
    const adds = namesUnit || [...after.keys()].some((form) => !before.has(form));
    if (stood.currency === null) return holds("its currency was unknown");
    const lacks = [...before.keys()].some((form) => form !== "unstated" && !after.has(form));
    return { kind: "agrees", adds, lacks };
  }
  const moves = differing.map(({ form, was, is }) => moveOf(stood, form, was, is, read.currency));
  if (namesUnit) return holds(`its price differs, and the page names a unit that was unknown, ${readUnit}`, moves);
  if (stood.currency === null) return holds("its price differs, and its currency was unknown", moves);
  if (shared.length === 0) return compareUnlike(stood, { before, after, currency: read.currency });
  return plausible(stood, moves);
}

function plausible(stood: Tier, moves: Move[]): Verdict {
  const far = moves.filter(({ before, after }) => before !== null && isImplausible(before, after));
  if (far.length === 0) return { kind: "moved", moves };
  const told = far.map(
    ({ form, before, after, currency }) =>
      `${before} → ${after} ${currency} ${FORM_WORDS[form]}${percentOf(before ?? 0, after)}`,
  );
  const limit = `a change of more than ${VERIFICATION_POLICY.plausibleMovePercent} %`;
  return { kind: "held", moves, why: `${stood.name}: ${told.join(", ")} is ${limit}` };
}

function moveOf(stood: Tier, form: Form, was: Stated, is: Stated, currency: string | null): Move {
  const yearly = was.amount === is.amount && was.year !== null && is.year !== null;
  const [before, after] = yearly ? [was.year, is.year] : [was.amount, is.amount];
  return { tier: stood.id, form, before, after: after ?? is.amount, currency };
}

function zeroMove(stood: Tier, read: Tier): Move {
  const [[form, was] = ["unstated" as const, null]] = formsOf(stood);
  return { tier: stood.id, form, before: was?.amount ?? null, after: 0, currency: read.currency };
}

/**
 * Returns whether prices of different forms agree. If one side does not state the billing of a monthly price, it is the
 * same price if the other side has the amount.
 */
function unlikeAgree(before: ReadonlyMap<Form, Stated>, after: ReadonlyMap<Form, Stated>): boolean {
  const among = (one: Stated | undefined, others: ReadonlyMap<Form, Stated>) =>
    one !== undefined &&
    (["monthly", "annual"] as const).some((form) => {
      const other = others.get(form);
      return other !== undefined && other.amount === one.amount;
    });
  return among(before.get("unstated"), after) || among(after.get("unstated"), before);
}

/**
 * Compares tiers without a form in common. That is not a price move, unless the page is the first source to state the
 * billing.
 */
function compareUnlike(
  stood: Tier,
  { before, after, currency }: { before: Map<Form, Stated>; after: Map<Form, Stated>; currency: string | null },
): Verdict {
  const was = before.get("unstated");
  const is = after.get("monthly");
  if (was && is) return plausible(stood, [moveOf(stood, "monthly", was, is, currency)]);
  // Annual billing would cost less. A price above the monthly one has risen, however it is billed.
  const [monthly, unstated] = [before.get("monthly"), after.get("unstated")];
  if (monthly && unstated && unstated.amount > monthly.amount) {
    return plausible(stood, [moveOf(stood, "unstated", monthly, unstated, currency)]);
  }
  const words = (forms: ReadonlyMap<Form, Stated>) => [...forms.keys()].map((form) => FORM_WORDS[form]).join(", ");
  return {
    kind: "held",
    moves: [],
    why: `${stood.name}: it was priced ${words(before)}, and the page prices it ${words(after)}; the two cannot be compared`,
  };
}

/** Compares a starting price with the cheapest paid plan of the page. */
function compareStart(start: Tier, read: readonly Tier[], isAll: boolean): Verdict {
  const paid = read.filter((tier) => !tier.isFree && tier.listPrice !== null);
  if (paid.length === 0) {
    return {
      kind: "held",
      moves: [],
      why: `the starting price was ${start.listPrice?.amount}, and the page has no price`,
    };
  }
  const verdicts = paid.map((tier) => ({ tier, verdict: compare(start, { ...tier, name: start.name }) }));
  if (verdicts.some(({ verdict }) => verdict.kind === "agrees")) {
    return { ...AGREES, adds: isAll && paid.some((tier) => tier.startingPrice === undefined) };
  }
  const cheapest = verdicts.reduce((best, one) =>
    (one.tier.listPrice?.amount ?? 0) < (best.tier.listPrice?.amount ?? 0) ? one : best,
  );
  return cheapest.verdict;
}

export interface ReadPage {
  url: string;
  readAt: Date;
  sha256: string;
}

/** Returns the reading as an observation with its proof. */
export function toObservation(
  decision: Pick<Decision, "moves"> & { fact: PlansFact },
  reading: PageReading,
  product: string,
  page: ReadPage,
): Observation {
  const readAt = page.readAt.toISOString();
  const observedAt: Day = readAt.slice(0, 10);
  const shown = shownText(reading, decision.moves);
  return {
    product,
    source: CHECKS_SOURCE,
    trust: "A",
    observedAt,
    evidence: { url: page.url, readAt, sha256: page.sha256, ...(shown && { shown }) },
    fact: decision.fact,
  };
}

const SHOWN_LENGTH = 500;
const BETWEEN = " … ";

/** Returns the texts that show the prices, moved prices first. Null if the page shows no prices. */
export function shownText({ tiers }: PageReading, moves: readonly Move[] = []): string | null {
  const moved = new Set(moves.map(({ tier }) => tier));
  const first = (tier: ReadTier) => (moved.has(tierId(tier.name)) ? 0 : 1);
  const texts = [...tiers].sort((a, b) => first(a) - first(b)).flatMap(({ prices }) => prices.map(({ text }) => text));
  let shown = "";
  for (const text of new Set(texts.filter(Boolean))) {
    const longer = shown ? `${shown}${BETWEEN}${text}` : text;
    if (longer.length > SHOWN_LENGTH) break;
    shown = longer;
  }
  return shown || null;
}
