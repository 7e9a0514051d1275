import { brotliCompressSync } from "node:zlib";
import { brotliOptions, fromBrotli } from "./http/encoding";
import { ownBytes } from "./own-bytes";

/** A text that is kept: as Brotli, where that is smaller. */
export interface PackedText {
  bytes: Buffer;
  /** Of the text as UTF-8; as many as there are bytes where it is not compressed. */
  length: number;
}

/** What is shorter is kept as it is. */
const PACKED_FROM = 1_024;
/** A fifth is left of a record, for half of the time that it takes to read its JSON; a better one takes much longer. */
const QUALITY = 1;

export function packed(text: string): PackedText {
  const plain = Buffer.from(text);
  const { length } = plain;
  const brotli = length < PACKED_FROM ? plain : brotliCompressSync(plain, brotliOptions(length, QUALITY));
  return { bytes: ownBytes(brotli.length < length ? brotli : plain), length };
}

export function unpacked({ bytes, length }: PackedText): string {
  return (bytes.length === length ? bytes : fromBrotli(bytes, length)).toString();
}
