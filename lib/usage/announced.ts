import { addDays } from "@/lib/catalog/day";
import { roundCost } from "@/lib/catalog/money";
import { POLICY } from "@/lib/catalog/policy";
import type { Day } from "@/lib/schemas/primitives";
import type { UsageModel } from "@/lib/schemas/record";
import { estimate } from "./estimate";
import { workloadOn } from "./market";
import type { Workload } from "./workload";

/** The cost of a workload at an announced price. */
export interface AnnouncedBill {
  from: Day;
  /** unconfirmed: the day has passed and no reading shows the price. */
  status: UsageModel["scheduled"][number]["status"];
  /** Null if part of the workload has no price on that day. */
  total: number | null;
}

/** A model with the prices that its vendor has announced. */
interface AnnouncedModel {
  from: Day;
  status: UsageModel["scheduled"][number]["status"];
  model: UsageModel;
}

/** Returns the model at each announced price, the earliest first. */
function announcedModels(model: UsageModel): AnnouncedModel[] {
  return [...model.scheduled]
    .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .map(({ effectiveFrom, status, meters }) => {
      const changed = new Set(meters.map(({ name, mode }) => `${mode} ${name}`));
      const unchanged = model.meters.filter(({ name, mode }) => !changed.has(`${mode} ${name}`));
      return { from: effectiveFrom, status, model: { ...model, meters: [...unchanged, ...meters] } };
    });
}

/** Returns the model at the announced prices that take effect soon after `day`. */
export function soonAnnouncedModels(model: UsageModel, day: Day): AnnouncedModel[] {
  const until = addDays(day, POLICY.announcedWithinDays);
  return announcedModels(model).filter(({ from }) => from > day && from <= until);
}

export function announcedBills(model: UsageModel, workload: Workload): AnnouncedBill[] {
  return announcedModels(model).map(({ from, status, model: announced }) => {
    const { exact } = estimate(announced, workloadOn(model, workload));
    return { from, status, total: exact && roundCost(exact) };
  });
}

/** Returns the bills that differ from `current`, at announced prices that take effect soon after `day`. */
export function soonAnnounced(
  model: UsageModel,
  workload: Workload,
  day: Day,
  current: number | null,
): AnnouncedBill[] {
  const until = addDays(day, POLICY.announcedWithinDays);
  return announcedBills(model, workload).filter(({ from, total }) => from > day && from <= until && total !== current);
}

/** Returns the estimate with a warning for each announced price that takes effect soon after `day`. */
export function warnOfAnnounced<Result extends { currency: string; warnings: readonly string[] }>(
  result: Result,
  model: UsageModel,
  workload: Workload,
  day: Day,
): Result & { warnings: string[] } {
  if (model.scheduled.length === 0) return { ...result, warnings: [...result.warnings] };
  const current = estimate(model, workloadOn(model, workload)).total;
  const announced = soonAnnounced(model, workload, day, current).map(({ from, total }) =>
    total === null
      ? `The vendor has announced another price from ${from}, which does not cover the whole workload.`
      : `From ${from} the total is ${total} ${result.currency}, at the price that the vendor has announced.`,
  );
  return { ...result, warnings: [...result.warnings, ...announced] };
}
