import { inflateSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { PAGE_TYPES } from "./pages";
import { expectNoSidewaysScroll } from "./sound";

const NARROW = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
const PRODUCTS = 24;
const STACK = "/calculators/tco?items=slack:40,zoom:25,asana:10&years=3";
const LOST = "No connection. Your input is kept, and the result updates when the connection is back.";

test("no page scrolls sideways at 320 px, whatever is unfolded", async ({ browser, request }) => {
  test.setTimeout(240_000);
  const sitemap = await (await request.get("/sitemaps/products-1.xml")).text();
  const products = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/software\/[^<]+)</g)].map(([, path]) => path ?? "");
  const every = Math.floor(products.length / PRODUCTS);
  const sample = products.filter((_, index) => index % every === 0).slice(0, PRODUCTS);
  const context = await browser.newContext(NARROW);
  const page = await context.newPage();
  for (const path of [...Object.values(PAGE_TYPES), "/docs/get_pricing", "/docs/files", ...sample]) {
    await page.goto(path);
    await page.locator("details").evaluateAll((all) => {
      for (const details of all) if (!details.hasAttribute("name")) details.setAttribute("open", "");
    });
    await expectNoSidewaysScroll(page, path);
  }
  await context.close();
});

/** Counts the lines of text on each sheet of a PDF by their positions. */
function linesOnSheets(pdf: Buffer): number[] {
  const text = pdf.toString("latin1");
  const objects = new Map([...text.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body ?? ""]));
  const sheets = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
  return sheets.map((sheet) => {
    const body = objects.get(/\/Contents (\d+) 0 R/.exec(sheet)?.[1] ?? "") ?? "";
    const start = /stream\r?\n/.exec(body);
    const stream = body.slice((start?.index ?? 0) + (start?.[0].length ?? 0), body.lastIndexOf("endstream"));
    const content = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    return new Set([...content.matchAll(/[\d.-]+ ([\d.-]+) Tm/g)].map(([, y]) => Math.round(Number(y)))).size;
  });
}

test("no printed sheet ends a page with a row or two", async ({ page }) => {
  const paths = [
    "/software/notes-and-wikis/notion",
    "/software/team-chat/slack",
    "/software/crm/salesforce",
    "/software/project-management/clickup",
    STACK,
    "/compare/notion-vs-slack",
    "/compare/asana-vs-github-vs-slack-vs-zoom",
  ];
  for (const path of paths) {
    await page.goto(path);
    const lines = linesOnSheets(await page.pdf({ format: "A4" }));
    expect(lines.at(-1), `${path} prints ${lines.join(", ")} lines`).toBeGreaterThan(lines.length > 1 ? 8 : 0);
  }
});

/**
 * Types a count while the network is down. Checks that the field keeps it and that the result follows when the network
 * is back.
 */
async function expectKept(page: Page, field: string, count: string, answer: () => Promise<string>) {
  const before = await answer();
  await page.context().setOffline(true);
  const input = page.locator(field);
  await input.fill(count);
  await input.blur();
  await expect(page.getByRole("alert").filter({ hasText: LOST })).toBeVisible();
  await expect(input).toHaveValue(count);
  expect(await answer()).toBe(before);
  await page.context().setOffline(false);
  await expect(page.getByRole("alert").filter({ hasText: LOST })).toHaveCount(0);
  await expect.poll(answer).not.toBe(before);
  await expect(input).toHaveValue(count);
}

test("every calculator keeps what is typed through a lost network, and answers when it is back", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(STACK);
  await page.waitForLoadState("networkidle");
  await expectKept(page, "input[name=seats] >> nth=0", "77", () => page.locator(".receipt").first().innerText());
  await page.goto("/compare/notion-vs-slack?seats=10");
  await page.waitForLoadState("networkidle");
  await expectKept(page, "#seats", "44", () => page.locator("#cost").innerText());
  await page.goto("/software/team-chat/slack");
  await page.waitForLoadState("networkidle");
  await expectKept(page, "#cost-seats", "33", () =>
    page.locator("#cost tr", { hasText: "Total for" }).first().innerText(),
  );
});

test("an answer is asked for once, while typing, and not again when the field is left", async ({ page }) => {
  await page.goto("/software/team-chat/slack");
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { items } = request.url().endsWith("/api/v2/tco") ? request.postDataJSON() : { items: true };
    // Ignores the additional request for the cost of the alternatives.
    if (!items) asked.push(request.postData() ?? "");
  });
  await page.locator("#cost-seats").pressSequentially("7");
  await expect.poll(() => asked.length).toBe(1);
  await page.locator("#cost-seats").blur();
  await page.waitForTimeout(600);
  expect(asked).toHaveLength(1);
  await page.goto("/compare/notion-vs-slack?seats=10");
  await page.waitForLoadState("networkidle");
  await page.locator("#seats").fill("0");
  await expect(page.getByRole("alert").filter({ hasText: "Seats:" })).toBeVisible();
  await page.locator("#seats").fill("12");
  await expect(page).toHaveURL(/seats=12$/);
  await expect(page.getByRole("alert").filter({ hasText: "Seats:" })).toHaveCount(0);
});

test("who sends a form is led to what came of it", async ({ page, browser, baseURL }) => {
  const faulty = "/calculators/tco?items=slakc:40,zoom:25";
  await page.goto(faulty);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Calculate", exact: true }).last().click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await context.newPage();
  await plain.goto(faulty);
  await plain.locator("form.stack-form button:visible", { hasText: "Calculate" }).click();
  await expect(plain).toHaveURL(/#answer$/);
  await expect(plain.locator("#answer")).toBeInViewport();
  await plain.goto("/report/form?product=slack");
  await plain.locator("#report-message").fill("It costs something else now");
  await plain.locator("#report-sourceUrl").fill("https://");
  await plain.locator("form[action='/report']").evaluate((form) => form.setAttribute("novalidate", ""));
  await plain.getByRole("button", { name: "Send report" }).click();
  await expect(plain).toHaveURL(/\/report\/form#problem$/);
  await expect(plain.locator("#problem")).toBeInViewport();
  await context.close();
});

test("what is laid out late is reached all the same: by its address, a link on the page, and find-in-page", async ({
  page,
  isMobile,
}) => {
  const inView = async (selector: string) => {
    await expect(page.locator(`${selector} h2`)).toBeInViewport();
    // The heading stays in view after the content above it is laid out.
    await page.waitForTimeout(300);
    await expect(page.locator(`${selector} h2`)).toBeInViewport();
  };
  const path = "/software/notes-and-wikis/notion";
  await page.goto(`${path}#alternatives`);
  await inView("#alternatives");
  await page.goto(path);
  const late = await page.locator("#evidence").evaluate((section) => getComputedStyle(section).contentVisibility);
  expect(late).toBe(isMobile ? "auto" : "visible");
  await page.getByRole("navigation", { name: "Page actions" }).getByRole("link", { name: "Report an error" }).click();
  await inView("#report");
  await page.evaluate(() => scrollTo(0, 0));
  const found = await page.evaluate(() =>
    (window as unknown as { find(text: string): boolean }).find("Cite this page"),
  );
  expect(found).toBe(true);
  await inView("#cite");
});
