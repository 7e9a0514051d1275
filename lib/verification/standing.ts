import { settle } from "@/lib/catalog/announcements";
import { EvidenceBook, knownOn, ofKind, type Sources } from "@/lib/catalog/ledger";
import { reducePlans } from "@/lib/catalog/plans";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Standing } from "./decide";

/** Returns the displayed plans of a product. Null if neither its plans nor its usage prices are known. */
export function standingOf(
  observations: readonly Observation[],
  {
    asOf,
    sources,
    confirmed = (known) => known,
  }: {
    asOf: Day;
    sources: Sources;
    /** Marks the readings that checks confirmed. They then lead for longer. */
    confirmed?: (known: Observation[]) => Observation[];
  },
): Standing | null {
  const settled = settle(knownOn(observations, asOf), asOf);
  const inForce = confirmed(settled.inForce);
  const plans = reducePlans(ofKind(inForce, "plans"), asOf, new EvidenceBook(sources));
  const rated = inForce.some(({ fact }) => fact.kind === "rates");
  if (!plans && !rated) return null;
  const tiers = plans ? [...(plans.start ? [plans.start] : []), ...plans.tiers] : [];
  return { tiers, complete: plans?.complete ?? false, rated, shown: plans?.shown ?? null };
}
