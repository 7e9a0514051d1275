import { readAddressesAs } from "@/lib/access/each-request";

/**
 * Next responds with 500 to a path that cannot be percent-decoded, before any route sees it. This reads such a path
 * literally, so that it becomes an ordinary unknown URL.
 */
export function readMalformedPathsLiterally(): void {
  readAddressesAs("malformed-paths", literalPath);
}

/** `/a%zz?b=%` → `/a%25zz?b=%`; a path that can be decoded is unchanged. */
export function literalPath(url: string): string {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
