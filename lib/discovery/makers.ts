import { textsHolding } from "./letters";
import type { Weighed } from "./words";

interface Offering {
  vendor: string;
  /** In the form given by nameKey(). */
  models: readonly string[];
}

/**
 * Who offers models by a name. Makers come before resellers: they have many by a name and few others, and resellers put
 * the maker's name before the model's (`openai/gpt-5`).
 */
export function makersOf(offerings: readonly Offering[]): (key: string) => Weighed {
  const offers = offerings.flatMap(({ models }, index) => models.map((model) => ({ index, model })));
  const holding = textsHolding(offers.map(({ model }) => model));
  const vendors = offerings.map(({ vendor }) => vendor.toLowerCase().replace(/[^a-z0-9]/g, ""));

  return (key) => {
    const joined = key.replaceAll("-", "");
    const counts = new Map<number, number>();
    /** By what stands before the name in a model's: who offers such. */
    const prefixed = new Map<string, Set<number>>();
    for (const place of holding(key)) {
      const { index, model } = offers[place] as (typeof offers)[number];
      counts.set(index, (counts.get(index) ?? 0) + 1);
      const whole = model.replaceAll("-", "");
      for (let at = whole.indexOf(joined, 1); at > 0; at = whole.indexOf(joined, at + 1)) {
        const prefix = whole.slice(0, at);
        const others = prefixed.get(prefix) ?? new Set();
        prefixed.set(prefix, others.add(index));
      }
    }
    const found = new Map<number, number>();
    for (const [index, count] of counts) {
      const vendor = vendors[index] ?? "";
      const others = prefixed.get(vendor) ?? new Set();
      const named = others.size - (others.has(index) ? 1 : 0);
      found.set(index, count * (count / (offerings[index]?.models.length ?? count)) ** 2 + 2 * named);
    }
    return found;
  };
}
