import { BILLING_WORDS } from "@/lib/catalog/billing-words";
import type { Fact, PlansFact, RatesFact, TierFact } from "@/lib/schemas/observation";
import type { ContractTerms } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { extraCost } from "./markdown";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { purchaseSentence } from "./purchases";
import { contractTermRows, limitWords, list, meterWords, modeWords, perWords, statusShort, unitWords } from "./words";

type Of<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

const TEXTS: { [Kind in Fact["kind"]]: (fact: Of<Kind>) => string } = {
  plans: ({ tiers, currency, complete }) =>
    `${tiers.map((tier) => tierText(tier, currency)).join("; ")}${complete ? "" : "; there may be more tiers"}`,
  rates: ratesText,
  hidden_cost: ({ cost, label, amount, percent, currency, unit }) =>
    extraCost({ kind: cost, label, amount, percent, currency, unit }),
  contract_term: ({ field, value }) => {
    const [row] = contractTermRows({ [field]: value } as Partial<ContractTerms>);
    return row ? `${row.label}: ${row.value}` : field;
  },
  market: ({ publisher, medianAnnualCost, low, high, currency, sampleSize, scope }) =>
    [
      medianAnnualCost === null ? null : `median ${formatMoney(medianAnnualCost, currency)} a year`,
      low === null || high === null ? null : `${formatMoney(low, currency)} to ${formatMoney(high, currency)}`,
      sampleSize === null ? null : `${formatNumber(sampleSize)} purchases`,
      scope === "supplier" ? "all of the vendor’s products together" : null,
      publisher,
    ]
      .filter(Boolean)
      .join("; "),
  purchase: ({ kind: _, amountTotal, ...purchase }) =>
    purchaseSentence({ ...purchase, amount: amountTotal, annualAmount: null, evidence: [] }),
  rating: ({ rating, scale, reviewCount, publisher }) =>
    `${rating} of ${scale}${reviewCount === null ? "" : `, ${formatNumber(reviewCount)} reviews`}; ${publisher}`,
  fiscal_year_end: ({ monthDay }) => `Fiscal year ends ${formatDay(`2000-${monthDay}`).replace(/ 2000$/, "")}`,
  discount: ({ discount, percentLow, percentHigh, plan, condition }) => {
    const span =
      percentLow === null || percentHigh === null
        ? "not stated"
        : percentLow === percentHigh
          ? formatPercent(percentLow)
          : `${formatPercent(percentLow)} to ${formatPercent(percentHigh)}`;
    return [`Discount (${discount.replaceAll("_", " ")}): ${span}`, plan, condition].filter(Boolean).join("; ");
  },
  free_tier: ({ available, trialDays, limits }) =>
    [
      available === null ? null : available ? "Free plan" : "No free plan",
      trialDays === null ? null : `${formatNumber(trialDays)}-day free trial`,
      ...limits.map(limitWords),
    ]
      .filter(Boolean)
      .join("; "),
  open_source: ({ licences, repository }) =>
    `Open source (${licences.length === 1 ? "licence" : "licences"}: ${list(licences)})${repository ? `; code: ${repository}` : ""}`,
  identity: () => "Listed without a price",
  retraction: ({ retracts, reason }) =>
    `${retracts.length === 1 ? "An earlier reading was" : `${retracts.length} earlier readings were`} retracted: ${reason}`,
  cancellation: ({ model, effectiveFrom, reason }) =>
    `The price of ${model} announced for ${formatDay(effectiveFrom)} was cancelled: ${reason}`,
};

/** Returns one observation in a line, with every figure. */
export function factText(fact: Fact): string {
  return (TEXTS[fact.kind] as (fact: Fact) => string)(fact);
}

function tierText(tier: TierFact, currency: PlansFact["currency"]): string {
  const { name, status, prices, unit, startingPrice } = tier;
  if (prices.length === 0) return `${name}: ${statusShort(status)}`;
  const per = unit ? ` ${unitWords(unit).replace(/ per month$/, "")}` : "";
  const figures = prices.map(({ amount, period, billing }) => {
    if (amount === 0) return "free";
    const money = formatMoney(amount, tier.currency ?? currency);
    const basis = { month: " per month", year: " per year", once: ", one-time payment", usage: "" }[period];
    return `${money}${per}${basis}${billing ? `, ${BILLING_WORDS[billing]}` : ""}`;
  });
  return `${name}: ${startingPrice ? "from " : ""}${figures.join(" or ")}`;
}

function ratesText({ model, name, currency, meters, status }: RatesFact): string {
  const figures = meters.map(({ name: meter, unit, per, mode, prices }) => {
    const shown = prices.map(({ unitPrice, from, when, regions }) =>
      [
        formatMoney(unitPrice, currency),
        from > 0 ? `from ${formatNumber(from)}` : null,
        when,
        regions ? list(regions) : null,
      ]
        .filter(Boolean)
        .join(" "),
    );
    const bought = mode === "standard" ? "" : ` (${modeWords(mode)})`;
    return `${meterWords(meter).toLowerCase()}${bought} ${shown.join(", ")} per ${perWords({ per, unit })}`;
  });
  const state = status && status !== "active" ? [status] : [];
  return [`${name ?? model}: ${figures.join("; ")}`.replace(/: $/, ""), ...state].join("; ");
}
