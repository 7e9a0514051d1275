import { expect, test } from "@playwright/test";
import { expectNoSidewaysScroll } from "./sound";

const SLACK = "/software/team-chat/slack";

function money(amount: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 }).format(
    amount,
  );
}

test("a misspelt product is found from the home page, and its price can be read", async ({ page }) => {
  await page.goto("/");
  const field = page.locator("#home-search");
  await field.fill("slakc");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=slakc/);
  await page.getByRole("link", { name: "Slack", exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`${SLACK}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Slack pricing");
  await expect(page.getByTestId("answer")).toContainText(/\$\d/);
});

test("the figures on the page are those of the API", async ({ page, request }) => {
  const record = await (await request.get("/api/v2/pricing/slack")).json();
  await page.goto(SLACK);
  const priced = record.tiers.filter((tier: { priceMonthly: number | null }) => (tier.priceMonthly ?? 0) > 0);
  expect(priced.length).toBeGreaterThan(0);
  for (const tier of priced) {
    const amount: number = tier.priceMonthly;
    const figures = [money(amount), `$${amount}`].map((text) => text.replace(/[$.]/g, "\\$&"));
    await expect(page.locator(`[data-tier="${tier.id}"]`)).toContainText(new RegExp(figures.join("|")));
    const strip = page.getByRole("img", { name: /^Tiers on one axis, per user per month: / });
    await expect(strip).toHaveAccessibleName(
      new RegExp(`${tier.name.replace("+", "\\+")} (?:${figures.join("|")})\\b`),
    );
  }
  for (const tier of record.tiers.filter((tier: { priceStatus: string }) => tier.priceStatus !== "published")) {
    const row = page.locator(`[data-tier="${tier.id}"]`);
    await expect(row).toContainText(/not published|not yet checked|does not apply/i);
    await expect(row).not.toContainText("$0");
  }
});

test("every evidence mark leads to a row that names source, day and licence", async ({ page }) => {
  await page.goto(SLACK);
  const marks = page.locator("a.mark");
  expect(await marks.count()).toBeGreaterThan(3);
  const targets = await marks.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const target of new Set(targets)) await expect(page.locator(target)).toHaveCount(1);
  const first = page.locator("#evidence tbody tr").first();
  await expect(first.getByRole("link").first()).toHaveAttribute("href", /^https?:\/\//);
  await page.waitForLoadState("networkidle");
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  await marks.first().focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: /^Evidence \d+: / });
  await expect(panel).toBeFocused();
  for (const label of ["Source", "Checked", "How it was collected", "Licence"]) {
    await expect(panel.locator(`[data-label="${label}"]`)).not.toBeEmpty();
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(tall);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(marks.first()).toBeFocused();
});

test("head of the page: canonical address, JSON record, description with the price first", {
  tag: "@any-width",
}, async ({ page, request }) => {
  const record = await (await request.get("/api/v2/pricing/slack")).json();
  await page.goto(SLACK);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", record.links.page);
  await expect(page.locator('link[rel="alternate"][type="application/json"]')).toHaveAttribute(
    "href",
    record.links.self,
  );
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /^Slack costs .*\$\d/);
  const oembed = await page.locator('link[rel="alternate"][type="application/json+oembed"]').getAttribute("href");
  expect(await (await request.get(oembed ?? "")).json()).toMatchObject({ type: "rich", title: "Slack pricing" });
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(blocks.map((text) => JSON.parse(text)["@type"])).toEqual(["SoftwareApplication", "BreadcrumbList"]);
});

test("the price history is drawn in steps and stands as a table too", async ({ page }) => {
  await page.goto(SLACK);
  const paths = page.locator('[data-testid="step-chart"] svg:visible path.step');
  const drawn = await paths.evaluateAll((list) => list.map((path) => path.getAttribute("d") ?? ""));
  expect(drawn.length).toBeGreaterThan(0);
  for (const path of drawn) expect(path).toMatch(/^M[\d.]+ [\d.]+H[\d.]+(V[\d.]+)?$|^M0 6H24$/);
  const seen = Number(/checked on (\d+) days/.exec((await page.getByTestId("seen").first().textContent()) ?? "")?.[1]);
  const ticks = page.locator('[data-testid="step-chart"] figure').first().locator("svg:visible path.check");
  expect(((await ticks.getAttribute("d")) ?? "").split("M")).toHaveLength(seen + 1);
  await page.getByText(/dated prices? as a table/).click();
  await expect(page.locator("#history tbody tr").first()).toBeVisible();

  await page.goto("/software/observability/datadog");
  const box = page.getByTestId("market-box").locator("svg:visible");
  await expect(box).toHaveAttribute("aria-label", /low \$[\d,]+, median \$[\d,]+, high \$[\d,]+\.$/);
  await expect(page.getByTestId("market-at-list")).toContainText(
    /^The median equals [\d,]+ hosts of .+ at list price\.$/,
  );
  await expect(page.getByTestId("market-reasons")).toContainText("all Datadog products together");
  await expect(page.locator("#market").getByText("Third-party figure", { exact: true })).toBeVisible();
});

test("a wrong category and another spelling lead to the one address", { tag: "@any-width" }, async ({ request }) => {
  const wrong = await request.get("/software/crm/slack", { maxRedirects: 0 });
  expect(wrong.status()).toBe(308);
  expect(wrong.headers().location).toContain(SLACK);
});

test("an unknown product is a 404 that leads to the nearest one", async ({ page }) => {
  const response = await page.goto("/software/team-chat/slakc");
  expect(response?.status()).toBe(404);
  await expect(page.locator("#missing-search")).toHaveValue("slakc");
  await page.getByRole("link", { name: "Slack", exact: true }).first().click();
  await expect(page).toHaveURL(SLACK);
});

for (const path of ["/", SLACK, "/software/team-chat", "/search?q=slakc", "/software/llm-apis/openai-api"]) {
  test(`${path} has no sideways scroll and no error in the console`, async ({ page }) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expectNoSidewaysScroll(page);
    await page.waitForLoadState("networkidle");
    expect(faults).toEqual([]);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, product page and evidence can be read", async ({ page }) => {
    await page.goto("/");
    await page.locator("#home-search").fill("slakc");
    await page.locator("#home-search").press("Enter");
    await page.getByRole("link", { name: "Slack", exact: true }).first().click();
    await expect(page.getByTestId("answer")).toContainText(/\$\d/);
    await expect(page.locator("#evidence tbody tr").first()).toBeVisible();
    await expect(page.locator('[data-testid="step-chart"] svg:visible').first()).toBeVisible();
  });
});
