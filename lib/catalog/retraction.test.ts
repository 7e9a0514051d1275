import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observationId } from "@/lib/ids";
import type { FactKind, Observation } from "@/lib/schemas/observation";
import type { Group } from "@/lib/schemas/record";
import { addDays } from "./day";
import { changesWithEvidence } from "./history";
import { absenceOn, knownOn, neverRetracted } from "./ledger";
import { periods } from "./periods";
import { reduce } from "./reduce";
import { day, FIRST_DAY, ledger, observe, paid, SOURCES } from "./testing/observations";

const END = addDays(FIRST_DAY, 2600);
const REASON = "the source no longer vouches for it";
const at = (observations: readonly Observation[], asOf = END) => reduce(observations, { asOf, sources: SOURCES });
const changesOf = (observations: readonly Observation[], asOf = END) =>
  changesWithEvidence(observations, { asOf, sources: SOURCES });

function retract(taken: readonly Observation[], observedAt: string, rest: Partial<Observation> = {}): Observation {
  const [first] = taken as [Observation];
  return {
    product: first.product,
    source: first.source,
    trust: first.trust,
    observedAt,
    evidence: { url: "https://example.net/notice" },
    fact: { kind: "retraction", retracts: taken.map(observationId), reason: REASON },
    ...rest,
  };
}

/** Some readings of one source, retracted on or after the day of the last. Every observation has its own page. */
const retracted = fc
  .tuple(ledger, fc.constantFrom(...SOURCES.keys()), fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), day)
  .map(([observations, source, picks, wanted]) => {
    const all = observations.map((item, index) => ({
      ...item,
      evidence: { url: `https://example.com/${index}` },
    }));
    const taken = all.filter((item, index) => item.source === source && picks[index]);
    const last =
      taken
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? wanted;
    const on = wanted > last ? wanted : last;
    return { all, taken, rest: all.filter((item) => !taken.includes(item)), on };
  })
  .filter(({ taken }) => taken.length > 0);

/** The groups that use a kind of fact, without tips, which combine several kinds. */
const FEEDS: Partial<Record<FactKind, readonly Group[]>> = {
  plans: ["tiers", "freeTier", "priceHistory"],
  rates: ["usage", "priceHistory"],
  hidden_cost: ["hiddenCosts", "priceHistory"],
  contract_term: ["contractTerms"],
  market: ["marketData"],
  purchase: ["marketData"],
  rating: ["sentiment"],
  free_tier: ["freeTier"],
};
const COMPARED = [...new Set(Object.values(FEEDS).flat())];

describe("a retraction, for any ledger", () => {
  test("from its day on the record is that of what stands, and nothing cites what was taken back", () => {
    fc.assert(
      fc.property(retracted, fc.nat({ max: 900 }), ({ all, taken, rest, on }, later) => {
        const asOf = addDays(on, later);
        const observations = [...all, retract(taken, on)];
        expect(at(observations, asOf)).toEqual(at(rest, asOf));
        const served = JSON.stringify([at(observations, asOf), changesOf(observations, asOf)]);
        for (const { evidence } of taken) expect(served).not.toContain(`"${evidence.url}"`);
      }),
      { numRuns: 300 },
    );
  });

  test("on the days before it nothing is different", () => {
    fc.assert(
      fc.property(retracted, fc.integer({ min: 1, max: 900 }), ({ all, taken, on }, earlier) => {
        const asOf = addDays(on, -earlier);
        const observations = [...all, retract(taken, on)];
        expect(at(observations, asOf)).toEqual(at(all, asOf));
        expect(changesOf(observations, asOf)).toEqual(changesOf(all, asOf));
      }),
      { numRuns: 300 },
    );
  });

  test("of one observation leaves every group alone that it does not feed", () => {
    fc.assert(
      fc.property(retracted, ({ all, taken, on }) => {
        const [one] = taken as [Observation];
        const before = at(all);
        const after = at([...all, retract([one], on)]);
        if (!before || !after) return;
        for (const group of COMPARED) {
          if (!FEEDS[one.fact.kind]?.includes(group)) expect(after[group]).toEqual(before[group]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("takes back the same whatever the order of arrival, and however often it is told", () => {
    fc.assert(
      fc.property(
        retracted.chain(({ all, taken, on }) => {
          const observations = [...all, retract(taken, on)];
          return fc.tuple(
            fc.constant(observations),
            fc.shuffledSubarray([...observations, ...observations], { minLength: observations.length * 2 }),
          );
        }),
        ([observations, shuffled]) => {
          expect(JSON.stringify(at(shuffled))).toBe(JSON.stringify(at(observations)));
          expect(changesOf(shuffled)).toEqual(changesOf(observations));
          expect(new Set(neverRetracted(shuffled).map(observationId))).toEqual(
            new Set(knownOn(observations, "9999-12-31").map(observationId)),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test("adds corrections with its reason to the ledger of what stands, and never a move", () => {
    fc.assert(
      fc.property(retracted, ({ all, taken, rest, on }) => {
        const told = changesOf([...all, retract(taken, on)]).changes;
        expect(told.filter(({ reason }) => reason !== REASON)).toEqual(changesOf(rest).changes);
        for (const change of told.filter(({ reason }) => reason === REASON)) {
          expect(change).toMatchObject({ class: "correction", observedAt: on, reason: REASON });
          expect(change.before).not.toBeNull();
        }
      }),
      { numRuns: 300 },
    );
  });

  test("begins a period of its own", () => {
    const plan = { kind: "plans" as const, currency: "USD", complete: true, tiers: [paid("pro", 8)] };
    const shown = observe(plan, { observedAt: "2026-05-01" });
    expect(periods([shown, retract([shown], "2026-11-22")], "2026-11-01")).toEqual([
      { from: null, until: "2026-11-22", day: "2026-11-01" },
      { from: "2026-11-22", until: null, day: "2026-11-22" },
    ]);
  });
});

describe("a price taken back", () => {
  const plans = (monthly: number) => ({
    kind: "plans" as const,
    currency: "USD",
    complete: true,
    tiers: [paid("pro", monthly)],
  });
  const shown = observe(plans(8), { observedAt: "2026-05-01" });
  const retraction = retract([shown], "2026-11-22");

  test("leaves nothing in its place where no one else shows it", () => {
    expect(at([shown, retraction], "2026-11-22")).toBeNull();
    expect(changesOf([shown, retraction], "2026-11-22").changes).toMatchObject([
      {
        class: "correction",
        field: "priceMonthly",
        tier: "pro",
        before: 8,
        after: null,
        percent: null,
        reason: REASON,
      },
    ]);
  });

  test("gives way to the price that another source shows", () => {
    const other = observe(plans(9), { source: "acme-list", observedAt: "2026-06-01" });
    const { changes, evidence } = changesOf([shown, other, retraction], "2026-12-01");
    expect(at([shown, other, retraction], "2026-12-01")?.tiers).toMatchObject([{ priceMonthly: 9 }]);
    expect(at([shown, other, retraction], "2026-12-01")?.priceHistory).toHaveLength(1);
    expect(changes.filter(({ reason }) => reason)).toMatchObject([{ before: 8, after: 9, class: "correction" }]);
    expect(evidence.map(({ url }) => url)).toContain("https://example.net/notice");
  });

  test("does not become a move to the source's next reading", () => {
    const next = observe(plans(12), { observedAt: "2026-12-01" });
    const { changes } = changesOf([shown, retraction, next], "2026-12-31");
    expect(changes.map((change) => [change.class, change.before, change.after])).toEqual([
      ["correction", 8, null],
      ["coverage", null, 12],
    ]);
  });

  test("stands where another source, or an earlier word of the same, speaks against it", () => {
    const foreign = retract([shown], "2026-11-22", { source: "acme-list" });
    const early = retract([shown], "2026-04-01");
    expect(knownOn([shown, foreign, early], "2026-12-01")).toEqual([shown]);
  });

  test("is told apart from a product of which nothing was known yet", () => {
    expect(absenceOn([shown, retraction], "2026-11-22")).toEqual({
      status: "withdrawn",
      withdrawnOn: "2026-11-22",
      reason: REASON,
    });
    expect(absenceOn([shown, retraction], "2026-01-01")).toEqual({ status: "not_yet", knownSince: "2026-05-01" });
  });
});
