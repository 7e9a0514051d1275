import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { among } from "@/db/queries/among";
import { checksOf } from "@/db/queries/checks";
import type { NewHeldChange } from "@/db/queries/held-changes";
import { observationsOf } from "@/db/queries/observations";
import { productColumns } from "@/db/queries/products";
import { beginRun, type RunStart } from "@/db/queries/runs";
import { allSources } from "@/db/queries/sources";
import { catalogState, heldChanges, productIndex, products } from "@/db/schema";
import { inTurns } from "@/lib/awaitable";
import { dayOf, isConfirming } from "@/lib/catalog/checks";
import { END_OF_TIME } from "@/lib/catalog/day";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { cleanTexts } from "@/lib/safe-text";
import type { Product } from "@/lib/schemas/catalog";
import { Check } from "@/lib/schemas/check";
import { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { renamedSlugs, setAside, underSlugsOf } from "./carry-over";
import { type Derived, deriving, FIRST_DAY, type MemberRows, type Speaker } from "./derive";
import {
  inBatches,
  loadTransaction,
  modelsOf,
  observationRow,
  type Stored,
  withId,
  writeChanges,
  writeIndex,
} from "./rows";

/** Products that one query reads and writes. A response of the embedded database is read without a pause. */
const AT_ONCE = 4;

export interface Append {
  run: RunStart;
  observations: readonly Observation[];
  checks: readonly Check[];
  /** The changes that these checks held for a person. */
  held?: readonly NewHeldChange[];
  now: Date;
}

export interface Appended {
  /** New rows. Rows that were already recorded do not count. */
  observations: number;
  checks: number;
  /** Number of these observations that wait for an edition with their product and source. */
  aside: number;
  /** Products whose responses may have changed, including families. */
  products: Slug[];
  revision: number;
}

/**
 * Writes the results of a run in one transaction: adds its observations and checks, derives the rows of the affected
 * products again, and raises the revision of the catalogue. Repeating a run changes nothing. If the caller already has
 * a transaction, it uses that.
 * @throws when the catalogue is not loaded, or when an observation or check violates its schema
 */
export async function appendRun(db: Db, { run, observations, checks, held = [], now }: Append): Promise<Appended> {
  const given = {
    observations: observations.map((row) => Observation.parse(cleanTexts(row))),
    checks: checks.map(parsedCheck),
  };
  return loadTransaction(db, async (tx) => {
    const [state] = await tx.select().from(catalogState);
    if (!state) throw new Error("The catalogue is not loaded yet.");
    await beginRun(tx, run);
    const catalogue = await productsOfCatalogue(tx);
    const renamed = renamedSlugs(catalogue);
    const slugOf = (slug: Slug) => renamed.get(slug) ?? slug;

    const fresh = await addObservations(tx, underSlugsOf(given.observations.map(withId), renamed), catalogue, run.id);
    const added = await addChecks(
      tx,
      given.checks.map((check) => ({ ...check, product: slugOf(check.product) })),
    );
    await addHeld(
      tx,
      held.map((change) => ({ ...change, product: slugOf(change.product) })),
      added,
      now,
    );

    const changed = earliest([
      ...fresh.standing.map(({ product, observedAt }) => ({ product, day: observedAt })),
      ...added.filter(({ kind }) => kind === "page").map((check) => ({ product: check.product, day: dayOf(check) })),
    ]);
    const moved = await deriveAgain(tx, { changed, catalogue, today: state.loadedAt.toISOString().slice(0, 10) });
    const { standing, aside } = fresh;
    const appended = { observations: standing.length + aside.length, checks: added.length, aside: aside.length };
    if (moved.length === 0) return { ...appended, products: moved, revision: state.revision };
    const revision = await moveState(tx, moved, now);
    return { ...appended, products: moved, revision };
  });
}

function earliest(days: readonly { product: Slug; day: Day }[]): Map<Slug, Day> {
  const first = new Map<Slug, Day>();
  for (const { product, day } of days) if (day < (first.get(product) ?? END_OF_TIME)) first.set(product, day);
  return first;
}

function parsedCheck(check: Check): Check {
  return Check.parse(cleanTexts(check));
}

/** Adds new rows. Rows whose product or source is not in the catalogue are set aside. */
async function addObservations(
  tx: Db,
  rows: readonly Stored[],
  catalogue: readonly Product[],
  run: string,
): Promise<{ standing: Stored[]; aside: Stored[] }> {
  const known = new Set(catalogue.map(({ slug }) => slug));
  const sources = new Set((await allSources(tx)).map(({ slug }) => slug));
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  const stands = ({ product, source }: Stored) => known.has(product) && sources.has(source);
  const added = new Set<string>();
  await inBatches(
    distinct.filter(stands).map((row) => ({ ...observationRow(row), run })),
    async (json) => {
      const { rows: written } = await tx.execute<{ id: string }>(sql`
        insert into observations (id, product, source, kind, trust, observed_at, effective_from, evidence_id, payload, run, origin)
        select id, product, source, kind, trust, "observedAt", "effectiveFrom", "evidenceId", payload, run, 'run'
        from json_to_recordset(${json}::json) as r(id text, product text, source text, kind text, trust text,
          "observedAt" date, "effectiveFrom" date, "evidenceId" text, payload jsonb, run text)
        on conflict (id) do nothing returning id`);
      for (const { id } of written) added.add(id);
    },
  );
  const aside = await setAside(
    tx,
    distinct.filter((row) => !stands(row)).map((row) => ({ ...row, run })),
  );
  return {
    standing: distinct.filter(({ id }) => added.has(id)),
    aside: distinct.filter(({ id }) => aside.has(id)),
  };
}

async function addChecks(tx: Db, given: readonly Check[]): Promise<Check[]> {
  const added = new Set<string>();
  await inBatches(given, async (json) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into checks (id, run, product, kind, url, started_at, duration_ms, http_status, outcome, extractor, sha256,
        shown, reason)
      select id, run, product, kind, url, "startedAt", "durationMs", "httpStatus", outcome, extractor, sha256, shown,
        reason
      from json_to_recordset(${json}::json) as r(id text, run text, product text, kind text, url text,
        "startedAt" timestamptz, "durationMs" int, "httpStatus" int, outcome text, extractor text, sha256 text,
        shown text, reason text)
      on conflict (id) do nothing returning id`);
    for (const { id } of rows) added.add(id);
  });
  return given.filter(({ id }) => added.has(id));
}

/** Adds held changes. Earlier held changes of a product are superseded by a check that read its page again. */
async function addHeld(tx: Db, held: readonly NewHeldChange[], added: readonly Check[], now: Date): Promise<void> {
  const read = added.filter((check) => isConfirming(check) || (check.kind === "page" && check.outcome === "held"));
  for (const [product, looks] of groupBy(read, ({ product }) => product)) {
    const last = looks
      .map(({ startedAt }) => startedAt)
      .sort()
      .at(-1) as string;
    await tx
      .update(heldChanges)
      .set({ decision: "superseded", decidedAt: now })
      .where(
        and(eq(heldChanges.product, product), isNull(heldChanges.decision), lt(heldChanges.heldAt, new Date(last))),
      );
  }
  if (held.length > 0)
    await tx
      .insert(heldChanges)
      .values([...held])
      .onConflictDoNothing();
}

/** Derives the rows of products from a day on, and those of the families above them. Returns their slugs. */
async function deriveAgain(
  tx: Db,
  { changed, catalogue, today }: { changed: ReadonlyMap<Slug, Day>; catalogue: readonly Product[]; today: Day },
): Promise<Slug[]> {
  if (changed.size === 0) return [];
  const byVendor = groupBy(catalogue, ({ vendor }) => vendor.name);
  const productsOf = (vendor: string) => byVendor.get(vendor) ?? [];
  const sources = new Map((await allSources(tx)).map((source) => [source.slug, source]));
  const again = withFamilies(new Set(changed.keys()), catalogue);
  const first = [...changed.values()].sort(compareText)[0] as Day;
  // A family is derived from the stored rows of its members.
  for (const products of inSteps(again)) {
    const slugs = products.map(({ slug }) => slug);
    const observed = await observationsOf(tx, slugs, END_OF_TIME);
    const checked = await checksOf(tx, slugs, END_OF_TIME, { kind: "page" });
    const members = await memberRows(
      tx,
      products.flatMap(({ kind, name }) => (kind === "family" ? productsOf(name) : [])),
    );
    // The day of loading and all earlier days are one period.
    const since = new Map(
      products.flatMap(({ slug, kind }) => {
        const day = kind === "family" ? first : (changed.get(slug) ?? first);
        return day > today ? [[slug, day] as const] : [];
      }),
    );
    const stored = ({ slug }: Product) => (slugs.includes(slug) ? null : (members.get(slug) ?? NOTHING));
    const derived = await inTurns(deriving(products, { sources, observed, checked, productsOf, stored }, today, since));
    await replaceIndex(tx, slugs, derived.index, since);
    await replaceChanges(tx, slugs, derived.changes, since);
    await writeModels(tx, slugs, modelsOf([...observed.values()].flat()));
  }
  return again.map(({ slug }) => slug);
}

const NOTHING: MemberRows = { entries: [], spokenOf: [] };

/**
 * Returns products first, a few at a time, so that the server can respond in between; then families, each after the
 * families that are its members.
 */
function inSteps(again: readonly Product[]): Product[][] {
  const families = again.filter(({ kind }) => kind === "family");
  const ordered = new Set<Product>();
  const visit = (family: Product, above: readonly Product[]) => {
    if (ordered.has(family) || above.includes(family)) return;
    for (const member of families) if (member.vendor.name === family.name) visit(member, [...above, family]);
    ordered.add(family);
  };
  for (const family of families) visit(family, []);
  const products = again.filter(({ kind }) => kind !== "family");
  const parts = Array.from({ length: Math.ceil(products.length / AT_ONCE) }, (_, part) =>
    products.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  return [...parts, ...[...ordered].map((family) => [family])];
}

/** Returns every product with the data that decide its family. */
export async function productsOfCatalogue(tx: Db): Promise<Product[]> {
  return tx.select({ ...productColumns, formerSlugs: products.formerSlugs }).from(products);
}

/** Returns these products and every family that contains one of them, directly or through another family. */
export function withFamilies(concerned: ReadonlySet<Slug>, catalogue: readonly Product[]): Product[] {
  const families = catalogue.filter(({ kind }) => kind === "family");
  const again = new Set<Product>();
  let last = catalogue.filter(({ slug }) => concerned.has(slug));
  while (last.length > 0) {
    for (const product of last) again.add(product);
    const vendors = new Set(last.map(({ vendor }) => vendor.name));
    last = families.filter((family) => vendors.has(family.name) && !again.has(family));
  }
  return [...again];
}

async function memberRows(tx: Db, members: readonly Product[]): Promise<Map<Slug, MemberRows>> {
  if (members.length === 0) return new Map();
  const slugs = members.map(({ slug }) => slug);
  const index = await tx.select().from(productIndex).where(inArray(productIndex.slug, slugs));
  const { rows: spoken } = await tx.execute<Record<keyof Speaker | "product", string>>(sql`
    select product, source, to_char(min(observed_at), 'YYYY-MM-DD') as since,
      to_char(min(observed_at) filter (where kind = 'rates'), 'YYYY-MM-DD') as "ratesSince"
    from observations where ${among(sql`product`, slugs)} group by product, source`);
  const speakers = groupBy(spoken, ({ product }) => product);
  const amount = (text: string | null) => (text === null ? null : Number(text));
  const entries = groupBy(index, ({ slug }) => slug);
  return new Map(
    [...entries].map(([slug, rows]) => [
      slug,
      {
        spokenOf: speakers.get(slug) ?? [],
        entries: rows.map((row) => ({
          from: row.validFrom === FIRST_DAY ? null : row.validFrom,
          until: row.validUntil,
          value: {
            ...row,
            startingPrice: amount(row.startingPrice),
            highestPrice: amount(row.highestPrice),
            confidence: amount(row.confidence),
          },
        })),
      },
    ]),
  );
}

type Since = ReadonlyMap<Slug, Day>;

/** Replaces derived rows from a day on. Earlier rows that overlap are shortened to their new end. */
async function replaceIndex(tx: Db, slugs: readonly Slug[], rows: Derived["index"], since: Since): Promise<void> {
  const goesOn = (row: Derived["index"][number]) => row.validFrom < (since.get(row.slug) ?? FIRST_DAY);
  await inBatches(daysOf(slugs, since), (json) =>
    tx.execute(sql`
      delete from product_index t using jsonb_to_recordset(${json}::jsonb) as r(slug text, since date)
      where t.slug = r.slug and t.valid_from >= r.since`),
  );
  await inBatches(rows.filter(goesOn), (json) =>
    tx.execute(sql`
      update product_index t set valid_until = r."validUntil"
      from jsonb_to_recordset(${json}::jsonb) as r(slug text, "validFrom" date, "validUntil" date)
      where t.slug = r.slug and t.valid_from <= r."validFrom" and (t.valid_until is null or t.valid_until > r."validFrom")`),
  );
  await writeIndex(
    tx,
    rows.filter((row) => !goesOn(row)),
  );
}

async function replaceChanges(tx: Db, slugs: readonly Slug[], rows: Derived["changes"], since: Since): Promise<void> {
  const goesOn = (row: Derived["changes"][number]) =>
    (row.valid_from ?? FIRST_DAY) < (since.get(row.product) ?? FIRST_DAY);
  await inBatches(daysOf(slugs, since), (json) =>
    tx.execute(sql`
      delete from price_changes t using jsonb_to_recordset(${json}::jsonb) as r(slug text, since date)
      where t.product = r.slug and t.valid_from >= r.since`),
  );
  const going = rows.filter(goesOn).map(({ product, id, valid_from, valid_until }) => {
    return { product, id, at: valid_from ?? FIRST_DAY, until: valid_until };
  });
  await inBatches(going, (json) =>
    tx.execute(sql`
      update price_changes t set valid_until = r.until
      from jsonb_to_recordset(${json}::jsonb) as r(product text, id text, at date, until date)
      where t.product = r.product and t.id = r.id and t.valid_from <= r.at and (t.valid_until is null or t.valid_until > r.at)
        and t.valid_until is distinct from r.until`),
  );
  await writeChanges(
    tx,
    rows.filter((row) => !goesOn(row)),
  );
}

function daysOf(slugs: readonly Slug[], since: Since) {
  return slugs.map((slug) => ({ slug, since: since.get(slug) ?? FIRST_DAY }));
}

async function writeModels(
  tx: Db,
  slugs: readonly Slug[],
  models: ReadonlyMap<Slug, readonly string[]>,
): Promise<void> {
  const rows = slugs.map((slug) => ({ slug, models: models.get(slug) ?? [] }));
  await inBatches(rows, (json) =>
    tx.execute(sql`
      update products p set models = array(select jsonb_array_elements_text(r.models))
      from jsonb_to_recordset(${json}::jsonb) as r(slug text, models jsonb)
      where p.slug = r.slug and p.models is distinct from array(select jsonb_array_elements_text(r.models))`),
  );
}

/** Adds a revision that changed these products. */
export async function moveState(tx: Db, moved: readonly Slug[], now: Date): Promise<number> {
  const [state] = await tx
    .update(catalogState)
    .set({
      revision: sql`${catalogState.revision} + 1`,
      changedAt: now,
      counts: sql`jsonb_set(${catalogState.counts}, '{observations}', (select to_jsonb(count(*)::int) from observations))`,
    })
    .returning({ revision: catalogState.revision });
  const revision = state?.revision ?? 0;
  await tx.execute(sql`update products set revision = ${revision} where ${among(sql`slug`, moved)}`);
  return revision;
}
