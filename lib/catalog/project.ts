import { GROUPS, type Group, type PricingAnswer, type PricingRecord, type Tier } from "@/lib/schemas/record";

export type Depth = "full" | "summary";
export type View = { depth: Depth; fields?: readonly Group[] | undefined };

/**
 * The part of a record that was asked for. The envelope (identity, links, source, attribution, licence, verification)
 * is always kept; groups with no data stay absent. A summary keeps the prices and says in `counts` what it leaves out;
 * a group named in `fields` is kept whole.
 */
export function project(record: PricingRecord, view: View): PricingAnswer {
  const selected = view.fields ? pick(record, view.fields) : record;
  return view.depth === "summary" ? summarise(selected, view.fields ?? []) : selected;
}

function pick(record: PricingRecord, fields: readonly Group[]): PricingRecord {
  const kept = { ...record };
  for (const group of GROUPS) if (!fields.includes(group)) delete kept[group];
  if (!fields.includes("tiers")) delete kept.tiersComplete;
  const { evidence, ...body } = kept;
  const text = JSON.stringify(body);
  return { ...kept, evidence: evidence.filter((entry) => text.includes(`"${entry.id}"`)) };
}

const KEPT_IN_SUMMARY = new Set<Group>(["tiers", "freeTier"]);

function summarise(record: PricingRecord, fields: readonly Group[]): PricingAnswer {
  const {
    kind: _kind,
    currency: _currency,
    priceUnit: _unit,
    evidence,
    verification,
    freeTier,
    tiers,
    links,
    priceRange,
    ...rest
  } = record;
  const counts: Record<string, number> = { evidence: evidence.length };
  for (const group of GROUPS) {
    const value = record[group];
    if (value === undefined || KEPT_IN_SUMMARY.has(group)) continue;
    if (fields.includes(group) && group !== "usage") continue;
    counts[group] = Array.isArray(value) ? value.length : group === "usage" ? (record.usage?.modelCount ?? 0) : 1;
    delete rest[group as keyof typeof rest];
  }
  const { confidenceTerms: _terms, disputed, method: _method, nextVerificationAt: _next, ...brief } = verification;
  if (disputed.length > 0) counts.disputed = disputed.length;
  return {
    ...rest,
    ...(tiers && { tiers: tiers.map(briefTier) }),
    ...(priceRange && { priceRange: briefRange(priceRange) }),
    ...(freeTier && { freeTier: { available: freeTier.available } }),
    verification: brief,
    links: { page: links.page, ...(links.vendor !== rest.vendor.website && { vendor: links.vendor }) },
    counts,
  };
}

/** Where there is no figure, the answer says why. */
function briefRange({ display, ...range }: PricingRecord["priceRange"]): NonNullable<PricingAnswer["priceRange"]> {
  return { ...range, ...(range.low !== null && { display }) };
}

/** The prices of a tier; what is null or 0 entries long is left out. */
function briefTier(tier: Tier): NonNullable<PricingAnswer["tiers"]>[number] {
  const { id, name, isFree, priceStatus, priceMonthly, priceAnnual, listPrice, startingPrice, currency, priceUnit } =
    tier;
  const { minimumSeats, maximumSeats, bandMode, seatBands } = tier;
  return {
    id,
    name,
    priceStatus,
    ...(isFree && { isFree }),
    ...(priceMonthly !== null && { priceMonthly }),
    ...(priceAnnual !== null && { priceAnnual }),
    ...(listPrice !== null && { listPrice }),
    ...(startingPrice && { startingPrice }),
    ...(currency !== null && { currency }),
    ...(priceUnit !== null && { priceUnit }),
    ...(minimumSeats !== null && { minimumSeats }),
    ...(maximumSeats !== null && { maximumSeats }),
    ...(seatBands.length > 0 && { bandMode, seatBands }),
  };
}
