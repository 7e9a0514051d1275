import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { withoutRegions } from "@/lib/catalog/regions";
import type { Evidence } from "@/lib/schemas/record";
import { type Survey, surveyOf } from "@/lib/usage/flagships";
import type { Card } from "@/lib/usage/market";
import { editionKey } from "./catalog";
import type { OperationContext } from "./define";
import { today } from "./views";

export interface RateCard extends Card {
  evidence: ReadonlyMap<string, Evidence>;
  /** How well known its product is. */
  prominence: number;
}

const cards = processWide("llm-cards", () => new LRUCache<string, Promise<RateCard[]>>({ max: 2 }));
const surveys = processWide("llm-surveys", () => new WeakMap<readonly RateCard[], Survey>());

/** The rate card of every provider of language models. Read once for each edition of the catalogue and day. */
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

/** What stands on all cards, by family. Made once for each edition of the catalogue and day. */
export async function languageModelSurvey(context: Pick<OperationContext, "catalog" | "now">): Promise<Survey> {
  const read = await languageModelCards(context);
  const survey = surveys.get(read) ?? surveyOf(read, today(context.now));
  surveys.set(read, survey);
  return survey;
}

async function readCards({ catalog, now }: Pick<OperationContext, "catalog" | "now">): Promise<RateCard[]> {
  const view = { now, asOf: today(now) };
  const [lookups, listing] = await Promise.all([
    catalog.ratedProducts(view).then((slugs) => catalog.records(slugs, view)),
    catalog.listing(view),
  ]);
  const known = new Map(listing.map((product) => [product.slug, product.prominence]));
  return [...lookups.values()].flatMap((lookup): RateCard[] => {
    if (lookup.status !== "found") return [];
    const { slug, name, category, usage, license, evidence } = lookup.record;
    if (usage?.kind !== "llm") return [];
    return [
      {
        slug,
        name,
        category: category.slug,
        license: license.usage ?? "owned",
        prominence: known.get(slug) ?? 0,
        models: withoutRegions(usage),
        evidence: new Map(evidence.map((entry) => [entry.id, entry])),
      },
    ];
  });
}
