import { type Context as Call, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { cancelNow, changeCard, isDeleted, periodEnd, planCancellation, productName, resume } from "../billing";
import { readCard } from "../cards";
import type { Context } from "../context";
import { testCards } from "./checkout";
import { cardFields, day, layout, money, perInterval } from "./layout";

type Portal = {
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  features: Stripe.BillingPortal.Configuration["features"];
};
type Wrong = { field?: string; message?: string };

const STATES: Record<string, string> = {
  active: "Active",
  past_due: "Payment failed",
  unpaid: "Unpaid",
  canceled: "Ended",
  incomplete: "Not paid yet",
};

function ends(subscription: Stripe.Subscription): string {
  if (subscription.status === "canceled") return `Ended ${day(subscription.ended_at)}`;
  return subscription.cancel_at ? `Ends ${day(subscription.cancel_at)}` : `Renews ${day(periodEnd(subscription))}`;
}

function subscriptionRow(ctx: Context, { session, features }: Portal, subscription: Stripe.Subscription) {
  const [item] = subscription.items.data;
  const running = subscription.status !== "canceled";
  const atOnce = features.subscription_cancel.mode === "immediately";
  const button = (action: string, text: string) =>
    html`<form method="post" action="/portal/${session.id}/subscriptions/${subscription.id}/${action}">
      <button type="submit">${text}</button>
    </form>`;
  return html`<tr>
    <td data-label="Plan">${item ? productName(ctx, item.price) : ""}</td>
    <td data-label="Price" class="figure">
      ${item ? `${money((item.price.unit_amount ?? 0) * (item.quantity ?? 1), item.price.currency)}${perInterval(item.price)}` : ""}
    </td>
    <td data-label="State">${STATES[subscription.status] ?? subscription.status}</td>
    <td data-label="Period">${ends(subscription)}</td>
    <td data-label="">
      ${
        running && features.subscription_cancel.enabled
          ? subscription.cancel_at
            ? button("resume", "Keep subscription")
            : button("cancel", atOnce ? "Cancel now" : "Cancel at period end")
          : ""
      }
    </td>
  </tr>`;
}

function cardInUse(ctx: Context, customer: Stripe.Customer, subscriptions: Stripe.Subscription[]): string {
  const id =
    subscriptions.find(({ status }) => status !== "canceled")?.default_payment_method ??
    customer.invoice_settings.default_payment_method;
  const card = typeof id === "string" ? ctx.store.find("payment_method", id)?.card : undefined;
  return card ? `Card ending ${card.last4}, expires ${card.exp_month}/${card.exp_year}.` : "No card is on file.";
}

function portalPage(ctx: Context, portal: Portal, values: Record<string, string> = {}, wrong: Wrong = {}) {
  const { session, customer, features } = portal;
  const subscriptions = ctx.store.all("subscription").filter((each) => each.customer === customer.id);
  const invoices = ctx.store.all("invoice").filter((each) => each.customer === customer.id);
  return layout(
    "Billing portal",
    html`
      <h1>Billing portal</h1>
      <p>
        ${customer.email ?? customer.id}
        ${session.return_url ? html`· <a href="${session.return_url}">Return to the site</a>` : ""}
      </p>
      <h2>Subscriptions</h2>
      ${
        subscriptions.length === 0
          ? html`<p>No subscription.</p>`
          : html`<table class="stack">
              <thead>
                <tr>
                  <th scope="col">Plan</th>
                  <th scope="col" class="figure">Price</th>
                  <th scope="col">State</th>
                  <th scope="col">Period</th>
                  <th scope="col"><span class="hidden">Change</span></th>
                </tr>
              </thead>
              <tbody>
                ${subscriptions.map((each) => subscriptionRow(ctx, portal, each))}
              </tbody>
            </table>`
      }
      ${
        features.payment_method_update.enabled
          ? html`<h2>Card</h2>
              <p>${cardInUse(ctx, customer, subscriptions)}</p>
              <details ${wrong.message ? "open" : ""}>
                <summary>Change card</summary>
                <form class="narrow" method="post" action="/portal/${session.id}/card">
                  ${cardFields(values, wrong)}
                  <button type="submit">Save card</button>
                </form>
                ${testCards}
              </details>`
          : ""
      }
      ${
        features.invoice_history.enabled
          ? html`<h2>Invoices</h2>
              ${
                invoices.length === 0
                  ? html`<p>No invoice.</p>`
                  : html`<table class="stack">
                      <thead>
                        <tr>
                          <th scope="col">Invoice</th>
                          <th scope="col">Date</th>
                          <th scope="col">State</th>
                          <th scope="col" class="figure">Amount</th>
                        </tr>
                      </thead>
                      <tbody>
                        ${invoices.map(
                          (invoice) => html`<tr>
                            <td data-label="Invoice"><a href="/invoice/${invoice.id}">${invoice.number}</a></td>
                            <td data-label="Date">${day(invoice.created)}</td>
                            <td data-label="State">${invoice.status === "paid" ? "Paid" : "Open"}</td>
                            <td data-label="Amount" class="figure">${money(invoice.total, invoice.currency)}</td>
                          </tr>`,
                        )}
                      </tbody>
                    </table>`
              }`
          : ""
      }
    `,
  );
}

const missingPage = layout("Billing portal", html`<h1>Portal session not found</h1>`, { narrow: true });

export function portal(ctx: Context): Hono {
  const app = new Hono();

  function open(call: Call): Portal | null {
    const session = ctx.store.find("billing_portal.session", call.req.param("id") ?? "");
    const customer = session && ctx.store.find("customer", session.customer);
    if (!session || !customer || isDeleted(customer)) return null;
    const { features } = ctx.store.get("billing_portal.configuration", session.configuration as string);
    return { session, customer, features };
  }

  app.get("/portal/:id", (call) => {
    const found = open(call);
    return found ? call.html(portalPage(ctx, found)) : call.html(missingPage, 404);
  });

  app.post("/portal/:id/subscriptions/:subscription/:action{cancel|resume}", async (call) => {
    const found = open(call);
    const { subscription: id, action } = call.req.param();
    const subscription = ctx.store.find("subscription", id);
    if (!found || subscription?.customer !== found.customer.id || !found.features.subscription_cancel.enabled) {
      return call.html(missingPage, 404);
    }
    if (subscription.status !== "canceled") {
      if (action === "resume") resume(ctx, id);
      else if (found.features.subscription_cancel.mode === "immediately") cancelNow(ctx, id);
      else planCancellation(ctx, id, "portal");
    }
    return call.redirect(`/portal/${found.session.id}`, 303);
  });

  app.post("/portal/:id/card", async (call) => {
    const body = await call.req.parseBody();
    const found = open(call);
    if (!found?.features.payment_method_update.enabled) return call.html(missingPage, 404);
    const values = {
      number: String(body.number ?? ""),
      expiry: String(body.expiry ?? ""),
      cvc: String(body.cvc ?? ""),
    };
    const card = readCard(values, ctx.clock());
    if ("field" in card) return call.html(portalPage(ctx, found, values, card), 422);
    if (card.payment === "generic_decline" || card.payment === "insufficient_funds") {
      const wrong = { field: "number", message: "Your card was declined." };
      return call.html(portalPage(ctx, found, values, wrong), 402);
    }
    changeCard(ctx, found.customer.id, card);
    return call.redirect(`/portal/${found.session.id}`, 303);
  });

  return app;
}
