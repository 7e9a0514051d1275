import { expect, test } from "@playwright/test";

interface Document {
  paths: Record<string, Record<string, { operationId: string; summary: string; parameters?: { name: string }[] }>>;
}

test("the page lists every operation of the description, with every parameter", async ({ page, request }) => {
  const document = (await (await request.get("/api/v2/openapi.json")).json()) as Document;
  await page.goto("/docs");
  const list = page.getByRole("navigation", { name: "Operations" });
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  await expect(page.locator("[data-operation]")).toHaveCount(documented.length);
  for (const { path, method, operationId, summary, parameters = [] } of documented) {
    await expect(list.getByRole("link", { name: summary, exact: true })).toHaveAttribute("href", `#${operationId}`);
    const entry = page.locator(`#${operationId}`);
    await expect(entry).toContainText(`${method.toUpperCase()} ${path}`);
    for (const { name } of parameters) {
      await expect(entry.locator("th").getByText(name, { exact: true })).toHaveCount(1);
    }
  }
});

test("an example is the live answer, and its errors lead to their pages", async ({ page, request }) => {
  await page.goto("/docs");
  const shown = await page.locator('[data-answer="get_pricing"]').textContent();
  const live: unknown = await (await request.get("/api/v2/pricing/slack")).json();
  expect(JSON.parse(shown ?? "")).toEqual(live);
  const code = page.locator("#get_pricing").getByRole("link", { name: "product_not_found" });
  await expect(code).toHaveAttribute("href", "/problems/product_not_found");
  await page.goto("/problems/product_not_found");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a request can be sent from the page with the keyboard alone", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/docs#get_pricing");
  const entry = page.locator("#get_pricing");
  await entry.getByText("Try it", { exact: true }).focus();
  await page.keyboard.press("Enter");
  const form = entry.getByRole("form", { name: "Try get_pricing" });
  await form.getByLabel("slug, required").fill("notion");
  await form.getByLabel("depth").selectOption("summary");
  await form.getByLabel("slug, required").press("Enter");
  await expect(form.getByTestId("status")).toContainText(/^200/);
  await expect(form).toContainText('RateLimit: "keyless"');
  const body = JSON.parse(await form.getByLabel("Body of the answer").inputValue()) as { slug: string };
  expect(body.slug).toBe("notion");
  expect(complaints).toEqual([]);
});

test("a body can be sent, and a refusal is shown as it comes", async ({ page }) => {
  await page.goto("/docs");
  const entry = page.locator("#calculate_tco");
  await entry.getByText("Try it", { exact: true }).click();
  const form = entry.getByRole("form", { name: "Try calculate_tco" });
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByTestId("status")).toContainText(/^200/);
  await form.getByLabel("Start from").selectOption("notPriced");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByTestId("status")).toContainText(/^422/);
  await expect(form.getByLabel("Body of the answer")).toHaveValue(/"code": "not_priced"/);
});

test("nothing scrolls sideways, whatever is open, and the footer leads here", async ({ page, isMobile }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  await page.locator("details").evaluateAll((all) => {
    for (const details of all) if (!details.hasAttribute("name")) details.setAttribute("open", "");
  });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const [list, text, example] = await Promise.all(
    ["nav[aria-label=Operations]", "#get_pricing-title", "#get_pricing h3:has-text('Example')"].map((selector) =>
      page.locator(selector).boundingBox(),
    ),
  );
  const lefts = [list, text, example].map((box) => Math.round(box?.x ?? -1));
  if (isMobile) expect(new Set(lefts).size).toBe(1);
  else expect(lefts).toEqual([...new Set(lefts)].sort((a, b) => a - b));
});
