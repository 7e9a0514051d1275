import { extended } from "@/lib/extended";
import { canonicalJson, digest } from "@/lib/ids";
import type { Observation, Trust } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ChangeClass, Evidence, Meter, PriceChange, PricePoint, Tier } from "@/lib/schemas/record";
import { type Settled, settle } from "./announcements";
import { isListPrice } from "./change";
import { daysBetween } from "./day";
import { unitNamer } from "./history-units";
import { compareText, EvidenceBook, groupBy, ofKind, type Seen, type Sources, seenBy, voiceOf } from "./ledger";
import { percentChange } from "./money";
import { headlinePrice, reducePlans, toTier } from "./plans";
import { POLICY } from "./policy";
import { historyRegion, leadPrice, type ServedMeter, servedMeters } from "./rates";
import { stepsBetweenSources } from "./source-steps";

type DatedChange = PriceChange & { day: Day };
type SeriesPoint = PricePoint & {
  voice: string;
  source: string;
  trust: Trust;
  usage: boolean;
  /** A reading of the vendor's page by this service. */
  checked?: true;
  /** The monthly figure is a twelfth of the only stated price, which is yearly. */
  isTwelfth?: true;
};

function pricePoint(point: SeriesPoint): PricePoint {
  const {
    voice: _voice,
    source: _source,
    trust: _trust,
    usage: _usage,
    checked: _checked,
    isTwelfth: _isTwelfth,
    ...rest
  } = point;
  return rest;
}

const TIER_METERS = ["priceMonthly", "priceAnnual"] as const;

type Pointing = {
  book: EvidenceBook;
  /**
   * If prices differ by region, only those of this region: a card of 500 machines in 40 regions has one line for each.
   */
  region?: string | null;
  /** For an announced price that came true: the reading that showed it. */
  confirmedBy?: Settled["confirmedBy"];
  /** The readings that decide which units are comparable; by default the same. */
  among?: readonly Observation[];
};

/** Returns the prices of the readings. Comparable units of a tier have one name, see unitNamer(). */
function pointsOf(observations: readonly Observation[], pointing: Pointing): SeriesPoint[] {
  const points = statedPoints(observations, pointing);
  const nameUnit = unitNamerOf(pointing.among ? statedPoints(pointing.among, pointing) : points);
  for (const point of points) if (!point.usage) point.unit = nameUnit(point);
  return points;
}

function unitNamerOf(points: readonly SeriesPoint[]) {
  return unitNamer(points.filter(({ usage }) => !usage));
}

function statedPoints(
  observations: readonly Observation[],
  { book, region = historyRegion(ofKind(observations, "rates")), confirmedBy }: Pointing,
): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  const add = (
    observation: Observation,
    point: Omit<SeriesPoint, "voice" | "source" | "trust" | "observedAt" | "effectiveFrom" | "evidence">,
  ) => {
    const confirming = confirmedBy?.get(observation);
    points.push({
      observedAt: observation.observedAt,
      effectiveFrom: observation.effectiveFrom ?? null,
      ...point,
      evidence: book.citeAll([observation, ...(confirming ? [confirming] : [])]),
      voice: voiceOf(observation),
      source: observation.source,
      trust: observation.trust,
    });
  };

  for (const entry of ofKind(observations, "plans")) {
    // A page without a date does not show since when it states the price.
    if (entry.evidence.undated) continue;
    for (const fact of entry.fact.tiers) {
      const tier = toTier(fact, entry, book);
      const common = {
        tier: fact.startingPrice ? null : tier.id,
        priceStatus: tier.priceStatus,
        currency: tier.currency,
        unit: tier.priceUnit,
        usage: false,
        ...(entry.evidence.readAt !== undefined && { checked: true as const }),
      };
      if (fact.startingPrice) {
        add(entry, extended(common, { meter: "startingPrice", price: headlinePrice(tier) }));
        continue;
      }
      const stated = TIER_METERS.filter((meter) => tier[meter] !== null);
      const isTwelfth = !fact.prices.some(({ period, billing }) => period === "month" && billing === "annual");
      for (const meter of stated) {
        const yearly = meter === "priceAnnual" && isTwelfth && { isTwelfth };
        add(entry, extended(common, { meter, price: tier[meter], ...yearly }));
      }
      if (stated.length > 0) continue;
      if (tier.listPrice) add(entry, extended(common, { meter: "listPrice", price: tier.listPrice.amount }));
      else add(entry, extended(common, { meter: "priceMonthly", price: null }));
    }
  }
  for (const entry of ofKind(observations, "rates")) {
    for (const meter of entry.fact.meters) {
      const point = ratePoint({ model: entry.fact.model, currency: entry.fact.currency, meter }, region);
      if (point) add(entry, point);
    }
  }
  for (const entry of ofKind(observations, "hidden_cost")) {
    if (entry.fact.cost !== "sso") continue;
    add(entry, {
      tier: null,
      meter: "hiddenCosts.sso",
      price: entry.fact.amount,
      priceStatus: entry.fact.amount === null ? "not_published" : "published",
      currency: entry.fact.amount === null ? null : entry.fact.currency,
      unit: entry.fact.unit,
      usage: false,
    });
  }
  return points;
}

/** Returns the price that represents a meter, with the names that history uses. */
export function ratePoint(
  { model, currency, meter }: Pick<ServedMeter, "model" | "currency"> & { meter: Omit<Meter, "evidence" | "doubtful"> },
  region: string | null,
) {
  const price = leadPrice(meter, region);
  if (!price) return null;
  const name = meter.mode === "standard" ? meter.name : `${meter.name}:${meter.mode}`;
  return {
    tier: model,
    meter: price.regions ? `${name}@${region}` : name,
    price: price.unitPrice,
    priceStatus: "published" as const,
    currency,
    unit: `${meter.per} ${meter.unit}`,
    usage: true,
  };
}

/** Returns the rate card's prices of these models by series, with the day of each price's reading. */
function servedPoints(models: ReadonlySet<string | null>, { inForce }: Settled, asOf: Day, book: EvidenceBook) {
  const rates = ofKind(inForce, "rates");
  const region = historyRegion(rates);
  const own = rates.filter(({ fact }) => models.has(fact.model));
  const points = servedMeters(own, asOf, book).flatMap(({ reading, ...served }): SeriesPoint[] => {
    const point = ratePoint(served, region);
    if (!point) return [];
    const { observedAt, effectiveFrom = null } = reading;
    // If the same source showed another price before, its step gives the start day. This point only says when the price
    // was read.
    const from = effectiveFrom !== null && effectiveFrom > observedAt ? effectiveFrom : null;
    const { evidence } = served.meter;
    const { source, trust } = reading;
    return [extended(point, { observedAt, effectiveFrom: from, evidence, voice: voiceOf(reading), source, trust })];
  });
  return new Map(points.map((point) => [seriesKey(point), point]));
}

function samePrice(a: Pick<SeriesPoint, "price" | "currency" | "unit">, b: SeriesPoint): boolean {
  return a.price === b.price && a.currency === b.currency && a.unit === b.unit;
}

function seriesKey(point: Pick<SeriesPoint, "tier" | "meter">): string {
  return `${point.tier ?? ""}|${point.meter}`;
}

/** Returns the day that a point counts from: the vendor's date if stated, otherwise the day of the reading. */
function dayOf(point: Pick<PricePoint, "observedAt" | "effectiveFrom">): Day {
  return point.effectiveFrom ?? point.observedAt;
}

function chronological(a: PricePoint, b: PricePoint): number {
  return (
    compareText(dayOf(a), dayOf(b)) ||
    compareText(a.observedAt, b.observedAt) ||
    compareText(a.tier ?? "", b.tier ?? "") ||
    compareText(a.meter, b.meter) ||
    compareText(canonicalJson(a), canonicalJson(b))
  );
}

function seriesByVoice(points: readonly SeriesPoint[]): SeriesPoint[][] {
  return [...groupBy(points, (point) => `${point.voice}|${seriesKey(point)}`).values()].map((series) =>
    series.sort(chronological),
  );
}

/**
 * Returns every dated price, oldest first. A usage meter appears only after its price has changed, with the days of the
 * changes: the rate card lists an unchanged rate with its own date. The meter's last price is the price on the card. A
 * different price from another source since then is a dispute, which the card lists.
 */
export function priceHistory(settled: Settled, asOf: Day, book: EvidenceBook): PricePoint[] {
  const kept: SeriesPoint[] = [];
  const moved: SeriesPoint[] = [];
  const { inForce, confirmedBy } = settled;
  const region = historyRegion(ofKind(inForce, "rates"));
  for (const series of seriesByVoice(pointsOf(withoutSingleRates(inForce), { book, region, confirmedBy }))) {
    if (!series[0]?.usage) {
      kept.push(...series);
      continue;
    }
    const steps = series.filter((point, index) => index === 0 || series[index - 1]?.price !== point.price);
    if (steps.length > 1) moved.push(...steps);
  }
  kept.push(...endingAsServed(moved, settled, asOf, book));
  return [...groupBy(kept, pointKey).values()]
    .map((same) => ({
      ...pricePoint(same[0] as SeriesPoint),
      evidence: [...new Set(same.flatMap(({ evidence }) => evidence))].sort(),
    }))
    .sort(chronological);
}

/** Removes rates of models that their voice read only once: such rates have not changed. */
function withoutSingleRates(observations: readonly Observation[]): Observation[] {
  const rates = ofKind(observations, "rates");
  const byModel = groupBy(rates, (entry) => `${voiceOf(entry)}|${entry.fact.model}`);
  const single = new Set<Observation>([...byModel.values()].filter(({ length }) => length === 1).flat());
  return observations.filter((observation) => !single.has(observation));
}

function endingAsServed(
  moved: readonly SeriesPoint[],
  settled: Settled,
  asOf: Day,
  book: EvidenceBook,
): readonly SeriesPoint[] {
  if (moved.length === 0) return moved;
  const served = servedPoints(new Set(moved.map(({ tier }) => tier)), settled, asOf, book);
  return [...groupBy(moved, seriesKey)].flatMap(([key, points]) => {
    const end = served.get(key);
    if (!end) return points;
    const told = points.filter((point) => dayOf(point) < dayOf(end) || samePrice(point, end)).sort(chronological);
    const last = told.at(-1);
    return last && samePrice(last, end) ? told : [...told, end];
  });
}

function pointKey(point: SeriesPoint): string {
  const { evidence: _evidence, ...rest } = pricePoint(point);
  return canonicalJson(rest);
}

/** A price in one reading. */
export type PriceReading = Pick<PricePoint, "tier" | "meter" | "price" | "currency" | "unit" | "observedAt">;

/**
 * Returns every reading of the prices that have a history, once per day, oldest first. Includes readings that showed an
 * unchanged usage rate.
 */
export function priceReadings(
  observations: readonly Observation[],
  { asOf, sources }: { asOf: Day; sources: Sources },
): PriceReading[] {
  const { inForce } = settle(seenBy(observations, asOf).standing, asOf);
  const series = groupBy(
    pointsOf(inForce, { book: new EvidenceBook(sources) }).filter(({ price }) => price !== null),
    seriesKey,
  );
  const readings = [...series.values()]
    .filter((points) => !points[0]?.usage || new Set(points.map(({ price }) => price)).size > 1)
    .flat()
    .map(({ tier, meter, price, currency, unit, observedAt }) => ({ tier, meter, price, currency, unit, observedAt }));
  return [...new Map(readings.map((reading) => [canonicalJson(reading), reading])).values()].sort((a, b) =>
    compareText(a.observedAt, b.observedAt),
  );
}

type Shown = { tiers?: readonly Pick<Tier, "id" | "priceMonthly" | "priceAnnual" | "listPrice">[] | undefined };

/**
 * Adds a reading of each current list price on each day of a check, because a check confirms that the page shows the
 * recorded price. Days before the first reading of the price are not added: the page showed another price then.
 */
export function readingsAtChecks(
  readings: readonly PriceReading[],
  checkedOn: readonly Day[],
  { tiers = [] }: Shown,
): PriceReading[] {
  const shownBy = new Map(
    tiers.map(({ id, priceMonthly, priceAnnual, listPrice }) => [
      id,
      { priceMonthly, priceAnnual, listPrice: listPrice?.amount ?? null } as Record<string, number | null>,
    ]),
  );
  const last = new Map(readings.map((reading) => [seriesKey(reading), reading]));
  const standing = [...last.values()].filter(
    ({ tier, meter, price }) => price !== null && shownBy.get(tier ?? "")?.[meter] === price,
  );
  const checked = checkedOn.flatMap((day) =>
    standing.filter(({ observedAt }) => observedAt < day).map((reading) => ({ ...reading, observedAt: day })),
  );
  return [...readings, ...checked].sort((a, b) => compareText(a.observedAt, b.observedAt));
}

/** Returns the changes known on `asOf`, and the evidence that they refer to. */
export function changesWithEvidence(
  observations: readonly Observation[],
  { asOf, sources }: { asOf: Day; sources: Sources },
): { changes: PriceChange[]; evidence: Evidence[] } {
  const book = new EvidenceBook(sources);
  const seen = seenBy(observations, asOf);
  const settled = settle(seen.standing, asOf);
  const changes = inOrder([...toldSteps(settled, asOf, book), ...takenBack(seen, settled, book)]);
  return { changes, evidence: book.list(changes.flatMap(({ evidence }) => evidence)) };
}

/**
 * Returns the steps between dated prices, oldest first: within the readings of one voice, and between those of two,
 * see stepsBetweenSources(). Steps from checks of the vendor's page start at the price that the record had. Classes:
 * - `coverage`: first sighting of a price, or the same price in another currency.
 * - `correction`: a slip that reverted within POLICY.revertWindowDays, or a change of unit (a power of ten); with a
 *   `reason`, a price that its source retracted.
 * - `scheduled`, `unconfirmed`, `cancelled`: announced, and not in force as far as known on `asOf`, see settle().
 * - `move`: all other changes; `after` is null if a published price was withdrawn.
 */
export function priceChanges(observations: readonly Observation[], asOf: Day, book: EvidenceBook): PriceChange[] {
  return inOrder(toldSteps(settle(observations, asOf), asOf, book));
}

function toldSteps(settled: Settled, asOf: Day, book: EvidenceBook): DatedChange[] {
  const steps = [...stepsOf(settled, book), ...sourceSteps(settled, book), ...announcedSteps(settled, book)];
  return movesToServed(mergeSame(steps), settled, asOf, book);
}

/**
 * Makes the moves of a rate end at the price on the card. A move that another source shows on or after the day of the
 * current reading, and that ends at another price, becomes unconfirmed. If the last move ends at another price, a step
 * of coverage leads from it to the current reading: it is unknown whether the price moved or the sources differ.
 */
function movesToServed(steps: readonly DatedChange[], settled: Settled, asOf: Day, book: EvidenceBook): DatedChange[] {
  const isRate = (step: DatedChange) => step.class === "move" && !isListPrice(step) && step.tier !== null;
  const moves = groupBy(steps.filter(isRate), ({ tier, field }) => `${tier ?? ""}|${field}`);
  if (moves.size === 0) return [...steps];
  const served = servedPoints(new Set(steps.filter(isRate).map(({ tier }) => tier)), settled, asOf, book);
  const told = [...steps];
  for (const [key, own] of moves) {
    const end = served.get(key);
    if (!end) continue;
    const endsThere = ({ after: price, currency, unit }: DatedChange) => samePrice({ price, currency, unit }, end);
    const standing: DatedChange[] = [];
    for (const move of own) {
      if (move.day < dayOf(end) || endsThere(move)) {
        standing.push(move);
        continue;
      }
      const reason = `the current reading, from ${dayOf(end)}, shows ${end.price}`;
      told[told.indexOf(move)] = { ...move, class: "unconfirmed", reason };
    }
    const last = standing.sort((a, b) => compareText(a.day, b.day) || compareText(a.id, b.id)).at(-1);
    if (!last || endsThere(last)) continue;
    const isComparable = last.currency === end.currency && last.unit === end.unit;
    const step = toChange("coverage", isComparable ? { ...end, price: last.after } : undefined, end);
    told.push({ ...step, reason: READ_ELSEWHERE });
  }
  return told;
}

const READ_ELSEWHERE =
  "from here on, the price comes from another source; it is unknown whether the price changed or the sources differ";

function stepsOf({ inForce, confirmedBy }: Settled, book: EvidenceBook): DatedChange[] {
  const changes: DatedChange[] = [];
  const sighted = new Set<string>();
  for (const series of seriesByVoice(pointsOf(inForce, { book, confirmedBy })).sort((a, b) =>
    chronological(a[0] as PricePoint, b[0] as PricePoint),
  )) {
    series.forEach((point, index) => {
      const earlier = series[index - 1];
      if (!earlier) {
        const key = seriesKey(point);
        const stood = point.checked ? stoodBefore(point, inForce, book) : null;
        if (stood && stood.price !== point.price) changes.push(toChange("move", stood, point));
        else if (point.price !== null && !sighted.has(key)) changes.push(toChange("coverage", undefined, point));
        sighted.add(key);
        return;
      }
      if (samePrice(earlier, point) || (earlier.price === null && point.price === null)) return;
      // A page of another region occasionally shows another currency.
      const alike = series.filter((other) => isComparable(other, point));
      const at = alike.indexOf(point);
      const before = alike[at - 1];
      if (before && before.price === point.price) return;
      const kind = !before || before.price === null ? "coverage" : classify(alike, at);
      changes.push(toChange(kind, before, point));
    });
  }
  return changes;
}

function isComparable(a: SeriesPoint, b: SeriesPoint): boolean {
  return a.price === null || b.price === null || (a.currency === b.currency && a.unit === b.unit);
}

function sourceSteps({ inForce, confirmedBy }: Settled, book: EvidenceBook): DatedChange[] {
  const points = pointsOf(inForce, { book, confirmedBy }).filter(({ usage }) => !usage);
  return stepsBetweenSources(points).map(({ before, after }) =>
    toChange("move", before, { ...after, evidence: [...new Set([...before.evidence, ...after.evidence])].sort() }),
  );
}

/**
 * Returns the price that the record had before a check read a different price on the vendor's page: a check compares
 * with the recorded price from any source. Returns null if the two are not comparable.
 */
function stoodBefore(point: SeriesPoint, inForce: readonly Observation[], book: EvidenceBook): SeriesPoint | null {
  const earlier = inForce.filter(({ observedAt, evidence }) => observedAt < point.observedAt && !evidence.readAt);
  const tier = reducePlans(ofKind(earlier, "plans"), point.observedAt, book)?.tiers.find(({ id }) => id === point.tier);
  if (!tier || tier.currency !== point.currency) return null;
  const nameUnit = unitNamerOf(statedPoints(inForce, { book }));
  if (nameUnit({ tier: tier.id, meter: point.meter, currency: tier.currency, unit: tier.priceUnit }) !== point.unit)
    return null;
  const price =
    point.meter === "listPrice"
      ? (tier.listPrice?.amount ?? null)
      : point.meter === "priceMonthly" || point.meter === "priceAnnual"
        ? tier[point.meter]
        : null;
  const isAlike = point.meter !== "listPrice" || (tier.priceMonthly === null && tier.priceAnnual === null);
  const stood = { ...point, source: "", observedAt: tier.observedAt, effectiveFrom: null, price };
  return price === null || !isAlike ? null : stood;
}

/** Returns steps that were announced and are not in force, from the price that their source showed before that day. */
function announcedSteps({ inForce, announced }: Settled, book: EvidenceBook): DatedChange[] {
  if (announced.length === 0) return [];
  const region = historyRegion(ofKind([...inForce, ...announced.map(({ entry }) => entry)], "rates"));
  const shown = groupBy(pointsOf(inForce, { book, region }), (point) => `${point.voice}|${seriesKey(point)}`);
  return announced.flatMap(({ entry, status, cancelledBy }) =>
    pointsOf([entry], { book, region, among: [...inForce, entry] }).flatMap((point) => {
      const before = (shown.get(`${point.voice}|${seriesKey(point)}`) ?? [])
        .filter(
          (earlier) =>
            dayOf(earlier) < dayOf(point) && earlier.currency === point.currency && earlier.unit === point.unit,
        )
        .sort(chronological)
        .at(-1);
      if (before?.price === point.price) return [];
      const after = cancelledBy
        ? { ...point, observedAt: cancelledBy.observedAt, evidence: book.citeAll([entry, cancelledBy]) }
        : point;
      return [{ ...toChange(status, before, after), reason: cancelledBy?.fact.reason ?? null }];
    }),
  );
}

/** Returns the last price of each series that a source retracted, with the price that replaced it on that day. */
function takenBack({ retracted }: Seen, { inForce }: Settled, book: EvidenceBook): DatedChange[] {
  if (retracted.size === 0) return [];
  const rest = groupBy(
    pointsOf(inForce, { book }).filter(({ price }) => price !== null),
    seriesKey,
  );
  return [...retracted].flatMap(([retraction, observations]) =>
    seriesByVoice(
      pointsOf(observations, { book, among: [...inForce, ...observations] }).filter(({ price }) => price !== null),
    ).flatMap((series) => {
      const before = series.at(-1);
      if (!before) return [];
      const { observedAt, fact } = retraction;
      const [instead] = (rest.get(seriesKey(before)) ?? [])
        .filter(
          (point) =>
            point.currency === before.currency &&
            point.unit === before.unit &&
            point.observedAt <= observedAt &&
            dayOf(point) <= observedAt,
        )
        .sort((a, b) => chronological(b, a));
      const after = { ...before, observedAt, effectiveFrom: null, price: instead?.price ?? null };
      return [
        {
          ...toChange("correction", before, { ...after, evidence: [book.cite(retraction)] }),
          reason: fact.reason,
        },
      ];
    }),
  );
}

function inOrder(changes: readonly DatedChange[]): PriceChange[] {
  return mergeSame(changes)
    .sort((a, b) => compareText(a.day, b.day) || compareText(a.id, b.id))
    .map(({ day: _day, ...change }) => change);
}

function classify(series: readonly SeriesPoint[], index: number): "move" | "correction" {
  const before = series[index - 1] as SeriesPoint;
  const point = series[index] as SeriesPoint;
  const next = series[index + 1];
  const earlier = series[index - 2];
  const revertsSoon =
    next !== undefined &&
    next.price === before.price &&
    daysBetween(dayOf(point), dayOf(next)) <= POLICY.revertWindowDays;
  const isRevert =
    earlier !== undefined &&
    earlier.price === point.price &&
    daysBetween(dayOf(before), dayOf(point)) <= POLICY.revertWindowDays;
  if (revertsSoon || isRevert) return "correction";
  return isUnitFix(before.price, point.price) ? "correction" : "move";
}

/**
 * Returns true if one price is the other times 10, 100, 1000 …: the unit was corrected, and the price did not change.
 */
function isUnitFix(before: number | null, after: number | null): boolean {
  if (!before || !after) return false;
  const exponent = Math.log10(after / before);
  return Math.abs(exponent) >= 1 - 1e-9 && Math.abs(exponent - Math.round(exponent)) < 1e-9;
}

function toChange(kind: ChangeClass, before: SeriesPoint | undefined, after: SeriesPoint): DatedChange {
  const body = {
    class: kind,
    field: after.meter,
    tier: after.tier,
    before: before?.price ?? null,
    after: after.price,
    percent: before && before.price !== null && after.price !== null ? percentChange(before.price, after.price) : null,
    currency: after.currency ?? before?.currency ?? null,
    effectiveFrom: after.effectiveFrom,
    observedAt: after.observedAt,
  };
  return {
    id: `ch_${digest([body, after.evidence])}`,
    ...body,
    unit: after.unit ?? before?.unit ?? null,
    dateRange: kind === "move" ? dateRangeOf(before, after) : null,
    reason: null,
    evidence: after.evidence,
    day: dayOf(after),
  };
}

/** Returns the readings between which a list price changed; null if the vendor states the day. */
function dateRangeOf(before: SeriesPoint | undefined, after: SeriesPoint): PriceChange["dateRange"] {
  if (!before || !isListPrice({ field: after.meter }) || after.effectiveFrom !== null) return null;
  const { observedAt: from } = before;
  const { observedAt: to } = after;
  return from < to ? { from, to, sources: before.source === after.source ? 1 : 2 } : null;
}

function mergeSame(changes: readonly DatedChange[]): DatedChange[] {
  const merged: DatedChange[] = [];
  const stepKey = (change: PriceChange) =>
    [change.tier, change.field, change.before, change.after, change.currency, change.class, change.reason].join("|");
  for (const group of groupBy(changes, stepKey).values()) {
    const sorted = [...group].sort((a, b) => compareText(a.day, b.day) || compareText(a.id, b.id));
    for (const change of sorted) {
      const last = merged.at(-1);
      if (
        last &&
        stepKey(last) === stepKey(change) &&
        daysBetween(last.day, change.day) <= POLICY.sameChangeWindowDays
      ) {
        last.evidence = [...new Set([...last.evidence, ...change.evidence])].sort();
      } else merged.push({ ...change });
    }
  }
  return merged;
}
