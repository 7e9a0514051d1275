import type { IncomingHttpHeaders } from "node:http";
import { rateLimitHeaders } from "@/lib/access/rate-limit";
import { NO_STORE } from "@/lib/http/cache";
import { chooseEncoding } from "@/lib/http/encoding";
import { headerOf } from "@/lib/http/headers";
import type { KeptAnswers } from "@/lib/http/kept-answers";
import { LONGEST_END } from "@/lib/http/open-ended";
import type { RequestInfo, Runtime } from "@/lib/operations/run";
import { callerFault, corsHeaders } from "./caller";
import { acceptsJson, VARY } from "./handler";
import { askedCall, keptCall } from "./kept-calls";

/** A longer body is read after queueing. */
const MAX_BYTES = 4_096;

export interface QuickCall {
  headers: Record<string, string | number>;
  bytes: Buffer;
}

/** Returns whether a request may contain a call with a cached response. */
export function mayBeQuickCall(
  { origin, host, "content-length": length }: IncomingHttpHeaders,
  runtime: Pick<Runtime, "site" | "mcpOrigins">,
): boolean {
  return (
    length !== undefined && Number(length) <= MAX_BYTES && callerFault(origin ?? null, host ?? null, runtime) === null
  );
}

/** Returns the response that handleMcp() gives to a cached call, or null if the call is not cached. */
export async function quickCall(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  { answers, runtime, info }: { answers: Pick<KeptAnswers, "get">; runtime: Runtime; info: RequestInfo },
): Promise<QuickCall | null> {
  const given = { get: (name: string) => headerOf(headers, name) };
  const call = acceptsJson({ headers: given }) ? askedCall(parsed(body), given) : null;
  if (!call || String(call.id).length > LONGEST_END / 8) return null;
  const kept = await keptCall(answers, call, runtime, info);
  if (!kept) return null;
  const encoding = kept.beginning.encodingFor(chooseEncoding(headerOf(headers, "accept-encoding")));
  const bytes = await kept.beginning.endedBy(kept.end, encoding);
  return {
    bytes,
    headers: {
      ...rateLimitHeaders(kept.charge.policy, kept.charge.state),
      "X-Request-Id": info.requestId,
      "Cache-Control": NO_STORE,
      "Content-Type": "application/json",
      ...corsHeaders(headerOf(headers, "origin"), runtime),
      Vary: VARY,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
      "Content-Length": bytes.byteLength,
    },
  };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
  } catch {
    return undefined;
  }
}
