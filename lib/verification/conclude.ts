import { canonicalJson, digest } from "@/lib/ids";
import type { Extraction } from "@/lib/reader";
import { type Check, CONFIRMING } from "@/lib/schemas/check";
import type { Observation, PlansFact } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { type Decision, decide, type Standing, shownText, toObservation } from "./decide";
import type { Fault } from "./schedule";

/** The result of requesting a page. */
export type PageRead = { fetchedAt: Date; durationMs: number } & (
  | {
      kind: "read";
      /** The final URL after redirects. */
      finalUrl: string;
      httpStatus: number;
      contentType: string;
      sha256: string;
      etag: string | null;
      lastModified: string | null;
      extraction: Extraction;
    }
  | { kind: "not_modified"; httpStatus: number; etag: string | null; lastModified: string | null }
  | { kind: "denied"; reason: string }
  | { kind: "failed"; httpStatus: number | null; reason: string; retryAfter: Date | null }
);

export interface Rejection {
  fact: PlansFact;
  on: Day;
  reason: string;
}

/** A product whose page is read, with its current state. */
export interface Known {
  slug: Slug;
  name: string;
  stands: Standing | null;
  /** Earlier readings of its page that a person rejected. */
  rejected: readonly Rejection[];
}

/** The state of a page before the request. */
export interface PageFile {
  products: readonly Known[];
  /** Number of products with this page as their pricing page. */
  sharedBy: number;
  failures: number;
  /** Null unless the response with these validators confirmed every product and nothing else has changed since. */
  validators: { etag: string | null; lastModified: string | null } | null;
  sha256: string | null;
}

/** A change that waits for a person. */
export interface Held {
  id: string;
  check: string;
  product: Slug;
  heldAt: Date;
  before: Observation | null;
  after: Observation;
  why: string[];
}

export interface Outcome {
  check: Check;
  decision: Decision | null;
  stands: Standing | null;
  observation: Observation | null;
  held: Held | null;
}

export interface Conclusion {
  outcomes: Outcome[];
  /** Why nothing was read. Null if something was read. */
  fault: Fault | null;
  retryAfter: Date | null;
  /** Validators for the next request, so that the server need not send the same page again. */
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
}

/** Returns the outcome to record for each product of a page. Pure. */
export function conclude(
  { url, token, run }: { url: string; token: string; run: string },
  file: PageFile,
  read: PageRead,
): Conclusion {
  const outcomes = file.products.map((product) => outcomeOf(product, { url, token, run }, file, read));
  const confirmed = outcomes.every(({ check }) => CONFIRMING.some((outcome) => outcome === check.outcome));
  const answered = read.kind === "read" || read.kind === "not_modified";
  const kept = read.kind === "not_modified" ? file.validators : null;
  return {
    outcomes,
    fault: read.kind === "failed" || read.kind === "denied" ? read.kind : null,
    retryAfter: read.kind === "failed" ? read.retryAfter : null,
    etag: answered && confirmed ? (read.etag ?? kept?.etag ?? null) : null,
    lastModified: answered && confirmed ? (read.lastModified ?? kept?.lastModified ?? null) : null,
    sha256: read.kind === "read" ? read.sha256 : file.sha256,
  };
}

function outcomeOf(
  product: Known,
  { url, token, run }: { url: string; token: string; run: string },
  file: PageFile,
  read: PageRead,
): Outcome {
  const check: Check = {
    id: `ck_${digest([token, product.slug])}`,
    run,
    product: product.slug,
    kind: "page",
    url,
    startedAt: read.fetchedAt.toISOString(),
    durationMs: Math.max(0, Math.round(read.durationMs)),
    httpStatus: read.kind === "denied" ? null : read.httpStatus,
    outcome: "failed",
    extractor: null,
    sha256: null,
    shown: null,
    reason: null,
  };
  const ended = (rest: Partial<Check>): Outcome => ({
    check: { ...check, ...rest },
    decision: null,
    stands: product.stands,
    observation: null,
    held: null,
  });
  if (read.kind === "denied" || read.kind === "failed") return ended({ outcome: read.kind, reason: read.reason });
  if (read.kind === "not_modified") return ended({ outcome: "not_modified", sha256: file.sha256 });

  const { reading } = read.extraction;
  const subject = { slug: product.slug, name: product.name, sharedBy: file.sharedBy };
  const decision = unlessRejected(decide(product.stands, read.extraction, subject), product.rejected);
  const { outcome, fact, reason } = decision;
  const done: Check = {
    ...check,
    outcome,
    extractor: reading?.extractor ?? null,
    sha256: read.sha256,
    shown: reading && shownText(reading, decision.moves),
    reason,
  };
  const page = { url: read.finalUrl, readAt: read.fetchedAt, sha256: read.sha256 };
  const after = fact && reading ? toObservation({ ...decision, fact }, reading, product.slug, page) : null;
  const held =
    outcome === "held" && after
      ? {
          id: `hc_${digest([check.id])}`,
          check: check.id,
          product: product.slug,
          heldAt: read.fetchedAt,
          before: product.stands?.shown ?? null,
          after,
          why: decision.why,
        }
      : null;
  return { check: done, decision, stands: product.stands, observation: held ? null : after, held };
}

/** Drops a change that a person has already rejected, so that it is not reviewed again. */
function unlessRejected(decision: Decision, rejected: readonly Rejection[]): Decision {
  if (decision.outcome !== "held") return decision;
  const said = canonicalJson(decision.fact);
  const refusal = rejected.find(({ fact }) => canonicalJson(fact) === said);
  if (!refusal) return decision;
  const reason = `this reading was reviewed on ${refusal.on} and rejected: ${refusal.reason}`;
  return { outcome: "unreadable", fact: null, moves: [], why: [], reason };
}
