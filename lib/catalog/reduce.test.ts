import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observationId } from "@/lib/ids";
import { Observation } from "@/lib/schemas/observation";
import { ReducedRecord } from "@/lib/schemas/record";
import { addDays } from "./day";
import { priceChanges } from "./history";
import { EvidenceBook, knownOn } from "./ledger";
import { reduce } from "./reduce";
import { day, FIRST_DAY, ledger, observation, observe, paid, SOURCES, tier } from "./testing/observations";

const END = addDays(FIRST_DAY, 2600);
const at = (observations: readonly Observation[], asOf = END) => reduce(observations, { asOf, sources: SOURCES });
const changes = (observations: readonly Observation[], asOf = END) =>
  priceChanges(knownOn(observations, asOf), asOf, new EvidenceBook(SOURCES));

describe("for any ledger", () => {
  test("the generator makes valid observations, and the record fits its schema", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        for (const item of observations) Observation.parse(item);
        const record = at(observations);
        if (record) ReducedRecord.parse(record);
      }),
    );
  });

  test("the order in which observations arrive does not matter", () => {
    fc.assert(
      fc.property(
        ledger.chain((observations) =>
          fc.tuple(fc.constant(observations), fc.shuffledSubarray(observations, { minLength: observations.length })),
        ),
        ([observations, shuffled]) => {
          expect(at(shuffled)).toEqual(at(observations));
          expect(JSON.stringify(at(shuffled))).toBe(JSON.stringify(at(observations)));
          expect(changes(shuffled)).toEqual(changes(observations));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("importing the same observations again changes nothing", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        const again = structuredClone(observations);
        expect(at([...observations, ...again])).toEqual(at(observations));
        expect(changes([...observations, ...again])).toEqual(changes(observations));
      }),
    );
  });

  test("stored observations, with their ids, give the same record", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        const stored = observations.map((item) => ({ ...item, id: observationId(item) }));
        expect(JSON.stringify(at(stored))).toBe(JSON.stringify(at(observations)));
      }),
    );
  });

  test("a record as of a day never sees a fact observed later", () => {
    fc.assert(
      fc.property(ledger, day, (observations, asOf) => {
        const earlier = observations.filter((item) => item.observedAt <= asOf);
        expect(at(observations, asOf)).toEqual(at(earlier, asOf));
        expect(changes(observations, asOf)).toEqual(changes(earlier, asOf));
        const record = at(observations, asOf);
        for (const entry of record?.evidence ?? []) expect(entry.capturedAt <= asOf).toBe(true);
        for (const point of record?.priceHistory ?? [])
          expect((point.effectiveFrom ?? point.observedAt) <= asOf).toBe(true);
      }),
    );
  });

  test("a price of 0 appears only where a source published 0", () => {
    const withoutZero = ledger.map((observations) =>
      observations.map((item) =>
        JSON.parse(
          JSON.stringify(item).replace(/("(?:amount|amountTotal|unitPrice|medianAnnualCost)":)0(?=[,}])/g, "$17"),
        ),
      ),
    );
    fc.assert(
      fc.property(withoutZero, (observations: Observation[]) => {
        const record = at(observations);
        if (!record) return;
        const { confidenceTerms: _terms, confidence: _confidence, ...verification } = record.verification;
        const text = JSON.stringify({
          ...record,
          verification,
          usage: record.usage?.models.map(({ confidence: _c, ...model }) => model),
        });
        for (const key of [
          "priceMonthly",
          "priceAnnual",
          "amount",
          "annualAmount",
          "price",
          "low",
          "median",
          "high",
          "unitPrice",
          "medianAnnualCost",
          "shown",
          "other",
        ]) {
          expect(text).not.toMatch(new RegExp(`"${key}":0[,}]`));
        }
        expect(record.priceRange.display).not.toMatch(/[$€]0(?!\.)/);
      }),
    );
  });

  test("a tier has a price exactly when its status is published", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        for (const item of at(observations)?.tiers ?? []) {
          const priced = [item.priceMonthly, item.priceAnnual, item.listPrice].some((price) => price !== null);
          expect(priced).toBe(item.priceStatus === "published");
          if (item.isFree)
            expect([item.priceMonthly ?? 0, item.priceAnnual ?? 0, item.listPrice?.amount]).toEqual([0, 0, 0]);
        }
      }),
    );
  });

  test("every piece of evidence referred to is listed, and every one listed is referred to", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        const record = at(observations);
        if (!record) return;
        const { evidence, ...body } = record;
        const listed = evidence.map((entry) => entry.id);
        expect(new Set(listed).size).toBe(listed.length);
        const referred = new Set(JSON.stringify(body).match(/ev_[a-z0-9]+/g) ?? []);
        for (const id of referred) expect(listed).toContain(id);
        expect(listed.length).toBeGreaterThan(0);
      }),
    );
  });

  test("confidence lies between 0 and 1, and agreement never lowers it", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        const confidence = at(observations)?.verification.confidence ?? 0;
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
    const one = observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 10)] });
    const two = { ...one, source: "acme-list" };
    expect(at([one, two], "2026-02-01")?.verification.confidence).toBeGreaterThan(
      at([one], "2026-02-01")?.verification.confidence ?? 1,
    );
    expect(at([one, two], "2026-02-01")?.verification.sources).toBe(2);
  });

  test("a publisher does not confirm himself, whichever sources read his files", () => {
    const plans = { kind: "plans" as const, currency: "USD", complete: true, tiers: [paid("pro", 10)] };
    const file = (owner: string, path: string) => `https://raw.githubusercontent.com/${owner}/${path}`;
    const page = observe(plans, {
      evidence: { url: "https://acme.com/pricing", via: file("api-evangelist", "acme/plans.yml") },
    });
    const copy = observe(plans, {
      source: "acme-list",
      evidence: { url: file("api-evangelist", "acme/finops.yml") },
    });
    const other = observe(plans, { source: "acme-list", evidence: { url: file("someone", "acme/list.yml") } });
    const sources = (observations: readonly Observation[]) => at(observations)?.verification.sources;
    expect([sources([page, copy]), sources([page, other])]).toEqual([1, 2]);
    expect(at([page, copy])?.verification.confidence).toBe(at([page])?.verification.confidence);
  });

  test("licence is restricted exactly for the groups with restricted evidence", () => {
    fc.assert(
      fc.property(fc.array(observation, { minLength: 1, maxLength: 8 }), (observations) => {
        const record = at(observations);
        if (!record) return;
        const restricted = new Set(
          record.evidence.filter((entry) => entry.source === "example-medians").map((entry) => entry.id),
        );
        for (const [group, state] of Object.entries(record.license)) {
          const text = JSON.stringify(record[group as keyof typeof record]);
          expect(state === "restricted").toBe([...restricted].some((id) => text.includes(id)));
        }
        expect(record.licenseNote !== undefined).toBe(Object.values(record.license).includes("restricted"));
      }),
    );
  });
});

describe("tiers", () => {
  const plans = (tiers: ReturnType<typeof tier>[], complete = true) => ({
    kind: "plans" as const,
    currency: "USD",
    complete,
    tiers,
  });

  test("a price without a stated billing period is shown, but as neither monthly nor annual", () => {
    const unstated = tier("pro", { status: "published", prices: [{ amount: 9, period: "month", billing: null }] });
    const record = at([observe(plans([unstated]))]);
    expect(record?.tiers?.[0]).toMatchObject({
      priceMonthly: null,
      priceAnnual: null,
      listPrice: { amount: 9, period: "month", billing: "unstated" },
    });
    expect(record?.priceRange).toMatchObject({ low: 9, high: 9, display: "$9 per user/month" });
  });

  test("a yearly price is given per month, rounded half-up to cents", () => {
    const yearly = tier("pro", { status: "published", prices: [{ amount: 100.5, period: "year", billing: "annual" }] });
    expect(at([observe(plans([yearly]))])?.tiers?.[0]).toMatchObject({ priceAnnual: 8.38, priceMonthly: null });
  });

  test("a contact-sales tier has no price and leaves the range to the others", () => {
    const record = at([
      observe(
        plans([
          tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] }),
          paid("pro", 8.75),
          tier("enterprise"),
        ]),
      ),
    ]);
    expect(record?.tiers?.[2]).toMatchObject({
      priceMonthly: null,
      listPrice: null,
      priceStatus: "contact_sales",
      currency: null,
    });
    expect(record?.priceRange).toMatchObject({ low: 0, median: 4.38, high: 8.75, display: "$0–$8.75 per user/month" });
    expect(record?.freeTier?.available).toBe(true);
  });

  test("a free tier opens the range, whatever it is counted by", () => {
    const free = tier("free", {
      status: "published",
      prices: [{ amount: 0, period: "month", billing: null }],
      unit: "account",
    });
    expect(at([observe(plans([free, paid("pro", 4)]))])?.priceRange).toMatchObject({
      low: 0,
      high: 4,
      unit: "user/month",
    });
    expect(at([observe(plans([free, paid("pro", 4)], false))])?.priceRange.display).toBe(
      "Free tier; paid from $4 per user/month",
    );
  });

  test("a free tier beside paid ones without a figure is not the price of the product", () => {
    const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] });
    expect(at([observe(plans([free, tier("enterprise")]))])?.priceRange).toMatchObject({
      low: 0,
      median: null,
      high: null,
      display: "Free tier",
    });
    expect(at([observe(plans([free]))])?.priceRange).toMatchObject({ low: 0, high: 0, display: "Free" });
  });

  test("the range is told in the unit of the paid tiers, in that of a one-time price only where nothing is paid by period", () => {
    const free = (id: string) =>
      tier(id, { status: "published", prices: [{ amount: 0, period: "month", billing: null }], unit: "account" });
    const once = (id: string) =>
      tier(id, { status: "published", prices: [{ amount: 1, period: "once", billing: null }] });
    expect(at([observe(plans([free("community"), free("hobby"), paid("team", 125)]))])?.priceRange).toMatchObject({
      high: 125,
      unit: "user/month",
      display: "$0–$125 per user/month",
    });
    expect(at([observe(plans([once("pass"), paid("pro", 49)]))])?.priceRange).toMatchObject({
      low: 49,
      unit: "user/month",
    });
    expect(at([observe(plans([once("pass")]))])?.priceRange).toMatchObject({ low: 1, unit: "user, one-time" });
    const pack = { ...once("pack"), unit: null };
    expect(at([observe(plans([pack]))])?.priceRange.display).toBe("$1 once");
  });

  test("of an open-source product without a price list the range says under which licence it is free", () => {
    const open = observe({
      kind: "open_source",
      licences: ["AGPL-3.0"],
      repository: null,
    });
    expect(at([open])?.priceRange).toMatchObject({
      low: null,
      high: null,
      display: "Open source: free to self-host (licence: AGPL-3.0)",
    });
  });

  test("only contact-sales tiers make a quote-only product without a price", () => {
    const record = at([observe(plans([tier("enterprise")]))]);
    expect(record).toMatchObject({
      pricingModel: "quote_only",
      priceStatus: "contact_sales",
      priceRange: { low: null, high: null },
    });
  });

  test("a partial reading leaves the top of the range unknown and fills its tiers from a recent other", () => {
    const record = at(
      [
        observe(plans([paid("pro", 10)], false), { observedAt: "2026-06-01" }),
        observe(plans([paid("pro", 10), paid("business", 20)]), {
          source: "acme-list",
          trust: "B",
          observedAt: "2026-05-01",
        }),
        observe(plans([paid("legacy", 3)]), { source: "example-medians", trust: "C", observedAt: "2021-05-01" }),
      ],
      "2026-07-01",
    );
    expect(record?.tiersComplete).toBe(false);
    expect(record?.priceRange.high).toBeNull();
    expect(record?.tiers?.map((item) => item.id)).toEqual(["pro", "business"]);
  });

  test("sources that differ on a filled tier are disputed as well", () => {
    const record = at(
      [
        observe(plans([paid("pro", 10)], false), { observedAt: "2026-06-01" }),
        observe(plans([paid("business", 20)]), { source: "acme-list", trust: "B", observedAt: "2026-05-01" }),
        observe(plans([paid("business", 25)]), { source: "example-medians", trust: "C", observedAt: "2026-05-20" }),
      ],
      "2026-07-01",
    );
    expect(record?.tiers?.map((item) => [item.id, item.priceMonthly, item.observedAt])).toEqual([
      ["pro", 10, "2026-06-01"],
      ["business", 20, "2026-05-01"],
    ]);
    expect(record?.verification.disputed).toMatchObject([{ tier: "business", shown: 20, other: 25 }]);
  });

  test("two recent sources that differ are both shown, and confidence falls", () => {
    const first = observe(plans([paid("pro", 10)]), { observedAt: "2026-06-01" });
    const second = observe(plans([paid("pro", 12)]), { source: "acme-list", trust: "B", observedAt: "2026-05-20" });
    const record = at([first, second], "2026-07-01");
    expect(record?.verification).toMatchObject({
      status: "disputed",
      disputed: [{ tier: "pro", field: "priceMonthly", shown: 10, other: 12 }],
    });
    expect(record?.verification.confidence).toBeLessThan(at([first], "2026-07-01")?.verification.confidence ?? 0);
  });

  test("an older figure is history, not a dispute", () => {
    const record = at(
      [
        observe(plans([paid("pro", 12)]), { observedAt: "2026-06-01" }),
        observe(plans([paid("pro", 10)]), { source: "acme-list", observedAt: "2024-06-01" }),
      ],
      "2026-07-01",
    );
    expect(record?.verification).toMatchObject({ status: "imported", disputed: [] });
    expect(record?.priceHistory?.map((point) => [point.observedAt, point.price])).toEqual([
      ["2024-06-01", 10],
      ["2026-06-01", 12],
    ]);
  });

  test("what was seen on a day is known on that day, and not the day before", () => {
    const reading = observe(plans([paid("pro", 10)]), { observedAt: "2026-06-01" });
    expect(at([reading], "2026-06-01")?.tiers?.[0]?.priceMonthly).toBe(10);
    expect(at([reading], "2026-05-31")).toBeNull();
  });

  test("a price that the vendor has announced is not in force before its day, nor after it until a reading shows it", () => {
    const now = observe(plans([paid("pro", 10)]), { observedAt: "2026-06-01" });
    const announced = observe(plans([paid("pro", 12)]), { observedAt: "2026-06-01", effectiveFrom: "2026-09-01" });
    expect(at([now, announced], "2026-08-31")?.tiers?.[0]?.priceMonthly).toBe(10);
    expect(at([now, announced], "2026-09-01")?.tiers?.[0]?.priceMonthly).toBe(10);
    const read = observe(plans([paid("pro", 12)]), { observedAt: "2026-09-03" });
    expect(at([now, announced, read], "2026-09-03")?.tiers?.[0]?.priceMonthly).toBe(12);
    expect(changes([now, announced], "2026-08-31").map((change) => change.class)).toEqual(["coverage", "scheduled"]);
    expect(changes([now, announced], "2026-09-01").map((change) => change.class)).toEqual(["coverage", "unconfirmed"]);
    expect(changes([now, announced, read], "2026-09-03")).toMatchObject([
      { class: "coverage" },
      { class: "move", before: 10, after: 12, effectiveFrom: "2026-09-01" },
    ]);
  });

  test("a reading past its due day is stale", () => {
    const record = (asOf: string) => at([observe(plans([paid("pro", 10)]))], asOf)?.verification.status;
    expect(record("2026-06-30")).toBe("imported");
    expect(record("2026-07-01")).toBe("stale");
  });
});

describe("rate cards", () => {
  const rates = (model: string, unitPrice: number | null, rest: Partial<Observation> = {}, per = 1_000_000) =>
    observe(
      {
        kind: "rates",
        model,
        currency: "USD",
        status: unitPrice === null ? "retired" : "active",
        meters:
          unitPrice === null
            ? []
            : [
                {
                  name: "inputTokens",
                  unit: "token",
                  per,
                  mode: "standard",
                  tierMode: null,
                  prices: [{ unitPrice, from: 0, upTo: null, when: null }],
                },
              ],
      },
      rest,
    );

  test("examples of a price give no range where a rate card has the prices", () => {
    const example = tier("replication", {
      status: "published",
      prices: [{ amount: 0.0025, period: "usage", billing: null }],
    });
    const list = (complete: boolean, trust: "A" | "C") =>
      observe({ kind: "plans", currency: "USD", complete, tiers: [example] }, { trust });
    const range = (complete: boolean, trust: "A" | "C") => at([list(complete, trust), rates("acme-1", 2)])?.priceRange;
    expect(range(false, "C")).toMatchObject({ low: null, unit: null, display: "Priced by usage: 1 rate" });
    expect(range(true, "C")?.low).toBe(0.0025);
    expect(range(false, "A")?.low).toBe(0.0025);
  });

  test("a retired model leaves the card and stays in the history", () => {
    const readings = [
      rates("acme-1", 2, { observedAt: "2025-01-01" }),
      rates("acme-1", 1, { observedAt: "2025-06-01" }),
      rates("acme-1", null, { observedAt: "2026-01-01" }),
      rates("acme-2", 3, { observedAt: "2026-01-01" }),
    ];
    expect(
      at(readings, "2025-07-01")?.usage?.models.map((model) => [model.model, model.meters[0]?.prices[0]?.unitPrice]),
    ).toEqual([["acme-1", 1]]);
    expect(at(readings, "2026-02-01")?.usage?.models.map((model) => model.model)).toEqual(["acme-2"]);
    expect(at(readings, "2026-02-01")?.priceHistory?.map((point) => [point.tier, point.price])).toEqual([
      ["acme-1", 2],
      ["acme-1", 1],
    ]);
  });

  test("a model stays on the card with the day on which its maker shuts it down, deprecated before and retired after", () => {
    const end = observe(
      { kind: "rates", model: "acme-1", status: "retired", currency: "USD", meters: [] },
      { observedAt: "2026-01-05", effectiveFrom: "2026-03-01", voice: "notice" },
    );
    const readings = [
      rates("acme-1", 2, { observedAt: "2025-03-01" }),
      end,
      rates("acme-1", 9, { observedAt: "2026-04-01" }),
    ];
    const model = (asOf: string) => at(readings, asOf)?.usage?.models[0];
    expect(model("2026-01-01")).toMatchObject({ status: "active" });
    expect(model("2026-02-01")).toMatchObject({ status: "deprecated" });
    expect(model("2026-05-01")).toMatchObject({ status: "retired", retiredOn: "2026-03-01" });
    expect(model("2026-05-01")?.meters[0]?.prices[0]?.unitPrice).toBe(2);
    expect(model("2026-02-01")?.scheduled).toEqual([]);
  });

  test("a model that one list dropped stays while another still shows it", () => {
    const dropped = [
      rates("acme-1", 2, { observedAt: "2025-01-01" }),
      rates("acme-1", null, { observedAt: "2026-01-01" }),
    ];
    const listed = rates("acme-1", 2, { observedAt: "2025-12-01", source: "acme-list" });
    const longAgo = rates("acme-1", 2, { observedAt: "2025-03-01", source: "acme-list" });
    expect(at([...dropped, listed], "2026-02-01")?.usage?.models).toHaveLength(1);
    expect(at([...dropped, longAgo], "2026-02-01")?.usage).toBeUndefined();
  });

  test("the same rate in another unit agrees; a different rate is a conflict, shown and not chosen silently", () => {
    const own = rates("acme-1", 2, { observedAt: "2026-01-10" });
    const same = rates("acme-1", 0.002, { observedAt: "2026-01-01", source: "acme-list" }, 1000);
    const other = rates("acme-1", 2.5, { observedAt: "2026-01-01", source: "acme-list" });
    const model = (observations: Observation[]) => at(observations, "2026-02-01")?.usage?.models[0];
    expect(model([own, same])?.conflicts).toEqual([]);
    expect(model([own, same])?.meters[0]?.evidence).toHaveLength(2);
    expect(model([own, other])?.conflicts).toMatchObject([{ meter: "inputTokens", shown: 2, other: 2.5 }]);
    expect(model([own, other])?.confidence).toBeLessThan(model([own])?.confidence ?? 0);
    expect(model([own, same])?.confidence).toBeGreaterThan(model([own])?.confidence ?? 1);
  });

  test("two lists that agree outweigh one better list that differs, but not the vendor's own page; the difference is shown", () => {
    const alone = rates("acme-1", 5, { observedAt: "2026-01-10", trust: "B", voice: "north" });
    const first = rates("acme-1", 2, { observedAt: "2026-01-08", trust: "B", source: "acme-list" });
    const second = rates("acme-1", 2, { observedAt: "2026-01-09", trust: "B", voice: "south" });
    const model = at([alone, first, second], "2026-02-01")?.usage?.models[0];
    expect(model?.meters[0]?.prices[0]?.unitPrice).toBe(2);
    expect(model?.conflicts).toMatchObject([{ shown: 2, other: 5 }]);
    const own: Observation = { ...alone, trust: "A" };
    const disputed = at([own, first, second], "2026-02-01")?.usage?.models[0];
    expect(disputed?.meters[0]?.prices[0]?.unitPrice).toBe(5);
    expect(disputed?.conflicts).toMatchObject([
      { shown: 5, other: 2, shownOn: "2026-01-10", observedAt: "2026-01-09" },
      { shown: 5, other: 2, shownOn: "2026-01-10", observedAt: "2026-01-08" },
    ]);
  });

  test("a free first band is not the price that history and conflicts speak of", () => {
    const banded = (unitPrice: number, rest: Partial<Observation>) => {
      const observation = rates("acme-1", unitPrice, rest);
      if (observation.fact.kind !== "rates") throw new Error("not rates");
      const meters = observation.fact.meters.map((meter) => ({
        ...meter,
        tierMode: "graduated" as const,
        prices: [
          { unitPrice: 0, from: 0, upTo: 100, when: null },
          { unitPrice, from: 100, upTo: null, when: null },
        ],
      }));
      return { ...observation, fact: { ...observation.fact, meters } };
    };
    const record = at([banded(2, { observedAt: "2025-01-01" }), banded(3, { observedAt: "2025-06-01" })], "2026-02-01");
    expect(record?.priceHistory?.map((point) => point.price)).toEqual([2, 3]);
  });

  test("an announced rate is listed as scheduled until its day, then as unconfirmed until a reading shows it", () => {
    const readings = [
      rates("acme-1", 2, { observedAt: "2026-01-01" }),
      rates("acme-1", 1, { observedAt: "2026-01-01", effectiveFrom: "2026-03-01" }),
    ];
    const before = at(readings, "2026-02-01")?.usage?.models[0];
    expect(before?.meters[0]?.prices[0]?.unitPrice).toBe(2);
    expect(before?.scheduled).toMatchObject([
      { effectiveFrom: "2026-03-01", status: "scheduled", meters: [{ prices: [{ unitPrice: 1 }] }] },
    ]);
    const after = at(readings, "2026-03-01")?.usage?.models[0];
    expect(after?.meters[0]?.prices[0]?.unitPrice).toBe(2);
    expect(after?.scheduled).toMatchObject([{ effectiveFrom: "2026-03-01", status: "unconfirmed" }]);
    const confirmed = at([...readings, rates("acme-1", 1, { observedAt: "2026-03-02" })], "2026-03-02");
    expect(confirmed?.usage?.models[0]?.meters[0]?.prices[0]?.unitPrice).toBe(1);
    expect(confirmed?.usage?.models[0]?.scheduled).toEqual([]);
  });

  test("of two announcements for one day the later reading counts", () => {
    const announced = { effectiveFrom: "2026-03-01" };
    const readings = [
      rates("acme-1", 1, { observedAt: "2026-01-01", ...announced }),
      rates("acme-1", 1.5, { observedAt: "2026-01-20", ...announced }),
      rates("acme-1", 2, { observedAt: "2026-01-01" }),
    ];
    expect(at(readings, "2026-02-01")?.usage?.models[0]?.scheduled).toMatchObject([
      { meters: [{ prices: [{ unitPrice: 1.5 }] }] },
    ]);
    const read = rates("acme-1", 1.5, { observedAt: "2026-03-01" });
    expect(at([...readings, read], "2026-03-01")?.usage?.models[0]?.meters[0]?.prices[0]?.unitPrice).toBe(1.5);
  });

  test("a rate in another currency neither conflicts nor fills a card", () => {
    const own = rates("acme-1", 2, { observedAt: "2026-01-10" });
    const other = rates("acme-1", 14, { observedAt: "2026-01-09", source: "acme-list" });
    if (other.fact.kind !== "rates") throw new Error("not rates");
    const meters = other.fact.meters.flatMap((meter) => [meter, { ...meter, name: "outputTokens" }]);
    const yuan = { ...other, fact: { ...other.fact, currency: "CNY", meters } };
    const model = at([own, yuan], "2026-02-01")?.usage?.models[0];
    expect(model).toMatchObject({ currency: "USD", conflicts: [] });
    expect(model?.meters.map(({ name }) => name)).toEqual(["inputTokens"]);
  });
});

describe("changes", () => {
  const series = (...steps: [string, number | null, string?][]) =>
    steps.map(([observedAt, price, currency = "USD"]) =>
      observe(
        { kind: "plans", currency, complete: true, tiers: [price === null ? tier("pro") : paid("pro", price)] },
        { observedAt },
      ),
    );
  const classes = (observations: Observation[]) =>
    changes(observations).map((change) => [change.class, change.before, change.after, change.percent]);

  test("a first sighting is coverage, a later step a move", () => {
    expect(classes(series(["2024-01-01", 8], ["2025-01-01", 10]))).toEqual([
      ["coverage", null, 8, null],
      ["move", 8, 10, 25],
    ]);
  });

  test("a price that returns within 45 days was a slip, both ways", () => {
    expect(classes(series(["2024-01-01", 8], ["2024-03-01", 80.5], ["2024-03-20", 8])).map(([kind]) => kind)).toEqual([
      "coverage",
      "correction",
      "correction",
    ]);
    expect(classes(series(["2024-01-01", 8], ["2024-03-01", 9], ["2024-06-20", 8])).map(([kind]) => kind)).toEqual([
      "coverage",
      "move",
      "move",
    ]);
  });

  test("a step by a power of ten is a mended unit", () => {
    expect(classes(series(["2024-01-01", 1500], ["2024-06-01", 1.5]))[1]?.[0]).toBe("correction");
    expect(classes(series(["2024-01-01", 15], ["2024-06-01", 1.6]))[1]?.[0]).toBe("move");
  });

  test("another currency is a break, not a move", () => {
    expect(classes(series(["2024-01-01", 8], ["2025-01-01", 7, "EUR"]))[1]).toEqual(["coverage", null, 7, null]);
  });

  test("a price withdrawn to contact sales has no price after, never 0", () => {
    expect(classes(series(["2024-01-01", 8], ["2025-01-01", null]))[1]).toEqual(["move", 8, null, null]);
  });

  test("two sources that show one step give one change with both as evidence", () => {
    const [first, second] = series(["2024-01-01", 8], ["2025-01-01", 10]) as [Observation, Observation];
    const other = [first, second].map((item) => ({
      ...item,
      source: "acme-list",
      observedAt: addDays(item.observedAt, 20),
    }));
    const found = changes([first, second, ...other]);
    expect(found.map((change) => change.class)).toEqual(["coverage", "move"]);
    expect(found[1]?.evidence).toHaveLength(2);
  });

  test("two sources that show different prices within half a year are no change", () => {
    const [first] = series(["2024-01-01", 8]) as [Observation];
    const [second] = series(["2024-06-01", 10]) as [Observation];
    expect(changes([first, { ...second, source: "acme-list" }]).map((change) => change.class)).toEqual(["coverage"]);
  });
});

describe("a product of which only the identity is recorded", () => {
  const listed = observe({ kind: "identity" }, { trust: "C" });

  test("has a record without price, evidence, or confidence from that day on", () => {
    expect(at([listed], "2025-12-31")).toBeNull();
    const record = at([listed]);
    expect(record).toMatchObject({ priceStatus: "unverified", pricingModel: null, license: {}, evidence: [] });
    expect(record?.verification).toMatchObject({ confidence: null, sources: 0, observedAt: "2026-01-01" });
    expect(record?.tiers).toBeUndefined();
  });

  test("has the record of what a source says as soon as one does", () => {
    const plans = observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 8)] });
    const open = observe({ kind: "open_source", licences: ["MIT"], repository: null }, { observedAt: "2025-06-01" });
    expect(at([listed, plans])).toEqual(at([plans]));
    expect(at([listed, open])).toEqual(at([open]));
  });
});
