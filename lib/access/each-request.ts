import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { processWide } from "./process-wide";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Announced {
  handlers: Handler[];
  /** Servers of ours, which announce by themselves what they do not answer at once. */
  ours: WeakSet<Server>;
}

/**
 * Node announces each request together with its response on a diagnostics channel before any handler, Next's included,
 * sees it.
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

/** Takes a server's requests off the channel; whoever serves them calls what it returns before Next sees one. */
export function announcing(server: Server): Handler {
  const kept = announced();
  kept.ours.add(server);
  return (request, response) => announceTo(kept, request, response);
}

/**
 * What is to be done before each request is set up once for the process.
 * @returns what `create` made, which every request is given
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
