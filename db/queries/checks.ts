import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { checks, heldChanges } from "@/db/schema";
import type { RecordedCheck } from "@/lib/catalog/checks";
import type { Check } from "@/lib/schemas/check";
import type { Day, Slug } from "@/lib/schemas/primitives";

const columns = {
  id: checks.id,
  run: checks.run,
  product: checks.product,
  kind: checks.kind,
  url: checks.url,
  startedAt: checks.startedAt,
  durationMs: checks.durationMs,
  httpStatus: checks.httpStatus,
  outcome: checks.outcome,
  extractor: checks.extractor,
  sha256: checks.sha256,
  shown: checks.shown,
  reason: checks.reason,
  settledAt: heldChanges.decidedAt,
};

/** A change superseded by a later check was not decided by a person. */
const decidedByPerson = and(
  eq(heldChanges.check, checks.id),
  inArray(heldChanges.decision, ["accepted", "rejected", "corrected"]),
);

type Row = Omit<Check, "startedAt"> & { startedAt: Date; settledAt: Date | null };

function recorded({ startedAt, settledAt, ...check }: Row): RecordedCheck {
  return {
    ...check,
    startedAt: startedAt.toISOString(),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
  };
}

/** Started by the end of that day, in UTC. */
const begunBy = (day: Day) => sql`${checks.startedAt} < (${day}::date + 1)::timestamp at time zone 'UTC'`;
const begunSince = (day: Day) => sql`${checks.startedAt} >= ${day}::date::timestamp at time zone 'UTC'`;

/** Returns the checks of each product started by the end of `upTo`, oldest first. Omits products without checks. */
export async function checksOf(
  db: Db,
  slugs: readonly Slug[],
  upTo: Day,
  { kind }: Partial<Pick<Check, "kind">> = {},
): Promise<Map<Slug, RecordedCheck[]>> {
  const byProduct = new Map<Slug, RecordedCheck[]>();
  if (slugs.length === 0) return byProduct;
  const rows = await db
    .select(columns)
    .from(checks)
    .leftJoin(heldChanges, decidedByPerson)
    .where(and(inArray(checks.product, [...new Set(slugs)]), begunBy(upTo), kind && eq(checks.kind, kind)))
    .orderBy(asc(checks.product), asc(checks.startedAt), asc(checks.id));
  for (const row of rows) {
    const list = byProduct.get(row.product);
    if (list) list.push(recorded(row));
    else byProduct.set(row.product, [recorded(row)]);
  }
  return byProduct;
}

/** Returns every check, or those of one kind, in chronological order. */
export async function recordedChecks(db: Db, { kind }: Partial<Pick<Check, "kind">> = {}): Promise<RecordedCheck[]> {
  const rows = await db
    .select(columns)
    .from(checks)
    .leftJoin(heldChanges, decidedByPerson)
    .where(kind && eq(checks.kind, kind))
    .orderBy(asc(checks.startedAt), asc(checks.id));
  return rows.map(recorded);
}

/** Newest first: all checks, or those of one run or product. */
export async function recentChecks(
  db: Db,
  limit: number,
  { run, product, outcome }: Partial<Pick<Check, "run" | "product" | "outcome">> = {},
): Promise<RecordedCheck[]> {
  const rows = await db
    .select(columns)
    .from(checks)
    .leftJoin(heldChanges, decidedByPerson)
    .where(
      and(
        run ? eq(checks.run, run) : undefined,
        product ? eq(checks.product, product) : undefined,
        outcome && eq(checks.outcome, outcome),
      ),
    )
    .orderBy(desc(checks.startedAt), desc(checks.id))
    .limit(limit);
  return rows.map(recorded);
}

export async function checkById(db: Db, id: string): Promise<RecordedCheck | null> {
  const [row] = await db.select(columns).from(checks).leftJoin(heldChanges, decidedByPerson).where(eq(checks.id, id));
  return row ? recorded(row) : null;
}

export interface CheckCount {
  /** The day, outcome or host. */
  value: string;
  outcome: Check["outcome"];
  count: number;
}

const GROUPS: Record<"day" | "outcome" | "host", SQL<string>> = {
  day: sql<string>`to_char(${checks.startedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
  outcome: sql<string>`${checks.outcome}`,
  host: sql<string>`lower(substring(${checks.url} from '^https?://(?:[^/?#@]*@)?([^/:?#]+)'))`,
};

/** Counts the outcomes of the checks from `since` to `until`, by day, by outcome or by host. */
export async function checkCounts(
  db: Db,
  by: keyof typeof GROUPS,
  { since, until, kind }: { since: Day; until: Day; kind?: Check["kind"] },
): Promise<CheckCount[]> {
  const { rows } = await db.execute<{ [Key in keyof CheckCount]: CheckCount[Key] }>(sql`
    select ${GROUPS[by]} as value, ${checks.outcome} as outcome, count(*)::int as count from ${checks}
    where ${begunSince(since)} and ${begunBy(until)}
      ${kind ? sql`and ${eq(checks.kind, kind)}` : sql``}
    group by 1, 2 order by 1, 2`);
  return rows.map(({ value, outcome, count }) => ({ value, outcome, count }));
}

/** Returns, for each product, the last check by the end of `upTo` that confirmed its record. */
export async function lastConfirmed(db: Db, upTo: Day): Promise<Map<Slug, Date>> {
  const { rows } = await db.execute<{ product: string; at: Date | string }>(sql`
    select product, max(started_at) as at from checks
    where kind = 'page' and outcome in ('unchanged', 'not_modified', 'moved', 'first_read')
      and ${begunBy(upTo)}
    group by product`);
  return new Map(rows.map(({ product, at }) => [product, new Date(at)]));
}
