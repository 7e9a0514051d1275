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
 * Sets up everything that must happen to a request before Next sees it, once for the process. It is called when the
 * first route file is loaded, which `next start` does early, or before that from instrumentation.
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
