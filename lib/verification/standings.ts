import { checksOf } from "@/db/queries/checks";
import { observationsOf } from "@/db/queries/observations";
import { allSources } from "@/db/queries/sources";
import { looksBy, withChecks } from "@/lib/catalog/checks";
import type { Observation } from "@/lib/schemas/observation";
import type { Standings } from "./desk";
import { standingOf } from "./standing";

export const standingsOf: Standings = async (db, slugs, asOf) => {
  const observed = await observationsOf(db, slugs, asOf);
  const checked = await checksOf(db, slugs, asOf, { kind: "page" });
  const sources = new Map((await allSources(db)).map((source) => [source.slug, source]));
  return new Map(
    slugs.map((slug) => {
      const own = observed.get(slug) ?? [];
      const checks = checked.get(slug) ?? [];
      const looks = checks.length > 0 ? looksBy(own, checks, asOf) : null;
      const confirmed = looks ? (known: Observation[]) => withChecks(known, looks.confirmedOn) : undefined;
      return [slug, standingOf(own, { asOf, sources, ...(confirmed && { confirmed }) })];
    }),
  );
};
