import type { Extractor, ReadTier, Refusal } from "@/lib/reader";
import type { CheckOutcome } from "@/lib/schemas/check";
import type { PageRead } from "./conclude";
import { decide } from "./decide";

/** The reading of one page, as printed by `npm run verify -- --url ADDRESS --json`. */
export interface OnePage {
  url: string;
  /** The final URL after redirects. Null if no page was read. */
  finalUrl: string | null;
  fetchedAt: string;
  httpStatus: number | null;
  contentType: string | null;
  sha256: string | null;
  extractor: Extractor | null;
  /** Null if no price can be read with certainty. */
  tiers: ReadTier[] | null;
  /** Null if there are no tiers. */
  complete: boolean | null;
  refusals: Refusal[];
  /** The outcome for a product without a record. */
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
