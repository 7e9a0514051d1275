import { type Access, GRACE_DAYS, type SubscriptionState } from "@/lib/billing/entitlement";
import { formatDay } from "@/lib/format/dates";

const day = (instant: Date) => formatDay(instant.toISOString());

/** Returns the state of a subscription in one or two sentences. */
export function subscriptionWords(subscription: SubscriptionState, access: Access): string {
  const { currentPeriodEnd, pastDueSince } = subscription;
  const until = access.until === null ? null : day(access.until);
  switch (access.reason) {
    case "active":
      return `Active. Renews on ${day(currentPeriodEnd)}.`;
    case "ending":
      return `Cancelled. The keys work until ${until}. The subscription does not renew.`;
    case "grace": {
      const since = pastDueSince ? ` on ${day(pastDueSince)}` : "";
      return `Payment failed${since}. The charge is retried for up to ${GRACE_DAYS} days. The keys work until ${until}. Update the card in the billing portal.`;
    }
    case "ended":
      return `Ended${until ? ` on ${until}` : ""}. The keys no longer work.`;
    case "none":
      return "Not paid yet. The keys work once the first payment arrives.";
  }
}

/** Returns why a bought file's link no longer works; null while it works. */
export function linkTrouble(
  file: {
    status: "paid" | "refunded";
    refundedAt: Date | null;
    expiresAt: Date;
    downloadsUsed: number;
    downloadsMax: number;
  },
  now: Date,
): string | null {
  if (file.status === "refunded") {
    return `Refunded${file.refundedAt ? ` on ${day(file.refundedAt)}` : ""}. The link no longer works.`;
  }
  if (file.expiresAt <= now) return `Expired on ${day(file.expiresAt)}.`;
  if (file.downloadsUsed >= file.downloadsMax) return `All ${file.downloadsMax} downloads have been used.`;
  return null;
}
