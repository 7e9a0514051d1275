import { lookup as systemLookup } from "node:dns/promises";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { PRIVATE, PUBLIC, type Reach } from "./addresses";
import { asFetchError, FetchError } from "./errors";

export { FetchError, type FetchErrorCode } from "./errors";

export type ResolvedAddress = { address: string; family: 4 | 6 };
/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface OpenOptions {
  headers?: Readonly<Record<string, string>>;
  /** Limit for the body, both as received and as decoded. */
  maxBytes: number;
  /** Limit for everything: redirects, head and body. */
  timeoutMs: number;
  /** Limit until the head of the last response has arrived. Default: 15 s, and never more than `timeoutMs`. */
  headTimeoutMs?: number;
  signal?: AbortSignal;
  /** Allows loopback and private networks, on any port. Only for tests and for commands run by a person. */
  allowPrivate?: boolean;
  resolve?: Resolve;
  /** `manual`: returns a redirect response unchanged. */
  redirect?: "follow" | "manual";
  /** Accepted media types of a successful response. A response without a media type is accepted. */
  contentTypes?: readonly string[];
}

export interface Opened {
  status: number;
  /** The final URL after redirects. */
  url: string;
  headers: Headers;
  /** Decoded. Read it once, either completely or not at all. It never ends early without an error. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection if the body is not needed. */
  discard(): void;
}

export type Open = (url: string, options: OpenOptions) => Promise<Opened>;

/** Media types of text: pages, machine-readable files and lists. */
export const TEXT_TYPES = [
  "text/html",
  "application/xhtml+xml",
  "application/json",
  "application/ld+json",
  "text/plain",
  "text/markdown",
  "text/x-markdown",
  "text/xml",
  "application/xml",
] as const;

export const MAX_REDIRECTS = 5;
const HEAD_TIMEOUT_MS = 15_000;
const MAX_URL = 2_048;
/** Not sent to another origin. */
const OWN_HEADERS = new Set(["authorization", "cookie", "if-none-match", "if-modified-since"]);

const systemResolve: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })) as ResolvedAddress[];

/**
 * Sends a GET request that can only reach the public internet. Looks up the host once, checks all its addresses, and
 * connects only to these. Repeats this for each redirect.
 * @throws FetchError
 */
export const open: Open = (url, options) => guarded(options.allowPrivate ? PRIVATE : PUBLIC)(url, options);

/** Returns `open` for a different set of allowed addresses. */
export function guarded(reach: Reach): Open {
  return async (url, options) => {
    const { redirect = "follow", contentTypes } = options;
    const limit = timeLimit(options);
    let response: IncomingMessage | null = null;
    try {
      let at = addressOf(url);
      let headers = lowerCased(options.headers ?? {});
      for (let hop = 0; ; hop += 1) {
        response = await get(at, headers, reach, options.resolve ?? systemResolve, limit);
        const status = response.statusCode ?? 0;
        const next = redirect === "follow" ? redirectTarget(at, status, response.headers.location) : null;
        if (next === null) {
          const received = headersOf(response);
          if (status >= 200 && status < 300) requireType(received.get("content-type"), contentTypes);
          limit.headCame();
          return answer(at, status, received, response, options.maxBytes, limit);
        }
        response.destroy();
        if (hop === MAX_REDIRECTS) {
          throw new FetchError("too_many_redirects", `It redirects more than ${MAX_REDIRECTS} times.`);
        }
        if (next.origin !== at.origin) headers = withoutOwn(headers);
        at = next;
      }
    } catch (error) {
      limit.end();
      response?.destroy();
      throw asFetchError(error);
    }
  };
}

/**
 * Parses a URL.
 * @throws FetchError if it may not be requested
 */
export function addressOf(url: string): URL {
  const address = url.length <= MAX_URL && URL.canParse(url) ? new URL(url) : null;
  if (!address) throw new FetchError("bad_address", "It is not an address of a page.");
  if (address.protocol !== "http:" && address.protocol !== "https:") {
    throw new FetchError("bad_address", "Only http and https addresses are read.");
  }
  if (address.username || address.password) {
    throw new FetchError("bad_address", "An address that carries a user name or a password is not read.");
  }
  address.hash = "";
  return address;
}

/**
 * Returns the target of a redirect. Null if the response is not a redirect.
 * @throws FetchError if the redirect may not be followed
 */
export function redirectTarget(from: URL, status: number, location: string | null | undefined): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return null;
  if (!URL.canParse(location, from)) throw new FetchError("bad_address", "It redirects to what is no address.");
  const target = addressOf(new URL(location, from).href);
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw new FetchError("downgrade", "It redirects from https to http.");
  }
  return target;
}

interface TimeLimit {
  signal: AbortSignal;
  headCame(): void;
  end(): void;
}

function timeLimit({ timeoutMs, headTimeoutMs = HEAD_TIMEOUT_MS, signal }: OpenOptions): TimeLimit {
  const controller = new AbortController();
  const late = (what: string) => () => controller.abort(new FetchError("timeout", `${what} within the time allowed.`));
  const whole = setTimeout(late("It was not answered in full"), timeoutMs);
  const head = setTimeout(late("It did not answer"), Math.min(headTimeoutMs, timeoutMs));
  const cancel = () => controller.abort(new FetchError("aborted", "The reading was broken off."));
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    headCame: () => clearTimeout(head),
    end() {
      clearTimeout(whole);
      clearTimeout(head);
      signal?.removeEventListener("abort", cancel);
    },
  };
}

async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  reach: Reach,
  resolve: Resolve,
  { signal }: TimeLimit,
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const addresses = await addressesOf(url, resolve, signal);
  if (!addresses.every(({ address }) => reach.address(address))) {
    throw new FetchError("private_address", `${url.hostname} is not an address of the public internet.`);
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!reach.port(port)) throw new FetchError("bad_address", "Only the ports 80 and 443 are read.");
  return new Promise((fulfil, reject) => {
    const request = (url.protocol === "https:" ? secureRequest : plainRequest)(url, {
      // Uses a separate connection, which is closed after the response.
      agent: false,
      lookup: pinned(addresses),
      headers: { accept: "*/*", ...headers, "accept-encoding": "gzip, br" },
      rejectUnauthorized: true,
    });
    const stop = () => request.destroy(signal.reason as FetchError);
    signal.addEventListener("abort", stop, { once: true });
    request.once("response", (response) => {
      signal.removeEventListener("abort", stop);
      signal.addEventListener("abort", () => response.destroy(signal.reason as FetchError), { once: true });
      // Errors of an unread body must not end the process.
      response.on("error", () => {});
      fulfil(response);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Returns a lookup that always yields the checked addresses. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

async function addressesOf(url: URL, resolve: Resolve, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  const unknown = (cause?: unknown) => new FetchError("dns", `${url.hostname} was not found.`, { cause });
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const addresses = await Promise.race([
    resolve(host).catch((error) => {
      throw unknown(error);
    }),
    late,
  ]);
  if (addresses.length === 0) throw unknown();
  return addresses;
}

function requireType(given: string | null, admitted: readonly string[] | undefined): void {
  const type = given?.split(";")[0]?.trim().toLowerCase();
  if (!type || !admitted || admitted.includes(type)) return;
  throw new FetchError("content_type", `It is of a type that is not read: ${type.slice(0, 80)}.`);
}

function answer(
  url: URL,
  status: number,
  headers: Headers,
  response: IncomingMessage,
  maxBytes: number,
  limit: TimeLimit,
): Opened {
  const discard = () => {
    limit.end();
    response.destroy();
  };
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoded = decode(response, headers.get("content-encoding"), maxBytes);
  return { status, url: url.href, headers, body: within(decoded, maxBytes, discard, limit.signal), discard };
}

const tooLarge = (maxBytes: number) =>
  new FetchError("too_large", `It is larger than the ${maxBytes} bytes that are read.`);

async function* within(source: Readable, maxBytes: number, end: () => void, signal: AbortSignal) {
  let read = 0;
  try {
    for await (const chunk of source) {
      read += chunk.byteLength;
      if (read > maxBytes) throw tooLarge(maxBytes);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : asFetchError(error);
  } finally {
    end();
    source.destroy();
  }
}

function decode(response: IncomingMessage, encoding: string | null, maxBytes: number): Readable {
  const decoder = decoderOf(encoding);
  if (!decoder) return response;
  // Compressed data can expand without end, so both the received and the decoded bytes are counted.
  let came = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, next) {
      came += chunk.byteLength;
      if (came > maxBytes) next(tooLarge(maxBytes));
      else next(null, chunk);
    },
  });
  // Its errors reach the reader through the decoder, which it destroys.
  pipeline(response, meter, decoder, () => {});
  return decoder;
}

function decoderOf(encoding: string | null) {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new FetchError("content_type", "It is packed in a way that was not asked for.");
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    try {
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    } catch {
      // A malformed header is ignored.
    }
  }
  return headers;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

/**
 * Reads the whole body.
 * @throws FetchError
 */
export async function bytesOf({ body }: Opened): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
