import { expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { reduceFreeTier } from "./groups";
import { EvidenceBook } from "./ledger";

const statement = (source: string, trust: "B" | "C", observedAt: string, available: boolean): Observation => ({
  product: "acme",
  source,
  trust,
  observedAt,
  evidence: { url: `https://${source}.example.com/` },
  fact: { kind: "free_tier", available, trialDays: null, limits: [] },
});
const planOf = (...observations: Observation[]) =>
  reduceFreeTier(observations, null, "2026-11-01", new EvidenceBook(new Map()))?.plan;

test("a free plan that a later source names prevails over a list that denies one", () => {
  const denial = statement("list", "B", "2026-07-17", false);
  expect(planOf(denial)).toBe(false);
  expect(planOf(denial, statement("reader", "C", "2026-08-18", true))).toBe(true);
  expect(planOf(denial, statement("reader", "C", "2026-02-06", true))).toBe(false);
});
