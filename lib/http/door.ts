import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { clientBucket } from "@/lib/access/client-ip";
import { announcing } from "@/lib/access/each-request";
import { PAGES } from "@/lib/access/page-limit";
import { unitsForWork } from "@/lib/access/rate-limit";
import { type Awaitable, after } from "@/lib/awaitable";
import { env } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { countKept } from "@/lib/observe/requests";
import { telemetry } from "@/lib/observe/telemetry";
import { NO_STORE } from "./cache";
import { boundConnections, type ConnectionLimits } from "./connections";
import type { Front } from "./front";
import { METHODS as ROUTED } from "./methods";
import { ASKED_PATH, MISSING } from "./page-headers";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { problemPage } from "./problem-page";
import { originForm } from "./request-target";
import { measureWork, type RequestWork, runMeasured, whenIdle } from "./request-work";
import { isOurs } from "./same-origin";
import { waitingRoom } from "./waiting-room";

export interface DoorLimits extends ConnectionLimits {
  /**
   * Maximum number of requests that wait on a connection for the one before them. With more, the connection is closed.
   */
  pipelined: number;
  /**
   * Maximum number of concurrent requests, in total and per client. Further requests wait for this long, again limited
   * in total and per client; then they get a 503.
   */
  atOnce: number;
  atOncePerAddress: number;
  waiting: number;
  waitingPerAddress: number;
  waitMs: number;
  /** Responses that are generated but not sent yet. With more, the oldest is aborted. */
  unsent: number;
  /** Idle time after which a connection with an open request or response is closed; longer for long work. */
  stalledMs: number;
  longMs: number;
  /** Time in which the head of a request, and the whole request, must arrive. */
  headMs: number;
  requestMs: number;
  /** Maximum length of a path, and of a path with its query. */
  path: number;
  address: number;
}

/** One process has one main thread: more concurrent requests only slow each other down. */
const AT_ONCE = Math.max(2, availableParallelism());

export const DOOR: DoorLimits = {
  connections: 4_000,
  connectionsPerAddress: 256,
  pipelined: 32,
  atOnce: AT_ONCE,
  atOncePerAddress: Math.floor(AT_ONCE / 2),
  waiting: 1_000,
  waitingPerAddress: 200,
  waitMs: 10_000,
  unsent: 256,
  stalledMs: 60_000,
  longMs: 310_000,
  headMs: 15_000,
  requestMs: 60_000,
  path: 1_024,
  address: 8_192,
};

const METHODS: readonly string[] = ROUTED;
/** Handlers charge requests with these methods. */
const HANDLED = new Set(["GET", "HEAD", "POST"]);
/** Paths that are not pages. The proxy charges every request for a page. */
const BESIDE_PAGES = /^\/(?:api|mcp|files|_next)(?:\/|$)/;
/** Served at once even if the server is busy, because they are cheap. */
const UNQUEUED = /^\/(?:api\/(?:health|ready)$|_next\/static\/)/;
/** Enough for our listeners and those of Next. With Node's limit of ten, Node would report a leak. */
const LISTENERS = 24;
/** Work that ends in one response and sends nothing before it. */
const LONG = /^\/api\/cron\//;
const MACHINES = /^\/(?:api|mcp)\b/;
const HSTS = "max-age=63072000";
/** Headers that we set on a request. Clients may not send them. */
const INTERNAL = [MISSING, ASKED_PATH];

interface Settings {
  siteName: string;
  siteUrl: string;
  trustedProxies: number;
}

/**
 * Connects the sockets to the handlers of our own server. It limits connections, requests per connection and concurrent
 * requests, refuses malformed requests, and charges each client for the main-thread time that it uses.
 */
export function openDoor(
  server: Server,
  { serve, mayBeQuick, quick, charge, meter }: Front,
  limits: DoorLimits = DOOR,
  settings: Settings = env(),
): void {
  const room = waitingRoom(limits);
  const unsent = new Set<ServerResponse>();
  measureWork();
  boundConnections(server, limits, settings.trustedProxies);
  boundTimes(server, limits);
  const coldStart = coldStarts();
  const announce = announcing(server);
  const isSecure = settings.siteUrl.startsWith("https:");
  server.on("request", (request, response) => {
    // Node still reads requests that arrived in the same data. Destroying each one here is cheap. Otherwise Node
    // creates an error with a stack for each when it destroys them all.
    if (request.socket.destroyed) return void request.destroy();
    request.url = originForm(request.url ?? "") ?? request.url;
    const bucket = () => bucketOf(request, settings);
    const isTraced = telemetry() !== null;
    if (isTraced) announce(request, response);
    const atOnce = (): Awaitable<boolean> => {
      if (!mayBeQuick(request)) return false;
      if (isSecure) response.setHeader("Strict-Transport-Security", HSTS);
      return quick(request, response, bucket);
    };
    const sent = () => {
      keepUnsent(unsent, response, limits.unsent);
      if (!isTraced) countKept(request, response);
    };
    const inQueue = () => {
      const client = bucket();
      const place = room.enter(client);
      const work: RequestWork = { ms: 0 };
      let chargedUnits = 0;
      const cpuBefore = process.cpuUsage();
      const isCold = coldStart(request);
      const settle = () => {
        place.leave(work.ms);
        // On a busy machine, main-thread time includes the time of other processes.
        const { user, system } = process.cpuUsage(cpuBefore);
        const units = isCold ? 0 : unitsForWork(Math.min(work.ms, (user + system) / 1_000));
        if (units > chargedUnits) charge(request, client, units - chargedUnits);
        chargedUnits = units;
        logger.debug("request finished", { method: request.method, path: request.url, mainThreadMs: work.ms });
      };
      const start = async (stopWatching: () => void) => {
        if (response.destroyed) {
          stopWatching();
          return place.leave();
        }
        await serve(request, response, bucket);
        // If the client has disconnected, the work may go on. Its place becomes free when it uses no more time.
        if (!response.writableEnded) return;
        stopWatching();
        settle();
      };
      response.once("close", () => {
        if (work.ms === 0) place.leave();
      });
      void place.admitted.then(
        // New data is read between two requests, so that a cheap one does not wait for several expensive ones.
        () => {
          // Outside of the measured work, because the timer is not part of it.
          const stopWatching = whenIdle(work, settle);
          runMeasured(work, () => void start(stopWatching));
        },
        (error: AppError) => refuse(request, response, error, settings),
      );
    };
    const inFull = () => {
      if (!isTraced) announce(request, response);
      const problem = refusalOf(request, limits, settings);
      if (problem || !isChargedLater(request)) {
        return void after(meter(bucket()), (refusal) => {
          const error = refusal ?? problem;
          if (error) return refuse(request, response, error, settings);
          if (request.url === "*") return void response.writeHead(204, { Allow: METHODS.join(", ") }).end();
          inOrder();
        });
      }
      inOrder();
    };
    const inOrder = () => {
      for (const name of INTERNAL) delete request.headers[name];
      if (isSecure) response.setHeader("Strict-Transport-Security", HSTS);
      response.once("prefinish", () => keepUnsent(unsent, response, limits.unsent));
      if (UNQUEUED.test(pathOf(request))) return void serve(request, response, bucket);
      response.setMaxListeners(LISTENERS);
      if (LONG.test(pathOf(request))) {
        request.socket.setTimeout(limits.longMs);
        response.once("close", () => request.socket.setTimeout(limits.stalledMs));
      }
      if (request.complete || !hasBody(request)) return inQueue();
      // Node discards an unread body only if it had no listener.
      response.once("finish", () => request.resume());
      whenBodyArrives(request, inQueue);
    };
    // A response that is available already and can be sent at once need not queue.
    const early = isFree(request.socket) ? atOnce() : null;
    if (early === true) {
      if (!response.writableFinished) inTurn(request, response, limits.pipelined, () => {});
      return sent();
    }
    inTurn(request, response, limits.pipelined, () => {
      const answered = early ?? atOnce();
      if (answered === true) sent();
      else if (answered === false) inFull();
      else void answered.then((isAnswered) => (isAnswered ? sent() : inFull()), inFull);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => answerRaw(error, socket as Socket, settings));
}

function boundTimes(server: Server, limits: DoorLimits): void {
  server.headersTimeout = limits.headMs;
  server.requestTimeout = limits.requestMs;
  server.setTimeout(limits.stalledMs);
}

/** The first requests of a kind load and compile its code, so they are not charged for their time. */
const COLD_REQUESTS = 3;
const MAX_KINDS = 200;

/** Returns a function that checks whether a request is one of the first of its kind in this process. */
function coldStarts(): (request: IncomingMessage) => boolean {
  const counts = new Map<string, number>();
  return (request) => {
    const [, root = "", ...rest] = pathOf(request).split("/");
    const kind = `${request.method} ${root === "api" ? rest.slice(0, 2).join("/") : root} ${rest.length}`;
    const count = counts.get(kind) ?? (counts.size < MAX_KINDS ? 0 : COLD_REQUESTS);
    if (count < COLD_REQUESTS) counts.set(kind, count + 1);
    return count < COLD_REQUESTS;
  };
}

function isChargedLater(request: IncomingMessage): boolean {
  return HANDLED.has(request.method ?? "") || (request.url !== "*" && !BESIDE_PAGES.test(pathOf(request)));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Calls `start` once the whole body is buffered, or as much as the server buffers: then the body is too large. */
function whenBodyArrives(request: IncomingMessage, start: () => void): void {
  const check = () => {
    if (!request.complete && !request.destroyed && request.readableLength < request.readableHighWaterMark) return;
    request.off("readable", check).off("close", check);
    if (!request.destroyed) start();
  };
  request.on("readable", check).on("close", check);
}

/**
 * The queue of a connection. It is on the socket itself, because every garbage collection would walk a map of all
 * queues.
 */
const LINE = Symbol("line");
type WithLine = Socket & { [LINE]?: (() => void)[] };

const isFree = (socket: WithLine): boolean => !socket[LINE]?.length;

/** Runs `start` when every earlier response on the same connection has been sent. */
function inTurn(request: IncomingMessage, response: ServerResponse, most: number, start: () => void): void {
  const socket: WithLine = request.socket;
  socket[LINE] ??= [];
  const line = socket[LINE];
  response.once("close", () => {
    line.shift();
    if (!socket.destroyed) line[0]?.();
  });
  line.push(start);
  if (line.length === 1) start();
  else if (line.length > most) socket.destroy();
}

function bucketOf({ socket, headers }: IncomingMessage, { trustedProxies }: Settings): string {
  const forwarded = headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null);
  return clientBucket({ peer: socket.remoteAddress ?? null, forwardedFor, trustedProxies });
}

function keepUnsent(unsent: Set<ServerResponse>, response: ServerResponse, most: number): void {
  if (response.writableFinished || response.destroyed) return;
  unsent.add(response);
  for (const end of ["finish", "close"]) response.once(end, () => unsent.delete(response));
  const [oldest] = unsent;
  if (unsent.size > most) oldest?.socket?.destroy();
}

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] ?? "";

function refusalOf(request: IncomingMessage, limits: DoorLimits, { siteUrl }: Settings): AppError | null {
  const { method = "", url = "" } = request;
  if (!METHODS.includes(method)) {
    return new AppError(
      "method_not_allowed",
      `The HTTP method ${method} is not supported. Use one of: ${METHODS.join(", ")}.`,
      {
        headers: { Allow: METHODS.join(", ") },
      },
    );
  }
  if (!url.startsWith("/") && url !== "*") {
    return new AppError("invalid_request", "The request target must be a path, such as /api/v2/pricing.");
  }
  const path = pathOf(request);
  if (url === "*" && method !== "OPTIONS") {
    return new AppError("invalid_request", "The request target * is only valid for OPTIONS. Send a path.");
  }
  if (path.length > limits.path || url.length > limits.address) {
    return new AppError(
      "invalid_request",
      `The URL is too long. Maximum: ${limits.address} characters in total, ${limits.path} in the path.`,
    );
  }
  // The API names the field with the null character.
  if (/%(?:25)*00/.test(path) || (!path.startsWith("/api/") && url.includes("%00"))) {
    return new AppError("invalid_request", "The URL contains a null character (%00). Remove it.");
  }
  if (!tellsWhereItIs(request))
    return new AppError("invalid_request", "The next-router-state-tree header is malformed.");
  if (request.headers["next-action"] !== undefined && isForeign(request, siteUrl)) {
    return new AppError("invalid_request", "Forms are accepted only from pages of this site.");
  }
  return null;
}

/** Reads the header that our pages send when the user goes to another page. Next fails if it cannot read it. */
function tellsWhereItIs({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}

/** Next refuses such a request too, but logs a stack as if the fault were ours. */
function isForeign({ headers }: IncomingMessage, siteUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  return !isOurs(origin, siteUrl);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError, settings: Settings): void {
  if (response.destroyed) return;
  const id = requestId();
  const path = pathOf(request);
  const machine = MACHINES.test(path) || !/text\/html/.test(request.headers.accept ?? "");
  const site = { name: settings.siteName, url: settings.siteUrl };
  const page = machine ? null : problemPage(error, { site, requestId: id });
  const body = page
    ? page.html
    : JSON.stringify(
        problemOf(error, {
          siteUrl: site.url,
          instance: path.slice(0, 200),
          requestId: id,
          policy: error.code === "rate_limited" ? PAGES.name : "none",
        }),
      );
  response.writeHead(error.status, {
    "Content-Type": PROBLEM_JSON,
    "Access-Control-Allow-Origin": "*",
    ...problemHeaders(error, site.url),
    ...page?.headers,
    "Cache-Control": NO_STORE,
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": id,
    Vary: "Accept",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

const RAW: Record<string, { status: string; code: ErrorCode; detail: string }> = {
  "unknown method": {
    status: "405 Method Not Allowed",
    code: "method_not_allowed",
    detail: "Unknown HTTP method. Use one of the methods in the Allow header.",
  },
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "invalid_request",
    detail: "The request headers are too large. Send fewer or shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    code: "invalid_request",
    detail: "The request did not arrive in time. Send it again.",
  },
};
const UNREADABLE = {
  status: "400 Bad Request",
  code: "invalid_request",
  detail: "Malformed HTTP request.",
} as const;

/** Responds on the socket, because Node creates no response for data that it cannot read as a request. */
function answerRaw(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Socket,
  { siteUrl }: Pick<Settings, "siteUrl">,
): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const beginning = error.rawPacket?.toString("latin1", 0, 40) ?? "";
  const unknown = error.code === "HPE_INVALID_METHOD" && /^[A-Z-]+ \//.test(beginning);
  const { status, code, detail } = RAW[unknown ? "unknown method" : (error.code ?? "")] ?? UNREADABLE;
  const allow = code === "method_not_allowed" ? `Allow: ${METHODS.join(", ")}\r\n` : "";
  const id = requestId();
  const problem = problemOf(new AppError(code, detail), { siteUrl, instance: "", requestId: id, policy: "none" });
  const body = JSON.stringify({ ...problem, title: status.slice(4), status: Number(status.slice(0, 3)) });
  const head = `${allow}Connection: close\r\nContent-Type: ${PROBLEM_JSON}\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${beginning.startsWith("HEAD ") ? "" : body}`);
}
