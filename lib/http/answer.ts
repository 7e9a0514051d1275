import { AppError } from "@/lib/errors";
import { extended } from "@/lib/extended";
import { requestId } from "@/lib/ids";
import { jsonBytes, jsonBytesAround } from "@/lib/json-text";
import { logger, redactKeys } from "@/lib/logger";
import type { Span } from "@/lib/observe/telemetry";
import { type Charge, look } from "@/lib/operations/admit";
import { stateOf } from "@/lib/operations/catalog";
import type { AnyOperation, ApiPath, HttpMethod, Operation, Streamed } from "@/lib/operations/define";
import { inputSchema } from "@/lib/operations/input-schema";
import { MadeOf } from "@/lib/operations/made-of";
import { addressOf, takenIn } from "@/lib/operations/names";
import { publicError, type RequestInfo, type Runtime, runStreaming } from "@/lib/operations/run";
import { readJsonObject, type Text } from "./body";
import { entityTag, lastModified, matchesEntityTag, NO_STORE, PRIVATE, PUBLIC_CACHE } from "./cache";
import { presentedKeys, withoutKey } from "./credentials";
import { decodePath, decodeQuery, joinInput } from "./decode";
import { Body } from "./encode";
import type { Encoding } from "./encoding";
import { commonHeaders, optionsHeaders } from "./headers";
import { editionOf, type KeptAnswer, type KeptAnswers, keptFor } from "./kept-answers";
import { serverStreams } from "./kept-streams";
import type { Method } from "./methods";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { textBytes } from "./stream";

/** A request, independent of the host that received it. */
export interface Asked extends Text {
  method: string;
  url: URL;
}

/** The client, as described by the host that received the request. */
export interface Asker {
  /** Returns the bucket that the request is charged to: see clientBucket(). */
  bucket(trustedProxies: number): string;
  span: Span | null;
}

/** A response, independent of the host that sends it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent in an encoding that the client accepts. For HEAD, only its length is sent. */
  body: Body | Pieces | null;
}

/** A body that is generated while it is sent, as fast as it is read. */
export interface Pieces {
  in(encoding: Encoding): AsyncIterable<Uint8Array>;
  /** Called if generating fails: the part that was already sent must not look complete. */
  onFault(cause: unknown): void;
}

export interface Exchange {
  runtime: Runtime;
  info: RequestInfo;
}

/** Answers requests for an operation's URL, with any method. `params`: the parameters in its path. */
export type Answerer = (asked: Asked, params: Record<string, string>, exchange: Exchange) => Promise<Reply>;

export const JSON_TYPE = "application/json; charset=utf-8";

/** Catches every error: even if the environment cannot be read, the response is a problem document. */
export async function guarded<Answer>(
  path: string,
  asker: Asker,
  runtime: () => Runtime,
  respond: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer | Reply> {
  const id = requestId();
  try {
    const current = runtime();
    const info = { requestId: id, bucket: asker.bucket(current.trustedProxies), span: asker.span };
    return await respond({ runtime: current, info });
  } catch (cause) {
    const error = publicError(cause, { requestId: id, path });
    const problem = problemOf(error, { siteUrl: "", instance: redactKeys(path), requestId: id, policy: "keyless" });
    return {
      status: error.status,
      headers: { "Content-Type": PROBLEM_JSON, "Cache-Control": NO_STORE, "X-Request-Id": id },
      body: new Body(JSON.stringify(problem)),
    };
  }
}

export function answererOf<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  answers: () => KeptAnswers | null,
): Answerer {
  const allowed = allowedMethods(operation.http.method);
  const refuse = refuser(privacy(operation), ({ method }) => {
    return new AppError(
      "method_not_allowed",
      `${method} is not allowed on this endpoint. Use one of: ${allowed.join(", ")}.`,
      {
        headers: { Allow: allowed.join(", ") },
      },
    );
  });
  const options = preflight(allowed, privacy(operation));
  return (asked, params, exchange) => {
    if (asked.method === "OPTIONS") return options(asked, params, exchange);
    if (!(allowed as readonly string[]).includes(asked.method)) return refuse(asked, params, exchange);
    return answer(operation, asked, params, exchange, answers());
  };
}

/** Returns the handler for all paths under /api that have no operation. */
export function nothingHere(): Answerer {
  const refuse = refuser({}, () => {
    return new AppError("not_found", "No endpoint exists at this path. See /api/v2/openapi.json for all endpoints.");
  });
  const options = preflight(["GET", "HEAD", "OPTIONS"]);
  return (asked, params, exchange) => (asked.method === "OPTIONS" ? options : refuse)(asked, params, exchange);
}

function allowedMethods(method: HttpMethod): Method[] {
  return method === "GET" ? ["GET", "HEAD", "OPTIONS"] : [method, "OPTIONS"];
}

async function answer<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  asked: Asked,
  params: Record<string, string>,
  { runtime, info }: Exchange,
  answers: KeptAnswers | null,
): Promise<Reply> {
  const { method, path } = operation.http;
  info.span?.rename(`${method} ${path}`, { "http.route": path });
  const keyed = operation.access === "key";
  const { url } = asked;
  const address = url.pathname + url.search;
  const keeps = isKeepable(operation) ? answers : null;
  const made = keeps && editionOf(runtime);
  const edition = made instanceof Promise ? await made : made;
  const kept = keeps && keptFor(keeps, address, runtime, info);
  const found = kept instanceof Promise ? await kept : kept;
  if (found) return sent(asked, found.kept, commonHeaders(info.requestId, found.charge));
  const raw = (): unknown => {
    const schema = inputSchema(operation.input);
    const path = decodePath(params, schema);
    const given = url.searchParams;
    const query = keyed ? withoutKey(given) : given;
    if (method === "GET") return joinInput(path, decodeQuery(query, schema), "query");
    const [unknown] = query.keys();
    if (unknown !== undefined) {
      throw new AppError("invalid_request", "Send the parameters in the body, not in the query.", {
        errors: [{ path: unknown, message: "belongs in the body" }],
      });
    }
    return readJsonObject(asked).then((body) => joinInput(path, body, "body"));
  };
  const madeOf = keeps && new MadeOf();
  const asker = extended(info, keyed ? { keys: presentedKeys(asked) } : { madeOf });
  const outcome = await runStreaming(operation, raw, runtime, asker);
  const { charge, times } = outcome;
  const own = { ...privacy(operation), "Server-Timing": times.toString() };
  if (!outcome.ok) return problemReply(asked, outcome.error, charge, { runtime, info }, own);
  if ("stream" in outcome) {
    return streamReply(asked, outcome.stream, { ...commonHeaders(info.requestId, charge), ...own }, { runtime, info });
  }

  const { input, body } = outcome;
  const isPublic = operation.http.cache !== "no-store";
  // The ETag does not cover `resolved`, so that it is the same for every name of one thing.
  const isNamed = isPublic && typeof body === "object" && body !== null && "resolved" in body;
  const named = isNamed ? jsonBytesAround(body, "resolved") : null;
  const told = new Body(named?.bytes ?? bytesOf(body));
  const headers: Record<string, string> = {
    "Cache-Control": NO_STORE,
    ...privacy(operation),
    ...operation.http.headers?.({ input, body, site: runtime.site }),
    Vary: "Accept-Encoding",
  };
  if (method === "GET" && takenIn(body).length > 0) {
    headers["Content-Location"] = addressOf(operation as AnyOperation, input, runtime.site);
  }
  let etag: string | null = null;
  if (isPublic) {
    const { from, to } = named ?? { from: 0, to: 0 };
    etag = entityTag(told.plain.subarray(0, from), told.plain.subarray(to));
    const known = stateOf(runtime.catalog);
    const state = known instanceof Promise ? await known : known;
    const newestDay = operation.http.newestDay?.(body) ?? null;
    // Last-Modified is then the time at which the catalogue changed.
    if (newestDay === null) madeOf?.addAny();
    const modified = lastModified(newestDay, state?.changedAt ?? null, runtime.now());
    if (operation.http.cache === "public") headers["Cache-Control"] = PUBLIC_CACHE;
    headers.ETag = etag;
    if (modified) headers["Last-Modified"] = modified;
  }
  const reply = { headers, etag, body: told };
  if (keeps && edition !== null) {
    const cost = operation.cost?.(input) ?? 1;
    const of = madeOf?.products ?? null;
    keeps.set(address, extended(reply, { edition, of, cost, operation: operation as AnyOperation }));
  }
  return sent(asked, reply, extended(commonHeaders(info.requestId, charge), { "Server-Timing": own["Server-Timing"] }));
}

function bytesOf(body: unknown): Buffer | string {
  return typeof body === "object" && body !== null ? jsonBytes(body) : JSON.stringify(body);
}

/**
 * Returns whether the response is cacheable: every client gets the same response for a URL until the catalogue or the
 * date changes.
 */
function isKeepable({ http, access }: Pick<AnyOperation, "http" | "access">): boolean {
  return http.method === "GET" && http.cache === "public" && access === "open";
}

/** Private responses are not cached. Their URL may contain a key, so it is not sent as a referrer. */
function privacy({ http }: Pick<AnyOperation, "http">): Record<string, string> {
  return http.cache === "private" ? { "Cache-Control": PRIVATE, "Referrer-Policy": "no-referrer" } : {};
}

const unchanged = (headers: Record<string, string>): Reply => ({ status: 304, headers, body: null });

function streamReply(
  asked: Asked,
  { mediaType, fileName, version, modifiedAt, parts, whileAdmitted }: Streamed,
  always: Record<string, string>,
  { runtime, info: { requestId } }: Exchange,
): Reply {
  const etag = entityTag(version);
  const headers = {
    ...always,
    ETag: etag,
    "Last-Modified": lastModified(null, modifiedAt, runtime.now()) ?? "",
    Vary: "Accept-Encoding",
  };
  if (matchesEntityTag(asked.header("if-none-match"), etag)) return unchanged(headers);
  return {
    status: 200,
    headers: {
      ...headers,
      "Content-Type": `${mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
    body: {
      in: (encoding) => {
        const made = () => textBytes(parts(), encoding);
        const bytes = serverStreams()?.of(`${etag} ${encoding}`, made, encoding !== "identity") ?? made();
        return whileAdmitted?.(bytes) ?? bytes;
      },
      onFault: (cause) => logger.error("a response broke off", { requestId, cause }),
    },
  };
}

function problemReply(
  asked: Asked,
  error: AppError,
  charge: Charge,
  { runtime: { site }, info }: Exchange,
  extra: Record<string, string>,
): Reply {
  const problem = problemOf(error, {
    siteUrl: site.url,
    instance: asked.url.pathname,
    requestId: info.requestId,
    policy: charge.policy.name,
  });
  return {
    status: error.status,
    headers: {
      ...commonHeaders(info.requestId, charge),
      ...problemHeaders(error, site.url),
      "Cache-Control": NO_STORE,
      ...extra,
      "Content-Type": PROBLEM_JSON,
      Vary: "Accept-Encoding",
    },
    // A key may occur where it does not belong: in the path, or as the name of a parameter.
    body: new Body(redactKeys(JSON.stringify(problem))),
  };
}

/** Returns 304 without a body if nothing has changed. */
function sent(
  asked: Asked,
  { headers: own, etag, body }: Pick<KeptAnswer, "headers" | "etag" | "body">,
  always: Record<string, string>,
): Reply {
  const headers = extended(always, own);
  if (etag !== null && matchesEntityTag(asked.header("if-none-match"), etag)) return unchanged(headers);
  return { status: 200, headers: extended(headers, { "Content-Type": JSON_TYPE }), body };
}

function refuser(extra: Record<string, string>, errorFor: (asked: Asked) => AppError): Answerer {
  return async (asked, _, exchange) => {
    const charge = await look(exchange.runtime.limiter, exchange.info);
    return problemReply(asked, errorFor(asked), charge, exchange, extra);
  };
}

function preflight(allowed: readonly Method[], extra: Record<string, string> = {}): Answerer {
  const allow = allowed.join(", ");
  return async (_asked, _params, { runtime: { limiter }, info }) => {
    const charge = await look(limiter, info);
    const headers = { ...commonHeaders(info.requestId, charge), ...optionsHeaders(allow), ...extra };
    return { status: 204, headers, body: null };
  };
}
