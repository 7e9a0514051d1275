import { observed } from "@/lib/observe/observe";
import type { CheckOutcome } from "@/lib/schemas/check";
import type { Slug } from "@/lib/schemas/primitives";
import { type Conclusion, conclude, type Outcome, type PageFile, type PageRead } from "./conclude";

/** A URL that a worker has leased, with every product sold on it. */
export interface Lease {
  /** Unique to this lease. */
  token: string;
  url: string;
  host: string;
  products: Slug[];
}

/** The services that a run uses. */
export interface VerificationDesk {
  now(): Date;
  sleep(ms: number): Promise<void>;
  newToken(): string;
  plan(): Promise<void>;
  take(wish: { token: string; only: readonly Slug[] | undefined }): Promise<Lease | null>;
  /** When the next page of a busy host becomes available. Null if there is no such page. */
  nextFreeAt(only: readonly Slug[] | undefined): Promise<Date | null>;
  /** Returns the pages that would be taken, in order. Leases nothing. */
  due(wish: { limit: number; only: readonly Slug[] | undefined }): Promise<Omit<Lease, "token">[]>;
  open(page: Pick<Lease, "url" | "products">): Promise<PageFile>;
  read(url: string, validators: PageFile["validators"]): Promise<PageRead>;
  /** Writes all results of a page, or nothing. False if its lease had passed to another worker. */
  record(lease: Lease, file: PageFile, conclusion: Conclusion, run: Run): Promise<boolean>;
  begin(run: Run): Promise<void>;
  end(run: Run, end: RunEnd): Promise<void>;
}

export interface Run {
  id: string;
  startedAt: Date;
}

export interface RunEnd {
  endedAt: Date;
  outcome: "done" | "interrupted" | "failed";
  counts: Record<string, number>;
  report: string[];
}

export interface VerifyOptions {
  runId: string;
  /** Maximum number of pages. */
  limit?: number | undefined;
  /** Checks these products even if they are not due. If omitted, checks the products that are due. */
  products?: readonly Slug[] | undefined;
  /** No page is started after it. */
  deadline?: Date | undefined;
  signal?: AbortSignal | undefined;
  /** Reads and decides, but stores nothing. */
  dryRun?: boolean | undefined;
  /** Number of pages read at the same time, each from a different host. */
  workers?: number | undefined;
  onProgress?: ((event: Progress) => void) | undefined;
}

export type Progress =
  | { kind: "begun"; url: string; products: readonly Slug[] }
  | { kind: "ended"; url: string; outcomes: readonly Outcome[]; recorded: boolean; counts: Readonly<Counts> }
  | { kind: "broke"; url: string; cause: unknown };

export type Counts = Record<"pages" | "products" | "given_up" | "broke" | CheckOutcome, number>;

export interface Verification extends RunEnd {
  counts: Counts;
}

const PAGE = {
  name: "verify a page",
  ended: (outcomes: readonly Outcome[]) => ({
    attributes: { "pricing.outcome": [...new Set(outcomes.map(({ check }) => check.outcome))].sort().join(" ") },
  }),
};

const WORKERS = 6;
const LONGEST_WAIT_MS = 60_000;
/** Beyond this, the cause is not a single page: the database is down, or its disk is full. */
const TOO_MANY_BROKEN = 5;

/** Reads vendors' pages until no page is due, the limit or the deadline is reached, or the signal aborts. */
export async function verify(desk: VerificationDesk, options: VerifyOptions): Promise<Verification> {
  const run: Run = { id: options.runId, startedAt: desk.now() };
  const counts = noCounts();
  const report: string[] = [];
  const isStopped = () =>
    options.signal?.aborted === true || (options.deadline !== undefined && desk.now() >= options.deadline);

  if (!options.dryRun) {
    await desk.plan();
    await desk.begin(run);
  }
  const pages = options.dryRun ? dryPages(desk, options) : leasedPages(desk, options, isStopped);
  const broken: unknown[] = [];

  async function work(): Promise<void> {
    for (;;) {
      if (isStopped() || broken.length >= TOO_MANY_BROKEN) return;
      const lease = await pages();
      if (!lease) return;
      options.onProgress?.({ kind: "begun", url: lease.url, products: lease.products });
      try {
        await observed("verifier", PAGE, () => readOne(lease));
      } catch (cause) {
        // The lease remains until it expires, so that the run continues with other pages.
        broken.push(cause);
        counts.broke += 1;
        report.push(`could not be checked: ${lease.products.join(", ")}`);
        options.onProgress?.({ kind: "broke", url: lease.url, cause });
      }
    }
  }

  async function readOne(lease: Lease): Promise<readonly Outcome[]> {
    const file = await desk.open(lease);
    const read = await desk.read(lease.url, file.validators);
    const conclusion = conclude({ url: lease.url, token: lease.token, run: run.id }, file, read);
    const recorded = options.dryRun ? false : await desk.record(lease, file, conclusion, run);
    if (recorded || options.dryRun) count(counts, conclusion.outcomes);
    else counts.given_up += 1;
    report.push(...told(conclusion.outcomes));
    options.onProgress?.({ kind: "ended", url: lease.url, outcomes: conclusion.outcomes, recorded, counts });
    return conclusion.outcomes;
  }

  await Promise.all(Array.from({ length: options.workers ?? WORKERS }, work));
  const outcome = broken.length > 0 ? "failed" : isStopped() ? "interrupted" : "done";
  const end = { endedAt: desk.now(), outcome, counts, report: report.sort() } as const;
  if (!options.dryRun) await desk.end(run, { ...end, counts: shortened(counts) });
  if (broken.length >= TOO_MANY_BROKEN) throw broken[0];
  return end;
}

type NextPage = () => Promise<Lease | null>;

/** Takes pages one after another. Waits only a short time for a busy host. */
function leasedPages(desk: VerificationDesk, options: VerifyOptions, isStopped: () => boolean): NextPage {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const waiting = options.products && new Set(options.products);
  return async () => {
    for (;;) {
      if (left <= 0 || waiting?.size === 0 || isStopped()) return null;
      const only = waiting && [...waiting];
      left -= 1;
      const lease = await desk.take({ token: desk.newToken(), only });
      if (lease) {
        for (const product of lease.products) waiting?.delete(product);
        return lease;
      }
      left += 1;
      const free = await desk.nextFreeAt(only);
      if (!free) return null;
      const wait = free.getTime() - desk.now().getTime();
      if (wait > LONGEST_WAIT_MS) return null;
      await desk.sleep(Math.min(Math.max(wait, 50), 1_000));
    }
  };
}

function dryPages(desk: VerificationDesk, { limit = Number.MAX_SAFE_INTEGER, products }: VerifyOptions): NextPage {
  let pages: Promise<Omit<Lease, "token">[]> | undefined;
  return async () => {
    pages ??= desk.due({ limit: Math.min(limit, 1_000_000), only: products });
    const page = (await pages).shift();
    return page ? { ...page, token: desk.newToken() } : null;
  };
}

function noCounts(): Counts {
  return {
    pages: 0,
    products: 0,
    given_up: 0,
    broke: 0,
    unchanged: 0,
    not_modified: 0,
    moved: 0,
    first_read: 0,
    held: 0,
    unreadable: 0,
    denied: 0,
    failed: 0,
  };
}

function count(counts: Counts, outcomes: readonly Outcome[]): void {
  counts.pages += 1;
  for (const { check } of outcomes) {
    counts.products += 1;
    counts[check.outcome] += 1;
  }
}

function shortened(counts: Counts): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

/** Returns the report of a run for a person: each product that moved, is held or could not be fetched. */
function told(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ check }) =>
    check.outcome === "held" || check.outcome === "moved" || check.outcome === "failed" || check.outcome === "denied"
      ? [`${check.outcome}: ${check.product}${check.reason ? `: ${check.reason}` : ""}`]
      : [],
  );
}
