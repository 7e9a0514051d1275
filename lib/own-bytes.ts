/**
 * Bytes that are kept, in memory of their own. What zlib gives out, and whatever is small, is a part of something larger
 * that would stay with it: 16 kB for each compressed answer.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
