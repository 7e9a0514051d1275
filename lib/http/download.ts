import { processWide } from "@/lib/access/process-wide";
import { rateLimitHeaders } from "@/lib/access/rate-limit";
import { type Downloads, databaseDownloads, type Link, requireLeft } from "@/lib/billing/downloads";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { type Admission, admitFile, type Charge, chargeGuess, look } from "@/lib/operations/admit";
import { publicError, type Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import type { Exchange } from "./answer";
import { matchesEntityTag, PRIVATE } from "./cache";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { problemPage } from "./problem-page";
import { type ByteRange, parseRange, rangeApplies } from "./range";
import { byteBody } from "./stream";
import { type Route, respond } from "./to-route";
import { wireOf } from "./wire";

const ALLOW = "GET, HEAD, OPTIONS";
/** Shown instead of the path, because its last part is the secret. */
const INSTANCE = "/files";

/** Files are not cached, compressed or indexed. A range counts the bytes as they are stored. */
const ALWAYS = {
  "Cache-Control": `${PRIVATE}, no-transform`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
};

type Params = { token: string };

/** Returns the handlers of a file's link: whole or in ranges, counted, resumable. */
export function downloadRoute(
  runtime: () => Runtime = serverRuntime,
  downloads: () => Downloads = () => processWide("downloads", databaseDownloads),
): Route<Params> {
  const serve: Route<Params>["GET"] = (request, { params }) =>
    respond(request, runtime, async (exchange) => {
      const { charge, refusal } = await admitFile(exchange.runtime.limiter, exchange.info);
      if (refusal) return refusalWith(request, { charge, refusal }, exchange);
      try {
        const { token } = await params;
        return await answer(request, token, downloads(), exchange);
      } catch (error) {
        return refuse(request, error, exchange);
      }
    });
  const refused: Route<Params>["GET"] = (request) =>
    respond(request, runtime, async (exchange) => {
      const message = `${request.method} is not allowed on download links. Use one of: ${ALLOW}.`;
      return refuse(request, new AppError("method_not_allowed", message, { headers: { Allow: ALLOW } }), exchange);
    });
  const options: Route<Params>["OPTIONS"] = async () =>
    new Response(null, { status: 204, headers: { ...ALWAYS, Allow: ALLOW } });
  return {
    GET: serve,
    HEAD: serve,
    OPTIONS: options,
    POST: refused,
    PUT: refused,
    PATCH: refused,
    DELETE: refused,
  };
}

async function answer(
  request: Request,
  token: string,
  downloads: Downloads,
  { runtime, info }: Exchange,
): Promise<Response> {
  const now = runtime.now();
  const link = await downloads.find(token, now);
  const { purchase, file } = link;
  const headers = fileHeaders(link, info.requestId);
  const etag = `"${file.sha256}"`;
  if (matchesEntityTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Disposition", `attachment; filename="${file.category}-${file.asOf}.json"`);
  if (request.method === "HEAD") {
    requireLeft(purchase);
    setLength(request, headers, file.byteLength);
    return new Response(null, { headers });
  }
  const range = rangeApplies(request.headers.get("if-range"), etag)
    ? parseRange(request.headers.get("range"), file.byteLength)
    : null;
  if (range === "unsatisfiable") {
    throw new AppError(
      "range_not_satisfiable",
      `The requested range starts after the end of the file (${file.byteLength} bytes). Request an earlier range.`,
      {
        headers: { "Content-Range": `bytes */${file.byteLength}`, "Accept-Ranges": "bytes" },
      },
    );
  }
  const { start, end }: ByteRange = range ?? { start: 0, end: file.byteLength };
  // Read before it is counted: a file that cannot be delivered at all costs nothing.
  const chunks = downloads.read(file, start, end)[Symbol.asyncIterator]();
  const first = await chunks.next();
  const bytes = end - start;
  const asked = { client: info.bucket, start, bytes, fileBytes: file.byteLength, now };
  const { downloadId, remaining } = await downloads.count(purchase.id, asked);
  headers.set("Download-Remaining", String(remaining));
  setLength(request, headers, end - start);
  if (range) headers.set("Content-Range", `bytes ${start}-${end - 1}/${file.byteLength}`);
  const { requestId } = info;
  const onFault = (cause: unknown) => logger.error("a download was interrupted", { requestId, cause });
  const settle = (sent: number) => {
    if (sent < bytes) downloads.unsent(downloadId, bytes - sent).catch(onFault);
  };
  return new Response(byteBody(counted(first, chunks, settle), onFault), { status: range ? 206 : 200, headers });
}

/** @param settle called once, at the end or when the client disconnects, with the number of bytes that were sent */
function counted(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  settle: (sent: number) => void,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  let held: IteratorResult<Uint8Array> | null = first;
  let isOver = false;
  const end = () => {
    if (!isOver) settle(sent);
    isOver = true;
  };
  const next = async () => {
    try {
      const result = held ?? (await rest.next());
      held = null;
      if (result.done) end();
      else sent += result.value.byteLength;
      return result;
    } catch (cause) {
      end();
      throw cause;
    }
  };
  const stop = async () => {
    end();
    await rest.return?.();
    return { done: true as const, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}

function fileHeaders({ purchase, file }: Link, requestId: string): Headers {
  const { downloadsMax, downloadsUsed, expiresAt } = purchase;
  return new Headers({
    ...ALWAYS,
    "X-Request-Id": requestId,
    "Accept-Ranges": "bytes",
    ETag: `"${file.sha256}"`,
    "Repr-Digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
    "X-Content-SHA256": file.sha256,
    "Download-Limit": String(downloadsMax),
    "Download-Remaining": String(downloadsMax - downloadsUsed),
    "Download-Expires": expiresAt.toUTCString(),
  });
}

async function refuse(request: Request, cause: unknown, { runtime, info }: Exchange): Promise<Response> {
  const { limiter } = runtime;
  const guessed = cause instanceof AppError && cause.code === "download_not_found";
  const refused = guessed
    ? await chargeGuess(limiter, info, cause)
    : { charge: await look(limiter, info), refusal: cause };
  return refusalWith(request, refused, { runtime, info });
}

function refusalWith(request: Request, { charge, refusal }: Admission, { runtime, info }: Exchange): Response {
  const error = publicError(refusal, { requestId: info.requestId, operation: "download" });
  const { body, headers } = wantsPage(request)
    ? pageOf(error, runtime, info.requestId)
    : problemBody(error, runtime, info.requestId, charge);
  const all = new Headers({
    ...ALWAYS,
    ...rateLimitHeaders(charge.policy, charge.state),
    ...problemHeaders(error, runtime.site.url),
    ...headers,
    "X-Request-Id": info.requestId,
    Vary: "Accept",
  });
  setLength(request, all, Buffer.byteLength(body));
  return new Response(request.method === "HEAD" ? null : body, { status: error.status, headers: all });
}

/** A client that saves a file needs its length. */
function setLength(request: Request, headers: Headers, length: number): void {
  headers.set("Content-Length", String(length));
  wireOf(request)?.setHeader("Content-Length", String(length));
}

/** Returns whether a browser followed the link. A client of the API does not accept HTML. */
function wantsPage(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.get("accept") ?? "");
}

function pageOf(error: AppError, { site }: Runtime, requestId: string) {
  const { html, headers } = problemPage(error, { site, requestId });
  return { body: html, headers };
}

function problemBody(error: AppError, { site }: Runtime, requestId: string, { policy }: Charge) {
  const problem = problemOf(error, { siteUrl: site.url, instance: INSTANCE, requestId, policy: policy.name });
  return { body: JSON.stringify(problem), headers: { "Content-Type": PROBLEM_JSON } };
}
