import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EvidenceBook } from "@/lib/catalog/ledger";
import { toTier } from "@/lib/catalog/plans";
import type { ReadPrice, ReadTier } from "@/lib/reader";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import { Observation, type PriceFact, type TierFact } from "@/lib/schemas/observation";
import { decide, type Standing, type Subject, shownText, toObservation } from "./decide";

const ACME: Subject = { slug: "acme", name: "Acme", sharedBy: 1 };

const fact = (
  name: string,
  prices: [number, PriceFact["period"], PriceFact["billing"]][],
  unit: string | null = "user",
) =>
  ({
    id: name.toLowerCase().replace(/ /g, "-"),
    name,
    status: prices.length > 0 ? ("published" as const) : ("contact_sales" as const),
    prices: prices.map(([amount, period, billing]) => ({ amount, period, billing })),
    unit,
  }) satisfies TierFact;

function standing(tiers: TierFact[], rest: Partial<Standing> & { currency?: string } = {}): Standing {
  const observation = {
    product: "acme",
    source: "acme-list",
    trust: "B" as const,
    observedAt: "2026-01-05",
    evidence: { url: "https://acme.example/pricing" },
    fact: { kind: "plans" as const, currency: rest.currency ?? "USD", complete: true, tiers },
  };
  const book = new EvidenceBook(new Map());
  const shown = tiers.map((tier) => toTier(tier, observation, book));
  return { tiers: shown, complete: true, rated: false, shown: observation, ...rest };
}

const price = (amount: number, rest: Partial<ReadPrice> = {}): ReadPrice => ({
  amount,
  currency: "USD",
  period: "month",
  billing: "monthly",
  unit: "user",
  text: `$${amount}`,
  ...rest,
});
const annual = (amount: number, rest: Partial<ReadPrice> = {}) => price(amount, { billing: "annual", ...rest });
const unstated = (amount: number, rest: Partial<ReadPrice> = {}) => price(amount, { billing: null, ...rest });
const tier = (name: string, ...prices: ReadPrice[]): ReadTier => ({
  name,
  status: prices.length > 0 ? "published" : "contact_sales",
  prices,
});
const page = (...tiers: ReadTier[]) => ({
  reading: { extractor: "html" as const, complete: true, tiers },
  refusals: [],
});
const inPart = (...tiers: ReadTier[]) => ({ reading: { ...page(...tiers).reading, complete: false }, refusals: [] });

const FREE = fact("Free", [[0, "month", null]]);
const PRO = fact("Pro", [
  [10, "month", "monthly"],
  [8, "month", "annual"],
]);
const TEAM = fact("Team", [[20, "month", "monthly"]]);
const ENTERPRISE = fact("Enterprise", []);
const STANDS = standing([FREE, PRO, TEAM, ENTERPRISE]);
const free = tier("Free", price(0));
const pro = tier("Pro", price(10), annual(8));
const team = tier("Team", price(20));
const enterprise = tier("Enterprise");
const told = (...tiers: ReadTier[]) => decide(STANDS, page(...tiers), ACME);

describe("what stands and what a page says", () => {
  test("the same is unchanged and needs no new line in the ledger", () => {
    expect(told(free, pro, team, enterprise)).toEqual({
      outcome: "unchanged",
      fact: null,
      moves: [],
      why: [],
      reason: null,
    });
  });

  test.each([
    [
      "in another order and spelling",
      [tier("TEAM plan", price(20)), tier("PRO", price(10), annual(8)), free, enterprise],
    ],
    ["with the product's name in those of the plans", [free, tier("Acme Pro", price(10), annual(8)), team, enterprise]],
    ["without one of two ways to pay", [free, tier("Pro", annual(8)), team, enterprise]],
    [
      "with the price of a year in place of its twelfth",
      [free, tier("Pro", price(10), annual(96, { period: "year" })), team, enterprise],
    ],
    ["without saying how it is billed", [free, tier("Pro", unstated(10)), team, enterprise]],
    ["without naming what is counted", [free, tier("Pro", price(10, { unit: null })), team, enterprise]],
    ["with another word for who is counted", [free, pro, tier("Team", price(20, { unit: "seat" })), enterprise]],
    [
      "in two currencies of which one is ours",
      [free, pro, tier("Team", price(18, { currency: "EUR" }), price(20)), enterprise],
    ],
  ])("the same %s is unchanged", (_, tiers) => {
    expect(told(...tiers)).toMatchObject({ outcome: "unchanged", fact: null, why: [] });
  });

  test("a price that moves by up to a half is taken, with what it was", () => {
    const { outcome, moves, fact: read } = told(free, tier("Pro", price(12), annual(8)), team, enterprise);
    expect(outcome).toBe("moved");
    expect(moves).toEqual([{ tier: "pro", form: "monthly", before: 10, after: 12, currency: "USD" }]);
    expect(read?.tiers.map(({ id }) => id)).toEqual(["free", "pro", "team", "enterprise"]);
    expect(told(free, tier("Pro", price(15), annual(8)), team, enterprise).outcome).toBe("moved");
    expect(told(free, tier("Pro", price(5), annual(8)), team, enterprise).outcome).toBe("moved");
  });

  test.each([
    [
      "a price that rises by more than a half",
      [free, tier("Pro", price(15.01), annual(8)), team, enterprise],
      /Pro: 10 → 15.01 .*more than 50 %/,
    ],
    [
      "a price that falls by more than a half",
      [free, tier("Pro", price(4.99), annual(8)), team, enterprise],
      /Pro: 10 → 4.99/,
    ],
    ["a plan that vanished", [free, pro, enterprise], /Team is no longer on the page/],
    [
      "a plan under another name",
      [free, pro, tier("Squad", price(20)), enterprise],
      /Team is not on the page; Squad is there at the same price/,
    ],
    ["a plan sold on request that vanished", [free, pro, team], /Enterprise is no longer/],
    [
      "another currency",
      [free, pro, tier("Team", price(20, { currency: "EUR" })), enterprise],
      /Team: its currency was USD, and the page shows EUR/,
    ],
    [
      "a paid plan that is free now",
      [free, pro, tier("Team", price(0)), enterprise],
      /Team: it had a price and is now free/,
    ],
    ["a free plan that costs now", [tier("Free", price(3)), pro, team, enterprise], /Free: it was free/],
    [
      "a plan that has lost its price",
      [free, pro, { name: "Team", status: "contact_sales" as const, prices: [] }, enterprise],
      /Team: its price is no longer/,
    ],
    [
      "a plan on request that has a price now",
      [free, pro, team, tier("Enterprise", price(60))],
      /Enterprise: it was quoted on request/,
    ],
    [
      "another period",
      [free, pro, tier("Team", price(20, { period: "once", billing: null })), enterprise],
      /Team: it was priced per month, billed monthly, and the page prices it as a one-time price/,
    ],
    [
      "another unit",
      [free, pro, tier("Team", price(20, { unit: "site" })), enterprise],
      /Team: it was priced per user, and the page prices it per site/,
    ],
    [
      "two prices for one plan",
      [free, pro, tier("Team", price(21), price(25)), enterprise],
      /Team has two prices of the same kind: 21 and 25/,
    ],
    ["two plans of one name", [free, pro, team, tier("Team", price(25)), enterprise], /two tiers named Team differ/],
  ])("%s waits for a person, and the page's word is kept for them", (_, tiers, why) => {
    const { outcome, why: reasons, fact: read } = told(...tiers);
    expect(outcome).toBe("held");
    expect(reasons.join("; ")).toMatch(why);
    expect(read).not.toBeNull();
  });

  test("each rule that holds a page back is told", () => {
    const { why } = told(tier("Pro", price(30), annual(8)), enterprise);
    expect(why).toHaveLength(3);
  });

  test("a page that shows annual billing only is no price cut", () => {
    const { outcome, why, moves } = told(free, pro, tier("Team", annual(16)), enterprise);
    expect(outcome).toBe("held");
    expect(why[0]).toMatch(/billed monthly.*billed yearly.*cannot be compared/);
    expect(moves).toEqual([]);
  });

  test("a lower price whose billing the page does not state is no price cut; a higher one has risen, however billed", () => {
    expect(told(free, pro, tier("Team", unstated(16)), enterprise).outcome).toBe("held");
    expect(told(free, pro, tier("Team", unstated(24)), enterprise)).toMatchObject({
      outcome: "moved",
      moves: [{ tier: "team", form: "unstated", before: 20, after: 24 }],
    });
  });

  test("a plan that is new beside all that were known is news; beside a part of them it is only told", () => {
    const more = [free, pro, team, tier("Scale", price(40)), enterprise];
    expect(told(...more)).toMatchObject({ outcome: "moved", moves: [{ tier: "scale", before: null, after: 40 }] });
    const part = decide({ ...STANDS, complete: false }, page(...more), ACME);
    expect(part).toMatchObject({ outcome: "unchanged", moves: [{ tier: "scale", before: null }] });
    expect(part.fact?.tiers).toHaveLength(5);
  });

  test("a way to pay that was not known is added, unless the page lacks another one that is", () => {
    const adds = told(free, pro, tier("Team", price(20), annual(17)), enterprise);
    expect(adds).toMatchObject({ outcome: "unchanged", moves: [] });
    expect(adds.fact?.tiers[2]?.prices).toHaveLength(2);
    expect(told(free, tier("Pro", price(10)), tier("Team", price(20), annual(17)), enterprise).fact).toBeNull();
  });

  test("of a page that was read in part, what was not found is not believed to be gone", () => {
    const { outcome, why } = decide(STANDS, inPart(free, pro, enterprise), ACME);
    expect(outcome).toBe("held");
    expect(why).toEqual(["Team was not found, and only part of the page was read"]);
  });

  test("on a page of several products what they share confirms; what differs may be another one's", () => {
    const shared = { ...ACME, sharedBy: 3 };
    expect(decide(STANDS, page(free, pro, team, enterprise, tier("Other", price(99))), shared)).toMatchObject({
      outcome: "unchanged",
      fact: null,
    });
    expect(decide(STANDS, page(free, tier("Pro", price(11), annual(8)), team, enterprise), shared).why).toEqual([
      "the page belongs to 3 products, and it does not say which tier belongs to which product",
    ]);
  });
});

describe("where nothing stood", () => {
  test("a page that was read in full is taken; one read in part, or of a product priced by use, waits", () => {
    expect(decide(null, page(free, pro), ACME).outcome).toBe("first_read");
    expect(decide(null, inPart(free, pro), ACME).outcome).toBe("held");
    expect(decide({ tiers: [], complete: false, rated: true, shown: null }, page(free, pro), ACME).outcome).toBe(
      "held",
    );
    expect(decide(null, page(free, pro), { ...ACME, sharedBy: 2 }).outcome).toBe("held");
  });

  test("a page without a price takes nothing and removes nothing, and says why", () => {
    const refusals = [{ extractor: "html" as const, what: "$5 off", why: "a discount" }];
    for (const stands of [null, STANDS]) {
      expect(decide(stands, { reading: null, refusals }, ACME)).toMatchObject({
        outcome: "unreadable",
        fact: null,
        reason: "no price could be read with certainty; $5 off: a discount",
      });
    }
  });

  test("a starting price is held against the cheapest plan, and the plans are told beside it", () => {
    const start = {
      ...fact("Cheapest paid plan", [[10, "month", null]]),
      id: "starting-price",
      startingPrice: true as const,
    };
    const stands = standing([start], { complete: false });
    expect(decide(stands, page(free, pro, team), ACME)).toMatchObject({ outcome: "unchanged" });
    expect(decide(stands, page(free, pro, team), ACME).fact?.tiers).toHaveLength(3);
    expect(decide(stands, page(free, tier("Pro", price(12)), team), ACME).outcome).toBe("moved");
    expect(decide(stands, page(free, tier("Pro", price(40)), team), ACME).outcome).toBe("held");
  });

  test("only where it is the page's one price is a price from … the one that the product begins at", () => {
    const from = { ...tier("Business", price(99)), startingPrice: true as const };
    expect(decide(null, page(from), ACME).fact?.tiers[0]?.startingPrice).toBe(true);
    for (const { startingPrice } of decide(null, page(pro, from), ACME).fact?.tiers ?? []) {
      expect(startingPrice).toBeUndefined();
    }
  });
});

describe("for any plans", () => {
  const cents = fc.integer({ min: 100, max: 500_000 }).map((n) => n / 100);
  const plans = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom("Solo", "Pro", "Team", "Growth", "Scale", "Studio"),
      monthly: cents,
      hasAnnual: fc.boolean(),
      unit: fc.constantFrom("user", "site", null),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
  );
  const facts = (rows: { name: string; monthly: number; hasAnnual: boolean; unit: string | null }[]) =>
    rows.map(({ name, monthly, hasAnnual, unit }) =>
      fact(
        name,
        [
          [monthly, "month", "monthly"],
          ...(hasAnnual ? [[monthly, "month", "annual"] as [number, "month", "annual"]] : []),
        ],
        unit,
      ),
    );
  const shows = (rows: Parameters<typeof facts>[0]) =>
    rows.map(({ name, monthly, hasAnnual, unit }) =>
      tier(name, price(monthly, { unit }), ...(hasAnnual ? [annual(monthly, { unit })] : [])),
    );

  test("the same is unchanged; one price within the bound is exactly that move; beyond it everything waits", () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.integer({ min: -99, max: 300 }), (rows, pick, percent) => {
        const stands = standing(facts(rows));
        expect(decide(stands, page(...shows(rows)), ACME).outcome).toBe("unchanged");
        const chosen = rows[pick % rows.length] as (typeof rows)[number];
        const after = Math.round(chosen.monthly * (100 + percent)) / 100;
        const changed = shows(rows).map((one) =>
          one.name === chosen.name
            ? { ...one, prices: one.prices.map((p) => (p.billing === "monthly" ? { ...p, amount: after } : p)) }
            : one,
        );
        const decision = decide(stands, page(...changed), ACME);
        if (after === chosen.monthly) return;
        const id = chosen.name.toLowerCase();
        expect(decision.moves).toEqual([{ tier: id, form: "monthly", before: chosen.monthly, after, currency: "USD" }]);
        const within = Math.abs(after * 100 - chosen.monthly * 100) * 100 <= chosen.monthly * 100 * 50 + 1e-6;
        expect(decision.outcome).toBe(within ? "moved" : "held");
      }),
      { numRuns: 300 },
    );
  });
});

describe("what goes into the ledger", () => {
  test("names the page, the instant, the digest and the words that show the price", () => {
    const extraction = page(free, tier("Pro", price(12, { text: "Pro $12 per user" }), annual(8)), team, enterprise);
    const decision = decide(STANDS, extraction, ACME);
    const read = {
      url: "https://acme.example/pricing",
      readAt: new Date("2026-03-04T05:06:07Z"),
      sha256: "a".repeat(64),
    };
    if (!decision.fact) throw new Error("nothing was taken");
    const line = toObservation({ ...decision, fact: decision.fact }, extraction.reading, "acme", read);
    expect(Observation.parse(line)).toEqual({
      product: "acme",
      source: CHECKS_SOURCE,
      trust: "A",
      observedAt: "2026-03-04",
      evidence: {
        url: read.url,
        readAt: "2026-03-04T05:06:07.000Z",
        sha256: read.sha256,
        shown: "Pro $12 per user … $8 … $0 … $20",
      },
      fact: decision.fact,
    });
  });

  test("the words are no longer than may be kept", () => {
    const long = Array.from({ length: 9 }, (_, i) => tier(`Plan ${i}`, price(i, { text: `${i}`.repeat(150) })));
    expect(shownText(page(...long).reading)?.length).toBeLessThanOrEqual(500);
  });
});
