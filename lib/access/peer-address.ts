import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { processWide } from "./process-wide";

/**
 * Next hands route handlers no socket. It copies the peer's address into X-Forwarded-For only where the client sent
 * none, so that header alone cannot tell a client from a liar. Node announces each request on a diagnostics channel
 * before any handler sees it: there the socket's address is written under a header name that no client can guess.
 */
export function peerHeader(): string {
  return processWide("peer-header", () => {
    const header = `x-peer-${randomBytes(16).toString("hex")}`;
    subscribe("http.server.request.start", (message) => {
      const { request } = message as { request: IncomingMessage };
      const address = request.socket.remoteAddress;
      if (address) request.headers[header] = address;
    });
    return header;
  });
}
