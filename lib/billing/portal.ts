import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import { portalConfiguration, syncStripe } from "./price-sync";
import { type Billing, serverBilling } from "./runtime";
import { APP, isMissing, reachingStripe } from "./stripe";

/**
 * Returns the URL of Stripe's page for card, invoices and cancelling. It works for one visit. Give it only to the owner
 * of the customer.
 * @throws AppError `not_found` if Stripe has no such customer (any more)
 */
export async function portalUrl(
  customerId: string,
  returnUrl: string,
  billing: Billing = serverBilling(),
): Promise<string> {
  const { stripe, mode, siteUrl, siteName } = billing;
  return reachingStripe(async () => {
    let configuration = await portalConfiguration(stripe);
    if (!configuration && mode === "sandbox") {
      await syncStripe(stripe, { siteUrl, siteName });
      configuration = await portalConfiguration(stripe);
    }
    try {
      const { url } = await stripe.billingPortal.sessions.create(
        { customer: customerId, return_url: returnUrl, ...(configuration && { configuration: configuration.id }) },
        { idempotencyKey: `${APP}:portal:${randomUUID()}` },
      );
      return url;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new AppError("not_found", "The payment service no longer has this customer.", { cause: error });
    }
  });
}

/**
 * Returns the URL of Stripe's receipt for a payment. Null if there is no receipt. Give it only to the person who paid.
 * @throws AppError `unavailable` if Stripe does not respond
 */
export async function receiptUrl(paymentIntentId: string, billing: Billing = serverBilling()): Promise<string | null> {
  return reachingStripe(async () => {
    try {
      const { latest_charge: charge } = await billing.stripe.paymentIntents.retrieve(paymentIntentId, {
        expand: ["latest_charge"],
      });
      return charge === null || typeof charge === "string" ? null : charge.receipt_url;
    } catch (error) {
      if (!isMissing(error)) throw error;
      return null;
    }
  });
}
