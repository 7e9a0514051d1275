import type { Db } from "@/db/client";
import {
  dropPages,
  dueByDay,
  duePages,
  finishPage,
  leasePage,
  lockPlanning,
  type Order,
  type PageLease,
  planPages,
  pricedProducts,
  type ScheduledPage,
  scheduledPages,
} from "@/db/queries/page-schedule";
import { addDays } from "@/lib/catalog/day";
import { today } from "@/lib/operations/views";
import type { Slug } from "@/lib/schemas/primitives";
import { VERIFICATION_POLICY } from "./policy";
import {
  DAY_MS,
  dayNumber,
  type Fault,
  firstTurns,
  levelledDays,
  nextTurn,
  type PageToPlace,
  pageAddress,
  pauseUntil,
} from "./schedule";

const LEASE_MS = VERIFICATION_POLICY.leaseMinutes * 60_000;
const INSERTED_AT_ONCE = 1_000;

export interface Planned {
  /** Products with a new or changed page. */
  added: number;
  dropped: number;
}

/** Synchronises the schedule with the products that have a pricing page. New products are spread evenly. */
export async function planSchedule(db: Db, now: Date): Promise<Planned> {
  return db.transaction(async (tx) => {
    await lockPlanning(tx);
    const wanted = (await pricedProducts(tx, today(now))).flatMap(({ pricingPage, ...product }) => {
      const address = pageAddress(pricingPage);
      return address ? [{ ...product, ...address }] : [];
    });
    const scheduled = await scheduledPages(tx);
    const standing = new Map(scheduled.map((row) => [row.product, row]));
    const added = wanted.filter(({ product, url, host }) => {
      const row = standing.get(product);
      return !row || row.url !== url || row.host !== host;
    });
    const turns = turnsFor(added, scheduled, now, await dueByDay(tx, windowFrom(now)));
    const rows = added.flatMap(({ product, url, host }) => {
      const dueAt = turns.get(url);
      return dueAt ? [{ product, url, host, dueAt }] : [];
    });
    for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
      await planPages(tx, rows.slice(at, at + INSERTED_AT_ONCE));
    const slugs = new Set(wanted.map(({ product }) => product));
    const gone = scheduled.map(({ product }) => product).filter((product) => !slugs.has(product));
    await dropPages(tx, gone);
    return { added: rows.length, dropped: gone.length };
  });
}

function windowFrom(now: Date): { from: number; to: number } {
  const from = dayNumber(now);
  return { from, to: from + VERIFICATION_POLICY.dueWithinDays - 1 };
}

type Wanted = { product: Slug; url: string; host: string; seenAt: string | null; prominence: number };

/** Returns the first turns. A product on a page that is already scheduled gets that page's turn. */
function turnsFor(
  added: readonly Wanted[],
  scheduled: readonly ScheduledPage[],
  now: Date,
  load: ReadonlyMap<number, number>,
): Map<string, Date> {
  const turns = new Map<string, Date>();
  for (const { url, dueAt } of scheduled) if (added.some((page) => page.url === url)) turns.set(url, dueAt);
  const pages = new Map<string, PageToPlace>();
  for (const { url, host, seenAt, prominence } of added) {
    if (turns.has(url)) continue;
    const page = pages.get(url);
    if (!page) pages.set(url, { url, host, seenAt, prominence });
    else
      pages.set(url, {
        ...page,
        seenAt: earlier(page.seenAt, seenAt),
        prominence: Math.max(page.prominence, prominence),
      });
  }
  return new Map([...turns, ...firstTurns([...pages.values()], now, load)]);
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || b === null ? null : a < b ? a : b;
}

/** Returns the order of the pages that are due. */
export function urgency(now: Date): Order {
  const { movedWithinDays, movedAheadHours, prominentAheadHours } = VERIFICATION_POLICY;
  return {
    movedSince: addDays(today(now), -movedWithinDays),
    movedAheadHours,
    prominentAheadHours,
  };
}

export async function takePage(
  db: Db,
  { token, now, only }: { token: string; now: Date; only?: readonly Slug[] | undefined },
): Promise<PageLease | null> {
  return leasePage(db, { token, now, leaseMs: LEASE_MS, only, order: urgency(now) });
}

export async function pagesDue(
  db: Db,
  { now, limit, only }: { now: Date; limit: number; only?: readonly Slug[] | undefined },
): Promise<Omit<PageLease, "token">[]> {
  return duePages(db, { now, limit, only, order: urgency(now) });
}

export interface Looked {
  checkedAt: Date;
  finishedAt: Date;
  /** Why nothing was read. Null if something was read. */
  fault: Fault | null;
  /** In a row, before this check. */
  failuresBefore: number;
  /** When the server may be requested again, if it said so. */
  retryAfter: Date | null;
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
}

/** Returns a page to the queue and plans its next turn. False, with nothing recorded, if another worker has it now. */
export async function givePageBack(tx: Db, lease: PageLease, looked: Looked): Promise<boolean> {
  const { checkedAt, finishedAt, fault, failuresBefore, retryAfter, ...validators } = looked;
  const failures = fault ? failuresBefore + 1 : 0;
  const load = await dueByDay(tx, levelledDays(checkedAt));
  const turn = nextTurn({ url: lease.url, checkedAt, fault, failures }, load);
  return finishPage(tx, lease, {
    ...validators,
    checkedAt,
    failures,
    dueAt: notBefore(turn, retryAfter, checkedAt),
    pausedUntil: pauseUntil(finishedAt, retryAfter && retryAfter.getTime() - finishedAt.getTime()),
  });
}

function notBefore(turn: Date, retryAfter: Date | null, checkedAt: Date): Date {
  const last = new Date(checkedAt.getTime() + VERIFICATION_POLICY.dueWithinDays * DAY_MS);
  return retryAfter === null || retryAfter <= turn ? turn : retryAfter < last ? retryAfter : last;
}
