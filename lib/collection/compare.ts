import { daysBetween } from "@/lib/catalog/day";
import { groupBy, type MaybeStored } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import { canonicalJson, observationId } from "@/lib/ids";
import type { Fact, Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { COLLECTING } from "./policy";

/** What became of the lines of a list. */
export type Counts = {
  /** Observations that the list gave, refused ones not counted. */
  read: number;
  /** Nothing was known of this line. */
  new: number;
  /** Another price than the list gave before. */
  moved: number;
  /** The same price with other particulars, or another price for a day that had been read already. */
  corrected: number;
  unchanged: number;
  /** Of these, said again because their last reading would soon be no longer fresh. */
  restated: number;
  /** Lines that the list once had and has no more. */
  gone: number;
  refused: number;
};

export type Verdict = "first_read" | "moved" | "unchanged";

export type Comparison = {
  /** What is to be appended, retractions of what is corrected for the same day included. */
  appended: Observation[];
  counts: Omit<Counts, "refused">;
  /** Of each product that the list names. */
  verdicts: Map<string, Verdict>;
  /** Readings of lines known before, and how many of these show another price. */
  compared: number;
  otherPrices: number;
  /** Products that its last reading named and this one does not. */
  goneProducts: string[];
  /** Lines that it has no more, for the report. */
  goneLines: string[];
};

export type Before = {
  /** All that stands of this source, on any day. */
  standing: readonly MaybeStored[];
  /** Products that its last reading named; null where it was never read by a collector. */
  products: readonly string[] | null;
};

/**
 * Compares what a list says on `day` with what it is known to have said. Only what differs is appended: a line is
 * compared with the newest reading of the same line that is not later than its own day.
 * A line that still says the same is appended only where its last reading would be due for a check before the list is
 * read again.
 * @param retires whether a model that is no longer listed is no longer sold; else its last reading stays as it is
 * @param unread rows of the list that were refused: a line named by one of them is not gone
 */
export function compareReadings(
  observations: readonly Observation[],
  before: Before,
  {
    day,
    everyDays,
    retires,
    unread,
    url,
  }: { day: Day; everyDays: number; retires: boolean; unread: readonly string[]; url: string },
): Comparison {
  const known = groupBy(before.standing, lineOf);
  const knownProducts = new Set(before.standing.map(({ product }) => product));
  const soldProducts = new Set<string>();
  const counts = { read: observations.length, new: 0, moved: 0, corrected: 0, unchanged: 0, gone: 0, restated: 0 };
  const appended: Observation[] = [];
  const verdicts = new Map<string, Verdict>();
  let compared = 0;
  let otherPrices = 0;

  const ages = (observedAt: Day, on: Day) =>
    on === day && daysBetween(observedAt, day) > POLICY.freshForDays - everyDays;

  const listed = groupBy(observations, lineOf);
  for (const [line, readings] of listed) {
    const wasKnown = known.has(line);
    let own = known.get(line) ?? [];
    const last = own.reduce((latest, { observedAt }) => (observedAt > latest ? observedAt : latest), "");
    // What the list says of an earlier day is known when a later one is compared.
    for (const [on, now] of [...groupBy(readings, ({ observedAt }) => observedAt)].sort(byDay)) {
      const then = readingOf(own, on);
      const [product, said, saidBefore] = [
        now[0]?.product ?? "",
        new Set(now.map(claimOf)),
        new Set(then.map(claimOf)),
      ];
      const differs = !sameSet(saidBefore, said);
      const moves = differs && !sameSet(new Set(then.map(priceOf)), new Set(now.map(priceOf)));
      if (then.length > 0) compared += 1;
      if (then.length > 0 && moves) otherPrices += 1;
      if (!differs) {
        counts.unchanged += now.length;
        if (then.some(({ observedAt }) => ages(observedAt, on))) {
          appended.push(...now);
          counts.restated += now.length;
        }
        verdicts.set(product, stronger(verdicts.get(product), "unchanged"));
        continue;
      }
      if (then.some(({ observedAt }) => observedAt === on)) {
        // Two readings of one day would stand side by side.
        const wrong = then.filter((reading) => !said.has(claimOf(reading)));
        if (wrong.length > 0) appended.push(retractionOf(wrong, { day, url, reason: AGAIN }));
        const added = now.filter((reading) => !saidBefore.has(claimOf(reading)));
        appended.push(...added);
        own = [...own.filter((reading) => !wrong.includes(reading)), ...added];
      } else {
        appended.push(...now);
        own = [...own, ...now];
      }
      if (!wasKnown) counts.new += now.length;
      else if (moves && on > last) counts.moved += now.length;
      else counts.corrected += now.length;
      const verdict = !knownProducts.has(product) ? "first_read" : moves && on >= last ? "moved" : "unchanged";
      verdicts.set(product, stronger(verdicts.get(product), verdict));
    }
  }

  const goneLines: string[] = [];
  const retired: Observation[] = [];
  for (const [line, own] of known) {
    const [last] = readingOf(own, day);
    if (!last || isRetired(last)) continue;
    soldProducts.add(last.product);
    if (listed.has(line)) continue;
    const name = nameOf(last);
    if (unread.some((row) => row.includes(name))) continue;
    counts.gone += 1;
    goneLines.push(`${last.product}: ${name}`);
    if (retires && last.fact.kind === "rates") {
      const first = own.reduce((earliest, { observedAt }) => (observedAt < earliest ? observedAt : earliest), day);
      if (daysBetween(first, day) < COLLECTING.shortestListingDays)
        retired.push(retractionOf(own, { day, url, reason: BRIEF }));
      // On the day of its last reading the two would contradict each other.
      else if (last.observedAt < day) retired.push(retirementOf(last, last.fact.model, last.fact.currency, day, url));
      if (verdicts.has(last.product)) verdicts.set(last.product, "moved");
    }
  }
  const goneProducts = (before.products ?? [...soldProducts]).filter((product) => !verdicts.has(product));
  return {
    appended: [...appended, ...retired],
    counts,
    verdicts,
    compared,
    otherPrices,
    goneProducts,
    goneLines: goneLines.sort(),
  };
}

const byDay = ([a]: readonly [Day, unknown], [b]: readonly [Day, unknown]): number => (a < b ? -1 : 1);

const STRENGTH: Record<Verdict, number> = { unchanged: 0, first_read: 1, moved: 2 };

function stronger(one: Verdict | undefined, other: Verdict): Verdict {
  return one !== undefined && STRENGTH[one] >= STRENGTH[other] ? one : other;
}

/** The readings of a line on the newest day that is not after `on`. */
function readingOf<T extends Observation>(own: readonly T[], on: Day): T[] {
  const days = own.map(({ observedAt }) => observedAt).filter((observedAt) => observedAt <= on);
  const newest = days.reduce((latest, one) => (one > latest ? one : latest), "");
  return own.filter(({ observedAt }) => observedAt === newest);
}

/** What two readings must share to be readings of the same thing. */
function lineOf({ product, voice, fact }: Observation): string {
  return canonicalJson([product, voice ?? null, fact.kind, thingOf(fact)]);
}

function thingOf(fact: Fact): unknown {
  switch (fact.kind) {
    case "rates":
      return fact.model;
    case "hidden_cost":
      return [fact.cost, fact.key ?? fact.label];
    case "contract_term":
      return fact.field;
    case "market":
      return [fact.publisher, fact.scope];
    case "purchase":
      return [fact.buyer, fact.covers, fact.signedAt];
    case "rating":
      return fact.publisher;
    case "discount":
      return [fact.discount, fact.condition];
    case "cancellation":
      return [fact.model, fact.effectiveFrom];
    case "retraction":
      return fact.retracts;
    default:
      return null;
  }
}

function nameOf({ product, fact }: Observation): string {
  if (fact.kind === "rates") return fact.model;
  return fact.kind === "hidden_cost" ? fact.label : product;
}

/** All that a reading says, apart from when and where it was read. */
function claimOf({ trust, effectiveFrom, fact }: Observation): string {
  return canonicalJson(unordered([trust, effectiveFrom ?? null, fact]));
}

/** What it says of money; of a fact without any, all that it says. */
function priceOf(observation: Observation): string {
  return canonicalJson(unordered([observation.effectiveFrom ?? null, moneyOf(observation.fact)]));
}

function moneyOf(fact: Fact): unknown {
  switch (fact.kind) {
    case "rates":
      return [fact.currency, fact.meters, isGone(fact)];
    case "plans":
      return [
        fact.currency,
        fact.tiers.map(({ features: _features, limits: _limits, name: _name, ...priced }) => priced),
      ];
    case "hidden_cost":
      return [fact.amount, fact.percent, fact.currency, fact.unit];
    case "market":
      return [fact.medianAnnualCost, fact.low, fact.high, fact.currency];
    case "free_tier":
      return [fact.available, fact.trialDays];
    default:
      return fact;
  }
}

const isGone = (fact: Fact) => fact.kind === "rates" && fact.status === "retired";
const isRetired = ({ fact }: Observation) => isGone(fact);

/** A list's own order of tiers, meters and features says nothing. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unordered).sort(byText);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unordered(member)]));
}

function byText(a: unknown, b: unknown): number {
  const [one, other] = [canonicalJson(a), canonicalJson(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function sameSet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((one) => others.has(one));
}

const AGAIN = "The list was read again and shows something different for the same day.";
const BRIEF = `It was listed for less than ${COLLECTING.shortestListingDays} days, so it counts as an entry made by mistake.`;

function retractionOf(
  wrong: readonly MaybeStored[],
  { day, url, reason }: { day: Day; url: string; reason: string },
): Observation {
  const [first] = wrong as [MaybeStored];
  return {
    product: first.product,
    source: first.source,
    ...(first.voice !== undefined && { voice: first.voice }),
    trust: first.trust,
    observedAt: day,
    evidence: { url },
    fact: {
      kind: "retraction",
      retracts: wrong.map(({ id, ...observation }) => id ?? observationId(observation)).sort(),
      reason,
    },
  };
}

function retirementOf(last: Observation, model: string, currency: string, day: Day, url: string): Observation {
  return {
    product: last.product,
    source: last.source,
    ...(last.voice !== undefined && { voice: last.voice }),
    trust: last.trust,
    observedAt: day,
    evidence: { url },
    fact: { kind: "rates", model, status: "retired", currency, meters: [] },
  };
}
