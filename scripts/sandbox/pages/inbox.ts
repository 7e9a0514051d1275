import { Hono } from "hono";
import { html } from "hono/html";
import type { Context } from "../context";
import type { Mail } from "../store";
import { layout } from "./layout";

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const when = (mail: Mail) => `${TIME.format(new Date(mail.receivedAt))} UTC`;

/** Returns the text with its URLs as links. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part));
}

export function inbox(ctx: Context): Hono {
  const app = new Hono();
  const find = (id: string) => ctx.store.mail.find((mail) => mail.id === id);
  const sentTo = (to: string | undefined) => {
    const wanted = to?.trim().toLowerCase();
    return ctx.store.mail.filter((mail) => !wanted || mail.to.some((address) => address.toLowerCase() === wanted));
  };

  app.get("/inbox.json", (call) => call.json({ messages: sentTo(call.req.query("to")) }));

  app.get("/inbox", (call) => {
    const messages = sentTo(call.req.query("to"));
    return call.html(
      layout(
        "Inbox",
        html`
          <h1>Inbox</h1>
          <p>Emails from the site while it runs with the sandbox. Nothing leaves this machine.</p>
          ${
            messages.length === 0
              ? html`<p>No emails yet. Sign in or buy something on the site.</p>`
              : html`<table class="stack">
                  <thead>
                    <tr>
                      <th scope="col">Subject</th>
                      <th scope="col">To</th>
                      <th scope="col">Received</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${messages.map(
                      (mail) => html`<tr>
                        <td data-label="Subject"><a href="/inbox/${mail.id}">${mail.subject || "(no subject)"}</a></td>
                        <td data-label="To">${mail.to.join(", ")}</td>
                        <td data-label="Received">${when(mail)}</td>
                      </tr>`,
                    )}
                  </tbody>
                </table>`
          }
          <p class="note">For tests: <code>GET /inbox.json?to=someone@example.com</code>, newest first.</p>
        `,
        { nav: true },
      ),
    );
  });

  app.get("/inbox/:id", (call) => {
    const mail = find(call.req.param("id"));
    if (!mail) return call.notFound();
    return call.html(
      layout(
        mail.subject || "Mail",
        html`
          <h1>${mail.subject || "(no subject)"}</h1>
          <p>From ${mail.from} to ${mail.to.join(", ")} · ${when(mail)}</p>
          ${mail.text ? html`<h2>Text</h2><pre>${linked(mail.text)}</pre>` : ""}
          ${
            mail.html
              ? html`<h2>HTML</h2>
                  <iframe
                    title="HTML of the email"
                    src="/inbox/${mail.id}/html"
                    sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
                  ></iframe>`
              : ""
          }
        `,
        { nav: true },
      ),
    );
  });

  app.get("/inbox/:id/html", (call) => {
    const mail = find(call.req.param("id"));
    if (!mail?.html) return call.notFound();
    call.header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    );
    return call.html(`<base target="_top">${mail.html}`);
  });

  return app;
}
