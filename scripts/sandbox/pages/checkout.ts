import { type Context as Call, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { authenticate, type PaymentOutcome, pay, payByDebit, sessionDetails, takesDebits } from "../billing";
import { DEBIT_MINUTES, readCard, spaced, TEST_CARDS } from "../cards";
import type { Context } from "../context";
import { cardFields, layout, minute, money, perInterval } from "./layout";

type Wrong = { field?: string; message?: string };

export const testCards = html`<details>
  <summary>Test cards</summary>
  <table>
    <thead>
      <tr>
        <th scope="col">Number</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      ${TEST_CARDS.map(
        ({ number, note }) => html`<tr>
          <td>${spaced(number)}</td>
          <td>${note}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  <p class="note">Use any future expiry date and any three digits as the security code.</p>
</details>`;

function checkoutPage(
  ctx: Context,
  session: Stripe.Checkout.Session,
  values: Record<string, string> = {},
  wrong: Wrong = {},
) {
  const { items } = sessionDetails(ctx, session.id);
  const customer = typeof session.customer === "string" ? ctx.store.find("customer", session.customer) : undefined;
  const known = customer && !customer.deleted ? customer.email : null;
  const email = values.email ?? session.customer_email ?? known ?? "";
  const fixed = Boolean(session.customer_email ?? known);
  const terms = session.consent_collection?.terms_of_service === "required";
  const total = money(session.amount_total, session.currency);
  return layout(
    "Checkout",
    html`
      <h1>${session.mode === "subscription" ? "Subscribe" : "Pay"} ${total}</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" class="figure">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${items.map(
            (item) => html`<tr>
              <td>${item.description}${item.quantity === 1 ? "" : ` × ${item.quantity}`}</td>
              <td class="figure">${money(item.amount_total, item.currency)}${perInterval(item.price)}</td>
            </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>Due today</td>
            <td class="figure">${total}</td>
          </tr>
        </tfoot>
      </table>
      ${session.custom_text.submit ? html`<p class="note">${session.custom_text.submit.message}</p>` : ""}
      <h2>Card</h2>
      ${wrong.message && !wrong.field ? html`<p class="alert" role="alert">${wrong.message}</p>` : ""}
      <form method="post" action="/checkout/${session.id}">
        <div class="field">
          <label for="email">E-mail</label>
          <input
            type="email"
            id="email"
            name="email"
            autocomplete="email"
            value="${email}"
            required
            ${fixed ? "readonly" : ""}
            ${wrong.field === "email" ? html`aria-invalid="true" aria-describedby="email-error"` : ""}
          />
          ${wrong.field === "email" ? html`<p class="error" id="email-error">${wrong.message}</p>` : ""}
        </div>
        ${cardFields(values, wrong)}
        <div class="field">
          <label for="name">Name on card</label>
          <input type="text" id="name" name="name" autocomplete="cc-name" value="${values.name ?? ""}" />
        </div>
        ${
          terms
            ? html`<div class="field">
              <label class="check" for="terms">
                <input type="checkbox" id="terms" name="terms" value="accepted" required />
                <span>
                  ${session.custom_text.terms_of_service_acceptance?.message ?? "I agree to the terms of service."}
                </span>
              </label>
              ${wrong.field === "terms" ? html`<p class="error">${wrong.message}</p>` : ""}
            </div>`
            : ""
        }
        <button class="main" type="submit">
          ${session.mode === "subscription" ? "Subscribe" : "Pay"} · sandbox, no money moves
        </button>
        ${
          takesDebits(session)
            ? html`<h2>Bank debit</h2>
              <p class="note">
                Needs the e-mail address only. The checkout is complete at once; the money comes after
                ${DEBIT_MINUTES} minutes, unless the sandbox's first page tells the bank to pay or to refuse before.
              </p>
              <button name="method" value="us_bank_account" formnovalidate>Pay by bank debit</button>`
            : ""
        }
      </form>
      ${testCards}
      <p class="note">
        Open until ${minute(session.expires_at)}.
        ${session.cancel_url ? html`<a href="${session.cancel_url}">Cancel and go back</a>` : ""}
      </p>
    `,
    { narrow: true },
  );
}

function authenticationPage(session: Stripe.Checkout.Session) {
  return layout(
    "3-D Secure",
    html`
      <h1>3-D Secure</h1>
      <p>
        The card's bank asks whether this payment of ${money(session.amount_total, session.currency)} is yours. A real
        bank would ask for a code; here a button answers.
      </p>
      <form class="actions" method="post" action="/checkout/${session.id}/authenticate">
        <button name="answer" value="complete">Complete</button>
        <button name="answer" value="fail">Fail</button>
      </form>
    `,
    { narrow: true },
  );
}

function closedPage(session: Stripe.Checkout.Session) {
  const paid = session.status === "complete";
  const said = session.payment_status === "unpaid" ? "It was paid by bank debit" : "It was paid";
  return layout(
    "Checkout",
    html`
      <h1>${paid ? "This checkout is complete" : "This checkout has expired"}</h1>
      <p>${paid ? `${said} and cannot be paid again.` : "Nothing was paid. Start again on the site."}</p>
      ${paid ? html`<p><a href="${successUrl(session)}">Back to the site</a></p>` : ""}
      ${!paid && session.cancel_url ? html`<p><a href="${session.cancel_url}">Back to the site</a></p>` : ""}
    `,
    { narrow: true },
  );
}

const successUrl = (session: Stripe.Checkout.Session) =>
  (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);

const missingPage = layout("Checkout", html`<h1>Checkout not found</h1>`, { narrow: true });

export function checkout(ctx: Context): Hono {
  const app = new Hono();
  const find = (call: Call) => ctx.store.find("checkout.session", call.req.param("id") ?? "");

  app.get("/checkout/:id", (call) => {
    const session = find(call);
    if (!session) return call.html(missingPage, 404);
    return call.html(session.status === "open" ? checkoutPage(ctx, session) : closedPage(session));
  });

  function proceed(call: Call, session: Stripe.Checkout.Session, outcome: PaymentOutcome, values = {}) {
    if ("done" in outcome) return call.redirect(successUrl(session), 303);
    if ("authenticate" in outcome) return call.redirect(`/checkout/${session.id}/authenticate`, 303);
    return call.html(checkoutPage(ctx, session, values, { message: outcome.declined }), 402);
  }

  app.post("/checkout/:id", async (call) => {
    const body = await call.req.parseBody();
    const session = find(call);
    if (!session) return call.html(missingPage, 404);
    if (session.status !== "open") return call.html(closedPage(session), 409);
    const values = Object.fromEntries(
      ["email", "number", "expiry", "cvc", "name"].map((name) => [name, String(body[name] ?? "").trim()]),
    ) as Record<"email" | "number" | "expiry" | "cvc" | "name", string>;
    const refuse = (wrong: Wrong) => call.html(checkoutPage(ctx, session, values, wrong), 422);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) {
      return refuse({ field: "email", message: "Enter an email address." });
    }
    const debit = body.method === "us_bank_account";
    const card = debit ? null : readCard(values, ctx.clock());
    if (card && "field" in card) return refuse(card);
    const terms = body.terms === "accepted";
    if (session.consent_collection?.terms_of_service === "required" && !terms) {
      return refuse({ field: "terms", message: "Agree to the terms to continue." });
    }
    const customer = typeof session.customer === "string" ? ctx.store.find("customer", session.customer) : undefined;
    const known = customer && !customer.deleted ? customer.email : null;
    const email = session.customer_email ?? known ?? values.email;
    const buyer = { email, name: values.name, terms };
    const outcome = card ? pay(ctx, session.id, card, buyer) : payByDebit(ctx, session.id, buyer);
    return proceed(call, session, outcome, values);
  });

  app.get("/checkout/:id/authenticate", (call) => {
    const session = find(call);
    if (!session) return call.html(missingPage, 404);
    if (session.status !== "open") return call.html(closedPage(session));
    if (!ctx.store.sessions.get(session.id)?.pending) return call.redirect(`/checkout/${session.id}`, 303);
    return call.html(authenticationPage(session));
  });

  app.post("/checkout/:id/authenticate", async (call) => {
    const { answer } = await call.req.parseBody();
    const session = find(call);
    if (!session) return call.html(missingPage, 404);
    if (session.status !== "open") return call.html(closedPage(session), 409);
    if (!ctx.store.sessions.get(session.id)?.pending) return call.redirect(`/checkout/${session.id}`, 303);
    return proceed(call, session, authenticate(ctx, session.id, answer === "complete"));
  });

  return app;
}
