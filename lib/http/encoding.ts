import type { Transform } from "node:stream";
import { type BrotliOptions, brotliDecompressSync, constants, createBrotliCompress, createGzip } from "node:zlib";
import { onceForText } from "../once-for";

export type Encoding = "br" | "gzip" | "identity";

/** In order of preference, if a client accepts several equally. */
const OFFERED: readonly Encoding[] = ["br", "gzip", "identity"];
/** Nearly as fast as gzip, and smaller. */
const BROTLI_QUALITY = 4;

/** Clients send few different headers. */
const MOST_CHOICES = 100;

/** Chooses as in RFC 9110, section 12.5.3. If the client accepts no offered encoding, the body is sent as it is. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  return acceptEncoding === null ? "identity" : chosenOf(acceptEncoding);
}

const chosenOf = onceForText((acceptEncoding): Encoding => {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const [best = "identity"] = [...OFFERED].sort((a, b) => weightOf(b) - weightOf(a));
  return weightOf(best) > 0 ? best : "identity";
}, MOST_CHOICES);

const SMALLEST_WINDOW_BITS = 16;
const LARGEST_WINDOW_BITS = 22;

/**
 * Returns options for a text of this size. The window just holds the text: allocating a larger one costs more than the
 * compression.
 */
export function brotliOptions(size: number, quality: number): BrotliOptions {
  const bits = Math.ceil(Math.log2(size + 16));
  return {
    chunkSize: partOf(size),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(LARGEST_WINDOW_BITS, Math.max(SMALLEST_WINDOW_BITS, bits)),
    },
  };
}

const LEAST_PART = 16 * 1_024;

/**
 * Returns the chunk size for compressing a text of this size. The output is hardly ever more than one chunk, because
 * each chunk takes a turn of the event loop while the client waits.
 */
export function partOf(size: number): number {
  return Math.max(LEAST_PART, Math.ceil(size / 4));
}

/** Decompresses a text of `size` bytes. */
export function fromBrotli(bytes: Buffer, size: number): Buffer {
  return brotliDecompressSync(bytes, { chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1) });
}

/** Returns a stream that flushes after each piece, so that nothing waits for a full buffer. Null for identity. */
export function encoder(encoding: Encoding): Transform | null {
  if (encoding === "gzip") return createGzip({ flush: constants.Z_SYNC_FLUSH });
  if (encoding === "br") {
    return createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  }
  return null;
}
