import { randomBytes } from "node:crypto";
import { beforeEachRequest } from "./each-request";

/**
 * Returns the name of the header with the peer's IP address. Next gives route handlers no socket. It copies the peer's
 * IP address into X-Forwarded-For only if the client did not send that header, so the header alone may be forged. So
 * before Next sees a request, the socket's IP address is written to a header whose name no client can guess.
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
