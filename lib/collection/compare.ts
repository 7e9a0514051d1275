import { daysBetween } from "@/lib/catalog/day";
import { groupBy, type MaybeStored } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import { canonicalJson, observationId } from "@/lib/ids";
import type { Fact, Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { COLLECTING } from "./policy";

/** The number of lines of a list by outcome. */
export type Counts = {
  /** Observations in the list, without refused ones. */
  read: number;
  /** Lines that were unknown before. */
  new: number;
  /** Lines with a different price than before. */
  moved: number;
  /** Lines with the same price and other details, or with another price for a day that had already been read. */
  corrected: number;
  unchanged: number;
  /** Unchanged lines that are appended again because their last reading would soon be stale. */
  restated: number;
  /** Lines that have disappeared from the list. */
  gone: number;
  refused: number;
};

export type Verdict = "first_read" | "moved" | "unchanged";

export type Comparison = {
  /** The observations to append, including retractions of corrected readings of the same day. */
  appended: Observation[];
  counts: Omit<Counts, "refused">;
  /** By product in the list. */
  verdicts: Map<string, Verdict>;
  /** The number of readings of known lines, and the number of those with a different price. */
  compared: number;
  otherPrices: number;
  /** Products in the last reading that are missing from this one. */
  goneProducts: string[];
  /** Lines that have disappeared, for the report. */
  goneLines: string[];
};

export type Before = {
  /** All valid observations of this source, from any day. */
  standing: readonly MaybeStored[];
  /** Products in its last reading. Null if no collector has read it before. */
  products: readonly string[] | null;
};

/**
 * Compares a list on `day` with its earlier readings, and appends only differences. A line is compared with the newest
 * reading of the same line that is not later than its own day. An unchanged line is appended only if its last reading
 * would be due for a check before the next read of the list.
 * @param retires whether a model that is no longer listed is no longer sold; otherwise its last reading stays unchanged
 * @param unread rows of the list that were refused: a line that one of them names is not gone
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
    // Readings of an earlier day are known before a later day is compared.
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
        // Otherwise two readings of one day would both be valid.
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
      // A retirement on the day of the last reading would contradict it.
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

/** Returns the readings of a line on the newest day that is not after `on`. */
function readingOf<T extends Observation>(own: readonly T[], on: Day): T[] {
  const days = own.map(({ observedAt }) => observedAt).filter((observedAt) => observedAt <= on);
  const newest = days.reduce((latest, one) => (one > latest ? one : latest), "");
  return own.filter(({ observedAt }) => observedAt === newest);
}

/** Returns a key that two readings share if they are about the same line. */
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

/** Returns the content of a reading, without the time and place of the reading. */
function claimOf({ trust, effectiveFrom, fact }: Observation): string {
  return canonicalJson(unordered([trust, effectiveFrom ?? null, fact]));
}

/** Returns the price part of a reading, or the whole fact if it has no price. */
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

/** Removes the order of tiers, meters and features in a list, which has no meaning. */
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
