/** `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

const LONGEST_HEADER = 200;

/**
 * Returns the part of a body of `length` bytes that a Range header requests (RFC 9110, section 14.2). Returns null for
 * the whole body: without the header, and for several ranges, another unit, or a header that is too long or unreadable.
 * The RFC allows us to ignore all of these.
 */
export function parseRange(header: string | null, length: number): ByteRange | "unsatisfiable" | null {
  if (header === null || header.length > LONGEST_HEADER) return null;
  const [, first = "", last = ""] = /^bytes *= *(?:(\d+) *)?- *(\d*)$/i.exec(header.trim()) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? "unsatisfiable" : { start: length - suffix, end: length };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= length) return "unsatisfiable";
  return { start, end: last === "" ? length : Math.min(Number(last) + 1, length) };
}

/**
 * RFC 9110, section 13.1.5: a range applies only to the representation that it began with. A date never matches here.
 */
export function rangeApplies(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange.trim() === etag;
}
