import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { signIn, somebody, visitor } from "./people";

const SLACK = "/software/team-chat/slack";
const OPENAI = "/software/llm-apis/openai-api";

const figure = (text: string | null) => Number((text ?? "").replace(/[^\d.]/g, ""));

/** Next.js adds its own alert to every page. */
const problem = (page: Page) => page.locator(".problem[role=alert]");

/** Repeats an action until its effect shows: a page reacts only after its scripts run. */
async function until(act: () => Promise<void>, proof: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await act();
    await proof();
  }).toPass();
}

/** Checks that the receipt below the slider matches the API's. */
async function expectReceipt(page: Page, request: APIRequestContext, asked: Record<string, unknown>): Promise<void> {
  const data = { slug: "slack", billing: "annual", termYears: 1, ...asked };
  const { total, receipt } = await (await request.post("/api/v2/tco", { data })).json();
  const bill = page.getByTestId("receipt");
  await expect(bill).toContainText(`Receipt ${receipt.id},`);
  expect(figure(await bill.getByTestId("receipt-total").textContent())).toBe(total);
}

test("the seat slider and the field beside it give the API's receipt", async ({ page, request }) => {
  await page.goto(SLACK);
  await expectReceipt(page, request, { seats: 25 });
  const slider = page.getByRole("slider", { name: "Seats" });
  const seats = page.getByRole("spinbutton", { name: "Seats" });
  await slider.focus();
  await until(
    () => slider.press("ArrowRight"),
    () => expect(seats).not.toHaveValue("25", { timeout: 500 }),
  );
  await slider.press("End");
  await slider.press("ArrowLeft");
  await expect(seats).toHaveValue("499");
  await expectReceipt(page, request, { seats: 499 });
  await seats.fill("40");
  await expect(slider).toHaveValue("40");
  await expectReceipt(page, request, { seats: 40 });

  await page.getByLabel("Tier", { exact: true }).selectOption({ label: "Business+" });
  await page.getByLabel("Term", { exact: true }).selectOption("3");
  await expectReceipt(page, request, { seats: 40, tier: "business-plus", termYears: 3 });
  await seats.fill("0");
  await expect(problem(page)).toHaveText("“0” is not a number of seats. Enter a whole number from 1 to 1,000,000.");
  await seats.fill("40");
  await expect(problem(page)).toHaveCount(0);

  const total = await page.getByTestId("receipt-total").textContent();
  await page.getByRole("link", { name: "Open this receipt in the cost calculator" }).click();
  await expect(page).toHaveURL(/\/calculators\/tco\?items=slack:40:business-plus&billing=annual&years=3/);
  await expect(page.locator("main")).toContainText(total?.replace(/\.00$/, "") ?? "no total");
});

test("a month's use costs on the page what the API estimates", async ({ page, request }) => {
  await page.goto(OPENAI);
  const answer = page.getByTestId("workload");
  const before = await answer.textContent();
  await page.getByLabel("Input per month, million tokens").fill("125");
  await until(
    () => page.getByLabel("Output per month, million tokens").fill("7.5"),
    () => expect(answer).not.toHaveText(before ?? "", { timeout: 1000 }),
  );
  const query = "inputTokens=125000000&outputTokens=7500000&limit=8";
  const { estimates } = await (await request.get(`/api/v2/usage/openai-api?${query}`)).json();
  expect(estimates).toHaveLength(8);
  const rows = answer.locator("[data-estimate]");
  await expect(rows.locator('[data-label="Per month"]').first()).toHaveText(`$${estimates[0].total}`);
  const shown = await rows.evaluateAll((list) =>
    list.map((row) => [row.getAttribute("data-estimate"), row.querySelector('[data-label="Per month"]')?.textContent]),
  );
  expect(shown.map(([model, total]) => [model, figure(total ?? null)])).toEqual(
    estimates.map(({ model, total }: { model: string; total: number }) => [model, total]),
  );
  await page.getByLabel("Input per month, million tokens").fill("0");
  await page.getByLabel("Output per month, million tokens").fill("0");
  await expect(problem(page)).toHaveText("Enter at least one quantity above 0.");
});

test("a citation is copied whole, with the page's address and the day of the prices", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { links, verification } = await (await request.get("/api/v2/pricing/slack")).json();
  const [year, month, day] = verification.observedAt.split("-").map(Number);
  const longName = new Intl.DateTimeFormat("en-GB", { month: "long" }).format(new Date(Date.UTC(year, month - 1, 1)));
  const name = longName.slice(0, 3);
  const days = {
    Markdown: `${day} ${name} ${year}`,
    HTML: `${day} ${name} ${year}`,
    BibTeX: verification.observedAt,
    JSON: `[${year},${month},${day}]`,
  };
  await page.goto(SLACK);
  for (const [form, seen] of Object.entries(days)) {
    const copy = page.getByRole("button", { name: new RegExp(`^Copy the ${form}\\b.* citation$`) });
    const status = copy.locator("..").getByRole("status");
    await until(
      () => copy.click(),
      () => expect(status).toHaveText("Copied", { timeout: 1000 }),
    );
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator(`#cite-${form.toLowerCase()}`).textContent());
    expect(copied).toContain(links.page);
    expect(copied).toContain(seen);
    if (form === "JSON") expect(JSON.parse(copied)).toMatchObject({ type: "webpage", URL: links.page });
  }
});

/** Opens the report form on the product page. */
async function openReport(page: Page): Promise<Locator> {
  await page.goto(SLACK);
  await page.getByRole("navigation", { name: "Page actions" }).getByRole("link", { name: "Report an error" }).click();
  await page.getByText("Something on this page is wrong").click();
  return page.locator("#report form");
}

test("an error is reported in place, bad input is explained, and the operator reads it", async ({
  browser,
  isMobile,
}, info) => {
  const reader = await somebody(browser, info, "reader");
  const words = `The Pro tier costs something else, says ${reader.email}`;
  const form = await openReport(reader.page);
  await form.getByLabel("What is wrong").selectOption({ label: "Tiers and list prices" });
  await form.getByLabel("What it should say").fill(words);
  const source = form.getByLabel("Source URL (optional)");
  await source.fill("ftp://example.com/prices");
  await reader.page.waitForLoadState("networkidle");
  await form.getByRole("button", { name: "Send report" }).click();
  await expect(problem(reader.page)).toContainText("Source URL (optional): Enter a full URL, starting with https://.");
  await expect(source).toBeFocused();
  await expect(source).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("What it should say")).toHaveValue(words);
  await source.fill("https://example.com/prices");
  await form.getByRole("button", { name: "Send report" }).click();
  await expect(reader.page.locator("#report")).toContainText("Report received. Thank you.");
  await expect(form).toBeHidden();
  if (isMobile) return;

  const { page } = await somebody(browser, info, "operator");
  await signIn(page, "operator@example.com", "/admin");
  await page.goto(`/admin/reports?q=${encodeURIComponent(reader.email)}`);
  const row = page.locator("[data-report]").filter({ hasText: words });
  await expect(row).toContainText("slack · Tiers and list prices");
  await expect(row).toContainText("https://example.com/prices");
  await expect(row.getByRole("link", { name: "Slack" })).toHaveAttribute("href", SLACK);
});

test.describe("alike at any width", () => {
  test.skip(({ isMobile }) => isMobile === true, "seen at the other width");

  test("a sixth report within the hour is refused, says when it may come, and keeps what was typed", async ({
    browser,
  }, info) => {
    const address = { "x-forwarded-for": "192.0.2.61" };
    const context = await visitor(browser, info, { extraHTTPHeaders: address });
    const { origin } = new URL(info.project.use.baseURL ?? "");
    for (let sent = 1; sent <= 5; sent++) {
      const fields = { product: "slack", field: "other", message: `Report ${sent} of one reader of the page` };
      const headers = { ...address, origin, accept: "application/json" };
      expect((await context.request.post("/report", { form: fields, headers })).status()).toBe(201);
    }
    const page = await context.newPage();
    const form = await openReport(page);
    await form.getByLabel("What it should say").fill("A sixth report of the same reader");
    await page.waitForLoadState("networkidle");
    await form.getByRole("button", { name: "Send report" }).click();
    await expect(problem(page)).toContainText(/5 reports per hour .* Send this one in \d+ minutes/);
    await expect(form.getByLabel("What it should say")).toHaveValue("A sixth report of the same reader");
    await context.close();
  });

  test("without scripts the report's form stands by itself, and what only machines fill in is out of sight", async ({
    browser,
  }, info) => {
    const { page } = await somebody(browser, info, "reader", { javaScriptEnabled: false });
    await page.goto("/report/form?product=slack");
    await expect(page.getByText("Leave this empty")).not.toBeInViewport();
    await expect(page.getByLabel("What it should say")).toHaveCSS("border-top-width", "1px");
    await page.getByLabel("What it should say").fill("The free plan keeps 90 days of messages");
    const source = page.getByLabel("Source URL (optional)");
    await source.fill("ftp://example.com/prices");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByRole("alert")).toContainText("Your report has not been sent yet.");
    await expect(page.getByText("Enter a full URL, starting with https://.")).toBeVisible();
    await source.fill("https://example.com/prices");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report received");
    await page.getByRole("link", { name: "Back to Slack pricing" }).click();
    await expect(page).toHaveURL(new RegExp(`${SLACK}$`));
  });

  for (const [what, path] of [
    ["a product", SLACK],
    ["a comparison", "/compare/notion-vs-slack"],
    ["a category", "/software/team-chat"],
    ["the site", "/"],
  ] as const) {
    test(`the share image of ${what} is a PNG of 1200 by 630, at the address that the page names`, async ({
      request,
    }) => {
      const html = await (await request.get(path)).text();
      const meta = (name: string) => new RegExp(`<meta property="og:image${name}" content="([^"]+)"`).exec(html)?.[1];
      const image = await request.get(new URL(meta("") ?? "").pathname);
      expect(image.headers()["content-type"]).toBe("image/png");
      const bytes = await image.body();
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      expect(size).toEqual([1200, 630]);
      expect([meta(":width"), meta(":height")].map(Number)).toEqual(size);
    });
  }

  test("a host that is given no other files than those traced has the fonts of every share image", () => {
    const traces = readdirSync(".next/server/app", { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("opengraph-image/route.js.nft.json"),
    );
    expect(traces.length).toBeGreaterThan(3);
    for (const path of traces) {
      const { files } = JSON.parse(readFileSync(join(".next/server/app", path), "utf8")) as { files: string[] };
      expect(files.filter((file) => file.endsWith("-normal.woff")).length, path).toBe(4);
    }
  });

  test("every model of a rate card is named on its page, with a source for its rates", async ({ page, request }) => {
    const { models } = await (await request.get("/api/v2/usage/openai-api?limit=1000")).json();
    expect(models.length).toBeGreaterThan(100);
    const newest = models
      .map(({ observedAt }: { observedAt: string }) => observedAt)
      .toSorted()
      .at(-1);
    await page.goto(OPENAI);
    await expect(page.locator("#rates .note time").first()).toHaveAttribute("datetime", newest);
    const rows = await page.locator("#rates tr[data-model]").evaluateAll((list) =>
      list.map((row) => {
        const notes = [...row.querySelectorAll("th .note")].flatMap((note) => note.textContent?.split(/[\s,]+/) ?? []);
        return { names: [row.getAttribute("data-model"), ...notes], cited: row.querySelector("a.mark") !== null };
      }),
    );
    const named = new Set(rows.flatMap(({ names }) => names));
    const missing = models.filter(({ model }: { model: string }) => !named.has(model));
    expect(missing.map(({ model }: { model: string }) => model)).toEqual([]);
    expect(rows.filter(({ cited }) => !cited)).toEqual([]);
  });

  test("on paper stand prices, receipt and sources, without what only a screen can use", async ({ page }) => {
    await page.goto(SLACK);
    await page.emulateMedia({ media: "print" });
    const kept = ["h1", "[data-testid=answer]", "[data-tier=pro]", "[data-testid=receipt]", "#evidence tbody tr"];
    for (const selector of kept) await expect(page.locator(selector).first(), selector).toBeVisible();
    const source = page.locator("#evidence a.source").first();
    const printed = await source.evaluate((link) => getComputedStyle(link, "::after").content);
    expect(printed).toContain(await source.getAttribute("href"));
    const onScreenOnly = "nav:not([aria-label=Breadcrumb]), form, button, summary, #cite, #report, #alternatives";
    await expect(page.locator(onScreenOnly).first()).toBeAttached();
    await expect(page.locator(onScreenOnly).filter({ visible: true })).toHaveCount(0);
  });
});
