import { expect, test } from "@playwright/test";
import { opening } from "./opening";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a question is read as filters, says how, and can be searched for as written", async ({ page, request }) => {
    await page.goto("/");
    await page.locator("#home-search").fill("cheapest crm under 20");
    await opening(page, () => page.locator("#home-search").press("Enter"));
    await expect(page.locator("main")).toContainText("Searched for: CRM, up to $20 per month, cheapest first.");
    const { results } = await (await request.get("/api/v2/discover?q=cheapest%20crm%20under%2020&limit=5")).json();
    const rows = page.locator("main table.ledger tbody tr");
    for (const [index, { name }] of (results as { name: string }[]).entries()) {
      await expect(rows.nth(index)).toContainText(name);
    }
    await opening(page, () => page.getByRole("link", { name: "Search for the exact words" }).click());
    await expect(page).toHaveURL(/literal=/);
    await expect(page.locator("main")).not.toContainText("Searched for:");
  });

  test("a tier that is named is answered, and its cost stands line by line behind the answer", async ({ page }) => {
    await page.goto("/search?q=slack+business%2B+for+50+people");
    await expect(page.locator("main")).toContainText("Searched for: cost of Slack Business+ for 50 people.");
    const answer = await page.getByTestId("answer").innerText();
    await opening(page, () => page.getByRole("link", { name: "Slack Business+: cost breakdown" }).click());
    await expect(page).toHaveURL(/\/calculators\/tco\?items=slack:50:business-plus&/);
    await expect(page.locator("main")).toContainText(/(\$[\d,.]+)/.exec(answer)?.[1] ?? "no figure");
  });

  test("a family lists its products with their prices and leads to them", async ({ page, request }) => {
    const family = await (await request.get("/api/v2/pricing/salesforce")).json();
    await page.goto("/software/crm/salesforce");
    const products = page.locator("#products");
    for (const { slug } of family.members) await expect(products.locator(`[data-member="${slug}"]`)).toHaveCount(1);
    await expect(page.locator("main")).toContainText(`; ${family.members.length} products`);
    await opening(page, () => products.getByRole("link", { name: "Slack", exact: true }).click());
    await expect(page).toHaveURL(/\/software\/team-chat\/slack$/);
  });

  test("a card is read in another region, and a machine costs there what the API says", async ({ page, request }) => {
    const model = "e2-standard-4";
    const answer = await request.get(
      `/api/v2/usage/google-compute-engine?model=${model}&region=europe-west1&instanceHours=1&depth=summary`,
    );
    const { estimate } = await answer.json();
    await page.goto("/software/cloud-platforms/google-compute-engine/rates");
    await page.getByLabel("Region").selectOption("europe-west1");
    await page.getByLabel("Name").fill(model);
    await opening(page, () => page.getByRole("button", { name: "Show rates" }).click());
    await expect(page).toHaveURL(/region=europe-west1/);
    const row = page.locator("main tbody tr", { hasText: model }).first();
    await expect(row).toContainText(String(estimate.lines[0].unitPrice));
  });
});
