import type { Principals } from "@/lib/access/principals";
import type { RateLimiter } from "@/lib/access/rate-limit";
import { AppError } from "@/lib/errors";
import { extended } from "@/lib/extended";
import { isOverBudget } from "@/lib/http/request-work";
import { logger } from "@/lib/logger";
import type { Stage } from "@/lib/observe/life";
import { observed } from "@/lib/observe/observe";
import { count, tally } from "@/lib/observe/tally";
import type { Attributes, Span } from "@/lib/observe/telemetry";
import { Times } from "@/lib/observe/times";
import { databaseFault, RETRY_SECONDS } from "@/lib/reach";
import { admit, admitMore, type Charge, look, readmitKey } from "./admit";
import type { Catalog } from "./catalog";
import type { AnyOperation, ApiPath, Operation, OperationContext, Site, Streamed } from "./define";
import { type MadeOf, noting } from "./made-of";
import { asTaken, takenIn, type UnderSlugs, underSlugs, withTaken } from "./names";
import { parseInput } from "./parse-input";
import { sharedReads } from "./shared-reads";

/** Services and settings that every operation runs on. */
export interface Runtime {
  catalog: Catalog;
  limiter: RateLimiter;
  principals: Principals;
  site: Site;
  now(): Date;
  trustedProxies: number;
  /** Origins that may call MCP, or `*`; null: the default, which is the site's URL. */
  mcpOrigins: readonly string[] | null;
  /** Whether responses are validated against their schema: in tests and development. */
  checkOutput: boolean;
  /** Unset: the process is serving. */
  stage?(): Stage;
}

export interface RequestInfo {
  requestId: string;
  /** The bucket that is charged if the request needs no key: see clientBucket(). */
  bucket: string;
  /** All different API keys of the request. */
  keys?: readonly string[];
  /** Called with an error that is sent, if the response itself cannot have headers. */
  onError?(error: AppError): void;
  /** The parent span of the request's trace. */
  span?: Span | null;
  /** Collects the products that the response depends on. */
  madeOf?: MadeOf | null;
  /** Runs the operations of one request one after another: see oneAfterAnother(). */
  inOrder?: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Reads that all operations of the request share: see sharedReads(). */
  reads?: Catalog;
}

type Answered<Value> = { charge: Charge } & (({ ok: true } & Value) | { ok: false; error: AppError });
type Result<Value> = { times: Times } & Answered<Value>;
export type Outcome<Input, Output> = Result<{ input: Input; body: Output }>;
export type StreamOutcome<Input, Output> = Result<{ input: Input; body: Output } | { stream: Streamed }>;

/**
 * Runs the one pipeline: access, rate limit, parsing, handler. Never throws: a fault that is not an AppError is logged
 * under the request's ID and becomes `internal`.
 */
export function runOperation<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<Outcome<Input, Output>> {
  return run(operation, raw, runtime, request, (context, named) => handle(operation, runtime, context, named));
}

/** Like runOperation(), for clients that accept a response in pieces. */
export function runStreaming<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<StreamOutcome<Input, Output>> {
  const { streaming } = operation;
  if (!streaming) return runOperation(operation, raw, runtime, request);
  return run(operation, raw, runtime, request, async (context, named) => {
    const stream = await streaming.open(context, named.input);
    if (!stream) return handle(operation, runtime, context, named);
    if (operation.access !== "key") return { stream };
    return { stream: { ...stream, whileAdmitted: (pieces) => whileAdmitted(pieces, runtime, request) } };
  });
}

/** How long a revoked key may continue to read a response that it began to read. */
const READMIT_MS = 1_000;

async function* whileAdmitted<Piece>(pieces: AsyncIterable<Piece>, runtime: Runtime, request: RequestInfo) {
  let admittedAt = runtime.now().getTime();
  for await (const piece of pieces) {
    const now = runtime.now().getTime();
    if (now - admittedAt >= READMIT_MS) {
      await readmitKey(runtime, request);
      admittedAt = now;
    }
    yield piece;
  }
}

async function run<Input, Output, Value>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
  answer: (context: OperationContext, named: UnderSlugs<Input>) => Promise<Value>,
): Promise<Result<Value>> {
  const times = new Times();
  const answered = await observed(
    "operation",
    {
      name: operation.name,
      attributes: { "pricing.operation": operation.name },
      parent: request.span,
      requestId: request.requestId,
      times,
      ended: outcomeOf,
    },
    () => {
      const start = () => admitted(operation, raw, runtime, request, answer);
      return request.inOrder ? request.inOrder(start) : start();
    },
  );
  count(tally().operations, operation.name, answered.ok ? 200 : answered.error.status, times.totalMs);
  return { times, ...answered };
}

/** An invalid request is not a fault. */
function outcomeOf(answered: Answered<unknown>): { attributes?: Attributes; error?: string } {
  if (answered.ok) return {};
  const { code, status } = answered.error;
  return { attributes: { "pricing.problem": code }, ...(status >= 500 && { error: code }) };
}

async function admitted<Input, Output, Value>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
  answer: (context: OperationContext, named: UnderSlugs<Input>) => Promise<Value>,
): Promise<Answered<Value>> {
  if (request.inOrder && isOverBudget()) return notStarted(operation, runtime, request);
  const admission = admit(operation, runtime, request);
  let { charge, refusal } = admission instanceof Promise ? await admission : admission;
  try {
    if (refusal) throw refusal;
    const given = raw();
    const asked = parseInput(operation.input, given instanceof Promise ? await given : given);
    const cost = operation.cost?.(asked) ?? 1;
    if (cost > 1) ({ charge, refusal } = await admitMore(runtime.limiter, request, cost - 1));
    if (refusal) throw refusal;
    const { site } = runtime;
    const catalog = catalogFor(operation, runtime, request);
    const isCounted = charge.state !== null;
    const stage = runtime.stage?.() ?? "serving";
    const context = { catalog, site, now: runtime.now(), requestId: request.requestId, isCounted, stage };
    const named = underSlugs(catalog, asked, { now: context.now, schema: operation.input });
    return { ok: true, charge, ...(await answer(context, named instanceof Promise ? await named : named)) };
  } catch (error) {
    const shown = publicError(error, { requestId: request.requestId, operation: operation.name });
    request.onError?.(shown);
    return { ok: false, charge, error: shown };
  }
}

/** Refuses a call of a batch if the other calls used all the time. The call is not charged. */
async function notStarted(
  { name }: AnyOperation,
  { limiter }: Runtime,
  request: RequestInfo,
): Promise<{ ok: false; charge: Charge; error: AppError }> {
  const refusal = new AppError(
    "unavailable",
    "This request needs more processing time than one request may use. Send this call again in a request of its own.",
    { retryAfter: RETRY_SECONDS, expected: true },
  );
  const error = publicError(refusal, { requestId: request.requestId, operation: name });
  request.onError?.(error);
  return { ok: false, charge: await look(limiter, request), error };
}

function catalogFor({ http }: Pick<AnyOperation, "http">, { catalog }: Runtime, request: RequestInfo): Catalog {
  request.reads ??= sharedReads(catalog);
  const { reads, madeOf } = request;
  if (!madeOf) return reads;
  if (http.ofProducts) return noting(reads, madeOf);
  madeOf.addAny();
  return reads;
}

async function handle<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  { checkOutput }: Runtime,
  context: OperationContext,
  { input, resolved }: UnderSlugs<Input>,
): Promise<{ input: Input; body: Output }> {
  const answered = await operation.handler(extended(context, { resolved }), input);
  const body = withTaken(answered, resolved);
  if (checkOutput) operation.output.parse(body);
  return { input: asTaken(input, takenIn(answered)), body };
}

/** Logs a fault with its cause, and returns the error that may be shown. */
export function publicError(fault: unknown, fields: Record<string, unknown>): AppError {
  const error = databaseFault(fault) ?? fault;
  if (error instanceof AppError) {
    if (error.status >= 500 && !error.expected)
      logger.error(error.message, { ...fields, code: error.code, cause: error.cause });
    return error;
  }
  logger.error("unexpected fault", { ...fields, cause: error });
  return new AppError("internal", "Something went wrong on our side. The error is logged under requestId.", {
    cause: error,
  });
}
