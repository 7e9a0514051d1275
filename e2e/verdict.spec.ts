import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { opening } from "./opening";
import { expectNoSidewaysScroll } from "./sound";

const NOTION = "/software/notes-and-wikis/notion";
const SLACK = "/software/team-chat/slack";
const TERMS = { billing: "annual", termYears: 1 };

const figure = (text: string | null) => Number((text ?? "").replace(/[^\d.]/g, ""));
const box = (page: Page) => page.getByRole("spinbutton", { name: /^Number of/ });

/** Checks that verdict, receipt and alternatives match the API for this number of people. */
async function expectTheApis(page: Page, request: APIRequestContext, slug: string, seats: number): Promise<void> {
  const answer = await (await request.post("/api/v2/tco", { data: { slug, seats, ...TERMS } })).json();
  const verdict = page.getByTestId("verdict");
  await expect(verdict.locator("[data-total]")).toHaveAttribute("data-total", String(answer.total));
  await expect(box(page)).toHaveValue(String(seats));
  expect(figure(await verdict.locator("strong").textContent())).toBe(answer.total);
  // Apart from the field, the text equals the API's answer.
  const told = (await verdict.innerText()).replace(/\s+/g, " ");
  for (const part of answer.answer.split(" · ")[0].split(` for ${seats}`)) expect(told).toContain(part);
  await expect(page.getByTestId("receipt")).toContainText(`Receipt ${answer.receipt.id},`);
  const rows = page.locator("#alternatives [data-year]");
  const shown = await rows.evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.year ?? ""));
  expect(shown.length).toBeGreaterThan(2);
  const items = shown.map((other) => ({ slug: other }));
  const others = await (await request.post("/api/v2/tco", { data: { items, seats, ...TERMS } })).json();
  await expect(rows).toHaveText(
    others.items.map(({ total }: { total: number | null }) =>
      total === null
        ? "unknown"
        : `$${total.toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(total) ? 0 : 2 })}`,
    ),
  );
  await expect(page.locator("#alternatives")).toContainText(new RegExp(`Yearly cost for ${seats} (?:people|members)`));
}

test("a number typed into the verdict is that of receipt, alternatives, address and the next product", async ({
  page,
  request,
}) => {
  await page.goto(NOTION);
  await expectTheApis(page, request, "notion", 25);
  await expect(async () => {
    await box(page).fill("30");
    await expect(page).toHaveURL(/\/notion\?seats=30$/, { timeout: 2000 });
  }).toPass();
  await expectTheApis(page, request, "notion", 30);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expectTheApis(page, request, "notion", 30);
  await expect(page.locator('main a[href^="/compare/"]').first()).toHaveAttribute("href", /\?seats=30$/);

  // The receipt's own field changes the verdict too.
  await page.getByRole("spinbutton", { name: /^(?:Seats|Members)$/ }).fill("40");
  await expect(page).toHaveURL(/\?seats=40$/);
  await expectTheApis(page, request, "notion", 40);
  await box(page).fill("0");
  await expect(page.getByTestId("verdict")).toContainText(/“0” is not a number of (?:seats|members)\./);

  await page.goto(SLACK);
  await expectTheApis(page, request, "slack", 40);
  // A count in the URL takes precedence. A count of people does not apply to hosts.
  await page.goto(`${SLACK}?seats=12`);
  await expectTheApis(page, request, "slack", 12);
  await page.goto("/software/observability/datadog");
  await expect(box(page)).toHaveValue("1");
});

test("no line of the page moves while another product's number is put in place", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("count:people", "30"));
  await page.addInitScript(() => {
    const moved = { total: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.total += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(SLACK);
  await expect(page).toHaveURL(/\?seats=30$/);
  await expect(page.locator("#alternatives")).toContainText(/Yearly cost for 30 (?:people|members)/);
  expect(await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total)).toBeLessThan(0.01);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test.skip(({ isMobile }) => isMobile === true, "seen at the other width");

  test("the field leads to the same page for that number, with a picture of its own", async ({ page, request }) => {
    await page.goto(NOTION);
    await box(page).fill("30");
    await opening(page, () => page.getByRole("button", { name: "Recalculate" }).click());
    await expect(page).toHaveURL(/\/notion\?seats=30$/);
    await expectTheApis(page, request, "notion", 30);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${NOTION}$`));
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    const drawn = await request.get(picture ?? "");
    expect([drawn.status(), drawn.headers()["content-type"]]).toEqual([200, "image/png"]);
    const plain = await (await request.get(`${NOTION}/opengraph-image`)).body();
    expect(plain.equals(await drawn.body())).toBe(false);

    const twin = await (await request.get(`${NOTION}.md?seats=30`)).text();
    const { answer } = await (
      await request.post("/api/v2/tco", { data: { slug: "notion", seats: 30, ...TERMS } })
    ).json();
    expect(twin).toContain(`**${answer}**`);
    for (const none of ["many", "-1", "1e3", ""]) {
      await page.goto(`${NOTION}?seats=${none}`);
      await expect(box(page)).toHaveValue("25");
    }
    await page.goto("/software/x/notion?seats=30");
    await expect(page).toHaveURL(new RegExp(`${NOTION}\\?seats=30$`));
  });
});
