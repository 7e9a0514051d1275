import type { ContractTermFact, HiddenCostFact, Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ContractTerms, FreeTier, HiddenCost, MarketData, Purchase, Sentiment, Tier } from "@/lib/schemas/record";
import { belief } from "./confidence";
import { daysBetween } from "./day";
import { freePeople } from "./free-people";
import { compareText, type Entry, type EvidenceBook, groupBy, ofKind } from "./ledger";
import { decimal, roundMoney } from "./money";
import { latestByVoice, mostBelieved } from "./plans";
import { POLICY } from "./policy";

/** Matches evidence of an extra cost that says that the cost no longer applies. */
const OUTDATED = /\bout of date\b/i;

/** The leading reading of one extra cost. */
export interface LeadingCost {
  shown: Entry<HiddenCostFact>;
  /** Other voices that state the same figures. */
  agreeing: Entry<HiddenCostFact>[];
}

/** Returns one entry per cost: the most believed recent reading. */
export function leadingCosts(observations: readonly Observation[], asOf: Day): LeadingCost[] {
  const recent = ofKind(observations, "hidden_cost").filter(
    ({ observedAt, evidence }) =>
      daysBetween(observedAt, asOf) <= POLICY.hiddenCostWindowDays && !OUTDATED.test(evidence.note ?? ""),
  );
  const series = groupBy(recent, (entry) => `${entry.fact.cost} ${entry.fact.key ?? entry.fact.label}`);
  return [...series.values()].flatMap((entries) => {
    const latest = latestByVoice(entries, asOf);
    const shown = mostBelieved(latest, asOf);
    if (!shown) return [];
    const { amount, percent, currency } = shown.fact;
    const agreeing = latest.filter(
      (entry) =>
        entry !== shown &&
        entry.fact.amount === amount &&
        entry.fact.percent === percent &&
        entry.fact.currency === currency,
    );
    return { shown, agreeing };
  });
}

export function toHiddenCosts(costs: readonly LeadingCost[], book: EvidenceBook): HiddenCost[] {
  return costs
    .map(({ shown }): HiddenCost => {
      const { cost, label, amount, percent, currency, unit } = shown.fact;
      const evidence = [book.cite(shown)];
      return { kind: cost, label, amount, percent, currency, unit, observedAt: shown.observedAt, evidence };
    })
    .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.label, b.label));
}

/** Returns the latest statement on each term. */
export function reduceContractTerms(
  observations: readonly Observation[],
  asOf: Day,
  book: EvidenceBook,
): ContractTerms | null {
  const entries = ofKind(observations, "contract_term");
  if (entries.length === 0) return null;
  const shown = new Map<ContractTermFact["field"], Entry<ContractTermFact>>();
  for (const [field, series] of groupBy(entries, (entry) => entry.fact.field)) {
    const best = mostBelieved(latestByVoice(series, asOf), asOf);
    if (best) shown.set(field as ContractTermFact["field"], best);
  }
  if (shown.size === 0) return null;
  const number = (field: ContractTermFact["field"]) => {
    const value = shown.get(field)?.fact.value;
    return typeof value === "number" ? value : null;
  };
  const renewal = shown.get("autoRenewal")?.fact.value;
  const refund = shown.get("refundPolicy")?.fact.value;
  return {
    autoRenewal: typeof renewal === "boolean" ? renewal : null,
    nonRenewalNoticeDays: number("nonRenewalNoticeDays"),
    priceChangeNoticeDays: number("priceChangeNoticeDays"),
    paymentTermsDays: number("paymentTermsDays"),
    minimumTermMonths: number("minimumTermMonths"),
    renewalTermMonths: number("renewalTermMonths"),
    terminationNoticeDays: number("terminationNoticeDays"),
    renewalUpliftPercent: number("renewalUpliftPercent"),
    lateFeePercentPerMonth: number("lateFeePercentPerMonth"),
    refundWindowDays: number("refundWindowDays"),
    refundPolicy: typeof refund === "string" ? refund : null,
    evidence: book.citeAll([...shown.values()]),
  };
}

const MONTHS_A_YEAR = 12;

/** Converts an amount to a year. A shorter term may end an earlier contract, so it has no yearly amount. */
function annualAmount(amount: number, termMonths: number | null): number | null {
  if (termMonths === null || termMonths < MONTHS_A_YEAR) return null;
  return roundMoney(decimal(amount).times(MONTHS_A_YEAR).div(termMonths));
}

/** Returns contracts of single buyers, the newest first. */
function reducePurchases(observations: readonly Observation[], book: EvidenceBook): Purchase[] {
  return ofKind(observations, "purchase")
    .map((entry): Purchase => {
      const { kind: _kind, amountTotal, ...fact } = entry.fact;
      return {
        ...fact,
        amount: amountTotal,
        annualAmount: annualAmount(amountTotal, fact.termMonths),
        evidence: [book.cite(entry)],
      };
    })
    .sort(
      (a, b) =>
        compareText(b.signedAt, a.signedAt) ||
        compareText(a.buyer, b.buyer) ||
        b.amount - a.amount ||
        compareText(a.evidence[0] ?? "", b.evidence[0] ?? ""),
    );
}

/**
 * Returns one publisher's figures, never a mixture: the most believed reading that has a median or a range. Purchases
 * are listed separately and do not change the median.
 */
export function reduceMarket(observations: readonly Observation[], asOf: Day, book: EvidenceBook): MarketData | null {
  const entries = ofKind(observations, "market");
  const withMedian = entries.filter((entry) => entry.fact.medianAnnualCost !== null);
  const shown = mostBelieved(withMedian.length > 0 ? withMedian : entries, asOf);
  const purchases = reducePurchases(observations, book);
  if (!shown) return purchasesOnly(purchases);
  const { publisher, medianAnnualCost, low, high, sampleSize, currency, scope } = shown.fact;
  return {
    medianAnnualCost,
    sampleSize,
    source: publisher,
    low,
    high,
    currency,
    scope,
    purchases,
    asOf: shown.observedAt,
    evidence: [book.cite(shown)],
  };
}

function purchasesOnly(purchases: Purchase[]): MarketData | null {
  const [newest] = purchases;
  if (!newest) return null;
  return {
    medianAnnualCost: null,
    sampleSize: null,
    source: newest.buyer,
    low: null,
    high: null,
    currency: newest.currency,
    scope: "product",
    purchases,
    asOf: newest.signedAt,
    evidence: newest.evidence,
  };
}

/** Returns the rating with the most reviews among the readings believed at least half as much as the best. */
export function reduceSentiment(observations: readonly Observation[], asOf: Day, book: EvidenceBook): Sentiment | null {
  const entries = ofKind(observations, "rating");
  const best = mostBelieved(entries, asOf);
  if (!best) return null;
  const floor = belief(best, asOf) / 2;
  const [shown] = entries
    .filter((entry) => belief(entry, asOf) >= floor)
    .sort((a, b) => (b.fact.reviewCount ?? 0) - (a.fact.reviewCount ?? 0) || compareText(b.observedAt, a.observedAt));
  if (!shown) return null;
  const { rating, scale, reviewCount, publisher } = shown.fact;
  return { rating, scale, reviewCount, source: publisher, asOf: shown.observedAt, evidence: [book.cite(shown)] };
}

type FreeTierEntry = ReturnType<typeof ofKind<"free_tier">>[number];

/**
 * Returns the leading statement on a free plan. A source that names a free plan has seen it; a source that denies one
 * may have read only a page of paid plans.
 */
function freePlanStatement(statements: readonly FreeTierEntry[], asOf: Day): FreeTierEntry | null {
  const best = mostBelieved(statements, asOf);
  if (best?.fact.available !== false) return best;
  const seen = statements.filter(({ fact, observedAt }) => fact.available === true && observedAt >= best.observedAt);
  return mostBelieved(seen, asOf) ?? best;
}

/**
 * Returns the free offers: a free tier, a trial, or a self-hosted edition. Null if no source says anything about free
 * offers.
 */
export function reduceFreeTier(
  observations: readonly Observation[],
  tiers: { list: readonly Tier[]; complete: boolean } | null,
  asOf: Day,
  book: EvidenceBook,
): FreeTier | null {
  const stated = freePlanStatement(latestByVoice(ofKind(observations, "free_tier"), asOf), asOf);
  const open = mostBelieved(latestByVoice(ofKind(observations, "open_source"), asOf), asOf);
  const freeTiers = tiers?.list.filter((tier) => tier.isFree) ?? [];
  const shownFree =
    freeTiers.length > 0
      ? true
      : tiers?.complete && tiers.list.every((tier) => tier.priceStatus === "published")
        ? false
        : null;
  if (!stated && !open && shownFree === null) return null;
  const evidence = new Set<string>();
  if (stated) evidence.add(book.cite(stated));
  if (open) evidence.add(book.cite(open));
  for (const tier of shownFree === null ? [] : shownFree ? freeTiers : (tiers?.list ?? [])) {
    for (const id of tier.evidence) evidence.add(id);
  }
  const plan = shownFree === true ? true : (stated?.fact.available ?? shownFree);
  const people = plan ? freePeople(observations) : null;
  if (people) evidence.add(book.cite(people.entry));
  return {
    available: open ? true : plan,
    plan,
    ...(plan && { people: people && { maximum: people.maximum } }),
    trialDays: stated?.fact.trialDays ?? null,
    limits: stated?.fact.limits.length ? stated.fact.limits : (freeTiers[0]?.limits ?? []),
    licences: open?.fact.licences ?? [],
    evidence: [...evidence].sort(),
  };
}
