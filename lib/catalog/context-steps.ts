import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { readModelId } from "@/lib/usage/model-key";
import { daysBetween } from "./day";
import { compareText, type Entry, groupBy, voiceOf } from "./ledger";
import { POLICY } from "./policy";

type RatesEntry = Entry<RatesFact>;
type RateMeter = RatesFact["meters"][number];

/** Price factor of a regional endpoint. Some lists file its price as that of long prompts. */
const REGIONAL_PREMIUM = 1.1;

export function hasSteps({ tierMode, prices }: Pick<RateMeter, "tierMode" | "prices">): boolean {
  return tierMode === "cliff" && prices.length > 1;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= POLICY.rateTolerance * Math.max(a, b);
}

/** Removes steps that are a regional premium: each of them is ten percent more. */
export function withoutPremium(entry: RatesEntry): RatesEntry {
  const { meters } = entry.fact;
  const steps = meters.filter(hasSteps);
  const isPremium = steps.every(({ prices }) =>
    prices.every(({ unitPrice }, at) => at === 0 || isNear(unitPrice, (prices[0]?.unitPrice ?? 0) * REGIONAL_PREMIUM)),
  );
  if (steps.length < 2 || !isPremium) return entry;
  const flat = meters.map((meter) =>
    meter.tierMode === "cliff"
      ? { ...meter, tierMode: null, prices: meter.prices.slice(0, 1).map((price) => ({ ...price, upTo: null })) }
      : meter,
  );
  return { ...entry, fact: { ...entry.fact, meters: flat } };
}

/** The statements of all sources on one model. */
export interface ModelStanding {
  series: readonly RatesEntry[];
  /** The latest statement of each source. */
  statements: readonly RatesEntry[];
  /** The statements that do not retire the model. */
  current: readonly RatesEntry[];
  /** The statement that the card shows. */
  lead: RatesEntry | null;
  /** The day on which the maker shuts the model down, in the past or the future. */
  endsOn: Day | null;
}

interface Statement {
  /** The same for every ID of a model: see familyOf(). */
  key: string;
  entry: RatesEntry;
  meter: RateMeter;
  voice: string;
  /** The same voice listed steps before and no longer does. */
  dropped: boolean;
  /** The card shows this statement for its model. */
  leads: boolean;
}

/** Finds the prices by prompt length that other statements on the card give for a meter without any. */
export type StepFinder = (model: string, meter: RateMeter) => { meter: RateMeter; entry: RatesEntry } | null;

/**
 * A source that states one price often leaves out the price of longer prompts. Steps count for every ID of a model, such
 * as an alias and its snapshots, if the leading statement of one of them gives them with this price. They also count if
 * any current statement does, no source dropped them, and no more sources state one price. Only sources that give steps
 * for some model of the card have a vote.
 */
export function stepFinder(standings: Iterable<ModelStanding>): StepFinder {
  const stated = groupBy([...standings].flatMap(statementsOf), ({ key }) => key);
  const knowing = new Set([...stated.values()].flat().flatMap(({ meter, voice }) => (hasSteps(meter) ? voice : [])));
  return (model, meter) => {
    const [only, ...more] = meter.prices;
    if (!only || more.length > 0 || only.when !== null || only.regions !== undefined) return null;
    const alike = (stated.get(meterKeyOf(familyOf(model), meter)) ?? []).filter(
      (one) =>
        one.meter.per === meter.per &&
        one.meter.unit === meter.unit &&
        one.meter.prices.some(({ unitPrice }) => isNear(unitPrice, only.unitPrice)),
    );
    const withSteps = alike.filter((one) => hasSteps(one.meter));
    const voices = (list: readonly Statement[]) => new Set(list.map(({ voice }) => voice)).size;
    const flat = alike.filter((one) => !hasSteps(one.meter) && knowing.has(one.voice));
    const isOutvoted = flat.some(({ dropped }) => dropped) || voices(flat) > voices(withSteps);
    if (withSteps.length === 0 || (isOutvoted && !withSteps.some(({ leads }) => leads))) return null;
    const groups = [...groupBy(withSteps, (one) => JSON.stringify(one.meter.prices)).values()];
    const [best] = groups.sort((a, b) => voices(b) - voices(a) || compareText(newestOf(b), newestOf(a)));
    const own = best?.find(({ entry }) => entry.fact.model === model) ?? best?.[0];
    return own ? { meter: own.meter, entry: own.entry } : null;
  };
}

function newestOf(list: readonly Statement[]): Day {
  return list.map(({ entry }) => entry.observedAt).reduce((a, b) => (a > b ? a : b));
}

/** Returns one name for every ID of a model. Variants and tuned models are sold separately and have their own names. */
function familyOf(model: string): string {
  const { key, variant, tuned } = readModelId(model);
  return variant === null && !tuned ? key : model;
}

function meterKeyOf(family: string, { mode, name }: RateMeter): string {
  return [family, mode, name].join(" ");
}

function statementsOf({ series, current, lead }: ModelStanding): Statement[] {
  const [first] = current;
  if (!first) return [];
  const family = familyOf(first.fact.model);
  const newest = current.map(({ observedAt }) => observedAt).reduce((a, b) => (a > b ? a : b));
  const entriesWithSteps = series.filter(({ fact }) => fact.meters.some(hasSteps));
  return current
    .filter(({ observedAt }) => daysBetween(observedAt, newest) <= POLICY.peerWindowDays)
    .flatMap((entry) => {
      const voice = voiceOf(entry);
      const earlier = entriesWithSteps
        .filter((other) => voiceOf(other) === voice && other.observedAt < entry.observedAt)
        .flatMap(({ fact }) => fact.meters.filter(hasSteps));
      return entry.fact.meters.map((meter) => ({
        key: meterKeyOf(family, meter),
        entry,
        meter,
        voice,
        dropped: !hasSteps(meter) && earlier.some(({ name, mode }) => name === meter.name && mode === meter.mode),
        leads: entry === lead,
      }));
    });
}
