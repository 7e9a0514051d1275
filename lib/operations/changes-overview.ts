import type { PriceKind } from "@/db/queries/changes";
import { addDays } from "@/lib/catalog/day";
import { type CalendarYear, calendarOf } from "@/lib/format/ledger";
import type { LedgerChange } from "@/lib/schemas/changes";
import type { Day } from "@/lib/schemas/primitives";
import { changeOf } from "./changes";
import type { OperationContext } from "./define";
import { today } from "./views";

const LARGEST_DAYS = 365;
const SHOWN = 5;

export interface ChangesOverview {
  years: CalendarYear[];
  /** Number of moves of list prices and of all other prices in the whole ledger. */
  counts: Record<PriceKind, number>;
  /** The last day on which a price was read. */
  readUntil: Day | null;
  /** Start of the period of the largest changes. */
  since: Day;
  /** The largest change of each product's list prices by ratio. */
  lists: LedgerChange[];
  /** The same for usage rates and extra costs. */
  others: LedgerChange[];
}

/** Returns the moves month by month, and the largest moves of a year. */
export async function changesOverview(
  { catalog, now, site }: Pick<OperationContext, "catalog" | "now" | "site">,
  { prices, category, product }: { prices?: PriceKind | undefined; category: string | null; product: string | null },
): Promise<ChangesOverview> {
  const day = today(now);
  const since = addDays(day, -LARGEST_DAYS);
  const filters = { classes: ["move" as const], category, product, direction: null, since: null, until: null, day };
  const count = async (kind: PriceKind) =>
    (await catalog.ledger({ filters: { ...filters, prices: kind }, after: null, limit: 1 })).total;
  const [months, read, list, rates, lists, others] = await Promise.all([
    catalog.ledgerMonths({ ...filters, prices }),
    catalog.monthsRead({ ...filters, prices }),
    count("list"),
    count("rates"),
    catalog.largestChanges({ filters: { ...filters, since }, of: "lists", limit: SHOWN }),
    catalog.largestChanges({ filters: { ...filters, since }, of: "others", limit: SHOWN }),
  ]);
  return {
    years: calendarOf(months, day, read),
    counts: { list, rates },
    readUntil: read.at(-1)?.last ?? null,
    since,
    lists: lists.map((row) => changeOf(row, site)),
    others: others.map((row) => changeOf(row, site)),
  };
}
