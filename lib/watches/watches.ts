import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Db, getDb } from "@/db/client";
import { dropExpiredSessions, dropStaleTokens } from "@/db/queries/accounts";
import {
  confirmedWatches,
  confirmWatch,
  dropStaleWatches,
  dropWatch,
  keepWatch,
  type PriceWatch,
  restoreWatch,
  watchById,
} from "@/db/queries/price-watches";
import { lacksPrice } from "@/lib/catalog/starting-price";
import { logger } from "@/lib/logger";
import type { Mail } from "@/lib/mail/send";
import type { Runtime } from "@/lib/operations/run";
import { sign } from "@/lib/site-secret";

/** Days in which the owner of an email address may confirm it. */
export const CONFIRM_DAYS = 7;
/** After this many days without a price, the email address is deleted. */
export const WATCH_DAYS = 365;
const DAY_MS = 86_400_000;

export interface WatchDesk {
  runtime: Pick<Runtime, "catalog" | "now" | "site">;
  mail: Pick<Mail, "watchAsked" | "priceRead">;
  connect?: () => Promise<Db>;
  signed?: (id: string) => string;
}

const keyOf = (id: string) => sign("price-watch", id).slice(0, 32);

/** Returns the URL where the owner of the email address confirms, and later stops. */
export function watchLink({ id }: Pick<PriceWatch, "id">, siteUrl: string, signed = keyOf): string {
  return `${siteUrl}/watch/link?${new URLSearchParams({ id, key: signed(id) })}`;
}

/**
 * Emails a request to confirm the address. A confirmed address gets no email, and the response does not reveal this.
 */
export async function askWatch(
  { product, email }: { product: string; email: string },
  { runtime, mail, connect = getDb, signed }: WatchDesk,
): Promise<"asked" | "no_product" | "mail_failed"> {
  const now = runtime.now();
  const lookup = await runtime.catalog.record(product, { asOf: now.toISOString().slice(0, 10), now });
  if (lookup.status !== "found") return "no_product";
  const { slug, name, links } = lookup.record;
  const db = await connect();
  const id = `pw_${randomBytes(12).toString("base64url")}`;
  const watch = await keepWatch(db, { id, product: slug, email, createdAt: now });
  if (watch.confirmedAt !== null) return "asked";
  const url = watchLink(watch, runtime.site.url, signed);
  if (await mail.watchAsked({ to: email, product: name, page: links.page, url, days: CONFIRM_DAYS })) return "asked";
  // A watch from an earlier request stays: its email has arrived.
  if (watch.id === id) await dropWatch(db, id);
  return "mail_failed";
}

/** Returns the watch of an emailed link. Null if the link is not ours or the watch is gone. */
export async function linkedWatch(
  link: { id: unknown; key: unknown },
  { connect = getDb, signed = keyOf }: Pick<WatchDesk, "connect" | "signed"> = {},
): Promise<PriceWatch | null> {
  const [id, key] = [String(link.id ?? ""), Buffer.from(String(link.key ?? ""))];
  if (!/^pw_[\w-]{1,40}$/.test(id)) return null;
  const right = Buffer.from(signed(id));
  if (key.length !== right.length || !timingSafeEqual(key, right)) return null;
  return watchById(await connect(), id);
}

export async function answerWatch(
  link: { id: unknown; key: unknown },
  answer: "confirm" | "stop",
  desk: Pick<WatchDesk, "connect" | "signed"> & { now: Date },
): Promise<"confirmed" | "stopped" | "gone"> {
  const watch = await linkedWatch(link, desk);
  if (!watch) return "gone";
  const db = await (desk.connect ?? getDb)();
  if (answer === "stop") return (await dropWatch(db, watch.id)) ? "stopped" : "gone";
  return (await confirmWatch(db, watch.id, desk.now)) ? "confirmed" : "gone";
}

export interface Told {
  /** Number of sent emails. Each watch is deleted with its email. */
  sent: number;
  failed: number;
  waiting: number;
  forgotten: number;
}

/**
 * Deletes expired personal data: sessions, sign-in links and watches.
 * @returns the number of watches
 */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await dropExpiredSessions(db, now);
  await dropStaleTokens(db, now);
  return dropStaleWatches(db, { unconfirmedBefore: ago(CONFIRM_DAYS), createdBefore: ago(WATCH_DAYS) });
}

/** Emails confirmed watchers whose product now has a price and deletes their watches. Also deletes expired watches. */
export async function tellOfPrices({ runtime, mail, connect = getDb }: WatchDesk): Promise<Told> {
  const now = runtime.now();
  const db = await connect();
  const forgotten = await deleteExpired(db, now);
  const watches = await confirmedWatches(db);
  const told: Told = { sent: 0, failed: 0, waiting: 0, forgotten };
  const lookups = await runtime.catalog.records([...new Set(watches.map(({ product }) => product))], {
    asOf: now.toISOString().slice(0, 10),
    now,
  });
  for (const watch of watches) {
    const lookup = lookups.get(watch.product);
    if (lookup?.status !== "found" || lacksPrice(lookup.record)) {
      told.waiting += 1;
      continue;
    }
    // Deleted first, so that two concurrent runs do not send two emails.
    if (!(await dropWatch(db, watch.id))) continue;
    const { name, answer, links } = lookup.record;
    if (await mail.priceRead({ to: watch.email, product: name, answer, page: links.page })) told.sent += 1;
    else {
      told.failed += 1;
      await restoreWatch(db, watch);
    }
  }
  logger.info("price watches processed", { ...told });
  return told;
}
