import { promisify } from "node:util";
import { brotliCompress, constants, deflateRaw } from "node:zlib";
import { ownBytes } from "@/lib/own-bytes";
import { brotliOptions, type Encoding } from "./encoding";

const deflate = promisify(deflateRaw);
const brotli = promisify(brotliCompress);

/** Without a name, a time or an operating system (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last meta-block (RFC 7932, section 9.2). */
const BROTLI_END = Buffer.from([3]);
const BROTLI_QUALITY = 5;
/** Maximum length of an end. It is sent uncompressed, in one block. */
export const LONGEST_END = 65_535;

/** Appends an end to a beginning that was compressed once. */
export type OpenEnded = (end: Buffer) => Buffer;

/**
 * Compresses the beginning of responses that differ only in their end. Each response is complete in its encoding, and
 * the beginning is not compressed again.
 */
export async function openEnded(beginning: Buffer, encoding: Encoding): Promise<OpenEnded> {
  if (encoding === "br") {
    const options = {
      ...brotliOptions(beginning.byteLength, BROTLI_QUALITY),
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    };
    const begun = ownBytes(await brotli(beginning, options));
    return (end) => Buffer.concat([begun, uncompressed(end.byteLength), end, BROTLI_END]);
  }
  if (encoding === "gzip") {
    const begun = ownBytes(await deflate(beginning, { finishFlush: constants.Z_SYNC_FLUSH }));
    const sum = crc32(beginning, 0);
    return (end) => {
      const block = Buffer.alloc(5);
      block.writeUInt8(1, 0);
      block.writeUInt16LE(end.byteLength, 1);
      block.writeUInt16LE(~end.byteLength & 0xffff, 3);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(end, sum), 0);
      trailer.writeUInt32LE((beginning.byteLength + end.byteLength) >>> 0, 4);
      return Buffer.concat([GZIP_HEADER, begun, block, end, trailer]);
    };
  }
  return (end) => Buffer.concat([beginning, end]);
}

/**
 * Returns the head of a meta-block that is neither the last nor compressed: its length minus one in four nibbles
 * (section 9.2).
 */
function uncompressed(length: number): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return head;
}

/** zlib has this from Node 20.15 on. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Buffer, before: number): number {
  let value = ~before;
  for (const byte of bytes) value = (CRC[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
