import { formatNumber } from "@/lib/format/money";
import { type CostQuestion, type ReceiptView, receiptView } from "@/lib/format/receipt";
import { unknownText } from "@/lib/format/tco";
import { countNoun, yearText } from "@/lib/format/verdict";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import { MAX_STACK } from "@/lib/schemas/tco";
import { alikeQuestion, type CountedUnit, countIn, FIRST_TERMS } from "@/lib/tco/counted";
import { firstCost, unitsOf } from "@/lib/tco/first-cost";
import { ask } from "./ask";
import { findProducts } from "./lookup";

export type ShownCost = {
  question: CostQuestion;
  /** Null where nothing is sold for the count. */
  view: ReceiptView | null;
  refusal: string | null;
  /** What the buyer counts: a field each, the first named `seats`. */
  units: readonly CountedUnit[];
  /** Tiers with a price, to choose from. */
  tiers: { id: string; name: string }[];
};

/** What so many pay, or a first team, as the cost calculator answers it; null where no tier has a price. */
export async function shownCost(record: PricingRecord, count: number | null): Promise<ShownCost | null> {
  const found = firstCost(record, count);
  if (!found) return null;
  const { seats, quantities, result } = found;
  const { billing, termYears } = FIRST_TERMS;
  const tiers = (record.tiers ?? []).filter(({ priceStatus, isFree }) => priceStatus === "published" && !isFree);
  const asked = { slug: record.slug, ...(seats === null ? { quantities } : { seats }), billing, termYears };
  return {
    question: { slug: record.slug, seats, quantities, tier: "", billing, years: termYears },
    view: result.tier === null ? null : receiptView(await ask(calculateTco, asked)),
    refusal: result.tier === null ? result.unknowns.map(unknownText).join(" ") : null,
    units: unitsOf(record),
    tiers: tiers.map(({ id, name }) => ({ id, name })),
  };
}

export type PeerCosts = {
  /** Priced together, in one question. */
  slugs: string[];
  /** "25 people" */
  who: string;
  texts: Record<string, string>;
};

const NO_PEERS: PeerCosts = { slugs: [], who: "", texts: {} };

/** What as many of the same would cost at others. Those that are sold by something else are left out. */
export async function peerCosts(
  { question: { seats, quantities }, units: [unit] }: ShownCost,
  slugs: readonly string[],
): Promise<PeerCosts> {
  const count = seats ?? (unit && quantities[unit.noun]) ?? null;
  if (!unit || count === null || countIn(count, unit) === null) return NO_PEERS;
  const who = `${formatNumber(count)} ${countNoun(unit, count)}`;
  const found = await findProducts(slugs.slice(0, MAX_STACK));
  const alike = [...found.values()].filter((record) =>
    unit.isPeople ? record.tiers?.length : unitsOf(record).some(({ noun }) => noun === unit.noun),
  );
  const asked = alike.map(({ slug }) => slug);
  if (asked.length === 0) return NO_PEERS;
  const answer = await ask(calculateTco, alikeQuestion(asked, unit, count));
  return { slugs: asked, who, texts: Object.fromEntries(answer.items.map((item) => [item.slug, yearText(item)])) };
}
