import { GROUPS, type Group, type PricingRecord, type Tier } from "@/lib/schemas/record";

export type Depth = "full" | "summary";
export type View = { depth: Depth; fields?: readonly Group[] | undefined };

/**
 * The part of a record that was asked for. The envelope (identity, links, source, attribution, licence, verification)
 * is always kept; groups with no data stay absent.
 */
export function project(record: PricingRecord, view: View): PricingRecord {
  const selected = view.fields ? pick(record, view.fields) : record;
  return view.depth === "summary" ? summarise(selected, view.fields) : selected;
}

function pick(record: PricingRecord, fields: readonly Group[]): PricingRecord {
  const kept: Partial<PricingRecord> = { ...record };
  for (const group of GROUPS) if (!fields.includes(group)) delete kept[group];
  if (!fields.includes("tiers")) delete kept.tiersComplete;
  const result = kept as PricingRecord;
  return { ...result, evidence: citedEvidence(result) };
}

function summarise(record: PricingRecord, fields: readonly Group[] | undefined): PricingRecord {
  const { tiers, freeTier, usage, verification, evidence: _evidence, ...rest } = record;
  const counts: Record<string, number> = {};
  const kept: Partial<PricingRecord> = { ...rest };
  for (const group of GROUPS) {
    const value = record[group];
    if (value === undefined || group === "tiers" || group === "freeTier") continue;
    if (fields?.includes(group) && group !== "usage") continue;
    delete kept[group];
    counts[group] = Array.isArray(value) ? value.length : group === "usage" ? (usage?.modelCount ?? 0) : 1;
  }
  return {
    ...(kept as PricingRecord),
    ...(tiers && { tiers: tiers.map(briefTier) }),
    ...(freeTier && { freeTier: { ...freeTier, limits: [], evidence: [] } }),
    verification: { ...verification, confidenceTerms: [], disputed: [] },
    counts: { ...counts, disputed: verification.disputed.length, evidence: record.evidence?.length ?? 0 },
  };
}

function briefTier(tier: Tier): Tier {
  return { ...tier, features: [], limits: [], evidence: [] };
}

function citedEvidence(record: PricingRecord): PricingRecord["evidence"] {
  const { evidence, ...body } = record;
  const text = JSON.stringify(body);
  return evidence?.filter((entry) => text.includes(`"${entry.id}"`));
}
