import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { withoutRegions } from "@/lib/catalog/regions";
import type { Evidence } from "@/lib/schemas/record";
import type { Card } from "@/lib/usage/market";
import type { OperationContext } from "./define";
import { today } from "./views";

export interface RateCard extends Card {
  evidence: ReadonlyMap<string, Evidence>;
}

const cards = processWide("llm-cards", () => new LRUCache<string, Promise<RateCard[]>>({ max: 2 }));

/** The rate card of every provider of language models. Read once for each edition of the catalogue and day. */
export async function languageModelCards({ catalog, now }: Pick<OperationContext, "catalog" | "now">) {
  const state = await catalog.state();
  const key = `${state?.contentHash} ${today(now)}`;
  const held = cards.get(key);
  if (held) return held;
  const read = readCards({ catalog, now });
  cards.set(key, read);
  read.catch(() => cards.delete(key));
  return read;
}

async function readCards({ catalog, now }: Pick<OperationContext, "catalog" | "now">): Promise<RateCard[]> {
  const view = { now, asOf: today(now) };
  const lookups = await catalog.records(await catalog.ratedProducts(view), view);
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
        models: withoutRegions(usage),
        evidence: new Map(evidence.map((entry) => [entry.id, entry])),
      },
    ];
  });
}
