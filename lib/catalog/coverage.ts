import type { CoverageEntry } from "@/lib/schemas/coverage";
import type { Day } from "@/lib/schemas/primitives";
import { type Evidence, GROUPS, type Group, type Unanswered } from "@/lib/schemas/record";
import { belief } from "./confidence";
import { freshnessOf } from "./freshness";
import { compareText, evidenceIdsIn } from "./ledger";
import { isPercentagePriced } from "./percentage-price";
import { POLICY } from "./policy";
import { statesPrice } from "./starting-price";

export const FRESHNESS_RULE = `fresh: checked at most ${POLICY.freshForDays} days before asOf. due (ageing): at most ${POLICY.dueAfterDays} days. stale (old): longer ago. missing: no data.`;

const MISSING: CoverageEntry = {
  available: false,
  count: 0,
  source: null,
  observedAt: null,
  verifiedAt: null,
  freshness: "missing",
  license: null,
  confidence: null,
};

/** Returns the coverage of each group on the record's day. A group without data is listed as missing. */
export function coverageOf(
  record: Unanswered,
  groups: readonly Group[] = GROUPS,
): Partial<Record<Group, CoverageEntry>> {
  return Object.fromEntries(groups.map((group) => [group, entryOf(record, group)]));
}

function entryOf(record: Unanswered, group: Group): CoverageEntry {
  const count = countOf(record, group);
  if (count === 0) return MISSING;
  const { asOf, verification } = record;
  const cited = evidenceOf(record, group === "scenarios" ? "tiers" : group);
  const [newest] = [...cited].sort((a, b) => compareText(b.capturedAt, a.capturedAt) || compareText(a.id, b.id));
  const observedAt = newest?.capturedAt ?? verification.observedAt;
  const tiersPriced = statesPrice(record.tiers, record.tiersComplete) || (record.tiers ?? []).some(isPercentagePriced);
  const isTiers = group === "tiers" || group === "scenarios";
  const isPrice = isTiers || (group === "usage" && !tiersPriced && !record.startingPrice);
  const beliefs = cited.map(({ trust, capturedAt }) => belief({ trust, observedAt: capturedAt }, asOf));
  return {
    available: true,
    count,
    source: newest?.publisher ?? verification.source,
    observedAt,
    verifiedAt: isPrice ? verification.verifiedAt : null,
    freshness: freshnessOf(isPrice ? lastSeen({ observedAt, verifiedAt: verification.verifiedAt }) : observedAt, asOf),
    license: record.license[group] ?? "owned",
    confidence:
      isTiers && !tiersPriced
        ? null
        : isPrice
          ? verification.confidence
          : Math.round(Math.max(0, ...beliefs) * 100) / 100,
  };
}

function countOf(record: Unanswered, group: Group): number {
  switch (group) {
    case "usage":
      return record.usage?.modelCount ?? 0;
    case "contractTerms": {
      const { evidence: _evidence, ...terms } = record.contractTerms ?? { evidence: [] };
      return Object.values(terms).filter((value) => value !== null).length;
    }
    case "marketData":
    case "sentiment":
    case "freeTier":
      return record[group] ? 1 : 0;
    default:
      return record[group]?.length ?? 0;
  }
}

function evidenceOf(record: Unanswered, group: Group): Evidence[] {
  const cited = evidenceIdsIn(record[group]);
  return record.evidence.filter(({ id }) => cited.has(id));
}

/** Returns the day of a reading, or of the check that confirmed it later. */
function lastSeen({ observedAt, verifiedAt }: { observedAt: Day; verifiedAt: string | null }): Day {
  const checked = verifiedAt?.slice(0, 10) ?? observedAt;
  return checked > observedAt ? checked : observedAt;
}

/**
 * Returns true if the next check of the price is overdue, if the price was last seen more than POLICY.dueAfterDays
 * ago, or if its page has no date or could not be fetched again.
 */
export function isStale({
  asOf,
  verification,
}: {
  asOf: Day;
  verification: Pick<Unanswered["verification"], "observedAt" | "verifiedAt"> &
    Partial<Pick<Unanswered["verification"], "nextVerificationAt" | "status">>;
}): boolean {
  const { nextVerificationAt, status } = verification;
  if (status === "stale") return true;
  if (nextVerificationAt !== undefined && asOf > nextVerificationAt) return true;
  return freshnessOf(lastSeen(verification), asOf) === "stale";
}
