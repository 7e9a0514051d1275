import { tierNamed } from "@/lib/discovery/names";
import { nameKey } from "@/lib/ids";
import { PLAN_NAMES } from "@/lib/questions/plan-words";
import type { Tier } from "@/lib/schemas/record";
import type { Catalog, Names, ProductEntry } from "./catalog";
import { today } from "./views";

/** A text that may name a product and one of its plans, such as "Vercel Pro". */
export interface PlanName {
  text: string;
  product: ProductEntry;
  /** The words of the text, and how many of these words name the product. */
  words: readonly string[];
  productWords: number;
}

export interface NamedPlan {
  product: ProductEntry;
  /** The words after the product's name. */
  plan: string;
  /** Null if the record has no such plan. */
  tier: Tier | null;
}

const PLAN_PHRASES = new Set([...PLAN_NAMES, "business plus", "business premium"]);
const PLAN_ENDING = /\s+(?:plan|tier|edition|subscription)$/i;

/** Returns the product and plan that a text may name; null if the text is a product's own name. */
export function planNameIn(text: string, { meant }: Pick<Names, "meant">): PlanName | null {
  const words = text.trim().replace(PLAN_ENDING, "").split(/\s+/);
  if (words.length < 2) return null;
  const { one } = meant(text);
  if (one && [one.slug, nameKey(one.name)].includes(nameKey(text))) return null;
  for (let count = words.length - 1; count > 0; count -= 1) {
    const product = meant(words.slice(0, count).join(" ")).one;
    if (!product) continue;
    return one && one.slug !== product.slug ? null : { text, product, words, productWords: count };
  }
  return null;
}

/** Finds the plan in the product's record. Null if the text names no plan. */
export async function findPlan(
  catalog: Pick<Catalog, "record">,
  { product, words, productWords }: PlanName,
  now: Date,
): Promise<NamedPlan | null> {
  const lookup = await catalog.record(product.slug, { asOf: today(now), now });
  const tiers = lookup.status === "found" ? (lookup.record.tiers ?? []) : [];
  const plan = words.slice(productWords).join(" ");
  // "Microsoft 365 Business Premium" is the plan Business Premium of Microsoft 365 Business.
  for (let start = productWords; start >= 0; start -= 1) {
    const [tier] = tierNamed(tiers, words.slice(start).join(" "), product.name).candidates;
    if (tier) return { product, plan, tier };
  }
  return isPlanWord(plan) ? { product, plan, tier: null } : null;
}

export function isPlanWord(words: string): boolean {
  return PLAN_PHRASES.has(words.toLowerCase());
}
