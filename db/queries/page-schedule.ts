import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { heldChanges, pageSchedule, productIndex, products } from "@/db/schema";
import type { Day, Slug } from "@/lib/schemas/primitives";

export type ScheduledPage = typeof pageSchedule.$inferSelect;

/** A URL that a worker has leased, with every product sold on it. */
export interface PageLease {
  /** Unique to this lease. */
  token: string;
  url: string;
  host: string;
  products: Slug[];
}

export interface PricedProduct {
  product: Slug;
  pricingPage: string;
  /** Day of the displayed reading. Null if there is no reading. */
  seenAt: Day | null;
  prominence: number;
}

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const DAY_SECONDS = 86_400;
const dayOf = (column: SQL | typeof pageSchedule.dueAt) =>
  sql<number>`floor(extract(epoch from ${column}) / ${DAY_SECONDS})::int`;
const PLANNING_LOCK = 7_265_390_017;

/** Returns the products with a pricing page and their state on the day. */
export async function pricedProducts(db: Db, day: Day): Promise<PricedProduct[]> {
  const rows = await db
    .select({
      product: products.slug,
      pricingPage: products.pricingPage,
      seenAt: sql<Day | null>`case when ${productIndex.sources} > 0 then ${productIndex.observedAt} end`,
      prominence: sql<number>`coalesce(${productIndex.prominence}, 0)::float8`,
    })
    .from(products)
    .leftJoin(
      productIndex,
      and(
        eq(productIndex.slug, products.slug),
        lte(productIndex.validFrom, day),
        sql`(${productIndex.validUntil} is null or ${productIndex.validUntil} > ${day})`,
      ),
    )
    .where(isNotNull(products.pricingPage))
    .orderBy(asc(products.slug));
  return rows.flatMap(({ pricingPage, ...row }) => (pricingPage === null ? [] : [{ ...row, pricingPage }]));
}

export async function scheduledPages(db: Db): Promise<ScheduledPage[]> {
  return db.select().from(pageSchedule).orderBy(asc(pageSchedule.product));
}

/** Lets only one process plan at a time, until the end of the transaction. */
export async function lockPlanning(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLANNING_LOCK})`);
}

/** Adds pages, or new URLs of known products. The data about a product's former page are discarded. */
export async function planPages(
  tx: Db,
  pages: readonly Pick<ScheduledPage, "product" | "url" | "host" | "dueAt">[],
): Promise<void> {
  const rows = pages.map(({ dueAt, ...page }) => ({ ...page, dueAt: dueAt.toISOString() }));
  await tx.execute(sql`
    insert into page_schedule (product, url, host, due_at)
    select product, url, host, "dueAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product text, url text, host text, "dueAt" timestamptz)
    on conflict (product) do update set url = excluded.url, host = excluded.host, due_at = excluded.due_at,
      failures = 0, etag = null, last_modified = null, sha256 = null, leased_by = null`);
}

export async function dropPages(tx: Db, slugs: readonly Slug[]): Promise<void> {
  if (slugs.length > 0) await tx.delete(pageSchedule).where(inArray(pageSchedule.product, [...slugs]));
}

/** Returns the number of pages by due day. Days are numbered from 1970. */
export async function dueByDay(db: Db, { from, to }: { from: number; to: number }): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ day: number; pages: number }>(sql`
    select ${dayOf(pageSchedule.dueAt)} as day, count(distinct url)::int as pages from page_schedule
    where due_at >= to_timestamp(${from * DAY_SECONDS}) and due_at < to_timestamp(${(to + 1) * DAY_SECONDS})
    group by 1`);
  return new Map(rows.map(({ day, pages }) => [day, pages]));
}

export interface Order {
  /** A page whose price moved since `movedSince` counts as due this many hours earlier, */
  movedSince: Day;
  movedAheadHours: number;
  /** and a page of a product with prominence 100 this many. */
  prominentAheadHours: number;
}

/** Higher than the number of workers: if all of these are being taken, the other workers are busy. */
const HOSTS_TRIED = 64;

/** Hosts that a worker is reading, or that are paused. */
const busyHosts = (now: Date) => sql`select host from page_schedule where leased_until > ${instant(now)}`;

function rankOf({ movedSince, movedAheadHours, prominentAheadHours }: Order): SQL {
  return sql`p.due_at
    - make_interval(secs => 36 * ${prominentAheadHours} * coalesce((
        select prominence from product_index i where i.slug = p.product
        order by i.valid_from desc limit 1), 0)::float8)
    - case when exists (
        select 1 from price_changes c where c.product = p.product and c.class = 'move' and c.day >= ${movedSince}::date)
      then make_interval(hours => ${movedAheadHours}) else make_interval() end`;
}

/** `only`: these products, even if they are not due. */
function dueCondition(now: Date, only: readonly Slug[] | undefined): SQL {
  return only
    ? sql`p.product in (select jsonb_array_elements_text(${JSON.stringify(only)}::jsonb))`
    : sql`p.due_at <= ${instant(now)}`;
}

/** Returns the pages that are due, in reading order. Leases nothing. */
export async function duePages(
  db: Db,
  { now, limit, only, order }: { now: Date; limit: number; only?: readonly Slug[] | undefined; order: Order },
): Promise<Omit<PageLease, "token">[]> {
  const { rows } = await db.execute<{ url: string; host: string; products: string[] }>(sql`
    select p.url, min(p.host) as host, array_agg(p.product order by p.product collate "C") as products
    from page_schedule p where ${dueCondition(now, only)}
    group by p.url order by min(${rankOf(order)}), p.url limit ${limit}`);
  return rows;
}

/**
 * Leases the most urgent page of a host that no worker is reading. During the lease, no other worker gets a page of
 * that host. After `leaseMs` the host is free again, even if the worker died. Null if no page is available.
 */
export async function leasePage(
  db: Db,
  {
    token,
    now,
    leaseMs,
    only,
    order,
  }: { token: string; now: Date; leaseMs: number; only?: readonly Slug[] | undefined; order: Order },
): Promise<PageLease | null> {
  return db.transaction(async (tx) => {
    const { rows: hosts } = await tx.execute<{ host: string }>(sql`
      select p.host from page_schedule p
      where ${dueCondition(now, only)} and p.host not in (${busyHosts(now)})
      group by p.host order by min(${rankOf(order)}), p.host limit ${HOSTS_TRIED}`);
    for (const { host } of hosts) {
      // One row represents its host: the worker that locks it alone decides who gets a page of that host.
      const { rows: mine } = await tx.execute(sql`
        select 1 from page_schedule
        where product = (select min(product) from page_schedule where host = ${host}) for update skip locked`);
      if (mine.length === 0) continue;
      // Checked again, because another worker may have taken and finished a page between the query and the lock.
      const { rows: leased } = await tx.execute<{ url: string; product: string }>(sql`
        update page_schedule set leased_by = ${token},
          leased_until = ${instant(new Date(now.getTime() + leaseMs))}
        where url = (
          select p.url from page_schedule p
          where p.host = ${host} and ${dueCondition(now, only)} and p.host not in (${busyHosts(now)})
          order by ${rankOf(order)}, p.url limit 1)
        returning url, product`);
      const url = leased[0]?.url;
      if (url !== undefined) return { token, url, host, products: leased.map(({ product }) => product).sort() };
    }
    return null;
  });
}

export interface Finished {
  dueAt: Date;
  checkedAt: Date;
  /** Until then no other worker may read the host. */
  pausedUntil: Date;
  failures: number;
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
}

/**
 * Returns a page with its results. False if another worker has the lease now and will repeat the work: then the results
 * may not be recorded.
 */
export async function finishPage(tx: Db, { token, url, host }: PageLease, finished: Finished): Promise<boolean> {
  const { pausedUntil, ...rest } = finished;
  // Locks the row that represents the host first, as leasePage() does, which prevents a deadlock.
  await tx.execute(sql`
    select 1 from page_schedule
    where product = (select min(product) from page_schedule where host = ${host}) for update`);
  const rows = await tx
    .update(pageSchedule)
    .set({ ...rest, leasedBy: null, leasedUntil: pausedUntil })
    .where(and(eq(pageSchedule.url, url), eq(pageSchedule.leasedBy, token)))
    .returning({ product: pageSchedule.product });
  return rows.length > 0;
}

/** Returns readings that a person rejected, by product. */
export async function rejectedReadings(
  db: Db,
  slugs: readonly Slug[],
): Promise<Pick<typeof heldChanges.$inferSelect, "product" | "after" | "decidedAt" | "reason">[]> {
  if (slugs.length === 0) return [];
  const { product, after, decidedAt, reason, decision } = heldChanges;
  return db
    .select({ product, after, decidedAt, reason })
    .from(heldChanges)
    .where(and(inArray(product, [...slugs]), eq(decision, "rejected")));
}

export async function sharersOf(db: Db, url: string): Promise<Slug[]> {
  const rows = await db
    .select({ product: pageSchedule.product })
    .from(pageSchedule)
    .where(eq(pageSchedule.url, url))
    .orderBy(asc(pageSchedule.product));
  return rows.map(({ product }) => product);
}

export async function productNames(db: Db, slugs: readonly Slug[]): Promise<Map<Slug, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: products.slug, name: products.name })
    .from(products)
    .where(inArray(products.slug, [...slugs]));
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}

export async function scheduleOf(db: Db, slugs: readonly Slug[]): Promise<ScheduledPage[]> {
  if (slugs.length === 0) return [];
  return db
    .select()
    .from(pageSchedule)
    .where(inArray(pageSchedule.product, [...slugs]));
}

/** Makes the next check read the page in full, even if its server says that it is unchanged. */
export async function forgetValidators(tx: Db, product: Slug): Promise<void> {
  await tx
    .update(pageSchedule)
    .set({ etag: null, lastModified: null, sha256: null })
    .where(eq(pageSchedule.product, product));
}

/** Returns when the first due page on a busy host becomes available. Null if there is no such page. */
export async function nextFreeAt(
  db: Db,
  { now, only }: { now: Date; only?: readonly Slug[] | undefined },
): Promise<Date | null> {
  const { rows } = await db.execute<{ at: Date | string | null }>(sql`
    select min(busy.until) as at from page_schedule p
    join (
      select host, max(leased_until) as until from page_schedule where leased_until > ${instant(now)} group by host
    ) busy on busy.host = p.host
    where ${dueCondition(now, only)}`);
  const at = rows[0]?.at;
  return at == null ? null : new Date(at);
}

/** Returns whether these products' displayed data may have changed since then for reasons other than a page check. */
export async function isChangedSince(db: Db, slugs: readonly Slug[], since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from catalog_state where loaded_at > ${instant(since)}
    union all
    select 1 from observations o join runs r on r.id = o.run
    where o.product in (select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))
      and r.kind <> 'verify' and (r.ended_at is null or r.ended_at > ${instant(since)})
    limit 1`);
  return rows.length > 0;
}

/** Returns the counts of the schedule, for the operator's page. */
export async function scheduleCounts(
  db: Db,
  now: Date,
): Promise<{
  pages: number;
  products: number;
  due: number;
  failing: number;
  neverChecked: number;
  nextDueAt: Date | null;
}> {
  const { rows } = await db.execute<{
    pages: number;
    products: number;
    due: number;
    failing: number;
    never_checked: number;
    next_due_at: Date | string | null;
  }>(sql`
    select count(distinct url)::int as pages, count(*)::int as products,
      (count(distinct url) filter (where due_at <= ${instant(now)}))::int as due,
      (count(distinct url) filter (where failures > 0))::int as failing,
      (count(distinct url) filter (where checked_at is null))::int as never_checked,
      min(due_at) as next_due_at
    from page_schedule`);
  const [row] = rows;
  return {
    pages: row?.pages ?? 0,
    products: row?.products ?? 0,
    due: row?.due ?? 0,
    failing: row?.failing ?? 0,
    neverChecked: row?.never_checked ?? 0,
    nextDueAt: row?.next_due_at == null ? null : new Date(row.next_due_at),
  };
}
