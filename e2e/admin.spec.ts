import { expect, test } from "@playwright/test";
import { opening } from "./opening";
import { buyFile, payUntold, signIn, somebody, subscribe, visitor } from "./people";
import { mailTo } from "./sandbox";
import { expectSound } from "./sound";

test.describe.configure({ timeout: 180_000 });

const OPERATOR = "operator@example.com";
const PAGES = [
  "/admin",
  "/admin/customers",
  "/admin/purchases",
  "/admin/events",
  "/admin/reconcile",
  "/admin/reports",
  "/admin/verification",
];

test("the operator sees a purchase with its downloads, replays its event and judges a report", async ({
  browser,
}, info) => {
  const buyer = await somebody(browser, info, "customer");
  await subscribe(buyer.page, buyer.email);
  const link = await buyFile(buyer.page, buyer.email, "crm");
  expect((await buyer.page.request.get(link)).status()).toBe(200);
  const words = `The price is out of date, says ${buyer.email}`;
  await buyer.page.goto("/software/team-chat/slack");
  await buyer.page.goto("/report/form?product=slack");
  const report = buyer.page.locator("form").filter({ has: buyer.page.getByRole("button", { name: /report/i }) });
  await report.getByRole("textbox").first().fill(words);
  await report.getByRole("button", { name: /report/i }).click();
  await expect(buyer.page.getByRole("heading", { level: 1 })).toHaveText("Report received");

  const { page } = await somebody(browser, info, "operator");
  await signIn(page, OPERATOR, "/admin");
  for (const path of PAGES) {
    await page.goto(path);
    await expectSound(page);
  }
  await page.goto("/admin/verification");
  const main = page.locator("main");
  await expect(main).toContainText("Nothing is held.");
  await expect(main).toContainText("None yet. Set VERIFY=on or COLLECT=on");
  await page.getByLabel("Product slug").fill("slack");
  await page.getByLabel("Reading ID (ob_…)").fill("ob_none");
  await page.getByLabel("Reason", { exact: true }).fill("read from a banner");
  await page.getByRole("button", { name: "Retract" }).click();
  await expect(main).toContainText('No reading "ob_none" of slack by this service.');

  await page.goto("/admin");
  await expect(page.getByTestId("unnamed")).toContainText("OPERATOR_NAME, OPERATOR_ADDRESS and CONTACT_EMAIL");
  const served = page.getByTestId("served");
  await expect(served).toContainText(/Counted since it started, \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  const answered = async (name: string) =>
    Number((await served.locator(`[data-served="${name}"] td`).first().textContent())?.replaceAll(",", ""));
  const pages = await answered("pages");
  expect((await page.request.get("/api/v2/pricing/nobody-sells-this")).status()).toBe(404);
  await page.reload();
  expect(await answered("pages")).toBeGreaterThan(pages);
  await expect(served.locator('[data-served="get_pricing"] td').nth(2)).not.toHaveText("0");

  await page.goto(`/admin/customers?q=${encodeURIComponent(buyer.email)}`);
  await expect(page.locator("tbody tr")).toHaveCount(2);
  const counts = await page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td.num")].map((cell) => cell.textContent)));
  expect(counts).toEqual(
    expect.arrayContaining([
      ["1", "1", "0"],
      ["0", "0", "1"],
    ]),
  );

  await page.goto(`/admin/purchases?q=${encodeURIComponent(buyer.email)}`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody")).toContainText("1 of 20");
  await opening(page, () => page.locator("tbody a").click());
  await expect(page.getByRole("heading", { name: "Downloads: 1 of 20" })).toBeVisible();
  expect(await page.content()).not.toContain(link.split("/").at(-1) ?? "no token");
  await expectSound(page);
  const purchase = new URL(page.url()).pathname.split("/").at(-1);
  await opening(page, () => page.getByRole("link", { name: /^cus_/ }).click());
  await expect(page.locator("main")).toContainText(buyer.email);
  await expectSound(page);

  const event = page.locator("[data-event]").filter({ hasText: `purchase: ${purchase}` });
  // Stripe delivers events with a delay. The purchase was granted when the buyer returned.
  await expect(async () => {
    await page.goto("/admin/events?q=checkout.session.completed");
    await expect(event).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect(event).not.toContainText("deliveries");
  await event.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Applied again with Stripe’s current data.")).toBeVisible();
  await expect(event).toContainText("2 deliveries");
  await page.goto(`/admin/purchases?q=${encodeURIComponent(buyer.email)}`);
  await expect(page.locator("tbody tr")).toHaveCount(1);

  const untold = await payUntold(buyer.page, `untold-${buyer.email}`, "crm");
  await page.goto("/admin/reconcile");
  await expect(page.getByTestId("comparison")).toHaveCount(0);
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByTestId("comparison")).toContainText(/Checkouts: \d+\. Subscriptions: \d+\./);
  const difference = page.getByTestId("comparison").getByRole("row").filter({ hasText: untold });
  await expect(difference).toContainText([
    "checkout: missing → complete",
    "purchase: missing → paid",
    "customer: missing",
  ]);
  await expectSound(page);
  await page.reload();
  await expect(difference).toHaveCount(3);
  await page.getByRole("button", { name: "Repair with Stripe’s data" }).click();
  await expect(page.getByText(/^\d+ repaired, \d+ left\.$/)).toBeVisible();
  await expect(difference).toHaveCount(0);
  await mailTo(`untold-${buyer.email}`, /^Your file: /);

  await page.goto(`/admin/reports?q=${encodeURIComponent(buyer.email)}`);
  const row = page.locator("[data-report]").filter({ hasText: words });
  await row.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("Marked as accepted.")).toBeVisible();
  await page.goto(`/admin/reports?state=accepted&q=${encodeURIComponent(buyer.email)}`);
  await expect(row).toContainText("accepted");
});

test.describe("alike at any width", () => {
  test.skip(({ isMobile }) => isMobile === true, "seen at the other width");

  test("the operator's pages are not there for anybody else", async ({ browser }, info) => {
    const { page, email, context } = await somebody(browser, info);
    await signIn(page, email);
    const stranger = await visitor(browser, info);
    for (const path of PAGES) {
      for (const who of [context, stranger]) {
        const answer = await who.request.get(path);
        expect(answer.status(), path).toBe(404);
        const text = await answer.text();
        expect(text).toContain("Page not found");
        expect(text).not.toContain("Operator dashboard");
      }
    }
    await page.goto("/account");
    await expect(page.getByRole("link", { name: "Operator dashboard" })).toHaveCount(0);
  });
});
