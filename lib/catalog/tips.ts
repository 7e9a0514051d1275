import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ContractTerms, NegotiationTip, Tier } from "@/lib/schemas/record";
import { compareText, type EvidenceBook, ofKind } from "./ledger";
import { percentChange } from "./money";
import { latestByVoice, mostBelieved } from "./plans";

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
  renewal: "Discount at renewal",
  volume: "Volume discount",
  multi_year: "Discount for several years",
  bundle: "Bundle discount",
  seasonal: "Seasonal discount",
  education: "Education discount",
  nonprofit: "Nonprofit discount",
} as const;

/** Tips composed by rule from sourced facts; none without evidence. */
export function negotiationTips(
  observations: readonly Observation[],
  context: { asOf: Day; tiers: readonly Tier[]; terms: ContractTerms | null },
  book: EvidenceBook,
): NegotiationTip[] {
  const tips: NegotiationTip[] = [];

  const fiscal = mostBelieved(latestByVoice(ofKind(observations, "fiscal_year_end"), context.asOf), context.asOf);
  if (fiscal) {
    const [month, day] = fiscal.fact.monthDay.split("-").map(Number) as [number, number];
    tips.push({
      kind: "fiscal_year_end",
      tip: `The vendor's fiscal year closes on ${day} ${MONTHS[month - 1]}. Discounts move most in the weeks before it.`,
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
      tip: `Annual billing lists ${range(Math.min(...percents), Math.max(...percents))} below monthly billing. Ask for the annual rate on a monthly plan.`,
      evidence: [...new Set(savings.flatMap(({ tier }) => tier.evidence))].sort(),
    });
  }

  for (const entry of latestByVoice(ofKind(observations, "discount"), context.asOf)) {
    const { discount, percentLow, percentHigh, condition } = entry.fact;
    tips.push({
      kind: discount,
      tip: `${DISCOUNT_NAMES[discount]} reported: ${range(percentLow, percentHigh)}${condition ? ` (${condition})` : ""}.`,
      evidence: [book.cite(entry)],
    });
  }

  const notice = context.terms?.nonRenewalNoticeDays;
  if (context.terms && notice) {
    tips.push({
      kind: "notice_period",
      tip: `Notice of non-renewal is due ${notice} days before the term ends. Open the talks before that day.`,
      evidence: context.terms.evidence,
    });
  }
  return tips.sort((a, b) => compareText(a.kind, b.kind) || compareText(a.tip, b.tip));
}

function range(low: number, high: number): string {
  return low === high ? `${low} %` : `${low}–${high} %`;
}
