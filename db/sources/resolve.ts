import { turnTaken } from "@/lib/awaitable";
import { withFlatFees, withholdBlocked } from "@/lib/catalog/sanity";
import { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { type FirstHandTable, isFirstHand, vendorSites } from "./shared/first-hand";
import { type IdentityTables, identifyInTurns, type KnownProduct } from "./shared/identity";
import type { AdapterResult, Reading, Reject, Subject } from "./shared/reading";

export type ResolveTables = IdentityTables & {
  /** "source: label" → why rows with that label are left out. */
  excludedLabels: Record<string, string>;
  firstHand: FirstHandTable;
};

/** Returns why a subject with the source's own label is left out. */
export function leftOutAs(
  source: string,
  { categoryLabel }: Subject,
  { excludedLabels }: Pick<ResolveTables, "excludedLabels">,
): string | undefined {
  return categoryLabel ? excludedLabels[`${source}: ${categoryLabel}`] : undefined;
}

/** Returns a function that gives trust C to facts that were not read first-hand, regardless of their source's trust. */
export function trustByOrigin(
  products: readonly Pick<KnownProduct, "slug" | "vendor" | "domain">[],
  { domains, firstHand }: Pick<ResolveTables, "domains" | "firstHand">,
): (row: Observation) => Observation {
  const sites = vendorSites(products, domains.sameAs);
  const sitesOf = new Map(products.map(({ slug, vendor }) => [slug, sites.get(vendor.name)]));
  return (row) =>
    row.trust === "C" || isFirstHand(row, sitesOf.get(row.product) ?? new Set(), firstHand)
      ? row
      : { ...row, trust: "C" };
}

/** Returns a reading as a ledger line, or its schema errors. */
export function observationOf(
  { subject, ...reading }: Reading,
  { product, source, ofItsKind }: { product: string; source: string; ofItsKind: (row: Observation) => Observation },
): Observation | { broken: string } {
  const parsed = Observation.safeParse({ product, source, ...reading });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { broken: `${source}, ${subject.name}: ${issue?.path.join(".")} ${issue?.message}` };
  }
  const row = ofItsKind(parsed.data);
  return row.fact.kind === "plans" ? { ...row, fact: withFlatFees(row.fact) } : row;
}

export type Resolved = { observations: Observation[]; rejects: Reject[] };

const rowOf = ({ subject, fact }: Reading): string =>
  fact.kind === "rates" ? `${subject.name}: ${fact.model}` : subject.name;

/**
 * Turns a list parser's readings into observations of known products, by the importer's rules: hand-maintained names,
 * excluded labels, first-hand trust, sanity. A list creates no products: readings of unknown products are rejected. No
 * observation may be later than `asOf`. A list of thousands takes long, so other work may run in between.
 */
export async function resolveReadings(
  { readings, rejects: unread }: AdapterResult,
  {
    source,
    products,
    tables,
    asOf,
  }: { source: string; products: readonly KnownProduct[]; tables: ResolveTables; asOf?: Day | undefined },
): Promise<Resolved> {
  const identity = await identifyInTurns(
    readings
      .filter(({ subject }) => !leftOutAs(source, subject, tables))
      .map(({ subject, observedAt }) => ({ subject, observedAt, source })),
    tables,
    products,
  );
  const known = new Set(products.map(({ slug }) => slug));
  const ofItsKind = trustByOrigin(products, tables);
  const rejects: Reject[] = [...unread];
  const rows = new Map<string, { row: string; observation: Observation }>();
  for (const reading of readings) {
    await turnTaken();
    const row = rowOf(reading);
    const reason = leftOutAs(source, reading.subject, tables);
    const decision = reason ? { excluded: reason } : identity.decide(reading.subject);
    if ("excluded" in decision) {
      rejects.push({ row, reason: `left out: ${decision.excluded}` });
      continue;
    }
    if ("unknown" in decision || !known.has(decision.slug)) {
      rejects.push({ row, reason: "product not in the catalogue" });
      continue;
    }
    const observation = observationOf(reading, { product: decision.slug, source, ofItsKind });
    if ("broken" in observation) {
      rejects.push({ row, reason: `breaks the schema: ${observation.broken}` });
      continue;
    }
    const line = JSON.stringify(observation);
    if (rows.has(line)) rejects.push({ row, reason: "the same as another row" });
    else rows.set(line, { row, observation });
  }
  const kept = { [source]: [...rows.values()].map(({ observation }) => observation) };
  const blocked = new Map(withholdBlocked(kept, {}, asOf).map(({ observation, reason }) => [observation, reason]));
  for (const { row, observation } of rows.values()) {
    const reason = blocked.get(observation);
    if (reason !== undefined) rejects.push({ row, reason: `blocked: ${reason}` });
  }
  return { observations: kept[source] ?? [], rejects };
}
