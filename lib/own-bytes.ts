/**
 * Copies bytes for a cache into memory of their own. The output of zlib, and any small buffer, is a part of a larger
 * buffer that would stay in memory too: 16 kB for each compressed response.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
