import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ContractTerms, MarketData, NegotiationTip, Tier } from "@/lib/schemas/record";
import { displayMoney } from "./display";
import { compareText, type EvidenceBook, ofKind } from "./ledger";
import { percentChange } from "./money";
import { isOffer } from "./offers";
import { headlinePrice, latestByVoice, mostBelieved } from "./plans";
import { isSeatUnit } from "./units";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const DISCOUNT_NAMES = {
  negotiated: "Negotiated discount",
  renewal: "Renewal discount",
  volume: "Volume discount",
  multi_year: "Multi-year discount",
  bundle: "Bundle discount",
  seasonal: "Seasonal discount",
} as const;

/** Composes tips by rule from sourced facts; every tip has evidence. */
export function negotiationTips(
  observations: readonly Observation[],
  context: { asOf: Day; tiers: readonly Tier[]; terms: ContractTerms | null; market: MarketData | null },
  book: EvidenceBook,
): NegotiationTip[] {
  const tips: NegotiationTip[] = [];

  const fiscal = mostBelieved(latestByVoice(ofKind(observations, "fiscal_year_end"), context.asOf), context.asOf);
  if (fiscal) {
    const [month, day] = fiscal.fact.monthDay.split("-").map(Number) as [number, number];
    tips.push({
      kind: "fiscal_year_end",
      tip: `The vendor's fiscal year ends on ${day} ${MONTHS[month - 1]}.`,
      evidence: [book.cite(fiscal)],
    });
  }

  const savings = context.tiers
    .filter((tier) => tier.priceMonthly && tier.priceAnnual && tier.priceAnnual < tier.priceMonthly)
    .map((tier) => ({ tier, percent: -(percentChange(tier.priceMonthly ?? 0, tier.priceAnnual ?? 0) ?? 0) }));
  if (savings.length > 0) {
    const percents = savings.map(({ percent }) => percent);
    tips.push({
      kind: "annual_billing",
      tip: `Annual billing is listed at ${range(Math.min(...percents), Math.max(...percents))} less than monthly billing. On a monthly plan, ask for the annual price.`,
      evidence: [...new Set(savings.flatMap(({ tier }) => tier.evidence))].sort(),
    });
  }

  const negotiable = ofKind(observations, "discount").filter(({ fact }) => !isOffer(fact.discount));
  for (const entry of latestByVoice(negotiable, context.asOf)) {
    const { discount, percentLow, percentHigh, condition } = entry.fact;
    if (isOffer(discount) || percentLow === null || percentHigh === null) continue;
    tips.push({
      kind: discount,
      tip: `${DISCOUNT_NAMES[discount]} reported: ${range(percentLow, percentHigh)}${condition ? ` (${condition})` : ""}.`,
      evidence: [book.cite(entry)],
    });
  }

  if (context.market?.medianAnnualCost) tips.push(medianTip(context.market, context.tiers));

  for (const tier of context.tiers) {
    if (tier.minimumSeats === null || tier.minimumSeats < 2 || !isSeatUnit(tier.priceUnit)) continue;
    tips.push({
      kind: "minimum_seats",
      tip: `${tier.name} has a minimum of ${tier.minimumSeats} seats. A smaller team pays for unused seats unless the vendor waives the minimum.`,
      evidence: tier.evidence,
    });
  }

  const notice = context.terms?.nonRenewalNoticeDays;
  if (context.terms && notice) {
    tips.push({
      kind: "notice_period",
      tip: `Notice of non-renewal is due ${notice} days before the term ends. Start negotiating before that date.`,
      evidence: context.terms.evidence,
    });
  }
  return tips.sort((a, b) => compareText(a.kind, b.kind) || compareText(a.tip, b.tip));
}

/** Compares the median with the list price of the most similar tier: the cheapest paid one priced by seat. */
function medianTip(market: MarketData, tiers: readonly Tier[]): NegotiationTip {
  const { medianAnnualCost, low, high, currency, source, asOf, scope } = market;
  const money = (amount: number) => displayMoney(amount, currency);
  const spread = low !== null && high !== null ? `, between ${money(low)} and ${money(high)}` : "";
  const whole = scope === "supplier" ? " for all products of the vendor" : "";
  const bySeat = tiers
    .filter((tier) => !tier.isFree && tier.currency === currency && isSeatUnit(tier.priceUnit))
    .map((tier) => ({ tier, price: headlinePrice(tier) ?? 0 }))
    .filter(({ price }) => price > 0)
    .sort((a, b) => a.price - b.price)[0];
  const seats = bySeat && Math.round((medianAnnualCost ?? 0) / (bySeat.price * 12));
  const atList =
    bySeat && seats
      ? ` At list price, that pays for ${seats.toLocaleString("en-US")} seats of ${bySeat.tier.name}.`
      : "";
  return {
    kind: "market_median",
    tip: `Buyers paid a median of ${money(medianAnnualCost ?? 0)} a year${whole}${spread} (${source}, ${asOf}).${atList}`,
    evidence: [...new Set([...market.evidence, ...(atList && bySeat ? bySeat.tier.evidence : [])])].sort(),
  };
}

function range(low: number, high: number): string {
  return low === high ? `${low}%` : `${low}–${high}%`;
}
