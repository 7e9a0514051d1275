import { formatNumber } from "@/lib/format/money";
import { type CostQuestion, type ReceiptView, receiptView } from "@/lib/format/receipt";
import { unknownText } from "@/lib/format/tco";
import { countNoun, yearText } from "@/lib/format/verdict";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import { MAX_STACK } from "@/lib/schemas/tco";
import { alikeQuestion, countIn, FIRST_TERMS, type Input } from "@/lib/tco/counted";
import { totalCost } from "@/lib/tco/engine";
import { type FirstCost, firstCost, inputsOf, unitsOf } from "@/lib/tco/first-cost";
import { ask } from "./ask";
import { findProducts } from "./lookup";

export type ShownCost = {
  question: CostQuestion;
  /** Null if no tier is sold for this count. */
  view: ReceiptView | null;
  refusal: string | null;
  /** The quantities that the buyer enters, one field each. */
  inputs: readonly Input[];
  /** The priced tiers to choose from. */
  tiers: { id: string; name: string }[];
};

/**
 * Returns the cost for a count, or for a typical first team, as the cost calculator computes it; null if no tier has a
 * price.
 */
export async function shownCost(record: PricingRecord, count: number | null): Promise<ShownCost | null> {
  const found = firstCost(record, count) ?? feesAsked(record);
  if (!found) return null;
  const { seats, quantities, result } = found;
  const { billing, termYears } = FIRST_TERMS;
  const { slug } = record;
  const tiers = (record.tiers ?? []).filter(({ priceStatus, isFree }) => priceStatus === "published" && !isFree);
  const asked = { slug, ...(Object.keys(quantities).length > 0 ? { quantities } : { seats: seats ?? 1 }) };
  return {
    question: { slug, seats, quantities, tier: "", billing, years: termYears },
    view: result.tier === null ? null : receiptView(await ask(calculateTco, { ...asked, billing, termYears })),
    refusal: result.tier === null ? result.unknowns.map(unknownText).join(" ") : null,
    inputs: inputsOf(record),
    tiers: tiers.map(({ id, name }) => ({ id, name })),
  };
}

/** Returns a receipt for a price in percent. It states the rate and requires the payment volume. */
function feesAsked(record: PricingRecord): FirstCost | null {
  if (!inputsOf(record).some(({ payment }) => payment)) return null;
  const result = totalCost(record, { seats: 1, ...FIRST_TERMS, includeHiddenCosts: true });
  return { seats: null, quantities: {}, result };
}

export type PeerCosts = {
  /** Slugs of the products, which one request prices together. */
  slugs: string[];
  /** The count in words, such as "25 people". */
  who: string;
  texts: Record<string, string>;
};

const NO_PEERS: PeerCosts = { slugs: [], who: "", texts: {} };

/** Returns the costs of other products for the same count. Omits products that are sold in other units. */
export async function peerCosts(
  { question: { seats, quantities }, inputs: [unit] }: ShownCost,
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
