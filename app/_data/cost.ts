import { AppError } from "@/lib/errors";
import { type CostQuestion, type ReceiptView, receiptView } from "@/lib/format/receipt";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import { type BoughtUnit, boughtUnits } from "@/lib/tco/units";
import { ask } from "./ask";
import { unitsOf } from "./tco";

/** The first that the product's tiers admit is shown. */
const TEAMS = [25, 10, 5, 3, 2, 1];

export type FirstCost = {
  question: CostQuestion;
  view: ReceiptView;
  /** What the buyer counts: a field each, the first named `seats`. */
  units: Pick<BoughtUnit, "noun" | "isPeople">[];
  /** Tiers with a price, to choose from. */
  tiers: { id: string; name: string }[];
};

/** What a team pays, as the cost calculator answers it; null where no tier has a price. */
export async function firstCost(record: PricingRecord): Promise<FirstCost | null> {
  const priced = (record.tiers ?? []).filter(({ priceStatus, isFree }) => priceStatus === "published" && !isFree);
  if (priced.length === 0) return null;
  const units = unitsOf(record);
  for (const counts of firstCounts(record, units)) {
    const question = { slug: record.slug, ...counts, tier: "", billing: "annual", years: 1 };
    const { seats, quantities } = counts;
    const answer = await ask(calculateTco, {
      slug: record.slug,
      ...(seats === null ? { quantities } : { seats }),
      billing: "annual",
      termYears: 1,
    }).catch(notPriced);
    if (!answer) continue;
    const tiers = priced.map(({ id, name }) => ({ id, name }));
    return { question, view: receiptView(answer), units, tiers };
  }
  return null;
}

/** Shown in the fields, so that nothing is counted unseen: a team, else one of the first unit, or one pack of it. */
function firstCounts({ tiers = [] }: PricingRecord, [first]: FirstCost["units"]) {
  if (!first) return [{ seats: 1, quantities: {} }];
  if (first.isPeople) return TEAMS.map((seats) => ({ seats, quantities: {} }));
  const pack = boughtUnits(tiers).find(({ noun }) => noun === first.noun)?.pack ?? 1;
  return [{ seats: null, quantities: { [first.noun]: pack } }];
}

function notPriced(error: unknown): null {
  if (error instanceof AppError && error.code === "not_priced") return null;
  throw error;
}
