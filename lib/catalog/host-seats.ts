import type { Observation } from "@/lib/schemas/observation";

/** Categories in which a host is a person with a licence. Elsewhere it is a server. */
const PEOPLE_HOST = new Set(["video-meetings", "events-and-ticketing", "learning-management"]);
const SEAT = "host seat";

/** Names the unit "host" so that it counts as a seat if the product's hosts are people. */
export function withHostSeats(entry: Observation, category: string | undefined): Observation {
  const { fact } = entry;
  if (fact.kind !== "plans" || !PEOPLE_HOST.has(category ?? "") || !fact.tiers.some(isByHost)) return entry;
  return {
    ...entry,
    fact: { ...fact, tiers: fact.tiers.map((tier) => (isByHost(tier) ? { ...tier, unit: SEAT } : tier)) },
  };
}

function isByHost({ unit }: { unit: string | null }): boolean {
  return unit === "host";
}
