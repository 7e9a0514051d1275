import { reconcile } from "@/lib/billing/reconcile";
import { reconcileRoute } from "@/lib/http/reconcile-route";

/** Seconds. */
export const maxDuration = 300;
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reconcileRoute(reconcile);
