import type { Decimal } from "decimal.js";
import { groupBy } from "@/lib/catalog/ledger";
import { decimal } from "@/lib/catalog/money";
import type { EstimateLine } from "@/lib/schemas/usage";
import { type AnnouncedBill, announcedBills } from "./announced";
import { estimate } from "./estimate";
import type { Choice } from "./flagships";
import { cheapestFirst, type RankedOffer, type UnpricedOffer, workloadOn } from "./market";
import type { Workload } from "./workload";

/** The parts of a bill, in the order in which a bar shows them. */
export const BILL_PARTS = ["input", "cached", "writes", "output", "other"] as const;
export type BillPart = (typeof BILL_PARTS)[number];

const PARTS: Record<string, BillPart> = {
  inputTokens: "input",
  cachedInputTokens: "cached",
  cacheWriteTokens: "writes",
  cacheWrite5mTokens: "writes",
  cacheWrite1hTokens: "writes",
  outputTokens: "output",
  reasoningTokens: "output",
};

export interface Part {
  part: BillPart;
  amount: Decimal;
}

/** Splits a total into its parts, which add up to the exact total. */
export function partsOf(lines: readonly EstimateLine[]): Part[] {
  const sums = new Map<BillPart, Decimal>();
  for (const { meter, quantity, unitPrice, per } of lines) {
    const part = PARTS[meter] ?? "other";
    const amount = decimal(quantity).times(unitPrice).div(per);
    sums.set(part, (sums.get(part) ?? decimal(0)).plus(amount));
  }
  return BILL_PARTS.flatMap((part) => {
    const amount = sums.get(part);
    return amount ? [{ part, amount }] : [];
  });
}

export interface BillRow extends RankedOffer {
  choice: Choice;
  parts: readonly Part[];
  /** Other sellers' offers of the model if its maker does not sell it. */
  others: RankedOffer[];
  announced: readonly AnnouncedBill[];
}

export interface Bill {
  /** Grouped by currency, cheapest first; the currency with the most models first. */
  groups: { currency: string; rows: BillRow[]; most: Decimal }[];
  unpriced: (UnpricedOffer & { choice: Choice })[];
}

/**
 * Computes the cost of the workload on each of the chosen models: on its maker's card, otherwise on the cheapest
 * card.
 */
export function billOf(choices: readonly Choice[], workload: Workload): Bill {
  const rows: BillRow[] = [];
  const unpriced: Bill["unpriced"] = [];
  for (const choice of choices) {
    const priced: RankedOffer[] = [];
    const without: UnpricedOffer[] = [];
    for (const { card, model } of choice.offers) {
      const { exact, ...result } = estimate(model, workloadOn(model, workload));
      if (exact === null) without.push({ card, model, unpriced: result.unpriced, warnings: result.warnings });
      else priced.push({ card, model, estimate: result, exact });
    }
    const currency = priced.some(({ model }) => model.currency === "USD") ? "USD" : priced[0]?.model.currency;
    const [first, ...others] = priced.filter(({ model }) => model.currency === currency).sort(cheapestFirst);
    if (first) {
      const announced = announcedBills(first.model, workload);
      rows.push({ ...first, choice, parts: partsOf(first.estimate.lines), others, announced });
    } else if (without[0]) unpriced.push({ ...without[0], choice });
  }
  const groups = [...groupBy(rows, ({ model }) => model.currency)]
    .map(([currency, own]) => ({ currency, rows: own.sort(cheapestFirst), most: mostOf(own) }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.currency < b.currency ? -1 : 1));
  return { groups, unpriced };
}

/** Returns the end of the axis that the bars of a currency share. */
function mostOf(rows: readonly BillRow[]): Decimal {
  return rows
    .flatMap(({ exact, announced }) => [exact, ...announced.map(({ total }) => decimal(total ?? 0))])
    .reduce((most, amount) => (amount.gt(most) ? amount : most), decimal(0));
}

/** Returns a share of an axis, in percent. */
export function shareOf(amount: Decimal | number, most: Decimal): number {
  return most.isZero() ? 0 : decimal(amount.toString()).div(most).times(100).toNumber();
}
