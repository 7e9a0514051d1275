import type { HiddenCostFact, Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { PercentageFee, Tier } from "@/lib/schemas/record";
import { belief } from "./confidence";
import { appliesTo, detailsOf, type FeeScope, SPECIAL, SURCHARGE, scopeOf } from "./fee-scope";
import type { LeadingCost } from "./groups";
import { compareText, type EvidenceBook, groupBy } from "./ledger";
import { leadFee } from "./percentage-price";
import { bareTier } from "./plans";
import { tierId } from "./tier-id";

/** Categories of products that take payments for their customers. */
const PAYMENT_CATEGORIES: ReadonlySet<Slug> = new Set([
  "billing-and-payments",
  "ecommerce",
  "events-and-ticketing",
  "nonprofits-and-public-sector",
  "online-communities",
]);

/** Matches units for a share of the money that passes through a product. */
const PASSED_THROUGH =
  /\b(?:transactions?|charges?|payments?|payment amount|sales?|tickets?|donations?|revenue|memberships?|rewards?|items? sold|cost passed through)\b/i;

/** Matches evidence that another company or another processor charges the fee. */
const OTHERS_FEE = /\b(?:Stripe|PayPal) (?:card )?fee\b/;

const FIXED_PART = /(?:, | \()fixed part\)$/;
const NAMED_FIXED_FEE = /^fixed fee\b/i;
const SMALLEST_FEE = /^(?:smallest|minimum) fee\b/i;
const MOST = /,? at most [$€£]([\d,.]+)/i;
const CAP = /\bcapped at ([$€£])?\s?([\d,]+(?:\.\d+)?)(?: ([A-Z]{3}))?|([$€£])([\d,]+(?:\.\d+)?) cap\b/g;
const SIGNS: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP" };
/** The country of each currency for domestic fees. */
const HOME: Readonly<Record<string, string>> = {
  USD: "United States",
  GBP: "United Kingdom",
  CAD: "Canada",
  AUD: "Australia",
  SGD: "Singapore",
  JPY: "Japan",
};

interface Fee {
  tier: Tier | null;
  label: string;
  percent: number;
  fixedFee: number | null;
  minimumFee: number | null;
  maximumFee: number | null;
  currency: string | null;
  scope: FeeScope;
  cost: LeadingCost;
  readings: readonly Observation[];
}

/** The readings of the leading fee. */
export interface PercentageLead {
  shown: Observation;
  agreeing: readonly Observation[];
}

export interface PricedByPercentage {
  tiers: Tier[];
  /** Costs that are not a price. */
  rest: LeadingCost[];
  /** Null if no tier is priced only by percentage. */
  lead: PercentageLead | null;
}

/**
 * Moves fees that are a price from the extra costs to the tiers. A fee is a price if it is a share of the money that
 * passes through the product and one of these is true:
 * - Its label names a tier.
 * - It names no tier, and the product takes payments (PAYMENT_CATEGORIES) or has no tier at all.
 *
 * Surcharges and fees of other companies stay extra costs.
 */
export function priceByPercentage(
  tiers: readonly Tier[],
  costs: readonly LeadingCost[],
  context: { asOf: Day; category: Slug | undefined; currency: string | null; book: EvidenceBook },
): PricedByPercentage {
  const takesPayments = context.category !== undefined && PAYMENT_CATEGORIES.has(context.category);
  const used = new Set<LeadingCost>();
  const fees = costs.flatMap((cost) => {
    const fee = feeOf(cost, costs, tiers, used);
    if (!fee || !(fee.tier || takesPayments || tiers.length === 0)) return [];
    used.add(cost);
    return fee;
  });
  if (fees.length === 0) return { tiers: [...tiers], rest: [...costs], lead: null };
  for (const cost of costs)
    if (fees.some((fee) => isPartOf(cost, fee.label) || repeats(cost, fee, tiers))) used.add(cost);
  const listed = tiers.length > 0 ? tiers : tiersFor(fees, context.currency);
  const home = homeTiers(listed);
  const own = new Map<string, Fee[]>();
  for (const fee of fees) {
    const to = fee.tier ? [fee.tier] : tiers.length > 0 ? home : listed.filter(({ name }) => name === nameOf(fee));
    for (const { id } of to) own.set(id, [...(own.get(id) ?? []), fee]);
  }
  const priced = listed.map((tier) => {
    const sorted = sortedFees(own.get(tier.id) ?? [], context.asOf);
    return sorted.length > 0 ? withFees(tier, sorted, { ...context, takesPayments }) : tier;
  });
  const lead = leadFee(priced);
  const [led] = lead ? sortedFees(own.get(lead.tier.id) ?? [], context.asOf) : [];
  return {
    tiers: priced,
    rest: costs.filter((cost) => !used.has(cost)),
    lead: led ? { shown: led.cost.shown, agreeing: led.readings.filter((one) => one !== led.cost.shown) } : null,
  };
}

function feeOf(
  cost: LeadingCost,
  all: readonly LeadingCost[],
  tiers: readonly Tier[],
  used: Set<LeadingCost>,
): Fee | null {
  const { fact, evidence } = cost.shown;
  const { percent, unit } = fact;
  const note = evidence.note ?? "";
  if (percent === null || (fact.cost !== "platform_fee" && fact.cost !== "other")) return null;
  const label = fact.label.replace(MOST, "");
  const tier = tierNamed(label, tiers);
  const isTier = tier !== null && tier.name === label;
  if (!isTier && (!PASSED_THROUGH.test(unit ?? "") || SURCHARGE.test(label) || isAnothers(note, percent))) return null;
  const fixed =
    all.find((other) => isPartOf(other, label)) ??
    (/\+ fixed fee\b/.test(note) ? all.find(isNamedFixedFee) : undefined);
  const least = all.find(({ shown }) => SMALLEST_FEE.test(shown.fact.label) && shown.fact.unit === unit);
  for (const part of [fixed, least]) if (part) used.add(part);
  const cap = capOf(fact, note);
  return {
    tier,
    label,
    percent,
    fixedFee: fact.amount ?? fixed?.shown.fact.amount ?? null,
    minimumFee: least?.shown.fact.amount ?? null,
    maximumFee: cap?.amount ?? null,
    currency: fact.currency ?? fixed?.shown.fact.currency ?? least?.shown.fact.currency ?? cap?.currency ?? null,
    scope: scopeOf({ label, unit, note, tier: tier?.name ?? null }),
    cost,
    readings: [cost.shown, ...cost.agreeing],
  };
}

function isAnothers(note: string, percent: number): boolean {
  return OTHERS_FEE.test(note) || note.includes(`adds ${percent}%`);
}

/** Returns true for the fixed part of a fee: the same label, or its details with one more. */
function isPartOf({ shown }: LeadingCost, label: string): boolean {
  const other = shown.fact.label;
  return (
    FIXED_PART.test(other) && [`${label} (fixed part)`, `${label.replace(/\)$/, "")}, fixed part)`].includes(other)
  );
}

/** Returns true if the cost is the same share of the same tier, stated as an overage. */
function repeats({ shown: { fact } }: LeadingCost, { tier, percent }: Fee, tiers: readonly Tier[]): boolean {
  return fact.cost === "overage" && fact.percent === percent && tier !== null && tierNamed(fact.label, tiers) === tier;
}

function isNamedFixedFee({ shown }: LeadingCost): boolean {
  return NAMED_FIXED_FEE.test(shown.fact.label) && shown.fact.amount !== null;
}

function capOf({ label }: HiddenCostFact, note: string): { amount: number; currency: string | null } | null {
  const most = MOST.exec(label);
  if (most) return { amount: amountOf(most[1]), currency: SIGNS[/[$€£]/.exec(most[0])?.[0] ?? ""] ?? null };
  const [cap, another] = [...note.matchAll(CAP)];
  if (!cap || another) return null;
  const [, sign, amount, code, before, capped] = cap;
  return { amount: amountOf(amount ?? capped), currency: code ?? SIGNS[sign ?? before ?? ""] ?? null };
}

function amountOf(text = ""): number {
  return Number(text.replace(/,/g, ""));
}

/** Returns the tier that a label names: by its whole name, in its details, or by the longest name among its words. */
function tierNamed(label: string, tiers: readonly Tier[]): Tier | null {
  const exact = tiers.find(({ name }) => name === label);
  if (exact) return exact;
  const details = detailsOf(label).map(tierId);
  const byDetail = tiers.filter(({ id }) => details.includes(id));
  if (byDetail.length > 0) return byDetail[0] ?? null;
  const words = `-${tierId(label)}-`;
  const byWords = tiers.filter(({ id }) => words.includes(`-${id}-`)).sort((a, b) => b.id.length - a.id.length);
  if (byWords[0]) return byWords[0];
  // "Invoice fee (Plus)" belongs to the tier "Invoicing Plus".
  const ending = tiers.filter(({ id }) => details.some((detail) => id.endsWith(`-${detail}`)));
  return ending.length === 1 ? (ending[0] ?? null) : null;
}

/** Returns the tiers that a fee without a tier belongs to: the one that lacks another price, otherwise all on sale. */
function homeTiers(tiers: readonly Tier[]): Tier[] {
  const sold = tiers.filter(({ priceStatus, retiredOn }) => priceStatus !== "contact_sales" && retiredOn === null);
  const [bare] = sold.filter(({ listPrice }) => listPrice === null).sort((a, b) => nameRank(a) - nameRank(b));
  return bare ? [bare] : sold;
}

function nameRank({ name }: Pick<Tier, "name">): number {
  return scopeOf({ label: name, unit: null, note: "", tier: null }).channel?.rank ?? 0;
}

/**
 * Returns the name of a tier for a fee. A product without tiers has one for each group of buyers that its fees name.
 */
function nameOf({ label }: Fee): string {
  const [detail] = detailsOf(label);
  const name = detail ?? label;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function tiersFor(fees: readonly Fee[], currency: string | null): Tier[] {
  const byId = new Map(fees.map((fee) => tierFor(fee, currency)).map((tier) => [tier.id, tier]));
  return [...byId.values()].sort((a, b) => compareText(a.name, b.name));
}

function tierFor(fee: Fee, currency: string | null): Tier {
  const name = nameOf(fee);
  return {
    ...bareTier({ id: tierId(name), name, observedAt: fee.cost.shown.observedAt }),
    currency,
    audience: fee.scope.channel?.words === "academic or non-profit" ? "nonprofit" : "any",
  };
}

/** Sorts the fee of an ordinary payment first. Ties go to the most believed. */
function sortedFees(fees: readonly Fee[], asOf: Day): Fee[] {
  const weight = ({ cost }: Fee) => belief(cost.shown, asOf);
  return mergeFees(fees).sort(
    (a, b) => rankOf(a) - rankOf(b) || weight(b) - weight(a) || compareText(a.label, b.label),
  );
}

/** Merges fees with the same figures for the same payments, under any name. */
function mergeFees(fees: readonly Fee[]): Fee[] {
  const alike = groupBy(fees, (fee) => {
    const { channel, noun, above } = fee.scope;
    const paid = noun === "sale" ? "transaction" : noun;
    return JSON.stringify([fee.percent, fee.fixedFee, placeOf(fee), channel?.words, paid, above]);
  });
  return [...alike.values()].map((group) => {
    const [lead] = group.toSorted((a, b) => compareText(a.cost.shown.trust, b.cost.shown.trust)) as [Fee];
    const scopes = group.map(({ scope }) => scope);
    const limit = (of: (fee: Fee) => number | null) => of(lead) ?? group.map(of).find((one) => one !== null) ?? null;
    return {
      ...lead,
      minimumFee: limit(({ minimumFee }) => minimumFee),
      maximumFee: limit(({ maximumFee }) => maximumFee),
      scope: {
        ...lead.scope,
        isSuccessful: scopes.some(({ isSuccessful }) => isSuccessful),
        isDomestic: scopes.some(({ isDomestic }) => isDomestic),
        isCard: scopes.some(({ isCard }) => isCard),
        region: scopes.find(({ region }) => region !== null)?.region ?? null,
      },
      readings: group.flatMap(({ readings }) => readings),
    };
  });
}

/** Returns the place of a fee. A domestic fee belongs to the country of its currency. */
function placeOf({ scope, currency }: Fee): string | null {
  return scope.region ?? (scope.isDomestic ? (HOME[currency ?? ""] ?? null) : null);
}

function withFees(
  tier: Tier,
  fees: readonly Fee[],
  context: { currency: string | null; takesPayments: boolean; book: EvidenceBook },
): Tier {
  const percentageFees = fees.map((fee) => toFee(fee, context.book));
  const [first] = fees;
  if (!first || (tier.isFree ? !(context.takesPayments && rankOf(first) < SPECIAL) : tier.listPrice !== null)) {
    return { ...tier, percentageFees };
  }
  return {
    ...tier,
    isFree: false,
    priceStatus: "published",
    priceMonthly: null,
    priceAnnual: null,
    listPrice: null,
    priceUnit: null,
    currency: first.currency ?? tier.currency ?? context.currency,
    percentageFees,
    observedAt: first.cost.shown.observedAt,
    evidence: [...new Set([...tier.evidence, ...percentageFees.flatMap(({ evidence }) => evidence)])].sort(),
  };
}

function rankOf({ scope, currency }: Fee): number {
  const abroad = scope.region !== null && scope.region !== HOME[currency ?? ""] ? 1 : 0;
  return (scope.channel?.rank ?? 0) + (scope.region !== null && !scope.isDomestic ? SPECIAL : 0) + abroad;
}

function toFee(
  { percent, fixedFee, minimumFee, maximumFee, currency, scope, readings }: Fee,
  book: EvidenceBook,
): PercentageFee {
  return {
    label: scope.name,
    percent,
    fixedFee,
    minimumFee,
    maximumFee,
    currency,
    per: "transaction",
    appliesTo: appliesTo(scope),
    region: scope.region,
    evidence: book.citeAll(readings),
  };
}
