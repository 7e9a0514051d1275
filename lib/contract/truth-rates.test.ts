import { beforeAll, describe, expect, test } from "vitest";
import { settle } from "@/lib/catalog/announcements";
import { changesWithEvidence, ratePoint } from "@/lib/catalog/history";
import { compareText, groupBy, knownOn, ofKind } from "@/lib/catalog/ledger";
import { historyRegion } from "@/lib/catalog/rates";
import { dayOf } from "@/lib/catalog/trend";
import { jsonFeed } from "@/lib/feeds/changes";
import { changesOverview } from "@/lib/operations/changes-overview";
import { catalogFacts } from "@/lib/operations/facts";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import type { Observation } from "@/lib/schemas/observation";
import type { PriceChange, ReducedRecord } from "@/lib/schemas/record";
import { shipped, shippedReduced } from "./catalogue";

/** One day on which announced steps are fresh, and the day of the catalogue. */
const DAYS = ["2026-09-15", "2026-11-21"];

type Card = { at: string; asOf: string; record: ReducedRecord; changes: PriceChange[]; known: readonly Observation[] };

let cards: Card[];
const { files, sources, observed } = shipped();
beforeAll(() => {
  cards = files.products.flatMap(({ slug }) => {
    const observations = observed.get(slug) ?? [];
    if (!observations.some(({ fact }) => fact.kind === "rates")) return [];
    return DAYS.flatMap((asOf): Card[] => {
      const record = shippedReduced(asOf)(slug);
      const { changes } = changesWithEvidence(observations, { asOf, sources });
      const known = knownOn(observations, asOf);
      return record ? [{ at: `${slug} on ${asOf}`, asOf, record, changes, known }] : [];
    });
  });
}, 240_000);

/** Returns the served rates of a card, by series of the ledger. */
function served({ record, known, asOf }: Card): Map<string, NonNullable<ReturnType<typeof ratePoint>>> {
  const region = historyRegion(ofKind(settle(known, asOf).inForce, "rates"));
  const points = (record.usage?.models ?? []).flatMap(({ model, currency, meters }) =>
    meters.flatMap((meter) => ratePoint({ model, currency, meter }, region) ?? []),
  );
  return new Map(points.map((point) => [`${point.tier}|${point.meter}`, point]));
}

describe("of every rate card of the catalogue", () => {
  test("the moves of each meter lead to what the card serves; a step between sources is told as one", () => {
    const off: string[] = [];
    let ended = 0;
    for (const card of cards) {
      const prices = served(card);
      const steps = card.changes.filter(
        ({ class: kind, reason }) => kind === "move" || (kind === "coverage" && reason),
      );
      for (const [key, own] of groupBy(steps, ({ tier, field }) => `${tier}|${field}`)) {
        const end = prices.get(key);
        const last = [...own].sort((a, b) => compareText(dayOf(a), dayOf(b))).at(-1);
        if (!end || !last || !own.some((step) => step.class === "move")) continue;
        ended += 1;
        const onLastDay = own.filter((step) => dayOf(step) === dayOf(last)).map(({ after }) => after);
        if (!onLastDay.includes(end.price)) off.push(`${card.at} ${key}: ${last.after}, card ${end.price}`);
      }
    }
    expect(ended).toBeGreaterThan(1000);
    expect(off).toEqual([]);
  });

  test("the last price of its history is the card's", () => {
    const off: string[] = [];
    for (const card of cards) {
      const prices = served(card);
      const points = (card.record.priceHistory ?? []).filter(({ tier, meter }) => prices.has(`${tier}|${meter}`));
      for (const [key, own] of groupBy(points, ({ tier, meter }) => `${tier}|${meter}`)) {
        const [last, end] = [own.at(-1), prices.get(key)];
        if (last?.price !== end?.price) off.push(`${card.at} ${key}: ${last?.price}, card ${end?.price}`);
      }
    }
    expect(off).toEqual([]);
  });

  test("no price that was only announced is a move, stands in the history or is served", () => {
    let announcedSteps = 0;
    for (const { at, asOf, known, changes, record } of cards) {
      const { announced, confirmedBy } = settle(known, asOf);
      for (const [entry, reading] of confirmedBy)
        expect(reading.observedAt >= (entry.effectiveFrom ?? ""), at).toBe(true);
      for (const { entry, status } of announced) {
        if (entry.fact.kind !== "rates") continue;
        announcedSteps += 1;
        const { model } = entry.fact;
        const day = entry.effectiveFrom;
        const ofDay = changes.filter((change) => change.tier === model && change.effectiveFrom === day);
        expect(
          ofDay.map((change) => change.class),
          `${at} ${model}`,
        ).not.toContain("move");
        expect(
          ofDay.map((change) => change.class),
          `${at} ${model}`,
        ).toContain(status);
        const points = (record.priceHistory ?? []).filter(
          (point) => point.tier === model && point.effectiveFrom === day,
        );
        expect(points, `${at} ${model}`).toEqual([]);
      }
    }
    expect(announcedSteps).toBeGreaterThan(5);
  });
});

test("home, the overview and the feed tell moves alone", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const site = { name: "Example Prices", url: "https://prices.example" };
  // Every card with a cancelled step of rates.
  const rated = new Set(
    files.observations.flatMap(({ fact, product }) => (fact.kind === "cancellation" ? product : [])),
  );
  const products = files.products.filter(({ slug }) => rated.has(slug));
  const observations = files.observations.filter(({ product }) => rated.has(product));
  const catalog = memoryCatalog({ ...files, products, observations, loadedAt: now }, site);
  const context = { catalog, now, site };
  const facts = await catalogFacts(context);
  const { lists, others } = await changesOverview(context, { category: null, product: null });
  const told = [...(facts?.moves ?? []), ...lists, ...others];
  expect(told.length).toBeGreaterThan(1);
  for (const change of told) expect(change.class).toBe("move");
  const answer: Pick<ChangesAnswer, "changes"> = { changes: told };
  const feed = jsonFeed({ answer, site, self: site.url, query: "", next: null, now });
  for (const words of ["not confirmed", "then cancelled", "claude-sonnet-5, input tokens: $2 → $3"]) {
    expect(feed).not.toContain(words);
  }
}, 120_000);
