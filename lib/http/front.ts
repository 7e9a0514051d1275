import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chargeBucket, PAGES, pageCost } from "@/lib/access/page-limit";
import { rateLimitHeaders } from "@/lib/access/rate-limit";
import { requestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { handleMcp } from "@/lib/mcp/handler";
import { mayBeQuickCall, quickCall } from "@/lib/mcp/quick-call";
import type { ApiPath } from "@/lib/operations/define";
import { operations, otherOperations } from "@/lib/operations/registry";
import type { RequestInfo } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { matchesEntityTag } from "./cache";
import { chooseEncoding } from "./encoding";
import { commonHeaders } from "./headers";
import { bodyOf } from "./incoming-body";
import { keptFor, serverAnswers } from "./kept-answers";
import { sharedPage } from "./kept-pages";
import type { Method } from "./methods";
import { answerOf, pageShelf, type ShelvedPage } from "./page-shelf";
import { routes } from "./routes";
import { API_ANSWERS, EVERYWHERE, links, NOT_FILES } from "./site-headers";
import { JSON_TYPE, toRoute } from "./to-route";

/** Answers what Next need not see. */
export interface Front {
  /** Answers at once what is kept; false: it is not, and somebody else must answer. */
  quick(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<boolean>;
  /** Whether there may be a quick answer. */
  mayBeQuick(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<void>;
}

/** What answers all that we do not answer ourselves. */
export type Next = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const API_HEADERS = { ...EVERYWHERE, ...NOT_FILES, ...API_ANSWERS };
const OTHER_HEADERS = { ...EVERYWHERE, ...NOT_FILES };
const MCP_HEADERS = { ...OTHER_HEADERS, Link: links() };
const HOST = "http://localhost";
const MCP = "/mcp";

/**
 * Serves the API and MCP from our own server with the handlers that Next would call, and pages that are alike for all as
 * Next drew them once, so that there is one behaviour in two hosts. Whatever else there is goes on to Next.
 * @param begun resolves when the catalogue is loaded: until then the handlers wait, as Next's do
 */
export function front(next: Next, begun: Promise<void>): Front {
  const served = [...operations, ...otherOperations].filter(({ streaming }) => !streaming);
  const find = routes(served);
  const made = new Map(served.map((operation) => [operation, toRoute<ApiPath, unknown, unknown>(operation)]));
  const shelf = pageShelf(next, serverRuntime);
  return {
    mayBeQuick: (request) => {
      const { method, url = "", headers } = request;
      if (url === MCP) return method === "POST" && mayBeQuickCall(headers);
      if (method !== "GET" && method !== "HEAD") return false;
      if (url.startsWith("/api/")) return serverAnswers()?.has(url) === true;
      return shelf.has(url) && isForPage(request);
    },
    async quick(request, response, bucket) {
      const { url = "" } = request;
      if (url === MCP || url.startsWith("/api/")) return quickAnswer(request, response, bucket);
      const page = await shelf.find(url);
      return page !== null && sendPage(request, response, page, bucket());
    },
    async serve(request, response, bucket) {
      await begun;
      if (isForPage(request) && (await mayAsk(request, bucket()))) {
        const page = await shelf.draw(request.url ?? "");
        if (page && (await sendPage(request, response, page, bucket()))) return;
      }
      const path = request.url?.split("?", 1)[0] ?? "";
      if (path === MCP) return reply(request, response, MCP_HEADERS, handleMcp);
      const found = path.startsWith("/api/") ? find(path) : null;
      const handler = found && made.get(found.operation)?.[request.method as Method];
      if (!handler) return next(request, response);
      const headers = /^\/api\/v\d/.test(path) ? API_HEADERS : OTHER_HEADERS;
      const params = Promise.resolve(found.params as never);
      return reply(request, response, headers, (asked) => handler(asked, { params }));
    },
  };
}

/** By these Next, or the rewrites, tell that something else than the page is asked for at its address. */
const OTHER_FORMS = [
  "rsc",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-router-state-tree",
  "next-action",
];

function isForPage({ method, url = "", headers }: IncomingMessage): boolean {
  if ((method !== "GET" && method !== "HEAD") || sharedPage(url) === null) return false;
  return !headers.accept?.includes("text/markdown") && !OTHER_FORMS.some((name) => headers[name] !== undefined);
}

const costOf = ({ method = "", url = "" }: IncomingMessage) => pageCost(method, url, false);

/** Who may not is told so by the proxy. */
async function mayAsk(request: IncomingMessage, bucket: string): Promise<boolean> {
  return (await chargeBucket(bucket, 0)).remaining >= costOf(request);
}

/** False where its reader has used up what they may ask for: nothing is sent. */
async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ShelvedPage,
  bucket: string,
): Promise<boolean> {
  const state = await chargeBucket(bucket, costOf(request));
  if (!state.allowed) return false;
  const { headers } = request;
  const limits = rateLimitHeaders(PAGES, state);
  const isAsked = !/\bno-cache\b/.test(headers["cache-control"] ?? "");
  if (isAsked && page.etag !== null && matchesEntityTag(headers["if-none-match"] ?? null, page.etag)) {
    const { "content-type": _none, ...rest } = page.headers;
    response.writeHead(304, { ...rest, ...limits }).end();
    return true;
  }
  const encoding = chooseEncoding(headers["accept-encoding"] ?? null);
  const answer = await answerOf(page, encoding);
  response.writeHead(200, {
    ...answer.headers,
    ...limits,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": answer.bytes.byteLength,
  });
  response.end(request.method === "HEAD" ? undefined : answer.bytes);
  return true;
}

async function quickAnswer(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<boolean> {
  const info = { requestId: requestId(), bucket: bucket() };
  if (request.url === MCP) return quickMcp(request, response, info);
  const found = await keptFor(serverAnswers(), request.url ?? "", serverRuntime(), info);
  if (!found) return false;
  const { kept, charge } = found;
  const { headers } = request;
  const unchanged = kept.etag !== null && matchesEntityTag(headers["if-none-match"] ?? null, kept.etag);
  const encoding = kept.body.encodingFor(chooseEncoding(headers["accept-encoding"] ?? null));
  const bytes = await kept.body.in(encoding);
  const always = { ...API_HEADERS, ...commonHeaders(info.requestId, charge), ...kept.headers };
  if (unchanged) {
    response.writeHead(304, always).end();
    return true;
  }
  response.writeHead(200, {
    ...always,
    "Content-Type": JSON_TYPE,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": bytes.byteLength,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
  return true;
}

async function quickMcp(request: IncomingMessage, response: ServerResponse, info: RequestInfo): Promise<boolean> {
  const answers = serverAnswers();
  const body = answers && (await bodyOf(request));
  const made = body && (await quickCall(body, request.headers, { answers, runtime: serverRuntime(), info }));
  if (!made) return false;
  response.writeHead(200, { ...MCP_HEADERS, ...made.headers });
  response.end(made.bytes);
  return true;
}

async function reply(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  always: Readonly<Record<string, string>>,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  try {
    const response = await handle(await requestOf(incoming, left.signal));
    if (outgoing.destroyed) return;
    for (const [name, value] of Object.entries(always)) outgoing.setHeader(name, value);
    for (const [name, value] of response.headers) outgoing.setHeader(name, value);
    outgoing.statusCode = response.status;
    if (!response.body) outgoing.end();
    else if (response.headers.has("content-length")) outgoing.end(Buffer.from(await response.arrayBuffer()));
    else await pipeline(Readable.fromWeb(response.body as never), outgoing);
  } catch (cause) {
    logger.info("an answer was not sent whole", { cause });
    outgoing.destroy();
  }
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const body = method === "GET" || method === "HEAD" ? null : await bodyOf(incoming);
  return new Request(HOST + url, { method, headers, body, signal });
}
