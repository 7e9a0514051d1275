import Stripe from "stripe";
import type { Payments } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { waited } from "@/lib/observe/observe";

/** The version that the SDK's types describe. An endpoint for webhooks is created with the same one. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Marks what is ours in an account that may also sell other things. */
export const APP = "pricing-intelligence";

/** Tried three times it is half a minute: a buyer is told of it before anything between us gives the connection up. */
const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;
const RETRY_AFTER_SECONDS = 30;

export type StripeApi = Stripe;

/** @param fetch stands in for the network in tests */
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

/** Told of: what kind of thing is asked for, not which. */
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

/** Whether the key moves real money. */
export function isLive(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

/**
 * An error of the SDK. Bundlers give route files copies of its classes, and the client may be of another copy than this
 * file: only the type tells.
 */
function stripeError(error: unknown): { type: string; code?: string } | null {
  const { type } = Object(error) as { type?: unknown };
  return error instanceof Error && typeof type === "string" && type.startsWith("Stripe") ? (error as never) : null;
}

/** Stripe does not know the object: not in this account, or not in this mode. */
export function isMissing(error: unknown): boolean {
  const known = stripeError(error);
  return known?.type === "StripeInvalidRequestError" && known.code === "resource_missing";
}

/** Stripe will not do it as things stand, however often it is asked. */
export function isRefused(error: unknown): boolean {
  return stripeError(error)?.type === "StripeInvalidRequestError";
}

/** The request whose breakdown Stripe answers again, where this error is such an answer. */
function keptBreakdown(error: unknown): string | null {
  if (stripeError(error)?.type !== "StripeAPIError") return null;
  const { headers = {} } = error as { headers?: Record<string, string> };
  return headers["idempotent-replayed"] === "true" ? (headers["original-request"] ?? null) : null;
}

/**
 * Does a thing once, however often it is asked for. Stripe keeps its own breakdowns under a key for a day, too: the key
 * after one follows from it, so that all who ask take the same.
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

/** What may be shown of a failure to talk to Stripe. Anything else is given back as it is. */
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

/** Runs what talks to Stripe; its errors become ours. */
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

/** From Stripe's seconds. */
export function instantOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
