import type { Transform } from "node:stream";
import { type BrotliOptions, brotliDecompressSync, constants, createBrotliCompress, createGzip } from "node:zlib";
import { onceForText } from "../once-for";

export type Encoding = "br" | "gzip" | "identity";

/** Best first, where a client likes several equally. */
const OFFERED: readonly Encoding[] = ["br", "gzip", "identity"];
/** Near gzip's speed, and smaller. */
const BROTLI_QUALITY = 4;

/** Clients send few different ones. */
const MOST_CHOICES = 100;

/** RFC 9110, section 12.5.3. Where nothing on offer is accepted, the body is sent as it is. */
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

/** For a text of so many bytes: with a window that just holds it, or making room for one costs more than the compressing. */
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
 * In parts of how many bytes what a text of so many is compressed to is given out: hardly ever more than one, since each
 * is a turn of the loop for who waits.
 */
export function partOf(size: number): number {
  return Math.max(LEAST_PART, Math.ceil(size / 4));
}

/** What was compressed, `size` bytes of it. */
export function fromBrotli(bytes: Buffer, size: number): Buffer {
  return brotliDecompressSync(bytes, { chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1) });
}

/** Gives out what it can after each piece, so that nothing waits for a buffer to fill. Null for identity. */
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
