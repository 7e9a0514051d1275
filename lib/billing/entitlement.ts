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
/** Events of a renewal may come late; a day of it costs nobody their access. */
const RENEWAL_SLACK_MS = DAY_MS;
/** While Stripe tries the card again. */
export const GRACE_DAYS = 14;

export interface SubscriptionState {
  /** As Stripe says it. */
  status: string;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /**
   * End of the last period whose payment we hold. Null while `active` or `trialing`, unless the payment of the newest
   * paid period went back: then at the latest the start of that period.
   */
  paidUntil: Date | null;
  pastDueSince: Date | null;
}

/**
 * - `active`: paid, and renews
 * - `ending`: paid, and will not renew
 * - `grace`: a payment failed; it works while Stripe tries again
 * - `ended`: what was paid is used up
 * - `none`: nothing was ever paid
 */
export type AccessReason = "active" | "ending" | "grace" | "ended" | "none";

export interface Access {
  active: boolean;
  /** Until when, if nothing more is heard from Stripe; null where it never was open. */
  until: Date | null;
  reason: AccessReason;
}

export function hasAccess(subscription: SubscriptionState, now: Date): boolean {
  const { until } = opening(subscription);
  return until !== null && now < until;
}

/** Whether it is open and goes on by itself: what may be paid again is paid twice. */
export function renews(subscription: SubscriptionState, now: Date): boolean {
  return hasAccess(subscription, now) && opening(subscription).reason !== "ending";
}

/** Whether it was cancelled and has not ended: Stripe can take the cancellation back. */
export function canBeKept(subscription: SubscriptionState, now: Date): boolean {
  const { status, cancelAtPeriodEnd } = subscription;
  return (status === "active" || status === "trialing") && cancelAtPeriodEnd && hasAccess(subscription, now);
}

/** Of several subscriptions, the one that opens longest counts. */
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
      // One that will not renew has no renewal whose event could be late.
      if (cancelAtPeriodEnd) return { until: currentPeriodEnd, reason: "ending" };
      return { until: after(currentPeriodEnd, RENEWAL_SLACK_MS), reason: "active" };
    case "past_due": {
      // Grace is for a renewal: who never paid has none.
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
