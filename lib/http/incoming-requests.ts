import { join } from "node:path";
import { peerHeader } from "@/lib/access/peer-address";
import { watchRequests } from "@/lib/observe/requests";
import { nameMediaTypesPlainly } from "./compressible";
import { readMalformedPathsLiterally } from "./malformed-paths";
import { tellWhatIsNegotiated } from "./negotiated";
import { sendPrecompressed } from "./precompressed";
import { keepSecretAddresses } from "./secret-addresses";
import { watchWires } from "./wire";

/**
 * What must happen to a request before Next sees it. Once for the process; called when the first route file is
 * loaded, which `next start` does before long, or earlier from instrumentation.
 */
export function watchIncomingRequests(): void {
  watchRequests();
  peerHeader();
  watchWires();
  readMalformedPathsLiterally();
  nameMediaTypesPlainly();
  tellWhatIsNegotiated();
  sendPrecompressed(join(process.cwd(), ".next", "static"));
  keepSecretAddresses();
}
