import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entries, KnownProduct, PeriodEntry } from "./entries";
import { finder, finders } from "./finder";
import type { DiscoverFilters, DiscoverPage } from "./page";
import { discovered } from "./testing/reference";

const word = fc.constantFrom("acme", "acm", "ac", "a", "desk", "dask", "board", "bord", "hq", "c++", "7", "ledger");
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const text = fc.oneof(
  name,
  fc.tuple(name, name).map((names) => names.join(" vs ")),
  name.map((asked) => `how much is ${asked}?`),
  name.chain((whole) => fc.nat(whole.length).map((at) => whole.slice(0, at) + whole.slice(at + 1))),
  fc.stringMatching(/^[acdehk .+&-]{1,8}$/),
);
const CATEGORIES = [
  { slug: "desks", name: "Help desk", aliases: ["acme board"] },
  { slug: "boards", name: "Board software" },
];
const category = fc.constantFrom("desks", "boards");
const unknown = fc.constantFrom(true, false, null);

interface Made {
  product: Omit<KnownProduct, "slug">;
  periods: Omit<PeriodEntry, "slug" | "validFrom" | "validUntil">[];
}

const period: fc.Arbitrary<Made["periods"][number]> = fc.record({
  startingPrice: fc.constantFrom(null, 0, 5, 20),
  currency: fc.constantFrom("USD", "EUR"),
  priceUnit: fc.constant("user/month"),
  priceStatus: fc.constantFrom("published", "contact_sales"),
  pricingModel: fc.constantFrom(null, "per_seat", "open_source"),
  freeTier: unknown,
  freePlan: unknown,
  freePeople: fc.constantFrom(null, 2),
  selfHosted: fc.boolean(),
  hasHiddenCosts: fc.boolean(),
  ssoCharged: fc.boolean(),
  disputed: fc.boolean(),
  stated: fc.constantFrom(0, 1, 9, 255),
  confidence: fc.constantFrom(null, 0.5, 0.9),
  observedAt: fc.constantFrom("2026-01-01", "2026-10-01"),
  sources: fc.integer({ min: 1, max: 3 }),
  priced: fc.boolean(),
  prominence: fc.constantFrom(10, 10.5, 40),
});
const product: fc.Arbitrary<Made["product"]> = fc.record({
  name,
  vendor: fc.record({ name: fc.oneof(name, fc.constant("Acme Inc.")), website: fc.constant(null) }),
  category,
  domain: fc.constantFrom(null, "acme.example", "desk.example"),
  pricingPage: fc.constant(null),
  kind: fc.constantFrom("product", "product", "family"),
  aliases: fc.array(name, { maxLength: 2 }),
  formerSlugs: fc.array(fc.constantFrom("acme-old", "ledger"), { maxLength: 1 }),
  models: fc.uniqueArray(fc.constantFrom("acme-desk-7", "desk-7", "acme-ledger", "board"), { maxLength: 3 }),
});
const catalogue = fc
  .array(fc.record({ product, periods: fc.array(period, { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 60,
    size: "max",
  })
  .map((made): Entries => {
    const slugs = made.map(({ product: { name: own } }, at) => `${own.replace(/[^a-z0-9]+/g, "-")}-${at}`);
    return {
      withdrawn: new Set(),
      products: made.map(({ product: each }, at) => ({ ...each, slug: slugs[at] as string })),
      categories: CATEGORIES,
      index: made.flatMap(({ periods }, at) =>
        periods.map((each, step) => ({
          ...each,
          slug: slugs[at] as string,
          validFrom: step === 0 ? "2026-01-01" : "2026-06-01",
          validUntil: step === 0 && periods.length > 1 ? "2026-06-01" : null,
        })),
      ),
    };
  });

const none = fc.constant(null);
const filters: fc.Arbitrary<DiscoverFilters> = fc.record({
  text: fc.oneof({ weight: 5, arbitrary: text }, none),
  category: fc.oneof({ weight: 5, arbitrary: none }, category),
  maxPrice: fc.constantFrom(null, null, 0, 10),
  currency: fc.constantFrom("USD", "EUR", "GBP"),
  hasFreeTier: fc.constantFrom(null, null, true, false),
  hasFreePlan: fc.constantFrom(null, null, true, false),
  selfHosted: fc.constantFrom(null, null, true),
  pricingModel: fc.constantFrom(null, null, "per_seat", "usage"),
  hasHiddenCosts: fc.constantFrom(null, null, true, false),
  having: fc.constantFrom(null, null, "price", "sso", "dispute", "has_sso", "student_offer", "startup_offer"),
  day: fc.constantFrom("2026-03-01", "2026-11-01"),
  lead: fc.oneof(
    { weight: 3, arbitrary: none },
    fc.record({ products: fc.constantFrom([], ["acme-0"]), category: fc.constantFrom(null, "desks") }),
  ),
});
const page: fc.Arbitrary<DiscoverPage> = fc.record({
  filters,
  sort: fc.constantFrom("relevance", "relevance", "price", "name"),
  after: none,
  offset: fc.constantFrom(0, 0, 2),
  limit: fc.constantFrom(1, 3, 20),
});

test("what is prepared finds what is found by looking at every product, page by page", () => {
  fc.assert(
    fc.property(catalogue, fc.array(page, { minLength: 1, maxLength: 6 }), (entries, pages) => {
      const found = finder(entries);
      for (const first of pages) {
        let asked = first;
        for (let step = 0; step < 3; step += 1) {
          const answer = found.discover(asked);
          expect(answer).toEqual(discovered(entries, asked));
          const last = answer.products.at(-1);
          if (!last) break;
          asked = { ...asked, offset: 0, after: { key: last.key, tie: last.tie, slug: last.slug } };
        }
      }
    }),
    { numRuns: 80 },
  );
});

test("from one edition to the next it finds what one made anew finds: other prices, other products, fewer of them", () => {
  const edition = (entries: Entries, change: number): Entries => {
    const { products, index } = entries;
    if (change === 1) return { ...entries, index: index.map((entry) => ({ ...entry, prominence: 40, priced: true })) };
    if (change === 2) return { ...entries, withdrawn: new Set(products.slice(0, 1).map(({ slug }) => slug)) };
    if (change === 3) return { ...entries, products: products.map((each) => ({ ...each, aliases: ["board"] })) };
    if (change === 4) return { ...entries, products: products.slice(1), index: index.filter((_, at) => at > 0) };
    return structuredClone(entries);
  };
  fc.assert(
    fc.property(catalogue, fc.array(fc.nat(4), { maxLength: 3 }), page, text, (first, changes, asked, words) => {
      const next = finders();
      let entries = first;
      for (const change of [0, ...changes]) {
        entries = edition(entries, change);
        const [found, anew] = [next(entries), finder(entries)];
        expect(found.discover(asked)).toEqual(anew.discover(asked));
        expect(found.meant(words)).toEqual(anew.meant(words));
        expect(found.nearest(words, 3)).toEqual(anew.nearest(words, 3));
        expect(found.named(words)).toEqual(anew.named(words));
      }
    }),
    { numRuns: 60 },
  );
});

test("among products that are otherwise alike the nearest name comes first, however many there are", () => {
  const plain: DiscoverFilters = {
    ...{ text: "acme", category: null, maxPrice: null, currency: "USD", hasFreeTier: null, pricingModel: null },
    ...{ hasHiddenCosts: null, day: "2026-11-01" },
  };
  const [entry] = fc.sample(period, { numRuns: 1, seed: 1 }) as [Made["periods"][number]];
  const [known] = fc.sample(product, { numRuns: 1, seed: 1 }) as [Made["product"]];
  const names = Array.from({ length: 60 }, (_, at) => `Acme ${"abcdefghijkl".slice(at % 12)}-${60 - at}`);
  const slugs = names.map((_, at) => `p${at + 10}`);
  const entries: Entries = {
    withdrawn: new Set(),
    categories: CATEGORIES,
    products: names.map((own, at) => ({ ...known, name: own, aliases: [], slug: slugs[at] as string })),
    index: slugs.map((slug) => ({ ...entry, slug, validFrom: "2026-01-01", validUntil: null })),
  };
  for (const limit of [1, 2, 5]) {
    const asked: DiscoverPage = { filters: plain, sort: "relevance", after: null, limit };
    expect(finder(entries).discover(asked)).toEqual(discovered(entries, asked));
  }
});
