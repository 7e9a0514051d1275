import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/** What a route can write to directly. */
export type Wire = Pick<ServerResponse, "setHeader">;

interface Wires {
  header: string;
  open: Map<string, Wire>;
  count: number;
}

/**
 * Next takes Content-Length and Content-Encoding out of whatever a route answers. So before Next sees a request, its
 * response is kept under a number, and the number is written under a header name that no client can guess.
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

/** Where the host does not tell it: undefined, and the host adds the headers itself or does without. */
export function wireOf(request: Request): Wire | undefined {
  const { header, open } = wires();
  return open.get(request.headers.get(header) ?? "");
}

/** Of a request that is asked for another's sake: what is answered to it is written nowhere yet. */
export function withoutWire(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete(wires().header);
  return rest;
}

/** Headers of a request whose answer is written to `wire`, as the server would make them. */
export function headersOnWire(wire: Wire): Record<string, string> {
  const { name, value } = keep(wires(), wire);
  return { [name]: value };
}
