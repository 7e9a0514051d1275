import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, gzip, gzipSync } from "node:zlib";
import { ownBytes } from "@/lib/own-bytes";
import { brotliOptions, chooseEncoding, type Encoding, partOf } from "./encoding";
import { type OpenEnded, openEnded } from "./open-ended";
import { wireOf } from "./wire";

/** Below this size, compression does not make a response arrive sooner. */
const WORTH_COMPRESSING = 1_024;
const BROTLI_QUALITY = 5;
/**
 * For the first request. Most responses are requested once, and better compression takes more time than it saves in
 * transfer.
 */
const FIRST = { brotli: 1, gzip: 1 };
/**
 * Up to this size, another thread costs more than it saves on this one, which is busy for a fraction of a millisecond.
 */
const AT_ONCE = 64 * 1_024;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/** The bytes of a text. Each encoding is made quickly for its first request, and well for its second. */
export class Body {
  readonly plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #asked = new Set<Encoding>();
  readonly #open = new Map<Encoding, Promise<OpenEnded>>();

  constructor(text: string | Buffer) {
    this.plain = typeof text === "string" ? Buffer.from(text) : text;
  }

  toString(): string {
    return this.plain.toString();
  }

  get size(): number {
    return this.plain.byteLength;
  }

  /** Returns the encoding for a client that prefers `wanted`. */
  encodingFor(wanted: Encoding): Encoding {
    return this.size < WORTH_COMPRESSING ? "identity" : wanted;
  }

  in(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === "identity") return this.plain;
    const known = this.#encoded.get(encoding);
    if (known) return known;
    if (!this.#asked.has(encoding)) {
      this.#asked.add(encoding);
      return this.size <= AT_ONCE ? quickly(this.plain, encoding) : compressed(this.plain, encoding, FIRST);
    }
    const made = wellCompressed(this.plain, encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  /** Returns the body followed by an end of up to LONGEST_END bytes. */
  async endedBy(end: string, encoding: Encoding): Promise<Buffer> {
    const open = this.#open.get(encoding) ?? openEnded(this.plain, encoding);
    this.#open.set(encoding, open);
    return (await open)(Buffer.from(end));
  }
}

/** Compresses bytes for the cache. The cost of good compression is paid once. */
export function wellCompressed(bytes: Buffer, encoding: Exclude<Encoding, "identity">): Promise<Buffer> {
  return compressed(bytes, encoding, { brotli: BROTLI_QUALITY }).then(ownBytes);
}

function compressed(
  bytes: Buffer,
  encoding: Exclude<Encoding, "identity">,
  { brotli: quality, gzip: level }: { brotli: number; gzip?: number },
): Promise<Buffer> {
  const { byteLength } = bytes;
  return encoding === "gzip"
    ? zip(bytes, { level, chunkSize: partOf(byteLength) })
    : brotli(bytes, brotliOptions(byteLength, quality));
}

function quickly(bytes: Buffer, encoding: Exclude<Encoding, "identity">): Buffer {
  if (encoding === "gzip") return gzipSync(bytes, { level: FIRST.gzip, chunkSize: partOf(bytes.byteLength) });
  return brotliCompressSync(bytes, quickBrotli(bytes.byteLength));
}

/** Returns options for a body of this size that is compressed while its first client waits. */
export function quickBrotli(size: number): BrotliOptions {
  return brotliOptions(size, FIRST.brotli);
}

/** Returns the client's preferred encoding, if the response can state its encoding. */
export function encodeFor(request: Request, choose: (wanted: Encoding) => Encoding = (wanted) => wanted): Encoding {
  const wire = wireOf(request);
  const encoding = wire ? choose(chooseEncoding(request.headers.get("accept-encoding"))) : "identity";
  if (encoding !== "identity") wire?.setHeader("Content-Encoding", encoding);
  return encoding;
}

/** Returns a response with a whole body. A host without a wire encodes responses itself. */
export async function encoded(request: Request, status: number, init: HeadersInit, body: Body): Promise<Response> {
  const bytes = await body.in(encodeFor(request, (wanted) => body.encodingFor(wanted)));
  wireOf(request)?.setHeader("Content-Length", bytes.byteLength);
  const headers = new Headers(init);
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { status, headers });
}
