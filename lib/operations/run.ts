import { KEYLESS, type RateLimiter, type RatePolicy, type RateState } from "@/lib/access/rate-limit";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { Catalog } from "./catalog";
import type { ApiPath, Operation, Site } from "./define";
import { parseInput } from "./parse-input";

/** What every operation runs on. */
export interface Runtime {
  catalog: Catalog;
  limiter: RateLimiter;
  site: Site;
  now(): Date;
  trustedProxies: number;
  /** Answers are held against their schema: in tests and development. */
  checkOutput: boolean;
}

export interface RequestInfo {
  requestId: string;
  /** Whom the request is charged to: see clientBucket(). */
  bucket: string;
}

export interface Charge {
  policy: RatePolicy;
  /** Null where the limiter's store cannot be reached. */
  state: RateState | null;
}

export type Outcome<Input, Output> = { charge: Charge } & (
  | { ok: true; input: Input; body: Output }
  | { ok: false; error: AppError }
);

/**
 * The one pipeline: access, rate limit, parse, handler. Never throws: a fault that is not an AppError is logged under
 * the request's id and becomes `internal`.
 */
export async function runOperation<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  raw: () => unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<Outcome<Input, Output>> {
  const charge = await take(runtime.limiter, request, operation.access === "open" ? 1 : 0);
  try {
    if (operation.access === "open" && charge.state?.allowed === false) throw rateLimited(charge.state);
    const input = parseInput(operation.input, await raw());
    const { catalog, site } = runtime;
    const now = runtime.now();
    const body = await operation.handler({ catalog, site, now, requestId: request.requestId }, input);
    if (runtime.checkOutput) operation.output.parse(body);
    return { ok: true, charge, input, body };
  } catch (error) {
    return {
      ok: false,
      charge,
      error: publicError(error, { requestId: request.requestId, operation: operation.name }),
    };
  }
}

/** What is left for a client, without charging it. */
export function look(limiter: RateLimiter, request: RequestInfo): Promise<Charge> {
  return take(limiter, request, 0);
}

async function take(limiter: RateLimiter, request: RequestInfo, cost: number): Promise<Charge> {
  try {
    return { policy: KEYLESS, state: await limiter.take(KEYLESS, request.bucket, cost) };
  } catch (cause) {
    logger.warn("rate limiter unreachable, request passes", { requestId: request.requestId, cause });
    return { policy: KEYLESS, state: null };
  }
}

function rateLimited({ resetSeconds }: RateState): AppError {
  return new AppError("rate_limited", `The quota is used up; it returns in ${resetSeconds} seconds.`, {
    retryAfter: resetSeconds,
  });
}

/** Logs a fault with its cause and gives what may be shown of it. */
export function publicError(error: unknown, fields: Record<string, unknown>): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500) logger.error(error.message, { ...fields, code: error.code, cause: error.cause });
    return error;
  }
  logger.error("unexpected fault", { ...fields, cause: error });
  return new AppError("internal", "The service failed to answer. The fault is logged under requestId.", {
    cause: error,
  });
}
