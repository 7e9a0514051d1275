import { expect, test } from "vitest";
import { CoverageEntry } from "@/lib/schemas/coverage";
import { GROUPS, type PricingRecord } from "@/lib/schemas/record";
import { coverageOf, isStale } from "./coverage";
import { addDays } from "./day";
import { freshnessOf } from "./freshness";
import { POLICY } from "./policy";
import { reduce } from "./reduce";
import { look } from "./testing/checks";
import { observe, paid, SOURCES } from "./testing/observations";

const ASOF = "2026-11-21";
const observations = [
  observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 10)] }, { observedAt: "2026-11-01" }),
  observe(
    { kind: "contract_term", field: "autoRenewal", value: true },
    { observedAt: "2024-01-01", source: "acme-list" },
  ),
  observe(
    { kind: "contract_term", field: "paymentTermsDays", value: 30 },
    { observedAt: "2024-01-01", source: "acme-list" },
  ),
  observe(
    { kind: "rating", publisher: "Reviews", rating: 4, scale: 5, reviewCount: 3 },
    { observedAt: "2026-07-01", source: "example-medians" },
  ),
];
const record = {
  ...reduce(observations, { asOf: ASOF, sources: SOURCES }),
  slug: "acme",
  asOf: ASOF,
} as PricingRecord;

test("every group is listed, those without data as missing", () => {
  const covered = coverageOf(record);
  expect(Object.keys(covered)).toEqual([...GROUPS]);
  for (const [group, entry] of Object.entries(covered)) {
    expect(CoverageEntry.parse(entry)).toEqual(entry);
    expect(entry.available, group).toBe(group in record);
    expect(entry.available, group).toBe(entry.freshness !== "missing" && entry.count > 0 && entry.observedAt !== null);
  }
});

test("each group has its own count, age, licence and confidence", () => {
  const { tiers, contractTerms, sentiment } = coverageOf(record);
  expect(tiers).toMatchObject({ count: 1, observedAt: "2026-11-01", freshness: "fresh", license: "owned" });
  expect(tiers?.confidence).toBe(record.verification.confidence);
  expect(contractTerms).toMatchObject({ count: 2, observedAt: "2024-01-01", freshness: "stale" });
  expect(sentiment).toMatchObject({ count: 1, freshness: "due", license: "restricted", verifiedAt: null });
  expect(contractTerms?.confidence ?? 1).toBeLessThan(sentiment?.confidence ?? 0);
});

test("a price that was checked is as fresh as the check, and due by the day that the record names", () => {
  const old = observations.map((entry) => ({ ...entry, observedAt: "2025-06-01" }));
  const on = (asOf: string, ...checks: ReturnType<typeof look>[]) =>
    ({ ...reduce(old, { asOf, sources: SOURCES, checks }), slug: "acme", asOf }) as PricingRecord;
  expect(coverageOf(on(ASOF)).tiers).toMatchObject({ freshness: "stale", verifiedAt: null });
  const checked = on(ASOF, look("2026-11-10"));
  const { tiers, contractTerms } = coverageOf(checked);
  expect(tiers).toMatchObject({ freshness: "fresh", verifiedAt: "2026-11-10T12:00:00.000Z", observedAt: "2025-06-01" });
  expect(contractTerms).toMatchObject({ freshness: "stale", verifiedAt: null });
  expect([on(ASOF), checked, on("2026-12-11", look("2026-11-10"))].map(isStale)).toEqual([true, false, true]);
  const failed = ["01", "02", "03"].map((day) => look(`2026-11-${day}`, { outcome: "failed" }));
  expect(isStale(record)).toBe(false);
  const failing = reduce(observations, { asOf: ASOF, sources: SOURCES, checks: failed });
  expect(isStale({ ...failing, asOf: ASOF } as PricingRecord)).toBe(true);
});

test("only the groups asked for", () => {
  expect(Object.keys(coverageOf(record, ["tiers", "usage"]))).toEqual(["tiers", "usage"]);
});

test("freshness ends on the days that the policy names", () => {
  const after = (days: number) => freshnessOf(ASOF, addDays(ASOF, days));
  const { freshForDays, dueAfterDays } = POLICY;
  expect([0, freshForDays, freshForDays + 1, dueAfterDays, dueAfterDays + 1].map(after)).toEqual([
    "fresh",
    "fresh",
    "due",
    "due",
    "stale",
  ]);
});
