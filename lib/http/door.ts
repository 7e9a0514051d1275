import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { clientBucket } from "@/lib/access/client-ip";
import { announcing } from "@/lib/access/each-request";
import type { Awaitable } from "@/lib/awaitable";
import { env } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { countKept } from "@/lib/observe/requests";
import { telemetry } from "@/lib/observe/telemetry";
import { NO_STORE } from "./cache";
import type { Front } from "./front";
import { METHODS as ROUTED } from "./methods";
import { ASKED_PATH, MISSING } from "./page-headers";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { problemPage } from "./problem-page";
import { isOurs } from "./same-origin";
import { waitingRoom } from "./waiting-room";

export interface DoorLimits {
  /** Open connections, in all and of one address; more are closed. */
  connections: number;
  connectionsPerAddress: number;
  /** Requests that wait for the one before them on their connection; with more it is closed. */
  pipelined: number;
  /** Answers being made, in all and for one address. More wait, in all and for one address, so long; then they are 503. */
  atOnce: number;
  atOncePerAddress: number;
  waiting: number;
  waitingPerAddress: number;
  waitMs: number;
  /** Answers that are made and not yet sent; of more, the oldest is given up. */
  unsent: number;
  /** A connection on which nothing moves while a request or an answer is under way is closed; later one that works. */
  stalledMs: number;
  longMs: number;
  /** In which the head of a request must arrive, and the whole of it. */
  headMs: number;
  requestMs: number;
  /** Characters of a path, and of a path with its query. */
  path: number;
  address: number;
}

export const DOOR: DoorLimits = {
  connections: 4_000,
  connectionsPerAddress: 256,
  pipelined: 32,
  atOnce: 32,
  atOncePerAddress: 2,
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
/** Answered at once however busy the server is: cheap, or bounded in another way and long under way. */
const UNQUEUED = /^\/(?:api\/(?:health|ready)$|_next\/static\/|api\/v2\/bulk$|files\/)/;
/** Ours and those of Next, which with Node's ten would be taken for a leak. */
const LISTENERS = 24;
/** Work that ends in one answer, with nothing to send before. */
const LONG = /^\/api\/cron\//;
const MACHINES = /^\/(?:api|mcp)\b/;
const HSTS = "max-age=63072000";
/** What a route that never learns that its reader has gone may still work. */
const ABANDONED_MS = 500;
/** What we tell ourselves about a request; no client may. */
const INTERNAL = [MISSING, ASKED_PATH];

interface Settings {
  siteName: string;
  siteUrl: string;
  trustedProxies: number;
}

/**
 * Stands between the socket and what answers, in a server of our own: one request at a time on a connection, so many at a time
 * in all and for one address, and nothing that is malformed, endless or asks for another protocol.
 */
export function openDoor(
  server: Server,
  { serve, mayBeQuick, quick }: Front,
  limits: DoorLimits = DOOR,
  settings: Settings = env(),
): void {
  const room = waitingRoom(limits);
  const unsent = new Set<ServerResponse>();
  boundConnections(server, limits, settings.trustedProxies);
  const announce = announcing(server);
  const isSecure = settings.siteUrl.startsWith("https:");
  server.on("request", (request, response) => {
    // Node reads on in what arrived with it. Ended here, it has no stack of an error made for it when all are ended.
    if (request.socket.destroyed) return void request.destroy();
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
      const place = room.enter(bucket());
      response.once("prefinish", place.leave);
      // Work that goes on for who has gone away still is work, but Next does not always tell when it is done.
      response.once("close", () => {
        if (!response.writableFinished) setTimeout(place.leave, ABANDONED_MS).unref();
      });
      const work = async () => {
        if (!response.destroyed) await serve(request, response, bucket);
        place.leave();
      };
      void place.admitted.then(
        // Between two answers, what arrived meanwhile is read: a cheap question does not wait for a row of dear ones.
        () => void setImmediate(work),
        (error: AppError) => refuse(request, response, error, settings),
      );
    };
    const inFull = () => {
      if (!isTraced) announce(request, response);
      const problem = refusalOf(request, limits, settings);
      if (problem) return refuse(request, response, problem, settings);
      for (const name of INTERNAL) delete request.headers[name];
      if (isSecure) response.setHeader("Strict-Transport-Security", HSTS);
      response.once("prefinish", () => keepUnsent(unsent, response, limits.unsent));
      if (UNQUEUED.test(pathOf(request))) return void serve(request, response, bucket);
      response.setMaxListeners(LISTENERS);
      if (LONG.test(pathOf(request))) {
        request.socket.setTimeout(limits.longMs);
        response.once("close", () => request.socket.setTimeout(limits.stalledMs));
      }
      inQueue();
    };
    // What is there already, and can be sent at once, needs no turn.
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

function boundConnections(server: Server, limits: DoorLimits, trustedProxies: number): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headMs;
  server.requestTimeout = limits.requestMs;
  server.setTimeout(limits.stalledMs);
  const open = new Map<string, number>();
  let all = 0;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    all += 1;
    socket.once("close", () => {
      all -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    // Behind a proxy every reader has the proxy's address.
    if (trustedProxies === 0 && count > limits.connectionsPerAddress) socket.destroy();
    else if (all > limits.connections * 0.75) server.closeIdleConnections();
  });
}

/** What waits on a connection. On the socket itself: a map of them all would be walked with each collection of garbage. */
const LINE = Symbol("line");
type WithLine = Socket & { [LINE]?: (() => void)[] };

const isFree = (socket: WithLine): boolean => !socket[LINE]?.length;

/** Runs `start` when every answer before this one on the same connection is sent. */
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
  const path = pathOf(request);
  if (path.length > limits.path || url.length > limits.address) {
    return new AppError(
      "invalid_request",
      `The URL is too long. Maximum: ${limits.address} characters in total, ${limits.path} in the path.`,
    );
  }
  // The API names the field that holds one.
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

/** What a page of ours that goes on to another sends; Next fails on what it cannot read. */
function tellsWhereItIs({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}

/** Next refuses it too, with a stack in the log as if the fault were ours. */
function isForeign({ headers }: IncomingMessage, siteUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  return !isOurs(origin, headers.host ?? null, siteUrl);
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
          policy: "none",
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

/** What Node could not read as a request has no response to answer with. */
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
