import { type Browser, type BrowserContext, expect, type Page, type TestInfo } from "@playwright/test";
import Stripe from "stripe";
import { opening } from "./opening";
import { mailTo, payWith, sandboxUrl } from "./sandbox";

let people = 0;

/** Creates a person for one test: an email address, a browser, and an IP address with its own rate limit. */
export async function somebody(browser: Browser, info: TestInfo, name = "buyer", options = {}) {
  people += 1;
  const email = `${name}-${info.project.name}-${info.workerIndex}-${people}-${Date.now()}@example.com`;
  const context = await visitor(browser, info, options);
  return { email, context, page: await context.newPage() };
}

export function visitor(browser: Browser, info: TestInfo, options = {}): Promise<BrowserContext> {
  const { viewport, isMobile, hasTouch, baseURL } = info.project.use;
  const below = (count: number) => Math.floor(Math.random() * count);
  // No test counts the requests of this network.
  const address = [198, 18, below(256), below(256)].join(".");
  return browser.newContext({
    viewport,
    isMobile,
    hasTouch,
    baseURL,
    extraHTTPHeaders: { "x-forwarded-for": address },
    ...options,
  });
}

export async function signIn(page: Page, email: string, to = "/account") {
  const asked = new Date().toISOString();
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send sign-in link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await page.goto(await signInLink(email, asked));
  await opening(page, () => page.getByRole("button", { name: "Sign in" }).click());
  await expect(page).toHaveURL(new RegExp(`${to.replace("?", "\\?")}$`));
}

/** Returns the newest sign-in link emailed since a time. */
export async function signInLink(email: string, since: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mail = await mailTo(email, /^Sign in to /);
    expect(mail.receivedAt >= since).toBe(true);
    link = /^http\S+\/sign-in\/confirm\?\S+$/m.exec(mail.text)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 20_000 });
  return link;
}

/** Goes from the pricing page through the payment to the page after it. */
export async function subscribe(page: Page, email: string): Promise<string> {
  await page.goto("/pricing");
  await opening(page, () => page.getByRole("button", { name: "Subscribe monthly" }).click());
  await payWith(page, { card: "succeeds", email });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription is active");
  return firstKey(page);
}

/** Reads the key from the page after payment. */
export async function firstKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Show my key" }).click();
  return newKey(page);
}

export async function newKey(page: Page): Promise<string> {
  const key = (await page.getByTestId("new-key").textContent())?.trim() ?? "";
  expect(key).toMatch(/^pi_live_[0-9A-Za-z]{43}$/);
  return key;
}

/** @returns the download link */
export async function buyFile(page: Page, email: string, category: string): Promise<string> {
  await page.goto(`/pricing?category=${category}`);
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue(category);
  await opening(page, () => page.getByRole("button", { name: "Buy this file" }).click());
  await payWith(page, { card: "succeeds", email });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("your file");
  return (await page.getByTestId("file-link").textContent())?.trim() ?? "";
}

const stripe = () =>
  new Stripe("sk_test_sandbox", { host: "127.0.0.1", port: Number(new URL(sandboxUrl).port), protocol: "http" });

/** Resolves when the site has received Stripe's event for the completed checkout. */
export async function told(sessionId: string): Promise<void> {
  await expect
    .poll(async () => {
      const { data } = await stripe().events.list({ type: "checkout.session.completed", limit: 100 });
      return data.find(({ data: { object } }) => "id" in object && object.id === sessionId)?.pending_webhooks;
    })
    .toBe(0);
}

/** Pays for a file at Stripe without any event to the site. @returns the id of the checkout session */
export async function payUntold(page: Page, email: string, category: string): Promise<string> {
  const { sessions } = stripe().checkout;
  const session = await sessions.create({
    mode: "payment",
    customer_creation: "always",
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 1900, product_data: { name: "Acme file" } } },
    ],
    success_url: `${sandboxUrl}/inbox`,
  });
  await page.goto(session.url ?? "");
  await payWith(page, { card: "succeeds", email });
  await expect(page).toHaveURL(`${sandboxUrl}/inbox`);
  await told(session.id);
  // This makes the session one of the site's. Stripe sends no event for the update.
  const metadata = { app: "pricing-intelligence", kind: "file", category, claim_hash: "0".repeat(64) };
  await sessions.update(session.id, { metadata });
  return session.id;
}

/** Returns a buyer's objects from the sandbox, newest first. */
export async function atStripe(email: string) {
  const customers = await stripe().customers.list({ email, limit: 100 });
  const of = async <T>(list: (customer: string) => Promise<{ data: T[] }>) =>
    (await Promise.all(customers.data.map(({ id }) => list(id)))).flatMap(({ data }) => data);
  return {
    subscriptions: await of((customer) => stripe().subscriptions.list({ customer, status: "all" })),
    payments: await of((customer) => stripe().paymentIntents.list({ customer })),
  };
}
