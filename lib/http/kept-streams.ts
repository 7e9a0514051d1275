import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { env } from "@/lib/env";
import { ownBytes } from "@/lib/own-bytes";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Size limit of the whole cache. JSON of records takes a tenth of its size when it is compressed. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_STREAM_BYTES = MAX_BYTES / 2;
/** Size of a piece that is compressed as a unit. */
const PIECE_BYTES = 256 * 1024;
/** Minimum chunk size of zlib. */
const LEAST_PART = 64;

export interface KeptStreams {
  /**
   * Returns the bytes that `make` yields, from memory if they were read to the end under this key before. `key` is
   * equal only for equal bytes. `isDense`: compressing the bytes would save nothing.
   */
  of(key: string, make: () => AsyncIterable<Uint8Array>, isDense: boolean): AsyncIterable<Uint8Array>;
}

/** A piece in its stored form, and how many bytes of it are sent. */
interface Piece {
  packed: Buffer;
  size: number;
}

export function keptStreams(maxBytes = MAX_BYTES, maxStreamBytes = MAX_STREAM_BYTES): KeptStreams {
  const kept = new LRUCache<string, readonly Piece[]>({
    maxSize: maxBytes,
    sizeCalculation: (pieces, key) => pieces.reduce((sum, { packed }) => sum + packed.byteLength, 2 * key.length + 64),
  });
  return {
    of(key, make, isDense) {
      const held = kept.get(key);
      if (held) return isDense ? inOrder(held) : inflated(held);
      return keeping(make(), isDense, maxStreamBytes, (pieces) => kept.set(key, pieces));
    },
  };
}

/** Returns the cache of the running server; null in development, which has no cache. */
export function serverStreams(): KeptStreams | null {
  return env().production ? processWide("kept-streams", keptStreams) : null;
}

async function* inOrder(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { packed } of pieces) yield packed;
}

/** Decompresses the next piece while the current one is read. */
async function* inflated(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  // With a byte to spare, the output comes in one part and need not be copied.
  const plain = ({ packed, size }: Piece) => inflate(packed, { chunkSize: Math.max(LEAST_PART, size + 1) });
  let coming = pieces[0] && plain(pieces[0]);
  for (let at = 1; coming; at += 1) {
    const here = coming;
    const next = pieces[at];
    coming = next && plain(next);
    // A client that disconnects does not wait for the piece.
    coming?.catch(() => {});
    yield await here;
  }
}

/** Passes the bytes on as they arrive, and caches them after the last one. */
async function* keeping(
  bytes: AsyncIterable<Uint8Array>,
  isDense: boolean,
  most: number,
  keep: (pieces: Piece[]) => void,
): AsyncGenerator<Uint8Array> {
  const pieces: Piece[] = [];
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let size = 0;
  const put = async () => {
    const piece = Buffer.concat(held);
    const packed = ownBytes(isDense ? piece : await deflate(piece, { level: constants.Z_BEST_SPEED }));
    pieces.push({ packed, size: piece.byteLength });
    size += packed.byteLength;
    held = [];
    heldBytes = 0;
  };
  for await (const chunk of bytes) {
    if (size <= most) {
      held.push(chunk);
      heldBytes += chunk.byteLength;
      if (heldBytes >= PIECE_BYTES) await put();
    }
    yield chunk;
  }
  if (heldBytes > 0 && size <= most) await put();
  if (size <= most) keep(pieces);
}
