import { randomBytes } from "node:crypto";
import { ZodError } from "zod";
import { type Collector, ListChangedError } from "@/db/sources/collector";
import type { AdapterResult, Reject } from "@/db/sources/shared/reading";
import { observed } from "@/lib/observe/observe";
import { today } from "@/lib/operations/views";
import { cleanTexts, nameForModel } from "@/lib/safe-text";
import type { Check, CheckOutcome } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { type Counts, compareReadings } from "./compare";
import { DownloadError, messageOf } from "./download";
import { dueAt, inTurn } from "./due";
import { ClaimLostError, type CollectorState, type Ledger, type RunOutcome } from "./ledger";
import type { Open } from "./open";
import { implausible } from "./plausible";
import { COLLECTING } from "./policy";
import { type ListRead, readList } from "./read-list";
import { countReasons } from "./reasons";

export type Resolved = { observations: Observation[]; rejects: Reject[] };

export type CollectionRuntime = {
  collectors: readonly Collector[];
  ledger: Ledger;
  open: Open;
  /** Finds the products of readings, and leaves out data that may not be used. */
  resolve(source: string, result: AdapterResult, context: { day: Day }): Promise<Resolved>;
  newId?: () => string;
  limits?: Partial<typeof COLLECTING>;
  /** Runs started before this time are dead: no other process can have written to the database since. */
  aloneSince?: Date;
};

export type CollectOptions = {
  /** Reads these sources even if they are not due. */
  sources?: readonly string[] | undefined;
  /** Reads all sources even if they are not due. */
  all?: boolean | undefined;
  now: () => Date;
  deadline?: Date | undefined;
  signal?: AbortSignal | undefined;
  /** Reads and compares, but writes nothing. */
  dryRun?: boolean | undefined;
  /** Accepts a list that is implausible as a whole. */
  accept?: boolean | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

export type Progress =
  | { source: string; phase: "asking" | "comparing" | "writing" }
  | { source: string; phase: "reading"; bytes: number; files: number }
  | { source: string; phase: "ended"; report: SourceReport };

/** `stopped`: a person must review it first. `busy`: another process is reading it. */
export type SourceOutcome = RunOutcome | "stopped" | "busy";

export type SourceReport = {
  source: string;
  outcome: SourceOutcome;
  run: string | null;
  counts: Counts;
  /** Refused rows by reason. */
  refused: Record<string, number>;
  /** Messages for a person. */
  report: string[];
  bytes: number;
  ms: number;
};

export type CollectionReport = {
  runs: SourceReport[];
  /** Due sources that are left for the next run. */
  remaining: string[];
};

const NOTHING: Counts = { read: 0, new: 0, moved: 0, corrected: 0, unchanged: 0, restated: 0, gone: 0, refused: 0 };
const SHOWN_LINES = 10;

export class UnknownSourceError extends Error {
  override name = "UnknownSourceError";
}

class OutOfTimeError extends Error {
  override name = "OutOfTimeError";
}

/**
 * Reads the public lists that are due, one after the other, and appends differences to the ledger. A failure of one
 * list is in its report and does not affect the others.
 * @throws UnknownSourceError for a source without a collector
 */
export async function collect(runtime: CollectionRuntime, options: CollectOptions): Promise<CollectionReport> {
  const { now, deadline, signal, onProgress } = options;
  const limits = { ...COLLECTING, ...runtime.limits };
  const states = await runtime.ledger.states();
  const report: CollectionReport = { runs: [], remaining: [] };
  for (const { collector, state } of chosen(runtime.collectors, states, options)) {
    const restMs = deadline ? deadline.getTime() - now().getTime() : Number.POSITIVE_INFINITY;
    if (signal?.aborted || restMs < limits.leastMs) {
      report.remaining.push(collector.source);
      continue;
    }
    const ended = state?.stopped
      ? stopped(collector.source, state)
      : await observed("collector", whatOf(collector), () =>
          collectOne(runtime, collector, state, { ...options, restMs: Math.min(restMs, limits.runMs), limits }),
        );
    report.runs.push(ended);
    if (ended.outcome === "interrupted") report.remaining.push(collector.source);
    onProgress?.({ source: collector.source, phase: "ended", report: ended });
  }
  return report;
}

const whatOf = ({ source }: Collector) => ({
  name: `collect ${source}`,
  attributes: { "pricing.source": source },
  ended: ({ outcome }: SourceReport) => ({
    attributes: { "pricing.outcome": outcome },
    ...(outcome === "failed" && { error: outcome }),
  }),
});

function chosen(
  collectors: readonly Collector[],
  states: ReadonlyMap<string, CollectorState>,
  { sources, all, now }: Pick<CollectOptions, "sources" | "all" | "now">,
) {
  const unknown = sources?.filter((name) => !collectors.some(({ source }) => source === name)) ?? [];
  if (unknown.length > 0) {
    throw new UnknownSourceError(
      `Unknown list: ${unknown.join(", ")}. Known lists: ${collectors.map(({ source }) => source).join(", ")}.`,
    );
  }
  const at = now().getTime();
  const candidates = collectors.map((collector) => {
    const state = states.get(collector.source) ?? null;
    const standing = state && { ...state, begunOn: state.begun?.day ?? null };
    return { source: collector.source, collector, state, standing };
  });
  return inTurn(candidates).filter(({ source, collector, standing }) => {
    if (sources && sources.length > 0) return sources.includes(source);
    if (all || standing?.stopped) return true;
    return (dueAt(standing, collector.everyDays)?.getTime() ?? Number.POSITIVE_INFINITY) <= at;
  });
}

function stopped(source: string, { reason, checkedAt }: CollectorState): SourceReport {
  const since = today(checkedAt);
  return {
    ...blank(source),
    outcome: "stopped",
    report: [
      `Not read since ${since}: ${reason ?? "it was stopped."}`,
      `When its parser matches the list again, run: npm run collect -- --resume ${source}`,
    ],
  };
}

const blank = (source: string): Omit<SourceReport, "outcome"> => ({
  source,
  run: null,
  counts: NOTHING,
  refused: {},
  report: [],
  bytes: 0,
  ms: 0,
});

type OneOptions = CollectOptions & { restMs: number; limits: typeof COLLECTING };

async function collectOne(
  runtime: CollectionRuntime,
  collector: Collector,
  before: CollectorState | null,
  options: OneOptions,
): Promise<SourceReport> {
  const { source } = collector;
  const { now, dryRun, onProgress, limits } = options;
  const { ledger, newId = () => randomBytes(9).toString("base64url") } = runtime;
  const startedAt = now();
  const run = `run_${newId()}`;
  if (!dryRun) {
    const silentSince = startedAt.getTime() - limits.abandonedAfterMs;
    const abandonedBefore = new Date(Math.max(silentSince, runtime.aloneSince?.getTime() ?? 0));
    const other = await ledger.begin({ id: run, source, startedAt }, abandonedBefore);
    if (other) {
      const since = other.startedAt.toISOString();
      return { ...blank(source), outcome: "busy", report: [`Another process has been reading it since ${since}.`] };
    }
  }

  const time = timed(options.restMs, options.signal);
  let begun = before?.begun ?? null;
  let bytes = 0;
  const found = await look().catch((error: unknown) => failed(error, time.signal));
  time.end();

  const written = dryRun ? found : await write(found);
  const { outcome, counts = NOTHING, refused = {}, report } = written;
  const ms = now().getTime() - startedAt.getTime();
  return { source, outcome, run: dryRun ? null : run, counts, refused, report, bytes, ms };

  async function write(found: Found): Promise<Found> {
    onProgress?.({ source, phase: "writing" });
    const end = ({ outcome, state, observations = [], checks = [], counts = NOTHING, refused = {}, report }: Found) => {
      const endedAt = now();
      return ledger.end(
        {
          id: run,
          source,
          startedAt,
          outcome,
          counts: { ...counts, bytes },
          report: [...report, ...linesOf(refused)],
          endedAt,
        },
        { state: { ...stateBefore(before, startedAt), begun, checkedAt: endedAt, ...state }, observations, checks },
      );
    };
    try {
      await end(found);
      return found;
    } catch (error) {
      const reason = `Nothing was written: ${messageOf(error)}`;
      const lost: Found = { outcome: "failed", state: failing(reason), report: [reason] };
      if (!(error instanceof ClaimLostError)) await end(lost);
      return lost;
    }
  }

  async function look(): Promise<Found> {
    onProgress?.({ source, phase: "asking" });
    const day = today(startedAt);
    const read = await readList(collector, {
      open: runtime.open,
      day,
      signal: time.signal,
      restMs: options.restMs,
      validators: before?.validators ?? {},
      begun,
      now,
      limits,
      onBytes: (taken, files) => {
        bytes = taken;
        onProgress?.({ source, phase: "reading", bytes, files });
      },
      ...(!dryRun && {
        keep: async (pages) => {
          begun = pages;
          await ledger.keep(source, { validators: before?.validators ?? {}, begun }, now());
        },
      }),
    });
    const durationMs = now().getTime() - startedAt.getTime();
    const url = collector.requests({ day })[0]?.url ?? "";
    const checkOf = (product: string, outcome: CheckOutcome, sha256: string | null): Check => ({
      id: `ck_${newId()}`,
      run,
      product,
      kind: "list",
      url,
      startedAt: startedAt.toISOString(),
      durationMs,
      httpStatus: read.kind === "read" ? 200 : 304,
      outcome,
      extractor: null,
      sha256,
      shown: null,
      reason: null,
    });
    begun = null;
    const settled = { failures: 0, reason: null, validators: read.validators };
    if (read.kind === "not_modified") {
      const last = await ledger.lastReading(source);
      const checks = (last?.products ?? []).map((product) => checkOf(product, "not_modified", null));
      return { outcome: "unchanged", state: settled, checks, report: [] };
    }
    onProgress?.({ source, phase: "comparing" });
    const compared = await compare(runtime, collector, read, { day, url, readAt: now(), accept: options.accept });
    if (compared.implausible.length > 0) {
      const { counts, refused } = compared;
      const report = [
        ...compared.implausible,
        "Nothing was accepted. After a person has checked the list, use --accept.",
      ];
      return { outcome: "refused", state: failing(compared.implausible.join(" ")), counts, refused, report };
    }
    const { observations, verdicts, counts, refused, report } = compared;
    const checks = [...verdicts].map(([product, verdict]) => checkOf(product, verdict, read.sha256));
    const changed = observations.length > 0;
    return {
      outcome: changed ? "done" : "unchanged",
      state: { ...settled, sha256: read.sha256, ...(changed && { changedAt: startedAt }) },
      observations,
      checks,
      counts,
      refused,
      report,
    };
  }

  function failing(reason: string): Partial<CollectorState> {
    return { failures: (before?.failures ?? 0) + 1, reason };
  }

  function failed(error: unknown, signal: AbortSignal): Found {
    if (signal.aborted) {
      // A stored position continues in the next run. Otherwise other lists come first.
      const goesOn = begun !== null;
      const why = messageOf(signal.reason);
      const report = [why, goesOn ? "The next run continues from here." : "The next run starts from the beginning."];
      return { outcome: "interrupted", state: goesOn ? { failures: 0 } : failing(why), report };
    }
    if (error instanceof ListChangedError || error instanceof ZodError) {
      const reason = `The list no longer has the format that its parser expects. ${formOf(error)}`;
      begun = null;
      return {
        outcome: "refused",
        state: { ...failing(reason), stopped: true },
        report: [reason, "It is not read again until a person resumes it with --resume."],
      };
    }
    const reason =
      error instanceof DownloadError
        ? error.message
        : error instanceof SyntaxError
          ? `The list could not be parsed: ${error.message}`
          : `Reading it failed: ${messageOf(error)}`;
    return { outcome: "failed", state: failing(reason), report: [reason] };
  }
}

type Found = {
  outcome: RunOutcome;
  state: Partial<CollectorState>;
  observations?: Observation[];
  checks?: Check[];
  counts?: Counts;
  refused?: Record<string, number>;
  report: string[];
};

async function compare(
  { resolve, ledger }: CollectionRuntime,
  collector: Collector,
  { result, sha256, files }: Extract<ListRead, { kind: "read" }>,
  { day, url, readAt, accept }: { day: Day; url: string; readAt: Date; accept: boolean | undefined },
) {
  const { source, everyDays, retires = false } = collector;
  const resolved = await resolve(source, result, { day });
  const forModels = new Set(resolved.observations.filter(({ fact }) => nameForModel(fact) !== null));
  const observations = resolved.observations.filter((one) => !forModels.has(one)).map(cleanTexts);
  const early = observations.filter(({ observedAt }) => observedAt <= day);
  const rejects: Reject[] = [
    ...resolved.rejects,
    ...[...forModels].map(({ product }) => ({ row: product, reason: "a name gives orders to a language model" })),
    ...observations
      .filter(({ observedAt }) => observedAt > day)
      .map(({ product }) => ({ row: product, reason: "dated in the future" })),
  ];
  const [standing, last] = [await ledger.standing(source), await ledger.lastReading(source)];
  const comparison = compareReadings(
    early,
    { standing, products: last?.products ?? null },
    { day, retires, unread: rejects.map(({ row }) => row), url, everyDays },
  );
  const { appended, verdicts, goneLines } = comparison;
  const counts: Counts = { ...comparison.counts, refused: rejects.length };
  const proof = { readAt: readAt.toISOString(), ...(files === 1 && { sha256 }) };
  const gone =
    goneLines.length === 0
      ? []
      : [
          `${goneLines.length} lines are no longer in the list${retires ? " and are marked as retired" : "; their last values are kept"}: ` +
            `${goneLines.slice(0, SHOWN_LINES).join(", ")}${goneLines.length > SHOWN_LINES ? ", …" : "."}`,
        ];
  const doubts = implausible(comparison, { linesBefore: last?.lines ?? null, retires });
  return {
    implausible: accept ? [] : doubts,
    observations: appended.map((row): Observation => ({ ...row, evidence: { ...row.evidence, ...proof } })),
    verdicts,
    counts,
    refused: countReasons(rejects),
    report: [...(accept ? doubts.map((doubt) => `Accepted anyway: ${doubt}`) : []), ...gone],
  };
}

function stateBefore(before: CollectorState | null, now: Date): CollectorState {
  return (
    before ?? {
      checkedAt: now,
      changedAt: null,
      validators: {},
      sha256: null,
      failures: 0,
      stopped: false,
      reason: null,
      begun: null,
    }
  );
}

function formOf(error: ListChangedError | ZodError): string {
  if (!(error instanceof ZodError)) return error.message;
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "the list"}: ${issue?.message ?? "not as expected"}`;
}

const linesOf = (refused: Record<string, number>) =>
  Object.entries(refused).map(([reason, count]) => `${count} × ${reason}`);

/** Returns a signal that aborts when the time is over or when the caller's signal aborts. */
function timed(restMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const stop = () => controller.abort(new OutOfTimeError("It was stopped before it finished."));
  const timer = setTimeout(
    () =>
      controller.abort(
        new OutOfTimeError(`It took longer than the ${Math.round(restMs / 1000)} seconds that were left.`),
      ),
    restMs,
  );
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}
