import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { processWide } from "./process-wide";

/**
 * Node announces each request together with its response on a diagnostics channel before any handler, Next's included,
 * sees it. What is to be done then is set up once for the process.
 * @returns what `create` made, which every request is given
 */
export function beforeEachRequest<T>(
  name: string,
  create: () => T,
  handle: (request: IncomingMessage, response: ServerResponse, made: T) => void,
): T {
  return processWide(name, () => {
    const made = create();
    subscribe("http.server.request.start", (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      handle(request, response, made);
    });
    return made;
  });
}

/** The address is read as another. */
export function readAddressesAs(name: string, read: (url: string) => string): void {
  beforeEachRequest(
    name,
    () => read,
    (request) => {
      if (request.url) request.url = read(request.url);
    },
  );
}
