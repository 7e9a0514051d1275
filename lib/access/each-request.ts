import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { processWide } from "./process-wide";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Announced {
  handlers: Handler[];
  /** Our own servers, which announce the requests that they do not answer at once. */
  ours: WeakSet<Server>;
}

/**
 * Node announces each request with its response on a diagnostics channel before any handler, including Next's, sees it.
 */
function announced(): Announced {
  return processWide("announced", () => {
    const kept: Announced = { handlers: [], ours: new WeakSet() };
    subscribe("http.server.request.start", (message) => {
      const { request, response, server } = message as {
        request: IncomingMessage;
        response: ServerResponse;
        server: Server;
      };
      if (!kept.ours.has(server)) announceTo(kept, request, response);
    });
    return kept;
  });
}

function announceTo({ handlers }: Announced, request: IncomingMessage, response: ServerResponse): void {
  for (const handle of handlers) handle(request, response);
}

/**
 * Takes a server's requests off the channel. The server's own code calls the returned function before Next sees a
 * request.
 */
export function announcing(server: Server): Handler {
  const kept = announced();
  kept.ours.add(server);
  return (request, response) => announceTo(kept, request, response);
}

/**
 * Sets up work before each request, once for the process.
 * @returns the value of `create`, which is passed to the work of every request
 */
export function beforeEachRequest<T>(
  name: string,
  create: () => T,
  handle: (request: IncomingMessage, response: ServerResponse, made: T) => void,
): T {
  return processWide(name, () => {
    const made = create();
    announced().handlers.push((request, response) => handle(request, response, made));
    return made;
  });
}

/** Replaces the URL of each request. */
export function readAddressesAs(name: string, read: (url: string) => string): void {
  beforeEachRequest(
    name,
    () => read,
    (request) => {
      if (request.url) request.url = read(request.url);
    },
  );
}
