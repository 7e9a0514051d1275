import type { Observation, RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { belief, confidenceOf } from "./confidence";
import { compareText, type Entry, type EvidenceBook, groupBy, inForce, voiceOf } from "./ledger";
import { isPeer, latestByVoice, mostBelieved } from "./plans";
import { POLICY } from "./policy";

type RatesEntry = Entry<RatesFact>;
type RateMeter = RatesFact["meters"][number];

export type ReducedRates = { usage: Usage; shown: RatesEntry; agreeing: Observation[] };

const LANGUAGE_METERS = new Set(["inputTokens", "outputTokens"]);

/**
 * The rate card in force on `asOf`, each model reduced by itself. A model is left out once every source dropped it, or
 * one dropped it long after the last sighting by the others: a list also drops a model when it merges entries.
 */
export function reduceRates(entries: readonly RatesEntry[], asOf: Day, book: EvidenceBook): ReducedRates | null {
  const models: UsageModel[] = [];
  const shownOf = new Map<string, { shown: RatesEntry; agreeing: Observation[] }>();
  for (const [model, series] of groupBy(entries, (entry) => entry.fact.model)) {
    const reduced = reduceModel(series, asOf, book);
    if (!reduced) continue;
    models.push(reduced.model);
    shownOf.set(model, reduced);
  }
  models.sort((a, b) => compareText(a.model, b.model));
  const newest = mostBelieved(
    [...shownOf.values()].map(({ shown }) => shown),
    asOf,
  );
  if (!newest) return null;
  const agreeing = shownOf.get(newest.fact.model)?.agreeing ?? [];
  const isLanguage = models.some((model) => model.meters.some((meter) => LANGUAGE_METERS.has(meter.name)));
  return {
    shown: newest,
    agreeing,
    usage: {
      kind: isLanguage ? "llm" : "api",
      asOf,
      currency: newest.fact.currency,
      modelCount: models.length,
      models,
    },
  };
}

function reduceModel(series: readonly RatesEntry[], asOf: Day, book: EvidenceBook) {
  const statements = latestByVoice(series, asOf);
  const current = statements.filter((entry) => entry.fact.status !== "retired");
  const shown = mostSupported(current, asOf);
  if (!shown || statements.some((entry) => !current.includes(entry) && !isPeer(shown, entry))) return null;

  const others = current
    .filter((entry) => entry !== shown && isPeer(entry, shown) && entry.fact.currency === shown.fact.currency)
    .sort((a, b) => belief(b, asOf) - belief(a, asOf));
  const meters = new Map(shown.fact.meters.map((meter) => [meterKey(meter), toMeter(meter, shown, book)]));
  const conflicts: UsageModel["conflicts"] = [];
  const agreeing: Observation[] = [];
  for (const other of others) {
    const id = book.cite(other);
    let agrees = false;
    let differs = false;
    for (const theirs of other.fact.meters) {
      const key = meterKey(theirs);
      const ours = meters.get(key);
      if (!ours) {
        meters.set(key, toMeter(theirs, other, book));
        continue;
      }
      const mine = leadPrice(ours);
      const seen = leadPrice(theirs);
      if (!mine || !seen || ours.evidence.includes(id)) continue;
      if (sameRate(mine.unitPrice / ours.per, seen.unitPrice / theirs.per)) {
        agrees = true;
        ours.evidence = [...ours.evidence, id].sort();
      } else {
        differs = true;
        conflicts.push({
          meter: theirs.name,
          mode: theirs.mode,
          shown: mine.unitPrice,
          other: seen.unitPrice,
          observedAt: other.observedAt,
          evidence: [id],
        });
      }
    }
    if (agrees && !differs) agreeing.push(other);
  }

  const names = [shown, ...others];
  const first = <T>(pick: (fact: RatesFact) => T | undefined): T | null =>
    names.map((entry) => pick(entry.fact)).find((value) => value !== undefined) ?? null;
  const evidenceIds = [...new Set([...meters.values()].flatMap((meter) => meter.evidence))];
  const model: UsageModel = {
    model: shown.fact.model,
    name: first((fact) => fact.name) ?? shown.fact.model,
    contextWindow: first((fact) => fact.contextWindow),
    maxOutput: first((fact) => fact.maxOutput),
    status: shown.fact.status ?? "active",
    currency: shown.fact.currency,
    observedAt: shown.observedAt,
    meters: [...meters.values()].sort((a, b) => compareText(a.mode, b.mode) || compareText(a.name, b.name)),
    scheduled: scheduledOf(series, asOf, book),
    conflicts,
    license: evidenceIds.some((id) => book.isRestricted(id)) ? "restricted" : "owned",
    confidence: confidenceOf(shown, { asOf, agreeing, partial: false, disputed: conflicts.length > 0 }).confidence,
  };
  return { model, shown, agreeing };
}

function scheduledOf(series: readonly RatesEntry[], asOf: Day, book: EvidenceBook): UsageModel["scheduled"] {
  const future = series.filter((entry) => !inForce(entry, asOf));
  const latest = [...groupBy(future, (entry) => `${voiceOf(entry)} ${entry.effectiveFrom}`).values()].map(
    (group) => group[group.length - 1] as RatesEntry,
  );
  return latest
    .sort((a, b) => compareText(a.effectiveFrom ?? "", b.effectiveFrom ?? "") || compareText(voiceOf(a), voiceOf(b)))
    .map((entry) => ({
      effectiveFrom: entry.effectiveFrom as Day,
      meters: entry.fact.meters.map((meter) => toMeter(meter, entry, book)),
    }));
}

function meterKey(meter: Pick<RateMeter, "name" | "mode">): string {
  return `${meter.mode} ${meter.name}`;
}

function toMeter(meter: RateMeter, entry: RatesEntry, book: EvidenceBook): Meter {
  return { ...meter, evidence: [book.cite(entry)] };
}

/** The first paid price that holds without a condition; a free first band stands before it. */
export function leadPrice(meter: Pick<RateMeter, "prices">): RateMeter["prices"][number] | null {
  const plain = meter.prices.filter((price) => price.when === null);
  return plain.find((price) => price.unitPrice > 0) ?? plain[0] ?? null;
}

/** The lead price per single unit, for comparison only. */
function unitRate(meter: Pick<RateMeter, "prices" | "per">): number | null {
  const price = leadPrice(meter);
  return price && price.unitPrice / meter.per;
}

function sameRate(a: number, b: number): boolean {
  return Math.abs(a - b) <= POLICY.rateTolerance * Math.max(a, b);
}

/** True when two statements share a comparable meter and differ in none. */
function agree(a: RatesEntry, b: RatesEntry): boolean {
  const rates = new Map(a.fact.meters.map((meter) => [meterKey(meter), unitRate(meter)]));
  const common = b.fact.meters
    .map((meter) => [rates.get(meterKey(meter)) ?? null, unitRate(meter)] as const)
    .filter((pair): pair is readonly [number, number] => pair[0] !== null && pair[1] !== null);
  return (
    a.fact.currency === b.fact.currency && common.length > 0 && common.every(([one, other]) => sameRate(one, other))
  );
}

/**
 * The most believed statement among those with the most support: the belief in it together with the recent statements
 * that agree with it. Two lists that agree can outweigh one better source that differs.
 */
function mostSupported(current: readonly RatesEntry[], asOf: Day): RatesEntry | null {
  const support = new Map<RatesEntry, number>();
  for (const entry of current) {
    let doubt = 1 - belief(entry, asOf);
    for (const other of current) {
      if (other !== entry && isPeer(other, entry) && isPeer(entry, other) && agree(entry, other))
        doubt *= 1 - belief(other, asOf);
    }
    support.set(entry, 1 - doubt);
  }
  const most = Math.max(...support.values());
  return mostBelieved(
    current.filter((entry) => (support.get(entry) ?? 0) >= most - 1e-9),
    asOf,
  );
}
