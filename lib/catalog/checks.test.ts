import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { isConfirming, type RecordedCheck } from "./checks";
import { addDays } from "./day";
import { POLICY } from "./policy";
import { reduce } from "./reduce";
import { checks, look, PAGE } from "./testing/checks";
import { day, ledger, observe, paid, SOURCES, start, tier } from "./testing/observations";

const LAST_DAY = "2027-06-01";

const on = (asOf: string, observations: readonly Observation[], looks: readonly RecordedCheck[] = []) =>
  reduce(observations, { asOf, sources: SOURCES, checks: looks });
const verified = (...given: Parameters<typeof on>) => {
  const record = on(...given);
  if (!record) throw new Error("nothing is known");
  return record.verification;
};
const plans = (price: number, rest: Partial<Omit<Observation, "fact">> = {}) =>
  observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", price), tier("enterprise")] }, rest);
const list = { source: "acme-list", trust: "B" } as const;
const digest = (letter: string) => letter.repeat(64);

describe("whatever was observed and checked", () => {
  test("the order and repetition of checks do not matter", () => {
    const shuffled = checks.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(ledger, shuffled, day, (observations, [given, other], asOf) => {
        expect(on(asOf, observations, [...other, ...given])).toEqual(on(asOf, observations, given));
      }),
    );
  });

  test("a check, an observation and a decision after the day never matter", () => {
    fc.assert(
      fc.property(ledger, checks, day, (observations, given, asOf) => {
        const by = given
          .filter(({ startedAt }) => startedAt.slice(0, 10) <= asOf)
          .map(({ settledAt, ...check }) =>
            settledAt && settledAt.slice(0, 10) <= asOf ? { ...check, settledAt } : check,
          );
        const known = observations.filter(({ observedAt }) => observedAt <= asOf);
        expect(on(asOf, known, by)).toEqual(on(asOf, observations, given));
      }),
    );
  });

  test("without checks, and with those of lists alone, a record is the very same text", () => {
    fc.assert(
      fc.property(ledger, checks, day, (observations, given, asOf) => {
        const text = JSON.stringify(reduce(observations, { asOf, sources: SOURCES }));
        expect(JSON.stringify(on(asOf, observations, []))).toBe(text);
        const lists = given.map((check) => ({ ...check, kind: "list" as const }));
        expect(JSON.stringify(on(asOf, observations, lists))).toBe(text);
      }),
    );
  });

  test("nothing but a check that read the page and confirmed it makes a record verified", () => {
    fc.assert(
      fc.property(ledger, checks, day, (observations, given, asOf) => {
        const record = on(asOf, observations, given);
        if (!record) return;
        const { status, verifiedAt, method } = record.verification;
        const confirming = given.filter((check) => isConfirming(check) && check.startedAt.slice(0, 10) <= asOf);
        expect(method).toBe(verifiedAt === null ? "dataset" : "check");
        if (verifiedAt !== null) expect(confirming.map(({ startedAt }) => startedAt)).toContain(verifiedAt);
        if (status !== "verified") return;
        expect(asOf <= addDays(verifiedAt?.slice(0, 10) ?? "", POLICY.verifiedForDays)).toBe(true);
        expect(record.verification).not.toHaveProperty("pending");
        const none = given.filter((check) => !isConfirming(check));
        expect(on(asOf, observations, none)?.verification).toMatchObject({ verifiedAt: null, method: "dataset" });
      }),
      { numRuns: 300 },
    );
  });

  test("a further check that confirms what is shown never lowers confidence, and shows the same prices", () => {
    fc.assert(
      fc.property(ledger, checks, (observations, given) => {
        const before = on(LAST_DAY, observations, given);
        const after = on(LAST_DAY, observations, [...given, look(LAST_DAY, { id: "last" })]);
        if (!before || !after) return;
        expect(after.verification.confidence ?? 0).toBeGreaterThanOrEqual(before.verification.confidence ?? 0);
        expect(after.tiers).toEqual(before.tiers);
        expect(after.priceRange).toEqual(before.priceRange);
      }),
      { numRuns: 300 },
    );
  });

  test("a further check that confirms a starting price drops no tiers of a better reading", () => {
    const tiers = observe(
      { kind: "plans", currency: "USD", complete: false, tiers: [tier("pro")] },
      { observedAt: "2023-01-01" },
    );
    const starting = observe(start(9), { source: "acme-list", trust: "C", observedAt: "2026-01-01" });
    const confirmed = [look("2025-12-31")];
    const before = on(LAST_DAY, [tiers, starting], confirmed);
    expect(before?.tiers?.map(({ id }) => id)).toEqual(["pro"]);
    expect(on(LAST_DAY, [tiers, starting], [...confirmed, look(LAST_DAY)])?.tiers).toEqual(before?.tiers);
  });

  test("the terms of confidence multiply to it", () => {
    fc.assert(
      fc.property(ledger, checks, day, (observations, given, asOf) => {
        const { confidence, confidenceTerms } = on(asOf, observations, given)?.verification ?? { confidenceTerms: [] };
        if (confidenceTerms.length === 0) return;
        const product = confidenceTerms.reduce((value, term) => value * term.value, 1);
        expect(Math.abs(product - (confidence ?? 0))).toBeLessThan(0.02);
      }),
    );
  });
});

describe("a check of the vendor's page", () => {
  const read = plans(8, { observedAt: "2026-01-01" });

  test("verifies what is shown for thirty days, and is due again then", () => {
    const checked = [look("2026-03-01")];
    expect(verified("2026-02-28", [read], checked)).toEqual(verified("2026-02-28", [read]));
    expect(verified("2026-03-31", [read], checked)).toMatchObject({
      status: "verified",
      verifiedAt: "2026-03-01T12:00:00.000Z",
      observedAt: "2026-01-01",
      nextVerificationAt: "2026-03-31",
      method: "check",
    });
    expect(verified("2026-04-01", [read], checked)).toMatchObject({
      status: "stale",
      verifiedAt: "2026-03-01T12:00:00.000Z",
    });
  });

  test("raises confidence: it counts from the check, whatever the kind of source", () => {
    const found = verified("2026-07-04", [plans(8, { observedAt: "2024-01-01", trust: "C" })], [look("2026-07-01")]);
    expect(found.confidence).toBe(0.95);
    expect(found.confidenceTerms.map(({ term }) => term)).toEqual([
      "Source kind C",
      "Verified on the vendor’s page 3 days earlier",
    ]);
  });

  test("that was not modified confirms as one that was read", () => {
    expect(verified("2026-03-02", [read], [look("2026-03-01", { outcome: "not_modified" })]).status).toBe("verified");
  });

  test("keeps what it confirmed in the lead of lists that are seen later", () => {
    const later = plans(12, { ...list, observedAt: "2026-09-01" });
    expect(on("2026-09-02", [read, later])?.tiers?.[0]?.priceMonthly).toBe(12);
    const kept = on("2026-09-02", [read, later], [look("2026-08-20")]);
    expect(kept?.tiers?.[0]?.priceMonthly).toBe(8);
    // The list is newer than the check.
    expect(kept?.verification).toMatchObject({ status: "disputed", verifiedAt: "2026-08-20T12:00:00.000Z" });
  });

  test("outdoes what another source showed before it, which stays listed", () => {
    const other = plans(12, { ...list, observedAt: "2026-02-01" });
    expect(verified("2026-03-02", [read, other]).status).toBe("disputed");
    const checked = verified("2026-03-02", [read, other], [look("2026-03-01")]);
    expect(checked).toMatchObject({ status: "verified", confidence: 0.95 });
    expect(checked.disputed).toHaveLength(1);
  });

  test("does not speak for another reading that leads later and differs, and does for one that agrees", () => {
    const differing = plans(12, { source: "acme-list", observedAt: "2026-03-10" });
    expect(
      verified("2026-03-11", [read, differing], [look("2026-03-01", { startedAt: "2026-03-01T00:00:00.000Z" })]),
    ).toMatchObject({ status: "disputed" });
    const own = plans(12, { observedAt: "2026-03-10" });
    expect(verified("2026-03-11", [read, own], [look("2026-03-01")])).toMatchObject({
      status: "imported",
      verifiedAt: null,
      method: "dataset",
    });
    const agreeing = plans(8, { observedAt: "2026-03-10" });
    expect(verified("2026-03-11", [read, agreeing], [look("2026-03-01")])).toMatchObject({ status: "verified" });
  });

  test("verifies the reading that it made", () => {
    const evidence = { url: PAGE, sha256: digest("a"), readAt: "2026-03-01T12:00:01.000Z" };
    const moved = plans(12, { observedAt: "2026-03-01", evidence });
    const check = look("2026-03-01", { outcome: "moved", sha256: digest("a") });
    expect(on("2026-03-01", [read, moved], [check])?.tiers?.[0]?.priceMonthly).toBe(12);
    expect(verified("2026-03-01", [read, moved], [check])).toMatchObject({
      status: "verified",
      observedAt: "2026-03-01",
    });
  });

  test("that moved a price verifies nothing where its reading is not in the ledger, or was taken back", () => {
    const evidence = { url: PAGE, sha256: digest("a") };
    const moved = { ...plans(12, { observedAt: "2026-03-01", evidence }), id: "ob_moved" };
    const check = look("2026-03-01", { outcome: "moved", sha256: digest("a") });
    expect(verified("2026-03-02", [read], [check]).verifiedAt).toBeNull();
    const back = observe(
      { kind: "retraction", retracts: ["ob_moved"], reason: "the page of another product" },
      { observedAt: "2026-03-01" },
    );
    expect(verified("2026-03-02", [read, moved, back], [check])).toMatchObject({
      status: "imported",
      verifiedAt: null,
      observedAt: "2026-01-01",
    });
    expect(verified("2026-03-02", [read, moved, back], [look("2026-02-20"), check])).toMatchObject({
      status: "verified",
      verifiedAt: "2026-02-20T12:00:00.000Z",
    });
  });

  test("does not verify what was read of the same page later that day", () => {
    const evidence = { url: PAGE, readAt: "2026-03-01T15:00:00.000Z" };
    const later = plans(12, { observedAt: "2026-03-01", evidence });
    expect(verified("2026-03-01", [read, later], [look("2026-03-01")]).verifiedAt).toBeNull();
    const earlier = plans(12, {
      observedAt: "2026-03-01",
      evidence: { ...evidence, readAt: "2026-03-01T09:00:00.000Z" },
    });
    expect(verified("2026-03-01", [read, earlier], [look("2026-03-01")]).verifiedAt).not.toBeNull();
  });

  test("gives a page without a date one", () => {
    const undated = plans(8, { observedAt: "2026-01-01", evidence: { url: PAGE, undated: true } });
    expect(verified("2026-01-02", [undated]).status).toBe("stale");
    expect(verified("2026-01-03", [undated], [look("2026-01-02")])).toMatchObject({
      status: "verified",
      confidence: 0.95,
    });
  });

  test("says nothing of a rate card", () => {
    const rates = observe({
      kind: "rates",
      model: "acme-1",
      currency: "USD",
      meters: [
        {
          name: "inputTokens",
          unit: "token",
          per: 1_000_000,
          mode: "standard",
          tierMode: null,
          prices: [{ unitPrice: 2, from: 0, upTo: null, when: null }],
        },
      ],
    });
    expect(verified("2026-01-03", [rates], [look("2026-01-02")])).toMatchObject({
      status: "imported",
      verifiedAt: null,
    });
  });
});

describe("a check that could not confirm", () => {
  const read = plans(8, { observedAt: "2026-01-01" });
  const failed = (day: string) => look(day, { outcome: "failed", httpStatus: 503, reason: "HTTP 503" });

  test("changes no price, and makes the record stale after three in a row, with the reason", () => {
    const failures = [failed("2026-02-01"), failed("2026-02-02"), failed("2026-02-03")];
    expect(verified("2026-02-02", [read], failures)).toMatchObject({
      status: "imported",
      nextVerificationAt: "2026-03-04",
    });
    expect(verified("2026-02-02", [read], failures)).not.toHaveProperty("reason");
    const stale = on("2026-02-03", [read], failures);
    expect(stale?.tiers?.[0]?.priceMonthly).toBe(8);
    expect(stale?.verification).toMatchObject({
      status: "stale",
      reason: "The vendor’s page could not be fetched 3 times in a row, most recently on 2026-02-03: HTTP 503",
    });
    expect(verified("2026-02-04", [read], [...failures, look("2026-02-04")]).status).toBe("verified");
    const between = [failures[0], look("2026-02-01", { startedAt: "2026-02-01T18:00:00.000Z", outcome: "unreadable" })];
    expect(verified("2026-02-03", [read], [...between, ...failures.slice(1)] as RecordedCheck[]).status).toBe(
      "imported",
    );
  });

  test("does not take back for its thirty days what an earlier one confirmed", () => {
    const checked = [look("2026-02-01"), failed("2026-02-10"), failed("2026-02-11"), failed("2026-02-12")];
    expect(verified("2026-02-12", [read], checked).status).toBe("verified");
    expect(verified("2026-03-04", [read], checked)).toMatchObject({ status: "stale", reason: expect.any(String) });
  });

  test("does not make an old reading young", () => {
    expect(
      verified("2026-07-01", [read], [look("2026-06-30", { outcome: "unreadable", reason: "no price in it" })]),
    ).toMatchObject({
      status: "stale",
      nextVerificationAt: "2026-07-30",
      reason: "No price could be read reliably from the vendor’s page on 2026-06-30: no price in it",
    });
  });

  test("because it is held leaves the old value and says so, until it is decided or the page is read again", () => {
    const held = look("2026-02-01", { outcome: "held", reason: "more than half dearer" });
    const again = look("2026-02-05", { outcome: "held", reason: "more than half dearer" });
    const pending = { since: "2026-02-01T12:00:00.000Z", why: "more than half dearer" };
    expect(verified("2026-02-06", [read], [look("2026-01-20"), held, again])).toMatchObject({
      status: "imported",
      pending,
    });
    expect(verified("2026-02-06", [read], [held, failed("2026-02-06")])).toMatchObject({ pending });
    const settled = { ...held, settledAt: "2026-02-07T09:00:00.000Z" };
    expect(verified("2026-02-06", [read], [settled])).toMatchObject({ pending });
    expect(verified("2026-02-07", [read], [settled])).not.toHaveProperty("pending");
    expect(verified("2026-02-08", [read], [held, look("2026-02-08")])).not.toHaveProperty("pending");
  });
});
