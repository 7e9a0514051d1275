import { type Logger, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, openDatabase } from "../client";
import * as schema from "../schema";
import { type ScratchDatabase, scratchDatabase } from "../testing/scratch";
import { awaitedFilesOf, customersOf, fileById, filesOf, sessionUser, subscriptionsOf } from "./accounts";
import { countLiveKeys, keyOf, keysOf, liveKeyByHash, touchKey } from "./api-keys";
import {
  advanceRevisions,
  checkoutById,
  customerById,
  isApplied,
  openSubscriptionCheckouts,
  overdueMails,
  purchaseById,
  purchaseOfCheckout,
  purchaseOfPayment,
  revisionOf,
  subscriptionById,
  subscriptionsBegunBy,
  subscriptionsOfCustomers,
  takeDueMails,
  unappliedEvents,
} from "./billing";
import {
  chunkAt,
  continueDownload,
  downloadsOf,
  fileOfPurchase,
  lockPurchase,
  purchaseByToken,
  takeDownload,
} from "./category-files";
import { changesPage, countChanges, monthsRead } from "./changes";
import { checksOf, recentChecks } from "./checks";
import { membersOnDay, productsOfFamilies } from "./families";
import { observationsCiting, observationsOf, retractionsOf } from "./observations";
import { scheduleOf, sharersOf } from "./page-schedule";
import { confirmWatch, dropWatch, watchById } from "./price-watches";
import { recentRuns } from "./runs";
import { catalogState, categoryRevision } from "./state";

const PRODUCTS = 100_000;
/** Smaller tables are read as fast without an index. */
const SMALL = 2_000;
const DAY = "2026-11-20";
const NOW = new Date("2026-11-20T12:00:00Z");

/** Tables in the size of a much larger service. Their rows are only as realistic as the planner needs. */
const FILLED = `
  set session_replication_role = replica;
  insert into sources select 'acme-' || n, '{}' from generate_series(1, 20) n;
  insert into categories (slug, position, name, grp, description)
    select 'c' || n, n, 'C ' || n, 'g', '' from generate_series(0, 99) n;
  insert into products (slug, name, vendor_name, category, kind, aliases, revision)
    select 'p' || n, 'Acme ' || n, 'Acme ' || n / 5, 'c' || n % 100, 'product', '{}', (n % 1000 = 0)::int
    from generate_series(1, ${PRODUCTS}) n;
  insert into product_index (slug, price_status, has_hidden_costs, observed_at)
    select slug, 'unknown', false, '2026-01-01' from products;
  insert into observations (id, product, source, kind, trust, observed_at, evidence_id, payload)
    select 'o' || n, 'p' || n % ${PRODUCTS}, 'acme-' || n % 20, case n % 500 when 0 then 'retraction' else 'plans' end,
      'published', date '2026-01-01' + n % 300, 'e' || n / 3, '{"fact":{"retracts":["x"]}}'
    from generate_series(1, ${3 * PRODUCTS}) n;
  insert into price_changes (product, id, class, day, data)
    select 'p' || n, 'ch', 'move', date '2026-01-01' + n % 300, '{"before":1,"after":2,"field":"price"}'
    from generate_series(1, ${PRODUCTS}) n;
  insert into runs (id, kind, started_at, counts, report)
    select 'r' || n, 'verify', timestamptz '2026-01-01' + n * interval '1 hour', '{}', '{}'
    from generate_series(1, 5000) n;
  insert into checks (id, run, product, kind, url, started_at, duration_ms, outcome)
    select 'k' || n, 'r' || n % 5000, 'p' || n, 'page', 'https://example.com/' || n,
      timestamptz '2026-01-01' + n * interval '1 minute', 1, 'unchanged'
    from generate_series(1, ${PRODUCTS}) n;
  insert into held_changes (id, "check", product, held_at, after, why, decision)
    select 'h' || n, 'k' || n, 'p' || n, now(), '{}', '{}', 'accepted' from generate_series(1, 20000) n;
  insert into page_schedule (product, url, host, due_at)
    select 'p' || n, 'https://' || n || '.example.com/', n || '.example.com', timestamptz '2026-11-19' + n * interval '1 minute'
    from generate_series(1, ${PRODUCTS}) n;
  insert into users (id, email) select 'u' || n, n || '@example.com' from generate_series(1, 20000) n;
  insert into sessions select 's' || n, 'u' || n, '2027-01-01' from generate_series(1, 20000) n;
  insert into customers (id, user_id, email) select 'u' || n, 'u' || n, n || '@example.com' from generate_series(1, 20000) n;
  insert into subscriptions (id, customer_id, status, current_period_end, cancel_at_period_end, created_at, synced_at)
    select 's' || n, 'u' || n, 'active', '2027-01-01', false, now(), now() from generate_series(1, 20000) n;
  insert into api_keys (id, customer_id, name, prefix, hash)
    select 'k' || n, 'u' || n, 'k', 'k', 'h' || n from generate_series(1, 20000) n;
  insert into checkouts (id, kind, claim_hash, user_id, status, customer_id, subscription_id, created_at)
    select 'x' || n, 'subscription', 'h' || n, 'u' || n, 'complete', 'u' || n, 's' || n, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 20000) n;
  insert into purchases (id, checkout_id, customer_id, email, category, as_of, amount_minor, currency, payment_intent_id,
      status, paid_at, token_hash, expires_at)
    select 'b' || n, 'x' || n, 'u' || n, 'e', 'c', '2026-01-01', 1, 'usd', 'i' || n, 'paid', now(), 't' || n, '2027-01-01'
    from generate_series(1, 20000) n;
  insert into category_file_chunks (sha256, position, bytes) select 'f' || n / 10, n % 10, '' from generate_series(1, 20000) n;
  insert into downloads (id, purchase_id, client_hash, started_at, last_at)
    select 'd' || n, 'b' || n, 'c', now(), now() from generate_series(1, 20000) n;
  insert into stripe_events (id, type, created_at, applied_at) select 'e' || n, 't', now(), now() from generate_series(1, 20000) n;
  insert into stripe_revisions (object_id, revision) select 'x' || n, 1 from generate_series(1, 20000) n;
  insert into price_watches (id, product, email, created_at)
    select 'w' || n, 'p' || n, n || '@example.com', now() from generate_series(1, 20000) n;
  insert into billing_mails (id, kind, subject_id, created_at, next_attempt_at, sent_at)
    select 'm' || n, 'file_ready', 'b' || n, now(), now(), now() from generate_series(1, 20000) n;
  analyze;`;

const user = { id: "u7", email: "7@example.com" };
const families = [{ slug: "p5", name: "Acme 1" }];
const changes = {
  classes: ["move" as const],
  category: null,
  product: null,
  direction: null,
  since: null,
  until: null,
};
const filters = { ...changes, day: DAY };

/** Queries for one reader, one buyer or one page. Queries of the whole catalogue run only once per edition. */
const HOT: Record<string, (db: Db) => Promise<unknown>> = {
  "the edition": catalogState,
  "what runs changed of a category": (db) => categoryRevision(db, "c7"),
  "the observations of a product": (db) => observationsOf(db, ["p7"], DAY),
  "the observations of ten products": (db) => observationsOf(db, products(10), DAY),
  "what rests on a piece of evidence": (db) => observationsCiting(db, "e7", DAY),
  "what was taken back of products": (db) => retractionsOf(db, products(10), DAY),
  "the checks of products": (db) => checksOf(db, products(10), DAY, { kind: "page" }),
  "the last checks of a product": (db) => recentChecks(db, 20, { product: "p7" }),
  "the last checks": (db) => recentChecks(db, 20),
  "the last runs": (db) => recentRuns(db, 10),
  "the products of a family": (db) => productsOfFamilies(db, families),
  "the products of a family as listed": (db) => membersOnDay(db, families, DAY),
  "the changes of a product": (db) =>
    changesPage(db, { filters: { ...filters, product: "p7" }, after: null, limit: 21 }),
  "how many changes a product has": (db) => countChanges(db, { ...filters, product: "p7" }),
  "the last changes": (db) => changesPage(db, { filters: { ...filters, since: "2026-10-20" }, after: null, limit: 21 }),
  "the months in which a product was read": (db) => monthsRead(db, { ...filters, product: "p7" }),
  "a key": (db) => liveKeyByHash(db, "h7", NOW),
  "the use of a key": (db) => touchKey(db, "k7", { now: NOW, unlessSince: NOW }),
  "the keys of a customer": (db) => keysOf(db, "u7"),
  "who is signed in": (db) => sessionUser(db, "s7", NOW),
  "the customers of a user": (db) => customersOf(db, user),
  "the subscriptions of a user": (db) => subscriptionsOf(db, user),
  "the files of a customer": (db) => filesOf(db, ["u7"]),
  "the files that a customer waits for": (db) => awaitedFilesOf(db, ["u7"]),
  "a checkout": (db) => checkoutById(db, "x7"),
  "the open checkouts of a browser": (db) =>
    openSubscriptionCheckouts(db, { userId: "u7", claimHashes: ["h7", "h8"] }, new Date("2026-01-01")),
  "the subscriptions that a browser began": (db) => subscriptionsBegunBy(db, ["h7"]),
  "whether an event was applied": (db) => isApplied(db, "e7"),
  "events that were not applied": (db) => unappliedEvents(db, 20),
  "a purchase by its payment": (db) => purchaseOfPayment(db, "i7"),
  "mails that are due": (db) => takeDueMails(db, { now: NOW, leaseUntil: NOW, limit: 10 }),
  "mails that are late": (db) => overdueMails(db, NOW),
  "a purchase by its link": (db) => purchaseByToken(db, "t7"),
  "a piece of a file": (db) => chunkAt(db, "f7", 3),
  "the downloads of a purchase": (db) => downloadsOf(db, "b7"),
  "a purchase": (db) => purchaseById(db, "b7"),
  "the purchase of a checkout": (db) => purchaseOfCheckout(db, "x7"),
  "a purchase of which something is taken": (db) => lockPurchase(db, "b7"),
  "a download that is taken": (db) => takeDownload(db, "b7", NOW),
  "a download that goes on": (db) =>
    continueDownload(db, {
      purchaseId: "b7",
      clientHash: "c",
      since: NOW,
      now: NOW,
      bytes: 1,
      maxRequests: 9,
      maxBytes: 9,
    }),
  "the file of a purchase": (db) => fileOfPurchase(db, "b7"),
  "a bought file": (db) => fileById(db, "b7"),
  "a key of a customer": (db) => keyOf(db, "u7", "k7"),
  "how many keys a customer has": (db) => countLiveKeys(db, "u7", NOW),
  "a customer": (db) => customerById(db, "u7"),
  "a subscription": (db) => subscriptionById(db, "s7"),
  "the subscriptions of customers": (db) => subscriptionsOfCustomers(db, ["u7", "u8"]),
  "what was last known of a purchase": (db) => revisionOf(db, "x7"),
  "what is known of a purchase from now on": (db) => advanceRevisions(db, new Map([["x7", 1]])),
  "a watch": (db) => watchById(db, "w7"),
  "a watch that is confirmed": (db) => confirmWatch(db, "w7", NOW),
  "a watch that ends": (db) => dropWatch(db, "w9"),
  "when pages are read next": (db) => scheduleOf(db, products(10)),
  "who shares a page": (db) => sharersOf(db, "https://7.example.com/"),
};

const products = (count: number) => Array.from({ length: count }, (_, n) => `p${n + 1}`);

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const scans = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" && plan["Relation Name"] ? [plan["Relation Name"]] : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

let scratch: ScratchDatabase;
let pool: pg.Pool;
let db: Db;
let large: ReadonlySet<string>;
const asked: { query: string; params: unknown[] }[] = [];

beforeAll(async () => {
  scratch = await scratchDatabase();
  const connection = await openDatabase(scratch.url, "");
  await connection.migrate();
  await connection.close();
  pool = new pg.Pool({ connectionString: scratch.url, max: 4 });
  const logger: Logger = { logQuery: (query, params) => asked.push({ query, params }) };
  db = drizzle(pool, { schema, logger }) as unknown as Db;
  await pool.query(FILLED);
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and reltuples > ${SMALL}`,
  );
  large = new Set(rows.map(({ name }) => name));
});

afterAll(async () => {
  await pool.end();
  await scratch.drop();
});

test("the tables are as large as they are meant to be", () => {
  expect(large.size).toBeGreaterThan(15);
});

test.each(Object.entries(HOT))("%s: no large table is read from end to end", async (_, ask) => {
  asked.length = 0;
  await ask(db);
  const seen = asked.filter(({ query }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(query));
  expect(seen.length).toBeGreaterThan(0);
  for (const { query, params } of seen) {
    const { rows } = await pool.query(`explain (format json) ${query}`, params);
    const [{ Plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
    expect({ query, read: scans(Plan).filter((table) => large.has(table)) }).toEqual({ query, read: [] });
  }
});
