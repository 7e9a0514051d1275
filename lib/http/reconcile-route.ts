import { daysBefore, type reconcile } from "@/lib/billing/reconcile";
import { invalidField } from "@/lib/errors";
import { Day } from "@/lib/schemas/primitives";
import { cronRoute } from "./cron-route";

const DEFAULT_DAYS = 7;

/**
 * Reconciles in the server's own process, because only that process may open the embedded database: for `npm run
 * billing:reconcile` there, and for a scheduler.
 * `?since=YYYY-MM-DD&repair=0|1`
 */
export function reconcileRoute(work: typeof reconcile) {
  return cronRoute((request) => {
    const { searchParams } = new URL(request.url);
    const since = searchParams.get("since");
    if (since !== null && !Day.safeParse(since).success)
      throw invalidField("since", "must be a date in the form YYYY-MM-DD");
    const from = since === null ? daysBefore(new Date(), DEFAULT_DAYS) : new Date(since);
    return work({ since: from, repair: searchParams.get("repair") !== "0" });
  });
}
