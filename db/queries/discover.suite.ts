import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Db } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { directionOf, isListPrice } from "@/lib/catalog/change";
import { changesWithEvidence } from "@/lib/catalog/history";
import { reduce } from "@/lib/catalog/reduce";
import { isPriced, listEntry } from "@/lib/catalog/starting-price";
import { bitOf, isStated, statedBits } from "@/lib/catalog/stated";
import { type Finder, finder } from "@/lib/discovery/finder";
import type { DiscoverFilters, DiscoverPage, DiscoverSort, Position } from "@/lib/discovery/page";
import type { Product, Source } from "@/lib/schemas/catalog";
import { HAVING } from "@/lib/schemas/discover";
import type { Observation } from "@/lib/schemas/observation";
import { ChangeClass } from "@/lib/schemas/record";
import { type ChangeFilters, changesByMonth, changesPage, countChanges, largestChanges, monthsRead } from "./changes";
import { observationsOf } from "./observations";
import { discoveryEntries } from "./products";

const TODAY = "2026-11-21";
const NOW = new Date(`${TODAY}T12:00:00Z`);
const COUNT = 90;

const ANY: DiscoverFilters = {
  text: null,
  category: null,
  maxPrice: null,
  currency: "USD",
  hasFreeTier: null,
  pricingModel: null,
  hasHiddenCosts: null,
  day: TODAY,
};

const source: Source = {
  slug: "pages",
  name: "Pages",
  publisher: "Example",
  url: null,
  licence: "MIT",
  licenceUrl: null,
  restricted: false,
  attribution: "Example",
  version: null,
  obtainedAt: "2026-10-01",
  taken: "Fixture.",
};

/** Returns products of every kind: free, paid in two currencies, quoted, by use, open source, and partly unknown. */
function catalogue(): { products: Product[]; observations: Observation[] } {
  const named: Partial<Product>[] = [
    { slug: "figma", name: "Figma", vendor: { name: "Figma Inc.", website: null }, domain: "figma.com" },
    { slug: "openai", name: "OpenAI", vendor: { name: "OpenAI", website: null }, aliases: ["Chat GPT"] },
    { slug: "microsoft-teams", name: "Microsoft Teams", vendor: { name: "Microsoft", website: null } },
    { slug: "haagen-sohne", name: "Häagen & Söhne", formerSlugs: ["old-haagen"] },
    { slug: "slab", name: "Slab" },
    { slug: "slack", name: "Slack", category: "chat" },
  ];
  const products = Array.from(
    { length: COUNT },
    (_, i): Product => ({
      slug: `product-${i}`,
      // Names repeat with different capitalisation.
      name: `${i % 2 ? "product" : "Product"} ${i % 30}`,
      vendor: { name: `Vendor ${i % 7}`, website: null },
      category: i % 3 ? "crm" : "chat",
      domain: null,
      pricingPage: null,
      kind: "product",
      aliases: [],
      formerSlugs: [],
      ...named[i],
    }),
  );
  const observations = products.flatMap(({ slug }, i): Observation[] => {
    const rest = {
      product: slug,
      source: "pages",
      trust: (["A", "B", "C"] as const)[i % 3] ?? "A",
      observedAt: `2026-0${1 + (i % 9)}-1${i % 4}`,
      evidence: { url: `https://${slug}.example/pricing` },
    };
    const plan = (amount: number, more: Partial<Observation> = {}): Observation => ({
      ...rest,
      fact: {
        kind: "plans",
        currency: i % 4 === 3 ? "EUR" : "USD",
        complete: i % 5 !== 0,
        tiers: [
          ...(i % 2
            ? [
                {
                  id: "free",
                  name: "Free",
                  status: "published" as const,
                  prices: [{ amount: 0, period: "month" as const, billing: "monthly" as const }],
                  unit: null,
                },
              ]
            : []),
          {
            id: "pro",
            name: "Pro",
            status: "published",
            prices: [{ amount, period: "month", billing: "monthly" }],
            unit: "user",
          },
        ],
      },
      ...more,
    });
    const rates = (...models: string[]) =>
      models.map(
        (model): Observation => ({
          ...rest,
          fact: {
            kind: "rates",
            model,
            currency: "USD",
            meters: [
              {
                name: "inputTokens",
                unit: "token",
                per: 1_000_000,
                mode: "standard",
                tierMode: null,
                prices: [{ unitPrice: 1, from: 0, upTo: null, when: null }],
              },
            ],
          },
        }),
      );
    if (slug === "slab") return rates("Sona 2", "Lumen 1", "Lumen 1.5", "Lumen 2", "Other");
    if (slug === "openai") return rates("sona-1", "sona-2", "sona-2-mini", "terra-1");
    if (slug === "product-20") return rates("terra-1");
    if (slug === "product-21") return rates("openai/terra-1", "other-1", "other-2");
    const price = (i * 37) % 50;
    switch (i % 6) {
      case 0:
        return [
          plan(price + 1),
          plan(price + 2, { observedAt: "2026-10-01", effectiveFrom: "2026-12-01" }),
          plan(price + 2, { observedAt: "2026-12-01" }),
        ];
      case 1:
        return [plan(price + 1), plan(price + 3, { observedAt: "2026-10-01" })];
      case 2:
        return [
          {
            ...rest,
            fact: {
              kind: "plans",
              currency: null,
              complete: true,
              tiers: [{ id: "quote", name: "Quote", status: "contact_sales", prices: [], unit: null }],
            },
          },
        ];
      case 3:
        return [{ ...rest, fact: { kind: "open_source", licences: ["MIT"], repository: null } }];
      case 4:
        return [{ ...rest, fact: { kind: "free_tier", available: false, trialDays: 14, limits: [] } }, plan(5)];
      default:
        return [
          {
            ...rest,
            voice: "north",
            fact: {
              kind: "hidden_cost",
              cost: "sso",
              label: "Single sign-on",
              amount: 5,
              percent: null,
              currency: "USD",
              unit: "user/month",
            },
          },
        ];
    }
  });
  return { products: [...products, { ...products[0], slug: "unseen", name: "Unseen" } as Product], observations };
}

/** The guarantees of discovery and the ledger on each kind of database. */
export function discoverSuite(kind: string, open: () => Promise<Connection>) {
  describe(`discovery on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    let found: Finder;
    const discoverPage = (page: DiscoverPage) => found.discover(page).products;
    const discoverTotals = (filters: DiscoverFilters) =>
      found.discover({ filters, sort: "name", after: null, limit: 0 });
    const { products, observations } = catalogue();
    const seen = products.filter(({ slug }) => slug !== "unseen");

    beforeAll(async () => {
      const dir = mkdtempSync(join(tmpdir(), "discover-"));
      const lines = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
      mkdirSync(join(dir, "observations"));
      writeFileSync(join(dir, "products.ndjson"), lines(products));
      writeFileSync(join(dir, "observations", "pages.ndjson"), lines(observations));
      const category = (slug: string, name: string, aliases: string[]) => {
        return { slug, name, group: "All", description: "Fixture.", aliases };
      };
      writeFileSync(
        join(dir, "categories.json"),
        JSON.stringify([
          category("crm", "Customer relations", []),
          category("chat", "Team chat", ["instant messengers"]),
        ]),
      );
      writeFileSync(join(dir, "sources.json"), JSON.stringify([source]));
      connection = await open();
      db = connection.db;
      await connection.migrate();
      await loadCatalog(db, { dir, log: () => {}, now: NOW });
      rmSync(dir, { recursive: true });
      found = finder(await discoveryEntries(db));
    });
    afterAll(() => connection?.close());

    async function everyPage(filters: DiscoverFilters, sort: DiscoverSort, limit: number): Promise<string[]> {
      const slugs: string[] = [];
      let after: Position | null = null;
      for (;;) {
        const page: Position[] = discoverPage({ filters, sort, after, limit });
        slugs.push(...page.map(({ slug }) => slug));
        if (page.length < limit) return slugs;
        after = page.at(-1) ?? null;
      }
    }
    const sources = new Map([[source.slug, source]]);
    const stored = (day: string) =>
      observationsOf(
        db,
        seen.map(({ slug }) => slug),
        day,
      );
    const reducedOn = async (day: string) => {
      const observed = await stored(day);
      return seen.flatMap(({ slug, category }) => {
        const reduced = reduce(observed.get(slug) ?? [], { asOf: day, sources });
        return reduced ? [{ slug, category, ...reduced }] : [];
      });
    };
    const search = (text: string) => everyPage({ ...ANY, text }, "relevance", 100);

    const filters = fc.record({
      text: fc.constantFrom(
        null,
        null,
        "product",
        "vendor 3",
        "prodcut 7",
        "team chat",
        "e",
        "figma vs slack",
        "best crm",
      ),
      category: fc.constantFrom(null, null, "crm", "chat"),
      maxPrice: fc.constantFrom(null, 0, 4.5, 20, 1000),
      currency: fc.constantFrom("USD", "EUR", "JPY"),
      hasFreeTier: fc.constantFrom(null, true, false),
      hasFreePlan: fc.constantFrom(null, null, true, false),
      selfHosted: fc.constantFrom(null, null, true, false),
      pricingModel: fc.constantFrom(null, null, "per_seat" as const, "open_source" as const),
      hasHiddenCosts: fc.constantFrom(null, true, false),
      having: fc.constantFrom(null, null, ...HAVING),
      day: fc.constantFrom(TODAY, "2026-11-22"),
      lead: fc.constantFrom(null, null, { products: ["slab", "figma"], category: "chat" }),
    });
    const sort = fc.constantFrom<DiscoverSort>("relevance", "price", "name", "freshness", "confidence");

    test("pages visit every product exactly once, whatever the limit, the filters and the order", async () => {
      expect((await everyPage(ANY, "name", 7)).sort()).toEqual(seen.map(({ slug }) => slug).sort());
      await fc.assert(
        fc.asyncProperty(filters, sort, fc.integer({ min: 1, max: 40 }), async (given, order, limit) => {
          const whole = await everyPage(given, order, 1000);
          expect(new Set(whole).size).toBe(whole.length);
          expect(await everyPage(given, order, limit)).toEqual(whole);
          expect(discoverTotals(given).total).toBe(whole.length);
        }),
        { numRuns: 60 },
      );
    });

    test("by confidence the most certain price stands first, and what has no price last", async () => {
      const { rows } = await db.execute<{ slug: string; confidence: number | null }>(sql`
        select slug, confidence::float as confidence from product_index
        where valid_from <= ${TODAY}::date and (valid_until is null or valid_until > ${TODAY}::date)`);
      const bySlug = new Map(rows.map((row) => [row.slug, row.confidence]));
      const found = (await everyPage(ANY, "confidence", 1000)).map((slug) => bySlug.get(slug) ?? null);
      const certain = found.filter((confidence) => confidence !== null);
      expect(certain).toEqual(certain.toSorted((a, b) => b - a));
      expect(certain.length).toBeLessThan(found.length);
      expect(found.slice(certain.length).every((confidence) => confidence === null)).toBe(true);
    });

    test("beside an axis stand its prices, then other units, other currencies, what is free, what has no price", async () => {
      const axis = { currency: "USD", units: ["user/month"] };
      const { rows } = await db.execute<{ slug: string; group: number; amount: number }>(sql`
        select slug, coalesce(starting_price, 0)::float as amount, case
          when starting_price > 0 then case when currency <> 'USD' then 3 when price_unit = 'user/month' then 1 else 2 end
          when starting_price = 0 or pricing_model = 'open_source' then 4 else 5 end as group
        from product_index where valid_from <= ${TODAY}::date and (valid_until is null or valid_until > ${TODAY}::date)`);
      const bySlug = new Map(rows.map((row) => [row.slug, row]));
      for (const [sort, sign] of [
        ["price", 1],
        ["dearest", -1],
      ] as const) {
        const page = discoverPage({ filters: ANY, sort, after: null, limit: 1000, axis });
        const found = page.map(({ slug }) => bySlug.get(slug));
        expect(found).toHaveLength(rows.length);
        const groups = found.map((row) => row?.group);
        expect(new Set(groups)).toEqual(new Set([1, 3, 4, 5]));
        expect(groups).toEqual(groups.toSorted());
        const amounts = found.filter((row) => row?.group === 1).map((row) => sign * (row?.amount ?? 0));
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
      }
    });

    test("on an axis the prices seen since a day stand before older ones, each by price", async () => {
      const { rows } = await db.execute<{ slug: string; amount: number; day: string }>(sql`
        select slug, starting_price::float as amount, to_char(observed_at, 'YYYY-MM-DD') as day from product_index
        where starting_price > 0 and currency = 'USD' and price_unit = 'user/month' and valid_from <= ${TODAY}::date
          and (valid_until is null or valid_until > ${TODAY}::date) order by observed_at`);
      const since = rows[Math.floor(rows.length / 2)]?.day ?? TODAY;
      const axis = { currency: "USD", units: ["user/month"], since };
      for (const [sort, sign] of [
        ["price", 1],
        ["dearest", -1],
      ] as const) {
        const page = discoverPage({ filters: ANY, sort, after: null, limit: 1000, axis });
        const found = page.flatMap(({ slug }) => rows.find((row) => row.slug === slug) ?? []);
        const old = found.map(({ day }) => day < since);
        expect(new Set(old).size).toBe(2);
        expect(old).toEqual(old.toSorted((a, b) => Number(a) - Number(b)));
        for (const part of [true, false]) {
          const amounts = found.filter(({ day }) => day < since === part).map(({ amount }) => sign * amount);
          expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
        }
      }
    });

    test("what matches, what is excluded and what is counted follow from the records", async () => {
      await fc.assert(
        fc.asyncProperty(filters, async (given) => {
          const records = await reducedOn(given.day);
          const text = { ...given, text: null };
          const answers = records.map((record) => {
            const paid = record.tiers?.map((tier) => tier.priceMonthly ?? 0).filter((price) => price > 0) ?? [];
            const price = paid.length > 0 ? Math.min(...paid) : null;
            const available = record.freeTier?.available ?? null;
            const plan = record.freeTier?.plan ?? null;
            const selfHosted = (record.freeTier?.licences ?? []).length > 0;
            const parts = [
              given.category === null || record.category === given.category,
              given.maxPrice === null || available
                ? true
                : price === null || record.currency !== given.currency
                  ? null
                  : price <= given.maxPrice,
              given.hasFreeTier === null ? true : available === null ? null : available === given.hasFreeTier,
              given.hasFreePlan === null ? true : plan === null ? null : plan === given.hasFreePlan,
              given.selfHosted === null || selfHosted === given.selfHosted,
              given.pricingModel === null || record.pricingModel === given.pricingModel,
              given.hasHiddenCosts === null ||
                (record.hiddenCosts?.some(({ kind }) => kind !== "add_on") ?? false) === given.hasHiddenCosts,
              given.having === null || isStated(given.having)
                ? given.having === null || (statedBits(record) & bitOf(given.having)) !== 0 || null
                : { price: isPriced(record), sso: listEntry(record).ssoCharged, dispute: listEntry(record).disputed }[
                    given.having
                  ],
            ];
            return { record, matched: parts.includes(false) ? false : parts.includes(null) ? null : true };
          });
          const expected = answers.filter(({ matched }) => matched).map(({ record }) => record);
          expect((await everyPage(text, "name", 1000)).sort()).toEqual(expected.map(({ slug }) => slug).sort());
          const { total, excluded, facets } = discoverTotals(text);
          expect(total).toBe(expected.length);
          expect(excluded).toBe(answers.filter(({ matched }) => matched === null).length);
          for (const facet of Object.values(facets)) {
            expect(facet.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
          }
          const open = facets.pricingModel.find(({ value }) => value === "open_source")?.count ?? 0;
          expect(open).toBe(expected.filter(({ pricingModel }) => pricingModel === "open_source").length);
        }),
        { numRuns: 60 },
      );
    });

    test.each([
      ["Figma", "figma"],
      ["figam", "figma"],
      ["figma.com", "figma"],
      ["open ai", "openai"],
      ["chat gpt", "openai"],
      ["chatgtp", "openai"],
      ["haagen and sohne", "haagen-sohne"],
      ["HÄAGEN", "haagen-sohne"],
      ["old haagen", "haagen-sohne"],
      ["slakc", "slack"],
      ["microsft teams", "microsoft-teams"],
      ["teams", "microsoft-teams"],
      ["microsoft", "microsoft-teams"],
    ])("%j finds %s first", async (text, slug) => {
      expect((await search(text))[0]).toBe(slug);
    });

    test.each([
      ["customer relations", "crm"],
      ["instant messenger", "chat"],
    ])("%j, words of a category, find its products", async (text, slug) => {
      expect((await search(text)).sort()).toEqual(
        seen.flatMap((record) => (record.category === slug ? [record.slug] : [])).sort(),
      );
    });

    test.each([
      ["figma pricing", ["figma"]],
      ["how much is Slakc?", ["slack"]],
      ["alternatives to figma", ["figma"]],
      ["https://www.figma.com/pricing/?ref=x", ["figma"]],
      ["figma vs slack pricing", ["figma", "slack"]],
      ["old haagen price", ["haagen-sohne"]],
      // Both offer it; the first is its vendor.
      ["sona 2", ["openai", "slab"]],
      ["sona-2 price", ["openai", "slab"]],
      ["lumen", ["slab"]],
      // One offers nothing else, and another names its vendor.
      ["terra", ["openai", "product-20", "product-21"]],
    ])("%j asks for %j", async (text, slugs) => {
      expect((await search(text)).slice(0, slugs.length)).toEqual(slugs);
    });

    test("signs with a meaning in patterns and queries are taken as they stand", async () => {
      for (const text of ["%", "_", "\\", "'", "a'b:*", "& | !", "()", "<->", "slack'; drop table products; --"]) {
        expect(Array.isArray(await search(text))).toBe(true);
      }
      expect(await search("zzzzzzzz")).toEqual([]);
      expect(await search("!!")).toEqual([]);
    });

    /** Returns slugs in the order of equal matches. */
    const byStanding = async (price = false) => {
      const { rows } = await db.execute<{ slug: string }>(sql`
        select slug from product_index
        where valid_from <= ${TODAY}::date and (valid_until is null or valid_until > ${TODAY}::date)
        order by ${price ? sql`case when starting_price = 0 or currency = 'USD' then starting_price end nulls last,` : sql``}
          priced desc, prominence desc, slug collate "C"`);
      return rows.map(({ slug }) => slug);
    };

    test("of equal matches those with a price come first, then the best known, and equal prices are ordered so", async () => {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(distinct (priced, prominence))::int as n from product_index`,
      );
      expect(rows[0]?.n).toBeGreaterThan(3);
      expect(await everyPage(ANY, "relevance", 7)).toEqual(await byStanding());
      expect(await everyPage(ANY, "price", 7)).toEqual(await byStanding(true));
    });

    test("what a text is known to mean leads: products as told, then a category, best known first, then the rest", async () => {
      const lead = { products: ["slab", "openai"], category: "chat" };
      const foundBy = (text: string) => everyPage({ ...ANY, text, lead }, "relevance", 11);
      const chat = new Set(seen.flatMap(({ slug, category }) => (category === "chat" ? [slug] : [])));
      const members = (await byStanding()).filter((slug) => chat.has(slug) && !lead.products.includes(slug));
      expect(await foundBy("zzzz")).toEqual([...lead.products, ...members]);
      const found = await foundBy("product");
      const led = 2 + members.length;
      expect(found.slice(0, led).sort()).toEqual([...lead.products, ...members].sort());
      expect(found.length).toBeGreaterThan(led);
    });

    test("in place of a product only its alternatives are listed and counted, whatever else is asked", async () => {
      const likely = found.alternatives("slack", TODAY).map(({ slug }) => slug);
      expect(likely.length).toBeGreaterThan(0);
      expect(likely).not.toContain("slack");
      const given = { ...ANY, alternativesTo: "slack" };
      const listed = await everyPage(given, "name", 3);
      expect([...listed].sort()).toEqual([...likely].sort());
      expect(discoverTotals(given).total).toBe(likely.length);
      const free = new Set(await everyPage({ ...ANY, hasFreeTier: true }, "name", 1000));
      const both = await everyPage({ ...given, hasFreeTier: true }, "name", 1000);
      expect([...both].sort()).toEqual(likely.filter((slug) => free.has(slug)).sort());
    });

    test("the price order is that of the prices in the currency, those without one last", async () => {
      const slugs = await everyPage({ ...ANY, currency: "EUR" }, "price", 1000);
      const { rows } = await db.execute<{ slug: string; price: number }>(sql`
        select i.slug, i.starting_price::float8 as price from product_index i join products p on p.slug = i.slug
        where p.kind <> 'family' and i.starting_price is not null and (i.currency = 'EUR' or i.starting_price = 0)
          and i.valid_from <= ${ANY.day}::date and (i.valid_until is null or i.valid_until > ${ANY.day}::date)`);
      expect(rows.length).toBeGreaterThan(3);
      const known = new Map(rows.map(({ slug, price }) => [slug, price]));
      const prices = slugs.map((slug) => known.get(slug) ?? Number.MAX_VALUE);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    });

    test("what costs nothing is within any price, in any currency", async () => {
      const cheap = async () =>
        discoverPage({ filters: { ...ANY, maxPrice: 0 }, sort: "name", after: null, limit: 1000 }).map(
          ({ slug }) => slug,
        );
      const price = (amount: number, currency: string) =>
        db
          .execute(sql`
            update product_index set starting_price = ${amount}, currency = ${currency}
            where slug = 'slab' and valid_until is null`)
          .then(async () => {
            found = finder(await discoveryEntries(db));
          });
      const { rows } = await db.execute<{ amount: number; currency: string }>(
        sql`select starting_price as amount, currency from product_index where slug = 'slab' and valid_until is null`,
      );
      try {
        await price(0, "EUR");
        expect(await cheap()).toContain("slab");
        await price(0.01, "EUR");
        expect(await cheap()).not.toContain("slab");
      } finally {
        for (const { amount, currency } of rows) await price(amount, currency);
      }
    });

    test("an announced price counts from its day", async () => {
      // product-6 costs 23 dollars, and 24 from December.
      const under = (maxPrice: number, day: string) => everyPage({ ...ANY, maxPrice, day }, "name", 1000);
      expect(await under(23, "2026-11-30")).toContain("product-6");
      expect(await under(23, "2026-12-01")).not.toContain("product-6");
      expect(await under(24, "2026-12-01")).toContain("product-6");
    });

    test("who speaks is kept with an observation", async () => {
      const stored = await observationsOf(db, ["slack"], TODAY);
      expect(stored.get("slack")?.map(({ voice }) => voice)).toEqual(["north"]);
    });

    const ledger: ChangeFilters = {
      classes: ["move"],
      category: null,
      product: null,
      direction: null,
      since: null,
      until: null,
      day: TODAY,
    };
    const everyChange = async (given: ChangeFilters, limit: number) => {
      const ids: string[] = [];
      let after: Parameters<typeof changesPage>[1]["after"] = null;
      for (;;) {
        const page = await changesPage(db, { filters: given, after, limit });
        ids.push(...page.map(({ day, product, change }) => `${day} ${product} ${change.id}`));
        const last = page.at(-1);
        if (page.length < limit || !last) return ids;
        after = { day: last.day, product: last.product, id: last.change.id };
      }
    };

    test("the ledger is paged newest first, every change once, whatever the limit", async () => {
      const given = fc.record({
        classes: fc.subarray<ChangeFilters["classes"][number]>([...ChangeClass.options], {
          minLength: 1,
        }),
        category: fc.constantFrom(null, "crm", "chat"),
        product: fc.constantFrom(null, "product-6", "slack"),
        direction: fc.constantFrom(null, "up", "down", "withdrawn"),
        since: fc.constantFrom(null, "2026-05-01", "2026-10-01"),
        until: fc.constantFrom(null, "2026-06-30", "2026-11-30"),
        day: fc.constantFrom(TODAY, "2026-12-01"),
      });
      await fc.assert(
        fc.asyncProperty(given, fc.integer({ min: 1, max: 30 }), async (asked, limit) => {
          const whole = await everyChange(asked, 1000);
          expect(await everyChange(asked, limit)).toEqual(whole);
          expect(new Set(whole).size).toBe(whole.length);
          expect(await countChanges(db, asked)).toBe(whole.length);
          const days = whole.map((line) => line.slice(0, 10));
          expect(days).toEqual([...days].sort().reverse());
          if (asked.since) expect(days.every((day) => day >= (asked.since ?? ""))).toBe(true);
          if (asked.until) expect(days.every((day) => day <= (asked.until ?? ""))).toBe(true);
        }),
        { numRuns: 40 },
      );
    });

    test("a direction or a product holds what went that way, or is its own", async () => {
      const all: ChangeFilters = { ...ledger, classes: [...ChangeClass.options] };
      const read = (filters: Partial<ChangeFilters>) =>
        changesPage(db, { filters: { ...all, ...filters }, after: null, limit: 1000 });
      const whole = await read({});
      for (const direction of ["up", "down", "withdrawn"] as const) {
        const expected = whole.filter(({ change }) => directionOf(change) === direction).map(({ change }) => change.id);
        expect((await read({ direction })).map(({ change }) => change.id)).toEqual(expected);
        if (direction === "up") expect(expected.length).toBeGreaterThan(0);
      }
      for (const prices of ["list", "rates"] as const) {
        const expected = whole.filter(({ change }) => isListPrice(change) === (prices === "list"));
        expect((await read({ prices })).map(({ change }) => change.id)).toEqual(
          expected.map(({ change }) => change.id),
        );
      }
      const own = await read({ product: "product-6" });
      expect(own.map(({ change }) => change.id)).toEqual(
        whole.filter(({ product }) => product === "product-6").map(({ change }) => change.id),
      );
      expect(own.length).toBeGreaterThan(0);
    });

    test("months count what rose and fell, and the largest step of a product is first by its ratio", async () => {
      const filters: ChangeFilters = { ...ledger, classes: ["move", "scheduled"] };
      const rows = await changesPage(db, { filters, after: null, limit: 1000 });
      const months = await changesByMonth(db, filters);
      for (const { month, moved, up, productsUp, down } of months) {
        const ofMonth = rows.filter(({ day }) => day.startsWith(month));
        expect(moved).toBe(ofMonth.length);
        const rose = ofMonth.filter(({ change }) => directionOf(change) === "up");
        expect([up, productsUp]).toEqual([rose.length, new Set(rose.map(({ product }) => product)).size]);
        expect(down).toBe(ofMonth.filter(({ change }) => directionOf(change) === "down").length);
      }
      expect(months.map(({ month }) => month)).toEqual([...new Set(rows.map(({ day }) => day.slice(0, 7)))].sort());
      const read = await monthsRead(db, filters);
      const priced = await Promise.all(seen.map(({ slug }) => observationsOf(db, [slug], filters.day)));
      const days = priced
        .flatMap((found) => [...found.values()].flat())
        .filter(({ fact }) => ["plans", "rates", "hidden_cost"].includes(fact.kind))
        .map(({ observedAt }) => observedAt)
        .sort();
      expect(read.map(({ month }) => month)).toEqual([...new Set(days.map((on) => on.slice(0, 7)))]);
      expect(read.at(-1)?.last).toBe(days.at(-1));
      const first = new Map<string, string>();
      const checked = priced
        .flatMap((found) => [...found].flatMap(([slug, list]) => list.map((entry) => ({ ...entry, slug }))))
        .filter(({ fact }) => ["plans", "rates", "hidden_cost"].includes(fact.kind))
        .map(({ slug, observedAt }) => ({ slug, month: observedAt.slice(0, 7) }));
      for (const { slug, month } of checked) if (month < (first.get(slug) ?? "9999")) first.set(slug, month);
      const againIn = (of: string) =>
        new Set(
          checked.filter(({ slug, month }) => month === of && (first.get(slug) ?? "") < of).map(({ slug }) => slug),
        );
      expect(read.map(({ again }) => again)).toEqual(read.map(({ month }) => againIn(month).size));
      expect(read.some(({ again }) => again > 0)).toBe(true);
      expect(read.map(({ known }) => known)).toEqual(
        read.map(({ month }) => [...first.values()].filter((begin) => begin < month).length),
      );
      const size = ({ before, after }: { before: number | null; after: number | null }) =>
        Math.abs(Math.log((after ?? 0) / (before ?? 0)));
      const largest = await largestChanges(db, { filters, of: "lists", limit: 5 });
      expect(largest.length).toBeGreaterThan(0);
      const sizes = largest.map(({ change }) => size(change));
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(new Set(largest.map(({ product }) => product)).size).toBe(largest.length);
      const most = Math.max(
        ...rows
          .filter(({ change }) => isListPrice(change) && change.before && change.after)
          .map(({ change }) => size(change)),
      );
      expect(sizes[0]).toBeCloseTo(most, 9);
    });

    test("the ledger holds what the products' own histories hold", async () => {
      for (const day of [TODAY, "2026-12-01"]) {
        const own: string[] = [];
        for (const { slug } of seen) {
          const { changes } = changesWithEvidence((await stored(day)).get(slug) ?? [], { asOf: day, sources });
          own.push(...changes.map(({ id }) => id));
        }
        const classes: ChangeFilters["classes"] = [...ChangeClass.options];
        const listed = await everyChange({ ...ledger, classes, day }, 1000);
        expect(listed.map((line) => line.split(" ")[2]).sort()).toEqual(own.sort());
      }
    });

    test("an announced change becomes a move on its day where a reading of that day shows it", async () => {
      const scheduled = (day: string) => everyChange({ ...ledger, classes: ["scheduled"], day }, 1000);
      const moves = (day: string) => everyChange({ ...ledger, day }, 1000);
      const announced = await scheduled("2026-11-30");
      expect(announced.length).toBeGreaterThan(5);
      expect(await scheduled("2026-12-01")).toEqual([]);
      expect((await moves("2026-12-01")).length - (await moves("2026-11-30")).length).toBe(announced.length);
    });
  });
}
