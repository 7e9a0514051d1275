import { AppError } from "@/lib/errors";
import { type CostQuestion, type ReceiptView, receiptView } from "@/lib/format/receipt";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import { hangsOnSeats } from "@/lib/tco/quote";
import { ask } from "./ask";

/** The first that the product's tiers admit is shown. */
const TEAMS = [25, 10, 5, 3, 2, 1];

export type FirstCost = {
  question: CostQuestion;
  view: ReceiptView;
  /** Whether the number of people changes anything. */
  bySeat: boolean;
  /** Tiers with a price, to choose from. */
  tiers: { id: string; name: string }[];
};

/** What a team pays, as the cost calculator answers it; null where no tier has a price. */
export async function firstCost(record: PricingRecord): Promise<FirstCost | null> {
  const priced = (record.tiers ?? []).filter(({ priceStatus, isFree }) => priceStatus === "published" && !isFree);
  if (priced.length === 0) return null;
  const bySeat = priced.some(hangsOnSeats);
  for (const seats of bySeat ? TEAMS : [1]) {
    const question = { slug: record.slug, seats, tier: "", billing: "annual", years: 1 };
    const answer = await ask(calculateTco, { slug: record.slug, seats, billing: "annual", termYears: 1 }).catch(
      notPriced,
    );
    if (!answer) continue;
    const tiers = priced.map(({ id, name }) => ({ id, name }));
    return { question, view: receiptView(answer), bySeat, tiers };
  }
  return null;
}

function notPriced(error: unknown): null {
  if (error instanceof AppError && error.code === "not_priced") return null;
  throw error;
}
