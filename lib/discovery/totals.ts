import { compareText } from "@/lib/catalog/ledger";
import type { Product } from "@/lib/schemas/catalog";
import type { PeriodEntry } from "./entries";
import { addTo } from "./lists";
import { type DiscoverTotals, FACETS, type Facet, type FacetName } from "./page";

type Value = string | boolean | null;

const FACET_OF: Record<FacetName, (product: Product, entry: PeriodEntry) => Value> = {
  category: ({ category }) => category,
  pricingModel: (_, { pricingModel }) => pricingModel,
  freeTier: (_, { freeTier }) => freeTier,
  priceStatus: (_, { priceStatus }) => priceStatus,
  freePlan: (_, { freePlan }) => freePlan,
  selfHosted: (_, { selfHosted }) => selfHosted,
};

/** The values of a facet in order, unknown last, and the place of each division's value. */
interface Ranks {
  values: readonly (string | null)[];
  of: Uint16Array;
}

interface Ranked {
  rank: number;
  count: number;
}

/** Groups of products that have the same values in all facets. Only a few of the possible combinations occur. */
export class Divisions {
  readonly #ids = new Map<string, number>();
  readonly #values: (string | null)[][] = [];
  #ranks: Ranks[] = [];
  #counts = new Uint32Array();
  #met: number[] = [];

  /** Returns the division of a product in a period. */
  enter(product: Product, entry: PeriodEntry): number {
    const values = FACETS.map((facet) => textOf(FACET_OF[facet](product, entry)));
    const key = JSON.stringify(values);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#values.push(values);
    this.#ids.set(key, this.#ids.size);
    return this.#ids.size - 1;
  }

  /** Completes the table after the last entry. */
  close(): void {
    this.#counts = new Uint32Array(this.#values.length);
    this.#ranks = FACETS.map((_, facet) => {
      const all = this.#values.map((values) => values[facet] ?? null);
      const values = [...new Set(all)].sort(
        (a, b) => Number(a === null) - Number(b === null) || compareText(a ?? "", b ?? ""),
      );
      const places = new Map(values.map((value, place) => [value, place]));
      return { values, of: Uint16Array.from(all, (value) => places.get(value) as number) };
    });
  }

  count(division: number): void {
    if (this.#counts[division] === 0) this.#met.push(division);
    addTo(this.#counts, division, 1);
  }

  /** Returns the values counted since the last call, the most frequent first, then in their order. */
  facets(): DiscoverTotals["facets"] {
    const facets = FACETS.map((facet, index) => {
      const { values, of } = this.#ranks[index] as Ranks;
      const counts = new Uint32Array(values.length);
      for (const division of this.#met) {
        addTo(counts, of[division] as number, this.#counts[division] as number);
      }
      const found: Ranked[] = [];
      counts.forEach((count, rank) => {
        if (count > 0) found.push({ rank, count });
      });
      found.sort((a, b) => b.count - a.count || a.rank - b.rank);
      return [facet, found.map(({ rank, count }): Facet => ({ value: values[rank] ?? null, count }))] as const;
    });
    for (const division of this.#met) this.#counts[division] = 0;
    this.#met = [];
    return Object.fromEntries(facets) as DiscoverTotals["facets"];
  }
}

function textOf(value: Value): string | null {
  return value === null ? null : String(value);
}
