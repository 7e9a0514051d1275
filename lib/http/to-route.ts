import { clientBucket } from "@/lib/access/client-ip";
import { peerHeader } from "@/lib/access/peer-address";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import type { ApiPath, HttpMethod, Operation } from "@/lib/operations/define";
import { inputSchema } from "@/lib/operations/input-schema";
import { type Charge, look, publicError, type RequestInfo, type Runtime, runOperation } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { readJsonObject } from "./body";
import { entityTag, lastModified, matchesEntityTag, NO_STORE, PUBLIC_CACHE } from "./cache";
import { decodePath, decodeQuery, joinInput } from "./decode";
import { commonHeaders, optionsHeaders } from "./headers";
import { watchIncomingRequests } from "./incoming-requests";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";

watchIncomingRequests();

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** `{ slug: string }` for `/api/v2/pricing/{slug}`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & (Rest extends `${string}{${string}` ? PathParams<Rest> : unknown)
  : Record<string, never>;

interface RouteContext<Params> {
  params: Promise<Params>;
}

type Handler<Params> = (request: Request, context: RouteContext<Params>) => Promise<Response>;
export type Route<Params> = Record<Method, Handler<Params>>;

/**
 * The handlers of one route file. The context is typed by the operation's path template, so that a file in a folder
 * with other parameters does not compile.
 */
export function toRoute<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  runtime: () => Runtime = serverRuntime,
): Route<PathParams<Path>> {
  const allowed = allowedMethods(operation.http.method);
  const serve: Handler<PathParams<Path>> = (request, { params }) =>
    guarded(request, runtime, (exchange) => answer(operation, request, params, exchange));
  const refuse = refusal(runtime, (request) => {
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
  const refuse = refusal(runtime, () => {
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

interface Exchange {
  runtime: Runtime;
  info: RequestInfo;
}

/** Nothing escapes: where even the environment cannot be read, the answer is still a problem. */
async function guarded(
  request: Request,
  runtime: () => Runtime,
  respond: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const id = requestId();
  try {
    const current = runtime();
    const bucket = clientBucket({
      peer: request.headers.get(peerHeader()),
      forwardedFor: request.headers.get("x-forwarded-for"),
      trustedProxies: current.trustedProxies,
    });
    return await respond({ runtime: current, info: { requestId: id, bucket } });
  } catch (cause) {
    const error = publicError(cause, { requestId: id, path: new URL(request.url).pathname });
    const occurrence = { siteUrl: "", instance: new URL(request.url).pathname, requestId: id, policy: "keyless" };
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
): Promise<Response> {
  const schema = inputSchema(operation.input);
  const raw = async () => {
    const path = decodePath((await params) ?? {}, schema);
    const query = new URL(request.url).searchParams;
    if (operation.http.method === "GET") return joinInput(path, decodeQuery(query, schema), "query");
    const [unknown] = query.keys();
    if (unknown !== undefined) {
      throw new AppError("invalid_request", "Parameters of this operation belong in the body, not in the query.", {
        errors: [{ path: unknown, message: "belongs in the body" }],
      });
    }
    return joinInput(path, await readJsonObject(request), "body");
  };
  const outcome = await runOperation(operation, raw, runtime, info);
  if (!outcome.ok) return problemResponse(request, outcome.error, outcome.charge, { runtime, info });

  const { input, body, charge } = outcome;
  const text = JSON.stringify(body);
  const headers = new Headers({
    ...commonHeaders(info.requestId, charge),
    ...operation.http.headers?.({ input, body, site: runtime.site }),
    "Cache-Control": NO_STORE,
  });
  if (operation.http.cache === "public") {
    const etag = entityTag(text);
    const state = await runtime.catalog.state().catch(() => null);
    const modified = lastModified(operation.http.newestDay?.(body) ?? null, state?.loadedAt ?? null, runtime.now());
    headers.set("Cache-Control", PUBLIC_CACHE);
    headers.set("ETag", etag);
    if (modified) headers.set("Last-Modified", modified);
    if (matchesEntityTag(request.headers.get("if-none-match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set("Content-Type", "application/json; charset=utf-8");
  return withLength(request, 200, headers, text);
}

function problemResponse(request: Request, error: AppError, charge: Charge, { runtime, info }: Exchange): Response {
  const { site } = runtime;
  const problem = problemOf(error, {
    siteUrl: site.url,
    instance: new URL(request.url).pathname,
    requestId: info.requestId,
    policy: charge.policy.name,
  });
  const headers = new Headers({
    ...commonHeaders(info.requestId, charge),
    ...problemHeaders(error, site.url),
    "Cache-Control": NO_STORE,
    "Content-Type": PROBLEM_JSON,
  });
  return withLength(request, error.status, headers, JSON.stringify(problem));
}

function withLength(request: Request, status: number, headers: Headers, text: string): Response {
  headers.set("Content-Length", String(Buffer.byteLength(text)));
  return new Response(request.method === "HEAD" ? null : text, { status, headers });
}

function refusal(runtime: () => Runtime, errorFor: (request: Request) => AppError) {
  return (request: Request) =>
    guarded(request, runtime, async (exchange) => {
      const charge = await look(exchange.runtime.limiter, exchange.info);
      return problemResponse(request, errorFor(request), charge, exchange);
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
