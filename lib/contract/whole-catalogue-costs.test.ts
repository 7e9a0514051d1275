import { beforeAll, expect, test } from "vitest";
import { countsWords, pricedPerson, uncountedWords } from "@/lib/format/tco";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { readCounts } from "@/lib/tco/counts";
import { totalCost } from "@/lib/tco/engine";
import { boughtUnits, countedBy, isAccountUnit, isUnit, pluralOf } from "@/lib/tco/units";
import { shippedRecords } from "./catalogue";

const TODAY = "2026-11-21";
const MANY = 20;

let records: readonly PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
}, 120_000);

const common = { termYears: 1, includeHiddenCosts: false };

function pricedTiers({ tiers = [] }: PricingRecord): Tier[] {
  return tiers.filter(
    ({ priceStatus, isFree, listPrice }) => priceStatus === "published" && !isFree && listPrice?.period !== "usage",
  );
}

test("twenty of what a tier is priced by are called by its name, and seats only where it is one", () => {
  let looked = 0;
  for (const record of records) {
    for (const tier of pricedTiers(record)) {
      const counted = countedBy(tier.priceUnit);
      const noun = counted?.noun ?? "account";
      const given = counted && !counted.isPeople ? { quantities: { [noun]: MANY } } : { seats: MANY };
      const result = totalCost(record, { ...common, ...given, tier: tier.id });
      const at = `${record.slug} ${tier.id} ${tier.priceUnit}`;
      if (result.total === null) {
        expect(result.unknowns.length, at).toBeGreaterThan(0);
        continue;
      }
      looked++;
      expect(result.counts, at).toEqual([{ unit: noun, quantity: counted ? MANY : 1 }]);
      expect(countsWords(result.counts), at).toBe(counted ? `${MANY} ${pluralOf(noun)}` : "1 account");
      const said = [countsWords(result.counts), result.tierRule, ...result.assumptions, pricedPerson([result]) ?? ""];
      const text = said.join(" ").replaceAll(tier.id, "").replaceAll(tier.name, "");
      if (noun !== "seat" && !/seat/.test(noun)) expect(text, at).not.toMatch(/\bseats?\b/);
    }
  }
  expect(looked).toBeGreaterThan(1500);
});

test("no total for people counts one of what nobody has counted, and what is left out is said beside it", () => {
  let open = 0;
  for (const record of records) {
    const result = totalCost(record, { ...common, seats: MANY });
    for (const { unit, quantity } of result.counts) {
      if (quantity === null) expect(result.total, record.slug).toBeNull();
      else expect(quantity, `${record.slug} ${unit}`).toBe(isAccountUnit(unit) ? 1 : MANY);
    }
    if (result.tier === null) continue;
    const words = uncountedWords([{ name: record.name, ...result }]);
    for (const { noun, isPeople } of boughtUnits(record.tiers ?? [])) {
      if (isPeople || result.counts.some(({ unit, quantity }) => unit === noun && quantity !== null)) continue;
      open++;
      expect(words, record.slug).toContain(pluralOf(noun));
    }
  }
  expect(open).toBeGreaterThan(100);
});

test("a requested tier is never replaced, whatever is counted", () => {
  const replaced: string[] = [];
  for (const record of records) {
    const tiers = record.tiers ?? [];
    const nouns = boughtUnits(tiers).flatMap(({ noun, isPeople }) => (isPeople ? [] : noun));
    for (const { id } of tiers.filter(({ priceStatus }) => priceStatus === "published")) {
      for (const quantities of [{}, ...nouns.map((noun) => ({ [noun]: MANY }))]) {
        const { tier } = totalCost(record, { ...common, quantities, tier: id, billing: "monthly" });
        if (tier !== null && tier.id !== id) replaced.push(`${record.slug} ${id}: ${tier.id}`);
      }
    }
  }
  expect(replaced).toEqual([]);
});

test("one store, site or workspace is assumed and said for a requested tier", () => {
  let assumed = 0;
  for (const record of records) {
    for (const tier of pricedTiers(record)) {
      const noun = countedBy(tier.priceUnit)?.noun ?? "";
      if (!isAccountUnit(noun)) continue;
      const { total, unknowns, assumptions } = totalCost(record, { ...common, tier: tier.id });
      const at = `${record.slug} ${tier.id}`;
      expect(
        unknowns.map(({ cause }) => cause),
        at,
      ).not.toContain("quantity_missing");
      if (total === null) continue;
      assumed++;
      expect(assumptions.join(" "), at).toContain(`One ${noun} is assumed.`);
    }
  }
  expect(assumed).toBeGreaterThan(150);
});

test("a tier with single sign-on is not charged for it", () => {
  let checked = 0;
  for (const record of records) {
    const own = record.capabilities?.find(({ capability }) => capability === "sso");
    if (!record.hiddenCosts?.some(({ kind }) => kind === "sso")) continue;
    for (const tier of own?.tiers ?? []) {
      checked++;
      const result = totalCost(record, { seats: MANY, termYears: 1, includeHiddenCosts: true, tier });
      const charges = [...result.lines, ...result.optionalLines, ...result.notCounted];
      expect(
        charges.map(({ kind }) => kind),
        `${record.slug} ${tier}`,
      ).not.toContain("sso");
    }
  }
  expect(checked).toBeGreaterThan(3);
});

test("a price with the other billing is not a dispute", () => {
  for (const record of records) {
    for (const tier of pricedTiers(record)) {
      for (const billing of ["monthly", "annual"] as const) {
        const { disputes } = totalCost(record, { ...common, seats: MANY, tier: tier.id, billing });
        const other = billing === "annual" ? tier.priceMonthly : tier.priceAnnual;
        const own = billing === "annual" ? tier.priceAnnual : tier.priceMonthly;
        if (own === null) continue;
        expect(
          disputes.map(({ price }) => price),
          `${record.slug} ${tier.id}`,
        ).not.toContain(other);
      }
    }
  }
});

test("every unit that a product is priced by can be written in its address, by name and as a bare number", () => {
  for (const record of records) {
    const units = boughtUnits(record.tiers ?? []);
    for (const { noun, isPeople } of units) {
      const read = readCounts(`${MANY} ${pluralOf(noun)}`, units);
      expect(read, `${record.slug} ${noun}`).toEqual(
        isPeople
          ? { seats: MANY, quantities: {}, faults: [] }
          : { seats: null, quantities: { [noun]: MANY }, faults: [] },
      );
    }
    const [first, ...rest] = units;
    if (!first) continue;
    expect(readCounts(String(MANY), units).faults, record.slug).toEqual([]);
    for (const { noun } of rest) expect(isUnit(noun, first.noun), record.slug).toBe(false);
  }
});

test("what a source says of annual billing in round figures is told wherever twelve months are counted for it", () => {
  let told = 0;
  for (const record of records) {
    for (const tier of pricedTiers(record)) {
      if (tier.priceMonthly === null || tier.priceAnnual !== null || !countedBy(tier.priceUnit)?.isPeople) continue;
      const { assumptions, total } = totalCost(record, { ...common, seats: 5, tier: tier.id, billing: "annual" });
      if (total === null) continue;
      const notes = record.evidence.filter(({ id }) => tier.evidence.includes(id)).map(({ note }) => note ?? "");
      const states = notes.some((note) => /annual billing costs about \d+% less/.test(note));
      const text = assumptions.join(" ");
      expect(/about \d+% less, according to the source/.test(text), `${record.slug} ${tier.id}`).toBe(states);
      expect(text, `${record.slug} ${tier.id}`).not.toContain("No annual price is published");
      if (states) told++;
    }
  }
  expect(told).toBeGreaterThan(5);
});
