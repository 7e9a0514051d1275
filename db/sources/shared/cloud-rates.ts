import { Decimal } from "decimal.js";
import { type Meter, unitPrice } from "./meters";

/**
 * Prices of one region with the volume at which each begins. One price for every volume begins at 0. `upTo` ends the
 * last step if the source gives no price beyond it; otherwise the next step ends it.
 */
export type Ladder = {
  region: string | null;
  steps: readonly { from: number; upTo?: number | null; price: Decimal.Value }[];
};

type Step = { from: number; upTo: number | null; unitPrice: number };
type MeterShape = Pick<Meter, "name" | "unit" | "per"> & { mode?: Meter["mode"] };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns a meter whose entries are shared by regions with the same prices. The entries of `lead` come first, because
 * places that show one price use the first; the others follow by ascending price. Null if there is no price.
 */
export function regionalMeter(
  { name, unit, per, mode = "standard" }: MeterShape,
  ladders: readonly Ladder[],
  lead?: string,
): Meter | null {
  const shared = new Map<string, { steps: Step[]; regions: string[] }>();
  for (const { region, steps } of ladders) {
    const priced = [...steps]
      .sort((a, b) => a.from - b.from)
      .map(({ from, upTo = null, price }): Step => ({ from, upTo, unitPrice: unitPrice(new Decimal(price), 1) }))
      .filter((step, index, all) => step.unitPrice !== all[index - 1]?.unitPrice);
    if (priced.length === 0) continue;
    const key = JSON.stringify([priced, region === null]);
    const entry = shared.get(key) ?? { steps: priced, regions: [] };
    if (region !== null) entry.regions.push(region);
    shared.set(key, entry);
  }
  if (shared.size === 0) return null;
  const groups = [...shared.values()].map(({ steps, regions }) => ({ steps, regions: regions.sort(compare) }));
  const rank = (regions: readonly string[]): number => (lead !== undefined && regions.includes(lead) ? 0 : 1);
  groups.sort(
    (a, b) =>
      rank(a.regions) - rank(b.regions) ||
      (a.steps[0]?.unitPrice ?? 0) - (b.steps[0]?.unitPrice ?? 0) ||
      compare(a.regions[0] ?? "", b.regions[0] ?? ""),
  );
  return {
    name,
    unit,
    per,
    mode,
    tierMode: groups.some(({ steps }) => steps.length > 1 || steps[0]?.upTo) ? "graduated" : null,
    prices: groups.flatMap(({ steps, regions }) =>
      steps.map((step, index) => ({
        unitPrice: step.unitPrice,
        from: step.from,
        upTo: steps[index + 1]?.from ?? step.upTo,
        when: null,
        ...(regions.length > 0 && { regions }),
      })),
    ),
  };
}

/** Returns a price for every volume. `region` is null if the source states no region. */
export const flat = (region: string | null, price: Decimal.Value): Ladder => ({
  region,
  steps: [{ from: 0, price }],
});
