import { expect, test } from "@playwright/test";
import { MISSING_PAGES, PAGE_TYPES } from "./pages";
import { expectSound } from "./sound";

const EVERY = [
  ...Object.entries(PAGE_TYPES).map(([name, path]) => ({ name, path, status: 200 })),
  ...Object.entries(MISSING_PAGES).map(([name, path]) => ({ name: `missing ${name}`, path, status: 404 })),
];

// axe takes long on a rate card of a hundred models, and each card is checked twice.
test.describe.configure({ timeout: 120_000 });

for (const { name, path, status } of EVERY) {
  test(`${name}: axe finds nothing; no sideways scroll`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await expectSound(page);
  });
}

test("suggestions: axe finds nothing while they are open", async ({ page }) => {
  await page.goto("/");
  await page.locator("#home-search").pressSequentially("slak");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectSound(page, "suggestions");
});
