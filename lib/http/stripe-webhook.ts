import type { receiveEvent } from "@/lib/billing/webhook";
import { readText } from "./body";
import { internalRoute } from "./internal-route";

/** Stripe states no limit; its largest events are far below this. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** Returns the route to which Stripe delivers its events. */
export function stripeWebhook(receive: (body: string, signature: string | null) => ReturnType<typeof receiveEvent>) {
  return internalRoute("POST", async (request) => {
    const body = await readText(request, MAX_EVENT_BYTES);
    const { status, outcome } = await receive(body, request.headers.get("stripe-signature"));
    return Response.json({ outcome }, { status });
  });
}
