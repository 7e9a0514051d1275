import { getDb } from "@/db/client";
import { subscriptionsOfCustomers } from "@/db/queries/billing";
import { downloadsOf } from "@/db/queries/category-files";
import {
  customerRow,
  customersPage,
  deskCounts,
  type EventState,
  eventsPage,
  type PurchaseEntry,
  purchaseRow,
  purchasesOf,
  purchasesPage,
} from "@/db/queries/operator";
import { countReports, type ErrorReport, reportsPage, setReportStatus } from "@/db/queries/reports";
import { keyState, listKeys } from "@/lib/access/api-keys";
import type { SignedIn } from "@/lib/auth/session";
import { accessOf } from "@/lib/billing/entitlement";
import { daysBefore, type Reconciliation, reconcile } from "@/lib/billing/reconcile";
import { replayEvent } from "@/lib/billing/webhook";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { subscriptionWords } from "./words";

export type { PurchaseEntry };

const ROWS = 25;
const MAX_PAGE = 10_000;

type Query = Record<string, string | string[] | undefined>;

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** The search text. */
  text: string;
  page: number;
  pages: number;
}

function textOf(query: Query): string {
  return typeof query.q === "string" ? query.q.trim().slice(0, 200) : "";
}

async function paged<Row>(
  query: Query,
  find: (search: { text: string; offset: number; limit: number }) => Promise<{ rows: Row[]; total: number }>,
): Promise<Page<Row>> {
  const text = textOf(query);
  const asked = Number(query.page ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked : 1;
  const { rows, total } = await find({ text, offset: (page - 1) * ROWS, limit: ROWS });
  return { rows, total, text, page, pages: Math.max(1, Math.ceil(total / ROWS)) };
}

export async function desk() {
  const db = await getDb();
  return { ...(await deskCounts(db)), openReports: await countReports(db, "open") };
}

export async function findCustomers(query: Query) {
  const db = await getDb();
  return paged(query, (search) => customersPage(db, search));
}

/** Returns all data of one customer, except anything that would open a link or work as a key. */
export async function customerFile(id: string, now = new Date()) {
  const db = await getDb();
  const customer = await customerRow(db, id);
  if (!customer) return null;
  const subscriptions = await subscriptionsOfCustomers(db, [id]);
  const keys = await listKeys(db, id);
  return {
    customer,
    access: accessOf(subscriptions, now),
    subscriptions: subscriptions.map((subscription) => ({
      ...subscription,
      words: subscriptionWords(subscription, accessOf([subscription], now)),
    })),
    keys: keys.map((key) => ({ ...key, state: keyState(key, now) })),
    purchases: await purchasesOf(db, id),
  };
}

export async function findPurchases(query: Query) {
  const db = await getDb();
  return paged(query, (search) => purchasesPage(db, search));
}

export async function purchaseFile(id: string) {
  const db = await getDb();
  const purchase = await purchaseRow(db, id);
  return purchase && { purchase, downloads: await downloadsOf(db, id) };
}

export const EVENT_STATES: readonly EventState[] = ["all", "applied", "waiting", "failed"];

export async function findEvents(query: Query) {
  const db = await getDb();
  const state = EVENT_STATES.find((name) => name === query.state) ?? "all";
  return { state, ...(await paged(query, (search) => eventsPage(db, { ...search, state }))) };
}

export const REPORT_STATES = ["open", "accepted", "declined", "all"] as const;

export async function findReports(query: Query) {
  const db = await getDb();
  const state = REPORT_STATES.find((name) => name === query.state) ?? "open";
  const status = state === "all" ? null : state;
  return { state, ...(await paged(query, (search) => reportsPage(db, { ...search, status }))) };
}

/** Applies a delivered event again with Stripe's current data. Returns the outcome in words. */
export async function replay(operator: SignedIn, eventId: unknown): Promise<string> {
  if (typeof eventId !== "string" || !/^evt_\w+$/.test(eventId)) return "No such event.";
  try {
    const outcome = await replayEvent(eventId);
    logger.info("operator replayed an event", { operator: operator.id, event: eventId, outcome });
    return outcome === "applied" ? "Applied again with Stripe’s current data." : `Outcome: ${outcome}.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

export const RECONCILE_DAYS = [1, 7, 30, 90] as const;

const spanOf = (days: unknown) => RECONCILE_DAYS.find((span) => String(span) === String(days));

export type Comparison =
  | { state: "not asked" }
  | { state: "failed"; days: number; message: string }
  | { state: "compared"; days: number; result: Reconciliation };

/** Compares the ledger with Stripe and changes nothing. Does nothing until it is requested. */
export async function comparison(query: Query, now = new Date()): Promise<Comparison> {
  const days = spanOf(query.days);
  if (days === undefined) return { state: "not asked" };
  try {
    return { state: "compared", days, result: await reconcile({ since: daysBefore(now, days), repair: false }) };
  } catch (error) {
    if (error instanceof AppError) return { state: "failed", days, message: error.message };
    throw error;
  }
}

/** Brings the ledger in line with Stripe. Returns the outcome in words. */
export async function repairLedger(operator: SignedIn, days: unknown, now = new Date()): Promise<string> {
  const span = spanOf(days);
  if (span === undefined) return "Nothing was repaired. Choose a period.";
  try {
    const { differences } = await reconcile({ since: daysBefore(now, span), repair: true });
    const repaired = differences.filter((difference) => difference.repaired).length;
    const left = differences.length - repaired;
    logger.info("operator repaired the ledger", { operator: operator.id, days: span, repaired, left });
    return `${repaired} repaired, ${left} left.`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Returns false for an unknown report. */
export async function judgeReport(operator: SignedIn, id: unknown, status: unknown): Promise<boolean> {
  const known = (["open", "accepted", "declined"] as const).find((name) => name === status);
  if (typeof id !== "string" || !known) return false;
  const changed = await setReportStatus(await getDb(), id, known satisfies ErrorReport["status"]);
  if (changed) logger.info("operator reviewed a report", { operator: operator.id, report: id, status: known });
  return changed;
}
