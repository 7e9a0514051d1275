import { type Db, getDb } from "@/db/client";
import type { PurchaseRow, SubscriptionRow } from "@/db/queries/billing";
import { processWide } from "@/lib/access/process-wide";
import { env, type Payments } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { pricedCounts, requireCategory } from "@/lib/operations/categories";
import { serverRuntime } from "@/lib/operations/runtime";
import { serverGrantWork } from "./grant-work";
import { isLive, type StripeApi, stripeClient } from "./stripe";

/** The work after a grant is written. Each function returns true when it is done. A failure never revokes the grant. */
export interface GrantWork {
  fileReady(purchase: PurchaseRow): Promise<boolean>;
  refunded(purchase: PurchaseRow): Promise<boolean>;
  fileUnpaid(category: string, email: string): Promise<boolean>;
  /** @param another the email address already pays for a subscription */
  subscriptionStarted(subscription: SubscriptionRow, email: string, another: boolean): Promise<boolean>;
  paymentFailed(subscription: SubscriptionRow, email: string): Promise<boolean>;
}

export interface Billing {
  db(): Promise<Db>;
  stripe: StripeApi;
  mode: Payments["mode"];
  /** Whether real money moves. Events of the other mode are not ours. */
  live: boolean;
  webhookSecret: string;
  /** Whether Stripe Tax computes and collects taxes. */
  tax: boolean;
  siteUrl: string;
  siteName: string;
  now(): Date;
  /** Throws `category_not_found`. */
  category(slug: string): Promise<{ slug: string; name: string; recordCount: number; pricedCount: number }>;
  work: GrantWork;
  /** Runs work in the background. If the process dies, the database still lists the unfinished work. */
  later(work: () => Promise<unknown>): void;
}

/** @throws AppError `unavailable` if nothing can be bought */
export function serverBilling(): Billing {
  const { payments, stripeTax, siteUrl, siteName } = env();
  if (!payments) throw paymentsOff();
  return {
    db: getDb,
    stripe: processWide("stripe", () => stripeClient(payments)),
    mode: payments.mode,
    live: isLive(payments.secretKey),
    webhookSecret: payments.webhookSecret,
    tax: stripeTax,
    siteUrl,
    siteName,
    now: () => new Date(),
    category,
    work: serverGrantWork({ siteUrl, categoryName: async (slug) => (await category(slug)).name }),
    later: (work) => void work().catch((cause) => logger.error("billing: deferred work failed", { cause })),
  };
}

export function paymentsOff(): AppError {
  return new AppError("unavailable", "Payments are not set up on this server.", { retryAfter: 3600 });
}

async function category(slug: string) {
  const { catalog } = serverRuntime();
  const { name, productCount } = await requireCategory(catalog, slug);
  const priced = await pricedCounts({ catalog, now: new Date() });
  return { slug, name, recordCount: productCount, pricedCount: priced.get(slug) ?? 0 };
}
