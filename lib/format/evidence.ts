import type { PricingRecord } from "@/lib/schemas/record";

type Evidence = NonNullable<PricingRecord["evidence"]>[number];
export type NumberedEvidence = { number: number; entry: Evidence };

/** Evidence numbered in the order in which a reader of the page meets it. */
export function numberEvidence(record: PricingRecord): Map<string, NumberedEvidence> {
  const byId = new Map((record.evidence ?? []).map((entry) => [entry.id, entry]));
  const cited = [
    ...(record.tiers ?? []),
    ...(record.usage?.models.flatMap((model) => model.meters) ?? []),
    ...(record.hiddenCosts ?? []),
    ...(record.marketData ? [record.marketData] : []),
    ...(record.sentiment ? [record.sentiment] : []),
    ...(record.priceHistory ?? []),
    ...(record.contractTerms ? [record.contractTerms] : []),
    ...(record.negotiationTips ?? []),
    ...(record.freeTier ? [record.freeTier] : []),
    ...record.verification.disputed,
  ].flatMap((group) => group.evidence);
  const numbered = new Map<string, NumberedEvidence>();
  for (const id of [...cited, ...byId.keys()]) {
    const entry = byId.get(id);
    if (entry && !numbered.has(id)) numbered.set(id, { number: numbered.size + 1, entry });
  }
  return numbered;
}

/** What a piece of evidence is used for on the page, in a few words. */
export function evidenceUses(record: PricingRecord): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const add = (label: string, ids: readonly string[]) => {
    for (const id of ids) {
      const labels = uses.get(id) ?? [];
      if (!labels.includes(label)) labels.push(label);
      uses.set(id, labels);
    }
  };
  for (const tier of record.tiers ?? []) add("tiers", tier.evidence);
  for (const model of record.usage?.models ?? []) for (const meter of model.meters) add("usage rates", meter.evidence);
  for (const cost of record.hiddenCosts ?? []) add("hidden costs", cost.evidence);
  if (record.marketData) add("what buyers pay", record.marketData.evidence);
  if (record.sentiment) add("rating", record.sentiment.evidence);
  for (const point of record.priceHistory ?? []) add("price history", point.evidence);
  if (record.contractTerms) add("contract terms", record.contractTerms.evidence);
  for (const tip of record.negotiationTips ?? []) add("negotiation", tip.evidence);
  if (record.freeTier) add("free tier", record.freeTier.evidence);
  for (const dispute of record.verification.disputed) add("disagreement", dispute.evidence);
  return uses;
}

/** Host of an address without www, for a link's text. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url;
}
