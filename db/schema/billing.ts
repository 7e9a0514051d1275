import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./accounts";

export const DOWNLOADS_PER_LINK = 20;

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A paying customer, by Stripe's id. */
export const customers = pgTable(
  "customers",
  {
    id: text().primaryKey(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** In lower case, as given to Stripe. */
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("customers_user").on(table.userId), index("customers_email").on(table.email)],
);

/** The latest state of a subscription at Stripe. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    status: text().notNull(),
    priceLookupKey: text("price_lookup_key"),
    interval: text().$type<"month" | "year">(),
    currentPeriodEnd: instant("current_period_end").notNull(),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    /**
     * End of the last period whose payment we hold. Null without one. Read only after a failed payment or the end.
     */
    paidUntil: instant("paid_until"),
    /** Due date of the oldest unpaid invoice. Null if everything is paid. */
    pastDueSince: instant("past_due_since"),
    endedAt: instant("ended_at"),
    createdAt: instant("created_at").notNull(),
    syncedAt: instant("synced_at").notNull(),
  },
  (table) => [index("subscriptions_customer").on(table.customerId)],
);

/** A checkout that started here. Stripe's data grants it, never a visit. */
export const checkouts = pgTable(
  "checkouts",
  {
    /** Stripe's session id. */
    id: text().primaryKey(),
    kind: text().$type<"subscription" | "file">().notNull(),
    category: text(),
    /** SHA-256 of the secret in the cookie of the browser that started it. */
    claimHash: text("claim_hash").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    status: text().$type<"open" | "complete" | "expired">().notNull().default("open"),
    customerId: text("customer_id"),
    subscriptionId: text("subscription_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    completedAt: instant("completed_at"),
  },
  (table) => [
    index("checkouts_subscription").on(table.subscriptionId),
    index("checkouts_customer").on(table.customerId),
    index("checkouts_claim").on(table.claimHash),
    index("checkouts_user").on(table.userId),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    name: text().notNull(),
    /** The first characters, so that its owner can recognise it. */
    prefix: text().notNull(),
    /** SHA-256 of the whole key, in hex. */
    hash: text().notNull().unique(),
    /** The checkout whose success page shows the key; at most one key per checkout. */
    checkoutId: text("checkout_id").unique(),
    /** The key that this one replaces. */
    rotatedFrom: text("rotated_from"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Set on rotation: until then both keys work. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    /** Rounded to the hour. */
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("api_keys_customer").on(table.customerId)],
);

/** The bytes of a category file, stored once for all its buyers. */
export const categoryFiles = pgTable("category_files", {
  /** SHA-256 of the file, in hex. */
  sha256: text().primaryKey(),
  category: text().notNull(),
  asOf: date("as_of", { mode: "string" }).notNull(),
  recordCount: integer("record_count").notNull(),
  byteLength: integer("byte_length").notNull(),
  chunkBytes: integer("chunk_bytes").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const purchases = pgTable(
  "purchases",
  {
    id: text().primaryKey(),
    checkoutId: text("checkout_id").notNull().unique(),
    customerId: text("customer_id").references(() => customers.id),
    email: text().notNull(),
    category: text().notNull(),
    /** The date of the data in the file. */
    asOf: date("as_of", { mode: "string" }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    paymentIntentId: text("payment_intent_id").unique(),
    /** `refunded`: the full amount was returned by a refund or a dispute. */
    status: text().$type<"paid" | "refunded">().notNull(),
    paidAt: instant("paid_at").notNull(),
    refundedAt: instant("refunded_at"),
    /** SHA-256 of the link's token, in hex. */
    tokenHash: text("token_hash").notNull().unique(),
    tokenVersion: integer("token_version").notNull().default(1),
    expiresAt: instant("expires_at").notNull(),
    downloadsUsed: integer("downloads_used").notNull().default(0),
    downloadsMax: integer("downloads_max").notNull().default(DOWNLOADS_PER_LINK),
    fileSha256: text("file_sha256").references(() => categoryFiles.sha256),
  },
  (table) => [
    index("purchases_customer").on(table.customerId),
    check("purchases_downloads", sql`${table.downloadsUsed} between 0 and ${table.downloadsMax}`),
  ],
);

/** One counted download, including requests that continue it within the hour. */
export const downloads = pgTable(
  "downloads",
  {
    id: text().primaryKey(),
    purchaseId: text("purchase_id")
      .notNull()
      .references(() => purchases.id, { onDelete: "cascade" }),
    /** Digest of the client's IP address, so that only the same client can resume a download. */
    clientHash: text("client_hash").notNull(),
    startedAt: instant("started_at").notNull(),
    lastAt: instant("last_at").notNull(),
    requests: integer().notNull().default(1),
    /** Bytes sent, or being sent, to its requests. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [index("downloads_purchase").on(table.purchaseId, table.startedAt)],
);

/** Every event that Stripe delivered. Its effect is written in the same transaction as `appliedAt`. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text("object_id"),
    createdAt: instant("created_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    appliedAt: instant("applied_at"),
    outcome: text().$type<"applied" | "ignored">(),
    /** Deliveries, including the successful one. */
    attempts: integer().notNull().default(1),
    /** The public message of the last failure. */
    lastError: text("last_error"),
    /** Its effect, for the operator. */
    effect: jsonb().$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [
    index("stripe_events_received").on(table.receivedAt),
    index("stripe_events_unapplied").on(table.receivedAt).where(sql`applied_at is null`),
  ],
);

/** Counts the writes of our copy of each Stripe object, so that a write after a request to Stripe can be detected. */
export const stripeRevisions = pgTable("stripe_revisions", {
  objectId: text("object_id").primaryKey(),
  revision: integer().notNull(),
});

/** Emails that a grant owes, written together with it, so that a crash in between cannot lose an email. */
export const billingMails = pgTable(
  "billing_mails",
  {
    /** One per kind and subject: `file_ready:pur_…`. */
    id: text().primaryKey(),
    kind: text()
      .$type<"file_ready" | "refunded" | "file_unpaid" | "subscription_started" | "payment_failed">()
      .notNull(),
    /** The purchase or subscription. For `file_unpaid`, the checkout. */
    subjectId: text("subject_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The earliest time for the next attempt. */
    nextAttemptAt: instant("next_attempt_at").notNull(),
    attempts: integer().notNull().default(0),
    sentAt: instant("sent_at"),
  },
  (table) => [index("billing_mails_due").on(table.sentAt, table.nextAttemptAt)],
);
