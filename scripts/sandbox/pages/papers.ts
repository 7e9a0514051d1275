import { Hono } from "hono";
import { html } from "hono/html";
import type { Context } from "../context";
import { day, layout, money } from "./layout";

/** Serves printable invoices and receipts. */
export function papers(ctx: Context): Hono {
  const app = new Hono();

  app.get("/invoice/:id", (call) => {
    const invoice = ctx.store.find("invoice", call.req.param("id"));
    if (!invoice) return call.notFound();
    return call.html(
      layout(
        `Invoice ${invoice.number}`,
        html`
          <h1>Invoice ${invoice.number}</h1>
          <p>
            ${day(invoice.created)} · ${invoice.customer_name ?? ""} ${invoice.customer_email} ·
            ${invoice.status === "paid" ? `Paid ${day(invoice.status_transitions.paid_at)}` : "Not paid"}
          </p>
          ${invoice.description ? html`<p>${invoice.description}</p>` : ""}
          <table>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Period</th>
                <th scope="col" class="figure">Amount</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.data.map(
                (line) => html`<tr>
                  <td>${line.description}</td>
                  <td>
                    ${day(line.period.start)}${line.period.end > line.period.start ? ` to ${day(line.period.end)}` : ""}
                  </td>
                  <td class="figure">${money(line.amount, line.currency)}</td>
                </tr>`,
              )}
            </tbody>
            <tfoot>
              <tr>
                <td colspan="2">Total</td>
                <td class="figure">${money(invoice.total, invoice.currency)}</td>
              </tr>
              <tr>
                <td colspan="2">Due</td>
                <td class="figure">${money(invoice.amount_remaining, invoice.currency)}</td>
              </tr>
            </tfoot>
          </table>
          ${invoice.footer ? html`<p class="note">${invoice.footer}</p>` : ""}
          <p class="note">A sandbox invoice: nothing was sold and no money moved.</p>
        `,
        { narrow: true },
      ),
    );
  });

  app.get("/receipt/:id", (call) => {
    const charge = ctx.store.find("charge", call.req.param("id"));
    if (!charge?.paid) return call.notFound();
    const account = charge.payment_method_details?.us_bank_account;
    return call.html(
      layout(
        "Receipt",
        html`
          <h1>Receipt</h1>
          ${charge.description ? html`<p>${charge.description}</p>` : ""}
          <p>
            ${money(charge.amount, charge.currency)} on ${day(charge.created)},
            ${account ? "bank account" : "card"} ending ${account?.last4 ?? charge.payment_method_details?.card?.last4}.
            ${charge.amount_refunded > 0 ? `${money(charge.amount_refunded, charge.currency)} refunded.` : ""}
          </p>
          <p class="note">A sandbox receipt: nothing was sold and no money moved.</p>
        `,
        { narrow: true },
      ),
    );
  });

  return app;
}
