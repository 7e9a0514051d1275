import { shared } from "@/lib/access/process-wide";
import { toRoute } from "@/lib/http/to-route";
import { getReadiness } from "@/lib/operations/ready";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getReadiness);

// Loads the server here, not in instrumentation: Next.js bundles instrumentation separately from the routes, so most of
// the code would be in memory twice.
if (shared("open-door")) {
  import("@/lib/begin")
    .then(({ begin }) => begin())
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
}
