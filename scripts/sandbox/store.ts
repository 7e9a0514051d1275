import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type Stripe from "stripe";
import type { Renewal } from "./cards";
import { missing } from "./errors";

export type Tables = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: Stripe.Price;
  "checkout.session": Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  payment_method: Stripe.PaymentMethod;
  "billing_portal.session": Stripe.BillingPortal.Session;
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  event: Stripe.Event;
};
export type Table = keyof Tables;

const PREFIXES: Record<Table, string> = {
  customer: "cus_",
  product: "prod_",
  price: "price_",
  "checkout.session": "cs_test_",
  subscription: "sub_",
  invoice: "in_",
  invoice_payment: "inpay_",
  payment_intent: "pi_",
  charge: "ch_",
  refund: "re_",
  dispute: "du_",
  payment_method: "pm_",
  "billing_portal.session": "bps_",
  "billing_portal.configuration": "bpc_",
  event: "evt_",
};

/** Data of a checkout session that Stripe does not show. */
export type SessionDetails = {
  items: Stripe.LineItem[];
  paymentIntentData: { metadata: Record<string, string>; description?: string; receipt_email?: string };
  subscriptionData: { metadata: Record<string, string>; description?: string };
  invoiceData: { metadata: Record<string, string>; description?: string; footer?: string };
  paymentIntent?: string;
  /** Set while 3-D Secure is pending. */
  pending?: { paymentMethod: string; email: string; name: string; terms: boolean };
};

export type Attempt = { at: number; status: number | null; error: string | null; ms: number };
export type Delivery = { attempts: Attempt[]; delivered: boolean; dueAt: number | null };

export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

export type IdempotentAnswer = { at: number; request: string; requestId?: string; status: number; body: string };

export type Settings = { paused: boolean; duplicate: boolean; reorder: boolean };

type State = {
  version: 1;
  /** The base URL of links in stored objects. */
  url: string;
  tables: { [K in Table]: Tables[K][] };
  sessions: Record<string, SessionDetails>;
  cards: Record<string, Renewal>;
  deliveries: Record<string, Delivery>;
  idempotency: Record<string, IdempotentAnswer>;
  mail: Mail[];
  settings: Settings;
  invoiceNumber: number;
};

/** Each write stores the whole file. Changes within this time share one write, and the file's size is limited. */
const WRITE_AFTER_MS = 500;
const KEPT_EVENTS = 1_000;
const KEPT_ANSWERS = 500;
const KEPT_MAIL = 200;
const DAY = 86_400;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** The sandbox's whole state: in memory, and in one file if a path is given. */
export class Store {
  readonly tables: { [K in Table]: Map<string, Tables[K]> };
  readonly sessions = new Map<string, SessionDetails>();
  readonly cards = new Map<string, Renewal>();
  readonly deliveries = new Map<string, Delivery>();
  readonly idempotency = new Map<string, IdempotentAnswer>();
  mail: Mail[] = [];
  settings: Settings = { paused: false, duplicate: false, reorder: false };
  invoiceNumber = 0;

  #writing: Promise<void> | null = null;
  #dirty = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly url: string,
    readonly path: string | null,
  ) {
    this.tables = Object.fromEntries(Object.keys(PREFIXES).map((name) => [name, new Map()])) as never;
    if (path === null) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path)) this.#load(readFileSync(path, "utf8"));
  }

  #load(text: string) {
    const { url, version } = JSON.parse(text) as State;
    if (version !== 1) throw new Error(`The sandbox's state in ${this.path} is of another version: move it away.`);
    const state = JSON.parse(url === this.url ? text : text.replaceAll(`"${url}/`, `"${this.url}/`)) as State;
    for (const [name, table] of Object.entries(this.tables)) {
      for (const object of state.tables[name as Table] ?? []) table.set(object.id, object as never);
    }
    for (const name of ["sessions", "cards", "deliveries", "idempotency"] as const) {
      for (const [key, value] of Object.entries(state[name])) this[name].set(key, value as never);
    }
    this.mail = state.mail;
    this.settings = state.settings;
    this.invoiceNumber = state.invoiceNumber;
  }

  #text(): string {
    const state: State = {
      version: 1,
      url: this.url,
      tables: Object.fromEntries(
        Object.entries(this.tables).map(([name, table]) => [name, [...table.values()]]),
      ) as State["tables"],
      sessions: Object.fromEntries(this.sessions),
      cards: Object.fromEntries(this.cards),
      deliveries: Object.fromEntries(this.deliveries),
      idempotency: Object.fromEntries(this.idempotency),
      mail: this.mail,
      settings: this.settings,
      invoiceNumber: this.invoiceNumber,
    };
    return JSON.stringify(state);
  }

  /** Resolves when all changes before the call are on disk. */
  async saved(): Promise<void> {
    while (this.path !== null && (this.#dirty || this.#writing)) {
      this.#writing ??= this.#write(this.path).finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  async #write(path: string) {
    this.#dirty = false;
    await writeFile(`${path}.new`, this.#text(), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  /**
   * Marks the state as changed. It is written shortly after: a killed process loses that time's changes, a stopped
   * process does not.
   */
  touch() {
    this.#dirty = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.saved().catch((error) => console.error(`The sandbox cannot write its state: ${error.message}`));
    }, WRITE_AFTER_MS);
  }

  newId(table: Table): string {
    return `${PREFIXES[table]}${randomText(table === "checkout.session" ? 56 : 24)}`;
  }

  find<K extends Table>(table: K, id: string): Tables[K] | undefined {
    return this.tables[table].get(id) as Tables[K] | undefined;
  }

  get<K extends Table>(table: K, id: string): Tables[K] {
    return this.named(table, id);
  }

  /** Returns the object that a parameter of the request names, or the URL if `param` is not given. */
  named<K extends Table>(table: K, id: string, param?: string): Tables[K] {
    const found = this.find(table, id);
    if (found === undefined) throw missing(table, id, param);
    return found;
  }

  /** Returns any object by its id. */
  lookup(id: string): Tables[Table] | undefined {
    for (const table of Object.values(this.tables)) {
      const found = table.get(id);
      if (found) return found as Tables[Table];
    }
    return undefined;
  }

  put<K extends Table>(table: K, object: Tables[K]): Tables[K] {
    this.tables[table].set(object.id, object as never);
    this.touch();
    return object;
  }

  /** Newest first. */
  all<K extends Table>(table: K): Tables[K][] {
    return ([...this.tables[table].values()] as Tables[K][]).reverse();
  }

  addMail(mail: Mail) {
    this.mail = [mail, ...this.mail].slice(0, KEPT_MAIL);
    this.touch();
  }

  /** Deletes data as Stripe does: stored responses of idempotency keys after a day, events after thirty days. */
  prune(now: number) {
    for (const [key, { at }] of this.idempotency) {
      if (at > now - DAY && this.idempotency.size <= KEPT_ANSWERS) break;
      this.idempotency.delete(key);
      this.touch();
    }
    for (const [id, { created }] of this.tables.event) {
      const young = created > now - 30 * DAY;
      if (young && (this.path === null || this.tables.event.size <= KEPT_EVENTS)) break;
      if (young && this.deliveries.get(id)?.delivered === false) continue;
      this.tables.event.delete(id);
      this.deliveries.delete(id);
      this.touch();
    }
  }
}
