import { peerHeader } from "@/lib/access/peer-address";
import { readMalformedPathsLiterally } from "./malformed-paths";

/**
 * What must happen to a request before Next sees it. Once for the process; called when the first route file is
 * loaded, which `next start` does before long, or earlier from instrumentation.
 */
export function watchIncomingRequests(): void {
  peerHeader();
  readMalformedPathsLiterally();
}
