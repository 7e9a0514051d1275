import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";
import { count, tally } from "./tally";
import { type Span, telemetry } from "./telemetry";

interface Requests {
  header: string;
  spans: Map<string, Span>;
  last: number;
}

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/(?:cron|stripe)\//, "scheduled jobs and webhooks"],
  [/^\/api\//, "API"],
  [/^\/mcp\b/, "MCP"],
  [/^\/files\//, "purchased files"],
  [/^\/_next\/|\.[a-z0-9]{2,5}$/, "static files"],
];

/** Returns the class of a URL. */
export function requestClass(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return CLASSES.find(([pattern]) => pattern.test(path))?.[1] ?? "pages";
}

/** Counts a response from memory, which is not announced. */
export function countKept({ url = "" }: IncomingMessage, { statusCode }: ServerResponse): void {
  count(tally().requests, requestClass(url), statusCode, null);
}

/** Counts every response except those from memory, and traces it if tracing is set up. */
export function watchRequests(): void {
  requests();
}

function requests(): Requests {
  return beforeEachRequest(
    "requests",
    () => ({ header: `x-span-${randomBytes(16).toString("hex")}`, spans: new Map(), last: 0 }),
    watch,
  );
}

function watch(request: IncomingMessage, response: ServerResponse, made: Requests): void {
  const began = performance.now();
  const kind = requestClass(request.url ?? "");
  const told = telemetry();
  const method = request.method ?? "";
  const attributes = { "http.request.method": method, "pricing.request.class": kind };
  const span = told?.begin("request", `${method} ${kind}`, attributes, null) ?? null;
  let id = "";
  if (span) {
    id = String(++made.last);
    made.spans.set(id, span);
    request.headers[made.header] = id;
  }
  // Next and its response code add ten listeners for the same event, and Node warns if there are more.
  response.setMaxListeners(response.getMaxListeners() + 1);
  response.once("close", () => {
    const ms = performance.now() - began;
    const { statusCode } = response;
    // A client that disconnected got no response.
    if (response.headersSent) count(tally().requests, kind, statusCode, ms);
    if (!told) return;
    made.spans.delete(id);
    const ended = { "http.response.status_code": response.headersSent ? statusCode : 499 };
    const error = statusCode >= 500 ? String(statusCode) : undefined;
    span?.end(ended, error);
    told.record("request", ms, { ...attributes, ...ended, ...(error && { "error.type": error }) });
  });
}

/** Returns the span of a request from its headers. */
export function spanOf(headerOf: (name: string) => string | null): Span | null {
  const { header, spans } = requests();
  return spans.size === 0 ? null : (spans.get(headerOf(header) ?? "") ?? null);
}
