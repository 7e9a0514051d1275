import { beforeAll, describe, expect, test } from "vitest";
import { daysBetween } from "@/lib/catalog/day";
import { groupBy } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import { byModel, type Card, type MarketRanking, rankOffers } from "@/lib/usage/market";
import { readModelId } from "@/lib/usage/model-key";
import type { Mode, Workload } from "@/lib/usage/workload";
import { shipped, shippedReduced } from "./catalogue";

const TODAY = "2026-11-21";
/** A day long after the catalogue was read. */
const LATER = "2027-02-10";
const FILTERS = { cards: [], names: [], families: [], minimumContext: null, withPast: false, withSpecial: true };

let cards: Card[];
beforeAll(() => {
  const { files, observed } = shipped();
  const reduced = shippedReduced(TODAY);
  cards = files.products.flatMap(({ slug, name, category }): Card[] => {
    const observations = observed.get(slug) ?? [];
    if (!observations.some(({ fact }) => fact.kind === "rates")) return [];
    const usage = reduced(slug)?.usage;
    return usage?.kind === "llm" ? [{ slug, name, category, license: "owned", models: usage.models }] : [];
  });
}, 120_000);

const workload = (mode: Mode): Workload => ({
  quantities: new Map([
    ["inputTokens", 1_000_000],
    ["outputTokens", 200_000],
  ]),
  mode,
  promptTokensPerRequest: 1_000,
  when: null,
});

const offersOf = ({ groups, unpriced }: MarketRanking) => [...groups.flatMap(({ offers }) => offers), ...unpriced];

describe.each(["standard", "batch"] as const)("a %s ranking of every model of the catalogue", (mode) => {
  test.each([TODAY, LATER])(
    "holds nothing that is retired, deprecated or long unconfirmed on %s, and tells how many are not in it",
    (day) => {
      const ranking = rankOffers(cards, workload(mode), FILTERS, day);
      for (const { card, model } of offersOf(ranking)) {
        const at = `${card.slug} ${model.model}`;
        expect(model.status, at).toBe("active");
        expect(daysBetween(model.observedAt, day), at).toBeLessThanOrEqual(POLICY.dueAfterDays);
      }
      const told = Object.values(ranking.notRanked).reduce((sum, count) => sum + count, 0);
      expect(offersOf(ranking).length + told).toBe(cards.reduce((sum, { models }) => sum + models.length, 0));
      const all = rankOffers(cards, workload(mode), { ...FILTERS, withPast: true }, day);
      expect(offersOf(all).length + all.notRanked.variant).toBe(offersOf(ranking).length + told);
    },
  );

  test("names no mode, effort or tuning beside the model that it is of, and no snapshot beside the model or a newer one", () => {
    const ranking = rankOffers(cards, workload(mode), FILTERS, TODAY);
    for (const { models, slug } of byCard(ranking)) {
      for (const ids of groupBy(models.map(readModelId), ({ key }) => key).values()) {
        expect(new Set(ids.map(({ snapshot }) => snapshot)).size, `${slug} ${ids[0]?.key}`).toBe(1);
        if (ids.length > 1)
          expect(
            ids.filter(({ variant, tuned }) => variant !== null || tuned),
            slug,
          ).toEqual([]);
      }
    }
  });

  test("has one row for each model of a currency", () => {
    for (const { offers } of rankOffers(cards, workload(mode), FILTERS, TODAY).groups) {
      const keys = byModel(offers).map(({ model }) => readModelId(model.model).key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

function byCard(ranking: MarketRanking) {
  return [...groupBy(offersOf(ranking), ({ card }) => card.slug)].map(([slug, offers]) => ({
    slug,
    models: offers.map(({ model }) => model.model),
  }));
}

test("what an id sells in batches is the batch price of its model, and is no standard price", () => {
  const openrouter = cards.filter(({ models }) => models.some(({ model }) => model.endsWith(":batch")));
  expect(openrouter.length).toBeGreaterThan(0);
  for (const card of openrouter) {
    const batch = rankOffers([card], workload("batch"), FILTERS, TODAY).groups.flatMap(({ offers }) => offers);
    const standard = rankOffers([card], workload("standard"), FILTERS, TODAY).groups.flatMap(({ offers }) => offers);
    for (const { model, meters } of card.models.filter(({ model }) => model.endsWith(":batch"))) {
      const base = model.slice(0, -":batch".length);
      const input = meters.find(({ name }) => name === "inputTokens")?.prices[0]?.unitPrice;
      const offer = batch.find((entry) => entry.model.model === base || entry.model.model === model);
      expect(offer?.estimate.lines.find(({ meter }) => meter === "inputTokens")?.unitPrice, model).toBe(input);
      expect(
        standard.some((entry) => entry.model.model === model),
        model,
      ).toBe(false);
    }
  }
});

/** Returns the plain IDs of a card, grouped by model. */
function idsOf(models: Card["models"]) {
  const ids = models
    .map((model) => ({ model, ...readModelId(model.model) }))
    // The maker names the IDs that it shuts down: babbage, and not babbage-002.
    .filter(({ model, tuned, variant }) => !tuned && variant === null && model.retiredOn === undefined);
  return groupBy(ids, ({ key }) => key).values();
}

test("an undated id and the only snapshot at its prices have one status, on every card", () => {
  const apart: string[] = [];
  for (const { slug, models } of cards) {
    for (const group of idsOf(models)) {
      const undated = group.filter(({ snapshot }) => snapshot === null);
      const statuses = new Set(undated.map(({ model }) => model.status));
      if (statuses.size > 1) apart.push(`${slug} ${group[0]?.key}: ${[...statuses].join(" and ")}`);
      const snapshots = new Set(group.flatMap(({ snapshot }) => snapshot ?? []));
      if (undated.length === 0 || snapshots.size !== 1) continue;
      for (const { model } of group) {
        if (!statuses.has(model.status)) apart.push(`${slug} ${model.model}: ${model.status}`);
      }
    }
  }
  expect(apart).toEqual([]);
});

test("no snapshot outlives its model, nor a model every snapshot of it", () => {
  const apart: string[] = [];
  for (const { slug, models } of cards) {
    for (const group of idsOf(models)) {
      const undated = group.filter(({ snapshot }) => snapshot === null);
      const dated = group.filter(({ snapshot }) => (snapshot?.length ?? 0) > 4);
      const newest = dated
        .map(({ snapshot }) => snapshot ?? "")
        .sort()
        .at(-1);
      const ended = undated.some(({ model }) => model.status !== "active");
      for (const { model, snapshot } of dated) {
        if (ended && snapshot !== newest && model.status === "active")
          apart.push(`${slug} ${model.model} outlives its model`);
      }
      if (undated.length > 0 && dated.length > 0 && !ended && dated.every(({ model }) => model.status !== "active")) {
        apart.push(`${slug} ${undated[0]?.model.model} outlives its snapshots`);
      }
    }
  }
  expect(apart).toEqual([]);
});
