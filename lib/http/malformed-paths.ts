import { readAddressesAs } from "@/lib/access/each-request";

/**
 * Next answers 500 to a path that cannot be percent-decoded, before any route sees it. Such a path is read literally
 * instead, so that it becomes an ordinary unknown address.
 */
export function readMalformedPathsLiterally(): void {
  readAddressesAs("malformed-paths", literalPath);
}

/** `/a%zz?b=%` → `/a%25zz?b=%`; a path that can be decoded is left as it is. */
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
