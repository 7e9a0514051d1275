import { firstWhere } from "./first-where";
import { addTo, between, Collected } from "./lists";
import { Texts } from "./texts";
import type { Finding } from "./words";

interface Offering {
  vendor: string;
  /** In the form given by nameKey(). */
  models: readonly string[];
}

/**
 * Finds the offerings with models of a name, in their order. Makers come before resellers: makers have many models
 * with the name and few others, and resellers put the maker's name before the model's (`openai/gpt-5`).
 */
export function makersOf(offerings: readonly Offering[]): (key: string, found: Finding) => void {
  const models = [...new Set(offerings.flatMap((offering) => offering.models))].sort();
  const places = new Map(models.map((model, place) => [model, place]));
  const offered = new Collected();
  offerings.forEach((offering, index) => {
    for (const model of offering.models) offered.add(places.get(model) as number, index);
  });
  const offeredBy = offered.inLists(models.length);
  const texts = new Texts(models);
  const vendors = offerings.map(({ vendor }) => vendor.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const offering = vendors.filter((vendor, index) => vendor !== "" && offerings[index]?.models.length);
  const names = [...new Set(offering)];
  const wholes = models.map((model) => model.replaceAll("-", ""));
  const begun = beginningWith(wholes, names);
  /** Number of models with the name, by index. All 0 between two searches. */
  const counts = new Uint32Array(offerings.length);

  return (key, found) => {
    const joined = key.replaceAll("-", "");
    const seen: number[] = [];
    /** The offerings with a prefix before the name in a model's id, by prefix. */
    const prefixed = new Map<string, Set<number>>();
    for (const place of texts.holding(key)) {
      for (const index of between(offeredBy, place)) {
        if (counts[index] === 0) seen.push(index);
        addTo(counts, index, 1);
      }
      for (const name of between(begun, place)) {
        const prefix = names[name] as string;
        if (!wholes[place]?.startsWith(joined, prefix.length)) continue;
        const others = prefixed.get(prefix) ?? new Set();
        prefixed.set(prefix, others);
        for (const index of between(offeredBy, place)) others.add(index);
      }
    }
    for (const index of seen.sort((a, b) => a - b)) {
      const count = counts[index] as number;
      const others = prefixed.get(vendors[index] as string);
      const named = others ? others.size - (others.has(index) ? 1 : 0) : 0;
      found(index, count * (count / (offerings[index]?.models.length ?? count)) ** 2 + 2 * named);
      counts[index] = 0;
    }
  };
}

/** Returns the beginnings of each text, by its place. */
function beginningWith(texts: readonly string[], beginnings: readonly string[]) {
  const order = [...texts.keys()].sort((a, b) => ((texts[a] as string) < (texts[b] as string) ? -1 : 1));
  const held = new Collected();
  beginnings.forEach((beginning, index) => {
    let at = firstWhere(order, (place) => (texts[place] as string) >= beginning);
    for (; texts[order[at] ?? -1]?.startsWith(beginning); at += 1) held.add(order[at] as number, index);
  });
  return held.inLists(texts.length);
}
