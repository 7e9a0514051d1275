import type { PriceChange, PricingRecord, Usage } from "@/lib/schemas/record";
import { changeTexts, LISTED_MOVES, listedPoints } from "./changes";
import { briefEvidence, MAX_OTHERS, shownRates } from "./rate-card";

type Evidence = NonNullable<PricingRecord["evidence"]>[number];
export type NumberedEvidence = { number: number; entry: Evidence };

/** A page lists every source that it cites, plus sources that only agree with these, up to this total. */
const LISTED = 24;

/** The record's changes, and the evidence that they cite. */
type Beside = { changes: readonly PriceChange[]; evidence: readonly Evidence[] };

/** Numbers the evidence that a page lists, in reading order. */
export function numberEvidence(
  record: PricingRecord,
  { changes, evidence }: Beside = { changes: [], evidence: [] },
): Map<string, NumberedEvidence> {
  const byId = new Map([...record.evidence, ...evidence].map((entry) => [entry.id, entry]));
  const cited = [
    ...(record.tiers ?? []),
    ...(record.usage ? citedRates(record.usage) : []),
    ...(record.hiddenCosts ?? []),
    ...(record.marketData ? [record.marketData, ...record.marketData.purchases] : []),
    ...(record.sentiment ? [record.sentiment] : []),
    ...changeTexts(changes).slice(0, LISTED_MOVES),
    ...listedPoints(record.priceHistory ?? []).map(firstOf),
    ...(record.contractTerms ? [record.contractTerms] : []),
    ...(record.negotiationTips ?? []),
    ...(record.freeTier ? [record.freeTier] : []),
    ...(record.offers ?? []),
    ...(record.capabilities ?? []),
    ...record.verification.disputed,
  ].flatMap((group) => group.evidence);
  const listed = new Set(cited.filter((id) => byId.has(id)));
  const room = Math.max(0, LISTED - listed.size);
  const rest = [...byId.keys()].filter((id) => !listed.has(id)).slice(0, room);
  return new Map(
    [...listed, ...rest].flatMap((id, index) => {
      const entry = byId.get(id);
      return entry ? [[id, { number: index + 1, entry }] as const] : [];
    }),
  );
}

/** Returns the first evidence only: a figure in a table has one mark. */
function firstOf({ evidence }: { evidence: readonly string[] }) {
  return { evidence: evidence.slice(0, 1) };
}

/** Returns the citations of the rates that the page shows. */
function citedRates(usage: Usage): { evidence: readonly string[] }[] {
  const { full, brief } = shownRates(usage);
  return [
    ...full.flatMap(({ model, cells, others }) => [
      ...cells.flatMap((cell) => (cell ? firstOf(cell) : [])),
      ...others.slice(0, MAX_OTHERS).map(firstOf),
      ...model.conflicts,
    ]),
    ...brief.flatMap(({ rows }) =>
      rows.flatMap((row) => [firstOf({ evidence: briefEvidence(row) }), ...row.model.conflicts]),
    ),
  ];
}

/** Describes the use of each piece of evidence on the page, in a few words. */
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
  for (const market of record.marketData ? [record.marketData, ...record.marketData.purchases] : [])
    add("what buyers pay", market.evidence);
  if (record.sentiment) add("rating", record.sentiment.evidence);
  for (const point of record.priceHistory ?? []) add("price history", point.evidence);
  if (record.contractTerms) add("contract terms", record.contractTerms.evidence);
  for (const tip of record.negotiationTips ?? []) add("negotiation", tip.evidence);
  if (record.freeTier) add("free plan", record.freeTier.evidence);
  for (const offer of record.offers ?? []) add("offers", offer.evidence);
  for (const { evidence } of record.capabilities ?? []) add("capabilities", evidence);
  for (const dispute of record.verification.disputed) add("dispute", dispute.evidence);
  return uses;
}

/** Returns the host of a URL without www, for a link's text. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url;
}

/** The kinds of sources: see the methodology. */
export const EVIDENCE_KINDS = {
  A: "vendor’s page or official document",
  B: "reviewed list",
  C: "old, second-hand or partial",
} as const;
