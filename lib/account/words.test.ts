import { expect, test } from "vitest";
import { accessOf, type SubscriptionState } from "@/lib/billing/entitlement";
import { linkTrouble, subscriptionWords } from "./words";

const at = (text: string) => new Date(`${text}T12:00:00Z`);
const now = at("2026-11-21");
const paid: SubscriptionState = {
  status: "active",
  currentPeriodEnd: at("2026-12-10"),
  cancelAtPeriodEnd: false,
  paidUntil: null,
  pastDueSince: null,
};

test.each<[string, Partial<SubscriptionState>, Date, string]>([
  ["paid", {}, now, "Active. Renews on 10 Dec 2026."],
  [
    "cancelled",
    { cancelAtPeriodEnd: true },
    now,
    "Cancelled. The keys work until 10 Dec 2026. The subscription does not renew.",
  ],
  [
    "past due",
    { status: "past_due", paidUntil: at("2026-11-18"), pastDueSince: at("2026-11-18") },
    now,
    "Payment failed on 18 Nov 2026. The charge is retried for up to 14 days. The keys work until 2 Dec 2026. Update the card in the billing portal.",
  ],
  ["over", { status: "canceled", paidUntil: at("2026-11-01") }, now, "Ended on 1 Nov 2026. The keys no longer work."],
  ["never paid", { status: "incomplete" }, now, "Not paid yet. The keys work once the first payment arrives."],
])("a subscription that is %s says so in words", (_, over, when, words) => {
  const subscription = { ...paid, ...over };
  expect(subscriptionWords(subscription, accessOf([subscription], when))).toBe(words);
});

const file = {
  status: "paid" as const,
  refundedAt: null,
  expiresAt: at("2026-12-21"),
  downloadsUsed: 19,
  downloadsMax: 20,
};

test.each([
  ["works", file, null],
  [
    "was refunded",
    { ...file, status: "refunded" as const, refundedAt: now },
    "Refunded on 21 Nov 2026. The link no longer works.",
  ],
  ["has expired", { ...file, expiresAt: now }, "Expired on 21 Nov 2026."],
  ["is used up", { ...file, downloadsUsed: 20 }, "All 20 downloads have been used."],
])("a link that %s says so", (_, state, words) => {
  expect(linkTrouble(state, now)).toBe(words);
});
