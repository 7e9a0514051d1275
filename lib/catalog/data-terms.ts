import type { Source } from "@/lib/schemas/catalog";
import type { FactKind } from "@/lib/schemas/observation";
import { GROUPS, type Group } from "@/lib/schemas/record";
import { compareText } from "./ledger";

/** The groups of a record that use each kind of fact. */
const FEEDS: Record<FactKind, readonly Group[]> = {
  plans: ["tiers", "scenarios", "priceHistory", "freeTier", "offers", "capabilities"],
  rates: ["usage", "priceHistory"],
  hidden_cost: ["hiddenCosts", "priceHistory", "capabilities"],
  contract_term: ["contractTerms"],
  market: ["marketData", "negotiationTips"],
  purchase: ["marketData"],
  rating: ["sentiment"],
  fiscal_year_end: ["negotiationTips"],
  discount: ["negotiationTips", "offers"],
  free_tier: ["freeTier"],
  open_source: ["freeTier"],
  identity: [],
  retraction: [],
  cancellation: ["priceHistory"],
};

interface Use {
  source: string;
  kind: FactKind;
  observations: number;
  restricted: number;
}

export interface SourceTerms extends Source {
  observations: number;
  /** Observations that a third party restricts. */
  restrictedObservations: number;
  groups: Group[];
}

export interface GroupTerms {
  group: Group;
  observations: number;
  restrictedObservations: number;
  sources: number;
  restrictedSources: number;
}

/** Returns the groups that each source with an observation contributes to, and the terms of each group. */
export function dataTerms(
  sources: readonly Source[],
  uses: readonly Use[],
): { sources: SourceTerms[]; groups: GroupTerms[] } {
  const bySlug = new Map(sources.map((source) => [source.slug, source]));
  const counted = uses.map((use) => {
    const whole = bySlug.get(use.source)?.restricted ?? false;
    return { ...use, restricted: whole ? use.observations : use.restricted };
  });
  const sum = (list: readonly Use[], of: "observations" | "restricted") =>
    list.reduce((total, use) => total + use[of], 0);
  return {
    sources: sources
      .filter(({ slug }) => counted.some((use) => use.source === slug))
      .sort((a, b) => compareText(a.slug, b.slug))
      .map((source) => {
        const own = counted.filter((use) => use.source === source.slug);
        const fed = new Set(own.flatMap(({ kind }) => FEEDS[kind]));
        return {
          ...source,
          observations: sum(own, "observations"),
          restrictedObservations: sum(own, "restricted"),
          groups: GROUPS.filter((group) => fed.has(group)),
        };
      }),
    groups: GROUPS.map((group) => {
      const feeding = counted.filter(({ kind }) => FEEDS[kind].includes(group));
      const restricted = feeding.filter((use) => use.restricted > 0);
      return {
        group,
        observations: sum(feeding, "observations"),
        restrictedObservations: sum(feeding, "restricted"),
        sources: new Set(feeding.map(({ source }) => source)).size,
        restrictedSources: new Set(restricted.map(({ source }) => source)).size,
      };
    }),
  };
}
