/**
 * Whether a subscription opens the keyed service. Pure: time is an argument.
 *
 * Access follows the money of the newest paid period:
 * - A full refund or a lost dispute ends access. An open dispute suspends it, and a dispute that is won restores it.
 * - A partial refund or an inquiry (a dispute that has not taken the money) changes nothing.
 * - A free period, such as a trial, needs no payment.
 * - A later paid renewal grants access again.
 */

const DAY_MS = 86_400_000;
/** Renewal events may come late. One day of delay must not end anyone's access. */
const RENEWAL_SLACK_MS = DAY_MS;
/** While Stripe retries the card. */
export const GRACE_DAYS = 14;

export interface SubscriptionState {
  /** Stripe's own value. */
  status: string;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /**
   * End of the last period whose payment we hold. Null while `active` or `trialing`, unless the payment of the newest
   * paid period was returned: then at the latest the start of that period.
   */
  paidUntil: Date | null;
  pastDueSince: Date | null;
}

/**
 * - `active`: paid, and renews
 * - `ending`: paid, and will not renew
 * - `grace`: a payment failed, and access continues while Stripe retries
 * - `ended`: the paid time is over
 * - `none`: there was never a payment
 */
export type AccessReason = "active" | "ending" | "grace" | "ended" | "none";

export interface Access {
  active: boolean;
  /** End of access if Stripe sends no further event. Null if there never was access. */
  until: Date | null;
  reason: AccessReason;
}

export function hasAccess(subscription: SubscriptionState, now: Date): boolean {
  const { until } = opening(subscription);
  return until !== null && now < until;
}

/** Returns whether it grants access and renews automatically. A second purchase would then pay twice. */
export function renews(subscription: SubscriptionState, now: Date): boolean {
  return hasAccess(subscription, now) && opening(subscription).reason !== "ending";
}

/** Returns whether it was cancelled but has not ended. Stripe can undo the cancellation. */
export function canBeKept(subscription: SubscriptionState, now: Date): boolean {
  const { status, cancelAtPeriodEnd } = subscription;
  return (status === "active" || status === "trialing") && cancelAtPeriodEnd && hasAccess(subscription, now);
}

/** Returns the access of several subscriptions: the one that lasts longest counts. */
export function accessOf(subscriptions: readonly SubscriptionState[], now: Date): Access {
  let best: { until: Date | null; reason: AccessReason } = { until: null, reason: "none" };
  for (const subscription of subscriptions) {
    const found = opening(subscription);
    if ((found.until ?? 0) > (best.until ?? 0)) best = found;
  }
  if (best.until === null) return { active: false, until: null, reason: "none" };
  const active = now < best.until;
  return { active, until: best.until, reason: active ? best.reason : "ended" };
}

function opening(subscription: SubscriptionState): { until: Date | null; reason: AccessReason } {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, paidUntil, pastDueSince } = subscription;
  switch (status) {
    case "active":
    case "trialing":
      if (paidUntil !== null) return { until: paidUntil, reason: "ending" };
      // Without a renewal, no renewal event can be late.
      if (cancelAtPeriodEnd) return { until: currentPeriodEnd, reason: "ending" };
      return { until: after(currentPeriodEnd, RENEWAL_SLACK_MS), reason: "active" };
    case "past_due": {
      // Grace is only for renewals. A subscription that was never paid has no grace.
      if (paidUntil === null) return { until: null, reason: "grace" };
      // The period before the failed renewal was refunded or disputed.
      if (pastDueSince !== null && pastDueSince > after(paidUntil, GRACE_DAYS * DAY_MS)) {
        return { until: paidUntil, reason: "ending" };
      }
      const grace = after(pastDueSince ?? paidUntil, GRACE_DAYS * DAY_MS);
      return { until: grace > paidUntil ? grace : paidUntil, reason: "grace" };
    }
    default:
      return { until: paidUntil, reason: "ending" };
  }
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
