import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { LedgerEntry } from "@/db/schema";
import type { Day } from "@/lib/schemas/primitives";
import type { PriceChange } from "@/lib/schemas/record";

export interface ChangeFilters {
  classes: readonly PriceChange["class"][];
  category: string | null;
  /** Only changes of this day and later. */
  since: Day | null;
  /** The day as of which the ledger is read. */
  day: Day;
}

/** Where a page begins: behind this change. */
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

function matching({ classes, category, since, day }: ChangeFilters): SQL {
  const listed = sql.join(
    classes.map((name) => sql`${name}`),
    sql`, `,
  );
  return sql`
    from price_changes c join products p on p.slug = c.product
    where c.valid_from <= ${day}::date and (c.valid_until is null or c.valid_until > ${day}::date)
      and c.class in (${listed})
      ${category === null ? sql`` : sql`and p.category = ${category}`}
      ${since === null ? sql`` : sql`and c.day >= ${since}::date`}`;
}

/** Newest first, each change exactly once. */
export async function changesPage(
  db: Db,
  { filters, after, limit }: { filters: ChangeFilters; after: ChangePosition | null; limit: number },
): Promise<LedgerRow[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and (-(c.day - date '0001-01-01'), c.product collate "C", c.id collate "C")
          > (-(${after.day}::date - date '0001-01-01'), ${after.product}::text collate "C", ${after.id}::text collate "C")`;
  const { rows } = await db.execute<{
    product: string;
    name: string;
    category: string;
    day: string;
    change: LedgerEntry;
  }>(sql`
    select c.product, p.name, p.category, to_char(c.day, 'YYYY-MM-DD') as day, c.data as change
    ${matching(filters)} ${beyond}
    order by c.day desc, c.product collate "C", c.id collate "C" limit ${limit}`);
  return rows.map(({ product, name, category, day, change }) => ({ product, name, category, day, change }));
}

export async function countChanges(db: Db, filters: ChangeFilters): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${matching(filters)}`);
  return rows[0]?.n ?? 0;
}
