import { extended } from "@/lib/extended";
import type { PriceStatus } from "@/lib/schemas/primitives";
import type { ReducedRecord, Tier } from "@/lib/schemas/record";
import { addOnsApart } from "./add-ons";
import { headlineBilling, leadBilling } from "./billing";
import type { PriceBilling } from "./billing-words";
import { freePeopleColumn } from "./free-people";
import { leadFee } from "./percentage-price";
import { headlinePrice, monthlyTiers } from "./plans";
import { statedBits } from "./stated";
import { unitBasis } from "./units";

/** A product's starting price: per priceUnit and month. */
export interface StartingPrice {
  /** The cheapest paid tier; 0 only if every tier is known and free. */
  startingPrice: number | null;
  currency: string | null;
  priceUnit: string | null;
  /** `published` if startingPrice is a number, or if the product is priced by percentage. */
  priceStatus: PriceStatus;
}

/** Returns true if tiers state a price: a paid one, or that the whole list is free. */
export function statesPrice(tiers: readonly Tier[] = [], complete = false): boolean {
  if (tiers.some(({ isFree, listPrice }) => !isFree && listPrice !== null)) return true;
  return complete && tiers.length > 0 && tiers.every(({ isFree }) => isFree);
}

export type Priced = Pick<
  ReducedRecord,
  "tiers" | "tiersComplete" | "startingPrice" | "currency" | "priceStatus" | "usage"
> & {
  priceRange?: ReducedRecord["priceRange"];
  /** Only for a family. */
  members?: readonly (StartingPrice & { slug: string; name: string })[] | undefined;
  flagship?: string | undefined;
};

/**
 * Returns the figures that products are found, filtered and sorted by: the lowest paid price of the record's
 * priceRange.
 */
export function startingPrice({
  tiers = [],
  tiersComplete,
  currency,
  priceStatus,
  usage,
  priceRange,
  members,
  flagship,
  startingPrice: stated,
}: Priced): StartingPrice {
  if (members && priceRange?.products) {
    const lead = members.find(({ slug }) => slug === flagship);
    if (lead) {
      const { startingPrice: price, currency: paid, priceUnit } = lead;
      const isPaid = price !== null && price > 0;
      if (isPaid) return { startingPrice: price, currency: paid, priceUnit, priceStatus: "published" };
      const status = lead.priceStatus === "published" ? "published" : "not_applicable";
      return { startingPrice: null, currency: null, priceUnit: null, priceStatus: status };
    }
    const { low, currency: of, unit } = priceRange;
    return { startingPrice: low, currency: of, priceUnit: unit, priceStatus: "published" };
  }
  const others = [...new Set(tiers.map((tier) => tier.currency))].filter((other) => other !== null);
  const [cheapest] = [currency, ...others].flatMap((one) => (one === null ? [] : monthlyTiers(tiers, one)));
  if (cheapest) {
    const { currency, priceUnit } = cheapest;
    return { startingPrice: headlinePrice(cheapest), currency, priceUnit, priceStatus: "published" };
  }
  if (stated) {
    const { amount, currency, priceUnit } = stated;
    return { startingPrice: amount, currency, priceUnit, priceStatus: "published" };
  }
  if (!usage && leadFee(tiers))
    return { startingPrice: null, currency: null, priceUnit: null, priceStatus: "published" };
  const [first] = tiers;
  if (first && tiersComplete && tiers.every((tier) => tier.isFree)) {
    return {
      startingPrice: 0,
      currency: first.currency ?? currency,
      priceUnit: first.priceUnit,
      priceStatus: "published",
    };
  }
  // A product priced by use has no monthly price, even if other facts about its tiers are unknown.
  const isByUse = usage !== undefined || tiers.some(({ lead, listPrice }) => lead && listPrice !== null);
  const status = isByUse ? "not_applicable" : statusWithout(tiers, priceStatus);
  return { startingPrice: null, currency: null, priceUnit: null, priceStatus: status };
}

function statusWithout(tiers: NonNullable<Priced["tiers"]>, overall: PriceStatus): PriceStatus {
  const unpublished = tiers.find((tier) => tier.priceStatus !== "published");
  if (unpublished) return unpublished.priceStatus;
  if (tiers.some((tier) => !tier.isFree)) return "not_applicable";
  if (tiers.length > 0) return "unverified";
  return overall === "published" ? "not_applicable" : overall;
}

/**
 * Returns the billing of the starting price; null if there is no starting price, and for a family, whose products may
 * differ.
 */
export function startingBilling(record: Priced): PriceBilling | null {
  const { startingPrice: amount, currency, priceUnit } = startingPrice(record);
  if (!amount || (record.members && record.priceRange?.products)) return null;
  const tiers = monthlyTiers(record.tiers ?? [], currency).filter(
    (tier) => tier.priceUnit === priceUnit && headlinePrice(tier) === amount,
  );
  return tiers.length === 0 ? (record.startingPrice?.billing ?? null) : leadBilling(tiers.map(headlineBilling));
}

/**
 * Returns the prices of the tiers that are comparable with the starting price, lowest first; free tiers are 0. For a
 * family, returns the starting prices of its products.
 */
export function axisPrices(record: Priced): { name: string; price: number }[] {
  const { startingPrice: start, currency, priceUnit } = startingPrice(record);
  if (start === null) return [];
  const isAlike = (of: { currency: string | null; priceUnit: string | null }) =>
    of.currency === currency && unitBasis(of.priceUnit) === unitBasis(priceUnit);
  const members = (record.members ?? []).flatMap((member) =>
    member.startingPrice && isAlike(member) ? [{ name: member.name, price: member.startingPrice }] : [],
  );
  if (members.length > 0) return members.sort((a, b) => a.price - b.price);
  const prices = (record.tiers ?? []).flatMap((tier) => {
    const price = tier.isFree ? 0 : headlinePrice(tier);
    return price !== null && (tier.isFree || isAlike(tier)) ? [{ name: tier.name, price }] : [];
  });
  if (!prices.some(({ price }) => price > 0)) prices.push({ name: "Starting price", price: start });
  return prices.sort((a, b) => a.price - b.price);
}

/** Returns the values that product lists show and count, in addition to the index entry. */
export function listEntry(record: ReducedRecord & Pick<Priced, "members" | "flagship">) {
  const sso = (record.hiddenCosts ?? []).filter(({ kind }) => kind === "sso");
  return {
    highestPrice: axisPrices(record).at(-1)?.price ?? null,
    ssoCharged: sso.length > 0,
    ssoPercent: sso.find(({ percent }) => percent !== null)?.percent ?? null,
    disputed: record.verification.status === "disputed",
    stated: statedBits(record),
    freePeople: freePeopleColumn(record.freeTier?.people),
  };
}

/** Returns the part of a record that finds a product. */
export function indexEntry(record: ReducedRecord & Pick<Priced, "members" | "flagship">) {
  return extended(startingPrice(record), {
    pricingModel: record.pricingModel,
    freeTier: record.freeTier?.available ?? null,
    freePlan: record.freeTier?.plan ?? null,
    selfHosted: (record.freeTier?.licences.length ?? 0) > 0,
    hasHiddenCosts: addOnsApart(record.hiddenCosts ?? []).hidden.length > 0,
    confidence: record.verification.confidence,
    observedAt: record.verification.observedAt,
    verifiedAt: record.verification.verifiedAt,
  });
}

/** Returns true if a price above 0 is known: a list price, a usage price, a percentage or a rate card. */
export function isPriced(record: Parameters<typeof indexEntry>[0]): boolean {
  const { startingPrice: price, priceStatus } = startingPrice(record);
  if (price !== null) return price > 0;
  return priceStatus === "published" || (record.usage?.modelCount ?? 0) > 0 || statesPrice(record.tiers);
}

/** Returns true if no price or rate of the product or its members is known, and it is not free. */
export function lacksPrice(record: Parameters<typeof isPriced>[0]): boolean {
  const ofMembers = record.members?.some(({ priceStatus }) => ["published", "not_applicable"].includes(priceStatus));
  const isFree = record.pricingModel === "open_source" || startingPrice(record).startingPrice === 0;
  return !isPriced(record) && !ofMembers && !isFree;
}

export type IndexEntry = ReturnType<typeof indexEntry>;
