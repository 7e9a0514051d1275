import { expect, test } from "vitest";
import { bareTier } from "@/lib/catalog/plans";
import { caveatSentence } from "./caveat";

const EVIDENCE = ["ev_1", "ev_2", "ev_3"].map((id, n) => ({ id, publisher: n === 2 ? "Acme list" : "acme.example" }));
const pro = {
  ...bareTier({ id: "pro", name: "Pro", observedAt: "2026-05-01" }),
  currency: "USD",
  priceUnit: "user/month",
  priceMonthly: 175,
};
const dispute = {
  field: "priceMonthly",
  tier: "pro",
  shown: 175,
  other: 195,
  observedAt: "2026-09-03",
  evidence: ["ev_1"],
};

const caveat = (...disputed: object[]) =>
  caveatSentence({
    tiers: [pro],
    priceRange: { currency: "USD", unit: "user/month" },
    verification: { observedAt: "2026-05-01", disputed },
    evidence: EVIDENCE,
  } as never);

test("says what a later reading has, and how many sources", () => {
  expect(caveat(dispute)).toBe(
    "A later reading (3 Sep 2026, one source) has Pro at $195 per user per month, billed monthly, not $175.",
  );
  expect(caveat(dispute, { ...dispute, evidence: ["ev_3"], observedAt: "2026-08-01" })).toContain(
    "(3 Sep 2026, 2 sources)",
  );
});

test("counts one publisher once", () => {
  expect(caveat({ ...dispute, evidence: ["ev_1", "ev_2"] })).toContain("one source");
});

test("names a tier that only a later reading has", () => {
  const renamed = { ...dispute, field: "listPrice", tier: "core", name: "Core", shown: null };
  expect(caveat(renamed)).toBe("A later reading (3 Sep 2026, one source) names Core at $195 per user per month.");
});

test("begins with the newest reading and counts the others", () => {
  const older = { ...dispute, other: 150, observedAt: "2026-01-01" };
  expect(caveat(older, dispute)).toMatch(/^A later reading \(3 Sep 2026.* Sources disagree on 1 more\.$/);
  expect(caveat(older)).toMatch(/^Another reading \(1 Jan 2026/);
});

test("is null without a dispute, and for disputes on models of a rate card", () => {
  expect(caveat()).toBeNull();
  expect(caveat({ ...dispute, tier: "gpt-acme" })).toBeNull();
});

test("is null if the reading is the tier's price with the other billing", () => {
  expect(caveat({ ...dispute, field: "priceAnnual", shown: 150, other: 175 })).toBeNull();
  expect(caveat({ ...dispute, field: "priceAnnual", shown: 150, other: 160 })).toContain("$160");
});
