import { createHash } from "node:crypto";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { opening } from "./opening";
import { atStripe, buyFile, firstKey, newKey, signIn, somebody, subscribe, told, visitor } from "./people";
import { control, inboxOf, mailTo, payWith } from "./sandbox";
import { expectNoSidewaysScroll, expectSound } from "./sound";

test.describe.configure({ timeout: 120_000 });

type Category = { slug: string; name: string; productCount: number; pricedCount: number };

async function smallestCategory(request: APIRequestContext): Promise<Category> {
  const { categories } = (await (await request.get("/api/v2/categories")).json()) as { categories: Category[] };
  const sold = categories.filter(({ productCount, pricedCount }) => productCount > 3 && pricedCount > 0);
  return sold.reduce((least, category) => (category.productCount < least.productCount ? category : least));
}

const bulk = (request: APIRequestContext, key: string, query = "") =>
  request.get(`/api/v2/bulk${query}`, { headers: { authorization: `Bearer ${key}` } });
/** Returns the status of the smallest bulk request with this key. */
const statusOf = async (request: APIRequestContext, key: string) => {
  const { slug } = await smallestCategory(request);
  return (await bulk(request, key, `?category=${slug}`)).status();
};

test("a subscriber sees the key until its first use, pulls a category, rotates the key, cancels and loses access at period end", async ({
  browser,
  request,
}, info) => {
  const { page, email } = await somebody(browser, info, "subscriber");
  await page.goto("/pricing");
  await opening(page, () => page.getByRole("button", { name: "Subscribe monthly" }).click());
  await payWith(page, { card: "declined", email });
  await expect(page.getByRole("alert")).toContainText("declined");
  await payWith(page, { card: "succeeds", email });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription is active");
  const head = await page.request.head(page.url());
  expect(head.status()).toBe(200);
  await expect(page.locator("body")).not.toContainText("pi_live_");
  const key = await firstKey(page);
  await expectNoSidewaysScroll(page);

  await page.goto(page.url());
  await expect(page.locator("body")).not.toContainText("pi_live_");
  expect(await firstKey(page)).toBe(key);

  const category = await smallestCategory(request);
  const answer = await bulk(request, key, `?category=${category.slug}&format=ndjson`);
  expect(answer.status()).toBe(200);
  const records = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records).toHaveLength(category.productCount);
  expect(records.every((record) => record.category.slug === category.slug)).toBe(true);
  await page.goto(page.url());
  await expect(page.getByText("The key of this purchase was used, replaced or revoked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show my key" })).toHaveCount(0);

  await signIn(page, email);
  await expect(page.getByTestId("subscription")).toHaveText(/^Active\. Renews on /);
  const first = page.locator("[data-key]").filter({ hasText: `${key.slice(0, 12)}…` });
  await expect(first).toContainText("Active");
  await expect(first).toContainText(/about \d\d:00 UTC/);
  await first.getByText("Change").click();
  await first.getByRole("button", { name: "Replace" }).click();
  const second = await newKey(page);
  expect(second).not.toBe(key);
  await expect(first).toContainText("Replaced; works until");
  expect([await statusOf(request, key), await statusOf(request, second)]).toEqual([200, 200]);

  await page.goto("/account");
  await expect(page.locator("body")).not.toContainText(second);
  await first.getByText("Change").click();
  await first.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("The key was revoked. It no longer works.")).toBeVisible();
  const revoked = await bulk(request, key);
  expect(revoked.status()).toBe(401);
  expect((await revoked.json()).code).toBe("invalid_key");
  expect(await statusOf(request, second)).toBe(200);

  await page.goto("/account");
  await page.getByRole("button", { name: /Billing portal/ }).click();
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await expect(page.getByRole("button", { name: "Keep subscription" })).toBeVisible();
  await expect(async () => {
    await page.goto("/account");
    await expect(page.getByTestId("subscription")).toHaveText(/^Cancelled\. The keys work until /, { timeout: 1_000 });
  }).toPass();
  expect(await statusOf(request, second)).toBe(200);
  await expect(page.getByRole("link", { name: "Subscribe again" })).toHaveCount(0);
  await page.getByRole("button", { name: "Keep subscription" }).click();
  await expect(page.getByText("Your subscription continues and renews as before.")).toBeVisible();
  await expect(page.getByTestId("subscription")).toHaveText(/^Active\. Renews on /);
  await expect(page.getByRole("button", { name: "Keep subscription" })).toHaveCount(0);

  await page.getByRole("button", { name: /Billing portal/ }).click();
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await expect(async () => {
    await page.goto("/account");
    await expect(page.getByTestId("subscription")).toHaveText(/^Cancelled\. The keys work until /, { timeout: 1_000 });
  }).toPass();
  const { subscriptions } = await atStripe(email);
  expect(subscriptions).toHaveLength(1);
  await control(`subscriptions/${subscriptions[0]?.id}/end-period`);
  await expect.poll(() => statusOf(request, second)).toBe(403);
  expect((await (await bulk(request, second)).json()).code).toBe("subscription_inactive");
  await page.goto("/account");
  await expect(page.getByTestId("subscription")).toHaveText(/^Ended on .* no longer work\.$/);
  await expect(page.getByRole("button", { name: "Create key" })).toHaveCount(0);
});

test("a signed-out buyer downloads a file 20 times, always the same bytes, and is refused the 21st", async ({
  browser,
  request,
}, info) => {
  const { page, email } = await somebody(browser, info, "reader");
  const category = await smallestCategory(request);
  await page.goto(`/pricing?category=${category.slug}`);
  await opening(page, () => page.getByRole("button", { name: "Buy this file" }).click());
  await expect(page.getByText(`Category file: ${category.name}, ${category.productCount} records`)).toBeVisible();
  const link = await buyFile(page, email, category.slug);
  await expect(page.getByTestId("downloads")).toHaveText("0 of 20 used");
  const sha256 = await page.locator("dd code").textContent();

  const digests = new Set<string>();
  for (let count = 1; count <= 20; count++) {
    const answer = await page.request.get(link);
    expect(answer.status(), `download ${count}`).toBe(200);
    expect(answer.headers()["download-remaining"]).toBe(String(20 - count));
    const body = await answer.body();
    digests.add(createHash("sha256").update(body).digest("hex"));
    if (count === 1) {
      const { manifest, records } = JSON.parse(body.toString());
      expect(manifest.category.slug).toBe(category.slug);
      expect(records).toHaveLength(manifest.recordCount);
      expect((await page.request.head(link)).status()).toBe(200);
    }
  }
  expect([...digests]).toEqual([sha256]);
  const refused = await page.request.get(link);
  expect(refused.status()).toBe(410);
  expect((await refused.json()).code).toBe("download_exhausted");

  const mail = await mailTo(email, /^Your file: /);
  expect(mail.text).toContain(link);
  await signIn(page, email);
  await expect(page.locator("[data-file]")).toHaveCount(1);
  await expect(page.getByTestId("downloads")).toHaveText("20 of 20 used");
  await expect(page.getByText("All 20 downloads have been used.")).toBeVisible();
  await expect(page.getByText(sha256 ?? "no digest")).toBeVisible();
});

test("everything can be bought and managed without JavaScript", async ({ browser, request }, info) => {
  const { page, email } = await somebody(browser, info, "plain", { javaScriptEnabled: false });
  const key = await subscribe(page, email);
  const category = await smallestCategory(request);
  await page.goto("/pricing");
  await page.getByLabel("Category", { exact: true }).selectOption(category.slug);
  await page.getByRole("button", { name: "See what it contains" }).click();
  await expect(page.getByTestId("holding")).toContainText(
    `${category.productCount} records, ${category.pricedCount} of them priced`,
  );
  await buyFile(page, email, category.slug);
  await signIn(page, email);
  await page.getByLabel("Name of the new key").fill("Nightly");
  await page.getByRole("button", { name: "Create key" }).click();
  const second = await newKey(page);
  await expect(page.locator("[data-key]").filter({ hasText: "Nightly" })).toContainText("Active");
  expect([await statusOf(request, key), await statusOf(request, second)]).toEqual([200, 200]);
  await page.goto("/account");
  await opening(page, () => page.getByRole("button", { name: "Sign out" }).click());
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
});

test.describe("alike at any width", () => {
  test.skip(({ isMobile }) => isMobile === true, "seen at the other width");

  test("3-D Secure that fails grants nothing; passed, it grants", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "careful");
    await page.goto("/pricing");
    await opening(page, () => page.getByRole("button", { name: "Subscribe yearly" }).click());
    await payWith(page, { card: "authenticates", email });
    await opening(page, () => page.getByRole("button", { name: "Fail" }).click());
    await expect(page.getByRole("alert")).toBeVisible();
    await payWith(page, { card: "authenticates", email });
    await opening(page, () => page.getByRole("button", { name: "Complete" }).click());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription is active");
    await expect(page.getByText("renews every year")).toBeVisible();
    await firstKey(page);
  });

  test("the link of a file is sent again on request, and a refund ends it", async ({ browser, request }, info) => {
    const { page, email } = await somebody(browser, info, "refunded");
    const category = await smallestCategory(request);
    const link = await buyFile(page, email, category.slug);
    await signIn(page, email);
    await page.getByRole("button", { name: /Resend the link/ }).click();
    await expect(page.getByText("The link was sent to the email address that paid.")).toBeVisible();
    expect((await mailTo(email, /^Your file, sent again: /)).text).toContain(link);
    await page.getByRole("button", { name: "Receipt" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Receipt");
    await expect(page.getByText(`Category file: ${category.name}, `)).toBeVisible();
    await page.goto("/account");
    expect((await page.request.head(link)).status()).toBe(200);

    const { payments } = await atStripe(email);
    await control(`payments/${payments[0]?.id}/refund`);
    await expect.poll(async () => (await page.request.get(link)).status()).toBe(410);
    expect((await (await page.request.get(link)).json()).code).toBe("download_revoked");
    await page.goto("/account");
    await expect(page.getByText(/^Refunded on .* no longer works\.$/)).toBeVisible();
    await expect(page.locator(`a[href="${link}"]`)).toHaveCount(0);
    await mailTo(email, /^Refund: /);
  });

  test("a stranger who opens the success address sees nothing and takes nothing", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "victim");
    await page.goto("/pricing");
    await opening(page, () => page.getByRole("button", { name: "Subscribe monthly" }).click());
    const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? "";
    const address = `/checkout/success?session_id=${sessionId}`;
    const stranger = await (await visitor(browser, info)).newPage();
    await stranger.goto(address);
    const before = await stranger.locator("main").innerText();
    expect(before).toContain("sign in with the email address you paid with");

    await payWith(page, { card: "succeeds", email });
    const key = await firstKey(page);
    await stranger.goto(address);
    expect(await stranger.locator("main").innerText()).toBe(before);
    expect(await stranger.content()).not.toContain("pi_live_");
    expect(await stranger.content()).not.toContain(email);
    await stranger.goto("/checkout/success?session_id=cs_test_guessed");
    expect(await stranger.locator("main").innerText()).toBe(before);
    expect(await statusOf(page.request, key)).toBe(200);
  });

  test("paying with somebody's address gives the payer nothing of their account", async ({ browser }, info) => {
    const owner = await somebody(browser, info, "owner");
    const ownKey = await subscribe(owner.page, owner.email);
    const payer = await somebody(browser, info, "payer");
    const paidKey = await subscribe(payer.page, owner.email);
    expect(paidKey).not.toBe(ownKey);
    await payer.page.goto("/account");
    await expect(payer.page).toHaveURL(/\/sign-in/);
    await signIn(payer.page, payer.email);
    await expect(payer.page.getByTestId("subscription")).toHaveCount(0);
    await signIn(owner.page, owner.email);
    await expect(owner.page.getByTestId("subscription")).toHaveCount(2);
  });

  test("pages after payment are kept by nobody, found by nobody, and name themselves to no other site", async ({
    request,
  }) => {
    for (const path of ["/checkout/success?session_id=cs_test_x", "/checkout/cancelled"]) {
      const {
        "cache-control": cache,
        "referrer-policy": referrer,
        "x-robots-tag": robots,
      } = (await request.get(path)).headers();
      expect(cache).toContain("private");
      expect(cache).toContain("no-store");
      expect(referrer).toBe("same-origin");
      expect(robots).toContain("noindex");
    }
  });

  test("a checkout begins only with a form of this site, and its cookie is for the checkout alone", async ({
    request,
    baseURL,
  }) => {
    const form = { kind: "subscription", interval: "month" };
    const begin = (headers: Record<string, string>) =>
      request.post("/checkout/start", { form, headers, maxRedirects: 0 });
    const elsewhere = await begin({ origin: "https://elsewhere.example.com" });
    expect(elsewhere.status()).toBe(303);
    expect(elsewhere.headers().location).toBe(`${baseURL}/pricing?error=origin`);
    expect(elsewhere.headers()["set-cookie"]).toBeUndefined();

    const here = await begin({ origin: baseURL ?? "" });
    expect(here.status()).toBe(303);
    expect(here.headers().location).toMatch(/\/checkout\/cs_test_/);
    expect(here.headers()["set-cookie"]).toMatch(
      /^pi\.claim\.[0-9a-f]{16}=[\w-]{43}; Path=\/checkout; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect((await request.get("/checkout/start", { maxRedirects: 0 })).status()).toBe(405);

    const nonsense = await request.post("/checkout/start", {
      form: { kind: "file", category: "no-such-category" },
      headers: { origin: baseURL ?? "" },
      maxRedirects: 0,
    });
    expect(nonsense.headers().location).toBe(`${baseURL}/pricing?error=category`);
  });

  /** Completes the checkout of a file by bank debit, before the bank pays. @returns the URL of the success page */
  async function buyByDebit(page: Page, email: string) {
    await page.goto("/pricing?category=crm");
    await opening(page, () => page.getByRole("button", { name: "Buy this file" }).click());
    await page.getByLabel("E-mail").fill(email);
    await opening(page, () => page.getByRole("button", { name: "Pay by bank debit" }).click());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment pending");
    await told(new URL(page.url()).searchParams.get("session_id") ?? "");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment pending");
    expect(await page.content()).not.toContain("/files/");
    expect(await inboxOf(email)).toEqual([]);
    const { payments } = await atStripe(email);
    return `payments/${payments[0]?.id}/settle`;
  }

  test("a file paid by a bank is granted when the money comes, and not before", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "patient");
    const bank = await buyByDebit(page, email);
    await expectSound(page, "on its way");
    const account = await (await visitor(browser, info)).newPage();
    await signIn(account, email);
    await expect(account.locator("[data-awaited]")).toContainText("Payment pending since");
    await expect(account.locator("[data-file]")).toHaveCount(0);
    await expectSound(account, "account, on its way");
    await control(bank, { outcome: "succeeded" });
    const mail = await mailTo(email, /^Your file: /);
    // The page reloads every 10 seconds.
    await expect(page.getByRole("heading", { level: 1 })).toContainText("your file", { timeout: 20_000 });
    const link = (await page.getByTestId("file-link").textContent())?.trim() ?? "";
    expect(mail.text).toContain(link);
    expect((await page.request.head(link)).status()).toBe(200);
    await account.reload();
    await expect(account.locator("[data-awaited]")).toHaveCount(0);
    await expect(account.locator("[data-file]")).toHaveCount(1);
  });

  test("a file that the bank does not pay is not granted, and the buyer is told", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "broke");
    await control(await buyByDebit(page, email), { outcome: "failed" });
    expect((await mailTo(email, /^Payment failed: /)).text).toContain("/pricing?category=crm");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment failed", { timeout: 20_000 });
    await expect(page.locator("main")).toContainText("Nothing was bought.");
    await expectSound(page, "payment failed");
    expect(await page.content()).not.toContain("/files/");
    expect(await inboxOf(email)).toHaveLength(1);
    await opening(page, () => page.getByRole("link", { name: "Back to the file" }).click());
    await expect(page.getByLabel("Category", { exact: true })).toHaveValue("crm");
  });

  test("a page after payment that is opened too early waits, and shows the purchase when it is paid", async ({
    browser,
  }, info) => {
    const { page, email, context } = await somebody(browser, info, "hasty");
    await page.goto("/pricing?category=crm");
    await opening(page, () => page.getByRole("button", { name: "Buy this file" }).click());
    const early = await context.newPage();
    await early.goto(`/checkout/success?session_id=${/cs_test_\w+/.exec(page.url())?.[0]}`);
    await expect(early.getByRole("heading", { level: 1 })).toHaveText("Not paid yet");
    await expect(early.locator("main")).toContainText("No access has been granted, and nothing is lost.");
    await expectSound(early, "not paid yet");
    await payWith(page, { card: "succeeds", email });
    await expect(page.getByRole("heading", { level: 1 })).toContainText("your file");
    // The page reloads every 10 seconds.
    await expect(early.getByRole("heading", { level: 1 })).toContainText("your file", { timeout: 20_000 });
  });

  test("a buyer who turns back is told that nothing was charged", async ({ browser }, info) => {
    const { page } = await somebody(browser, info);
    await page.goto("/pricing");
    await opening(page, () => page.getByRole("button", { name: "Subscribe monthly" }).click());
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout cancelled");
  });
});
