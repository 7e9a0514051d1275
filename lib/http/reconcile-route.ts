import { isCronToken } from "@/lib/billing/operator-token";
import { daysBefore, type reconcile } from "@/lib/billing/reconcile";
import { AppError, invalidField } from "@/lib/errors";
import { Day } from "@/lib/schemas/primitives";
import { internalRoute } from "./internal-route";

const DEFAULT_DAYS = 7;

/**
 * Reconciles in the server's own process, which alone may open the embedded database: for `npm run billing:reconcile`
 * there, and for a scheduler. `?since=YYYY-MM-DD&repair=0|1`
 */
export function reconcileRoute(work: typeof reconcile) {
  return internalRoute("GET", (request) => answer(request, work));
}

async function answer(request: Request, work: typeof reconcile): Promise<Response> {
  if (!isCronToken(request.headers.get("authorization"))) {
    throw new AppError("not_found", "No endpoint answers at this path. /api/v2/openapi.json lists them all.");
  }
  const { searchParams } = new URL(request.url);
  const since = searchParams.get("since");
  if (since !== null && !Day.safeParse(since).success) throw invalidField("since", "must be a day, YYYY-MM-DD");
  const from = since === null ? daysBefore(new Date(), DEFAULT_DAYS) : new Date(since);
  return Response.json(await work({ since: from, repair: searchParams.get("repair") !== "0" }));
}
