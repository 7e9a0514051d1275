import { clientBucket } from "./client-ip";
import { peerHeader } from "./peer-address";

/** Returns the bucket that a request is charged to: see clientBucket(). */
export function senderOf(headers: Headers, trustedProxies: number): string {
  return clientBucket({
    peer: headers.get(peerHeader()),
    forwardedFor: headers.get("x-forwarded-for"),
    trustedProxies,
  });
}
