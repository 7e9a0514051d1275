import type { IncomingHttpHeaders } from "node:http";
import { rateLimitHeaders } from "@/lib/access/rate-limit";
import type { Charge } from "@/lib/operations/admit";

/** Names and values of headers in turn, the form that Node writes fastest. */
export type Head = readonly (string | string[])[];

const EXPOSED = [
  "Allow",
  "Cache-Control",
  "Content-Disposition",
  "Content-Length",
  "Content-Location",
  "Deprecation",
  "ETag",
  "Last-Modified",
  "Link",
  "RateLimit",
  "RateLimit-Policy",
  "Referrer-Policy",
  "Retry-After",
  "Server-Timing",
  "Vary",
  "WWW-Authenticate",
  "X-Request-Id",
].join(", ");

/** Returns the headers of every response of the API. */
export function commonHeaders(requestId: string, { policy, state }: Charge): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...rateLimitHeaders(policy, state),
  };
}

/** Returns the headers of a response to a CORS preflight, and to OPTIONS in general. */
export function optionsHeaders(allow: string): Record<string, string> {
  return {
    Allow: allow,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
  };
}

/** Returns the same as Headers.get(). */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
