import { extended } from "@/lib/extended";
import type { Observation, RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { inCardOrder } from "@/lib/usage/card-order";
import { agreeingOnStatus } from "@/lib/usage/standing";
import type { Announced } from "./announcements";
import { belief, confidenceOf } from "./confidence";
import { hasSteps, type ModelStanding, type StepFinder, stepFinder, withoutPremium } from "./context-steps";
import { daysBetween } from "./day";
import { leadRates } from "./lead-meters";
import { compareText, type Entry, type EvidenceBook, groupBy, publisherOf, voiceOf } from "./ledger";
import { isPeer, latestByVoice, mostBelieved } from "./plans";
import { POLICY } from "./policy";
import { referenceRegion, regionsOf } from "./regions";
import { retiredOn } from "./retirements";

type RatesEntry = Entry<RatesFact>;
type RateMeter = RatesFact["meters"][number];
type RatePrice = RateMeter["prices"][number];

export type ReducedRates = { usage: Usage; shown: RatesEntry; agreeing: Observation[] };

const LANGUAGE_METERS = new Set(["inputTokens", "outputTokens"]);
/**
 * Minimum share of language models that makes a card a language-model card. A cloud provider's card may have a few of
 * them too.
 */
const LANGUAGE_SHARE = 0.25;

/**
 * Reduces the readings in force on `asOf`, together with `announced` prices, to a rate card: see settle(). Each model
 * is reduced separately. A model is left out if every voice dropped it, or if one dropped it long after the last
 * sighting by the others: a list also drops a model when it merges entries.
 */
export function reduceRates(
  entries: readonly RatesEntry[],
  asOf: Day,
  book: EvidenceBook,
  announced: readonly Announced[] = [],
): ReducedRates | null {
  const standings = standingsOf(entries, asOf);
  const steps = stepFinder(standings.values());
  const ahead = groupBy(announced.filter(isAhead), ({ entry }) => entry.fact.model);
  const reduced: UsageModel[] = [];
  const shownOf = new Map<string, { shown: RatesEntry; agreeing: Observation[] }>();
  for (const [model, standing] of standings) {
    const found = reduceModel(standing, { asOf, book, steps }, ahead.get(model) ?? []);
    if (!found) continue;
    reduced.push(found.model);
    shownOf.set(model, found);
  }
  const newest = mostBelieved(
    [...shownOf.values()].map(({ shown }) => shown),
    asOf,
  );
  if (!newest) return null;
  const agreeing = shownOf.get(newest.fact.model)?.agreeing ?? [];
  const language = reduced.filter(({ meters }) => meters.some(({ name }) => LANGUAGE_METERS.has(name)));
  const kind = language.length > 0 && language.length >= LANGUAGE_SHARE * reduced.length ? "llm" : "api";
  const told = reduced.map((model) => {
    const end = standings.get(model.model)?.endsOn ?? null;
    return end !== null && end > asOf ? extended(model, { status: "deprecated" as const }) : model;
  });
  const agreed = kind === "llm" ? agreeingOnStatus(told) : told;
  const leads = leadRates(newest.product);
  const models = agreed.map((model) => {
    const end = standings.get(model.model)?.endsOn ?? null;
    const day = end !== null && end <= asOf ? end : null;
    const leadMeters = leads.get(model.model)?.filter((name) => model.meters.some((meter) => meter.name === name));
    return {
      ...model,
      ...(leadMeters && leadMeters.length > 0 && { leadMeters }),
      ...(day !== null && { status: "retired" as const, retiredOn: day }),
    };
  });
  const regions = regionsOf(models);
  const watched = historyRegion(entries);
  const reference = watched !== null && regions.includes(watched) ? watched : referenceRegion(models);
  return {
    shown: newest,
    agreeing,
    usage: {
      kind,
      asOf,
      currency: newest.fact.currency,
      modelCount: models.length,
      ...(reference !== null && { regions, referenceRegion: reference }),
      models: inCardOrder({ kind, models }, [...leads.keys()]),
    },
  };
}

/** Returns the reference region over all readings: history uses only the prices of that region. */
export function historyRegion(entries: readonly RatesEntry[]): string | null {
  return referenceRegion(entries.map(({ fact }) => fact));
}

type Ahead = { entry: RatesEntry; status: "scheduled" | "unconfirmed" };

function isAhead(announced: Announced): announced is Announced & Ahead {
  return announced.status !== "cancelled" && announced.entry.fact.kind === "rates";
}

type Card = { asOf: Day; book: EvidenceBook; steps: StepFinder };

/** Returns the statements on each model, and the leading one. */
function standingsOf(entries: readonly RatesEntry[], asOf: Day): Map<string, ModelStanding> {
  const byModel = groupBy(entries.map(withoutPremium), ({ fact }) => fact.model);
  return new Map(
    [...byModel].map(([model, all]) => {
      const endsOn = endOf(all, asOf);
      const series = whileSold(
        all.filter((entry) => !isEnd(entry)),
        endsOn !== null && endsOn <= asOf ? endsOn : null,
      );
      const statements = latestByVoice(series, asOf);
      const current = statements.filter(({ fact }) => fact.status !== "retired");
      return [model, { series, statements, current, lead: prevailing(current, asOf), endsOn }];
    }),
  );
}

/** Returns true for a reading that states only the day on which the maker shuts the model down. */
function isEnd({ fact, effectiveFrom }: RatesEntry): boolean {
  return fact.status === "retired" && fact.meters.length === 0 && effectiveFrom !== undefined;
}

/**
 * Returns the day on which the maker shuts the model down: the reviewed day if it has come, otherwise the day read
 * last.
 */
function endOf(all: readonly RatesEntry[], asOf: Day): Day | null {
  const [first] = all;
  const reviewed = first ? retiredOn(first.product, first.fact.model, asOf) : null;
  const last = all.filter(isEnd).sort((a, b) => compareText(b.observedAt, a.observedAt))[0];
  return reviewed ?? last?.effectiveFrom ?? null;
}

/** Returns the readings up to the day on which the maker shut the model down: a later reading repeats an old list. */
function whileSold(series: readonly RatesEntry[], endedOn: Day | null): readonly RatesEntry[] {
  const sold = endedOn === null ? series : series.filter(({ observedAt }) => observedAt <= endedOn);
  return sold.length > 0 ? sold : series;
}

function reduceModel(
  { series, statements, current, lead: shown }: ModelStanding,
  { asOf, book, steps }: Card,
  ahead: readonly Ahead[],
) {
  if (!shown || statements.some((entry) => !current.includes(entry) && !isPeer(shown, entry))) return null;

  const peers = current.filter(
    (entry) => entry !== shown && isPeer(entry, shown) && entry.fact.currency === shown.fact.currency,
  );
  const differing = new Set(peers.filter((entry) => differ(entry, shown)));
  const others = peers
    .filter((entry) => !differing.has(entry) || !isPast(entry, shown, current))
    .sort((a, b) => Number(differing.has(a)) - Number(differing.has(b)) || belief(b, asOf) - belief(a, asOf));
  const meters = new Map(shown.fact.meters.map((meter) => [meterKey(meter), toMeter(meter, shown, book)]));
  const filled = new Map<string, RatesEntry>();
  let conflicts: UsageModel["conflicts"] = [];
  const agreeing: Observation[] = [];
  for (const other of others) {
    const id = book.cite(other);
    let agrees = false;
    let differs = false;
    for (const theirs of other.fact.meters) {
      const key = meterKey(theirs);
      const ours = meters.get(key);
      if (!ours) {
        filled.set(key, other);
        const meter = toMeter(theirs, other, book);
        meters.set(key, differing.has(other) ? extended(meter, { doubtful: true as const }) : meter);
        continue;
      }
      if (ours.evidence.includes(id)) continue;
      const { same, differences, added } = compareMeters(ours, theirs);
      if (same) agrees = true;
      if (differences.length > 0) differs = true;
      if (same || added.length > 0) ours.evidence = [...ours.evidence, id].sort();
      if (added.length > 0) ours.prices = [...ours.prices, ...added];
      const shared = {
        meter: theirs.name,
        mode: theirs.mode,
        observedAt: other.observedAt,
        evidence: [id],
        shownOn: speaksFor(filled.get(key) ?? shown),
        shownEvidence: [book.cite(filled.get(key) ?? shown)],
      };
      conflicts.push(...differences.map((difference) => ({ ...shared, ...difference })));
    }
    if (agrees && !differs) agreeing.push(other);
  }
  for (const other of fillersOf(shown, current)) {
    for (const theirs of other.fact.meters) {
      const key = meterKey(theirs);
      if (meters.has(key)) continue;
      filled.set(key, other);
      meters.set(key, toMeter(theirs, other, book));
    }
  }

  const names = [shown, ...others];
  const first = <T>(pick: (fact: RatesFact) => T | undefined): T | null =>
    names.map((entry) => pick(entry.fact)).find((value) => value !== undefined) ?? null;
  // Input steps take precedence: a list with steps only for the cache is out of date.
  for (const [key, meter] of [...meters].sort(([, a], [, b]) => Number(isInput(b)) - Number(isInput(a)))) {
    const found = steps(shown.fact.model, meter);
    const input = meters.get(meterKey({ name: "inputTokens", mode: meter.mode }));
    if (!found || !(isInput(meter) || !input || hasSteps(input))) continue;
    const { prices, tierMode } = found.meter;
    if (prices[0]?.unitPrice !== meter.prices[0]?.unitPrice) {
      filled.set(key, found.entry);
      conflicts = conflicts.filter((one) => one.meter !== meter.name || one.mode !== meter.mode);
    }
    meters.set(key, {
      ...meter,
      tierMode,
      prices,
      evidence: [...new Set([...meter.evidence, book.cite(found.entry)])].sort(),
    });
  }
  for (const [key, meter] of meters) {
    if (isImplausibleMode(meter, meters.get(meterKey({ name: meter.name, mode: "standard" })))) meters.delete(key);
  }
  const evidenceIds = [...new Set([...meters.values()].flatMap((meter) => meter.evidence))];
  const model: UsageModel = {
    model: shown.fact.model,
    name: first((fact) => fact.name) ?? shown.fact.model,
    ...stated({
      group: first((fact) => fact.group),
      vcpus: first((fact) => fact.vcpus),
      memoryGb: first((fact) => fact.memoryGb),
    }),
    contextWindow: first((fact) => fact.contextWindow),
    maxOutput: first((fact) => fact.maxOutput),
    status: statusOf(names),
    currency: shown.fact.currency,
    observedAt: shown.observedAt,
    knownSince: series.reduce((day, { observedAt }) => (observedAt < day ? observedAt : day), shown.observedAt),
    meters: [...meters.values()].sort((a, b) => compareText(a.mode, b.mode) || compareText(a.name, b.name)),
    scheduled: scheduledOf(ahead, book),
    conflicts,
    license: evidenceIds.some((id) => book.isRestricted(id)) ? "restricted" : "owned",
    confidence: confidenceOf(shown, { asOf, agreeing, partial: false, disputed: conflicts.length > 0 }).confidence,
  };
  const readingOf = (meter: Meter) => filled.get(meterKey(meter)) ?? shown;
  return { model, shown, agreeing, readingOf };
}

/** Returns true if two publishers later read another price first-hand, so that this reading is history. */
function isPast(entry: RatesEntry, shown: RatesEntry, current: readonly RatesEntry[]): boolean {
  const later = current.filter(
    (other) =>
      other.trust !== "C" &&
      speaksFor(other) > speaksFor(entry) &&
      (other === shown || ratesAgree(other.fact, shown.fact)),
  );
  return new Set(later.map(publisherOf)).size > 1;
}

/**
 * Returns older readings that do not contradict the shown one, newest first: they add the meters that no newer source
 * lists.
 */
function fillersOf(shown: RatesEntry, current: readonly RatesEntry[]): RatesEntry[] {
  return current
    .filter(
      (entry) =>
        !isPeer(entry, shown) &&
        daysBetween(entry.observedAt, shown.observedAt) <= POLICY.fillWindowDays &&
        entry.fact.currency === shown.fact.currency &&
        ratesAgree(entry.fact, shown.fact),
    )
    .sort((a, b) => compareText(b.observedAt, a.observedAt) || compareText(voiceOf(a), voiceOf(b)));
}

export type ServedMeter = { model: string; meter: Meter; currency: string; reading: RatesEntry };

/** Returns the served price of each meter with the reading that it comes from: see reduceRates(). */
export function servedMeters(entries: readonly RatesEntry[], asOf: Day, book: EvidenceBook): ServedMeter[] {
  const standings = standingsOf(entries, asOf);
  const card = { asOf, book, steps: stepFinder(standings.values()) };
  return [...standings].flatMap(([model, standing]) => {
    const reduced = reduceModel(standing, card, []);
    if (!reduced) return [];
    const { currency, meters } = reduced.model;
    return meters.map((meter) => ({ model, meter, currency, reading: reduced.readingOf(meter) }));
  });
}

function scheduledOf(ahead: readonly Ahead[], book: EvidenceBook): UsageModel["scheduled"] {
  const latest = [...groupBy(ahead, ({ entry }) => `${voiceOf(entry)} ${entry.effectiveFrom}`).values()].map(
    (group) => group[group.length - 1] as Ahead,
  );
  return latest
    .sort(
      ({ entry: a }, { entry: b }) =>
        compareText(a.effectiveFrom ?? "", b.effectiveFrom ?? "") || compareText(voiceOf(a), voiceOf(b)),
    )
    .map(({ entry, status }) => ({
      effectiveFrom: entry.effectiveFrom as Day,
      status,
      meters: entry.fact.meters.map((meter) => toMeter(meter, entry, book)),
    }));
}

function meterKey(meter: Pick<RateMeter, "name" | "mode">): string {
  return `${meter.mode} ${meter.name}`;
}

/** Returns "deprecated" if any source states it, because other sources may leave out the end of a model. */
function statusOf(statements: readonly RatesEntry[]): UsageModel["status"] {
  return statements.some(({ fact }) => fact.status === "deprecated") ? "deprecated" : "active";
}

function isInput({ name }: Pick<RateMeter, "name">): boolean {
  return name === "inputTokens";
}

/** Returns true for a batch, flex or priority price that is an error in a list: too far from the standard price. */
function isImplausibleMode(meter: RateMeter, standard: RateMeter | undefined): boolean {
  if (meter.mode === "standard" || meter.mode.startsWith("commitment") || meter.per !== standard?.per) return false;
  const [price, usual] = [firstPaid(meter.prices)?.unitPrice, firstPaid(standard.prices)?.unitPrice];
  if (!price || !usual) return false;
  return price > usual * POLICY.modeFactor || price * POLICY.modeFactor < usual;
}

function toMeter(meter: RateMeter, entry: RatesEntry, book: EvidenceBook): Meter {
  return extended(meter, { evidence: [book.cite(entry)] });
}

function stated<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** Returns the first paid price without a condition; a free first band comes before it. */
function firstPaid(prices: readonly RatePrice[]): RatePrice | null {
  const plain = prices.filter((price) => price.when === null);
  return plain.find((price) => price.unitPrice > 0) ?? plain[0] ?? null;
}

/** Returns the price that represents a meter: the first without a region, otherwise the first of the region. */
export function leadPrice({ prices }: Pick<RateMeter, "prices">, region: string | null): RatePrice | null {
  const everywhere = firstPaid(prices.filter(({ regions }) => regions === undefined));
  return everywhere ?? (region === null ? null : firstPaid(prices.filter(({ regions }) => regions?.includes(region))));
}

/** The key of prices without a region. */
const NO_REGION = "";

type LeadPrices = ReadonlyMap<string, RatePrice>;

/**
 * Computed once per list: each reading is compared with all others of its model, and a list of prices never changes.
 */
const leadPricesOf = new WeakMap<readonly RatePrice[], LeadPrices>();

/** Returns the lead price of each region that the meter names. */
function leadPrices({ prices }: Pick<RateMeter, "prices">): LeadPrices {
  const known = leadPricesOf.get(prices) ?? findLeadPrices(prices);
  leadPricesOf.set(prices, known);
  return known;
}

function findLeadPrices(prices: readonly RatePrice[]): LeadPrices {
  const named = new Map<string, RatePrice[]>();
  for (const price of prices) {
    for (const region of price.regions ?? [NO_REGION]) {
      const list = named.get(region);
      if (list) list.push(price);
      else named.set(region, [price]);
    }
  }
  return new Map(
    [...named].flatMap(([region, list]) => {
      const lead = firstPaid(list);
      return lead ? [[region, lead] as const] : [];
    }),
  );
}

type Difference = Pick<UsageModel["conflicts"][number], "shown" | "other" | "regions">;

/**
 * Compares two readings of one meter by region. Prices of two different regions, or of a region and of no region, do
 * not contradict each other. `added`: their prices of regions that ours does not cover. A price without a region is not
 * added to prices of regions: it would give a price in regions that may not sell the item.
 */
function compareMeters(ours: Meter, theirs: RateMeter) {
  const [mine, seen] = [leadPrices(ours), leadPrices(theirs)];
  const differences = new Map<string, Difference>();
  let same = false;
  for (const [region, { unitPrice: other }] of seen) {
    const shown = mine.get(region)?.unitPrice;
    if (shown === undefined) continue;
    if (sameRate(shown / ours.per, other / theirs.per)) {
      same = true;
      continue;
    }
    const difference = differences.get(`${shown} ${other}`) ?? { shown, other };
    if (region !== NO_REGION) difference.regions = [...(difference.regions ?? []), region].sort(compareText);
    differences.set(`${shown} ${other}`, difference);
  }
  const alike = ours.per === theirs.per && ours.unit === theirs.unit && ours.tierMode === theirs.tierMode;
  const known = new Set(regionsOf([{ meters: [ours] }]));
  const added = (alike ? theirs.prices : []).flatMap((price) => {
    const regions = price.regions?.filter((region) => !known.has(region)) ?? [];
    return regions.length > 0 ? [{ ...price, regions }] : [];
  });
  return { same, differences: [...differences.values()], added };
}

function sameRate(a: number, b: number): boolean {
  return Math.abs(a - b) <= POLICY.rateTolerance * Math.max(a, b);
}

/** Compares two statements by the meters that both have; null if they share no meter. */
function verdictOn(a: RatesFact, b: RatesFact): "same" | "differ" | null {
  if (a.currency !== b.currency) return null;
  const meters = new Map(a.meters.map((meter) => [meterKey(meter), meter]));
  let shared = false;
  for (const theirs of b.meters) {
    const ours = meters.get(meterKey(theirs));
    if (!ours) continue;
    const seen = leadPrices(theirs);
    for (const [region, { unitPrice }] of leadPrices(ours)) {
      const other = seen.get(region);
      if (!other) continue;
      if (!sameRate(unitPrice / ours.per, other.unitPrice / theirs.per)) return "differ";
      shared = true;
    }
  }
  return shared ? "same" : null;
}

/** Returns true if two statements share a comparable meter and have no differences. */
export function ratesAgree(a: RatesFact, b: RatesFact): boolean {
  return verdictOn(a, b) === "same";
}

function differ(a: RatesEntry, b: RatesEntry): boolean {
  return verdictOn(a.fact, b.fact) === "differ";
}

/**
 * Returns the day that a reading represents: the day of its page, or the day on which its announced price takes effect.
 */
function speaksFor({ observedAt, effectiveFrom, evidence }: RatesEntry): Day {
  const { capturedAt } = evidence;
  if (effectiveFrom !== undefined && effectiveFrom > observedAt) return effectiveFrom;
  return capturedAt !== undefined && capturedAt < observedAt ? capturedAt : observedAt;
}

/**
 * Returns the reading that leads. Readings POLICY.peerWindowDays older than the newest are history, and second-hand
 * ones count only if no better one is at most POLICY.secondHandYieldsDays older. Among the others that differ in a
 * price, the newest of the vendor's own page (trust A, dated) wins over any number of lists: a list repeats an old
 * state of a page, and two lists can be out of date together. Own readings of one day, and lists if there is no own
 * reading, are ranked by support.
 */
function prevailing(statements: readonly RatesEntry[], asOf: Day): RatesEntry | null {
  if (statements.length < 2) return statements[0] ?? null;
  const last = (entries: readonly RatesEntry[]) => entries.map(speaksFor).sort(compareText).at(-1) ?? "";
  const within = (days: number, entries: readonly RatesEntry[]) => {
    const newest = last(entries);
    return entries.filter((entry) => daysBetween(speaksFor(entry), newest) <= days);
  };
  const better = within(POLICY.secondHandYieldsDays, statements).filter(({ trust }) => trust !== "C");
  const current = within(POLICY.peerWindowDays, better.length > 0 ? better : statements);
  const own = current.filter(({ trust, evidence }) => trust === "A" && !evidence.undated);
  const newestOwn = own.filter((entry) => speaksFor(entry) === last(own));
  const best = mostSupported(current, current, asOf);
  const said = mostSupported(current, newestOwn, asOf);
  return best && said && verdictOn(best.fact, said.fact) === "differ" ? said : best;
}

/**
 * Returns the most believed statement among those with the most support: its own belief plus that of the recent
 * statements that agree with it. Two lists that agree can outweigh one that differs.
 */
function mostSupported(
  current: readonly RatesEntry[],
  candidates: readonly RatesEntry[],
  asOf: Day,
): RatesEntry | null {
  const support = new Map<RatesEntry, number>();
  for (const entry of candidates) {
    let doubt = 1 - belief(entry, asOf);
    for (const other of current) {
      if (other !== entry && isPeer(other, entry) && isPeer(entry, other) && ratesAgree(entry.fact, other.fact))
        doubt *= 1 - belief(other, asOf);
    }
    support.set(entry, 1 - doubt);
  }
  const most = Math.max(...support.values());
  return mostBelieved(
    candidates.filter((entry) => (support.get(entry) ?? 0) >= most - 1e-9),
    asOf,
  );
}
