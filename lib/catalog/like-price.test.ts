import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import type { ReducedRecord } from "@/lib/schemas/record";
import { likeBasis, likePrices } from "./like-price";
import { reduce } from "./reduce";
import { ledger, observe, SOURCES, tier } from "./testing/observations";

const record = (observations: readonly Observation[]) => reduce(observations, { asOf: "2026-11-21", sources: SOURCES });
type Prices = [amount: number, billing: "monthly" | "annual" | null][];
const priced = (...prices: Prices) =>
  record([
    observe({
      kind: "plans",
      currency: "USD",
      complete: true,
      tiers: [
        tier("pro", {
          status: "published",
          prices: prices.map(([amount, billing]) => ({ amount, period: "month" as const, billing })),
        }),
      ],
    }),
  ]) as ReducedRecord;

test("prices are set against each other only with one currency, unit and stated billing, alike from both sides", () => {
  fc.assert(
    fc.property(ledger, ledger, (one, other) => {
      const [a, b] = [record(one), record(other)];
      fc.pre(a !== null && b !== null);
      const [there, back] = [likePrices(a, b), likePrices(b, a)];
      expect(back).toEqual(there && { ours: there.theirs, theirs: there.ours });
      if (!there) return;
      expect(there.ours.billing).toBe(there.theirs.billing);
      expect(there.ours.currency).toBe(there.theirs.currency);
      expect(likeBasis(there.ours)).toBe(likeBasis(there.theirs));
    }),
  );
});

test("billed monthly goes before billed yearly, which goes before nothing", () => {
  const both = priced([10, "monthly"], [8, "annual"]);
  expect(likePrices(both, priced([9, "monthly"], [7, "annual"]))).toMatchObject({
    ours: { amount: 10, billing: "monthly" },
    theirs: { amount: 9 },
  });
  expect(likePrices(both, priced([4, "annual"]))).toMatchObject({
    ours: { amount: 8, billing: "annual" },
    theirs: { amount: 4 },
  });
  expect(likePrices(priced([10, "monthly"]), priced([4, "annual"]))).toBeNull();
});

test("a price with unstated billing is compared with none, nor is a yearly price that looks introductory", () => {
  expect(likePrices(priced([10, null]), priced([9, null]))).toBeNull();
  expect(likePrices(priced([10, "monthly"]), priced([9, null]))).toBeNull();
  expect(likePrices(priced([20, "monthly"], [7, "annual"]), priced([25, "annual"]))).toBeNull();
  expect(likePrices(priced([20, "monthly"], [12, "annual"]), priced([25, "annual"]))).not.toBeNull();
});
