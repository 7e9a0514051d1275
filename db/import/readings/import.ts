import { groupBy } from "@/lib/catalog/ledger";
import { plansAgree } from "@/lib/catalog/like-plans";
import { sortObservations } from "@/lib/catalog/ndjson";
import { ratesAgree } from "@/lib/catalog/rates";
import { reduce } from "@/lib/catalog/reduce";
import { BLOCKED, examine, withFlatFees } from "@/lib/catalog/sanity";
import { evidenceId, observationId } from "@/lib/ids";
import type { Category, Source } from "@/lib/schemas/catalog";
import { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ReducedRecord } from "@/lib/schemas/record";
import { type ResolveTables, trustByOrigin } from "../../sources/resolve";
import type { CatalogFiles } from "../catalog-files";
import { draftsOf, identityOf } from "./facts";
import { ProductFinder } from "./find-product";
import { ReadingLine } from "./reading";

export type ReadingText = { file: string; text: string };

/**
 * The effect of a row. `known`: the catalogue has it. `new`: the first price of its product. `newer`: it replaces
 * another displayed figure. `equal`: it confirms the displayed figure. `disputed`: displayed as a disagreement.
 * `older`: stored as history. `fact`: not a price.
 */
export type Effect = "known" | "new" | "newer" | "equal" | "disputed" | "older" | "fact";

export type ReadingReport = {
  catalog: CatalogFiles;
  effects: { where: string; product: string; fact: string; effect: Effect }[];
  rejected: { where: string; reason: string }[];
  newProducts: string[];
  /** New products on the site of a known one. Check that they are not the same. */
  near: { slug: string; beside: string[] }[];
};

type Row = { where: string; observation: Observation };

/**
 * Turns lines of reading files into observations in addition to the catalogue's, without I/O. Repeats change nothing.
 */
export function importReadings(
  texts: readonly ReadingText[],
  catalog: CatalogFiles,
  context: { tables: ResolveTables; categories: readonly Category[]; sources: readonly Source[]; asOf: Day },
): ReadingReport {
  const { tables, sources, asOf } = context;
  const finder = new ProductFinder(catalog.products, tables, new Set(context.categories.map(({ slug }) => slug)));
  const described = new Map(sources.map((source) => [source.slug, source]));
  const rejected: ReadingReport["rejected"] = [];
  const newProducts = new Set<string>();
  const drafted: Row[] = [];
  for (const { where, line } of linesOf(texts, rejected)) {
    if (!described.has(line.source)) {
      rejected.push({ where, reason: `no source "${line.source}" in sources.json` });
      continue;
    }
    const found = finder.find(line);
    if ("rejected" in found) {
      rejected.push({ where, reason: found.rejected });
      continue;
    }
    const { product, isNew } = found;
    if (isNew) newProducts.add(product.slug);
    const drafts = draftsOf(line);
    for (const draft of isNew && drafts.length === 0 ? [identityOf(line)] : drafts) {
      const parsed = Observation.safeParse({ product: product.slug, ...draft });
      const issue = parsed.error?.issues[0];
      if (issue) rejected.push({ where, reason: `${issue.path.join(".")} ${issue.message}` });
      else if (parsed.data) drafted.push({ where, observation: parsed.data });
    }
  }
  const ofItsKind = trustByOrigin(finder.products, tables);
  const rows = drafted.map(({ where, observation }): Row => {
    const row = ofItsKind(observation);
    return { where, observation: row.fact.kind === "plans" ? { ...row, fact: withFlatFees(row.fact) } : row };
  });
  return conclude(rows, catalog, finder, { rejected, newProducts, sources: described, asOf });
}

function conclude(
  rows: readonly Row[],
  catalog: CatalogFiles,
  finder: ProductFinder,
  context: {
    rejected: ReadingReport["rejected"];
    newProducts: ReadonlySet<string>;
    sources: ReadonlyMap<string, Source>;
    asOf: Day;
  },
): ReadingReport {
  const { rejected, sources, asOf } = context;
  const before = groupBy(Object.values(catalog.observations).flat(), ({ product }) => product);
  const effects: ReadingReport["effects"] = [];
  const added: Observation[] = [];
  for (const [slug, own] of groupBy(rows, ({ observation }) => observation.product)) {
    const earlier = before.get(slug) ?? [];
    const ids = new Set(earlier.map(observationId));
    const fresh = own.filter(({ observation }) => {
      const id = observationId(observation);
      const isFresh = !ids.has(id);
      ids.add(id);
      return isFresh;
    });
    const together = [...earlier, ...fresh.map(({ observation }) => observation)];
    const blocked = new Map(
      examine(together, { asOf })
        .filter(({ action }) => action === "block")
        .map(({ observation, reason }) => [observation, reason]),
    );
    const kept = fresh.filter(({ where, observation }) => {
      const reason = blocked.get(observation);
      if (reason !== undefined) rejected.push({ where, reason: `${BLOCKED}${reason}` });
      return reason === undefined;
    });
    const category = finder.products.find((product) => product.slug === slug)?.category;
    const reduced = (observations: readonly Observation[]) =>
      reduce(observations, { asOf, sources, category, history: false });
    const then = reduced(earlier);
    const now = kept.length > 0 ? reduced([...earlier, ...kept.map(({ observation }) => observation)]) : then;
    const isKept = new Set(kept.map(({ observation }) => observation));
    for (const { where, observation } of own) {
      if (blocked.has(observation)) continue;
      const effect = isKept.has(observation) ? effectOf(observation, earlier, then, now) : "known";
      effects.push({ where, product: slug, fact: observation.fact.kind, effect });
    }
    added.push(...kept.map(({ observation }) => observation));
  }
  const observations = { ...catalog.observations };
  for (const [source, more] of groupBy(added, (row) => row.source)) {
    observations[source] = sortObservations([...(observations[source] ?? []), ...more]);
  }
  const seen = new Set(added.map(({ product }) => product));
  const newProducts = [...context.newProducts].filter((slug) => seen.has(slug));
  const products = finder.products
    .filter(({ slug }) => !context.newProducts.has(slug) || seen.has(slug))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const near = finder.near.filter(({ slug }) => seen.has(slug));
  return { catalog: { ...catalog, products, observations }, effects, rejected, newProducts, near };
}

function effectOf(
  row: Observation,
  earlier: readonly Observation[],
  then: ReducedRecord | null,
  now: ReducedRecord | null,
): Effect {
  const { fact } = row;
  if (fact.kind !== "plans" && fact.kind !== "rates") return "fact";
  const id = evidenceId(row);
  const shown = [
    ...(now?.tiers ?? []),
    ...(now?.startingPrice ? [now.startingPrice] : []),
    ...(now?.usage?.models.flatMap(({ meters }) => meters) ?? []),
  ].some(({ evidence }) => evidence.includes(id));
  const isPriced = (then?.tiers ?? []).some(({ listPrice }) => listPrice) || then?.startingPrice || then?.usage;
  if (shown && !isPriced) return "new";
  const agrees = earlier.some(
    (other) =>
      (fact.kind === "plans" && other.fact.kind === "plans" && plansAgree(fact, other.fact)) ||
      (fact.kind === "rates" &&
        other.fact.kind === "rates" &&
        other.fact.model === fact.model &&
        ratesAgree(fact, other.fact)),
  );
  if (shown) return agrees ? "equal" : "newer";
  return now?.verification.disputed.some(({ evidence }) => evidence.includes(id)) ? "disputed" : "older";
}

function linesOf(texts: readonly ReadingText[], rejected: ReadingReport["rejected"]) {
  return texts.flatMap(({ file, text }) =>
    text.split("\n").flatMap((written, index): { where: string; line: ReadingLine }[] => {
      if (written.trim() === "") return [];
      const where = `${file}:${index + 1}`;
      const parsed = ReadingLine.safeParse(jsonOf(written));
      const issue = parsed.error?.issues[0];
      if (issue) rejected.push({ where, reason: `${issue.path.join(".") || "line"}: ${issue.message}` });
      return parsed.data ? [{ where, line: parsed.data }] : [];
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
