import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReducedRecord, Verification } from "@/lib/schemas/record";
import { flagshipOf, inOrder, isPriced, leadOf, type Member, withMembers } from "./family";
import { indexEntry } from "./starting-price";
import { unitBasis } from "./units";

const verification: Verification = {
  status: "stale",
  verifiedAt: null,
  observedAt: "2021-12-01",
  nextVerificationAt: "2022-05-30",
  confidence: 0.2,
  confidenceTerms: [],
  method: "dataset",
  source: "Filings",
  sources: 1,
  disputed: [],
};

const CRM = { slug: "acme", category: "crm" };

/** A vendor without any facts except the end of its fiscal year. */
const own: ReducedRecord = {
  pricingModel: null,
  currency: null,
  priceUnit: null,
  priceStatus: "unverified",
  priceRange: { low: null, median: null, high: null, currency: null, unit: null, display: "Price not yet checked" },
  verification,
  license: {},
  evidence: [],
};

function member(slug: string, startingPrice: number | null, over: Partial<Member> = {}): Member {
  const known = startingPrice !== null;
  return {
    slug,
    name: slug,
    category: "crm",
    startingPrice,
    currency: known ? "USD" : null,
    priceUnit: known ? "user/month" : null,
    highestPrice: startingPrice,
    priceStatus: known ? "published" : "unverified",
    pricingModel: null,
    rated: false,
    sources: 1,
    observedAt: "2026-08-01",
    ...over,
  };
}

const byUse = (slug: string, over: Partial<Member> = {}) =>
  member(slug, null, { priceStatus: "not_applicable", pricingModel: "usage", rated: true, ...over });

describe("a family", () => {
  test("has a free plan for the people that the plans of all its members cover", () => {
    const freeTier = { available: true, plan: true, trialDays: null, limits: [], licences: [], evidence: [] };
    const people = (maximums: (number | null)[], stated: { maximum: number } | null = null) =>
      withMembers(
        { ...own, freeTier: { ...freeTier, people: stated } },
        maximums.map((freePeople, index) => member(`acme-${index}`, 9, { freePeople })),
        null,
        CRM,
      ).freeTier?.people;
    expect(people([2, 5, null])).toEqual({ maximum: 2 });
    expect(people([null])).toBeNull();
    expect(people([2], { maximum: 5 })).toEqual({ maximum: 2 });
    expect(people([null], { maximum: 3 })).toEqual({ maximum: 3 });
  });

  test("spans the starting prices of its members and says across how many", () => {
    const { priceRange, priceStatus, currency, priceUnit } = withMembers(
      own,
      [member("sales", 25), member("chat", 8.75), member("marketing", 1250, { priceUnit: "month" }), byUse("agents")],
      null,
      CRM,
    );
    expect(priceRange).toMatchObject({ low: 8.75, high: 25, currency: "USD", unit: "user/month" });
    expect(priceRange.display).toBe("$8.75–$25 per user/month across 2 products; 2 more priced differently");
    expect({ priceStatus, currency, priceUnit }).toEqual({
      priceStatus: "published",
      currency: "USD",
      priceUnit: "user/month",
    });
  });

  test("whose members are priced by use alone says so, without a figure", () => {
    const { priceRange, priceStatus, pricingModel } = withMembers(
      own,
      [byUse("s3"), byUse("ec2"), member("x", null)],
      null,
      CRM,
    );
    expect(priceRange).toMatchObject({ low: null, high: null, display: "Priced by usage: 2 products" });
    expect({ priceStatus, pricingModel }).toEqual({ priceStatus: "published", pricingModel: "usage" });
  });

  test("most of whose products are priced by use is not told by the few that are not", () => {
    const { priceRange, priceStatus } = withMembers(own, [byUse("a"), byUse("b"), member("bi", 3)], null, CRM);
    expect(priceRange).toMatchObject({ low: null, high: null, currency: null });
    expect(priceRange.display).toBe("Priced by usage: 2 products; 1 more from $3 per user/month");
    expect(priceStatus).toBe("published");
    expect(leadOf(own, [byUse("a"), byUse("b"), member("bi", 3)], CRM)?.slug).toBe("a");
  });

  test("of which only what is free is known does not pass for free", () => {
    const free = member("editor", null, { priceStatus: "not_applicable", pricingModel: "open_source" });
    expect(withMembers(own, [free, member("suite", null)], null, CRM).priceRange.display).toBe(
      "1 of 2 products free; paid prices unknown",
    );
    expect(withMembers(own, [free], null, CRM).priceRange.display).toBe("Free: 1 product");
    expect(withMembers(own, [free, member("suite", null)], null, CRM).pricingModel).toBeNull();
    expect(withMembers(own, [free], null, CRM).pricingModel).toBe("open_source");
  });

  test("keeps what is known of the vendor as a whole, and is seen when its flagship was", () => {
    const lead = { ...verification, status: "imported" as const, observedAt: "2026-08-01", confidence: 0.8 };
    const members = [member("sales", 25), member("chat", 8.75, { category: "team-chat", sources: 3 })];
    expect(leadOf(own, members, CRM)?.slug).toBe("sales");
    expect(withMembers(own, members, { verification: lead, priceSummary: null }, CRM).verification).toMatchObject({
      observedAt: "2026-08-01",
      confidence: 0.8,
    });
    const priced = withMembers(own, members, { verification: lead, priceSummary: "from $1 per unit" }, CRM);
    expect(priced.members.map(({ slug, priceSummary }) => [slug, priceSummary])).toEqual([
      ["chat", undefined],
      ["sales", "from $1 per unit"],
    ]);
    expect(withMembers(own, [member("x", null)], null, CRM)).toEqual({ ...own, members: [member("x", null)] });
  });

  test("with prices of its own keeps them and its own day", () => {
    const tier = {
      id: "pack",
      name: "Pack",
      isFree: false,
      priceStatus: "published" as const,
      priceMonthly: 30,
      priceAnnual: null,
      listPrice: null,
      currency: "USD",
      priceUnit: "user/month",
      minimumSeats: null,
      maximumSeats: null,
      seatIncrement: null,
      seatBlocks: [],
      baseFee: null,
      audience: "any" as const,
      retiredOn: null,
      percentageFees: [],
      bandMode: null,
      seatBands: [],
      features: [],
      featureCount: 0,
      limits: [],
      observedAt: "2026-09-01",
      evidence: [],
    };
    const priced: ReducedRecord = {
      ...own,
      priceStatus: "published",
      currency: "USD",
      tiers: [tier],
      tiersComplete: true,
    };
    const members = [member("ide", 10)];
    expect(leadOf(priced, members, CRM)).toBeNull();
    const record = withMembers(priced, members, null, CRM);
    expect(record.tiers).toEqual([tier]);
    expect(record.priceRange).toMatchObject({ low: 10, high: 30, products: 2, otherProducts: 0 });
    expect(record.verification).toEqual(verification);
  });

  test("names priced members first, then by how many sources know them", () => {
    const members = [member("a", null), byUse("b"), member("c", 5), member("d", 9, { sources: 4 }), member("e", 0)];
    expect(inOrder(members).map(({ slug }) => slug)).toEqual(["d", "c", "b", "e", "a"]);
  });
});

const anyMember = fc
  .record({
    price: fc.option(fc.integer({ min: 0, max: 300 })),
    currency: fc.constantFrom("USD", "EUR"),
    priceUnit: fc.constantFrom("user/month", "seat/month", "month"),
    status: fc.constantFrom("unverified" as const, "contact_sales" as const, "not_applicable" as const),
    pricingModel: fc.constantFrom(
      "usage" as const,
      "hybrid" as const,
      "per_seat" as const,
      "open_source" as const,
      null,
    ),
    rated: fc.boolean(),
    sources: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ price, currency, priceUnit, status, ...rest }): Omit<Member, "slug" | "name"> => {
    const { slug: _slug, name: _name, ...base } = member("", price, rest);
    return price === null ? { ...base, priceStatus: status } : { ...base, currency, priceUnit };
  });
const anyMembers = fc
  .array(anyMember, { maxLength: 12 })
  .map((entries) => entries.map((entry, index): Member => ({ ...entry, slug: `m-${index}`, name: `M ${index}` })));

describe("of any members", () => {
  test("none is lost, and no order of arrival changes the family", () => {
    fc.assert(
      fc.property(anyMembers, fc.nat(), (members, seed) => {
        const at = seed % (members.length || 1);
        const record = withMembers(own, members, null, CRM);
        expect(record.members.map(({ slug }) => slug).sort()).toEqual(members.map(({ slug }) => slug).sort());
        expect(withMembers(own, [...members.slice(at), ...members.slice(0, at)], null, CRM)).toEqual(record);
        const known = record.members.map(isPriced);
        expect(known).toEqual([...known].sort((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  test("the range spans every price in its currency and unit, mixes none, and counts the rest", () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        const { priceRange } = withMembers(own, members, null, CRM);
        const { low, high, currency, unit, products = 0, otherProducts = 0, display } = priceRange;
        if (low === null || high === null) return;
        const alike = members.filter(
          (entry) =>
            entry.startingPrice && entry.currency === currency && unitBasis(entry.priceUnit) === unitBasis(unit),
        );
        const prices = alike.map(({ startingPrice }) => startingPrice ?? 0);
        expect([low, high]).toEqual([Math.min(...prices), Math.max(...prices)]);
        expect(products).toBe(alike.length);
        expect(products + otherProducts).toBe(members.filter(isPriced).length);
        expect(display).toContain(currency === "USD" ? "$" : "€");
        expect(display).not.toContain(currency === "USD" ? "€" : "$");
      }),
    );
  });

  test("it has a price exactly where one of them has, and stands in lists with the price of its flagship", () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        const record = withMembers(own, members, null, CRM);
        expect(record.priceStatus === "published").toBe(members.some(isPriced));
        const lead = record.priceRange.low === null ? null : leadOf(own, members, CRM);
        expect(indexEntry(record).startingPrice).toBe(lead ? lead.startingPrice || null : null);
      }),
    );
  });

  test("the flagship leads, if any product is priced", () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        const lead = leadOf(own, members, CRM);
        expect(lead === null).toBe(!members.some(isPriced));
        expect(withMembers(own, members, null, CRM).flagship).toBe(lead?.slug);
      }),
    );
  });
});

describe("the flagship of a family", () => {
  test("is the best-known priced product of its category, otherwise the best-known", () => {
    const chat = member("chat", 8.75, { category: "team-chat", sources: 9 });
    const members = [chat, member("sales", 25, { sources: 2 }), member("own", null, { sources: 12 })];
    expect(flagshipOf(CRM, members)?.slug).toBe("sales");
    expect(flagshipOf({ slug: "acme", category: "erp" }, members)?.slug).toBe("chat");
    expect(flagshipOf(CRM, [member("own", null)])).toBeNull();
  });

  test("named by review goes before both, while it is priced", () => {
    const jira = member("jira", 7.75, { category: "project-management" });
    const trello = member("trello", 6, { category: "project-management", sources: 9 });
    const atlassian = { slug: "atlassian", category: "project-management" };
    expect(flagshipOf(atlassian, [trello, jira])?.slug).toBe("jira");
    expect(flagshipOf(atlassian, [trello, { ...jira, startingPrice: null, priceStatus: "unverified" }])?.slug).toBe(
      "trello",
    );
  });
});
