import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { opening } from "./opening";
import { expectNoSidewaysScroll } from "./sound";

type Report = {
  totals: Record<string, number>;
  groups: { group: string; products: number }[];
  sources: { slug: string; observations: number; products: number }[];
  categories: { slug: string; products: number }[];
};

const report = JSON.parse(readFileSync("db/catalog/report.json", "utf8")) as Report;
const number = (value: number) => new Intl.NumberFormat("en-US").format(value);

test("the figures on the page are those of catalog:report", { tag: "@any-width" }, async ({ page }) => {
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
  await opening(page, () => page.getByRole("contentinfo").getByRole("link", { name: "Coverage" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coverage");
  await expectNoSidewaysScroll(page);
});

test("the catalogue describes itself as a dataset, and every address in that answers", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  await page.goto("/coverage");
  const text = (await page.locator('script[type="application/ld+json"]').allTextContents()).find((block) =>
    block.includes('"Dataset"'),
  );
  const dataset = JSON.parse(text ?? "{}");
  expect(dataset).toMatchObject({ "@context": "https://schema.org", "@type": "Dataset", isAccessibleForFree: true });
  expect(dataset.description.length).toBeGreaterThan(50);
  expect(dataset.description).toContain(number(report.totals.products ?? 0));
  expect(dataset.temporalCoverage).toMatch(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/);
  const addresses = [dataset.url, dataset.license, dataset.measurementTechnique];
  for (const { contentUrl } of dataset.distribution) addresses.push(contentUrl);
  for (const address of addresses) expect((await request.get(new URL(address).pathname)).status(), address).toBe(200);

  await page.goto("/");
  const [home, ...more] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(home ?? "{}")).toMatchObject({ "@type": "WebSite", about: { "@id": dataset["@id"] } });
  expect(more).toEqual([]);
});
