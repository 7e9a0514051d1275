import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { LedgerEntry } from "@/db/schema";
import { type Direction, LIST_METERS } from "@/lib/catalog/change";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { PriceChange } from "@/lib/schemas/record";
import { standsOn } from "./observations";

/** `list`: prices of tiers. `rates`: usage prices and extra costs. */
export type PriceKind = "list" | "rates";

export interface ChangeFilters {
  /** Both kinds if omitted. */
  prices?: PriceKind | undefined;
  classes: readonly PriceChange["class"][];
  category: string | null;
  product: string | null;
  direction: Direction | null;
  /** Only changes of this day and later. */
  since: Day | null;
  /** Only changes of this day and earlier. */
  until: Day | null;
  /** The date of the ledger that is read. */
  day: Day;
}

/** The change after which a page begins. */
export interface ChangePosition {
  day: Day;
  product: string;
  id: string;
}

export interface LedgerRow {
  product: string;
  name: string;
  category: string;
  day: Day;
  change: LedgerEntry;
}

const before = sql`(c.data->>'before')::numeric`;
const after = sql`(c.data->>'after')::numeric`;
const GOES: Record<Direction, SQL> = {
  up: sql`${after} > ${before}`,
  down: sql`${after} < ${before}`,
  withdrawn: sql`${before} is not null and ${after} is null`,
};

const LISTED = sql`(${sql.join(
  LIST_METERS.map((name) => sql`${name}`),
  sql`, `,
)})`;

const OF_KIND: Record<PriceKind, SQL> = {
  list: sql`and c.data->>'field' in ${LISTED}`,
  rates: sql`and c.data->>'field' not in ${LISTED}`,
};

function matching({ prices, classes, category, product, direction, since, until, day }: ChangeFilters): SQL {
  const listed = sql.join(
    classes.map((name) => sql`${name}`),
    sql`, `,
  );
  return sql`
    from price_changes c join products p on p.slug = c.product
    where c.valid_from <= ${day}::date and (c.valid_until is null or c.valid_until > ${day}::date)
      and c.class in (${listed})
      ${prices ? OF_KIND[prices] : sql``}
      ${category === null ? sql`` : sql`and p.category = ${category}`}
      ${product === null ? sql`` : sql`and c.product = ${product}`}
      ${direction === null ? sql`` : sql`and ${GOES[direction]}`}
      ${since === null ? sql`` : sql`and c.day >= ${since}::date`}
      ${until === null ? sql`` : sql`and c.day <= ${until}::date`}`;
}

/** Returns changes, newest first, each exactly once. */
export async function changesPage(
  db: Db,
  { filters, after: from, limit }: { filters: ChangeFilters; after: ChangePosition | null; limit: number },
): Promise<LedgerRow[]> {
  const beyond =
    from === null
      ? sql``
      : sql`and (-(c.day - date '0001-01-01'), c.product collate "C", c.id collate "C")
          > (-(${from.day}::date - date '0001-01-01'), ${from.product}::text collate "C", ${from.id}::text collate "C")`;
  const { rows } = await db.execute<StoredRow>(sql`
    select ${COLUMNS} ${matching(filters)} ${beyond}
    order by c.day desc, c.product collate "C", c.id collate "C" limit ${limit}`);
  return rows.map(toRow);
}

type StoredRow = { product: string; name: string; category: string; day: string; change: LedgerEntry };

const COLUMNS = sql`c.product, p.name, p.category, to_char(c.day, 'YYYY-MM-DD') as day, c.data as change`;

function toRow({ product, name, category, day, change }: StoredRow): LedgerRow {
  return { product, name, category, day, change };
}

export async function countChanges(db: Db, filters: ChangeFilters): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${matching(filters)}`);
  return rows[0]?.n ?? 0;
}

export interface MonthOfChanges {
  /** YYYY-MM */
  month: string;
  /** All changes, including withdrawn ones. */
  moved: number;
  up: number;
  down: number;
  productsUp: number;
  productsDown: number;
}

/** Returns the rises and falls of each month with a change, oldest first. */
export async function changesByMonth(db: Db, filters: ChangeFilters): Promise<MonthOfChanges[]> {
  const { rows } = await db.execute<{ [Key in keyof MonthOfChanges]: MonthOfChanges[Key] }>(sql`
    select to_char(c.day, 'YYYY-MM') as month, count(*)::int as moved,
      count(*) filter (where ${GOES.up})::int as up,
      count(*) filter (where ${GOES.down})::int as down,
      count(distinct c.product) filter (where ${GOES.up})::int as "productsUp",
      count(distinct c.product) filter (where ${GOES.down})::int as "productsDown"
    ${matching(filters)} group by 1 order by 1`);
  return rows.map(({ month, moved, up, down, productsUp, productsDown }) => {
    return { month, moved, up, down, productsUp, productsDown };
  });
}

export interface MonthRead {
  /** YYYY-MM */
  month: string;
  /** The last day of the month on which a price was checked. */
  last: Day;
  /** Products checked in the month whose price was already known before. */
  again: number;
  /** Products whose price was known before the month. */
  known: number;
}

/** The kinds of reading that contain each kind of price. */
export const READINGS: Record<PriceKind, readonly Observation["fact"]["kind"][]> = {
  list: ["plans"],
  rates: ["rates", "hidden_cost"],
};

/**
 * Returns the months in which a source with such prices was read, oldest first. For other months, changes are unknown.
 */
export async function monthsRead(
  db: Db,
  { prices, category, product, day }: Pick<ChangeFilters, "prices" | "category" | "product" | "day">,
): Promise<MonthRead[]> {
  const kinds = prices ? READINGS[prices] : [...READINGS.list, ...READINGS.rates];
  const named = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ month: string; last: Day; again: string; known: string }>(sql`
    with days as (
      select o.product, o.observed_at as day from observations o
      where o.observed_at <= ${day}::date and o.kind in (${named}) and ${standsOn(day)}
        ${category === null ? sql`` : sql`and o.product in (select slug from products where category = ${category})`}
        ${product === null ? sql`` : sql`and o.product = ${product}`}
      group by 1, 2),
    readings as (select product, to_char(day, 'YYYY-MM') as month, max(day) as last from days group by 1, 2),
    firsts as (select product, min(month) as month from readings group by 1)
    select r.month, to_char(max(r.last), 'YYYY-MM-DD') as last,
      count(*) filter (where f.month < r.month) as again,
      (select count(*) from firsts where firsts.month < r.month) as known
    from readings r join firsts f on f.product = r.product
    group by 1 order by 1`);
  return rows.map(({ month, last, again, known }) => ({ month, last, again: Number(again), known: Number(known) }));
}

/** Returns each product's largest change by ratio, the largest first, of list prices or of all other prices. */
export async function largestChanges(
  db: Db,
  { filters, of, limit }: { filters: ChangeFilters; of: "lists" | "others"; limit: number },
): Promise<LedgerRow[]> {
  const { rows } = await db.execute<StoredRow>(sql`
    select * from (
      select distinct on (c.product) ${COLUMNS}, abs(ln(${after} / ${before})) as size
      ${matching(filters)} and ${before} > 0 and ${after} > 0 ${OF_KIND[of === "lists" ? "list" : "rates"]}
      order by c.product, size desc, c.day desc, c.id) largest
    order by size desc, product limit ${limit}`);
  return rows.map(toRow);
}
