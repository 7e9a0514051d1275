import { cronRoute } from "@/lib/http/cron-route";
import { verifyDue } from "@/lib/verification/hourly";

/** Seconds. */
export const maxDuration = 300;
/** Leaves time to finish the pages that verification has started. */
const BEGIN_FOR_MS = 200_000;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = cronRoute(() => verifyDue(BEGIN_FOR_MS));
