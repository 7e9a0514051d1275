import { randomUUID } from "node:crypto";
import { type Billing, serverBilling } from "./runtime";
import { APP, isRefused, reachingStripe } from "./stripe";
import { synchronise } from "./synchronise";

/**
 * Undoes a cancellation that has not taken effect. False if Stripe no longer can. Call it only for the owner of the
 * subscription.
 */
export async function keepSubscription(id: string, billing: Billing = serverBilling()): Promise<boolean> {
  const kept = await reachingStripe(async () => {
    try {
      const { cancel_at_period_end: flagged, cancel_at: at } = await billing.stripe.subscriptions.retrieve(id);
      if (!flagged && at === null) return true;
      // The API plans an end as a flag, the portal as a date. Stripe accepts only one of the two in a request.
      await billing.stripe.subscriptions.update(id, flagged ? { cancel_at_period_end: false } : { cancel_at: "" }, {
        idempotencyKey: `${APP}:keep:${randomUUID()}`,
      });
      return true;
    } catch (error) {
      // It has already ended.
      if (!isRefused(error)) throw error;
      return false;
    }
  });
  await synchronise(billing, { subscription: id });
  return kept;
}
