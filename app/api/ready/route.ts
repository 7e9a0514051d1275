import { shared } from "@/lib/access/process-wide";
import { toRoute } from "@/lib/http/to-route";
import { getReadiness } from "@/lib/operations/ready";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getReadiness);

// Next would keep whatever instrumentation loads apart from what its routes load, and hold most of the code twice.
if (shared("open-door")) {
  import("@/lib/begin")
    .then(({ begin }) => begin())
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
}
