import { randomInt } from "node:crypto";
import type Stripe from "stripe";
import { expect } from "vitest";
import { cardOf, signed } from "@/lib/billing/testing/world";
import { EVENT_TYPES } from "@/lib/billing/webhook";
import { pay, type Sandbox } from "../sandbox";

const HANDLED = new Set<string>(EVENT_TYPES);
/** A random network for visitors, so that no run uses another run's quota. */
const NETWORK = `10.${100 + randomInt(100)}`;
let visitors = 0;

/** Returns a new IP address for each request. */
const from = () => ({ "x-forwarded-for": `${NETWORK}.${(visitors >> 8) & 255}.${visitors++ & 255}` });

/** The result of a form: a status and a redirect. */
export interface Led {
  status: number;
  location: string;
  text: string;
}

/**
 * Simulates a person with a browser.
 * @param site the URL in the browser, if a proxy is in front of the server
 */
export function visitor(url: () => string, site?: string) {
  const read = (path: string, init: RequestInit = {}) =>
    fetch(url() + path, { redirect: "manual", ...init, headers: { ...from(), ...init.headers } });

  async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields);
    const answered = await read(path, {
      method: "POST",
      body,
      headers: { "sec-fetch-site": "same-origin", ...headers },
    });
    return told(answered);
  }
  const atSite = (): Record<string, string> =>
    site ? { origin: site, "x-forwarded-host": new URL(site).host } : { origin: url() };
  async function told(answered: Response): Promise<Led> {
    const { status, headers } = answered;
    return { status, location: headers.get("location") ?? "", text: await answered.text() };
  }

  /**
   * Submits a form of a page as a browser without JavaScript does.
   * @param holding text that no other form of the page contains
   */
  async function submit(path: string, holding: string, fields: Record<string, string>, cookie = ""): Promise<Led> {
    const page = await (await read(path, { headers: { cookie } })).text();
    const form = page.match(/<form[^>]*>(?:(?!<\/form>)[\s\S])*/g)?.find((html) => html.includes(holding));
    if (!form) throw new Error(`${path} has no form with ${holding}: ${page.slice(0, 2_000)}`);
    const body = new FormData();
    for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
      const [name, value] = [/name="([^"]*)"/, /value="([^"]*)"/].map((one) => one.exec(tag)?.[1] ?? "");
      body.append(name ?? "", (value ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return told(await read(path, { method: "POST", body, headers: { ...atSite(), cookie } }));
  }

  return {
    read,
    submit,
    report: (headers: Record<string, string> = { accept: "application/json" }) =>
      send("/report", { product: "slack", field: "other", message: "The name is Acme Chat." }, headers),
    watch: (email: string) => send("/watch", { do: "ask", product: "slack", email }),
    checkout: (order: Record<string, string> = { kind: "file", category: "team-chat" }, cookie = "") =>
      send("/checkout/start", order, { cookie }),
    /**
     * Presses the button on the page of a mailed link. @returns the session cookie, or the redirect if there is no
     * session
     */
    async follow(link: Record<string, string>): Promise<{ cookie: string; location: string }> {
      const body = new URLSearchParams(link);
      const headers = { "sec-fetch-site": "same-origin" };
      const answered = await read("/api/auth/callback/email", { method: "POST", body, headers });
      const cookie = answered.headers.getSetCookie().find((one) => one.startsWith("pi.session="));
      return { cookie: cookie?.split(";")[0] ?? "", location: answered.headers.get("location") ?? "" };
    },
    askForLink: (email: string) => submit("/sign-in", 'name="email"', { email }),
  };
}

/** Returns the checkout session that a form redirected to. */
export function sessionOf({ location }: Led): string {
  return /cs_\w+/.exec(location)?.[0] ?? "";
}

/** Simulates Stripe's side: payments, and the events that it sends. */
export function stripeSide(sandbox: Sandbox, url: () => string) {
  const events: Stripe.Event[] = [];
  const mailsTo = (email: string) => sandbox.ctx.store.mail.filter(({ to }) => to.includes(email));
  sandbox.ctx.onEvent = (event) => events.push(event);
  return {
    events,
    /** @returns the events that the server handles */
    pay(sessionId: string, email: string): Stripe.Event[] {
      const seen = events.length;
      pay(sandbox.ctx, sessionId, cardOf(), { email, name: "Buyer of Acme", terms: true });
      return events.slice(seen).filter(({ type }) => HANDLED.has(type));
    },
    async deliver(event: Stripe.Event, at = Date.now()): Promise<Response> {
      const body = JSON.stringify(event);
      return fetch(`${url()}/api/stripe/webhook`, {
        method: "POST",
        body,
        headers: { "stripe-signature": signed(body, { at }) },
      });
    },
    mailsTo,
    /** Requests a sign-in email and returns the parameters of its link. */
    async linkMailed(email: string, by: ReturnType<typeof visitor>): Promise<Record<string, string>> {
      const before = mailsTo(email).length;
      expect((await by.askForLink(email)).location).toMatch(/\/sign-in\/sent/);
      await expect.poll(() => mailsTo(email).length, { timeout: 20_000, interval: 50 }).toBe(before + 1);
      // The inbox lists the newest email first.
      const link = /http:\S+\/sign-in\/confirm\?\S+/.exec(mailsTo(email)[0]?.text ?? "")?.[0] ?? "";
      return Object.fromEntries(new URL(link).searchParams);
    },
  };
}
