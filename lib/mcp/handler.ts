import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpServer,
  readRequestBody,
  specTypeSchemas,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { rateLimitHeaders } from "@/lib/access/rate-limit";
import { senderOf } from "@/lib/access/sender";
import { AppError } from "@/lib/errors";
import { MAX_BODY_BYTES } from "@/lib/http/body";
import { NO_STORE } from "@/lib/http/cache";
import { Body, encoded } from "@/lib/http/encode";
import { watchIncomingRequests } from "@/lib/http/incoming-requests";
import { isTooDeep, MAX_JSON_DEPTH } from "@/lib/http/json-depth";
import { editionOf, type KeptAnswers, serverAnswers } from "@/lib/http/kept-answers";
import { requestId as newRequestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { spanOf } from "@/lib/observe/requests";
import { admitHandshake, admitMore, look } from "@/lib/operations/admit";
import { MadeOf } from "@/lib/operations/made-of";
import type { RequestInfo, Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { callerFault, corsHeaders, PREFLIGHT_HEADERS } from "./caller";
import { askedCall, keepCall, keptCall } from "./kept-calls";
import { oneAfterAnother } from "./one-after-another";
import { reachesOperation } from "./reaches-operation";
import { mcpServer } from "./server";

watchIncomingRequests();

const ALLOW = "POST, OPTIONS";
const EVERY_ANSWER = "application/json, text/event-stream";
/** The last revision with batches, and the default for a client that names no revision. */
const BATCH_REVISION = "2025-03-26";
/** For JSON responses. */
export const VARY = "Accept-Encoding, Origin";
const MAX_BATCH = 20;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;
const TRANSPORT_ERROR = -32000;
const INTERNAL_ERROR = -32603;

/**
 * Handles one exchange of MCP over Streamable HTTP, of any revision. There is no state between exchanges: no session,
 * and no stream that a client could resume.
 */
export async function handleMcp(
  request: Request,
  runtime: () => Runtime = serverRuntime,
  make: typeof mcpServer = mcpServer,
  answers: () => KeptAnswers | null = runtime === serverRuntime ? serverAnswers : () => null,
): Promise<Response> {
  const id = newRequestId();
  try {
    const current = runtime();
    const bucket = senderOf(request.headers, current.trustedProxies);
    const waits: number[] = [];
    const onError = ({ retryAfter }: AppError) => retryAfter !== undefined && waits.push(retryAfter);
    const info: RequestInfo = { requestId: id, bucket, onError, span: spanOf((name) => request.headers.get(name)) };
    const response = await answer(request, current, info, (called) => make(current, info, called), answers());
    const { policy, state } = await look(current.limiter, info);
    return withHeaders(request, response, {
      ...rateLimitHeaders(policy, state),
      ...(waits.length > 0 && { "Retry-After": String(Math.max(...waits)) }),
      ...(response.status !== 403 && corsHeaders(originOf(request), current)),
      "X-Request-Id": id,
    });
  } catch (cause) {
    logger.error("unexpected fault of the MCP endpoint", { requestId: id, cause });
    return withHeaders(request, refuse(500, INTERNAL_ERROR, "Internal server error"), { "X-Request-Id": id });
  }
}

async function answer(
  request: Request,
  runtime: Runtime,
  info: RequestInfo,
  factory: (called?: string) => McpServer,
  answers: KeptAnswers | null,
): Promise<Response> {
  const { limiter } = runtime;
  /** Charges a request that is refused before any other charge. */
  const charged = async (refused: Response) => overdrawn(await admitHandshake(limiter, info, 1)) ?? refused;
  const fault = callerFault(originOf(request), request.headers.get("host") ?? new URL(request.url).host, runtime);
  if (fault) return charged(refuse(403, TRANSPORT_ERROR, fault));
  if (request.method === "OPTIONS") {
    return new Response(null, { status: 204, headers: { Allow: ALLOW, ...PREFLIGHT_HEADERS } });
  }
  if (request.method !== "POST") {
    const message = `${request.method} is not supported: this endpoint has no sessions or streams. Send POST.`;
    return refuse(405, TRANSPORT_ERROR, message, { Allow: ALLOW });
  }
  const body = await readRequestBody(request, MAX_BODY_BYTES);
  if (body.tooLarge) {
    const message = `The request body is too large (maximum: ${MAX_BODY_BYTES / 1024} KiB).`;
    return charged(refuse(413, TRANSPORT_ERROR, message));
  }
  const parsedBody = parsed(body.text);
  if (parsedBody === undefined) return charged(refuse(400, PARSE_ERROR, "Parse error: the body is not valid JSON."));
  if (isTooDeep(parsedBody)) {
    const message = `Invalid Request: the message is nested too deeply (maximum: ${MAX_JSON_DEPTH} levels).`;
    return charged(refuse(400, INVALID_REQUEST, message, {}, idOf(parsedBody)));
  }

  const messages: unknown[] = Array.isArray(parsedBody) ? parsedBody : [parsedBody];
  if (messages.length > MAX_BATCH) {
    const message = `Invalid Request: too many messages in one batch (maximum: ${MAX_BATCH}).`;
    return charged(refuse(400, INVALID_REQUEST, message));
  }
  const greeting = await malformedGreeting(messages);
  if (greeting) return charged(refuse(400, INVALID_PARAMS, "Invalid params for initialize.", {}, greeting.id));
  const costs = await Promise.all(messages.map(costOf));
  const sum = (quota: Cost) => costs.filter((cost) => cost === quota).length;
  const refusal =
    overdrawn(await admitHandshake(limiter, info, sum("handshake"))) ??
    overdrawn(await admitMore(limiter, info, sum("call")));
  if (refusal) return refusal;
  if (messages.length > 1) info.inOrder = oneAfterAnother();
  const call = acceptsJson(request) ? askedCall(parsedBody, request.headers) : null;
  const server = () => factory(call?.tool);
  if (!answers || !call) return exchanged(request, parsedBody, info, server);
  const kept = await keptCall(answers, call, runtime, info);
  if (kept) return new Response(`${kept.beginning}${kept.end}`, { headers: { "Content-Type": "application/json" } });
  const edition = await editionOf(runtime);
  const madeOf = new MadeOf();
  info.madeOf = madeOf;
  const response = await exchanged(request, parsedBody, info, server);
  if (edition === null || !isJson(response)) return response;
  const text = await response.text();
  keepCall(answers, call, text, { edition, of: madeOf.products });
  return new Response(text, { status: response.status, headers: response.headers });
}

function isJson({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("content-type")?.startsWith("application/json") === true;
}

/** Returns the SDK's response. */
async function exchanged(
  request: Request,
  parsedBody: unknown,
  { requestId }: RequestInfo,
  factory: () => McpServer,
): Promise<Response> {
  const accepted = tolerant(request);
  const onerror = (cause: Error) => logger.info("MCP request refused", { requestId, cause });
  if (!(await isLegacyRequest(accepted, parsedBody))) {
    return createMcpHandler(factory, { legacy: "reject", onerror }).fetch(accepted, { parsedBody });
  }
  if (Array.isArray(parsedBody) && !allowsBatch(request)) {
    return refuse(400, INVALID_REQUEST, "Invalid Request: this protocol revision does not support batches.");
  }
  if (!acceptsJson(request)) return legacyStatelessFallback(factory, onerror)(accepted, { parsedBody });
  const server = factory();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(accepted, { parsedBody });
  } finally {
    await server.close();
  }
}

type Cost = "handshake" | "call" | "none";

/**
 * Returns the quota that a message is charged to here. Notifications cost nothing, because they get no response. Calls
 * that reach an operation are charged by it; other calls, such as of an unknown tool, cost as much as a call.
 */
async function costOf(message: unknown): Promise<Cost> {
  const { method, id, params } = Object(message) as { method?: unknown; id?: unknown; params?: unknown };
  if (typeof method === "string" && id === undefined) return "none";
  const reaches = await reachesOperation(method, params);
  if (reaches === null) return "handshake";
  return reaches ? "none" : "call";
}

function overdrawn({ refusal }: { refusal: unknown }): Response | null {
  if (!(refusal instanceof AppError)) return null;
  return refuse(429, TRANSPORT_ERROR, refusal.message, { "Retry-After": String(refusal.retryAfter) });
}

function idOf(message: unknown): string | number | null {
  const { id } = Object(message) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function originOf({ headers }: Request): string | null {
  return headers.get("origin");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function allowsBatch(request: Request): boolean {
  const revision = request.headers.get("mcp-protocol-version") ?? BATCH_REVISION;
  return revision <= BATCH_REVISION;
}

export function acceptsJson({ headers }: { headers: Pick<Headers, "get"> }): boolean {
  const accept = headers.get("accept");
  return accept === null || /application\/(?:json|\*)|\*\/\*/i.test(accept);
}

/** Earlier revisions require clients to accept two types. One of them, a wildcard or no header is enough. */
function tolerant(request: Request): Request {
  const accept = request.headers.get("accept");
  const usable = acceptsJson(request) || /text\/(?:event-stream|\*)/i.test(accept ?? "");
  const headers = new Headers(request.headers);
  if (usable) headers.set("accept", EVERY_ANSWER);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function refuse(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
  id: string | number | null = null,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status, headers });
}

/** Returns a malformed `initialize` request, or null. The SDK would report it as an internal error. */
async function malformedGreeting(messages: readonly unknown[]): Promise<{ id: string | number | null } | null> {
  for (const message of messages) {
    const { method, id, params } = Object(message) as Record<string, unknown>;
    if (method !== "initialize" || id === undefined) continue;
    const { issues } = await specTypeSchemas.InitializeRequestParams["~standard"].validate(params);
    if (issues) return { id: idOf(message) };
  }
  return null;
}

async function withHeaders(request: Request, response: Response, extra: Record<string, string>): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("cache-control")) headers.set("Cache-Control", NO_STORE);
  const { status, body } = response;
  headers.set("Vary", "Origin");
  if (body === null || !isJson(response)) return new Response(body, { status, headers });
  headers.set("Vary", VARY);
  return encoded(request, status, headers, new Body(await response.text()));
}
