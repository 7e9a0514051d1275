import type { CheckOutcome, Extractor, ReadTier, Refusal } from "@/lib/schemas/check";
import type { PageRead } from "./conclude";
import { decide } from "./decide";

/** What one page says, as `npm run verify -- --url ADDRESS --json` prints it. */
export interface OnePage {
  url: string;
  /** Where it was read in the end; null where nothing was. */
  finalUrl: string | null;
  fetchedAt: string;
  httpStatus: number | null;
  contentType: string | null;
  sha256: string | null;
  extractor: Extractor | null;
  /** Null where nothing can be read with certainty. */
  tiers: ReadTier[] | null;
  /** Null where there are no tiers. */
  complete: boolean | null;
  refusals: Refusal[];
  /** What would be recorded of a product of which nothing is known. */
  outcome: CheckOutcome;
  reason: string | null;
}

export function onePage(url: string, read: PageRead): OnePage {
  const nothing = {
    url,
    finalUrl: null,
    fetchedAt: read.fetchedAt.toISOString(),
    httpStatus: null,
    contentType: null,
    sha256: null,
    extractor: null,
    tiers: null,
    complete: null,
    refusals: [],
  };
  if (read.kind === "denied") return { ...nothing, outcome: "denied", reason: read.reason };
  if (read.kind === "failed") {
    return { ...nothing, httpStatus: read.httpStatus, outcome: "failed", reason: read.reason };
  }
  if (read.kind === "not_modified") {
    return { ...nothing, httpStatus: read.httpStatus, outcome: "not_modified", reason: null };
  }
  const { reading, refusals } = read.extraction;
  const { outcome, reason } = decide(null, read.extraction, { slug: "page", name: "", sharedBy: 1 });
  return {
    ...nothing,
    finalUrl: read.finalUrl,
    httpStatus: read.httpStatus,
    contentType: read.contentType,
    sha256: read.sha256,
    extractor: reading?.extractor ?? null,
    tiers: reading?.tiers ?? null,
    complete: reading?.complete ?? null,
    refusals,
    outcome,
    reason,
  };
}
