import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/** The part of a response that a route can write to directly. */
export type Wire = Pick<ServerResponse, "setHeader">;

interface Wires {
  header: string;
  open: Map<string, Wire>;
  count: number;
}

/**
 * Returns the open responses. Next removes Content-Length and Content-Encoding from the response of every route. So
 * before Next sees a request, its response is stored under a number, and the number is set in a header whose name no
 * client can guess.
 */
function wires(): Wires {
  return beforeEachRequest(
    "wires",
    (): Wires => ({ header: `x-wire-${randomBytes(16).toString("hex")}`, open: new Map(), count: 0 }),
    (request, response, kept) => {
      const { name, value, close } = keep(kept, response);
      request.headers[name] = value;
      response.once("close", close);
    },
  );
}

function keep(kept: Wires, wire: Wire) {
  const value = String(++kept.count);
  kept.open.set(value, wire);
  return { name: kept.header, value, close: () => void kept.open.delete(value) };
}

export function watchWires(): void {
  wires();
}

/** Returns undefined if the host provides no wire. Then the host adds the headers itself or omits them. */
export function wireOf(request: Request): Wire | undefined {
  const { header, open } = wires();
  return open.get(request.headers.get(header) ?? "");
}

/** Returns the headers for a request on behalf of another one. Its response is not written to the client. */
export function withoutWire(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete(wires().header);
  return rest;
}

/** Returns the headers of a request whose response is written to `wire`, as the server sets them. */
export function headersOnWire(wire: Wire): Record<string, string> {
  const { name, value } = keep(wires(), wire);
  return { [name]: value };
}
