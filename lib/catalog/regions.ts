import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { compareText } from "./ledger";

type Priced = { when: string | null; regions?: string[] | undefined };

/** If equally many items have a price in several regions, the first of these is the reference. */
const USUAL = ["us-east-1", "us-central1", "eastus", "us-ashburn-1", "us-west-2", "eu-central-1", "europe-west1"];

/**
 * Returns the prices that apply in a region: its own, plus prices without a region if it has no price of its own under
 * the same condition. `null`: only prices without a region.
 */
export function pricesIn<P extends Priced>(prices: readonly P[], region: string | null): P[] {
  const own = region === null ? [] : prices.filter(({ regions }) => regions?.includes(region));
  const apart = new Set(own.map(({ when }) => when));
  return prices.filter((price) => (price.regions ? own.includes(price) : !apart.has(price.when)));
}

type Item = { meters: readonly { prices: readonly Priced[] }[] };

/** Returns the regions of the items, sorted by name. */
export function regionsOf(items: Iterable<Item>): string[] {
  const named = new Set<string>();
  for (const item of items) addRegions(item, named);
  return [...named].sort(compareText);
}

function addRegions({ meters }: Item, named: Set<string>): Set<string> {
  for (const { prices } of meters) {
    for (const { regions } of prices) if (regions) for (const region of regions) named.add(region);
  }
  return named;
}

/** Returns the reference region: see REFERENCE_RULE in lib/schemas/usage.ts. Null if no price has a region. */
export function referenceRegion(items: Iterable<Item & { model: string }>): string | null {
  const regionsOfModel = new Map<string, Set<string>>();
  for (const item of items) {
    regionsOfModel.set(item.model, addRegions(item, regionsOfModel.get(item.model) ?? new Set()));
  }
  const counts = new Map<string, number>();
  for (const regions of regionsOfModel.values()) {
    for (const region of regions) counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  const usual = (region: string) => (USUAL.includes(region) ? USUAL.indexOf(region) : USUAL.length);
  const [first] = [...counts].sort(([a, inA], [b, inB]) => inB - inA || usual(a) - usual(b) || compareText(a, b));
  return first?.[0] ?? null;
}

/**
 * Returns the card for one region, without other regions' prices. Items without a price there stay, and list the
 * regions in which they have one.
 */
export function cardIn(usage: Usage, region: string | null): Usage {
  return region === null ? usage : { ...usage, models: usage.models.map((model) => modelIn(model, region)) };
}

const inReference = new WeakMap<Usage, Usage>();

/** Returns the card for requests without a region. */
export function referenceCard(usage: Usage): Usage {
  if (usage.referenceRegion === undefined) return usage;
  const known = inReference.get(usage) ?? cardIn(usage, usage.referenceRegion);
  inReference.set(usage, known);
  return known;
}

/**
 * Returns the models with the prices of the reference region as if it were the only one, to rank them together with
 * other cards.
 */
export function withoutRegions(usage: Usage): UsageModel[] {
  if (usage.referenceRegion === undefined) return usage.models;
  return referenceCard(usage).models.map(({ elsewhere: _elsewhere, ...model }) => {
    const meters = model.meters.map((meter) => ({ ...meter, prices: meter.prices.map(plain) }));
    return { ...model, meters, conflicts: model.conflicts.map(plain) };
  });
}

function plain<T extends { regions?: string[] | undefined }>({ regions: _regions, ...rest }: T) {
  return rest;
}

export function modelIn(model: UsageModel, region: string): UsageModel {
  const regions = regionsOf([model]);
  if (regions.length === 0) return model;
  const meters = metersIn(model.meters, region);
  return {
    ...model,
    meters,
    ...(meters.length === 0 && { elsewhere: regions }),
    scheduled: model.scheduled
      .map((step) => ({ ...step, meters: metersIn(step.meters, region) }))
      .filter((step) => step.meters.length > 0),
    conflicts: model.conflicts
      .filter((conflict) => conflict.regions?.includes(region) ?? true)
      .map((conflict) => ({ ...conflict, ...(conflict.regions && { regions: [region] }) })),
  };
}

function metersIn(meters: readonly Meter[], region: string): Meter[] {
  return meters.flatMap((meter) => {
    const prices = pricesIn(meter.prices, region).map((price) =>
      price.regions ? { ...price, regions: [region] } : price,
    );
    return prices.length > 0 ? [{ ...meter, prices }] : [];
  });
}
