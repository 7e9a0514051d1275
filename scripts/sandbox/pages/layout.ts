import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type Stripe from "stripe";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export function layout(title: string, body: Markup | Markup[], { narrow = false, nav = false } = {}) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payments sandbox</title>
        <link rel="stylesheet" href="/styles.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header class="banner"><strong>Payments sandbox: no money moves.</strong> Test cards only.</header>
        <main class="${narrow ? "narrow" : ""}">
          ${
            nav
              ? html`<nav aria-label="Sandbox">
                <ul>
                  <li><a href="/">Payments</a></li>
                  <li><a href="/inbox">Inbox</a></li>
                </ul>
              </nav>`
              : ""
          }
          ${body}
        </main>
      </body>
    </html>`;
}

export function money(minor: number | null | undefined, currency: string | null | undefined): string {
  const code = (currency ?? "usd").toUpperCase();
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code });
  return format.format((minor ?? 0) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const MINUTE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

export const day = (at: number | null | undefined) => (at ? DAY.format(new Date(at * 1000)) : "");
export const minute = (at: number | null | undefined) => (at ? `${MINUTE.format(new Date(at * 1000))} UTC` : "");

/** Returns " per month" or " every 3 months", or an empty string for a one-time price. */
export function perInterval(price: Stripe.Price | null): string {
  const { interval, interval_count: count = 1 } = price?.recurring ?? {};
  if (!interval) return "";
  return count === 1 ? ` per ${interval}` : ` every ${count} ${interval}s`;
}

/** Renders the fields `number`, `expiry` and `cvc` of a card, each with its error below. */
export function cardFields(values: Record<string, string>, wrong: { field?: string; message?: string } = {}) {
  const field = (name: string, label: string, autocomplete: string, hint: string) => {
    const invalid = wrong.field === name;
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input
        type="text"
        id="${name}"
        name="${name}"
        inputmode="numeric"
        autocomplete="${autocomplete}"
        placeholder="${hint}"
        value="${values[name] ?? ""}"
        required
        ${invalid ? html`aria-invalid="true" aria-describedby="${name}-error"` : ""}
      />
      ${invalid ? html`<p class="error" id="${name}-error">${wrong.message}</p>` : ""}
    </div>`;
  };
  return html`${field("number", "Card number", "cc-number", "4242 4242 4242 4242")}
    <div class="pair">
      ${field("expiry", "Expiry", "cc-exp", "MM / YY")} ${field("cvc", "Security code", "cc-csc", "123")}
    </div>`;
}
