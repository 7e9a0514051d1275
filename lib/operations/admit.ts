import type { Principal } from "@/lib/access/api-keys";
import {
  FILES,
  GUESSES,
  HANDSHAKES,
  KEYED,
  KEYLESS,
  type RateLimiter,
  type RatePolicy,
  type RateState,
} from "@/lib/access/rate-limit";
import { type Awaitable, after } from "@/lib/awaitable";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { waited } from "@/lib/observe/observe";
import { telemetry } from "@/lib/observe/telemetry";
import type { AnyOperation } from "./define";
import { invalidRequest } from "./parse-input";
import type { RequestInfo, Runtime } from "./run";

export interface Charge {
  policy: RatePolicy;
  /** Null if the limiter's store cannot be reached. */
  state: RateState | null;
}

export interface Admission {
  charge: Charge;
  /** Why the request is refused; null if it is admitted. */
  refusal: unknown;
}

/** Identifies the client, charges it and checks its access before anything else of the request is read. */
export function admit(
  { access }: Pick<AnyOperation, "access">,
  runtime: Runtime,
  request: RequestInfo,
  cost = 1,
): Awaitable<Admission> {
  if (access === "key") return admitKey(runtime, request);
  return access === "open"
    ? admitMore(runtime.limiter, request, cost)
    : after(look(runtime.limiter, request), admitted);
}

const admitted = (charge: Charge): Admission => ({ charge, refusal: null });

/** Charges the cost of a request beyond the one unit that it was admitted for. */
export function admitMore(limiter: RateLimiter, request: RequestInfo, cost: number): Awaitable<Admission> {
  return after(take(limiter, KEYLESS, request, cost), (charge) => ({ charge, refusal: overdrawn(charge) }));
}

/**
 * Charges a request that is not an operation, from a separate quota. Refuses it if the rest of that quota is too small.
 */
export async function admitHandshake(limiter: RateLimiter, request: RequestInfo, cost: number): Promise<Admission> {
  const charge = await take(limiter, HANDSHAKES, request, cost);
  return { charge, refusal: overdrawn(charge) };
}

/** Charges a request for a category file before its link is looked up. */
export async function admitFile(limiter: RateLimiter, request: RequestInfo): Promise<Admission> {
  const charge = await take(limiter, FILES, request, 1);
  return { charge, refusal: overdrawn(charge) };
}

async function admitKey(runtime: Runtime, request: RequestInfo): Promise<Admission> {
  const { limiter, principals } = runtime;
  const now = runtime.now();
  const [key = ""] = request.keys ?? [];
  const keyId = principals.idOf(key);
  const keyed = (bucket: string) => take(limiter, KEYED, { ...request, bucket }, 1);
  const known = keyId === undefined ? null : await keyed(keyId);
  const tooMany = known ? overdrawn(known) : await tooManyGuesses(limiter, request);
  if (tooMany) return { charge: known ?? (await look(limiter, request)), refusal: tooMany };
  let principal: Principal;
  try {
    principal = await presented(request.keys ?? [], (key) => principals.of(key, now));
  } catch (refusal) {
    return chargeGuess(limiter, request, refusal);
  }
  const charge = known ?? (await keyed(principal.keyId));
  const refusal = overdrawn(charge) ?? unpaid(principal);
  // Not awaited, so that it delays no response.
  if (!refusal) void noteUse(runtime, request, principal, now);
  return { charge, refusal };
}

/**
 * Checks again, without a charge, whether an admitted key still has access.
 * @throws the refusal; if the database is down, no key is refused
 */
export async function readmitKey({ principals, now }: Runtime, { keys = [] }: RequestInfo): Promise<void> {
  try {
    const refusal = unpaid(await presented(keys, (key) => principals.of(key, now())));
    if (refusal) throw refusal;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
  }
}

/** Charges a guess at a secret as much as a read without a key. A fault of ours costs nothing. */
export async function chargeGuess(limiter: RateLimiter, request: RequestInfo, refusal: unknown): Promise<Admission> {
  const cost = refusal instanceof AppError && refusal.status < 500 ? 1 : 0;
  const charge = await take(limiter, KEYLESS, request, cost);
  if (cost > 0) await take(limiter, GUESSES, request, cost);
  return { charge, refusal: (cost > 0 && overdrawn(charge)) || refusal };
}

async function tooManyGuesses(limiter: RateLimiter, request: RequestInfo): Promise<AppError | null> {
  const { policy, state } = await take(limiter, GUESSES, request, 0);
  return state && state.remaining <= 0 ? overdrawn({ policy, state: { ...state, allowed: false } }) : null;
}

async function presented(
  [key, ...others]: readonly string[],
  find: (key: string) => Promise<Principal | null>,
): Promise<Principal> {
  if (key === undefined) throw new AppError("missing_key", "No API key was sent.");
  if (others.length > 0) {
    throw invalidRequest([{ path: "key", message: "different API keys were sent; send only one" }]);
  }
  const principal = await find(key);
  if (!principal) throw new AppError("invalid_key", "The API key is unknown, revoked or expired.");
  return principal;
}

function unpaid({ access: { active, until } }: Principal): AppError | null {
  if (active) return null;
  const day = until?.toISOString().slice(0, 10);
  const message = day ? `The paid subscription period ended on ${day} (UTC).` : "No subscription payment was received.";
  return new AppError("subscription_inactive", message);
}

async function noteUse({ principals }: Runtime, { requestId }: RequestInfo, principal: Principal, now: Date) {
  try {
    await principals.used(principal, now);
  } catch (cause) {
    logger.warn("the last use of a key was not written", { requestId, cause });
  }
}

function overdrawn({ policy, state }: Charge): AppError | null {
  if (state?.allowed !== false) return null;
  const { resetSeconds } = state;
  const window = policy.windowSeconds === 60 ? "minute" : `${policy.windowSeconds} seconds`;
  const message = `Rate limit exceeded: ${policy.quota} requests per ${window}. Retry in ${resetSeconds} seconds.`;
  return new AppError("rate_limited", message, { retryAfter: resetSeconds });
}

/** Returns a client's remaining quota without charging it. */
export function look(limiter: RateLimiter, request: RequestInfo): Awaitable<Charge> {
  return take(limiter, KEYLESS, request, 0);
}

/** Charges a client. If the limiter's store is down, requests pass, and the limiter logs the fault itself. */
export function take(limiter: RateLimiter, policy: RatePolicy, request: RequestInfo, cost: number): Awaitable<Charge> {
  const state = limiter.take(policy, request.bucket, cost);
  if (!(state instanceof Promise) && !telemetry()) return { policy, state };
  const what = { name: `limit ${policy.name}`, attributes: { "pricing.limit": policy.name } };
  return waited("limiter", what, async () => state).then(
    (known) => ({ policy, state: known }),
    () => ({ policy, state: null }),
  );
}
