import { senderOf } from "@/lib/access/sender";
import { spanOf } from "@/lib/observe/requests";
import type { ApiPath, Operation } from "@/lib/operations/define";
import type { Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { type Answerer, type Asker, answererOf, type Exchange, guarded, nothingHere, type Reply } from "./answer";
import { readText } from "./body";
import { Body, encoded, encodeFor } from "./encode";
import { watchIncomingRequests } from "./incoming-requests";
import { type KeptAnswers, serverAnswers } from "./kept-answers";
import { METHODS, type Method } from "./methods";
import { byteBody } from "./stream";

watchIncomingRequests();

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
 * Returns the handlers of one route file. The context is typed by the operation's path template, so that a file in a
 * folder with other parameters does not compile.
 */
export function toRoute<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  runtime: () => Runtime = serverRuntime,
  answers: () => KeptAnswers | null = runtime === serverRuntime ? serverAnswers : () => null,
): Route<PathParams<Path>> {
  return routeOf(answererOf(operation, answers), runtime);
}

/** Returns the route for all paths under /api that have no operation. */
export function notFoundRoute(runtime: () => Runtime = serverRuntime): Route<{ path?: string[] }> {
  return routeOf(nothingHere(), runtime);
}

function routeOf<Params>(answer: Answerer, runtime: () => Runtime): Route<Params> {
  const handler: Handler<Params> = (request, { params }) =>
    respond(request, runtime, async (exchange) => {
      const asked = {
        method: request.method,
        url: new URL(request.url),
        header: (name: string) => request.headers.get(name),
        text: () => readText(request),
      };
      return answer(asked, ((await params) ?? {}) as Record<string, string>, exchange);
    });
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Route<Params>;
}

/** Returns the response in the form of a route handler. */
export async function respond(
  request: Request,
  runtime: () => Runtime,
  answer: (exchange: Exchange) => Promise<Reply | Response>,
): Promise<Response> {
  const asker: Asker = {
    bucket: (trustedProxies) => senderOf(request.headers, trustedProxies),
    span: spanOf((name) => request.headers.get(name)),
  };
  const answered = await guarded(new URL(request.url).pathname, asker, runtime, answer);
  return answered instanceof Response ? answered : responseOf(request, answered);
}

function responseOf(request: Request, { status, headers, body }: Reply): Response | Promise<Response> {
  if (body instanceof Body) return encoded(request, status, headers, body);
  if (!body) return new Response(null, { status, headers });
  const encoding = encodeFor(request);
  const stream = request.method === "HEAD" ? null : byteBody(body.in(encoding), body.onFault);
  return new Response(stream, { status, headers });
}
