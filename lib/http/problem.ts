import * as z from "zod";
import { type AppError, ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/errors";

const QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";
export const PROBLEM_JSON = "application/problem+json";

/** The body of every error: RFC 9457. */
export const Problem = z
  .object({
    type: z.string().describe("URL of a page that explains the error."),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe("What went wrong with this request."),
    instance: z.string().describe("Path of the request, without the query."),
    code: z.enum(ERROR_CODES).describe("Stable error code to branch on."),
    requestId: z.string().describe("Quote it when you report a problem. Same as the X-Request-Id header."),
    retryable: z.boolean().describe("Whether the same request may succeed later."),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe("Every invalid field."),
    suggestions: z.array(z.string()).optional().describe("Closest known names, best match first."),
    "violated-policies": z
      .array(z.string())
      .optional()
      .describe("With rate_limited: names of the policies in RateLimit-Policy."),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export function problemType(code: ErrorCode, siteUrl: string): string {
  return code === "rate_limited" ? QUOTA_EXCEEDED : `${siteUrl}/problems/${code}`;
}

export interface Occurrence {
  siteUrl: string;
  /** Path of the request, without the query, which may contain a key. */
  instance: string;
  requestId: string;
  /** Name of the rate-limit policy that applies. */
  policy: string;
}

export function problemOf(error: AppError, { siteUrl, instance, requestId, policy }: Occurrence): Problem {
  const { status, title, retryable } = ERRORS[error.code];
  return {
    type: problemType(error.code, siteUrl),
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    requestId,
    retryable,
    ...(error.errors && { errors: [...error.errors] }),
    ...(error.suggestions && { suggestions: [...error.suggestions] }),
    ...(error.code === "rate_limited" && { "violated-policies": [policy] }),
  };
}

/** Returns the headers that belong to an error. */
export function problemHeaders(error: AppError, siteUrl: string): Record<string, string> {
  return {
    ...error.headers,
    ...(error.retryAfter !== undefined && { "Retry-After": String(error.retryAfter) }),
    ...(error.status === 401 && { "WWW-Authenticate": challenge(error, siteUrl) }),
  };
}

/** RFC 6750, section 3: without a key in the request, the response names no error. */
function challenge({ code }: AppError, siteUrl: string): string {
  return `Bearer realm="${siteUrl}"${code === "invalid_key" ? ', error="invalid_token"' : ""}`;
}
