import { expect, test } from "@playwright/test";
import { excerptJson } from "@/lib/openapi/excerpt";
import { opening } from "./opening";
import { expectNoSidewaysScroll } from "./sound";

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
      await expect(entry.locator("[data-parameters] th").getByText(name, { exact: true })).toHaveCount(1);
    }
  }
});

test("an example is the live answer, cut short where it is long, and its errors lead to their pages", async ({
  page,
  request,
}) => {
  await page.goto("/docs");
  const live = async (address: string): Promise<unknown> => (await request.get(address)).json();
  const summary = await page.locator('[data-answer="get_pricing summary"]').textContent();
  expect(summary).toBe(excerptJson(await live("/api/v2/pricing/slack?depth=summary"), 20).text);
  const full = page.locator('[data-answer="get_pricing full"]');
  expect(await full.textContent()).toBe(excerptJson(await live("/api/v2/pricing/slack"), 60).text);
  const whole = page.locator("#get_pricing").getByRole("link", { name: "Open the whole answer" }).first();
  await expect(whole).toHaveAttribute("href", "/api/v2/pricing/slack");
  const code = page.locator("#get_pricing").getByRole("link", { name: "product_not_found" });
  await expect(code).toHaveAttribute("href", "/problems/product_not_found");
  await page.goto("/problems/product_not_found");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the members of an answer are listed, and lead to the shapes that they have", async ({ page }) => {
  await page.goto("/docs");
  const entry = page.locator("#get_pricing");
  await entry.getByTestId("answer-fields").locator("summary").click();
  const row = entry.getByTestId("answer-fields").getByRole("row", { name: /^hiddenCosts/ });
  await expect(row).toContainText("may be absent");
  await row.getByRole("link", { name: "HiddenCost" }).click();
  await expect(page).toHaveURL(/\/docs\/shapes#HiddenCost$/);
  await expect(page.locator("#HiddenCost")).toContainText("or null");
});

test("the page stays small", async ({ request }) => {
  const response = await request.get("/docs", { headers: { "accept-encoding": "identity" } });
  expect((await response.body()).byteLength).toBeLessThan(480_000);
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
  await opening(page, () => page.getByRole("contentinfo").getByRole("link", { name: "API reference" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  await page.locator("details").evaluateAll((all) => {
    for (const details of all) if (!details.hasAttribute("name")) details.setAttribute("open", "");
  });
  await expectNoSidewaysScroll(page);
  const [list, text, example] = await Promise.all(
    ["nav[aria-label=Operations]", "#get_pricing-title", "#get_pricing h3:has-text('Request')"].map((selector) =>
      page.locator(selector).boundingBox(),
    ),
  );
  const lefts = [list, text, example].map((box) => Math.round(box?.x ?? -1));
  if (isMobile) expect(new Set(lefts).size).toBe(1);
  else expect(lefts).toEqual([...new Set(lefts)].sort((a, b) => a - b));
});
