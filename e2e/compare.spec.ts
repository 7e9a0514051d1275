import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { CompareAnswer } from "@/lib/schemas/compare";
import { DEFAULT_SEATS } from "@/lib/tco/seats";
import { opening } from "./opening";

const THREE = "/compare/notion-vs-slack-vs-zoom";

const choose = async (page: Page, first: string, second: string) => {
  await page.goto("/compare");
  await page.getByLabel("First product").fill(first);
  await page.getByLabel("Second product").fill(second);
  await opening(page, () => page.getByRole("button", { name: "Compare", exact: true }).click());
};

const add = async (page: Page, name: string) => {
  await page.getByLabel("Add a product").fill(name);
  await opening(page, () => page.getByRole("button", { name: "Add", exact: true }).click());
};

/** Checks each row's winner, rule and marked products against the API's response for these seats. */
async function expectTheApis(page: Page, request: APIRequestContext, slugs: string[], seats: number) {
  const answer = await request.get(`/api/v2/compare?slugs=${slugs.join(",")}&seats=${seats}`);
  const { fields, products } = (await answer.json()) as CompareAnswer;
  const nameOf = (slug: string) => products.find((product) => product.slug === slug)?.name ?? slug;
  const known = fields.filter(({ values }) => Object.values(values).some((value) => value !== null));
  expect(known.length).toBeGreaterThan(5);
  await expect(page.getByRole("heading", { name: `Cost for ${seats} seats` })).toBeVisible();
  await expect(page.locator("[data-field]")).toHaveCount(known.length);
  for (const { field, winner, tie, leaders, rule, values } of known) {
    const row = page.locator(`[data-field="${field}"]`);
    const verdict = row.locator("td.rule");
    if (winner !== null) await expect(verdict, field).toHaveText(`${nameOf(winner)}${rule}`);
    else if (tie) for (const slug of leaders) await expect(verdict, field).toContainText(nameOf(slug));
    else await expect(verdict, field).toHaveText(`No winner${rule}`);
    await expect(verdict.locator(".note"), field).toHaveText(rule);
    for (const { slug, name } of products) {
      const cell = row.locator(`td[data-label="${name}"]`);
      await expect(cell.locator(".leads"), `${field} of ${name}`).toHaveCount(leaders.includes(slug) ? 1 : 0);
      if (values[slug] === null) await expect(cell, `${field} of ${name}`).toHaveText("unknown");
    }
  }
  for (const { slug, name, cost } of products) {
    const cell = page.locator(`[data-field="costForSeats"] td[data-label="${name}"]`);
    const firstYear = page.locator(`[data-cost="${slug}"] td[data-label="First year"]`);
    for (const figure of [cell, firstYear]) {
      if (typeof cost?.yearOne === "number") {
        await expect(figure).toContainText(new Intl.NumberFormat("en-US").format(cost.yearOne));
      } else await expect(figure).toHaveText("unknown");
    }
  }
}

test("three products chosen by name: winners and rules are the API's, for any number of seats", async ({
  page,
  request,
}) => {
  await choose(page, "Zoom", "slack");
  await expect(page).toHaveURL(/\/compare\/slack-vs-zoom$/);
  await add(page, "notion");
  await expect(page).toHaveURL(new RegExp(`${THREE}\\?seats=${DEFAULT_SEATS}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notion vs Slack vs Zoom pricing");
  await expectTheApis(page, request, ["notion", "slack", "zoom"], DEFAULT_SEATS);

  await page.getByRole("spinbutton", { name: "Seats" }).fill("140");
  await expect(page).toHaveURL(/[?&]seats=140/);
  await expectTheApis(page, request, ["notion", "slack", "zoom"], 140);

  await opening(page, () => page.getByRole("link", { name: "Remove Zoom" }).click());
  await expect(page).toHaveURL(/\/compare\/notion-vs-slack\?seats=140$/);
  await expect(page.getByRole("link", { name: /^Remove/ })).toHaveCount(0);
});

test("names are offered while a product is typed", async ({ page, isMobile }) => {
  test.skip(isMobile, "The same at every width.");
  for (const [path, label] of [
    ["/compare", "First product"],
    ["/calculators/tco", "Product 1"],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label);
    await field.pressSequentially("sla");
    const list = page.locator(`datalist[id="${await field.getAttribute("list")}"]`);
    await expect(list.locator('option[value="Slack"]')).toContainText("Team chat");
  }
});

test("a product without a known price wins nothing that it does not state", async ({ page, request }) => {
  await page.goto("/compare/servicenow-vs-slack?seats=40");
  await expectTheApis(page, request, ["servicenow", "slack"], 40);
  await expect(page.getByTestId("answer")).toContainText("Unknown for ServiceNow.");
  await expect(page.locator('[data-cost="servicenow"] .unknown', { hasText: "unknown" })).toHaveCount(2);
});

test("products priced by use are not asked for seats, but lead to their models for a workload", async ({ page }) => {
  await page.goto("/compare/anthropic-api-vs-openai-api");
  await expect(page.getByTestId("answer")).toContainText("priced by usage");
  await expect(page.getByRole("spinbutton", { name: "Seats" })).toHaveCount(0);
  await opening(page, () => page.getByRole("link", { name: "Rank their models for a workload" }).click());
  await expect(page).toHaveURL(/\/calculators\/llm\?.*cards=anthropic-api,openai-api$/);
  const [first = ""] = await page.locator("#ranking tr[data-model] td[data-label='Vendor'] a").allTextContents();
  expect(["Anthropic API", "OpenAI API"]).toContain(first);
});

test("any order, spelling and repetition leads to one address, and the question goes along", async ({
  request,
  isMobile,
}) => {
  test.skip(isMobile, "The same at every width.");
  for (const asked of ["slack-vs-zoom-vs-notion", "ZOOM-vs-Notion-vs-slack", "slack-vs-slack-vs-notion-vs-zoom"]) {
    const answer = await request.get(`/compare/${asked}?seats=40&utm_source=memo`, { maxRedirects: 0 });
    expect(answer.status(), asked).toBe(308);
    const { pathname, search } = new URL(answer.headers().location ?? "", "http://localhost");
    expect(pathname + search, asked).toBe(`${THREE}?seats=40&utm_source=memo`);
  }
  const page = await (await request.get(`${THREE}?seats=40`)).text();
  expect(/<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]).toMatch(new RegExp(`${THREE}$`));
});

test("five products, one product and a product that is none are answered with what to do", async ({ page }) => {
  const five = "asana-vs-github-vs-notion-vs-slack-vs-zoom";
  expect((await page.goto(`/compare/${five}`))?.status()).toBe(404);
  await page.getByRole("link", { name: "Correct the names" }).click();
  await expect(page.getByRole("status")).toContainText("The maximum is four");
  await page.getByRole("link", { name: "Compare the first four" }).click();
  await expect(page).toHaveURL(/\/compare\/asana-vs-github-vs-notion-vs-slack$/);

  await page.goto("/compare?a=slack&seats=40");
  await expect(page.getByRole("status")).toContainText("Enter a second one");
  await expect(page.getByLabel("First product")).toHaveValue("Slack");

  await choose(page, "slakc", "Notion");
  await expect(page.getByLabel("First product")).toHaveValue("slakc");
  await expect(page.getByLabel("First product")).toHaveAccessibleDescription(/No product matches “slakc”/);
  await expect(page.getByLabel("Second product")).toHaveValue("Notion");
  await page.getByRole("link", { name: "Slack", exact: true }).click();
  await expect(page).toHaveURL(/\/compare\/notion-vs-slack$/);

  await page.goto("/compare/notion-vs-slack?seats=many");
  await expect(page.getByRole("spinbutton", { name: "Seats" })).toHaveAccessibleDescription(
    /“many” is not a number of seats/,
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("products are chosen, added, counted for a team and taken away", async ({ page }) => {
    await choose(page, "Slack", "Zoom");
    await add(page, "Notion");
    await page.getByRole("spinbutton", { name: "Seats" }).fill("40");
    await page.getByRole("button", { name: "Recalculate" }).click();
    await expect(page).toHaveURL(new RegExp(`${THREE}\\?seats=40$`));
    await expect(page.getByRole("heading", { name: "Cost for 40 seats" })).toBeVisible();
    await expect(page.locator('#axis svg[role="img"]:visible')).toHaveAttribute("aria-label", /Slack: .*Pro \$8\.75/);
    await page.getByRole("link", { name: "Remove Slack" }).click();
    await expect(page).toHaveURL(/\/compare\/notion-vs-zoom\?seats=40$/);
  });
});
