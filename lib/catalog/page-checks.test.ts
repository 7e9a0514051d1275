import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { changesWithEvidence } from "./history";
import { reduce } from "./reduce";
import { observe, SOURCES } from "./testing/observations";

const [LIST = "", OTHER = ""] = [...SOURCES.keys()];

const plans = (
  source: string,
  observedAt: string,
  amount: number,
  rest: { readAt?: string; features?: string[]; currency?: string } = {},
): Observation => ({
  ...observe({ kind: "free_tier", available: true, trialDays: null, limits: [] }),
  source,
  trust: "A",
  observedAt,
  evidence: { url: "https://example.com/pricing", ...(rest.readAt && { readAt: rest.readAt }) },
  fact: {
    kind: "plans",
    currency: rest.currency ?? "USD",
    complete: true,
    tiers: [
      {
        id: "pro",
        name: "Pro",
        status: "published",
        prices: [{ amount, period: "month", billing: "monthly" }],
        unit: "user",
        ...(rest.features && { features: rest.features, minimumSeats: 3 }),
      },
    ],
  },
});
const listed = plans(LIST, "2026-01-10", 10, { features: ["SSO", "Audit log"] });
const read = (day: string, amount: number, currency = "USD") =>
  plans(OTHER, day, amount, { readAt: `${day}T08:00:00.000Z`, currency });
const changesOf = (...observations: Observation[]) =>
  changesWithEvidence(observations, { asOf: "2026-12-01", sources: SOURCES }).changes.map(
    ({ class: kind, before, after, observedAt }) => [observedAt, kind, before, after],
  );

describe("a reading of the vendor's page by this service", () => {
  test("that differs from what stood is a move from there, whoever had said it", () => {
    const moved = read("2026-03-01", 12);
    expect(changesOf(listed, moved)).toEqual([
      ["2026-01-10", "coverage", null, 10],
      ["2026-03-01", "move", 10, 12],
    ]);
    expect(changesOf(listed, moved, read("2026-05-01", 13)).at(-1)).toEqual(["2026-05-01", "move", 12, 13]);
  });

  test("that says the same, or speaks of another currency, is no move; nor is a reading of another list", () => {
    const kinds = (other: Observation) => changesOf(listed, other).map(([, kind]) => kind);
    expect(kinds(read("2026-03-01", 10))).toEqual(["coverage"]);
    expect(kinds(read("2026-03-01", 12, "EUR"))).toEqual(["coverage"]);
    expect(kinds(plans(OTHER, "2026-03-01", 12))).toEqual(["coverage"]);
  });

  test("takes prices and leaves what else was known of a tier; a list says all that it says", () => {
    const tierOf = (...observations: Observation[]) =>
      reduce(observations, { asOf: "2026-12-01", sources: SOURCES })?.tiers?.[0];
    expect(tierOf(listed, read("2026-03-01", 12))).toMatchObject({
      priceMonthly: 12,
      features: ["SSO", "Audit log"],
      featureCount: 2,
      minimumSeats: 3,
    });
    expect(tierOf(listed, plans(OTHER, "2026-03-01", 12))).toMatchObject({ priceMonthly: 12, features: [] });
  });
});
