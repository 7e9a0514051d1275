import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import type { ReducedRecord, Tier } from "@/lib/schemas/record";
import { addDays, daysBetween } from "./day";
import { headlinePrice } from "./plans";
import { POLICY } from "./policy";
import { reduce } from "./reduce";
import { startingPrice } from "./starting-price";
import { FIRST_DAY, observation, observe, paid, SOURCES, start, startingFact, tier } from "./testing/observations";

const END = addDays(FIRST_DAY, 2600);
const at = (observations: readonly Observation[], asOf = END) => reduce(observations, { asOf, sources: SOURCES });
const record = (...observations: Observation[]) => at(observations, "2026-11-21") as ReducedRecord;

const withoutStart = ({ effectiveFrom: _from, ...rest }: Observation): Observation => rest;
const isDated = ({ evidence }: Observation) => !evidence.undated;
const plansOnly = observation.filter(({ fact }) => fact.kind === "plans").map(withoutStart);
const lists = plansOnly.filter(({ fact }) => fact.kind === "plans" && fact.tiers.every((one) => !one.startingPrice));
const isStart = ({ fact }: Observation) =>
  fact.kind === "plans" && fact.tiers.every(({ startingPrice }) => startingPrice);
const hasFigure = ({ fact }: Observation) =>
  fact.kind === "plans" && fact.tiers.some(({ prices }) => prices.some(({ amount }) => amount > 0));
const datedLists = fc.array(lists.filter(isDated), { minLength: 1, maxLength: 10 });
const readings = fc.array(plansOnly, { minLength: 1, maxLength: 10 });
const shownDay = (observations: readonly Observation[], asOf = END) =>
  at(observations, asOf)?.verification.observedAt ?? null;

const plans = (tiers: ReturnType<typeof tier>[], complete = true, currency = "USD") => ({
  kind: "plans" as const,
  currency,
  complete,
  tiers,
});
const unread = tier("pro", { status: "not_published", prices: [] });
const contactSales = tier("pro", { status: "contact_sales", prices: [] });
const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] });

describe("the reading that leads", () => {
  test("an undated reading changes nothing that is shown where a dated one is known", () => {
    fc.assert(
      fc.property(readings, plansOnly, (observations, more) => {
        fc.pre(observations.some(isDated));
        const undated = { ...more, evidence: { ...more.evidence, undated: true as const } };
        expect(at([...observations, undated])).toEqual(at(observations));
      }),
    );
  });

  test("an older reading never takes the place of a newer one of its kind", () => {
    fc.assert(
      fc.property(datedLists, lists, fc.integer({ min: 1, max: 900 }), (all, more, days) => {
        const observations = all.filter(hasFigure);
        const shown = at(observations);
        const trust = shown?.evidence.find(({ capturedAt }) => capturedAt === shown.verification.observedAt)?.trust;
        const kinds = new Set(
          observations.filter((one) => one.observedAt === shown?.verification.observedAt).map((one) => one.trust),
        );
        fc.pre(shown !== null && trust !== undefined && kinds.size === 1);
        const older: Observation = {
          ...more,
          trust: [...kinds][0] ?? "A",
          evidence: { url: more.evidence.url },
          observedAt: addDays(shown?.verification.observedAt ?? FIRST_DAY, -days),
        };
        expect(shownDay([...observations, older])).toBe(shown?.verification.observedAt);
      }),
    );
  });

  test("is not a second-hand one where a dated first-hand one is at most a year older, and no kind rises by one", () => {
    const rank = { A: 2, B: 1, C: 0 };
    const kindOf = (entry: ReducedRecord | null, ids: readonly string[] | undefined) =>
      entry?.evidence.filter(({ id }) => ids?.includes(id)).map(({ trust }) => rank[trust]) ?? [];
    fc.assert(
      fc.property(readings, plansOnly, (observations, more) => {
        const article: Observation = { ...more, trust: "C", source: "acme-articles", voice: "article" };
        const [before, after] = [at(observations), at([...observations, article])];
        for (const tier of before?.tiers ?? []) {
          const same = after?.tiers?.find(
            ({ id, listPrice, currency, priceUnit, observedAt }) =>
              id === tier.id &&
              // One more reading can show the unit of a price, which may then agree with other prices.
              priceUnit === tier.priceUnit &&
              listPrice?.amount === tier.listPrice?.amount &&
              // Another currency may lead to another reading of the day, which has its own kind.
              currency === tier.currency &&
              before?.currency === after.currency &&
              observedAt === tier.observedAt,
          );
          if (same)
            expect(Math.max(...kindOf(after, same.evidence))).toBeLessThanOrEqual(
              Math.max(...kindOf(before, tier.evidence)),
            );
        }
        const firstHand = observations.some(
          (one) =>
            one.trust !== "C" &&
            isDated(one) &&
            hasFigure(one) &&
            // A starting price disputes a list and never replaces it.
            !isStart(one) &&
            (one.effectiveFrom ?? "") <= END &&
            daysBetween(one.observedAt, article.observedAt) <= POLICY.secondHandYieldsDays &&
            observations.every(
              (other) => other === one || daysBetween(one.observedAt, other.observedAt) <= POLICY.secondHandYieldsDays,
            ),
        );
        // Without a priced tier the starting price leads, and its own readings decide which one.
        const isPriced = after?.tiers?.some(({ listPrice }) => listPrice !== null);
        if (firstHand && isPriced) expect(after?.verification.confidenceTerms[0]?.term).not.toBe("Source kind C");
      }),
      { numRuns: 1000 },
    );
  });

  test("names no paid tier without any figure where a recent one has a figure", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("not_published" as const, "unverified" as const),
        fc.constantFrom("A" as const, "B" as const, "C" as const),
        fc.integer({ min: 0, max: POLICY.peerWindowDays }),
        (status, trust, age) => {
          const bare = observe(plans([free, tier("pro", { status, prices: [] })]), { observedAt: "2026-08-01" });
          const older = addDays("2026-08-01", -age);
          const figured = observe(plans([paid("pro", 10)]), { observedAt: older, voice: "second", trust });
          expect(record(bare, figured).tiers?.find(({ id }) => id === "pro")?.listPrice?.amount).toBe(10);
          expect(record(bare, figured).verification.observedAt).toBe(older);
        },
      ),
    );
  });

  const voiced = (observedAt: string, voice: string, trust: Observation["trust"], answer = paid("pro", 10)) =>
    observe(plans([answer]), { observedAt, voice, trust });

  test("is what a voice said at first hand, where it says more at second hand soon after", () => {
    const quoted = [
      voiced("2025-06-01", "south", "B"),
      voiced("2025-12-01", "north", "A"),
      voiced("2025-12-20", "north", "C"),
    ];
    expect(shownDay(quoted)).toBe("2025-12-01");
  });

  describe("is never older than the one that led on an earlier day", () => {
    const neverOlder = (observations: Observation[], one: string, other: string) => {
      const [earlier = FIRST_DAY, later = END] = [one, other].sort();
      const before = shownDay(observations, earlier);
      if (before !== null) expect((shownDay(observations, later) ?? "") >= before).toBe(true);
    };

    test("whatever is read", () => {
      const day = fc.integer({ min: 0, max: 2600 }).map((days) => addDays(FIRST_DAY, days));
      fc.assert(fc.property(datedLists, day, day, neverOlder), { numRuns: 400 });
    });

    test("where a few voices tell a price, that it is to be asked for, or nothing, soon after one another", () => {
      const near = fc.integer({ min: 0, max: 450 }).map((days) => addDays("2025-01-01", days));
      const trust = fc.constantFrom("A" as const, "B" as const, "C" as const);
      const answer = fc.constantFrom(paid("pro", 10), contactSales, unread, free);
      const said = fc
        .tuple(near, fc.constantFrom("north", "south", "east"), trust, answer)
        .map((drawn) => voiced(...drawn));
      fc.assert(fc.property(fc.array(said, { minLength: 2, maxLength: 6 }), near, near, neverOlder), { numRuns: 4000 });
    });

    test("where a voice that said to ask tells nothing later, beside an older figure", () => {
      const all = [
        voiced("2025-01-01", "south", "A"),
        voiced("2025-01-02", "north", "A", contactSales),
        voiced("2025-01-21", "north", "A", unread),
      ];
      expect(shownDay(all, "2025-01-02")).toBe("2025-01-02");
      expect(shownDay(all, "2025-01-21")).toBe("2025-01-02");
    });

    test("where a voice reads again at a lower kind: it keeps its standing", () => {
      const all = [
        voiced("2025-01-01", "north", "A"),
        voiced("2025-01-02", "south", "A"),
        voiced("2025-01-03", "south", "B"),
      ];
      expect(shownDay(all)).toBe("2025-01-03");
    });
  });

  test("is at most half a year older than the newest of those that count", () => {
    fc.assert(
      fc.property(datedLists, (drawn) => {
        const observations = drawn.map((one, index) => ({ ...one, voice: `voice-${index}` }));
        const day = shownDay(observations) ?? END;
        const age = (one: Observation) => daysBetween(day, one.observedAt);
        const newer = observations.filter((one) => age(one) > POLICY.peerWindowDays);
        expect(newer.every(({ trust }) => trust === "C")).toBe(true);
        expect(newer.every((one) => age(one) <= POLICY.secondHandYieldsDays + POLICY.peerWindowDays)).toBe(true);
      }),
    );
  });

  const on = (observedAt: string, monthly: number, rest: Partial<Observation> = {}) =>
    observe(plans([paid("pro", monthly)]), { observedAt, ...rest });

  test("a reviewed list of this year leads over a vendor's page of the year before last, which is history", () => {
    const shown = record(on("2025-03-08", 8.75), on("2026-08-17", 9.5, { source: "acme-list", trust: "B" }));
    expect(shown.tiers?.map(({ priceMonthly, observedAt }) => [priceMonthly, observedAt])).toEqual([
      [9.5, "2026-08-17"],
    ]);
    expect(shown.verification).toMatchObject({ observedAt: "2026-08-17", disputed: [] });
    expect(shown.priceHistory?.map(({ price }) => price)).toEqual([8.75, 9.5]);
  });

  test("a second-hand reading is a dispute beside a better one of at most a year before, and leads over an older one", () => {
    const secondHand = on("2026-10-06", 12, { source: "acme-list", trust: "C" });
    const within = record(on("2026-01-10", 10), secondHand);
    expect(within.tiers?.[0]?.priceMonthly).toBe(10);
    expect(within.verification.disputed).toMatchObject([
      { tier: "pro", shown: 10, other: 12, observedAt: "2026-10-06" },
    ]);
    const beyond = record(on("2025-09-30", 10), secondHand);
    expect(beyond.tiers?.[0]).toMatchObject({ priceMonthly: 12, observedAt: "2026-10-06" });
    expect(beyond.verification.disputed).toEqual([]);
  });

  test("a page without a date gives the price where nothing is dated, and no history", () => {
    const undated = on("2026-11-20", 5, { evidence: { url: "https://example.com/pricing", undated: true } });
    expect(record(undated).tiers?.[0]?.priceMonthly).toBe(5);
    expect(record(undated).priceHistory).toBeUndefined();
    const dated = record(undated, on("2019-05-01", 9, { source: "acme-list", trust: "C" }));
    expect(dated.tiers?.[0]).toMatchObject({ priceMonthly: 9, observedAt: "2019-05-01" });
    expect(dated.priceHistory).toHaveLength(1);
  });

  test("a tier that a later reading agrees with says the later day", () => {
    const shown = record(on("2026-05-01", 10), on("2026-10-01", 10, { source: "acme-list", trust: "C" }));
    expect(shown.tiers?.[0]).toMatchObject({ priceMonthly: 10, observedAt: "2026-10-01" });
    expect(shown.verification).toMatchObject({ observedAt: "2026-05-01", sources: 2 });
  });
});

describe("a starting price", () => {
  const from = (observedAt: string, amount: number, rest: Partial<Observation> = {}) =>
    observe(start(amount), { source: "acme-list", trust: "B", observedAt, ...rest });
  const list = (observedAt: string, ...prices: number[]) =>
    observe(plans([free, ...prices.map((price, index) => paid(`plan-${index + 1}`, price))]), { observedAt });
  const starts = fc.array(
    fc
      .tuple(plansOnly, startingFact)
      .map(([one, fact]): Observation => ({ ...one, evidence: { url: one.evidence.url }, fact })),
    { minLength: 1, maxLength: 6 },
  );

  test("adds no tier, never makes a list complete, and removes no tier that is not too old", () => {
    fc.assert(
      fc.property(datedLists, starts, (observations, more) => {
        const alone = at(observations);
        const both = at([...observations, ...more]);
        const newest =
          more
            .map(({ observedAt }) => observedAt)
            .sort()
            .at(-1) ?? END;
        const prices = (one: Tier) => [one.id, one.priceMonthly, one.listPrice];
        const before = (alone?.tiers ?? []).map(prices);
        const kept = (alone?.tiers ?? []).filter(
          ({ observedAt }) => daysBetween(observedAt, newest) <= POLICY.fillWindowDays,
        );
        const byId = new Set(both?.tiers?.map(({ id }) => id));
        expect([...byId]).not.toContain("starting-price");
        expect(alone?.tiers?.map(({ id }) => id) ?? []).toEqual(expect.arrayContaining([...byId]));
        for (const { id } of kept) expect(byId).toContain(id);
        if (both?.tiersComplete) expect(alone?.tiersComplete).toBe(true);
        expect(before.length).toBeGreaterThanOrEqual(byId.size);
      }),
    );
  });

  test("at a price of a tier that is shown adds no tier", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom("monthly", "annual", null), (amount, billing) => {
        const agreeing = observe(start(amount, { billing, unit: null }), {
          source: "acme-list",
          observedAt: "2026-10-01",
        });
        const shown = record(list("2026-01-01", amount, 50), agreeing);
        expect(shown.tiers?.map(({ id }) => id)).toEqual(["free", "plan-1", "plan-2"]);
        expect(shown.tiers?.[1]?.evidence).toHaveLength(2);
        expect(shown.tiers?.[1]?.observedAt).toBe("2026-10-01");
        expect(shown.verification).toMatchObject({ sources: 2, disputed: [] });
      }),
    );
  });

  test("alone is no tier, and neither the pricing model nor further tiers are known", () => {
    const shown = record(from("2026-08-01", 9));
    expect(shown.tiers).toBeUndefined();
    expect(shown.startingPrice).toEqual({
      amount: 9,
      currency: "USD",
      priceUnit: "user/month",
      billing: "unstated",
      observedAt: "2026-08-01",
      evidence: shown.evidence.map(({ id }) => id),
    });
    expect(shown).toMatchObject({ pricingModel: null, priceStatus: "published" });
    expect(shown.priceRange).toMatchObject({ low: 9, high: null, display: "From $9 per user/month" });
    expect(startingPrice(shown)).toMatchObject({ startingPrice: 9, priceUnit: "user/month" });
  });

  test("newer than the list disputes its cheapest tier, which stays", () => {
    const shown = record(list("2026-03-01", 8, 20), from("2026-09-01", 9));
    expect(shown.tiers?.map(({ id }) => id)).toEqual(["free", "plan-1", "plan-2"]);
    expect(shown.startingPrice).toBeUndefined();
    expect(shown.verification).toMatchObject({
      observedAt: "2026-03-01",
      status: "disputed",
      disputed: [{ field: "startingPrice", tier: "plan-1", shown: 8, other: 9, observedAt: "2026-09-01" }],
    });
    expect(startingPrice(shown).startingPrice).toBe(8);
    expect(shown.pricingModel).toBe("per_seat");
  });

  test("as old as the list or older is a dispute within half a year and history beyond", () => {
    const shown = record(list("2026-09-01", 8, 20), from("2026-09-01", 9));
    expect(shown.tiers).toHaveLength(3);
    expect(shown.verification.disputed).toMatchObject([{ field: "startingPrice", shown: 8, other: 9 }]);
    const later = record(list("2026-09-01", 8, 20), from("2026-01-01", 9));
    expect(later.tiers).toHaveLength(3);
    expect(later.verification).toMatchObject({ disputed: [], status: "imported", observedAt: "2026-09-01" });
  });

  test("stands beside a tier that another source saw again within the window, whenever its list was read", () => {
    const again = observe(plans([paid("plan-1", 8)]), { source: "acme-list", trust: "B", observedAt: "2024-01-03" });
    const shown = record(list("2024-01-01", 8, 20), again, from("2026-01-02", 9));
    expect(shown.tiers?.map(({ id, observedAt }) => [id, observedAt])).toEqual([["plan-1", "2024-01-03"]]);
  });

  test("at second hand yields to a better list of at most a year before", () => {
    const secondHand = from("2026-10-06", 9, { trust: "C" });
    expect(record(list("2026-01-01", 8), secondHand).verification).toMatchObject({
      observedAt: "2026-01-01",
      disputed: [{ shown: 8, other: 9 }],
    });
    expect(record(list("2025-06-01", 8), secondHand).verification).toMatchObject({
      observedAt: "2025-06-01",
      disputed: [{ shown: 8, other: 9 }],
    });
  });

  test("leaves a list too old to stand beside it to the history", () => {
    const shown = record(list("2019-10-31", 8, 20), from("2026-09-01", 9));
    expect(shown.tiers).toBeUndefined();
    expect(shown.startingPrice?.amount).toBe(9);
    expect(shown.verification.disputed).toEqual([]);
    expect(shown.priceHistory?.map(({ tier: id }) => id)).toContain("plan-1");
  });

  test("in another currency is shown beside the list, which leads", () => {
    const euro = from("2026-09-01", 9, { fact: start(9, { currency: "EUR" }) });
    const shown = record(list("2026-05-01", 8, 20), euro);
    expect(shown).toMatchObject({
      currency: "USD",
      tiersComplete: true,
      startingPrice: { amount: 9, currency: "EUR" },
      verification: { observedAt: "2026-05-01", disputed: [] },
    });
    expect(startingPrice(shown)).toMatchObject({ startingPrice: 8, currency: "USD" });
  });

  test("of several the newest stands, the others agree or are disputes", () => {
    const agreeing = from("2026-08-20", 9, { voice: "north" });
    const other = from("2026-08-10", 11, { voice: "south" });
    const shown = record(from("2026-09-01", 9), agreeing, other);
    expect(shown.startingPrice?.evidence).toHaveLength(2);
    expect(shown.verification).toMatchObject({ sources: 2, disputed: [{ shown: 9, other: 11 }] });
  });
});

describe("the list price", () => {
  const priced = (...prices: [number, "month" | "year" | "once" | "usage", ("monthly" | "annual" | null)?][]) =>
    record(
      observe(
        plans([
          tier("pro", {
            status: "published",
            prices: prices.map(([amount, period, billing = null]) => ({ amount, period, billing })),
          }),
        ]),
      ),
    ).tiers?.[0];

  test("is the price billed monthly where one is stated, in whatever order the source shows them", () => {
    const shown = { amount: 10, currency: "USD", period: "month", billing: "monthly" };
    expect(priced([100.5, "year"], [10, "month", "monthly"])).toMatchObject({
      listPrice: shown,
      priceMonthly: 10,
      priceAnnual: 8.38,
      annualTotal: 100.5,
    });
    expect(priced([10, "month", "monthly"], [8, "month", "annual"])?.listPrice).toEqual(shown);
  });

  test("without one is that of a month, a year, one purchase or a unit of use, with its unit", () => {
    expect(priced([100, "year"], [10, "month"])).toMatchObject({
      listPrice: { amount: 10, billing: "unstated" },
      priceMonthly: null,
    });
    expect(priced([120, "year"])).toMatchObject({
      listPrice: { amount: 120, period: "year", billing: "annual" },
      priceAnnual: 10,
      priceUnit: "user/month",
    });
    expect(priced([120, "year"])?.annualTotal).toBeUndefined();
    expect(priced([5, "usage"], [99, "once"])).toMatchObject({
      listPrice: { amount: 99, period: "once", billing: "unstated" },
      priceUnit: "user, one-time",
    });
  });

  describe("with unstated billing", () => {
    const shown = (billing: "monthly" | "annual" | null, amount: number, observedAt: string, source = "acme-list") =>
      observe(plans([tier("pro", { status: "published", prices: [{ amount, period: "month", billing }] })]), {
        observedAt,
        source,
      });
    const latest = shown(null, 21, "2026-09-01", "example-pages");
    const listed = (...others: Observation[]) => record(latest, ...others).tiers?.[0];

    test("keeps the billing that an earlier reading states for the same amount, with its evidence", () => {
      const monthly = listed(shown("monthly", 21, "2025-01-10"));
      expect(monthly).toMatchObject({ priceMonthly: 21, priceAnnual: null, listPrice: { billing: "monthly" } });
      expect(monthly?.evidence).toHaveLength(2);
      expect(listed(shown("monthly", 21, "2026-08-01", "example-pages"))?.priceMonthly).toBe(21);
      expect(listed(shown("annual", 21, "2026-08-01"))).toMatchObject({
        priceMonthly: null,
        priceAnnual: 21,
        listPrice: { amount: 21, billing: "annual" },
      });
    });

    test("keeps none of another amount, of long ago, or on which readings disagree", () => {
      const unstated = { priceMonthly: null, priceAnnual: null, listPrice: { amount: 21, billing: "unstated" } };
      expect(listed(shown("monthly", 25, "2025-01-10"))).toMatchObject(unstated);
      expect(listed(shown("monthly", 21, "2023-01-10"))).toMatchObject(unstated);
      const other = observe(shown("annual", 21, "2026-08-20").fact, { observedAt: "2026-08-20", voice: "other" });
      expect(listed(shown("monthly", 21, "2026-08-01"), other)).toMatchObject(unstated);
    });
  });

  test("gives the price by which a tier stands beside others", () => {
    fc.assert(
      fc.property(readings, (observations) => {
        for (const one of at(observations)?.tiers ?? []) {
          const { listPrice, priceAnnual } = one;
          const expected =
            listPrice?.period === "month" ? listPrice.amount : listPrice?.period === "year" ? priceAnnual : null;
          expect(headlinePrice(one)).toBe(expected ?? null);
        }
      }),
    );
  });
});

describe("a later reading that does not lead", () => {
  const yearly = (id: string, amount: number) =>
    paid(id, amount, { prices: [{ amount, period: "month", billing: "annual" }] });
  const shown = (amount: number) => observe(plans([yearly("pro", amount)]), { observedAt: "2026-06-01" });
  const later = (...tiers: ReturnType<typeof tier>[]) =>
    observe(plans(tiers), { source: "example-list", trust: "C", observedAt: "2026-09-03" });
  const disputed = (...observations: Observation[]) => record(...observations).verification.disputed;

  test("is disputed where it names a paid tier at another price", () => {
    expect(disputed(shown(175), later(yearly("core", 195)))).toMatchObject([
      { tier: "core", name: "core", shown: null, other: 195 },
    ]);
  });

  test("is no dispute where the price is known under another name, or is free", () => {
    expect(disputed(shown(175), later(yearly("core", 175), free))).toEqual([]);
  });

  test("agrees where its yearly price per month is rounded", () => {
    expect(disputed(shown(16.67), later(yearly("pro", 17)))).toEqual([]);
    expect(disputed(shown(16.67), later(yearly("pro", 18)))).toHaveLength(1);
  });
});
