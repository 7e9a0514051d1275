import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

type Report = {
  totals: Record<string, number>;
  groups: { group: string; products: number }[];
  sources: { slug: string; observations: number; products: number }[];
  categories: { slug: string; products: number }[];
};

const report = JSON.parse(readFileSync("db/catalog/report.json", "utf8")) as Report;
const number = (value: number) => new Intl.NumberFormat("en-US").format(value);

test("the figures on the page are those of catalog:report", async ({ page }) => {
  await page.goto("/coverage");
  for (const [key, value] of Object.entries(report.totals)) {
    const fact = page.locator(`[data-fact="${key}"] dd`);
    if ((await fact.count()) === 0) continue;
    await expect(fact).toHaveText(key.endsWith("Percent") ? `${value}%` : number(value));
  }
  await expect(page.locator("[data-fact]")).toHaveCount(8);
  for (const { group, products } of report.groups) {
    await expect(page.locator(`[data-group="${group}"] td`).first()).toHaveText(number(products));
  }
  for (const { slug, observations, products } of report.sources) {
    const cells = page.locator(`[data-source="${slug}"] td`);
    await expect(cells.nth(0)).toHaveText(number(observations));
    await expect(cells.nth(1)).toHaveText(number(products));
  }
  await expect(page.locator("[data-category]")).toHaveCount(report.categories.length);
});

test("every picture says in words what it shows", async ({ page }) => {
  await page.goto("/coverage");
  const pictures = page.locator('svg[role="img"]');
  expect(await pictures.count()).toBe(report.categories.length * 3);
  const labels = await pictures.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label") ?? ""));
  for (const label of labels) expect(label).toMatch(/^(?:Age|Confidence|Groups): /);
});

test("nothing scrolls sideways, and the footer leads here", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Coverage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coverage");
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
