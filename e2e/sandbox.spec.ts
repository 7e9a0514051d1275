import { expect, type Page, test } from "@playwright/test";
import Stripe from "stripe";
import { CARDS, control, payWith, sandboxUrl } from "./sandbox";
import { expectNoSidewaysScroll, expectSound } from "./sound";

// These objects are not the site's: it must ignore the sandbox's events about them.
test.use({ javaScriptEnabled: false });

const stripe = new Stripe("sk_test_sandbox", {
  host: "127.0.0.1",
  port: Number(new URL(sandboxUrl).port),
  protocol: "http",
});

const start = (mode: "payment" | "subscription") =>
  stripe.checkout.sessions.create({
    mode,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: 4900,
          product_data: { name: "Acme plan" },
          ...(mode === "subscription" ? { recurring: { interval: "month" } } : {}),
        },
      },
    ],
    success_url: `${sandboxUrl}/inbox?bought={CHECKOUT_SESSION_ID}`,
    cancel_url: `${sandboxUrl}/inbox?cancelled`,
    consent_collection: { terms_of_service: "required" },
  });

async function sound(page: Page) {
  await expect(page.getByText("Payments sandbox: no money moves.")).toBeVisible();
  await expectNoSidewaysScroll(page);
}

test("a buyer is declined, then pays with another card, without JavaScript", async ({ page }) => {
  const session = await start("payment");
  await page.goto(session.url ?? "");
  await sound(page);
  await payWith(page, { card: "declined", email: "buyer@example.com" });
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await expect(page.getByLabel("E-mail")).toHaveValue("buyer@example.com");
  await payWith(page, { card: "succeeds" });
  await expect(page).toHaveURL(`${sandboxUrl}/inbox?bought=${session.id}`);
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
});

test("a buyer who cancels comes back to the cancel address", async ({ page }) => {
  const session = await start("payment");
  await page.goto(session.url ?? "");
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL(`${sandboxUrl}/inbox?cancelled`);
});

test("a subscriber passes 3-D Secure, changes the card, cancels in the portal and is ended at period end", async ({
  page,
}) => {
  const session = await start("subscription");
  await page.goto(session.url ?? "");
  await payWith(page, { card: "authenticates", email: "subscriber@example.com" });
  await expect(page.getByRole("heading", { name: "3-D Secure" })).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page).toHaveURL(`${sandboxUrl}/inbox?bought=${session.id}`);

  const { customer, subscription } = await stripe.checkout.sessions.retrieve(session.id);
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
    },
  });
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer as string,
    configuration: configuration.id,
  });
  await page.goto(portal.url);
  await sound(page);
  await page.getByText("Change card").click();
  await page.getByLabel("Card number").fill(CARDS.succeeds);
  await page.getByLabel("Expiry").fill("11 / 41");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Card ending 4242, expires 11/2041.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await expect(page.getByRole("button", { name: "Keep subscription" })).toBeVisible();
  await control(`subscriptions/${subscription}/end-period`);
  await page.reload();
  await expect(page.getByText(/Ended \d/)).toBeVisible();
});

test.describe("with JavaScript, for the checker", () => {
  test.use({ javaScriptEnabled: true });

  test("its pages have no accessibility fault", async ({ page }) => {
    const session = await start("subscription");
    for (const path of ["/", "/inbox", `/checkout/${session.id}`]) {
      await page.goto(`${sandboxUrl}${path}`);
      await expectSound(page);
    }
  });
});
