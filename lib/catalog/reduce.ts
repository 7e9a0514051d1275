import { extended } from "@/lib/extended";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, PriceStatus, PricingModel, Slug } from "@/lib/schemas/primitives";
import {
  GROUPS,
  type Group,
  type HiddenCost,
  type PriceRange,
  type ReducedRecord,
  type StartingPrice,
  type Tier,
  type Verification,
} from "@/lib/schemas/record";
import { settle } from "./announcements";
import { capabilitiesOf } from "./capabilities";
import { confirms, dayOf, type Looks, looksBy, type RecordedCheck, withChecks } from "./checks";
import { confidenceOf } from "./confidence";
import { displayRange } from "./display";
import { feePhrase } from "./fee-words";
import {
  type LeadingCost,
  leadingCosts,
  reduceContractTerms,
  reduceFreeTier,
  reduceMarket,
  reduceSentiment,
  toHiddenCosts,
} from "./groups";
import { priceHistory } from "./history";
import { compareText, EvidenceBook, evidenceIdsIn, independentOf, knownOn, ofKind, type Sources } from "./ledger";
import { median } from "./money";
import { offersOf } from "./offers";
import { type PercentageLead, priceByPercentage } from "./percentage-fees";
import { isPercentagePriced, leadFee } from "./percentage-price";
import {
  headlinePrice,
  latestByVoice,
  monthlyTiers,
  mostBelieved,
  paidTiers,
  type ReducedPlans,
  reducePlans,
} from "./plans";
import { POLICY } from "./policy";
import { type ReducedRates, reduceRates } from "./rates";
import { ssoCostOf } from "./sso-cost";
import { statesPrice } from "./starting-price";
import { tierId } from "./tier-id";
import { inPriceOrder } from "./tier-order";
import { negotiationTips } from "./tips";
import { isSeatUnit } from "./units";
import { standingOf } from "./verification";

const LICENSE_NOTE =
  "Groups marked restricted come from a third party that collects buyers' data. They are shown with their source. Ask that party before you republish them in bulk.";

/**
 * Reduces the observations of one product to a record of the day `asOf`; null if no data was known by then. Depends
 * only on the set of observations, not on their order or repetition, and never on one made later.
 */
export function reduce(
  observations: readonly Observation[],
  context: {
    asOf: Day;
    sources: Sources;
    /** The product's category. Decides whether a fee that names no tier is its price. */
    category?: Slug | undefined;
    checks?: readonly RecordedCheck[] | undefined;
    history?: boolean;
  },
): ReducedRecord | null {
  const { asOf, sources } = context;
  const settled = settle(knownOn(observations, asOf), asOf);
  const { announced } = settled;
  if (settled.inForce.length + announced.length === 0) return null;
  const looks = context.checks?.length ? looksBy(observations, context.checks, asOf) : null;
  const known = looks ? withChecks(settled.inForce, looks.confirmedOn) : settled.inForce;

  const book = new EvidenceBook(sources);
  const stated = reducePlans(ofKind(known, "plans"), asOf, book);
  const charged = withPercentageFees(stated, leadingCosts(known, asOf), context, book);
  const { plans, hiddenCosts: extra } = withBaseFees(charged.plans, toHiddenCosts(charged.rest, book));
  const rates = reduceRates(ofKind(known, "rates"), asOf, book, announced);
  const hiddenCosts = withSsoCost(extra, plans, asOf);
  const contractTerms = reduceContractTerms(known, asOf, book);
  const marketData = reduceMarket(known, asOf, book);
  const sentiment = reduceSentiment(known, asOf, book);
  const freeTier = reduceFreeTier(known, plans && { list: plans.tiers, complete: plans.complete }, asOf, book);
  const tips = negotiationTips(
    known,
    { asOf, tiers: plans?.tiers ?? [], terms: contractTerms, market: marketData },
    book,
  );
  const tiers = inPriceOrder(plans?.tiers ?? []);
  const offers = offersOf(known, { asOf, tiers }, book);
  const capabilities = capabilitiesOf(known, { asOf, tiers, costs: charged.rest, hiddenCosts }, book);
  const history = context.history === false ? [] : priceHistory(settled, asOf, book);
  const openSource = ofKind(known, "open_source").length > 0;

  const unit = plans ? mainUnit(plans) : null;
  const priceStatus = statusOf(plans, rates, openSource);
  const groups = {
    ...(tiers.length > 0 && { tiers }),
    ...(hiddenCosts.length > 0 && { hiddenCosts }),
    ...(contractTerms && { contractTerms }),
    ...(marketData && { marketData }),
    ...(sentiment && { sentiment }),
    ...(tips.length > 0 && { negotiationTips: tips }),
    ...(history.length > 0 && { priceHistory: history }),
    ...(freeTier && { freeTier }),
    ...(rates && { usage: rates.usage }),
    ...(offers.length > 0 && { offers }),
    ...(capabilities.length > 0 && { capabilities }),
  };
  const license: Partial<Record<Group, "owned" | "restricted">> = {};
  const start = plans?.start ? startOf(plans.start) : null;
  const cited = new Set<string>(start?.evidence);
  for (const group of GROUPS) {
    if (!(group in groups)) continue;
    const ids = evidenceIdsIn(groups[group as keyof typeof groups]);
    for (const id of ids) cited.add(id);
    license[group] = [...ids].some((id) => book.isRestricted(id)) ? "restricted" : "owned";
  }

  return {
    pricingModel: pricingModelOf(plans, rates, openSource),
    currency: plans?.currency ?? rates?.usage.currency ?? null,
    priceUnit: unit,
    priceStatus,
    priceRange: rangeOf(plans, rates, unit, { priceStatus, licences: freeTier?.licences ?? [] }),
    ...groups,
    ...(groups.tiers && { tiersComplete: plans?.complete }),
    ...(start && { startingPrice: start }),
    verification: verificationOf(
      known.length > 0 ? known : announced.map(({ entry }) => entry),
      plans,
      rates,
      charged.lead,
      extended(context, { looks }),
      book,
      cited,
    ),
    license,
    ...(Object.values(license).includes("restricted") && { licenseNote: LICENSE_NOTE }),
    evidence: book.list(cited),
  };
}

function startOf({ priceUnit, observedAt, evidence, listPrice, ...tier }: Tier): StartingPrice | null {
  const amount = headlinePrice({ listPrice, ...tier });
  if (amount === null || listPrice === null) return null;
  return { amount, currency: tier.currency, priceUnit, billing: listPrice.billing, observedAt, evidence };
}

/** Moves fees that are the product's price from the extra costs to the tiers: see priceByPercentage(). */
function withPercentageFees(
  plans: ReducedPlans | null,
  costs: LeadingCost[],
  { asOf, category }: { asOf: Day; category?: Slug | undefined },
  book: EvidenceBook,
): { plans: ReducedPlans | null; rest: LeadingCost[]; lead: PercentageLead | null } {
  const currency = plans?.currency ?? null;
  const { tiers, rest, lead } = priceByPercentage(plans?.tiers ?? [], costs, { asOf, category, currency, book });
  if (plans) return { plans: { ...plans, tiers }, rest, lead };
  if (!lead) return { plans, rest: costs, lead };
  const { shown } = lead;
  const none = { list: null, start: null, complete: false, currency, agreeing: [], disputed: [] };
  return { plans: { shown, tiers, ...none }, rest, lead };
}

const BASE_FEE = /^base fee, (.+)$/i;

/** Moves the base fee of a tier from the extra costs to the tier: the price has two parts. */
function withBaseFees(
  plans: ReducedPlans | null,
  costs: HiddenCost[],
): { plans: ReducedPlans | null; hiddenCosts: HiddenCost[] } {
  if (!plans) return { plans, hiddenCosts: costs };
  const moved = new Set<HiddenCost>();
  const tiers = plans.tiers.map((tier) => {
    const cost = costs.find(
      ({ kind, label, currency }) =>
        kind === "platform_fee" && currency === tier.currency && tierId(BASE_FEE.exec(label)?.[1] ?? "") === tier.id,
    );
    if (!cost || cost.amount === null || cost.currency === null) return tier;
    moved.add(cost);
    const { amount, currency, unit } = cost;
    const evidence = [...new Set([...tier.evidence, ...cost.evidence])].sort();
    return {
      ...tier,
      baseFee: { amount, currency, period: unit === "year" ? ("year" as const) : ("month" as const) },
      evidence,
    };
  });
  return { plans: { ...plans, tiers }, hiddenCosts: costs.filter((cost) => !moved.has(cost)) };
}

/** Adds the single sign-on cost that the plans imply. A source's own statement about it takes precedence. */
function withSsoCost(costs: HiddenCost[], plans: ReducedPlans | null, asOf: Day): HiddenCost[] {
  if (!plans || costs.some(({ kind }) => kind === "sso")) return costs;
  const sso = ssoCostOf(plans.tiers, plans.complete, asOf);
  return sso ? [...costs, sso].sort((a, b) => compareText(a.kind, b.kind) || compareText(a.label, b.label)) : costs;
}

/** Returns a filter for the prices of a record: if prices differ by region, only those of the reference region. */
function inRegion(region: string | undefined) {
  return ({ regions }: { regions?: string[] | undefined }) =>
    regions === undefined || (region !== undefined && regions.includes(region));
}

/**
 * Returns the unit of the leading tier; else of the lowest paid monthly price; without one, the unit that most paid
 * tiers share. Ties go to the first.
 */
function mainUnit({ tiers, currency, start }: ReducedPlans): string | null {
  const lead = tiers.find((tier) => tier.lead && tier.priceUnit !== null);
  if (lead) return lead.priceUnit;
  const [cheapest] = monthlyTiers(tiers, currency);
  if (cheapest ?? start) return (cheapest ?? start)?.priceUnit ?? null;
  const paid = tiers.filter((tier) => !tier.isFree && tier.priceUnit !== null);
  const counts = new Map<string, number>();
  for (const { priceUnit, listPrice } of paid.length > 0 ? paid : tiers) {
    if (priceUnit === null) continue;
    counts.set(priceUnit, (counts.get(priceUnit) ?? 0) + (listPrice?.period === "once" ? 1 : 2));
  }
  let best: string | null = null;
  for (const [unit, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = unit;
  return best;
}

function statusOf(plans: ReducedPlans | null, rates: ReducedRates | null, openSource: boolean): PriceStatus {
  if (rates || openSource) return "published";
  if (!plans) return "unverified";
  if (plans.start || plans.tiers.some((tier) => tier.priceStatus === "published")) return "published";
  return plans.tiers[0]?.priceStatus ?? "unverified";
}

function pricingModelOf(
  plans: ReducedPlans | null,
  rates: ReducedRates | null,
  openSource: boolean,
): PricingModel | null {
  if (!plans) return rates ? "usage" : openSource ? "open_source" : null;
  if (rates) return "hybrid";
  const charged = plans.tiers.filter(({ isFree, percentageFees }) => !isFree && percentageFees.length > 0);
  if (charged.length > 0) {
    const isWhole = plans.tiers.every((tier) => tier.isFree || tier.listPrice === null);
    return isWhole && charged.every(isPercentagePriced) ? "percentage" : "hybrid";
  }
  // A starting price does not state the terms.
  if (!plans.list) return null;
  if (plans.list.fact.pricingModel) return plans.list.fact.pricingModel;
  const published = plans.tiers.filter((tier) => tier.priceStatus === "published");
  if (published.length === 0) return plans.tiers.every(isQuoted) ? "quote_only" : null;
  const paid = published.filter((tier) => !tier.isFree);
  if (paid.length === 0)
    return plans.complete && published.length === plans.tiers.length ? (openSource ? "open_source" : "free") : null;
  const byUse = paid.filter((tier) => tier.listPrice?.period === "usage").length;
  if (byUse === paid.length) return "usage";
  if (byUse > 0) return "hybrid";
  const bySeat = paid.filter((tier) => isSeatUnit(tier.priceUnit)).length;
  return bySeat * 2 >= paid.length ? "per_seat" : "flat";
}

function isQuoted({ priceStatus }: Tier): boolean {
  return priceStatus === "contact_sales";
}

function rangeOf(
  plans: ReducedPlans | null,
  rates: ReducedRates | null,
  unit: string | null,
  context: { priceStatus: PriceStatus; licences: readonly string[] },
): PriceRange {
  const paid = paidTiers(plans?.tiers ?? []).filter(
    (tier) => tier.priceUnit === unit && tier.currency === plans?.currency,
  );
  // These tiers are examples of a usage price, and the rate card has the prices themselves.
  const outdone = rates !== null && plans !== null && !plans.complete && plans.shown.trust === "C";
  const comparable =
    outdone && !paid.some((tier) => headlinePrice(tier) !== null)
      ? []
      : (plans?.tiers ?? []).filter((tier) => tier.isFree || paid.includes(tier));
  const alone = plans?.start && monthlyTiers(plans.tiers, plans.currency).length === 0 ? [plans.start] : [];
  const prices = [...alone, ...comparable]
    .map((tier) => headlinePrice(tier) ?? tier.listPrice?.amount ?? null)
    .filter((price) => price !== null);
  const above = prices.filter((price) => price > 0);
  // A free tier next to paid ones without a figure does not show the paid prices.
  const unknownAbove = above.length === 0 && (plans?.tiers ?? []).some((tier) => !tier.isFree);
  // If most tiers have another unit, the most expensive tier in this unit does not represent them.
  const monthly = paidTiers(plans?.tiers ?? []).filter(
    (tier) => tier.currency === plans?.currency && (headlinePrice(tier) ?? 0) > 0,
  );
  const shared = monthly.filter((tier) => tier.priceUnit === unit).length * 2 >= monthly.length;
  const complete = (plans?.complete ?? false) && !unknownAbove && shared && alone.length === 0;
  const range = {
    low: prices.length > 0 ? Math.min(...prices) : null,
    median: complete ? median(prices) : null,
    high: complete && prices.length > 0 ? Math.max(...prices) : null,
    currency: prices.length > 0 ? (plans?.currency ?? null) : null,
    unit: prices.length > 0 ? unit : null,
  };
  const beside = {
    pricedModels: rates?.usage.modelCount ?? 0,
    paidFrom: above.length > 0 ? Math.min(...above) : null,
  };
  const fee = leadFee(plans?.tiers ?? [])?.fee;
  const display = displayRange(range, extended(context, { ...beside, fee: fee ? feePhrase(fee) : null }));
  return extended(range, { display });
}

function verificationOf(
  known: readonly Observation[],
  plans: ReducedPlans | null,
  rates: ReducedRates | null,
  lead: PercentageLead | null,
  { asOf, sources, looks }: { asOf: Day; sources: Sources; looks: Looks | null },
  book: EvidenceBook,
  cited: Set<string>,
): Verification {
  // Confidence refers to a price: tiers without a price leave it to the rate card. Without either there is no
  // confidence.
  const listed = plans && (plans.start || statesPrice(plans.tiers, plans.complete)) ? plans : null;
  const priced = listed ?? rates ?? lead;
  const read = priced ?? plans;
  const informative = known.filter(({ fact }) => fact.kind !== "identity");
  const shown: Observation =
    read?.shown ?? mostBelieved(latestByVoice(informative, asOf), asOf) ?? (known.at(-1) as Observation);
  const agreeing = independentOf(read?.agreeing ?? [], shown);
  const modelConflicts = rates?.usage.models.filter((model) => model.conflicts.length > 0) ?? [];
  const region = rates?.usage.referenceRegion;
  const disputed = [
    ...(plans?.disputed ?? []),
    ...modelConflicts.flatMap(({ model, conflicts }) =>
      conflicts.filter(inRegion(region)).map((conflict) => ({
        field: conflict.mode === "standard" ? conflict.meter : `${conflict.meter}:${conflict.mode}`,
        tier: model,
        shown: conflict.shown,
        other: conflict.other,
        observedAt: conflict.observedAt,
        evidence: conflict.evidence,
      })),
    ),
  ];
  const cardDisputed = modelConflicts.length > POLICY.disputedModelShare * (rates?.usage.modelCount ?? 0);
  // A page check covers plans: a rate card is never read from it.
  const confirmed =
    looks?.confirmed && read === plans && confirms(looks.confirmed, shown) ? looks.confirmed.check : null;
  const checkedOn = confirmed && dayOf(confirmed);
  const open = (plans?.disputed ?? []).filter((dispute) => checkedOn === null || dispute.observedAt >= checkedOn);
  const isDisputed = open.length > 0 || cardDisputed;
  const { confidence, terms } = confidenceOf(extended(shown, { checkedOn: checkedOn ?? undefined }), {
    asOf,
    agreeing,
    partial: plans !== null && read === plans && !plans.complete,
    disputed: isDisputed,
  });
  if (informative.length > 0) cited.add(book.cite(shown));
  for (const dispute of disputed) for (const id of dispute.evidence) cited.add(id);
  const { status, nextVerificationAt, ...why } = standingOf(shown, { asOf, looks, checkedOn, isDisputed });
  return {
    status,
    verifiedAt: confirmed?.startedAt ?? null,
    observedAt: shown.observedAt,
    nextVerificationAt,
    confidence: priced ? confidence : null,
    confidenceTerms: priced ? terms : [],
    method: confirmed ? "check" : "dataset",
    source: sources.get(shown.source)?.name ?? shown.source,
    sources: informative.length > 0 ? 1 + agreeing.length : 0,
    disputed,
    ...why,
  };
}
