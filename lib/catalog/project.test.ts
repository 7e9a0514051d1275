import fc from "fast-check";
import { expect, test } from "vitest";
import type { Product } from "@/lib/schemas/catalog";
import { GROUPS, PricingAnswer } from "@/lib/schemas/record";
import { fitRecord } from "./fit";
import { project } from "./project";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { referenceCard } from "./regions";
import { ledger, SOURCES } from "./testing/observations";

const ACME: Product = {
  slug: "acme",
  name: "Acme",
  vendor: { name: "Acme Inc.", website: "https://example.com" },
  category: "team-chat",
  domain: "example.com",
  pricingPage: null,
  kind: "product",
  aliases: [],
  formerSlugs: [],
};

const record = ledger.map((observations) => {
  const reduced = reduce(observations, { asOf: "2026-11-21", sources: SOURCES });
  return (
    reduced && {
      ...buildRecord({
        product: ACME,
        category: { slug: "team-chat", name: "Team chat" },
        reduced,
        asOf: "2026-11-21",
        site: { name: "Example", url: "https://example.org" },
      }),
      answer: "Acme costs what it costs.",
    }
  );
});
test("names the groups that were requested and of which nothing is known", () => {
  fc.assert(
    fc.property(record, (known) => {
      fc.pre(known !== null);
      const view = { depth: "summary" as const, fields: [...GROUPS] };
      const { missing = [] } = project(known, view);
      expect(missing).toEqual(GROUPS.filter((group) => known[group] === undefined));
    }),
  );
});

const fields = fc.option(fc.subarray([...GROUPS]), { nil: undefined });
const depth = fc.constantFrom("full" as const, "summary" as const);

const ENVELOPE = [
  "slug",
  "schemaVersion",
  "answer",
  "links",
  "source",
  "attribution",
  "license",
  "verification",
] as const;

test("the envelope survives every choice of fields and depth, and the result fits the schema", () => {
  fc.assert(
    fc.property(record, fields, depth, (full, chosen, how) => {
      if (!full) return;
      const shown = project(full, { depth: how, fields: chosen });
      for (const key of ENVELOPE) expect(shown[key]).toBeDefined();
      expect(full.links).toMatchObject(shown.links);
      expect(shown.links.page).toBe(full.links.page);
      if (how === "full") expect(shown.links).toEqual(full.links);
      expect(shown.license).toEqual(full.license);
      expect(shown.licenseNote).toBe(full.licenseNote);
      PricingAnswer.parse(shown);
    }),
  );
});

test("a field that was not chosen is absent, one that was chosen is whole, a rate card in its reference region", () => {
  fc.assert(
    fc.property(record, fc.subarray([...GROUPS]), (full, chosen) => {
      if (!full) return;
      const shown = project(full, { depth: "full", fields: chosen });
      for (const group of GROUPS) {
        const { moreAt: _moreAt, ...card } = shown.usage ?? {};
        const whole = group === "usage" && full.usage ? referenceCard(full.usage) : full[group];
        const given = group === "usage" && shown.usage ? card : shown[group];
        expect(given).toEqual(chosen.includes(group) ? whole : undefined);
      }
      const cited = new Set(JSON.stringify({ ...shown, evidence: [] }).match(/ev_[a-z0-9]+/g));
      expect(new Set(shown.evidence?.map((entry) => entry.id))).toEqual(cited);
    }),
  );
});

test("a summary says how many entries it leaves out, and keeps every price of a tier, unknown ones too, and where it is from", () => {
  fc.assert(
    fc.property(record, (full) => {
      if (!full) return;
      const brief = project(full, { depth: "summary" });
      const prices = (tier: NonNullable<PricingAnswer["tiers"]>[number]) => [
        tier.id,
        tier.isFree,
        tier.priceStatus,
        tier.priceMonthly,
        tier.priceAnnual,
        tier.listPrice,
        tier.currency,
        tier.priceUnit,
      ];
      expect(brief.tiers?.map(prices)).toEqual(full.tiers?.map(prices));
      const { display, ...figures } = full.priceRange;
      expect(brief.priceRange).toEqual(full.priceRange.low === null ? figures : { ...figures, display });
      expect(brief.counts?.priceHistory ?? 0).toBe(full.priceHistory?.length ?? 0);
      expect(brief.counts?.evidence).toBe(fitRecord(full).evidence.length);
      expect(brief.freeTier?.available).toBe(full.freeTier?.available);
      const { page, home, vendor } = full.links;
      expect(brief.links).toEqual({ page, home, vendor });
    }),
  );
});
