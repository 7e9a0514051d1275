import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { brotliOptions } from "./http/encoding";

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
  // In memory of its own: a slice of Node's pool, or of what zlib wrote to, would hold what lies around it.
  const plain = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  plain.write(text);
  const { length } = plain;
  if (length < PACKED_FROM) return { bytes: plain, length };
  const brotli = brotliCompressSync(plain, brotliOptions(length, QUALITY));
  if (brotli.length >= length) return { bytes: plain, length };
  const bytes = Buffer.allocUnsafeSlow(brotli.length);
  brotli.copy(bytes);
  return { bytes, length };
}

export function unpacked({ bytes, length }: PackedText): string {
  return (bytes.length === length ? bytes : brotliDecompressSync(bytes)).toString();
}
