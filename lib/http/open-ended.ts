import { promisify } from "node:util";
import { brotliCompress, constants, deflateRaw } from "node:zlib";
import { ownBytes } from "@/lib/own-bytes";
import { brotliOptions, type Encoding } from "./encoding";

const deflate = promisify(deflateRaw);
const brotli = promisify(brotliCompress);

/** Without a name, a time and an operating system (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last meta-block (RFC 7932, section 9.2). */
const BROTLI_END = Buffer.from([3]);
const BROTLI_QUALITY = 5;
/** Of an end: it is sent as it stands, in one block. */
export const LONGEST_END = 65_535;

/** A beginning that is compressed once, and how an end is set behind it. */
export type OpenEnded = (end: Buffer) => Buffer;

/** Many answers that differ only in how they end: each is whole in its encoding, and none is compressed anew. */
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

/** The head of a meta-block that is not the last and not compressed: its length less one in four nibbles (section 9.2). */
function uncompressed(length: number): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return head;
}

/** zlib has it from Node 20.15 on. */
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
