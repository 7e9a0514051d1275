import { beforeAll, describe, expect, test } from "vitest";
import { leadFee } from "@/lib/catalog/percentage-price";
import { monthlyTiers } from "@/lib/catalog/plans";
import { answerOf, answerSentence } from "@/lib/format/answer";
import { call } from "@/lib/http/testing";
import type { PricingAnswer, PricingRecord, Tier } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { type TcoResult, totalCost } from "@/lib/tco/engine";
import { seatLimits } from "@/lib/tco/quote";
import { shippedRecords } from "./catalogue";
import { shippedService } from "./shipped-service";

const TODAY = "2026-11-21";
const SEATS = [1, 2, 3, 5, 10, 25, 60, 250, 1000];

let records: readonly PricingRecord[];
beforeAll(() => {
  records = shippedRecords(TODAY);
}, 120_000);

const recordOf = (slug: string) => records.find((record) => record.slug === slug) as PricingRecord;

function cost(slug: string, seats: number, tier?: string): TcoResult {
  return totalCost(recordOf(slug), { seats, tier, billing: "annual", termYears: 1, includeHiddenCosts: false });
}

describe("a price for individuals", () => {
  test("is named as such in the answer, with the price of teams", () => {
    const restricted = records.filter((record) => {
      const monthly = monthlyTiers(record.tiers ?? [], record.priceRange.currency);
      const isOpen = ({ audience }: Tier) => audience === "any" || audience === "business";
      const [lead] = monthly;
      const { team, known } = answerOf(record);
      if (!lead || !known || isOpen(lead) || !monthly.some(isOpen)) return false;
      return team !== null || !leadFee(record.tiers ?? []);
    });
    expect(restricted.length).toBeGreaterThan(25);
    for (const record of restricted)
      expect(answerSentence(record), record.slug).toMatch(
        /; lowest for (?:individuals|students and schools|nonprofits)[,.]/,
      );
    expect(answerSentence(recordOf("github-copilot"))).toContain(
      "from $10 per user per month; lowest for individuals, teams from $19 per user per month.",
    );
  });

  test("is not charged to a team", () => {
    expect(cost("github-copilot", 60)).toMatchObject({ tier: { id: "business" }, yearOne: 13680 });
  });
});

describe("a starting price without a tier", () => {
  const PSEUDO = /^(?:starting price|starting at|starts at|from|cheapest (?:paid )?plan|lowest price|entry price)\b/i;

  test("is never an entry of tiers", () => {
    const named = records.flatMap(({ slug, tiers = [] }) =>
      tiers.flatMap(({ id, name }) => (id === "starting-price" || PSEUDO.test(name) ? [`${slug} ${name}`] : [])),
    );
    expect(named).toEqual([]);
  });

  test("is shown with its evidence if the record has no tier to compare it with", () => {
    const stated = records.filter(({ startingPrice }) => startingPrice !== undefined);
    expect(stated.length).toBeGreaterThan(10);
    for (const { slug, startingPrice, evidence } of stated) {
      const ids = new Set(evidence.map(({ id }) => id));
      expect(startingPrice?.evidence.length, slug).toBeGreaterThan(0);
      for (const id of startingPrice?.evidence ?? []) expect(ids, slug).toContain(id);
    }
  });
});

describe("the tier for a number of seats", () => {
  test.each([
    ["zendesk", 60, "support-team", 13_680],
    ["intercom", 60, "essential", 13_680],
    ["asana", 60, "starter", 7_912.8],
    ["jira", 60, "standard", 6_516],
    ["help-scout", 30, "plus", 13_608],
    ["gusto", 25, "simple", 2_388],
    ["monday-com", 4, "basic", 540],
    ["monday-com", 7, "basic", 1_080],
    ["github-copilot", 60, "business", 13_680],
    ["docker", 300, "team", 54_000],
  ])("of %s for %d is %s", (slug, seats, tier, total) => {
    expect(cost(slug, seats)).toMatchObject({ tier: { id: tier }, total });
  });

  test("of Help Scout Pro for 30 seats costs $22,680", () => {
    expect(cost("help-scout", 30, "pro").total).toBe(22_680);
  });

  test("of a plan for individuals is not known for a team", () => {
    for (const record of records) {
      for (const { id, audience, retiredOn } of record.tiers ?? []) {
        const team = totalCost(record, { seats: 2, termYears: 1, includeHiddenCosts: false });
        if (audience !== "any" || retiredOn) expect(team.tier?.id, record.slug).not.toBe(id);
      }
    }
    expect(cost("discord", 25).total).toBeNull();
  });

  test("a price without a unit is never multiplied nor taken for the account of a team", () => {
    let unclear = 0;
    for (const { slug, tiers = [] } of records) {
      for (const tier of tiers) {
        if (tier.priceUnit !== "month" || tier.isFree || seatLimits(tier).said) continue;
        unclear++;
        expect(cost(slug, 25, tier.id).total, `${slug} ${tier.id}`).toBeNull();
      }
    }
    expect(unclear).toBeGreaterThan(300);
  });

  test("a disputed tier is used, and the dispute is named with its effect", () => {
    const { disputes, assumptions } = cost("zendesk", 60);
    expect(disputes).toMatchObject([{ tier: "support-team", price: 25, yearOne: 18_000 }]);
    expect(assumptions.join(" ")).toContain("$18,000 in the first year");
  });

  test("is the cheapest that admits the seats, by arithmetic over the fields of every product", () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const record of records) {
      for (const seats of SEATS) {
        const offers = (record.tiers ?? []).flatMap((tier) => {
          const cents = tier.currency === record.currency ? yearInCents(tier, seats) : null;
          return cents === null ? [] : [{ id: tier.id, cents, isFlat: !BY_PERSON.test(tier.priceUnit ?? "") }];
        });
        const { tier, total } = totalCost(record, { seats, termYears: 1, includeHiddenCosts: false });
        const best = Math.min(...offers.map(({ cents }) => cents));
        const own = offers.find(({ id }) => id === tier?.id);
        const cents = total === null ? null : Math.round(total * 100);
        compared += offers.length;
        // A price for the account is not used if the product is known by a price of another unit.
        if (cents === null && offers.every(({ isFlat }) => isFlat)) continue;
        const isRight = cents !== null && (own ? cents === best : cents <= best);
        if (!isRight) wrong.push(`${record.slug} for ${seats}: ${tier?.id} ${cents}, not ${best}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(6_000);
  });
});

const BY_PERSON =
  /^(?:user|seat|member|agent|editor|developer|person|licen[cs]e|collaborator|contributor|employee|responder|operator|technician|creator)\/month$/;
const FLAT = /^(?:account\/)?month$/;
const IN_WORDS = /\b(?:users|seats|members|licen[cs]es|user accounts)\b/i;

/**
 * Returns the cost of a tier for a team for a year, from its fields alone. Null if the tier is not for the team, or
 * that is not certain.
 */
function yearInCents(tier: Tier, seats: number): number | null {
  const { priceStatus, isFree, retiredOn, audience, priceUnit, minimumSeats, maximumSeats, seatBands, baseFee } = tier;
  if (priceStatus !== "published" || isFree || retiredOn || audience === "student" || audience === "nonprofit")
    return null;
  if (audience === "individual" && seats > 1) return null;
  if (maximumSeats !== null && seats > maximumSeats) return null;
  const named = /\bup to (\d+) (?:users|employees)\b/i.exec(tier.name)?.[1];
  if (named !== undefined && seats > Number(named)) return null;
  const isByPerson = BY_PERSON.test(priceUnit ?? "");
  if (!isByPerson && !FLAT.test(priceUnit ?? "")) return null;
  if (!isByPerson && seats > 1 && maximumSeats === null && named === undefined) return null;
  // Limits in words are not part of this arithmetic.
  if (tier.limits.some(({ name }) => IN_WORDS.test(name)) && (maximumSeats === null || minimumSeats === null))
    return null;
  const one = yearOfOneInCents(tier);
  if (one === null) return null;
  const fee = baseFee ? Math.round(baseFee.amount * 100) * (baseFee.period === "year" ? 1 : 12) : 0;
  if (!isByPerson) return Math.round(one) + fee;
  const sold = soldSeats(tier, Math.max(seats, minimumSeats ?? 1));
  if (seatBands.length === 0) return Math.round(one * sold) + fee;
  const price = tier.bandMode === "volume" ? volumePrice : graduatedPrice;
  return Math.round(price(seatBands, sold) * 12 * 100) + fee;
}

/** Prefers a yearly price to a monthly one, and a monthly one to one with unstated billing. */
function yearOfOneInCents({ annualTotal, priceAnnual, priceMonthly, listPrice }: Tier): number | null {
  if (priceAnnual !== null && listPrice?.period === "year") return listPrice.amount * 100;
  if (priceAnnual !== null) return (annualTotal ?? priceAnnual * 12) * 100;
  if (priceMonthly !== null) return priceMonthly * 12 * 100;
  return listPrice?.period === "month" ? listPrice.amount * 12 * 100 : null;
}

function soldSeats({ seatBlocks, seatIncrement }: Tier, count: number): number {
  let sold = count;
  const largest = seatBlocks.at(-1) ?? 0;
  const step = seatIncrement ?? (seatBlocks.length > 0 ? largest - (seatBlocks.at(-2) ?? 0) : 1);
  while (!seatBlocks.includes(sold) && (sold < largest || sold % step !== 0)) sold++;
  return sold;
}

function volumePrice(bands: Tier["seatBands"], count: number): number {
  const holds = bands.filter(({ from }) => from < count);
  return count * (holds.sort((a, b) => b.from - a.from)[0]?.unitPrice ?? 0);
}

function graduatedPrice(bands: Tier["seatBands"], count: number): number {
  let total = 0;
  for (let seat = 1; seat <= count; seat++) {
    const band = bands.find(({ from, upTo }) => seat > from && (upTo === null || seat <= upTo));
    total += (band ?? bands.reduce((last, one) => (one.from > last.from ? one : last))).unitPrice;
  }
  return total;
}

test("a former tier is named as such", async () => {
  const body = JSON.stringify({ slug: "slack", seats: 25, tier: "Standard" });
  const init = { method: "POST", body, headers: { "content-type": "application/json" } };
  const { runtime } = await shippedService();
  const response = await call("/api/v2/tco", init, runtime);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { detail: string }).detail).toMatch(
    /^tier: was last seen on 20\d\d-\d\d-\d\d and is not a current tier of Slack; use one of: /,
  );
});

test("a plan sold in variants is found by its own name", async () => {
  const { runtime } = await shippedService();
  const response = await call("/api/v2/pricing/Claude%20Team?depth=summary", {}, runtime);
  const { resolved } = (await response.json()) as PricingAnswer;
  expect(resolved?.[0]?.because).toContain("was matched to the plan Team Standard of Claude");
});

test("a team is not sold seats with limited rights or plans for individuals", () => {
  expect(cost("figma", 25).tier?.id).toBe("professional");
  expect(cost("bitwarden", 200).tier?.id).toBe("teams");
});

test("a word that begins the names of several tiers means the cheapest of them", async () => {
  const { runtime } = await shippedService();
  const headers = { "content-type": "application/json" };
  const ask = async (body: object) => {
    const response = await call("/api/v2/tco", { method: "POST", headers, body: JSON.stringify(body) }, runtime);
    return { status: response.status, body: (await response.json()) as TcoAnswer };
  };
  const { body } = await ask({ seats: 15, items: [{ slug: "claude", tier: "team" }] });
  expect([body.items[0]?.tier?.id, body.total]).toEqual(["team-standard", 3600]);
  expect(body.resolved?.[0]?.because).toBe(
    '"team" means Team Standard and Team Premium. The cheapest of them is used: Team Standard (team-standard).',
  );
  const cms = await ask({ slug: "webflow", tier: "CMS", quantities: { site: 1 } });
  expect(cms.body.items[0]?.tier?.id).toBe("website-cms");
  expect((await ask({ slug: "claude", seats: 15, tier: "tea" })).status).toBe(400);
});

test("a price for up to a number of people is for the account", () => {
  expect(cost("confluence", 100)).toMatchObject({ tier: { id: "standard-up-to-100-users" }, total: 6_700 });
  expect(cost("confluence", 60)).toMatchObject({ tier: { id: "standard" }, total: 4_824 });
});

test("one request gives the cost with both billings, whichever was requested", async () => {
  const { runtime } = await shippedService();
  const ask = async (body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await call("/api/v2/tco", { method: "POST", headers, body: JSON.stringify(body) }, runtime);
    return (await response.json()) as TcoAnswer;
  };
  for (const slug of ["slack", "asana", "notion"]) {
    const open = await ask({ slug, seats: 40 });
    const other = open.items[0]?.otherBilling;
    const requested = await ask({ slug, seats: 40, billing: other?.billing });
    expect(other?.billing, slug).not.toBe(open.items[0]?.billing);
    expect([requested.yearOne, requested.total], slug).toEqual([other?.yearOne, other?.total]);
    expect(requested.items[0]?.otherBilling, slug).toMatchObject({
      billing: open.items[0]?.billing,
      total: open.total,
    });
    expect(requested.range.low, slug).toBe(requested.total);
  }
});
