import { addDays } from "@/lib/catalog/day";
import { groupBy } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import type { Day } from "@/lib/schemas/primitives";
import type { Meter, UsageModel } from "@/lib/schemas/record";
import { type ModelId, plainKey, readModelId } from "./model-key";
import type { Mode } from "./workload";

type Status = UsageModel["status"];
const STATUSES = ["active", "deprecated", "retired"] as const satisfies readonly Status[];

/**
 * Why a model is not ranked. `unconfirmed`: no source was seen to show it since POLICY.dueAfterDays before the day.
 * `variant`: another id of a model that stands: its dated snapshots, modes, variants, spoken and fine-tuned forms.
 * `notText`: the workload is text, and the model writes none.
 */
export const REASONS = ["deprecated", "retired", "unconfirmed", "variant", "notText"] as const;
export type Reason = (typeof REASONS)[number];

export interface Standing {
  models: UsageModel[];
  notRanked: { model: UsageModel; reason: Reason }[];
}

export type NotRanked = Record<Reason, number>;

export function countReasons(notRanked: Standing["notRanked"]): NotRanked {
  const counts = { deprecated: 0, retired: 0, unconfirmed: 0, variant: 0, notText: 0 };
  for (const { reason } of notRanked) counts[reason] += 1;
  return counts;
}

/** Since when a model must have been seen to stand in a ranking on a day. */
export function confirmedSince(day: Day): Day {
  return addDays(day, -POLICY.dueAfterDays);
}

interface Named {
  model: UsageModel;
  id: ModelId;
}

/**
 * The models of a card of language models that are ranked on a day, each once: by its undated id, else by its newest
 * snapshot, with the prices of ids that name a mode as prices of that mode. `withPast`: those no longer current too.
 */
export function standingModels(
  models: readonly UsageModel[],
  { day, withPast }: { day: Day; withPast: boolean },
): Standing {
  const since = confirmedSince(day);
  const notRanked: Standing["notRanked"] = [];
  const current = models.filter((model) => {
    const reason = withPast ? null : reasonAgainst(model, since);
    if (reason) notRanked.push({ model, reason });
    return reason === null;
  });
  const ranked = [...groupBy(namesOf(current), ({ id }) => id.key).values()].flatMap(leading);
  const standing = new Set(ranked.map(({ model }) => model));
  for (const model of current) if (!standing.has(model.model)) notRanked.push({ model, reason: "variant" });
  return { models: ranked, notRanked };
}

function reasonAgainst({ status, observedAt }: UsageModel, since: Day): Reason | null {
  if (status !== "active") return status;
  return observedAt < since ? "unconfirmed" : null;
}

/** Ids joined to a mode or a way of speaking by a hyphen are read as such where the card lists the model without it. */
function namesOf(models: readonly UsageModel[]): Named[] {
  const named = models.map((model) => ({ model, id: readModelId(model.model) }));
  const keys = new Set(named.map(({ id }) => id.key));
  return named.map(({ model, id }) => {
    const base = plainKey(id.key);
    if (base === null || !keys.has(base.key)) return { model, id };
    return { model, id: { ...id, ...base, variant: id.variant ?? id.key.slice(base.key.length + 1) } };
  });
}

/** Of the ids of one model those by which it is ranked: several only where they differ by region or deployment. */
function leading(named: readonly Named[]): UsageModel[] {
  const whole = named.filter(({ id }) => id.mode === null && !id.tuned);
  const plain = whole.filter(({ id }) => id.variant === null);
  const candidates = plain.length > 0 ? plain : whole;
  const undated = candidates.filter(({ id }) => id.snapshot === null);
  const [newest] = candidates.map(({ id }) => id.snapshot ?? "").sort(laterSnapshot);
  const leaders = undated.length > 0 ? undated : candidates.filter(({ id }) => id.snapshot === newest);
  const distinct = plain.length > 0 ? leaders : leaders.slice(0, 1);
  const byMode = named.filter(({ id }) => id.mode !== null && !id.tuned);
  if (distinct.length > 0) return distinct.map(({ model }) => withModes(model, byMode));
  // Only the mode is listed: it has no price in any other.
  const [first] = byMode;
  return first ? [withModes({ ...first.model, meters: [] }, byMode)] : [];
}

/** Dated ones before those that name no year. */
function laterSnapshot(a: string, b: string): number {
  return Number(b.length > 4) - Number(a.length > 4) || (a < b ? 1 : a > b ? -1 : 0);
}

function withModes(model: UsageModel, byMode: readonly Named[]): UsageModel {
  const held = new Set(model.meters.map(keyOf));
  const more = byMode.flatMap(({ model: other, id }) => {
    if (other.currency !== model.currency || id.mode === null) return [];
    return inMode(other.meters, id.mode).filter((meter) => {
      const isNew = !held.has(keyOf(meter));
      held.add(keyOf(meter));
      return isNew;
    });
  });
  return more.length === 0 ? model : { ...model, meters: [...model.meters, ...more] };
}

function inMode(meters: readonly Meter[], mode: Mode): Meter[] {
  return meters.flatMap((meter) => (meter.mode === "standard" ? [{ ...meter, mode }] : []));
}

function keyOf({ name, mode }: Meter): string {
  return `${mode} ${name}`;
}

type Stated = Pick<UsageModel, "model" | "status" | "meters">;

/**
 * The models of a card where an undated id and the snapshot that it stands for have one status: that a model ends is
 * said of one of its ids and silence of the others. It stands for the newest snapshot at its prices, or for the only
 * one there is; no older snapshot is kept for longer, nor any variant.
 */
export function agreeingOnStatus<T extends Stated>(models: readonly T[]): T[] {
  const statuses = new Map<T, Status>();
  const named = models.map((model) => ({ model, id: readModelId(model.model) })).filter(({ id }) => !id.tuned);
  for (const group of groupBy(named, ({ id }) => id.key).values()) {
    if (group.every(({ model }) => model.status === group[0]?.model.status)) continue;
    const plain = group.filter(({ id }) => id.variant === null);
    for (const snapshot of groupBy(
      group.filter(({ id }) => id.snapshot !== null),
      ({ id }) => id.snapshot ?? "",
    ).values()) {
      level(
        snapshot.map(({ model }) => model),
        statuses,
      );
    }
    const undated = plain.filter(({ id }) => id.snapshot === null);
    if (undated.length === 0) continue;
    const dated = plain.filter(({ id }) => id.snapshot !== null);
    const forms = new Set(dated.map(({ id }) => id.snapshot));
    const alike = dated.filter(({ model }) => undated.some((one) => samePrices(one.model, model)));
    const twins = newestOf(forms.size === 1 ? dated : alike);
    const last = twins[0]?.id.snapshot ?? null;
    const status = level(
      [...undated, ...twins].map(({ model }) => model),
      statuses,
    );
    for (const { model, id } of group) {
      const isLater = id.snapshot !== null && (last === null || laterSnapshot(id.snapshot, last) < 0);
      if (!isLater) statuses.set(model, worse(statuses.get(model) ?? model.status, status));
    }
  }
  return models.map((model) => {
    const status = statuses.get(model);
    return status === undefined || status === model.status ? model : { ...model, status };
  });
}

/** Of snapshots that name a year the newest; of others it is not known which is newer. */
function newestOf<T extends { id: ModelId }>(dated: readonly T[]): T[] {
  const snapshots = dated.map(({ id }) => id.snapshot ?? "");
  const [newest] = snapshots.filter((snapshot) => snapshot.length > 4).sort(laterSnapshot);
  return newest === undefined ? [...dated] : dated.filter(({ id }) => id.snapshot === newest);
}

/** Gives all of them the furthest of their statuses. */
function level<T extends Stated>(models: readonly T[], statuses: Map<T, Status>): Status {
  const of = (model: T) => statuses.get(model) ?? model.status;
  const status = models.map(of).reduce(worse, "active");
  for (const model of models) statuses.set(model, status);
  return status;
}

function worse(a: Status, b: Status): Status {
  return STATUSES.indexOf(a) >= STATUSES.indexOf(b) ? a : b;
}

/** What the use of a model that writes text is priced by. */
export const TOKENS = ["inputTokens", "outputTokens"];

function samePrices(a: Stated, b: Stated): boolean {
  return TOKENS.every((name) => leadPrice(a, name) === leadPrice(b, name));
}

function leadPrice({ meters }: Stated, name: string): number | null {
  const meter = meters.find((entry) => entry.name === name && entry.mode === "standard");
  const price = meter?.prices[0];
  return meter && price ? price.unitPrice / meter.per : null;
}
