import fc from "fast-check";
import type { Source } from "@/lib/schemas/catalog";
import type { Fact, Observation, PlansFact, TierFact } from "@/lib/schemas/observation";
import { addDays } from "../day";

export const SOURCES: ReadonlyMap<string, Source> = new Map(
  (["acme-list", "example-pages", "example-medians"] as const).map((slug) => [
    slug,
    {
      slug,
      name: slug,
      publisher: "Example",
      url: "https://example.com/data",
      licence: "MIT",
      licenceUrl: null,
      restricted: slug === "example-medians",
      attribution: "Example",
      version: null,
      obtainedAt: "2026-11-21",
      taken: "Fixture.",
    },
  ]),
);

/** Returns an observation of Acme at example.com with the fields that the test needs. */
export function observe(fact: Fact, rest: Partial<Omit<Observation, "fact">> = {}): Observation {
  return {
    product: "acme",
    source: "example-pages",
    trust: "A",
    observedAt: "2026-01-01",
    evidence: { url: "https://example.com/pricing" },
    fact,
    ...rest,
  };
}

export function tier(id: string, rest: Partial<TierFact> = {}): TierFact {
  return { id, name: id, status: "contact_sales", prices: [], unit: "user", ...rest };
}

export function paid(id: string, monthly: number, rest: Partial<TierFact> = {}): TierFact {
  return tier(id, { status: "published", prices: [{ amount: monthly, period: "month", billing: "monthly" }], ...rest });
}

/** Returns "from $9": the cheapest paid plan. */
export function start(
  amount: number,
  {
    currency = "USD",
    billing = null,
    unit = "user",
  }: { currency?: string; billing?: "monthly" | "annual" | null; unit?: string | null } = {},
): PlansFact {
  const prices = [{ amount, period: "month" as const, billing }];
  const only = tier("starting-price", {
    name: "Cheapest paid plan",
    startingPrice: true,
    status: "published",
    prices,
    unit,
  });
  return { kind: "plans", currency, complete: false, tiers: [only] };
}

export const FIRST_DAY = "2020-01-01";
/** Mostly one of a few days, so that readings collide. */
export const day = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(0, 20, 400, 420, 1200) }, fc.integer({ min: 0, max: 2500 }))
  .map((days) => addDays(FIRST_DAY, days));
const amount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
);
const currency = fc.constantFrom("USD", "EUR");

const priceFact = fc.record({
  amount,
  period: fc.constantFrom("month", "year", "once", "usage"),
  billing: fc.constantFrom("monthly", "annual", null),
});

const tierFact: fc.Arbitrary<TierFact> = fc
  .record({
    id: fc.constantFrom("free", "pro", "business", "enterprise"),
    published: fc.boolean(),
    prices: fc.array(priceFact, { minLength: 1, maxLength: 3 }),
    unpublished: fc.constantFrom("contact_sales", "not_published", "unverified", "not_applicable"),
    unit: fc.constantFrom("user", "account", null),
  })
  .map(
    ({ id, published, prices, unpublished, unit }): TierFact => ({
      id,
      name: id,
      status: published ? "published" : unpublished,
      prices: published ? prices : [],
      unit,
    }),
  );

/** A starting price: the source states only that no paid plan is cheaper. */
export const startingFact = fc
  .record({
    currency,
    amount: fc.integer({ min: 1, max: 40 }),
    billing: fc.constantFrom("monthly", "annual", null),
    unit: fc.constantFrom("user", null),
  })
  .map(({ currency, amount, billing, unit }) => start(amount, { currency, billing, unit }));

/** Null: a price without a region. */
function priceIn(region: string | null) {
  return amount.map((unitPrice) => ({
    unitPrice,
    from: 0,
    upTo: null,
    when: null,
    ...(region !== null && { regions: [region] }),
  }));
}

const fact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 2, arbitrary: startingFact },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("plans" as const),
      currency,
      complete: fc.boolean(),
      tiers: fc.uniqueArray(tierFact, { minLength: 1, maxLength: 4, selector: (item) => item.id }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("rates" as const),
      model: fc.constantFrom("acme-1", "acme-2"),
      currency: fc.constant("USD"),
      status: fc.constantFrom("active" as const, "retired" as const),
      meters: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom("inputTokens", "outputTokens"),
          unit: fc.constant("token"),
          per: fc.constantFrom(1, 1_000_000),
          mode: fc.constantFrom("standard" as const, "batch" as const),
          tierMode: fc.constant(null),
          prices: fc
            .uniqueArray(fc.constantFrom(null, "north", "south"), { minLength: 1 })
            .chain((regions) => fc.tuple(...regions.map(priceIn))),
        }),
        { maxLength: 3, selector: (meter) => `${meter.name} ${meter.mode}` },
      ),
    }),
  },
  fc.record({
    kind: fc.constant("hidden_cost" as const),
    cost: fc.constantFrom("sso" as const, "support" as const),
    label: fc.constantFrom("Single sign-on", "Support"),
    amount: fc.oneof(amount, fc.constant(null)),
    percent: fc.constant(null),
    currency: fc.constant("USD"),
    unit: fc.constantFrom("user/month", "year"),
  }),
  fc.record({
    kind: fc.constant("market" as const),
    publisher: fc.constant("Example"),
    medianAnnualCost: fc.oneof(amount, fc.constant(null)),
    low: fc.constant(null),
    high: fc.constant(null),
    sampleSize: fc.constant(null),
    currency: fc.constant("USD"),
    scope: fc.constantFrom("product" as const, "supplier" as const),
  }),
  fc.record({
    kind: fc.constant("purchase" as const),
    buyer: fc.constantFrom("Town of Example", "Example Agency"),
    covers: fc.constantFrom("Licences and support", null),
    amountTotal: amount,
    currency,
    termMonths: fc.constantFrom(6, 12, 36, null),
    signedAt: day,
    endsAt: fc.constant(null),
    taxIncluded: fc.constantFrom(true, null),
    seats: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant("rating" as const),
    publisher: fc.constant("Example"),
    rating: fc.constantFrom(4.1, 4.7),
    scale: fc.constant(5),
    reviewCount: fc.constantFrom(10, 200, null),
  }),
  fc.record({
    kind: fc.constant("contract_term" as const),
    field: fc.constantFrom("autoRenewal" as const, "nonRenewalNoticeDays" as const),
    value: fc.constantFrom(true, 30, 60),
  }),
  fc.record({
    kind: fc.constant("free_tier" as const),
    available: fc.constantFrom(true, false, null),
    trialDays: fc.constantFrom(14, null),
    limits: fc.array(fc.constant({ name: "seats", value: 3, unit: null }), { maxLength: 1 }),
  }),
);

/** Any observation of the made-up product Acme. */
export const observation: fc.Arbitrary<Observation> = fc.record(
  {
    product: fc.constant("acme"),
    source: fc.constantFrom(...SOURCES.keys()),
    voice: fc.constantFrom("north", "south"),
    trust: fc.constantFrom("A" as const, "B" as const, "C" as const),
    observedAt: day,
    effectiveFrom: day,
    evidence: fc.record(
      {
        url: fc.constantFrom("https://example.com/pricing", "https://example.org/plans"),
        undated: fc.constant(true as const),
      },
      { requiredKeys: ["url"] },
    ),
    fact,
  },
  { requiredKeys: ["product", "source", "trust", "observedAt", "evidence", "fact"] },
);

export const ledger = fc.array(observation, { maxLength: 14 });
