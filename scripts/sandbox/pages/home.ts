import { type Context as Call, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import {
  cancelNow,
  closeDispute,
  endPeriod,
  expireSession,
  giveUp,
  isDeleted,
  openDispute,
  periodEnd,
  productName,
  refund,
  retryPayment,
  settleDebit,
} from "../billing";
import type { Context } from "../context";
import type { Deliveries } from "../delivery";
import { invalid } from "../errors";
import type { Delivery, Table } from "../store";
import { day, layout, type Markup, minute, money, perInterval } from "./layout";

const SHOWN = 50;

const ENDPOINTS: readonly [string, string][] = [
  [
    "POST /sandbox/subscriptions/{id}/end-period",
    "End the current period now: renew, fail to renew, or cancel as planned.",
  ],
  ["POST /sandbox/subscriptions/{id}/retry-payment", "Retry payment of the open invoices."],
  ["POST /sandbox/subscriptions/{id}/give-up", "Stop retrying. outcome=unpaid or canceled."],
  ["POST /sandbox/subscriptions/{id}/cancel", "Cancel immediately."],
  ["POST /sandbox/sessions/{id}/expire", "Expire an open checkout."],
  ["POST /sandbox/payments/{id}/settle", "Settle a bank debit. outcome=succeeded or failed."],
  ["POST /sandbox/payments/{id}/refund", "Refund a payment intent: in full, or amount in cents."],
  ["POST /sandbox/payments/{id}/dispute", "Open a dispute, or close it: outcome=won or lost."],
  ["POST /sandbox/events/{id}/resend", "Resend an event."],
  ["POST /sandbox/delivery", "paused, duplicate, reorder: true or false."],
  ["GET /inbox.json?to=", "Emails, newest first."],
];

function post(action: string, text: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="/sandbox/${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="small" type="submit">${text}</button>
  </form>`;
}

function table(columns: readonly string[], rows: Markup[], none: string) {
  if (rows.length === 0) return html`<p>${none}</p>`;
  return html`<table class="stack">
    <thead>
      <tr>
        ${columns.map(
          (column) => html`<th scope="col" class="${column === "Amount" ? "figure" : ""}">
            ${column || html`<span class="hidden">Actions</span>`}
          </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function subscriptionRow(ctx: Context, subscription: Stripe.Subscription) {
  const [item] = subscription.items.data;
  const at = `subscriptions/${subscription.id}`;
  const { status } = subscription;
  return html`<tr>
    <td data-label="Subscription"><code>${subscription.id}</code></td>
    <td data-label="Customer">${emailOf(ctx, subscription.customer)}</td>
    <td data-label="Plan">
      ${item ? `${productName(ctx, item.price)}, ${money(item.price.unit_amount, item.price.currency)}${perInterval(item.price)}` : ""}
    </td>
    <td data-label="State">${status}${subscription.cancel_at && status !== "canceled" ? ", ends" : ""}</td>
    <td data-label="Period end">${day(periodEnd(subscription))}</td>
    <td data-label="">
      <div class="actions">
        ${status === "canceled" ? "" : post(`${at}/end-period`, "End period now")}
        ${status === "past_due" || status === "unpaid" ? post(`${at}/retry-payment`, "Retry payment") : ""}
        ${
          status === "past_due"
            ? [
                post(`${at}/give-up`, "Give up: unpaid", { outcome: "unpaid" }),
                post(`${at}/give-up`, "Give up: cancel", { outcome: "canceled" }),
              ]
            : ""
        }
        ${status === "canceled" ? "" : post(`${at}/cancel`, "Cancel now")}
      </div>
    </td>
  </tr>`;
}

function emailOf(ctx: Context, id: unknown): string {
  const customer = typeof id === "string" ? ctx.store.find("customer", id) : undefined;
  return customer && !isDeleted(customer) ? (customer.email ?? customer.id) : "";
}

function paymentRow(ctx: Context, intent: Stripe.PaymentIntent) {
  const charge = typeof intent.latest_charge === "string" ? ctx.store.find("charge", intent.latest_charge) : undefined;
  const refunded = charge?.amount_refunded ?? 0;
  return html`<tr>
    <td data-label="Payment"><code>${intent.id}</code></td>
    <td data-label="Buyer">${charge?.billing_details.email ?? emailOf(ctx, intent.customer)}</td>
    <td data-label="Amount" class="figure">${money(intent.amount, intent.currency)}</td>
    <td data-label="State">
      ${intent.status === "succeeded" ? "paid" : (intent.last_payment_error?.code ?? intent.status)}${
        refunded > 0 ? `, ${money(refunded, intent.currency)} refunded` : ""
      }
    </td>
    <td data-label="Made">${minute(intent.created)}</td>
    <td data-label="">
      ${
        intent.status === "processing"
          ? html`<div class="actions">
              ${post(`payments/${intent.id}/settle`, "Bank pays", { outcome: "succeeded" })}
              ${post(`payments/${intent.id}/settle`, "Bank refuses", { outcome: "failed" })}
            </div>`
          : ""
      }
      ${
        intent.status === "succeeded" && refunded < intent.amount
          ? html`<div class="actions">${post(`payments/${intent.id}/refund`, "Refund")}</div>`
          : ""
      }
    </td>
  </tr>`;
}

function sessionRow(session: Stripe.Checkout.Session) {
  return html`<tr>
    <td data-label="Checkout">
      ${session.url ? html`<a href="${session.url}"><code>${session.id.slice(0, 20)}…</code></a>` : html`<code>${session.id.slice(0, 20)}…</code>`}
    </td>
    <td data-label="Mode">${session.mode}</td>
    <td data-label="Buyer">${session.customer_details?.email ?? session.customer_email ?? ""}</td>
    <td data-label="Amount" class="figure">${money(session.amount_total, session.currency)}</td>
    <td data-label="State">${session.status}</td>
    <td data-label="">
      ${session.status === "open" ? html`<div class="actions">${post(`sessions/${session.id}/expire`, "Expire")}</div>` : ""}
    </td>
  </tr>`;
}

function state(delivery: Delivery | undefined): string {
  if (!delivery) return "not sent";
  const last = delivery.attempts.at(-1);
  const count = `${delivery.attempts.length} attempt${delivery.attempts.length === 1 ? "" : "s"}`;
  if (delivery.delivered) return `delivered, ${count}`;
  if (!last) return "waits";
  return `${last.status ?? last.error}, ${count}`;
}

function eventRow(ctx: Context, event: Stripe.Event) {
  const { id } = event.data.object as { id?: string };
  return html`<tr>
    <td data-label="Event"><a href="/events/${event.id}">${event.type}</a></td>
    <td data-label="Object"><code>${id?.slice(0, 32)}</code></td>
    <td data-label="Time">${minute(event.created)}</td>
    <td data-label="Delivery">${state(ctx.store.deliveries.get(event.id))}</td>
    <td data-label=""><div class="actions">${post(`events/${event.id}/resend`, "Send again")}</div></td>
  </tr>`;
}

function homePage(ctx: Context, deliveries: Deliveries) {
  const { store } = ctx;
  const { paused, duplicate, reorder } = store.settings;
  const newest = <K extends Table>(name: K) => store.all(name).slice(0, SHOWN);
  const events = newest("event");
  return layout(
    "Payments",
    html`
      <h1>Payments sandbox</h1>
      <p>
        A stand-in for Stripe on this machine. It answers the part of Stripe's API that the site uses, with test cards
        and a test bank only; objects say <code>livemode: false</code>.
      </p>
      <h2>Subscriptions</h2>
      ${table(
        ["Subscription", "Customer", "Plan", "State", "Period end", ""],
        newest("subscription").map((each) => subscriptionRow(ctx, each)),
        "No subscription yet.",
      )}
      <h2>Payments</h2>
      ${table(
        ["Payment", "Buyer", "Amount", "State", "Made", ""],
        newest("payment_intent").map((each) => paymentRow(ctx, each)),
        "No payment yet.",
      )}
      <h2>Checkouts</h2>
      ${table(
        ["Checkout", "Mode", "Buyer", "Amount", "State", ""],
        newest("checkout.session").map(sessionRow),
        "No checkout yet. Start one on the site.",
      )}
      <h2>Customers</h2>
      ${table(
        ["Customer", "E-mail", "Name", "Since"],
        newest("customer").map((customer) =>
          isDeleted(customer)
            ? html`<tr>
                <td data-label="Customer"><code>${customer.id}</code></td>
                <td data-label="E-mail">deleted</td>
                <td data-label="Name"></td>
                <td data-label="Since"></td>
              </tr>`
            : html`<tr>
                <td data-label="Customer"><code>${customer.id}</code></td>
                <td data-label="E-mail">${customer.email}</td>
                <td data-label="Name">${customer.name}</td>
                <td data-label="Since">${day(customer.created)}</td>
              </tr>`,
        ),
        "No customer yet.",
      )}
      <h2>Events</h2>
      <p>
        ${deliveries.webhook ? html`Sent to <code>${deliveries.webhook.url}</code>.` : "Not sent: WEBHOOK_URL is not set."}
        ${paused ? html`<strong class="doubt">Paused.</strong>` : ""}
      </p>
      <div class="actions">
        ${post("delivery", paused ? "Resume delivery" : "Pause delivery", { paused: String(!paused) })}
        ${post("delivery", duplicate ? "Send each once" : "Send each twice", { duplicate: String(!duplicate) })}
        ${post("delivery", reorder ? "Send in order" : "Send out of order", { reorder: String(!reorder) })}
      </div>
      ${table(
        ["Event", "Object", "Time", "Delivery", ""],
        events.map((each) => eventRow(ctx, each)),
        "No event yet.",
      )}
      <h2>For tests</h2>
      <p>
        The buttons are forms; a program posts to the same addresses and gets JSON with
        <code>Accept: application/json</code>. Cards are entered on the checkout page or posted to it.
      </p>
      ${table(
        ["Address", "What it does"],
        ENDPOINTS.map(
          ([address, what]) => html`<tr>
            <td data-label="Address"><code>${address}</code></td>
            <td data-label="What it does">${what}</td>
          </tr>`,
        ),
        "",
      )}
    `,
    { nav: true },
  );
}

function eventPage(ctx: Context, event: Stripe.Event) {
  const attempts = ctx.store.deliveries.get(event.id)?.attempts ?? [];
  return layout(
    event.type,
    html`
      <h1>${event.type}</h1>
      <p><code>${event.id}</code> · ${minute(event.created)}</p>
      <h2>Delivery</h2>
      ${table(
        ["Time", "Answer", "Took"],
        attempts.map(
          (attempt) => html`<tr>
            <td data-label="Time">${minute(attempt.at)}</td>
            <td data-label="Answer">${attempt.status ?? attempt.error}</td>
            <td data-label="Took">${attempt.ms} ms</td>
          </tr>`,
        ),
        "Not sent yet.",
      )}
      <h2>Event</h2>
      <pre><code>${JSON.stringify(event, null, 2)}</code></pre>
    `,
    { nav: true },
  );
}

export function home(ctx: Context, deliveries: Deliveries): Hono {
  const app = new Hono();

  app.get("/", (call) => call.html(homePage(ctx, deliveries)));
  app.get("/events/:id", (call) => {
    const event = ctx.store.find("event", call.req.param("id"));
    return event ? call.html(eventPage(ctx, event)) : call.notFound();
  });

  function action(path: string, work: (id: string, body: Record<string, unknown>) => unknown) {
    app.post(`/sandbox/${path}`, async (call: Call) => {
      const body = await call.req.parseBody();
      const result = await work(call.req.param("id") ?? "", body);
      return call.req.header("accept")?.includes("application/json")
        ? call.json(result as Record<string, unknown>)
        : call.redirect("/", 303);
    });
  }

  action("subscriptions/:id/end-period", (id) => endPeriod(ctx, id));
  action("subscriptions/:id/retry-payment", (id) => retryPayment(ctx, id));
  action("subscriptions/:id/give-up", (id, { outcome = "canceled" }) => {
    if (outcome !== "unpaid" && outcome !== "canceled") throw invalid("outcome is unpaid or canceled.", "outcome");
    return giveUp(ctx, id, outcome);
  });
  action("subscriptions/:id/cancel", (id) => cancelNow(ctx, id));
  action("sessions/:id/expire", (id) => expireSession(ctx, id));
  action("payments/:id/settle", (id, { outcome }) => {
    if (outcome !== "succeeded" && outcome !== "failed") throw invalid("outcome is succeeded or failed.", "outcome");
    return settleDebit(ctx, id, outcome);
  });
  action("payments/:id/refund", (id, { amount }) => {
    if (amount !== undefined && !/^\d{1,9}$/.test(String(amount))) throw invalid("amount is in cents.", "amount");
    return refund(ctx, { payment_intent: id, ...(amount === undefined ? {} : { amount: Number(amount) }) });
  });
  action("payments/:id/dispute", (id, { outcome }) => {
    if (outcome === undefined) return openDispute(ctx, id);
    if (outcome !== "won" && outcome !== "lost") throw invalid("outcome is won or lost.", "outcome");
    return closeDispute(ctx, id, outcome);
  });
  action("events/:id/resend", async (id) => {
    await deliveries.resend(id);
    return ctx.store.deliveries.get(id) ?? {};
  });
  action("delivery", (_, body) => {
    const change = Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        if (!["paused", "duplicate", "reorder"].includes(name) || (value !== "true" && value !== "false")) {
          throw invalid("paused, duplicate and reorder are true or false.", name);
        }
        return [name, value === "true"];
      }),
    );
    deliveries.configure(change);
    return ctx.store.settings;
  });

  return app;
}
