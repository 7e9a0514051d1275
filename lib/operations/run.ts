import type { Principals } from "@/lib/access/principals";
import type { RateLimiter } from "@/lib/access/rate-limit";
import { AppError } from "@/lib/errors";
import { extended } from "@/lib/extended";
import { logger } from "@/lib/logger";
import type { Stage } from "@/lib/observe/life";
import { observed } from "@/lib/observe/observe";
import { count, tally } from "@/lib/observe/tally";
import type { Attributes, Span } from "@/lib/observe/telemetry";
import { Times } from "@/lib/observe/times";
import { databaseFault } from "@/lib/reach";
import { admit, admitMore, type Charge, readmitKey } from "./admit";
import type { Catalog } from "./catalog";
import type { AnyOperation, ApiPath, Operation, OperationContext, Site, Streamed } from "./define";
import { type MadeOf, noting } from "./made-of";
import { asTaken, takenIn, type UnderSlugs, underSlugs, withTaken } from "./names";
import { parseInput } from "./parse-input";

/** What every operation runs on. */
export interface Runtime {
  catalog: Catalog;
  limiter: RateLimiter;
  principals: Principals;
  site: Site;
  now(): Date;
  trustedProxies: number;
  /** Answers are held against their schema: in tests and development. */
  checkOutput: boolean;
  /** Unset: the process serves. */
  stage?(): Stage;
}

export interface RequestInfo {
  requestId: string;
  /** Whom the request is charged to where it needs no key: see clientBucket(). */
  bucket: string;
  /** Every different API key that came with it. */
  keys?: readonly string[];
  /** Told of an error that is answered, where the answer itself cannot carry headers. */
  onError?(error: AppError): void;
  /** What a trace of the request hangs on. */
  span?: Span | null;
  /** Told of what the answer is made. */
  madeOf?: MadeOf | null;
}

type Answered<Value> = { charge: Charge } & (({ ok: true } & Value) | { ok: false; error: AppError });
type Result<Value> = { times: Times } & Answered<Value>;
export type Outcome<Input, Output> = Result<{ input: Input; body: Output }>;
export type StreamOutcome<Input, Output> = Result<{ input: Input; body: Output } | { stream: Streamed }>;

/**
 * The one pipeline: access, rate limit, parse, handler. Never throws: a fault that is not an AppError is logged under
 * the request's id and becomes `internal`.
 */
export function runOperation<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<Outcome<Input, Output>> {
  return run(operation, raw, runtime, request, (context, named) => handle(operation, runtime, context, named));
}

/** As runOperation(), for who can take an answer in pieces. */
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

/** How long a key that was revoked may go on reading what it had begun to. */
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
    () => admitted(operation, raw, runtime, request, answer),
  );
  count(tally().operations, operation.name, answered.ok ? 200 : answered.error.status, times.totalMs);
  return { times, ...answered };
}

/** What a reader asked wrongly is no fault. */
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
    const named = underSlugs(catalog, asked);
    return { ok: true, charge, ...(await answer(context, named instanceof Promise ? await named : named)) };
  } catch (error) {
    const shown = publicError(error, { requestId: request.requestId, operation: operation.name });
    request.onError?.(shown);
    return { ok: false, charge, error: shown };
  }
}

function catalogFor({ http }: Pick<AnyOperation, "http">, { catalog }: Runtime, { madeOf }: RequestInfo): Catalog {
  if (!madeOf) return catalog;
  if (http.ofProducts) return noting(catalog, madeOf);
  madeOf.addAny();
  return catalog;
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

/** Logs a fault with its cause and gives what may be shown of it. */
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
