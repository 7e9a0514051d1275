import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { compareText } from "@/lib/catalog/ledger";
import { withoutRegions } from "@/lib/catalog/regions";
import type { Slug } from "@/lib/schemas/primitives";
import type { Evidence, PricingRecord } from "@/lib/schemas/record";
import { type Survey, surveyOf } from "@/lib/usage/flagships";
import type { Card } from "@/lib/usage/market";
import { type Catalog, editionKey } from "./catalog";
import type { OperationContext } from "./define";
import { sourceOf } from "./shared-reads";
import { today } from "./views";

export interface RateCard extends Card {
  evidence: ReadonlyMap<string, Evidence>;
  /** How well known its product is. */
  prominence: number;
}

const cards = processWide("llm-cards", () => new LRUCache<string, Promise<RateCard[]>>({ max: 2 }));
const surveys = processWide("llm-surveys", () => new WeakMap<readonly RateCard[], Survey>());

/**
 * Returns the rate card of every provider of language models. The cards are read once for each edition of the catalogue
 * and day.
 */
export async function languageModelCards({ catalog, now }: Pick<OperationContext, "catalog" | "now">) {
  const state = await catalog.state();
  const key = `${state && editionKey(state)} ${today(now)}`;
  const held = cards.get(key);
  if (held) return held;
  const read = readCards({ catalog, now });
  cards.set(key, read);
  read.catch(() => cards.delete(key));
  return read;
}

/** Returns a survey of all cards by family. It is made once for each edition of the catalogue and day. */
export async function languageModelSurvey(context: Pick<OperationContext, "catalog" | "now">): Promise<Survey> {
  const read = await languageModelCards(context);
  const survey = surveys.get(read) ?? surveyOf(read, today(context.now));
  surveys.set(read, survey);
  return survey;
}

/** The language-model part of a record; null if the record has no such part. */
type ReadCard = Omit<RateCard, "prominence"> | null;

/** The last reading by product, each with the state of the product at that time. */
const readBefore = processWide(
  "llm-cards-read",
  () => new WeakMap<Catalog, Map<Slug, { state: string; card: ReadCard }>>(),
);

/** Reads only those products again that have changed since the last reading. */
async function readCards({ catalog, now }: Pick<OperationContext, "catalog" | "now">): Promise<RateCard[]> {
  const view = { now, asOf: today(now) };
  const source = sourceOf(catalog);
  const before = readBefore.get(source);
  const read = new Map<Slug, { state: string; card: ReadCard }>();
  const listing = await catalog.listing(view);
  const sold = listing.filter(({ rateKind }) => rateKind === "llm").sort((a, b) => compareText(a.slug, b.slug));
  for (const { slug } of sold) {
    const state = `${await catalog.editionOf(slug)} ${view.asOf}`;
    const held = before?.get(slug);
    read.set(slug, held?.state === state ? held : { state, card: null });
  }
  const changed = [...read].filter(([slug, held]) => before?.get(slug) !== held).map(([slug]) => slug);
  // Only a part of each record is stored here, so whole records need no caching.
  const lookups = await catalog.records(changed, view, "list");
  for (const slug of changed) {
    const lookup = lookups.get(slug);
    const held = read.get(slug);
    if (held && lookup?.status === "found") held.card = cardOf(lookup.record);
  }
  readBefore.set(source, read);
  return sold.flatMap(({ slug, prominence }) => {
    const card = read.get(slug)?.card;
    return card ? [{ ...card, prominence }] : [];
  });
}

function cardOf({ slug, name, category, usage, license, evidence }: PricingRecord): ReadCard {
  if (usage?.kind !== "llm") return null;
  return {
    slug,
    name,
    category: category.slug,
    license: license.usage ?? "owned",
    models: withoutRegions(usage),
    evidence: new Map(evidence.map((entry) => [entry.id, entry])),
  };
}
