import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { processWide } from "@/lib/access/process-wide";

/**
 * Next answers 500 to a path that cannot be percent-decoded, before any route sees it. Such a path is read literally
 * instead, so that it becomes an ordinary unknown address.
 */
export function readMalformedPathsLiterally(): void {
  processWide("malformed-paths", () => {
    subscribe("http.server.request.start", (message) => {
      const { request } = message as { request: IncomingMessage };
      if (request.url) request.url = literalPath(request.url);
    });
    return true;
  });
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
