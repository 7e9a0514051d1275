import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { withoutLimit } from "@/db/patience";
import { neverRetracted } from "@/lib/catalog/ledger";
import { evidenceId, nameKey, observationId } from "@/lib/ids";
import type { Product } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Derived } from "./derive";

const BATCH = 1_000;

/** Advisory lock during writes to the catalogue tables: only one process loads or appends at a time. */
const LOAD_LOCK = 7_265_390_012;

/** Lets only one transaction at a time write to the catalogue. The others wait, however long it takes. */
export function loadTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return withoutLimit(() =>
    db.transaction(async (tx) => {
      await takeLoadLock(tx);
      return work(tx);
    }),
  );
}

async function takeLoadLock(tx: Db): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${LOAD_LOCK})`);
}

export type Stored = Observation & { id: string };

export function withId(observation: Observation): Stored {
  return { ...observation, id: observationId(observation) };
}

export async function inBatches<T>(rows: readonly T[], write: (json: string, done: number) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await write(JSON.stringify(batch), start + batch.length);
  }
}

/** Returns the columns of an observation, as JSON. */
export function observationRow({ id, ...observation }: Stored) {
  const { product, source, voice, trust, observedAt, effectiveFrom, evidence, fact } = observation;
  const payload = { ...(voice !== undefined && { voice }), evidence, fact };
  return {
    id,
    product,
    source,
    kind: fact.kind,
    trust,
    observedAt,
    effectiveFrom,
    evidenceId: evidenceId(observation),
    payload,
  };
}

export function productRow(product: Product, models: readonly string[] | undefined) {
  const { slug, name, vendor, category, domain, pricingPage, kind, aliases, formerSlugs } = product;
  return {
    slug,
    name,
    vendor_name: vendor.name,
    vendor_website: vendor.website,
    category,
    domain,
    pricing_page: pricingPage,
    kind,
    aliases,
    former_slugs: formerSlugs,
    models: models ?? [],
  };
}

/** Returns, by product, every model that its rate cards have ever named, by identifier and by name. */
export function modelsOf(observations: readonly Observation[]): Map<string, string[]> {
  const named = new Map<string, Set<string>>();
  for (const { product, fact } of neverRetracted(observations)) {
    if (fact.kind !== "rates") continue;
    const keys = named.get(product) ?? new Set();
    named.set(product, keys);
    for (const name of [fact.model, fact.name ?? ""]) if (nameKey(name) !== "") keys.add(nameKey(name));
  }
  return new Map([...named].map(([product, keys]) => [product, [...keys].sort()]));
}

export async function writeIndex(tx: Db, rows: Derived["index"]): Promise<void> {
  await inBatches(rows, (json) =>
    tx.execute(sql`
      insert into product_index (slug, valid_from, valid_until, starting_price, currency, price_unit, highest_price,
        price_status, pricing_model, free_tier, free_plan, free_people, self_hosted, has_hidden_costs, sso_charged, sso_percent,
        disputed, stated, confidence, observed_at, sources, priced, rate_kind, prominence)
      select slug, "validFrom", "validUntil", "startingPrice", currency, "priceUnit", "highestPrice",
        "priceStatus", "pricingModel", "freeTier", "freePlan", "freePeople", "selfHosted", "hasHiddenCosts", "ssoCharged",
        "ssoPercent", disputed, stated, confidence, "observedAt", sources, priced, "rateKind", prominence
      from jsonb_to_recordset(${json}::jsonb) as r(slug text, "validFrom" date, "validUntil" date,
        "startingPrice" numeric, currency text, "priceUnit" text, "highestPrice" numeric, "priceStatus" text,
        "pricingModel" text, "freeTier" boolean, "freePlan" boolean, "freePeople" int, "selfHosted" boolean, "hasHiddenCosts" boolean,
        "ssoCharged" boolean, "ssoPercent" numeric, disputed boolean, stated int, confidence numeric, "observedAt" date,
        sources int, priced boolean, "rateKind" text, prominence numeric)`),
  );
}

export async function writeChanges(tx: Db, rows: Derived["changes"]): Promise<void> {
  await inBatches(rows, (json) =>
    tx.execute(sql`
      insert into price_changes (product, id, valid_from, valid_until, class, day, data)
      select product, id, coalesce(valid_from, '0001-01-01'), valid_until, class, day, data
      from json_to_recordset(${json}::json) as r(product text, id text, valid_from date, valid_until date, class text,
        day date, data jsonb)`),
  );
}
