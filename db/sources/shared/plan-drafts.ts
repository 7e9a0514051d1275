import type { Fact } from "@/lib/schemas/observation";
import { keyOf } from "./units";

export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}

/** Returns the costs of one reading without duplicates, each with a unique key. */
export function uniqueCosts(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  const keys = new Set<string>();
  const unique: Fact[] = [];
  for (const fact of facts) {
    const exact = JSON.stringify(fact);
    if (seen.has(exact)) continue;
    seen.add(exact);
    if (fact.kind !== "hidden_cost") {
      unique.push(fact);
      continue;
    }
    const base = fact.key ?? keyOf(fact.label);
    let key = base;
    for (let n = 2; keys.has(`${fact.cost} ${key}`); n += 1) key = `${base}-${n}`;
    keys.add(`${fact.cost} ${key}`);
    unique.push({ ...fact, key });
  }
  return unique;
}
