import { expect, test } from "vitest";
import { statementIn } from "@/lib/catalog/capabilities";
import { catalogDay } from "@/lib/catalog/report";
import { shipped, shippedRecords } from "./catalogue";

const records = () => shippedRecords(catalogDay(shipped().files.sources));
const TIMEOUT_MS = 180_000;

test(
  "every offer and capability of the catalogue has evidence that the record holds",
  () => {
    let count = 0;
    for (const { slug, evidence, offers = [], capabilities = [] } of records()) {
      const held = new Set(evidence.map(({ id }) => id));
      for (const fact of [...offers, ...capabilities]) {
        count += 1;
        expect(fact.evidence.length, slug).toBeGreaterThan(0);
        for (const id of fact.evidence) expect(held, slug).toContain(id);
      }
    }
    expect(count).toBeGreaterThan(150);
  },
  TIMEOUT_MS,
);

test(
  "an offer is free or names a figure, a tier or a condition, and is told once",
  () => {
    for (const { slug, offers = [], tiers = [], negotiationTips = [] } of records()) {
      for (const { free, percentHigh, tier, condition } of offers) {
        expect(free || percentHigh !== null || tier !== null || condition !== null, slug).toBe(true);
        if (tier !== null)
          expect(
            tiers.map(({ id }) => id),
            slug,
          ).toContain(tier);
      }
      expect(new Set(offers.map((offer) => JSON.stringify({ ...offer, evidence: [] }))).size, slug).toBe(offers.length);
      for (const { tip } of negotiationTips) expect(tip, slug).not.toMatch(/^(?:Education|Nonprofit) discount/);
    }
  },
  TIMEOUT_MS,
);

test(
  "a capability names each tier once, in the order of the record, and none whose own words deny it",
  () => {
    for (const { slug, capabilities = [], tiers = [] } of records()) {
      const order = tiers.map(({ id }) => id);
      for (const { capability, tiers: ids, firstTier } of capabilities) {
        expect(ids, slug).toEqual(order.filter((id) => ids.includes(id)));
        expect(new Set(ids).size, slug).toBe(ids.length);
        expect(firstTier, slug).toBe(ids[0] ?? null);
        for (const { id, features } of tiers) {
          const isDenied = features.some((feature) => statementIn(feature, capability) === "denied");
          if (isDenied) expect(ids, slug).not.toContain(id);
        }
      }
    }
  },
  TIMEOUT_MS,
);
