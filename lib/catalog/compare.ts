import { onceFor } from "@/lib/once-for";
import type { ComparedField, FieldComparison, FieldValue, SeatCost } from "@/lib/schemas/compare";
import type { Group, LicenseState, PriceChange, Tier, Unanswered } from "@/lib/schemas/record";
import { annualSaving, headlineBilling } from "./billing";
import { COST_BILLING_WORDS, INTRODUCTORY, type PriceBilling } from "./billing-words";
import { displayMoney } from "./display";
import { feePhrase } from "./fee-words";
import { likeBasis, type Offer } from "./like-price";
import { decimal, roundMoney } from "./money";
import { feeOn, leadFee } from "./percentage-price";
import { comparedTiers, headlinePrice, monthlyTiers } from "./plans";
import { recentRepricings } from "./trend";
import { isSeatUnit } from "./units";

export interface Compared {
  record: Unanswered;
  changes: readonly PriceChange[];
  /** The licence cost for a number of seats; null if the request has no number. */
  cost: SeatCost | null;
}

interface Reading {
  value: FieldValue;
  /** The unit that is shown next to the value. */
  unit?: string | undefined;
  /** Values are comparable only if this is the same; defaults to `unit`. Null if comparable with no other. */
  basis?: string | null | undefined;
  /** Ids of the evidence for the value; if absent, the evidence of the rule's group. */
  evidence?: readonly string[] | undefined;
}

interface FieldRule {
  field: ComparedField;
  group: Group | null;
  /** The input that this rule needs in addition to the record. */
  beyond?: "cost" | "changes";
  /** `none`: for information only, without a winner. */
  best: "low" | "high" | "true" | "false" | "none";
  words: string;
  /** The reason why values with a different basis are not comparable. */
  differs?: string;
  read(product: Compared): Reading;
}

const PRICES_DIFFER =
  "No winner: prices are not converted, and are compared only in the same currency, unit and stated billing. A yearly price that looks introductory is not compared.";

/** Size of the payment at which fees are compared, in the currency of the fee. */
const COMPARED_PAYMENT = 100;

const RULES: readonly FieldRule[] = [
  {
    field: "startingPrice",
    group: "tiers",
    best: "low",
    words:
      "The lowest published paid price per unit per month wins, billed monthly if such a price is published. A price whose billing is not stated does not count as billed monthly. Prices are compared only in the same currency, unit and billing; all units that count people are the same unit. Set seats to compare different units.",
    differs: PRICES_DIFFER,
    read: ({ record }) =>
      withoutTier(record) ?? priced(record, lowest(record, headlinePrice), headlinePrice, headlineBilling),
  },
  {
    field: "startingPriceAnnual",
    group: "tiers",
    best: "low",
    words:
      "The lowest published paid price per unit per month with annual billing wins. Prices are compared only in the same currency and unit; all units that count people are the same unit.",
    differs: PRICES_DIFFER,
    read: ({ record }) => priced(record, lowest(record, annualPrice), annualPrice, () => "annual"),
  },
  {
    field: "highestPrice",
    group: "tiers",
    best: "none",
    words:
      "For information only: a more expensive top tier is neither better nor worse. It is the highest price per person if a tier has one, otherwise the highest in the unit of the starting price. Null if not every tier is known.",
    read: ({ record }) => {
      const { priceRange, tiers = [] } = record;
      const [highest] = record.tiersComplete === false ? [] : perPerson(record).slice(-1);
      if (highest) return priced(record, highest, headlinePrice, headlineBilling);
      return {
        value: priceRange.high,
        unit: priceRange.high === null ? undefined : `${priceRange.currency} per ${priceRange.unit ?? "month"}`,
        evidence: tiers.filter((tier) => showsPrice(tier, priceRange.high)).flatMap((tier) => tier.evidence),
      };
    },
  },
  {
    field: "annualSavingPercent",
    group: "tiers",
    best: "high",
    words: "The larger saving with annual billing wins, in percent, on the cheapest tier that publishes both prices.",
    differs: "No winner: a saving rests on a yearly price that looks like an introductory price.",
    read: ({ record }) => {
      const tier = tierWithBoth(record);
      if (!tier) return { value: null };
      const { annualReview, evidence } = tier;
      const unit = annualReview ? `%, ${INTRODUCTORY}` : "%";
      return { value: annualSaving(tier), unit, basis: annualReview ? null : unit, evidence };
    },
  },
  {
    field: "costForSeats",
    group: "tiers",
    beyond: "cost",
    best: "low",
    words:
      "The lowest first-year list price for the requested seats wins: the cheapest published paid tier that allows them, with the billing that all products publish, annual before monthly. Extra costs are left out because they are not known equally well for every product. Costs are compared only in the same currency and stated billing. If a product is priced by another unit, such as a host, it has no cost for seats.",
    differs: PRICES_DIFFER,
    read: ({ record, cost }) => {
      if (!cost || cost.yearOne === null || cost.billing === null) return { value: null };
      const { yearOne, currency, billing } = cost;
      const tier = record.tiers?.find(({ id }) => id === cost.tier?.id);
      const isIntroductory = billing === "annual" && tier?.annualReview !== undefined;
      return {
        value: yearOne,
        unit: `${currency ?? ""} in the first year, ${[tier?.name ?? "", ...billedWords(billing, isIntroductory)].join(", ")}`,
        basis: likeBasis({ currency, priceUnit: "first year", billing, isIntroductory }),
        evidence: tier?.evidence,
      };
    },
  },
  {
    field: "paymentFee",
    group: "tiers",
    best: "low",
    words: `The lowest fee on one payment of ${COMPARED_PAYMENT} wins, in the currency of the fee. It is the fee for ordinary payments of the tier that is priced by percentage, otherwise of the cheapest plan. Fees are compared only in the same currency. Prices of plans are left out.`,
    differs: "No winner: currencies differ, and prices are not converted.",
    read: ({ record }) => paymentFee(record),
  },
  {
    field: "freeTier",
    group: "freeTier",
    best: "true",
    words: "A product with a free plan or an open-source edition wins over one that is known to have neither.",
    read: ({ record }) => ({ value: record.freeTier?.available ?? null }),
  },
  {
    field: "trialDays",
    group: "freeTier",
    best: "high",
    words: "The longer free trial wins.",
    read: ({ record }) => ({ value: record.freeTier?.trialDays ?? null, unit: "days" }),
  },
  {
    field: "ssoPremium",
    group: "hiddenCosts",
    best: "low",
    words:
      "The lowest published premium for single sign-on wins. Premiums are compared only in the same currency and unit.",
    differs: "No winner: currencies or units differ, and prices are not converted.",
    read: ({ record }) => {
      const sso = record.hiddenCosts?.find(({ kind, amount }) => kind === "sso" && amount !== null);
      return sso
        ? {
            value: sso.amount,
            unit: `${sso.currency} per ${sso.unit ?? "unit not stated"}`,
            evidence: sso.evidence,
          }
        : { value: null };
    },
  },
  {
    field: "hiddenCostCount",
    group: "hiddenCosts",
    best: "none",
    words:
      "For information only: a longer list of known extra costs can mean a more expensive product or a better documented one. Null if none is known.",
    read: ({ record }) => ({ value: record.hiddenCosts?.length ?? null }),
  },
  {
    field: "marketMedian",
    group: "marketData",
    best: "none",
    words: "For information only: what buyers paid per year depends on how much they bought.",
    read: ({ record: { marketData } }) => ({
      value: marketData?.medianAnnualCost ?? null,
      unit: marketData ? `${marketData.currency} a year` : undefined,
    }),
  },
  {
    field: "autoRenewal",
    group: "contractTerms",
    best: "false",
    words: "A contract that does not renew automatically wins over one that does.",
    read: ({ record }) => ({ value: record.contractTerms?.autoRenewal ?? null }),
  },
  {
    field: "minimumTermMonths",
    group: "contractTerms",
    best: "low",
    words: "The shorter minimum term wins.",
    read: ({ record }) => ({ value: record.contractTerms?.minimumTermMonths ?? null, unit: "months" }),
  },
  {
    field: "nonRenewalNoticeDays",
    group: "contractTerms",
    best: "low",
    words: "The shorter notice needed to stop a renewal wins.",
    read: ({ record }) => ({ value: record.contractTerms?.nonRenewalNoticeDays ?? null, unit: "days" }),
  },
  {
    field: "priceChangeNoticeDays",
    group: "contractTerms",
    best: "high",
    words: "The longer notice that the vendor must give before a price change wins.",
    read: ({ record }) => ({ value: record.contractTerms?.priceChangeNoticeDays ?? null, unit: "days" }),
  },
  {
    field: "priceMoves3Years",
    group: "priceHistory",
    beyond: "changes",
    best: "low",
    words:
      "The product with fewer days on which a list price changed in the last three years wins. Null unless there are dated prices from before and since the start of that period.",
    read: ({ record, changes }) => ({
      value: recentRepricings(record.priceHistory ?? [], changes, record.asOf),
      unit: "days with a price change",
    }),
  },
  {
    field: "rating",
    group: "sentiment",
    best: "high",
    words: "The higher rating wins. Ratings are compared only within the same review site and scale.",
    differs: "No winner: the ratings come from different review sites or scales.",
    read: ({ record: { sentiment } }) =>
      sentiment ? { value: sentiment.rating, unit: `of ${sentiment.scale}, ${sentiment.source}` } : { value: null },
  },
  {
    field: "confidence",
    group: null,
    best: "high",
    words:
      "The higher confidence in the price wins. It describes the data, not the product. Null if no price is known.",
    read: ({ record }) => ({ value: record.verification.confidence }),
  },
  {
    field: "observedAt",
    group: null,
    best: "high",
    words: "The most recently checked price wins. It describes the data, not the product. Null if no price is known.",
    read: ({ record: { verification } }) => ({
      value: verification.confidence === null ? null : verification.observedAt,
    }),
  },
];

/** Every compared field, with its rule in words. */
export const COMPARISON_RULES: readonly { field: ComparedField; wins: boolean; words: string }[] = RULES.map(
  ({ field, best, words }) => ({ field, wins: best !== "none", words }),
);

/**
 * Compares products with one rule per field. The order of the products affects only the order of the values. An unknown
 * value never wins, and no value wins if fewer than two are known.
 */
export function compareProducts(products: readonly Compared[], options: { seats: number | null }): FieldComparison[] {
  const takesPayments = products.some(({ record: { tiers = [] } }) =>
    tiers.some(({ percentageFees }) => percentageFees.length > 0),
  );
  const isAsked = ({ field }: FieldRule) =>
    (field !== "costForSeats" || options.seats !== null) && (field !== "paymentFee" || takesPayments);
  return RULES.filter(isAsked).map((rule) => compareField(rule, products));
}

function compareField(rule: FieldRule, products: readonly Compared[]): FieldComparison {
  const readings = products.map((product) => told(rule, product));
  const known = readings.filter(({ value }) => value !== null);
  const verdict = judge(rule, known);
  return {
    field: rule.field,
    values: Object.fromEntries(readings.map(({ slug, value }) => [slug, value])),
    units: Object.fromEntries(known.flatMap(({ slug, unit }) => (unit === undefined ? [] : [[slug, unit]]))),
    winner: verdict.leaders.length === 1 ? (verdict.leaders[0] ?? null) : null,
    tie: verdict.leaders.length > 1,
    leaders: verdict.leaders,
    rule: verdict.because ? `${rule.words} ${verdict.because}` : rule.words,
    license: Object.fromEntries(known.map(({ slug, license }) => [slug, license])),
    evidence: Object.fromEntries(known.map(({ slug, evidence }) => [slug, evidence])),
  };
}

interface Told extends Reading {
  slug: string;
  license: LicenseState;
  evidence: string[];
}

/** Results of the rules that do not depend on the request. They are computed once. */
const toldByRecord = onceFor((record: Unanswered) => {
  const own = readingsBy(undefined, { record, changes: [], cost: null });
  const beyond = onceFor((changes: readonly PriceChange[]) => readingsBy("changes", { record, changes, cost: null }));
  return { own, beyond };
});

function readingsBy(beyond: FieldRule["beyond"], product: Compared): ReadonlyMap<FieldRule, Told> {
  return new Map(RULES.filter((rule) => rule.beyond === beyond).map((rule) => [rule, toldAnew(rule, product)]));
}

function told(rule: FieldRule, product: Compared): Told {
  const { own, beyond } = toldByRecord(product.record);
  return own.get(rule) ?? beyond(product.changes).get(rule) ?? toldAnew(rule, product);
}

function toldAnew(rule: FieldRule, product: Compared): Told {
  const { slug, license } = product.record;
  const { evidence, ...reading } = rule.read(product);
  return {
    slug,
    ...reading,
    license: (rule.group && license[rule.group]) ?? "owned",
    evidence: [...new Set(evidence ?? evidenceOf(product, rule.group))],
  };
}

/** Returns the evidence for a whole group of a record or, without a group, for its date and confidence. */
function evidenceOf({ record, changes }: Compared, group: Group | null): readonly string[] {
  switch (group) {
    case "freeTier":
      return record.freeTier?.evidence ?? [];
    case "hiddenCosts":
      return (record.hiddenCosts ?? []).flatMap(({ evidence }) => evidence);
    case "marketData":
      return record.marketData?.evidence ?? [];
    case "contractTerms":
      return record.contractTerms?.evidence ?? [];
    case "sentiment":
      return record.sentiment?.evidence ?? [];
    case "priceHistory": {
      const moves = changes.filter((change) => change.class === "move").flatMap(({ evidence }) => evidence);
      return moves.length > 0 ? moves : (record.priceHistory ?? []).flatMap(({ evidence }) => evidence);
    }
    default:
      return [];
  }
}

function judge(rule: FieldRule, known: readonly Told[]): { leaders: string[]; because?: string } {
  if (rule.best === "none") return { leaders: [] };
  if (known.length < 2) return { leaders: [], because: "No winner: fewer than two values are known." };
  const bases = new Set(known.map(({ basis, unit }) => (basis === undefined ? (unit ?? "") : basis)));
  if (bases.size > 1 || bases.has(null)) return { leaders: [], because: rule.differs ?? PRICES_DIFFER };
  const weights = known.map(({ slug, value }) => ({ slug, value: value as number | boolean | string }));
  const best = weights.reduce((held, entry) => (isBetter(rule.best, entry.value, held.value) ? entry : held));
  const leaders = weights.filter(({ value }) => value === best.value).map(({ slug }) => slug);
  return { leaders };
}

function isBetter(best: FieldRule["best"], a: number | boolean | string, b: number | boolean | string): boolean {
  if (best === "true") return a === true && b !== true;
  if (best === "false") return a === false && b !== false;
  return best === "low" ? a < b : a > b;
}

function lowest(record: Unanswered, price: (tier: Tier) => number | null): Tier | null {
  const paid = comparedTiers(record.tiers ?? []).flatMap((tier) => {
    const amount = tier.currency === record.currency ? price(tier) : null;
    return amount !== null && amount > 0 ? [{ tier, amount }] : [];
  });
  return (
    paid.reduce<(typeof paid)[number] | null>(
      (held, entry) => (held && held.amount <= entry.amount ? held : entry),
      null,
    )?.tier ?? null
  );
}

/** Returns the tiers priced per person, lowest first. */
function perPerson({ tiers = [], currency }: Unanswered): Tier[] {
  return monthlyTiers(tiers, currency).filter(({ priceUnit }) => isSeatUnit((priceUnit ?? "").replace(/\/month$/, "")));
}

function annualPrice(tier: Tier): number | null {
  return tier.priceAnnual;
}

/** Returns the cost of one payment of COMPARED_PAYMENT. */
function paymentFee(record: Unanswered): Reading {
  const tier = leadFee(record.tiers ?? [])?.tier ?? lowest(record, headlinePrice);
  const [fee] = tier?.percentageFees ?? [];
  const currency = fee?.currency ?? tier?.currency ?? null;
  if (!fee || currency === null) return { value: null };
  return {
    value: roundMoney(feeOn(fee, decimal(COMPARED_PAYMENT), 1).amount),
    unit: `${currency} per payment of ${displayMoney(COMPARED_PAYMENT, currency)}, ${feePhrase(fee)}`,
    basis: currency,
    evidence: fee.evidence,
  };
}

/** Returns a starting price that does not belong to a tier. */
function withoutTier(record: Unanswered): Reading | null {
  const { startingPrice: stated } = record;
  if (!stated || lowest(record, headlinePrice)) return null;
  return offered({ ...stated, isIntroductory: false }, stated.evidence);
}

function priced(
  record: Unanswered,
  tier: Tier | null,
  price: (tier: Tier) => number | null,
  billingOf: (tier: Tier) => PriceBilling,
): Reading {
  const amount = tier && price(tier);
  if (!tier || amount === null) return { value: null };
  const { priceUnit, annualReview, evidence } = tier;
  const billing = billingOf(tier);
  const isIntroductory = billing === "annual" && annualReview !== undefined;
  return offered({ amount, currency: record.currency, priceUnit, billing, isIntroductory }, evidence);
}

function offered(offer: Offer, evidence: readonly string[]): Reading {
  const { amount, currency, priceUnit, billing, isIntroductory } = offer;
  const unit = [`${currency} per ${priceUnit ?? "month"}`, ...billedWords(billing, isIntroductory)].join(", ");
  return { value: amount, unit, basis: likeBasis(offer), evidence };
}

function billedWords(billing: Offer["billing"], isIntroductory: boolean): string[] {
  const words = COST_BILLING_WORDS[billing];
  return isIntroductory ? [words, INTRODUCTORY] : [words];
}

function showsPrice({ priceMonthly, priceAnnual, listPrice }: Tier, amount: number | null): boolean {
  return amount !== null && [priceMonthly, priceAnnual, listPrice?.amount].includes(amount);
}

function tierWithBoth(record: Unanswered): Tier | null {
  return lowest(record, ({ priceMonthly, priceAnnual }) => (priceAnnual === null ? null : priceMonthly));
}
