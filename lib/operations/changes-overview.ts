import { addDays } from "@/lib/catalog/day";
import { lastMonths, type Month } from "@/lib/format/ledger";
import type { LedgerChange } from "@/lib/schemas/changes";
import type { Day } from "@/lib/schemas/primitives";
import { changeOf } from "./changes";
import type { OperationContext } from "./define";
import { today } from "./views";

export const OVERVIEW_MONTHS = 24;
const LARGEST_DAYS = 365;
const SHOWN = 5;

export interface ChangesOverview {
  months: Month[];
  /** The last day on which a price was read. */
  readUntil: Day | null;
  /** Since when the largest changes are looked for. */
  since: Day;
  /** Of list prices, the largest of each product by ratio. */
  lists: LedgerChange[];
  /** Of rates of use and premiums. */
  others: LedgerChange[];
}

/** What moved, month by month, and the largest moves of a year. */
export async function changesOverview(
  { catalog, now, site }: Pick<OperationContext, "catalog" | "now" | "site">,
  { category, product }: { category: string | null; product: string | null },
): Promise<ChangesOverview> {
  const day = today(now);
  const since = addDays(day, -LARGEST_DAYS);
  const filters = { classes: ["move" as const], category, product, direction: null, since: null, until: null, day };
  const [months, read, lists, others] = await Promise.all([
    catalog.ledgerMonths(filters),
    catalog.monthsRead(filters),
    catalog.largestChanges({ filters: { ...filters, since }, of: "lists", limit: SHOWN }),
    catalog.largestChanges({ filters: { ...filters, since }, of: "others", limit: SHOWN }),
  ]);
  return {
    months: lastMonths(months, day, OVERVIEW_MONTHS, read),
    readUntil: read.at(-1)?.last ?? null,
    since,
    lists: lists.map((row) => changeOf(row, site)),
    others: others.map((row) => changeOf(row, site)),
  };
}
