import { extended } from "@/lib/extended";
import type { Day } from "@/lib/schemas/primitives";
import {
  GROUPS,
  type Group,
  type PricingAnswer,
  type PricingRecord,
  type Tier,
  WELL_KNOWN_TERMS,
} from "@/lib/schemas/record";
import { type FittedRecord, fitRecord } from "./fit";
import { evidenceIdsIn } from "./ledger";
import { isPriced } from "./starting-price";

export type Depth = "full" | "summary";
export type View = {
  depth: Depth;
  fields?: readonly Group[] | undefined;
  /** Maximum size of the response, if it is not the default. */
  bytes?: number | undefined;
};

/**
 * Returns the requested part of a record. The envelope (identity, links, source, attribution, licence, verification) is
 * always included; groups with no data stay absent. A summary has the prices, and `counts` lists the number of omitted
 * entries. A group named in `fields` is included as far as the maximum size allows: see fitRecord().
 */
export function project(record: PricingRecord, view: View): PricingAnswer {
  const { depth, fields } = view;
  const selected = fitRecord(fields ? pick(record, fields) : record, view.bytes);
  const unknown = (fields ?? (depth === "full" ? GROUPS : [])).includes("contractTerms") ? unknownTerms(record) : [];
  const missing = (fields ?? []).filter((group) => record[group] === undefined);
  return extended(depth === "summary" ? summarise(selected, fields ?? []) : selected, {
    ...(missing.length > 0 && { missing }),
    ...(unknown.length > 0 && { unknownTerms: unknown }),
  });
}

/** Returns the terms on renewal and notice that no source states for a product with a price. */
export function unknownTerms(record: PricingRecord): NonNullable<PricingAnswer["unknownTerms"]> {
  if (record.kind === "family" || !isPriced(record)) return [];
  return WELL_KNOWN_TERMS.filter((term) => (record.contractTerms?.[term] ?? null) === null);
}

function pick(record: PricingRecord, fields: readonly Group[]): PricingRecord {
  const kept = { ...record };
  for (const group of GROUPS) if (!fields.includes(group)) delete kept[group];
  if (!fields.includes("tiers")) {
    delete kept.tiersComplete;
    delete kept.startingPrice;
  }
  const { evidence, ...body } = kept;
  const cited = evidenceIdsIn(body);
  return { ...kept, evidence: evidence.filter(({ id }) => cited.has(id)) };
}

/** Number of members of a family that a summary names; the others are counted. */
const SUMMARY_MEMBERS = 20;

const KEPT_IN_SUMMARY = new Set<Group>(["tiers", "freeTier", "offers", "capabilities"]);

function summarise(record: FittedRecord, fields: readonly Group[]): PricingAnswer {
  const {
    kind,
    members,
    currency: _currency,
    priceUnit: _unit,
    evidence,
    verification,
    freeTier,
    offers,
    capabilities,
    tiers,
    links,
    priceRange,
    ...rest
  } = record;
  const left = record.counts ?? {};
  const counts: Record<string, number> = { evidence: evidence.length + (left.evidence ?? 0) };
  for (const group of GROUPS) {
    const value = record[group];
    if (value === undefined || KEPT_IN_SUMMARY.has(group)) continue;
    if (fields.includes(group)) {
      if (left[group] !== undefined) counts[group] = left[group];
      continue;
    }
    counts[group] = Array.isArray(value)
      ? value.length + (left[group] ?? 0)
      : group === "usage"
        ? (record.usage?.modelCount ?? 0)
        : 1;
    delete rest[group as keyof typeof rest];
  }
  const { confidenceTerms: _terms, disputed, method: _method, nextVerificationAt: _next, ...brief } = verification;
  const disputes = disputed.length + (left.disputed ?? 0);
  if (disputes > 0) counts.disputed = disputes;
  if (members && members.length > SUMMARY_MEMBERS) counts.members = members.length - SUMMARY_MEMBERS;
  return {
    ...rest,
    ...(members && { kind, members: members.slice(0, SUMMARY_MEMBERS) }),
    ...(tiers && { tiers: tiers.map((tier) => briefTier(tier, verification.observedAt)) }),
    ...(priceRange && { priceRange: briefRange(priceRange) }),
    ...(freeTier && { freeTier: { available: freeTier.available } }),
    ...(offers && { offers: fields.includes("offers") ? offers : offers.map(withoutEvidence) }),
    ...(capabilities && {
      capabilities: fields.includes("capabilities") ? capabilities : capabilities.map(withoutEvidence),
    }),
    verification: brief,
    links: { page: links.page, home: links.home, vendor: links.vendor },
    counts,
  };
}

/** Leaves out the text of a range without a figure: the answer has the reason. */
function briefRange({ display, ...range }: PricingRecord["priceRange"]): NonNullable<PricingAnswer["priceRange"]> {
  return { ...range, ...(range.low !== null && { display }) };
}

function withoutEvidence<T extends { evidence: string[] }>({ evidence: _, ...rest }: T): Omit<T, "evidence"> {
  return rest;
}

/**
 * Returns the prices of a tier, with unknown ones as null; other fields only if they have a value, and the day only if
 * it differs from the record's.
 */
function briefTier(tier: Tier, recordSeen: Day): NonNullable<PricingAnswer["tiers"]>[number] {
  const { id, name, isFree, priceStatus, priceMonthly, priceAnnual, listPrice, currency, priceUnit } = tier;
  const { observedAt, minimumSeats, maximumSeats, bandMode, seatBands } = tier;
  const { annualReview, seatIncrement, seatBlocks, baseFee, percentageFees, audience, retiredOn } = tier;
  return {
    id,
    name,
    isFree,
    priceStatus,
    priceMonthly,
    priceAnnual,
    listPrice,
    ...(annualReview && { annualReview }),
    currency,
    priceUnit,
    ...(observedAt !== recordSeen && { observedAt }),
    ...(minimumSeats !== null && { minimumSeats }),
    ...(maximumSeats !== null && { maximumSeats }),
    ...(seatIncrement !== null && { seatIncrement }),
    ...(seatBlocks.length > 0 && { seatBlocks }),
    ...(baseFee && { baseFee }),
    ...(percentageFees.length > 0 && { percentageFees: percentageFees.map(withoutEvidence) }),
    ...(audience !== "any" && { audience }),
    ...(retiredOn && { retiredOn }),
    ...(seatBands.length > 0 && { bandMode, seatBands }),
  };
}
