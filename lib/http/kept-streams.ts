import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { env } from "@/lib/env";
import { ownBytes } from "@/lib/own-bytes";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Of all that is kept. JSON of records takes a tenth of its size when it is compressed. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_STREAM_BYTES = MAX_BYTES / 2;
/** Of what is compressed together. */
const PIECE_BYTES = 256 * 1024;
/** What zlib gives out at least. */
const LEAST_PART = 64;

export interface KeptStreams {
  /**
   * The bytes that `make` gives, from memory where they have been read to their end under this key before. `key` is
   * alike only for alike bytes. `isDense`: compressing them would save nothing.
   */
  of(key: string, make: () => AsyncIterable<Uint8Array>, isDense: boolean): AsyncIterable<Uint8Array>;
}

/** As it is kept, and how many bytes are sent of it. */
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

/** Of the running server; in development nothing is kept. */
export function serverStreams(): KeptStreams | null {
  return env().production ? processWide("kept-streams", keptStreams) : null;
}

async function* inOrder(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { packed } of pieces) yield packed;
}

/** The next piece is made while one is read. */
async function* inflated(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  // With a byte to spare it comes in one part, which nobody has to copy.
  const plain = ({ packed, size }: Piece) => inflate(packed, { chunkSize: Math.max(LEAST_PART, size + 1) });
  let coming = pieces[0] && plain(pieces[0]);
  for (let at = 1; coming; at += 1) {
    const here = coming;
    const next = pieces[at];
    coming = next && plain(next);
    // Whoever goes away does not wait for it.
    coming?.catch(() => {});
    yield await here;
  }
}

/** Gives the bytes on as they come, and keeps them when they came to their end. */
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
