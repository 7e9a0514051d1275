import { senderOf } from "@/lib/access/sender";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { logger, redactKeys } from "@/lib/logger";
import { type Charge, look } from "@/lib/operations/admit";
import type { AnyOperation, ApiPath, HttpMethod, Operation, Streamed } from "@/lib/operations/define";
import { inputSchema } from "@/lib/operations/input-schema";
import { addressOf, takenIn } from "@/lib/operations/names";
import { publicError, type RequestInfo, type Runtime, runStreaming } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { readJsonObject } from "./body";
import { entityTag, lastModified, matchesEntityTag, NO_STORE, PRIVATE, PUBLIC_CACHE } from "./cache";
import { presentedKeys, withoutKey } from "./credentials";
import { decodePath, decodeQuery, joinInput } from "./decode";
import { Body, encoded, encodeFor } from "./encode";
import { commonHeaders, optionsHeaders } from "./headers";
import { watchIncomingRequests } from "./incoming-requests";
import { editionOf, type KeptAnswer, type KeptAnswers, keptFor, serverAnswers } from "./kept-answers";
import { serverStreams } from "./kept-streams";
import { METHODS, type Method } from "./methods";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { byteBody, textBytes } from "./stream";

watchIncomingRequests();

/** `{ slug: string }` for `/api/v2/pricing/{slug}`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & (Rest extends `${string}{${string}` ? PathParams<Rest> : unknown)
  : Record<string, never>;

interface RouteContext<Params> {
  params: Promise<Params>;
}

export const JSON_TYPE = "application/json; charset=utf-8";

type Handler<Params> = (request: Request, context: RouteContext<Params>) => Promise<Response>;
export type Route<Params> = Record<Method, Handler<Params>>;

/**
 * The handlers of one route file. The context is typed by the operation's path template, so that a file in a folder
 * with other parameters does not compile.
 */
export function toRoute<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  runtime: () => Runtime = serverRuntime,
  answers: () => KeptAnswers | null = runtime === serverRuntime ? serverAnswers : () => null,
): Route<PathParams<Path>> {
  const allowed = allowedMethods(operation.http.method);
  const serve: Handler<PathParams<Path>> = (request, { params }) =>
    guarded(request, runtime, (exchange) => answer(operation, request, params, exchange, answers()));
  const refuse = refusal(runtime, privacy(operation), (request) => {
    return new AppError("method_not_allowed", `${request.method} is not allowed here. Use ${allowed.join(" or ")}.`, {
      headers: { Allow: allowed.join(", ") },
    });
  });
  const handlers = METHODS.map((method): [Method, Handler<PathParams<Path>>] => {
    if (method === "OPTIONS") return [method, preflight(runtime, allowed)];
    return [method, allowed.includes(method) ? serve : refuse];
  });
  return Object.fromEntries(handlers) as Route<PathParams<Path>>;
}

/** For every path under /api that no operation has. */
export function notFoundRoute(runtime: () => Runtime = serverRuntime): Route<{ path?: string[] }> {
  const refuse = refusal(runtime, {}, () => {
    return new AppError("not_found", "No endpoint answers at this path. /api/v2/openapi.json lists them all.");
  });
  const options = preflight(runtime, ["GET", "HEAD", "OPTIONS"]);
  const handlers = METHODS.map((method): [Method, Handler<{ path?: string[] }>] => [
    method,
    method === "OPTIONS" ? options : refuse,
  ]);
  return Object.fromEntries(handlers) as Route<{ path?: string[] }>;
}

function allowedMethods(method: HttpMethod): Method[] {
  return method === "GET" ? ["GET", "HEAD", "OPTIONS"] : [method, "OPTIONS"];
}

export interface Exchange {
  runtime: Runtime;
  info: RequestInfo;
}

/** Nothing escapes: where even the environment cannot be read, the answer is still a problem. */
export async function guarded(
  request: Request,
  runtime: () => Runtime,
  respond: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const id = requestId();
  try {
    const current = runtime();
    const bucket = senderOf(request.headers, current.trustedProxies);
    return await respond({ runtime: current, info: { requestId: id, bucket } });
  } catch (cause) {
    const error = publicError(cause, { requestId: id, path: new URL(request.url).pathname });
    const instance = redactKeys(new URL(request.url).pathname);
    const occurrence = { siteUrl: "", instance, requestId: id, policy: "keyless" };
    return Response.json(problemOf(error, occurrence), {
      status: error.status,
      headers: { "Content-Type": PROBLEM_JSON, "Cache-Control": NO_STORE, "X-Request-Id": id },
    });
  }
}

async function answer<Input, Output>(
  operation: Operation<ApiPath, Input, Output>,
  request: Request,
  params: Promise<Record<string, string> | undefined>,
  { runtime, info }: Exchange,
  answers: KeptAnswers | null,
): Promise<Response> {
  const schema = inputSchema(operation.input);
  const keyed = operation.access === "key";
  const url = new URL(request.url);
  const address = url.pathname + url.search;
  const keeps = isKeepable(operation) ? answers : null;
  const edition = keeps ? await editionOf(runtime) : null;
  const found = await keptFor(keeps, address, runtime, info);
  if (found) return sent(request, found.kept, commonHeaders(info.requestId, found.charge));
  const raw = async () => {
    const path = decodePath((await params) ?? {}, schema);
    const given = url.searchParams;
    const query = keyed ? withoutKey(given) : given;
    if (operation.http.method === "GET") return joinInput(path, decodeQuery(query, schema), "query");
    const [unknown] = query.keys();
    if (unknown !== undefined) {
      throw new AppError("invalid_request", "Parameters of this operation belong in the body, not in the query.", {
        errors: [{ path: unknown, message: "belongs in the body" }],
      });
    }
    return joinInput(path, await readJsonObject(request), "body");
  };
  const asker = keyed ? { ...info, keys: presentedKeys(request) } : info;
  const outcome = await runStreaming(operation, raw, runtime, asker);
  const { charge } = outcome;
  const always = { ...commonHeaders(info.requestId, charge), ...privacy(operation) };
  if (!outcome.ok) return problemResponse(request, outcome.error, charge, { runtime, info }, privacy(operation));
  if ("stream" in outcome) return streamResponse(request, outcome.stream, new Headers(always), { runtime, info });

  const { input, body } = outcome;
  const text = JSON.stringify(body);
  const headers: Record<string, string> = {
    "Cache-Control": NO_STORE,
    ...privacy(operation),
    ...operation.http.headers?.({ input, body, site: runtime.site }),
    Vary: "Accept-Encoding",
  };
  if (operation.http.method === "GET" && takenIn(body).length > 0) {
    headers["Content-Location"] = addressOf(operation as AnyOperation, input, runtime.site);
  }
  let etag: string | null = null;
  if (operation.http.cache !== "no-store") {
    // Alike for every name of one thing: what was taken for a name is no part of it.
    const isNamed = typeof body === "object" && body !== null && "resolved" in body;
    etag = entityTag(isNamed ? JSON.stringify({ ...body, resolved: undefined }) : text);
    const state = await runtime.catalog.state().catch(() => null);
    const modified = lastModified(operation.http.newestDay?.(body) ?? null, state?.changedAt ?? null, runtime.now());
    if (operation.http.cache === "public") headers["Cache-Control"] = PUBLIC_CACHE;
    headers.ETag = etag;
    if (modified) headers["Last-Modified"] = modified;
  }
  const made = { headers, etag, body: new Body(text) };
  if (keeps && edition !== null) {
    const cost = operation.cost?.(input) ?? 1;
    keeps.set(address, { ...made, edition, cost, operation: operation as AnyOperation });
  }
  return sent(request, made, commonHeaders(info.requestId, charge));
}

/** Alike for everybody who asks at one address, until the catalogue or the day is another. */
function isKeepable({ http, access }: Pick<AnyOperation, "http" | "access">): boolean {
  return http.method === "GET" && http.cache === "public" && access === "open";
}

/** What is for one reader alone is kept by nobody, and its address, which may hold a key, is told to nobody. */
function privacy({ http }: Pick<AnyOperation, "http">): Record<string, string> {
  return http.cache === "private" ? { "Cache-Control": PRIVATE, "Referrer-Policy": "no-referrer" } : {};
}

function streamResponse(
  request: Request,
  { mediaType, fileName, version, modifiedAt, parts, whileAdmitted }: Streamed,
  headers: Headers,
  { runtime, info: { requestId } }: Exchange,
): Response {
  const etag = entityTag(version);
  headers.set("ETag", etag);
  headers.set("Last-Modified", lastModified(null, modifiedAt, runtime.now()) ?? "");
  headers.set("Vary", "Accept-Encoding");
  if (matchesEntityTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", `${mediaType}; charset=utf-8`);
  headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
  const encoding = encodeFor(request);
  if (request.method === "HEAD") return new Response(null, { headers });
  const onFault = (cause: unknown) => logger.error("an answer broke off", { requestId, cause });
  const made = () => textBytes(parts(), encoding);
  const bytes = serverStreams()?.of(`${etag} ${encoding}`, made, encoding !== "identity") ?? made();
  return new Response(byteBody(whileAdmitted?.(bytes) ?? bytes, onFault), { headers });
}

async function problemResponse(
  request: Request,
  error: AppError,
  charge: Charge,
  { runtime, info }: Exchange,
  extra: Record<string, string>,
): Promise<Response> {
  const { site } = runtime;
  const problem = problemOf(error, {
    siteUrl: site.url,
    instance: new URL(request.url).pathname,
    requestId: info.requestId,
    policy: charge.policy.name,
  });
  const headers = {
    ...commonHeaders(info.requestId, charge),
    ...problemHeaders(error, site.url),
    "Cache-Control": NO_STORE,
    ...extra,
    "Content-Type": PROBLEM_JSON,
    Vary: "Accept-Encoding",
  };
  // A key may stand where none belongs: in the path, or as the name of a parameter.
  return encoded(request, error.status, headers, new Body(redactKeys(JSON.stringify(problem))));
}

/** Nothing where nothing has changed. */
async function sent(
  request: Request,
  answer: Pick<KeptAnswer, "headers" | "etag" | "body">,
  always: Record<string, string>,
): Promise<Response> {
  const headers = { ...always, ...answer.headers };
  if (answer.etag !== null && matchesEntityTag(request.headers.get("if-none-match"), answer.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return encoded(request, 200, { ...headers, "Content-Type": JSON_TYPE }, answer.body);
}

function refusal(runtime: () => Runtime, extra: Record<string, string>, errorFor: (request: Request) => AppError) {
  return (request: Request) =>
    guarded(request, runtime, async (exchange) => {
      const charge = await look(exchange.runtime.limiter, exchange.info);
      return problemResponse(request, errorFor(request), charge, exchange, extra);
    });
}

function preflight(runtime: () => Runtime, allowed: readonly Method[]) {
  const allow = allowed.join(", ");
  return (request: Request) =>
    guarded(request, runtime, async ({ runtime: { limiter }, info }) => {
      const charge = await look(limiter, info);
      const headers = { ...commonHeaders(info.requestId, charge), ...optionsHeaders(allow) };
      return new Response(null, { status: 204, headers });
    });
}
