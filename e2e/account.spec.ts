import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buyFile, newKey, signIn, signInLink, somebody, subscribe, visitor } from "./people";
import { expectSound } from "./sound";

test.describe.configure({ timeout: 120_000 });

async function ask(page: Page, email: string): Promise<string> {
  const asked = new Date().toISOString();
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send sign-in link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  return signInLink(email, asked);
}

test("the pages of buying and of the account have no accessibility fault", async ({ browser }, info) => {
  const { page, email } = await somebody(browser, info, "reader");
  for (const path of [
    "/pricing?category=crm&error=unavailable",
    "/sign-in?error=mail_failed",
    "/sign-in/sent",
    `/sign-in/confirm?token=x&email=${email}`,
    "/checkout/success?session_id=x",
    "/checkout/cancelled",
    "/account/deleted",
  ]) {
    await page.goto(path);
    await expectSound(page);
  }
  await subscribe(page, email);
  await expectSound(page, "key shown");
  await buyFile(page, email, "crm");
  await expectSound(page, "file shown");
  await signIn(page, email);
  for (const summary of await page
    .locator("summary")
    .filter({ hasText: /Change|Delete/ })
    .all()) {
    if (await summary.isVisible()) await summary.click();
  }
  await expectSound(page, "account opened");
  for (const created of ["second", "third"]) {
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.locator("[data-key]")).toHaveCount(created === "second" ? 2 : 3);
    await newKey(page);
    await expectSound(page, `${created} key created`);
  }
  await expect(page.getByText("Revoke one to create another.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create key" })).toHaveCount(0);
});

test.describe("alike at any width", () => {
  test.skip(({ isMobile }) => isMobile === true, "seen at the other width");

  test("a mail scanner that opens the link does not use it up; its owner does, once", async ({ browser }, info) => {
    const { page, email, context } = await somebody(browser, info);
    const link = await ask(page, email);
    for (let i = 0; i < 3; i++) expect((await context.request.get(link)).status()).toBe(200);
    const callback = link.replace("/sign-in/confirm", "/api/auth/callback/email");
    expect((await context.request.get(callback)).status()).toBe(404);
    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in/);

    await page.goto(link);
    await expect(page.locator("main")).toContainText(email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByTestId("who")).toHaveText(email);

    const late = await (await visitor(browser, info)).newPage();
    await late.goto(link);
    await late.getByRole("button", { name: "Sign in" }).click();
    await expect(late.getByRole("alert").filter({ hasText: "already been used" })).toBeVisible();
    await late.goto("/account");
    await expect(late).toHaveURL(/\/sign-in/);
  });

  test("the button of the confirmation works from this site only", async ({ browser }, info) => {
    const { page, email, context } = await somebody(browser, info);
    const { searchParams } = new URL(await ask(page, email));
    const form = { token: searchParams.get("token") ?? "", email, to: "/account" };
    const answer = await context.request.post("/api/auth/callback/email", {
      form,
      headers: { origin: "https://elsewhere.example.com" },
      maxRedirects: 0,
    });
    expect(answer.headers().location).toContain("/sign-in?error=origin");
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("pi.session");
  });

  test("the session's cookie is out of reach of scripts and other sites", async ({ browser }, info) => {
    const { page, email, context } = await somebody(browser, info);
    await signIn(page, email);
    const session = (await context.cookies()).find(({ name }) => name === "pi.session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(((session?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(30, 0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/$/);
    await context.addCookies([{ ...session, name: "pi.session", value: session?.value ?? "" }] as never);
    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test("after signing in one goes on to where one was going, never to another site", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info);
    await signIn(page, email, "/coverage");
    await page.goto("/sign-in?to=https://elsewhere.example.com/");
    await expect(page).toHaveURL(/\/account$/);
    await page.goto("/sign-in?to=//elsewhere.example.com/");
    await expect(page).toHaveURL(/\/account$/);
  });

  test("a stranger's requests for links end, and the owner still gets one", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "pestered");
    for (let i = 0; i < 5; i++) await ask(page, email);
    await page.goto("/sign-in");
    await page.getByLabel("Email address").fill(email.toUpperCase());
    await page.getByRole("button", { name: "Send sign-in link" }).click();
    await expect(page.getByText("We have already sent several links to this address.")).toContainText(/in \d+ minutes/);
    const owner = await (await visitor(browser, info)).newPage();
    await owner.goto(await ask(owner, email));
  });

  test("providers that are not configured are not offered, nor answered", async ({ page, request }) => {
    await page.goto("/sign-in");
    await expect(page.getByRole("button", { name: /Continue with/ })).toHaveCount(0);
    for (const path of ["callback/github", "callback/google", "signin/github", "session", "providers", "csrf"]) {
      const answer = await request.get(`/api/auth/${path}`, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(404);
      expect(answer.headers()["content-type"]).toContain("application/problem+json");
    }
  });

  test("another account's key cannot be revoked or replaced", async ({ browser, request }, info) => {
    const owner = await somebody(browser, info, "owner");
    const key = await subscribe(owner.page, owner.email);
    await signIn(owner.page, owner.email);
    const id = await owner.page.locator("[data-key]").first().getAttribute("data-key");
    const customer = await owner.page.locator('input[name="customer"]').first().inputValue();

    const thief = await somebody(browser, info, "thief");
    await subscribe(thief.page, thief.email);
    for (const [button, foreign] of [
      ["Revoke now", { key: id }],
      ["Revoke now", { key: id, customer }],
      ["Replace", { key: id, customer }],
      ["Create key", { customer }],
    ] as const) {
      if (!(await thief.page.getByTestId("who").isVisible())) await thief.page.goto("/account");
      if (thief.page.url().includes("/sign-in")) await signIn(thief.page, thief.email);
      await thief.page.goto("/account");
      await thief.page.evaluate((fields) => {
        // Forges the values as the last step, because React sets its own values during hydration.
        const forge = () => {
          for (const [name, value] of Object.entries(fields)) {
            for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
              input.value = value ?? "";
            }
          }
        };
        document.addEventListener("submit", forge, { capture: true });
        for (const details of document.querySelectorAll("details")) details.open = true;
      }, foreign);
      await thief.page.getByRole("button", { name: button }).first().click();
      await expect(thief.page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    }
    const answer = await request.get("/api/v2/bulk?category=team-chat", {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status()).toBe(200);
    await owner.page.goto("/account");
    await expect(owner.page.locator("[data-key]")).toHaveCount(1);
  });

  test("deleting the account waits for the subscription to be cancelled", async ({ browser }, info) => {
    const { page, email } = await somebody(browser, info, "leaving");
    await subscribe(page, email);
    await signIn(page, email);
    const remove = async (typed: string) => {
      const address = page.getByLabel("Type your account’s email address");
      // The form is already open after a refusal.
      if (!(await address.isVisible())) await page.getByText("Delete this account").click();
      await address.fill(typed);
      await page.getByRole("button", { name: "Delete", exact: true }).click();
    };
    await remove("somebody-else@example.com");
    await expect(page.getByText(/was not deleted\. The address you typed/)).toBeInViewport();
    await remove(email);
    await expect(page.getByText(/was not deleted\. Cancel the subscription/)).toBeInViewport();
    await page.getByRole("button", { name: /Billing portal/ }).click();
    await page.getByRole("button", { name: "Cancel at period end" }).click();
    await expect(async () => {
      await page.goto("/account");
      await expect(page.getByTestId("subscription")).toHaveText(/^Cancelled/, { timeout: 1_000 });
    }).toPass();
    await remove(email);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account deleted");
    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test("no secret and no name of one is in what browsers are sent", () => {
    const folder = join(".next", "static");
    const names = [
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "AUTH_SECRET",
      "AUTH_GITHUB_SECRET",
      "AUTH_GOOGLE_SECRET",
      "SMTP_URL",
      "DATABASE_URL",
      "KV_REST_API_TOKEN",
      "ADMIN_EMAILS",
      "sk_test_",
      "sk_live_",
      "whsec_",
      "site-secret",
    ];
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(js|json|map)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(join(folder, file), "utf8");
      for (const name of names) expect(text.includes(name), `${name} in ${file}`).toBe(false);
    }
  });
});
