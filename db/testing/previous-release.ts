import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "../client";

/** Number of migrations in the previous release: 0000 to 0014. */
const MIGRATIONS_BEFORE = 15;
const AT = "2026-10-05T08:00:00+00:00";
const LATER = "2027-10-05T08:00:00+00:00";

const KEY = `pi_live_${"Example".padEnd(43, "0")}`;
export const HASH_OF_KEY = createHash("sha256").update(KEY).digest("hex");
export const SESSION = "token-of-a-browser";

/** Rows for each table of that release, as it would have written them, in the order of their references. */
const ROWS: Record<string, Record<string, unknown>[]> = {
  sources: [{ slug: "example", data: { slug: "example", name: "Example", trust: "A" } }],
  categories: [
    { slug: "team-chat", position: 1, name: "Team chat", grp: "Work", description: "Talking.", aliases: ["chat"] },
  ],
  products: [
    {
      slug: "acme-chat",
      name: "Acme Chat",
      vendor_name: "Acme",
      category: "team-chat",
      domain: "acme.example.com",
      pricing_page: "https://acme.example.com/pricing",
      kind: "product",
      aliases: ["acme"],
      models: [],
      former_slugs: ["acme-talk"],
    },
  ],
  observations: [
    {
      id: "ob_0000000000000001",
      product: "acme-chat",
      source: "example",
      kind: "plans",
      trust: "A",
      observed_at: "2026-10-01",
      payload: { evidence: { url: "https://acme.example.com/pricing" }, fact: { kind: "plans", tiers: [] } },
    },
  ],
  product_index: [
    {
      slug: "acme-chat",
      valid_from: "2026-10-01",
      starting_price: 8.75,
      currency: "USD",
      price_status: "published",
      has_hidden_costs: false,
      observed_at: "2026-10-01",
      sso_charged: false,
      disputed: false,
      sources: 1,
      priced: true,
      prominence: 0.5,
      self_hosted: false,
    },
  ],
  price_changes: [
    {
      product: "acme-chat",
      id: "ch_1",
      valid_from: "2026-10-01",
      class: "move",
      day: "2026-10-01",
      data: { after: 8.75 },
    },
  ],
  catalog_state: [{ id: 1, content_hash: "of-that-release", loaded_at: AT, counts: { products: 1 } }],
  users: [{ id: "usr_1", email: "buyer@example.com", email_verified: AT, created_at: AT }],
  accounts: [{ user_id: "usr_1", type: "oauth", provider: "github", provider_account_id: "1" }],
  sessions: [{ session_token: SESSION, user_id: "usr_1", expires: LATER }],
  verification_tokens: [{ identifier: "buyer@example.com", token: "hash-of-a-token", expires: LATER }],
  customers: [{ id: "cus_1", user_id: "usr_1", email: "buyer@example.com", created_at: AT, updated_at: AT }],
  checkouts: [
    {
      id: "cs_1",
      kind: "subscription",
      claim_hash: "hash-1",
      user_id: "usr_1",
      status: "complete",
      customer_id: "cus_1",
      subscription_id: "sub_1",
      created_at: AT,
      completed_at: AT,
    },
    { id: "cs_2", kind: "file", category: "team-chat", claim_hash: "hash-2", status: "complete", created_at: AT },
    { id: "cs_3", kind: "file", category: "team-chat", claim_hash: "hash-3", status: "open", created_at: AT },
  ],
  subscriptions: [
    {
      id: "sub_1",
      customer_id: "cus_1",
      status: "active",
      price_lookup_key: "subscription_year",
      interval: "year",
      current_period_end: LATER,
      paid_until: LATER,
      cancel_at_period_end: false,
      created_at: AT,
      synced_at: AT,
    },
  ],
  api_keys: [
    {
      id: "key_1",
      customer_id: "cus_1",
      name: "Of Acme",
      prefix: KEY.slice(0, 16),
      hash: HASH_OF_KEY,
      created_at: AT,
    },
    {
      id: "key_0",
      customer_id: "cus_1",
      name: "Revoked",
      prefix: "pi_live_",
      hash: "old",
      created_at: AT,
      revoked_at: AT,
    },
  ],
  category_files: [
    {
      sha256: "f".repeat(64),
      category: "team-chat",
      as_of: "2026-10-05",
      record_count: 1,
      byte_length: 5,
      chunk_bytes: 65536,
      created_at: AT,
    },
  ],
  category_file_chunks: [{ sha256: "f".repeat(64), position: 0, bytes: "\\x68656c6c6f" }],
  purchases: [
    {
      id: "pur_1",
      checkout_id: "cs_2",
      customer_id: "cus_1",
      email: "buyer@example.com",
      category: "team-chat",
      as_of: "2026-10-05",
      amount_minor: 1900,
      currency: "USD",
      payment_intent_id: "pi_1",
      status: "paid",
      paid_at: AT,
      token_hash: "hash-of-a-link",
      token_version: 2,
      expires_at: LATER,
      downloads_used: 3,
      downloads_max: 20,
      file_sha256: "f".repeat(64),
    },
  ],
  downloads: [
    { id: "dl_1", purchase_id: "pur_1", client_hash: "hash", started_at: AT, last_at: AT, requests: 2, bytes: 10 },
  ],
  stripe_events: [
    {
      id: "evt_1",
      type: "checkout.session.completed",
      object_id: "cs_2",
      created_at: AT,
      received_at: AT,
      applied_at: AT,
      outcome: "applied",
      attempts: 1,
      effect: { checkout: "cs_2" },
    },
    {
      id: "evt_2",
      type: "invoice.paid",
      object_id: "in_1",
      created_at: AT,
      received_at: AT,
      attempts: 3,
      last_error: "The payment service does not answer.",
    },
  ],
  stripe_revisions: [{ object_id: "cs_2", revision: 4 }],
  billing_mails: [
    {
      id: "file_ready:pur_1",
      kind: "file_ready",
      subject_id: "pur_1",
      created_at: AT,
      next_attempt_at: AT,
      attempts: 2,
    },
  ],
  error_reports: [
    {
      id: "rep_1",
      created_at: AT,
      product: "acme-chat",
      page: "/software/team-chat/acme-chat",
      field: "other",
      message: "The name is Acme Chat.",
      status: "open",
      client_hash: "hash",
    },
  ],
  price_watches: [{ id: "pw_1", product: "acme-chat", email: "reader@example.com", created_at: AT, confirmed_at: AT }],
};

type Migrating = { dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: object): Promise<void> } };

/** Fills an empty database as if the previous release had used it. */
export async function asThePreviousReleaseLeftIt(db: Db): Promise<void> {
  const config = { migrationsFolder: "db/migrations" };
  const before = readMigrationFiles(config).slice(0, MIGRATIONS_BEFORE);
  const { dialect, session } = db as unknown as Migrating & { session: unknown };
  await dialect.migrate(before, session, config);
  for (const [table, rows] of Object.entries(ROWS)) {
    for (const row of rows) {
      const columns = sql.raw(Object.keys(row).join(", "));
      const [into, text] = [sql.raw(table), JSON.stringify(row)];
      await db.execute(
        sql`insert into ${into} (${columns}) select ${columns} from json_populate_record(null::${into}, ${text}::json)`,
      );
    }
  }
}

/** Returns every row of every table, as formatted by the database. */
export async function everyRow(db: Db): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name } of rows) {
    const table = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.raw(name)} t order by to_jsonb(t)::text`,
    );
    found.set(
      name,
      table.rows.map(({ row }) => row),
    );
  }
  return found;
}
