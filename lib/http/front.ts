import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chargeBucket, PAGE_COST, PAGES } from "@/lib/access/page-limit";
import {
  KEYLESS,
  type RateLimiter,
  type RatePolicy,
  type RateState,
  rateLimiterHere,
  rateLimitHeaders,
  rateLimitOf,
} from "@/lib/access/rate-limit";
import { type Awaitable, after } from "@/lib/awaitable";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { handleMcp } from "@/lib/mcp/handler";
import { mayBeQuickCall, quickCall } from "@/lib/mcp/quick-call";
import { spanOf } from "@/lib/observe/requests";
import { getReadiness } from "@/lib/operations/ready";
import { operations, otherOperations } from "@/lib/operations/registry";
import type { RequestInfo, Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { type Asked, answererOf, guarded, JSON_TYPE, type Pieces, type Reply } from "./answer";
import { matchesEntityTag, NO_STORE } from "./cache";
import { Body } from "./encode";
import { chooseEncoding, type Encoding } from "./encoding";
import { commonHeaders, type Head, headerOf } from "./headers";
import { bodyOf, incomingText } from "./incoming-body";
import { watchIncomingRequests } from "./incoming-requests";
import { type KeptAnswers, keptFor, serverAnswers } from "./kept-answers";
import { sharedPage } from "./kept-pages";
import { answerOf, pageShelf, type ShelvedPage } from "./page-shelf";
import { routes } from "./routes";
import { API_ANSWERS, EVERYWHERE, links, NOT_FILES } from "./site-headers";
import { isOnLoopback, pageRedirect } from "./site-host";

/** Serves requests that need not reach Next. */
export interface Front {
  /** Sends a cached response at once. Returns false if there is no such response and another handler must respond. */
  quick(request: IncomingMessage, response: ServerResponse, bucket: () => string): Awaitable<boolean>;
  /** Returns whether there may be a quick response. */
  mayBeQuick(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse, bucket: () => string): Promise<void>;
  /** Charges a client for more work than the cost of its request covers, up to the rest of its quota. */
  charge(request: IncomingMessage, bucket: string, units: number): void;
  /** Charges a request that no handler charges. Returns the error to send if the quota is used up. */
  meter(bucket: string): Awaitable<AppError | null>;
}

/** Handles all requests that we do not handle ourselves. */
export type Next = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const API_HEADERS = { ...EVERYWHERE, ...NOT_FILES, ...API_ANSWERS };
const OTHER_HEADERS = { ...EVERYWHERE, ...NOT_FILES };
const MCP_HEADERS = { ...OTHER_HEADERS, Link: links() };
const HOST = "http://localhost";
const MCP = "/mcp";

/**
 * Serves the API and MCP from our own server with the handlers that Next would call, and shared pages as Next rendered
 * them once, so that both hosts behave the same. All other requests go to Next.
 * @param begun resolves when the catalogue is loaded: until then the handlers wait, as Next's do
 */
export function front(next: Next, begun: Promise<void>): Front {
  watchIncomingRequests();
  const served = [...operations, ...otherOperations];
  const find = routes(served);
  const made = new Map(served.map((operation) => [operation, answererOf(operation, serverAnswers)]));
  const shelf = pageShelf(next, serverRuntime);
  const answers = serverAnswers();
  return {
    charge({ url = "" }, bucket, units) {
      const isApi = /^\/(?:api\/v\d|mcp\b)/.test(url);
      chargeWork(isApi ? serverRuntime().limiter : rateLimiterHere(), isApi ? KEYLESS : PAGES, bucket, units);
    },
    meter: (bucket) =>
      after(chargeBucket(bucket, 1), ({ allowed, resetSeconds }) => {
        if (allowed) return null;
        const message = `Too many requests. Try again in ${resetSeconds} seconds.`;
        return new AppError("rate_limited", message, { retryAfter: resetSeconds });
      }),
    mayBeQuick: (request) => {
      const { method, url = "", headers } = request;
      if (url === MCP) return method === "POST" && mayBeQuickCall(headers, serverRuntime());
      if (method !== "GET" && method !== "HEAD") return false;
      if (url.startsWith("/api/")) return answers?.has(url) === true && headers["next-action"] === undefined;
      return shelf.has(url) && isForPage(request) && pageRedirect(request, env()) === null;
    },
    quick(request, response, bucket) {
      const { url = "" } = request;
      if (url !== MCP && !url.startsWith("/api/")) {
        return after(shelf.find(url), (page) => page !== null && sendPage(request, response, page, bucket()));
      }
      if (!answers) return false;
      const given = { answers, runtime: serverRuntime(), info: { requestId: requestId(), bucket: bucket() } };
      return url === MCP ? quickMcp(request, response, given) : quickAnswer(request, response, given);
    },
    async serve(request, response, bucket) {
      if (request.url !== getReadiness.http.path) await begun;
      const elsewhere = pageRedirect(request, env());
      // The proxy redirects the others.
      if (elsewhere && isOnLoopback(elsewhere) && (await chargeBucket(bucket(), PAGE_COST.kept)).allowed) {
        return void response.writeHead(307, { Location: elsewhere, "Cache-Control": NO_STORE }).end();
      }
      if (!elsewhere && isForPage(request) && (await mayAsk(bucket()))) {
        const page = await shelf.draw(request.url ?? "");
        if (page && (await sendPage(request, response, page, bucket()))) return;
      }
      const path = request.url?.split("?", 1)[0] ?? "";
      if (path === MCP) return sending(response, () => relay(request, response, MCP_HEADERS, handleMcp));
      const found = path.startsWith("/api/") ? find(path) : null;
      const answer = found && made.get(found.operation);
      if (!answer) return next(request, withOneLocation(response));
      const asked = askedOf(request);
      const asker = { bucket, span: spanOf(asked.header) };
      const reply = await guarded(asked.url.pathname, asker, serverRuntime, (exchange) =>
        answer(asked, found.params, exchange),
      );
      const always = /^\/api\/v\d/.test(path) ? API_HEADERS : OTHER_HEADERS;
      return sending(response, () => send(request, response, always, reply));
    },
  };
}

/** Next sets the target of a page's redirect, then appends it again from the headers that it stores with the page. */
function withOneLocation(response: ServerResponse): ServerResponse {
  const append = response.appendHeader.bind(response);
  response.appendHeader = (name, value) =>
    name.toLowerCase() === "location" ? response.setHeader(name, value) : append(name, value);
  return response;
}

/**
 * Charges at most the rest of the quota, because a larger charge would be refused whole. If the store is down, no
 * client is charged.
 */
async function chargeWork(limiter: RateLimiter, policy: RatePolicy, bucket: string, units: number): Promise<void> {
  try {
    const { remaining } = await limiter.take(policy, bucket, 0);
    if (remaining > 0) await limiter.take(policy, bucket, Math.min(units, remaining));
  } catch (cause) {
    logger.debug("work was not charged", { cause });
  }
}

/** Headers by which Next or the rewrites recognise a request for something other than the page at its URL. */
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

/** Returns whether the client may request a page. The proxy sends the refusal. */
async function mayAsk(bucket: string): Promise<boolean> {
  return (await chargeBucket(bucket, 0)).remaining >= PAGE_COST.kept;
}

/** Sends nothing and returns false if the client has used up its quota. */
function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ShelvedPage,
  bucket: string,
): Awaitable<boolean> {
  return after(
    chargeBucket(bucket, PAGE_COST.kept),
    (state) => state.allowed && sendAdmitted(request, response, page, state),
  );
}

function sendAdmitted(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  page: ShelvedPage,
  state: RateState,
): Awaitable<boolean> {
  const limit = ["RateLimit", rateLimitOf(PAGES, state)];
  const isAsked = !/\bno-cache\b/.test(headers["cache-control"] ?? "");
  if (isAsked && page.etag !== null && matchesEntityTag(headers["if-none-match"] ?? null, page.etag)) {
    response.writeHead(304, [...pageHead(page, page.headers, "unchanged"), ...limit]).end();
    return true;
  }
  const encoding = chooseEncoding(headers["accept-encoding"] ?? null);
  return after(answerOf(page, encoding), ({ headers: own, bytes }) => {
    response.writeHead(200, [...pageHead(page, own, encoding), ...limit, "Content-Length", String(bytes.byteLength)]);
    response.end(method === "HEAD" ? undefined : bytes);
    return true;
  });
}

function pageHead(page: ShelvedPage, own: OutgoingHttpHeaders, form: Form): Head {
  const make = () => ({ ...own, ...rateLimitHeaders(PAGES, null), ...encodedIn(form, own["content-type"]) });
  return own === page.headers ? headOf(page, form, make) : listed(make());
}

/** The form of a response. */
type Form = Encoding | "unchanged";

/** Returns the headers that all responses of one form share. They are built once. */
function headOf(kept: { heads?: Map<string, Head> }, form: Form, make: () => OutgoingHttpHeaders): Head {
  kept.heads ??= new Map();
  const known = kept.heads.get(form);
  if (known) return known;
  const head = listed(make());
  kept.heads.set(form, head);
  return head;
}

/** Merges the headers of several parts. If a header occurs twice, the later one applies. */
function listed(...parts: readonly OutgoingHttpHeaders[]): (string | string[])[] {
  const head: (string | string[])[] = [];
  parts.forEach((part, at) => {
    for (const name in part) {
      const value = part[name];
      if (value === undefined || parts.some((later, after) => after > at && name in later)) continue;
      head.push(name, Array.isArray(value) ? value : String(value));
    }
  });
  return head;
}

function encodedIn(form: Form, type: OutgoingHttpHeaders[string]): OutgoingHttpHeaders {
  if (form === "unchanged") return { "content-type": undefined };
  return { "content-type": type, ...(form !== "identity" && { "content-encoding": form }) };
}

interface Quick {
  answers: KeptAnswers;
  runtime: Runtime;
  info: RequestInfo;
}

function quickAnswer(request: IncomingMessage, response: ServerResponse, given: Quick): Awaitable<boolean> {
  const { headers, method, url = "" } = request;
  const { requestId } = given.info;
  return after(keptFor(given.answers, url, given.runtime, given.info), (found) => {
    if (!found) return false;
    const { kept, charge } = found;
    const head = (form: Form): Head => {
      const make = () => ({
        ...API_HEADERS,
        ...commonHeaders(requestId, charge),
        ...kept.headers,
        // Each response appends its own.
        "X-Request-Id": undefined,
        RateLimit: undefined,
        ...encodedIn(form, JSON_TYPE),
      });
      const limit = charge.state ? ["RateLimit", rateLimitOf(charge.policy, charge.state)] : [];
      return [...headOf(kept, form, make), "X-Request-Id", requestId, ...limit];
    };
    if (kept.etag !== null && matchesEntityTag(headers["if-none-match"] ?? null, kept.etag)) {
      response.writeHead(304, [...head("unchanged")]).end();
      return true;
    }
    const encoding = kept.body.encodingFor(chooseEncoding(headers["accept-encoding"] ?? null));
    return after(kept.body.in(encoding), (bytes) => {
      response.writeHead(200, [...head(encoding), "Content-Length", String(bytes.byteLength)]);
      response.end(method === "HEAD" ? undefined : bytes);
      return true;
    });
  });
}

async function quickMcp(request: IncomingMessage, response: ServerResponse, given: Quick): Promise<boolean> {
  const body = await bodyOf(request);
  const made = body && (await quickCall(body, request.headers, given));
  if (!made) return false;
  response.writeHead(200, { ...MCP_HEADERS, ...made.headers });
  response.end(made.bytes);
  return true;
}

function askedOf(incoming: IncomingMessage): Asked {
  const { method = "GET", url = "/", headers } = incoming;
  const header = (name: string) => headerOf(headers, name);
  return { method, url: new URL(HOST + url), header, text: () => incomingText(incoming) };
}

async function send(
  { method, headers: asked }: IncomingMessage,
  outgoing: ServerResponse,
  always: Readonly<Record<string, string>>,
  { status, headers, body }: Reply,
): Promise<void> {
  if (outgoing.destroyed) return;
  if (body === null) return void outgoing.writeHead(status, listed(always, headers)).end();
  const wanted = chooseEncoding(headerOf(asked, "accept-encoding"));
  if (!(body instanceof Body)) {
    const encodedAs = wanted === "identity" ? {} : { "Content-Encoding": wanted };
    outgoing.writeHead(status, listed(always, headers, encodedAs));
    if (method === "HEAD") return void outgoing.end();
    return sendPieces(outgoing, body.in(wanted), body.onFault);
  }
  const encoding = body.encodingFor(wanted);
  const made = body.in(encoding);
  const bytes = made instanceof Promise ? await made : made;
  if (outgoing.destroyed) return;
  const own: OutgoingHttpHeaders = { "Content-Length": bytes.byteLength };
  if (encoding !== "identity") own["Content-Encoding"] = encoding;
  outgoing.writeHead(status, listed(always, headers, own));
  outgoing.end(method === "HEAD" ? undefined : bytes);
}

/** Closes the connection if generating the body fails. A client that disconnects causes no error. */
async function sendPieces(outgoing: ServerResponse, pieces: AsyncIterable<Uint8Array>, onFault: Pieces["onFault"]) {
  try {
    await pipeline(Readable.from(pieces), outgoing);
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code !== "ERR_STREAM_PREMATURE_CLOSE") onFault(cause);
  }
}

async function relay(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  always: Readonly<Record<string, string>>,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) left.abort();
  });
  const response = await handle(await requestOf(incoming, left.signal));
  if (outgoing.destroyed) return;
  for (const [name, value] of Object.entries(always)) outgoing.setHeader(name, value);
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.statusCode = response.status;
  if (!response.body) outgoing.end();
  else if (response.headers.has("content-length")) outgoing.end(Buffer.from(await response.arrayBuffer()));
  else await pipeline(Readable.fromWeb(response.body as never), outgoing);
}

/** Closes the connection if sending fails, so that a part is not mistaken for the whole. */
async function sending(outgoing: ServerResponse, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    logger.info("a response was not sent completely", { requestId: outgoing.getHeader("X-Request-Id"), cause });
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
