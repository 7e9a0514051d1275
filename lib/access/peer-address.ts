import { randomBytes } from "node:crypto";
import { beforeEachRequest } from "./each-request";

/**
 * Next hands route handlers no socket. It copies the peer's address into X-Forwarded-For only where the client sent
 * none, so that header alone cannot tell a client from a liar. So before Next sees a request, the socket's address is
 * written under a header name that no client can guess.
 */
export function peerHeader(): string {
  return beforeEachRequest(
    "peer-header",
    () => `x-peer-${randomBytes(16).toString("hex")}`,
    (request, _response, header) => {
      const address = request.socket.remoteAddress;
      if (address) request.headers[header] = address;
    },
  );
}
