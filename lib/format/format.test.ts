import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { project } from "@/lib/catalog/project";
import { pricingText } from "@/lib/mcp/text/pricing";
import { PriceStatus } from "@/lib/schemas/primitives";
import type { PriceChange, PricingAnswer } from "@/lib/schemas/record";
import { acme } from "./acme.fixture";
import { answerOf, answerSentence } from "./answer";
import { changeTexts } from "./changes";
import { citations } from "./cite";
import { dayFromNumber, dayNumber, formatDay, formatMonth } from "./dates";
import { evidenceUses, numberEvidence } from "./evidence";
import { breadcrumbList, serializeJsonLd, softwareApplication } from "./json-ld";
import { productMarkdown } from "./markdown";
import { columnCents, decimalPads, formatMoney } from "./money";
import { listPriceBasis, monthlyFigure, priceText, rangeText } from "./price";
import { confidenceWord, contractTermRows, limitWords, meterWords, perWords, unitWords } from "./words";

describe("money", () => {
  test("writes whole amounts bare, fractions to the cent, and rates below a cent in full", () => {
    expect(formatMoney(15, "USD")).toBe("$15");
    expect(formatMoney(8.75, "USD")).toBe("$8.75");
    expect(formatMoney(8.5, "USD")).toBe("$8.50");
    expect(formatMoney(0.0000125, "USD")).toBe("$0.0000125");
    expect(formatMoney(0.075, "USD")).toBe("$0.075");
    expect(formatMoney(1234.5, "EUR")).toBe("€1,234.50");
    expect(formatMoney(900, "JPY")).toBe("¥900");
    expect(formatMoney(7, "USD", { cents: "always" })).toBe("$7.00");
    expect(columnCents([7, null, 8.75])).toBe("always");
  });

  test("loses no digit of any rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 9 }), (digits, shift) => {
        const amount = Number(`${digits}e-${shift}`);
        expect(Number(formatMoney(amount, "USD").replace(/[$,]/g, ""))).toBe(amount);
      }),
    );
  });

  test("an unknown price is never a figure", () => {
    for (const status of PriceStatus.options) {
      const text = priceText(null, "USD", status);
      expect(text.known).toBe(false);
      expect(text.text).not.toMatch(/[0-9$]/);
      expect(text.text).not.toBe("");
    }
    for (const status of PriceStatus.options.filter((option) => option !== "published"))
      expect(priceText(0, "USD", status).known).toBe(false);
    expect(
      rangeText({ low: null, median: null, high: null, currency: "USD", unit: null, display: "" }, "contact_sales"),
    ).toBe("Not published. The vendor quotes on request.");
    expect(rangeText(undefined, undefined)).not.toMatch(/[0-9$]/);
  });

  test("ranges name the unit once", () => {
    const range = { median: null, currency: "USD", unit: "user/month", display: "" };
    expect(rangeText({ ...range, low: 7.25, high: 15 }, "published")).toBe("$7.25–$15 per user per month");
    expect(rangeText({ ...range, low: 7.25, high: null }, "published")).toBe("From $7.25 per user per month");
    expect(rangeText({ ...range, low: 0, high: 0 }, "published")).toBe("Free");
  });

  test("decimals of a column are brought under each other, words are left alone", () => {
    expect(decimalPads(["$0.075", "$15.00", "Free", null])).toEqual([0, 1, 0, 0]);
  });
});

describe("dates", () => {
  test("days read day, month, year and survive the round trip", () => {
    expect(formatDay("2026-08-01")).toBe("1 Aug 2026");
    expect(formatDay("2026-08-01T10:00:00Z")).toBe("1 Aug 2026");
    expect(formatMonth("2022-09-01")).toBe("Sep 2022");
    fc.assert(fc.property(fc.integer({ min: 0, max: 30_000 }), (n) => dayNumber(dayFromNumber(n)) === n));
  });
});

describe("words", () => {
  test("units, periods and limits are plain words", () => {
    expect(unitWords("user/month")).toBe("per user per month");
    expect(unitWords("month")).toBe("per month");
    expect(unitWords("GB")).toBe("per GB");
    expect(perWords({ per: 1_000_000, unit: "tokens" })).toBe("1M tokens");
    expect(perWords({ per: 1, unit: "images" })).toBe("image");
    expect(limitWords({ name: "message history", value: 90, unit: "days" })).toBe("Message history: 90 days");
    expect(limitWords({ name: "seats", value: null, unit: null })).toBe("Seats: unlimited");
    expect(limitWords({ name: "North America egress", value: 1, unit: "GB" })).toBe("North America egress: 1 GB");
    expect(limitWords({ name: "MAU", value: 500, unit: null })).toBe("MAU: 500");
    expect(limitWords({ name: "AI credits", value: 1, unit: "days" })).toBe("AI credits: 1 day");
    expect(limitWords({ name: "apiCalls", value: 1, unit: null })).toBe("API calls: 1");
    expect(meterWords("ssoMau")).toBe("SSO MAU");
    expect(listPriceBasis({ period: "month", billing: "unstated" })).toContain("billing not stated");
  });

  test("confidence has three words with fixed limits", () => {
    expect([0.75, 0.7499, 0.5, 0.4999].map(confidenceWord)).toEqual(["high", "fair", "fair", "low"]);
  });

  test("only stated contract terms are listed", () => {
    const terms = acme.contractTerms;
    expect(terms && contractTermRows(terms)).toEqual([
      { label: "Automatic renewal", value: "Yes" },
      { label: "Non-renewal notice", value: "30 days" },
      { label: "Late fee per month", value: "1.5%" },
    ]);
  });
});

describe("record", () => {
  test("the answer leaves out the free tier and says it apart", () => {
    expect(answerOf(acme)).toEqual({
      price: "$8.75–$15 per user per month",
      known: true,
      billing: null,
      yearly: "from $7.25 billed yearly",
      team: null,
      brief: "$8.75–$15 per user per month",
      inline: "$8.75–$15 per user per month",
      free: "free plan",
      seen: "21 Aug 2026",
      seenOn: "2026-08-21",
      stale: false,
      age: { day: "2026-08-21", on: "21 Aug 2026", ago: "yesterday", word: "fresh" },
      verb: "checked",
      again: null,
      restricted: false,
    });
    expect(answerSentence(acme)).toBe(
      "Acme Chat costs $8.75–$15 per user per month, or from $7.25 billed yearly. Free plan available. Checked 21 Aug 2026 (yesterday). Confidence: fair.",
    );
  });

  test("a price that is older than the record's reading is told with its own day", () => {
    const seenOn = (day: string) => ({ ...acme, tiers: acme.tiers?.map((tier) => ({ ...tier, observedAt: day })) });
    expect(answerOf(seenOn("2026-07-01"))).toMatchObject({ seen: "1 Jul 2026", seenOn: "2026-07-01", stale: false });
    expect(answerSentence(seenOn("2026-07-01"))).toContain("Checked 1 Jul 2026 (52 days ago). Confidence: fair.");
    expect(answerOf(seenOn("2026-08-22"))).toMatchObject({ seen: "21 Aug 2026", again: "22 Aug 2026" });
  });

  test("a price that is only known billed yearly says so", () => {
    const { marketData: _market, usage: _usage, ...plain } = acme;
    const [firstTier] = acme.tiers ?? [];
    if (!firstTier) throw new Error("no tier");
    const yearly = (tiers: (number | null)[], high: number | null) => ({
      ...plain,
      priceRange: { ...acme.priceRange, low: 10, high },
      tiers: tiers.map((monthly, index) => ({
        ...firstTier,
        id: `t${index}`,
        isFree: false,
        priceStatus: "published" as const,
        priceMonthly: monthly,
        priceAnnual: monthly === null ? 10 : null,
        listPrice: {
          amount: monthly ?? 10,
          currency: "USD",
          period: "month" as const,
          billing: monthly === null ? ("annual" as const) : ("monthly" as const),
        },
        currency: "USD",
        priceUnit: acme.priceRange.unit,
      })),
    });
    expect(answerOf(yearly([null], null)).billing).toBe("billed yearly");
    expect(answerSentence(yearly([null], null))).toContain("from $10 per user per month (billed yearly).");
    expect(answerOf(yearly([null, 20], 20)).billing).toBe("lowest price billed yearly");
    expect(answerOf(yearly([10, 20], 20)).billing).toBeNull();
  });

  test("in a summary a tier keeps the day that is not the record's", () => {
    const [first, ...rest] = acme.tiers ?? [];
    if (!first) throw new Error("no tier");
    const apart = { ...acme, tiers: [{ ...first, observedAt: "2026-07-01" }, ...rest] };
    const brief = { ...project(apart, { depth: "summary" }), answer: "" } as PricingAnswer;
    expect(brief.tiers?.map(({ observedAt }) => observedAt ?? null)).toEqual(["2026-07-01", ...rest.map(() => null)]);
    expect(pricingText(brief)).toContain(", checked 1 Jul 2026 [");
  });

  test("of a family no unit is written with a slash, and a doubt names whose it is", () => {
    const display = "Priced by usage: 2 products; 1 more from $120 per account/month";
    const range = { low: null, median: null, high: null, currency: null, unit: null, display, products: 0 };
    const family = { ...acme, kind: "family" as const, members: [], priceRange: { ...range, otherProducts: 3 } };
    const said = "is priced by usage: 2 products; 1 more from $120 per account per month";
    expect(answerSentence(family)).toContain(`Acme Chat ${said}`);
    const verification = { ...acme.verification, status: "disputed" as const, disputed: [] };
    const shown = productMarkdown({ ...family, verification } as PricingAnswer);
    expect(shown).toContain("Sources disagree on the price of one of its products");
    expect(shown).not.toContain("both figures are shown.");
  });

  test("without a price nothing is said of a confidence", () => {
    const verification = { ...acme.verification, confidence: null };
    expect(pricingText({ ...acme, verification } as PricingAnswer)).toContain("no price, so no confidence score.");
  });

  test("a free tier is not the price of a product with paid tiers", () => {
    const priced = { low: 0, median: null, high: null, currency: "USD", unit: "user/month", display: "" };
    const { marketData: _market, usage: _usage, ...plain } = acme;
    const nothing = answerOf({ ...plain, priceRange: priced, tiers: [] });
    expect(nothing).toMatchObject({ known: false });
    expect(nothing.price).not.toMatch(/\d/);
    const quoted = (acme.tiers ?? []).map((tier) =>
      tier.isFree
        ? tier
        : { ...tier, priceStatus: "contact_sales" as const, priceMonthly: null, priceAnnual: null, listPrice: null },
    );
    expect(answerOf({ ...plain, priceRange: priced, tiers: quoted }).brief).toBe("Free plan; paid price on request");
  });

  test("an extra cost names its kind once", () => {
    const cost = { kind: "add_on" as const, label: "Add-on: Storage", amount: 5, percent: null, currency: "USD" };
    const record = { ...acme, hiddenCosts: [{ ...cost, unit: "month", observedAt: acme.asOf, evidence: [] }] };
    expect(productMarkdown(record)).toContain("- Add-on: Storage, $5 per month");
    expect(pricingText(record)).toContain("- Extra cost, add-on: Storage, $5 per month");
  });

  test("an open-source product is no plan and no price in another unit", () => {
    const none = { low: null, median: null, high: null, currency: null, unit: null };
    const open = {
      ...acme,
      tiers: undefined,
      pricingModel: "open_source" as const,
      priceRange: { ...none, display: "Open source: free to self-host (licence: MIT)" },
    };
    const unread = { ...open, marketData: undefined };
    const licensed = {
      ...unread,
      freeTier: { available: true, trialDays: null, limits: [], licences: ["MIT"], evidence: [] },
    };
    expect(answerSentence(licensed)).toBe(
      "Acme Chat is free to self-host (licence: MIT). Checked 21 Aug 2026 (yesterday). Confidence: fair.",
    );
  });

  test("moves, announcements and prices taken back are told newest first; mended slips and first sightings are not", () => {
    const change = (fields: Partial<PriceChange>): PriceChange => ({
      id: "ch_1",
      class: "move",
      field: "priceMonthly",
      tier: "pro",
      before: 8,
      after: 8.75,
      percent: 9.4,
      currency: "USD",
      unit: "user/month",
      effectiveFrom: null,
      observedAt: "2023-03-01",
      dateRange: null,
      reason: null,
      evidence: ["ev_aa"],
      ...fields,
    });
    const told = changeTexts([
      change({ id: "ch_first", class: "coverage", before: null }),
      change({ id: "ch_up" }),
      change({ id: "ch_slip", class: "correction" }),
      change({ id: "ch_down", before: 10, after: 8, percent: -20, effectiveFrom: "2024-01-01" }),
      change({ id: "ch_gone", before: 15, after: null, percent: null }),
      change({ id: "ch_ahead", class: "scheduled", effectiveFrom: "2027-01-01" }),
      change({ id: "ch_late", class: "unconfirmed", effectiveFrom: "2026-09-01" }),
      change({ id: "ch_off", class: "cancelled", effectiveFrom: "2026-09-01", reason: "called off" }),
      change({ id: "ch_taken", class: "correction", before: 12, after: null, percent: null, reason: "never read" }),
    ]);
    expect(told.map(({ id }) => id)).toEqual([
      "ch_taken",
      "ch_off",
      "ch_late",
      "ch_ahead",
      "ch_gone",
      "ch_down",
      "ch_up",
    ]);
    const [taken, off, late] = told.splice(0, 3);
    expect(off).toMatchObject({ announced: "announced, then cancelled", direction: "up", reason: "called off" });
    expect(late).toMatchObject({ announced: "announced for 1 Sep 2026, not confirmed by any reading since" });
    expect(taken).toMatchObject({ before: "$12", after: "retracted", direction: "corrected", reason: "never read" });
    expect(told[0]).toMatchObject({ announced: "scheduled for 1 Jan 2027", day: "From 1 Jan 2027" });
    expect(told[1]).toMatchObject({ after: "no longer published", percent: null, direction: "withdrawn" });
    expect(told[2]).toMatchObject({ day: "From 1 Jan 2024", percent: "20%", direction: "down" });
    expect(told[3]).toMatchObject({ day: "Checked 1 Mar 2023", before: "$8", after: "$8.75", direction: "up" });
  });

  test("an unpriced tier has no place on the axis", () => {
    expect(acme.tiers?.map(monthlyFigure)).toEqual([0, 8.75, 15, null]);
  });

  test("evidence is numbered once each, in reading order, and says what it shows", () => {
    const numbered = numberEvidence(acme);
    expect([...numbered.values()].map(({ number }) => number)).toEqual([1, 2, 3]);
    expect([...numbered.keys()]).toEqual(["ev_aa", "ev_bb", "ev_cc"]);
    expect(evidenceUses(acme).get("ev_aa")).toContain("tiers");
  });

  test("JSON-LD cannot close its script element", () => {
    const hostile = { ...acme, name: "</script><img src=x onerror=alert(1)>\u2028" };
    const text = serializeJsonLd([
      softwareApplication(hostile),
      breadcrumbList([{ name: "<b>", url: "https://example.com" }]),
    ]);
    expect(text).not.toMatch(/[<>\u2028]/);
    expect(JSON.parse(text)[0].name).toBe(hostile.name);
  });

  test("an unpriced product offers nothing", () => {
    const tiers = acme.tiers?.map((entry) => ({ ...entry, priceStatus: "contact_sales" as const }));
    expect(softwareApplication({ ...acme, tiers })).not.toHaveProperty("offers");
  });

  test("citations carry the address and escape markup", () => {
    const [markdown, html] = citations({ ...acme, name: '<a"b>' });
    expect(markdown?.text).toBe(`${acme.attribution}, prices checked ${formatDay(acme.verification.observedAt)}`);
    expect(html?.text).toContain("&#60;a&#34;b&#62; pricing");
  });

  test("where no price was read the page is cited as it was read, and no price is", () => {
    const verification = { ...acme.verification, confidence: null, confidenceTerms: [] };
    const cited = citations({ ...acme, verification });
    expect(cited[0]?.text).toBe(`${acme.attribution}, page accessed ${formatDay(acme.asOf)}`);
    for (const { text } of cited) expect(text).not.toMatch(/prices checked|issued/i);
  });
});
