import { describe, expect, test } from "vitest";
import { catalogDir } from "@/db/load/boot";
import { readCatalog } from "@/db/load/files";
import { groupBy } from "@/lib/catalog/ledger";
import type { PageReading } from "@/lib/reader";
import { PlansFact } from "@/lib/schemas/observation";
import { decide, type Standing, type Subject } from "./decide";
import { standingOf } from "./standing";
import { extracted, pageOf } from "./testing/readings";

const DAY = "2026-11-23";
const files = readCatalog(catalogDir());
const sources = new Map(files.sources.map((source) => [source.slug, source]));
const byProduct = groupBy(files.observations, ({ product }) => product);

const known: { subject: Subject; stands: Standing }[] = files.products.flatMap(({ slug, name }) => {
  const own = byProduct.get(slug) ?? [];
  // A record without plans has nothing that a page of plans could repeat.
  if (!own.some(({ fact }) => fact.kind === "plans")) return [];
  const stands = standingOf(own, { asOf: DAY, sources });
  return stands?.tiers.some(({ listPrice }) => listPrice !== null)
    ? [{ subject: { slug, name, sharedBy: 1 }, stands }]
    : [];
});
const withCurrency = known.filter(({ stands }) =>
  stands.tiers.every(({ listPrice, isFree, currency }) => listPrice === null || isFree || currency !== null),
);

/** Multiplies every price of the tier at `index` by `factor`, as a page would print it. */
function scaled(reading: PageReading, index: number, factor: number): PageReading {
  return {
    ...reading,
    tiers: reading.tiers.map((tier, at) =>
      at === index
        ? { ...tier, prices: tier.prices.map((price) => ({ ...price, amount: price.amount * factor })) }
        : tier,
    ),
  };
}

describe("over the whole catalogue", () => {
  test("holds products with plans by the thousand", () => {
    expect(known.length).toBeGreaterThan(1_000);
    expect(withCurrency.length).toBeGreaterThan(0.98 * known.length);
  });

  test("a page that says what the record says is unchanged, whether all of it was read or a part", () => {
    for (const complete of [true, false]) {
      const other = withCurrency.flatMap(({ subject, stands }) => {
        const { outcome, fact, moves, why } = decide(stands, extracted(pageOf(stands.tiers, { complete })), subject);
        return outcome === "unchanged" && fact === null && moves.length === 0 ? [] : [{ subject, outcome, why, fact }];
      });
      expect(other).toEqual([]);
    }
  });

  test("a price that doubles is held, and one that halves more than once; nothing of it is taken", () => {
    const taken = withCurrency.flatMap(({ subject, stands }) => {
      const paid = stands.tiers.filter(({ isFree, listPrice }) => !isFree && listPrice !== null);
      const index = stands.tiers.findIndex(
        (tier) => tier === (paid.find(({ startingPrice }) => !startingPrice) ?? paid[0]),
      );
      if (index === -1) return [];
      return [2, 0.25].flatMap((factor) => {
        const { outcome } = decide(stands, extracted(scaled(pageOf(stands.tiers), index, factor)), subject);
        return outcome === "held" ? [] : [{ subject, factor, outcome }];
      });
    });
    expect(taken).toEqual([]);
  });

  test("a price that rises by a quarter is a move of exactly that tier, and what was read can stand in the ledger", () => {
    const wrong = withCurrency.flatMap(({ subject, stands }) => {
      const index = stands.tiers.findIndex(
        ({ isFree, listPrice, startingPrice }) => !isFree && listPrice !== null && !startingPrice,
      );
      const tier = stands.tiers[index];
      if (!tier) return [];
      const page = scaled(pageOf(stands.tiers), index, 1.25);
      const { outcome, fact, moves } = decide(stands, extracted(page), subject);
      const isOwn = moves.length > 0 && moves.every((move) => move.tier === tier.id && move.before !== null);
      return outcome === "moved" && isOwn && PlansFact.safeParse(fact).success ? [] : [{ subject, outcome, moves }];
    });
    expect(wrong).toEqual([]);
  });
});
