import { describe, expect, test } from "vitest";
import { accessOf, hasAccess, type SubscriptionState } from "./entitlement";

const day = (text: string) => new Date(`${text}T12:00:00.000Z`);

function subscription(changes: Partial<SubscriptionState> = {}): SubscriptionState {
  return {
    status: "active",
    currentPeriodEnd: day("2026-12-01"),
    cancelAtPeriodEnd: false,
    paidUntil: null,
    pastDueSince: null,
    ...changes,
  };
}

describe("one subscription", () => {
  test.each(["active", "trialing"])("%s opens until its period ends, and a day longer for late events", (status) => {
    expect(hasAccess(subscription({ status }), new Date("2026-12-02T11:59:59.999Z"))).toBe(true);
    expect(hasAccess(subscription({ status }), day("2026-12-02"))).toBe(false);
  });

  test("one that will not renew closes at the end of the period paid for, to the moment", () => {
    const ending = subscription({ cancelAtPeriodEnd: true });
    expect(hasAccess(ending, new Date("2026-12-01T11:59:59.999Z"))).toBe(true);
    expect(hasAccess(ending, day("2026-12-01"))).toBe(false);
  });

  test("a failed payment closes after 14 days, though Stripe's period has moved on", () => {
    const late = subscription({
      status: "past_due",
      currentPeriodEnd: day("2027-01-01"),
      paidUntil: day("2026-12-01"),
      pastDueSince: day("2026-12-01"),
    });
    expect(hasAccess(late, day("2026-12-14"))).toBe(true);
    expect(hasAccess(late, day("2026-12-15"))).toBe(false);
  });

  test("the grace of a failed payment begins when it failed, not when the period ended", () => {
    const late = subscription({
      status: "past_due",
      currentPeriodEnd: day("2027-01-01"),
      paidUntil: day("2026-12-01"),
      pastDueSince: day("2026-12-03"),
    });
    expect(hasAccess(late, day("2026-12-16"))).toBe(true);
    expect(hasAccess(late, day("2026-12-17"))).toBe(false);
    expect(accessOf([late], day("2026-12-16"))).toMatchObject({ active: true, reason: "grace" });
  });

  test("an active subscription whose payment went back has what was paid before, and no longer", () => {
    const returned = subscription({ paidUntil: day("2026-11-01") });
    expect(hasAccess(returned, new Date("2026-11-01T11:59:59.999Z"))).toBe(true);
    expect(hasAccess(returned, day("2026-11-01"))).toBe(false);
  });

  test("a failed renewal has no grace if the payment of the period before it went back", () => {
    const late = subscription({ status: "past_due", paidUntil: day("2026-10-01"), pastDueSince: day("2026-11-01") });
    expect(hasAccess(late, day("2026-11-02"))).toBe(false);
  });

  test("a failed payment beside a year that was paid does not shorten the year", () => {
    const late = subscription({ status: "past_due", paidUntil: day("2027-11-01"), pastDueSince: day("2026-12-01") });
    expect(hasAccess(late, day("2027-10-31"))).toBe(true);
  });

  test.each(["canceled", "unpaid", "paused", "incomplete_expired"])(
    "%s opens until what was paid is used up, not until the period that was not paid ends",
    (status) => {
      const ended = subscription({ status, currentPeriodEnd: day("2027-01-01"), paidUntil: day("2026-12-01") });
      expect(hasAccess(ended, day("2026-11-30"))).toBe(true);
      expect(hasAccess(ended, day("2026-12-01"))).toBe(false);
    },
  );

  test.each(["incomplete", "incomplete_expired", "canceled", "unpaid", "past_due", "a-status-yet-unknown"])(
    "%s without any payment never opens",
    (status) => {
      expect(hasAccess(subscription({ status }), day("2026-11-01"))).toBe(false);
      expect(hasAccess(subscription({ status, pastDueSince: day("2026-10-31") }), day("2026-11-01"))).toBe(false);
    },
  );
});

describe("several subscriptions", () => {
  test("none is none", () => {
    expect(accessOf([], day("2026-11-01"))).toEqual({ active: false, until: null, reason: "none" });
  });

  test("the one that opens longest counts, in any order", () => {
    const ended = subscription({ status: "canceled", paidUntil: day("2026-10-01") });
    const ending = subscription({ cancelAtPeriodEnd: true });
    const expected = { active: true, until: day("2026-12-01"), reason: "ending" };
    expect(accessOf([ended, ending], day("2026-11-01"))).toEqual(expected);
    expect(accessOf([ending, ended], day("2026-11-01"))).toEqual(expected);
  });

  test("what was open and is no more has ended, and tells when; what never was open has not", () => {
    const ending = subscription({ cancelAtPeriodEnd: true });
    for (const at of ["2026-12-01", "2026-12-05"]) {
      expect(accessOf([ending], day(at))).toEqual({ active: false, until: day("2026-12-01"), reason: "ended" });
    }
    const never = subscription({ status: "incomplete" });
    expect(accessOf([never], day("2026-11-01"))).toEqual({ active: false, until: null, reason: "none" });
  });
});
