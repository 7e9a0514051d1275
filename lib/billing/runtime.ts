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

/** What a grant sets off once it is written; true when it is done. A failure here never takes the grant back. */
export interface GrantWork {
  fileReady(purchase: PurchaseRow): Promise<boolean>;
  refunded(purchase: PurchaseRow): Promise<boolean>;
  fileUnpaid(category: string, email: string): Promise<boolean>;
  /** @param another the address pays for one already */
  subscriptionStarted(subscription: SubscriptionRow, email: string, another: boolean): Promise<boolean>;
  paymentFailed(subscription: SubscriptionRow, email: string): Promise<boolean>;
}

/** What the money side works on. */
export interface Billing {
  db(): Promise<Db>;
  stripe: StripeApi;
  mode: Payments["mode"];
  /** Whether real money moves: an event of the other mode is not ours. */
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
  /** Does what nobody waits for; whatever of it is lost with the process is still owed in the database. */
  later(work: () => Promise<unknown>): void;
}

/** @throws AppError `unavailable` where nothing can be bought */
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
