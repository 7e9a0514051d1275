import Stripe from "stripe";
import type { Context } from "./context";
import type { Delivery, Settings } from "./store";

export type Webhook = { url: string; secret: string };

/** Seconds until the next attempt. The last value repeats. */
const DELAYS = [1, 2, 5, 15, 60, 300, 900, 3600] as const;
const GIVE_UP_AFTER = 72 * 3600;
const TIMEOUT_MS = 10_000;
const REORDER_WAIT_MS = 400;
/** The longest time that a slow response delays the next event. */
const PATIENCE_MS = 1000;

/** Sends each event to the app until it responds with a 2xx, and records every attempt. */
export class Deliveries {
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #underway = new Set<Promise<void>>();
  #queue: Promise<void> = Promise.resolve();
  #shuffling: string[] | null = null;
  /** Attempts since this start, so that the first waits after a restart are short. */
  #tries = new Map<string, number>();
  #closed = false;

  constructor(
    readonly ctx: Context,
    readonly webhook: Webhook | null,
  ) {
    if (!webhook) return;
    ctx.onEvent = ({ id }) => this.#accept(id);
    for (const [id, { delivered }] of ctx.store.deliveries) if (!delivered) this.#start(id);
  }

  #accept(id: string) {
    this.#record(id, { attempts: [], delivered: false, dueAt: this.ctx.now });
    if (!this.ctx.store.settings.reorder) {
      this.#start(id);
      return;
    }
    if (this.#shuffling) {
      this.#shuffling.push(id);
      return;
    }
    this.#shuffling = [id];
    this.#later(REORDER_WAIT_MS, () => {
      const held = this.#shuffling ?? [];
      this.#shuffling = null;
      for (const each of held.map((name) => [Math.random(), name] as const).sort(([a], [b]) => a - b)) {
        this.#start(each[1]);
      }
    });
  }

  #record(id: string, delivery: Delivery) {
    this.ctx.store.deliveries.set(id, delivery);
    const event = this.ctx.store.find("event", id);
    if (event) event.pending_webhooks = delivery.delivered ? 0 : 1;
    this.ctx.store.touch();
  }

  /** Sends first attempts one after the other, in the order of the events. */
  #start(id: string) {
    const attempt = () =>
      Promise.race([this.#attempt(id), new Promise<void>((done) => this.#later(PATIENCE_MS, done))]);
    this.#queue = this.#queue.then(attempt);
    if (this.ctx.store.settings.duplicate) this.#queue = this.#queue.then(attempt);
  }

  #later(ms: number, work: () => void) {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  #attempt(id: string): Promise<void> {
    const sending = this.#send(id).finally(() => this.#underway.delete(sending));
    this.#underway.add(sending);
    return sending;
  }

  async #send(id: string, asked = false) {
    const { store } = this.ctx;
    const event = store.find("event", id);
    if (!event || !this.webhook || this.#closed || (store.settings.paused && !asked)) return;
    const started = Date.now();
    let status: number | null = null;
    let error: string | null = null;
    try {
      const payload = JSON.stringify(event, null, 2);
      const response = await fetch(this.webhook.url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (payments sandbox)",
          "stripe-signature": Stripe.webhooks.generateTestHeaderString({
            payload,
            secret: this.webhook.secret,
            timestamp: this.ctx.now,
          }),
        },
        body: payload,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = response.status;
      // Reads the whole response, as Stripe does: the server counts a client that disconnects early as active for a
      // while.
      await response.arrayBuffer();
    } catch (failure) {
      error = reason(failure);
    }
    const before = store.deliveries.get(id) ?? { attempts: [], delivered: false, dueAt: null };
    const attempts = [...before.attempts, { at: this.ctx.now, status, error, ms: Date.now() - started }];
    const delivered = before.delivered || (status !== null && status >= 200 && status < 300);
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    const wait = DELAYS[Math.min(tries, DELAYS.length) - 1] ?? 3600;
    const again = !delivered && !asked && event.created > this.ctx.now - GIVE_UP_AFTER;
    this.#record(id, { attempts, delivered, dueAt: again ? this.ctx.now + wait : null });
    if (again) this.#later(wait * 1000, () => this.#retry(id));
  }

  #retry(id: string) {
    if (!this.ctx.store.deliveries.get(id)?.delivered) void this.#attempt(id);
  }

  /** Sends an event again, even if it was delivered. */
  async resend(id: string) {
    this.ctx.store.get("event", id);
    await this.#send(id, true);
  }

  /** Changes settings. Events that were held back during a pause are sent when the pause ends. */
  configure(change: Partial<Settings>) {
    const { store } = this.ctx;
    const wasPaused = store.settings.paused;
    store.settings = { ...store.settings, ...change };
    store.touch();
    if (!wasPaused || store.settings.paused) return;
    for (const [id, { delivered }] of store.deliveries) if (!delivered) this.#start(id);
  }

  /** Resolves when no first attempt is in progress. */
  async settled() {
    let queue: Promise<void> | null = null;
    while (queue !== this.#queue || this.#underway.size > 0) {
      queue = this.#queue;
      await queue;
      await Promise.all(this.#underway);
    }
  }

  async close() {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#underway);
  }
}

function reason(failure: unknown): string {
  const { name, cause, message } = failure as Error & { cause?: { code?: string } };
  if (name === "TimeoutError") return `No answer in ${TIMEOUT_MS / 1000} s`;
  return cause?.code ?? message;
}
