import Stripe from "stripe";
import { randomText, type Store, type Table, type Tables } from "./store";
import { seconds } from "./time";

export const API_KEY = "sk_test_sandbox";
export const API_VERSION = Stripe.API_VERSION;

export type EventType = Stripe.Event["type"];

export type RequestInfo = { id: string; idempotency_key: string | null };

/** The shared state of all parts of the sandbox. */
export class Context {
  /** The current API request; null if a person's click caused the change. */
  request: RequestInfo | null = null;
  onEvent: (event: Stripe.Event) => void = () => {};

  constructor(
    readonly store: Store,
    readonly clock: () => Date,
  ) {}

  get url() {
    return this.store.url;
  }

  get now() {
    return seconds(this.clock());
  }

  emit<K extends Table>(type: EventType, object: Tables[K], previous?: Partial<Tables[K]>) {
    const event = {
      id: `evt_${randomText(24)}`,
      object: "event",
      api_version: API_VERSION,
      created: this.now,
      data: structuredClone({ object, ...(previous ? { previous_attributes: previous } : {}) }),
      livemode: false,
      pending_webhooks: 0,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event;
    this.store.put("event", event);
    this.onEvent(event);
  }

  create<K extends Table>(table: K, object: Tables[K], event?: EventType): Tables[K] {
    this.store.put(table, object);
    if (event) this.emit<K>(event, object);
    return object;
  }

  /** Updates fields. Sends an event only if a value changed. */
  update<K extends Table>(table: K, id: string, fields: Partial<Tables[K]>, event?: EventType): Tables[K] {
    const before = this.store.get(table, id);
    const previous: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) {
      const old = (before as unknown as Record<string, unknown>)[name];
      if (JSON.stringify(old) !== JSON.stringify(value)) previous[name] = old ?? null;
    }
    if (Object.keys(previous).length === 0) return before;
    const after = this.store.put(table, { ...before, ...fields });
    if (event) this.emit<K>(event, after, previous as Partial<Tables[K]>);
    return after;
  }
}
