import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { requestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { handleMcp } from "@/lib/mcp/handler";
import type { ApiPath } from "@/lib/operations/define";
import { operations, otherOperations } from "@/lib/operations/registry";
import { serverRuntime } from "@/lib/operations/runtime";
import { MAX_BODY_BYTES } from "./body";
import { matchesEntityTag } from "./cache";
import { chooseEncoding } from "./encoding";
import { commonHeaders } from "./headers";
import { keptFor, serverAnswers } from "./kept-answers";
import type { Method } from "./methods";
import { routes } from "./routes";
import { API_ANSWERS, EVERYWHERE, links, NOT_FILES } from "./site-headers";
import { JSON_TYPE, toRoute } from "./to-route";

/** Answers what Next need not see. */
export interface Front {
  /** Answers at once what is kept; false: it is not, and somebody else must answer. */
  quick(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<boolean>;
  /** Whether there may be a quick answer. */
  mayBeQuick(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const API_HEADERS = { ...EVERYWHERE, ...NOT_FILES, ...API_ANSWERS };
const OTHER_HEADERS = { ...EVERYWHERE, ...NOT_FILES };
const MCP_HEADERS = { ...OTHER_HEADERS, Link: links() };
const HOST = "http://localhost";

/**
 * Serves the API and MCP from our own server with the handlers that Next would call, so that there is one behaviour
 * in two hosts. Whatever else there is goes on to Next.
 * @param begun resolves when the catalogue is loaded: until then the handlers wait, as Next's do
 */
export function front(next: Front["serve"], begun: Promise<void>): Front {
  const served = [...operations, ...otherOperations].filter(({ streaming }) => !streaming);
  const find = routes(served);
  const made = new Map(served.map((operation) => [operation, toRoute<ApiPath, unknown, unknown>(operation)]));
  return {
    mayBeQuick: ({ method, url = "" }) => {
      return (method === "GET" || method === "HEAD") && url.startsWith("/api/") && serverAnswers()?.has(url) === true;
    },
    quick,
    async serve(request, response) {
      await begun;
      const path = request.url?.split("?", 1)[0] ?? "";
      if (path === "/mcp") return reply(request, response, MCP_HEADERS, handleMcp);
      const found = path.startsWith("/api/") ? find(path) : null;
      const handler = found && made.get(found.operation)?.[request.method as Method];
      if (!handler) return next(request, response);
      const headers = /^\/api\/v\d/.test(path) ? API_HEADERS : OTHER_HEADERS;
      const params = Promise.resolve(found.params as never);
      return reply(request, response, headers, (asked) => handler(asked, { params }));
    },
  };
}

async function quick(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<boolean> {
  const info = { requestId: requestId(), bucket: bucket() };
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

/** Not more of it than shows that it is too large. */
async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).byteLength;
    if (size > MAX_BODY_BYTES) break;
  }
  // What is left goes unread, but goes: the next request on this connection stands behind it.
  incoming.resume();
  return size > 0 ? new Uint8Array(Buffer.concat(chunks)) : null;
}
