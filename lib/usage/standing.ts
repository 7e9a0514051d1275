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
 * The reasons why a model is not ranked. `unconfirmed`: no source was seen to show it since POLICY.dueAfterDays before
 * the day. `variant`: another id of a ranked model: its dated snapshots, modes, variants, spoken and fine-tuned forms.
 * `notText`: the workload is text, and the model does not write text.
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

/** Returns the first day on which a sighting of a model counts for a ranking on a day. */
export function confirmedSince(day: Day): Day {
  return addDays(day, -POLICY.dueAfterDays);
}

interface Named {
  model: UsageModel;
  id: ModelId;
}

/**
 * Returns the models of a card of language models that are ranked on a day, each once: by its undated id, else by its
 * newest snapshot, with the prices of ids that name a mode as prices of that mode. `withPast`: includes models that are
 * no longer current.
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

/** Ids joined to a mode or a form of speech by a hyphen are read as such if the card lists the model without it. */
function namesOf(models: readonly UsageModel[]): Named[] {
  const named = models.map((model) => ({ model, id: readModelId(model.model) }));
  const keys = new Set(named.map(({ id }) => id.key));
  return named.map(({ model, id }) => {
    const base = plainKey(id.key);
    if (base === null || !keys.has(base.key)) return { model, id };
    return { model, id: { ...id, ...base, variant: id.variant ?? id.key.slice(base.key.length + 1) } };
  });
}

/** Returns the ids of one model that rank it: several only if they differ by region or deployment. */
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
  // The card lists only the mode: the model has no price in any other mode.
  const [first] = byMode;
  return first ? [withModes({ ...first.model, meters: [] }, byMode)] : [];
}

/** Sorts snapshots with a year before those without. */
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
 * Gives an undated id and the snapshot that it refers to the same status: a source may mark only one of a model's ids
 * as ended. The undated id refers to the newest snapshot at its prices, or to the only snapshot. No older snapshot and
 * no variant remains current for longer.
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

/** Returns the newest of the snapshots that name a year; for others the order is unknown. */
function newestOf<T extends { id: ModelId }>(dated: readonly T[]): T[] {
  const snapshots = dated.map(({ id }) => id.snapshot ?? "");
  const [newest] = snapshots.filter((snapshot) => snapshot.length > 4).sort(laterSnapshot);
  return newest === undefined ? [...dated] : dated.filter(({ id }) => id.snapshot === newest);
}

/** Gives all models the most advanced of their statuses. */
function level<T extends Stated>(models: readonly T[], statuses: Map<T, Status>): Status {
  const of = (model: T) => statuses.get(model) ?? model.status;
  const status = models.map(of).reduce(worse, "active");
  for (const model of models) statuses.set(model, status);
  return status;
}

function worse(a: Status, b: Status): Status {
  return STATUSES.indexOf(a) >= STATUSES.indexOf(b) ? a : b;
}

/** The meters that price the use of a model that writes text. */
export const TOKENS = ["inputTokens", "outputTokens"];

function samePrices(a: Stated, b: Stated): boolean {
  return TOKENS.every((name) => leadPrice(a, name) === leadPrice(b, name));
}

function leadPrice({ meters }: Stated, name: string): number | null {
  const meter = meters.find((entry) => entry.name === name && entry.mode === "standard");
  const price = meter?.prices[0];
  return meter && price ? price.unitPrice / meter.per : null;
}
