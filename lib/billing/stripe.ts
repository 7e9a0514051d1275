import Stripe from "stripe";
import type { Payments } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { waited } from "@/lib/observe/observe";

/** The API version of the SDK's types. Webhook endpoints are created with the same version. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Marks our objects in an account that may also sell other things. */
export const APP = "pricing-intelligence";

/** Three attempts take half a minute: the buyer gets an error before a proxy drops the connection. */
const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;
const RETRY_AFTER_SECONDS = 30;

export type StripeApi = Stripe;

/** @param fetch replaces the network in tests */
export function stripeClient(payments: Pick<Payments, "secretKey" | "sandboxUrl">, fetch?: typeof globalThis.fetch) {
  const { secretKey, sandboxUrl } = payments;
  const sandbox = sandboxUrl === undefined ? undefined : new URL(sandboxUrl);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: NETWORK_RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: APP },
    ...(sandbox && { host: sandbox.hostname, port: sandbox.port, protocol: "http" as const }),
    httpClient: measured(fetch ? Stripe.createFetchHttpClient(fetch) : Stripe.createNodeHttpClient()),
    ...(fetch && { maxNetworkRetries: 0 }),
  });
}

/** Measures requests. Records the type of the requested object, not its id. */
function measured(client: Stripe.HttpClient): Stripe.HttpClient {
  const { makeRequest } = client;
  client.makeRequest = (...given) => {
    const [, , path, method] = given;
    const kind = /^\/v\d\/[a-z_]+/.exec(path)?.[0] ?? "/";
    const attributes = { "http.request.method": method, "url.template": kind };
    const ended = (response: Stripe.HttpClientResponse) => {
      const status = response.getStatusCode();
      return {
        attributes: { "http.response.status_code": status },
        ...(status >= 500 && { error: String(status) }),
      };
    };
    return waited("payments", { name: `${method} ${kind}`, attributes, ended }, () => makeRequest.apply(client, given));
  };
  return client;
}

/** Returns whether the key moves real money. */
export function isLive(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

/**
 * Returns an SDK error, recognised by its type. Bundlers give route files copies of the SDK's classes, and the client
 * may come from another copy than this file, so `instanceof` does not work.
 */
function stripeError(error: unknown): { type: string; code?: string } | null {
  const { type } = Object(error) as { type?: unknown };
  return error instanceof Error && typeof type === "string" && type.startsWith("Stripe") ? (error as never) : null;
}

/** Returns whether Stripe does not know the object: not in this account, or not in this mode. */
export function isMissing(error: unknown): boolean {
  const known = stripeError(error);
  return known?.type === "StripeInvalidRequestError" && known.code === "resource_missing";
}

/** Returns whether Stripe refuses the request in the current state, so that a retry would not help. */
export function isRefused(error: unknown): boolean {
  return stripeError(error)?.type === "StripeInvalidRequestError";
}

/** Returns the id of the request whose server error Stripe replays, if this error is such a replay. */
function keptBreakdown(error: unknown): string | null {
  if (stripeError(error)?.type !== "StripeAPIError") return null;
  const { headers = {} } = error as { headers?: Record<string, string> };
  return headers["idempotent-replayed"] === "true" ? (headers["original-request"] ?? null) : null;
}

/**
 * Does work once, even if it is requested several times. Stripe also replays its own server errors under a key for a
 * day. The next key is derived from the failed one, so that all callers use the same key.
 */
export async function once<T>(
  key: string,
  work: (options: { idempotencyKey: string }) => Promise<T>,
  broken = "",
): Promise<T> {
  try {
    return await work({ idempotencyKey: `${APP}:${key}${broken}` });
  } catch (error) {
    const kept = keptBreakdown(error);
    if (!kept) throw error;
    return once(key, work, `:${kept}`);
  }
}

export function isBadSignature(error: unknown): boolean {
  return stripeError(error)?.type === "StripeSignatureVerificationError";
}

const PASSING = new Set(["StripeConnectionError", "StripeAPIError", "StripeRateLimitError"]);

/** Returns the public form of a Stripe error. Returns any other error unchanged. */
export function publicStripeError(error: unknown): unknown {
  const known = stripeError(error);
  if (!known) return error;
  if (PASSING.has(known.type) || known.code === "lock_timeout") {
    return new AppError("unavailable", "The payment service is not responding. This request charged nothing.", {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  return new AppError("internal", "The payment service rejected the request. The error is logged.", {
    cause: error,
  });
}

/** Runs work that calls Stripe, and converts its errors to ours. */
export async function reachingStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw publicStripeError(error);
  }
}

export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

/** Converts Stripe's seconds. */
export function instantOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
