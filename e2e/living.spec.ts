import { expect, type Page, test } from "@playwright/test";
import { formatDay } from "@/lib/format/dates";
import { opening } from "./opening";
import { somebody } from "./people";
import { expectSound } from "./sound";

/** The API's id for the evidence of Slack's price list. */
const EVIDENCE = "ev_8eed12b063ec1576";
const PRODUCT = "/software/team-chat/slack";

const rowsOf = (page: Page) => page.locator("#shows tbody tr");

test("a product’s evidence leads in one click to the page of what was read, which says what the API says", async ({
  page,
  request,
}) => {
  await page.goto(PRODUCT);
  const link = page.locator('.evidence-rows a[href^="/evidence/ev_"]').first();
  const path = (await link.getAttribute("href")) ?? "";
  await opening(page, () => link.click());
  expect(new URL(page.url()).pathname).toBe(path);

  const answer = await (await request.get(`/api/v2${path}?limit=100`)).json();
  const main = page.locator("main");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(answer.evidence.id);
  await expect(main).toContainText(answer.evidence.publisher);
  await expect(main).toContainText(formatDay(answer.evidence.capturedAt));
  await expect(main).toContainText(answer.sourceName);
  await expect(main.getByRole("link", { name: answer.evidence.url })).toHaveAttribute("href", answer.evidence.url);
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(answer.observations.length);
  const shown = await rows.allInnerTexts();
  for (const [index, { id, name, shows, observedAt }] of answer.observations.entries()) {
    for (const said of [id, name, shows, formatDay(observedAt)]) expect(shown[index]).toContain(said);
  }
  await expectSound(page);
});

test("the licence of what was read stands beside it, as the API gives it", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  const { evidence, license } = await (await request.get(`/api/v2/evidence/${EVIDENCE}`)).json();
  await page.goto(`/evidence/${EVIDENCE}`);
  const licence = page.locator("#where tr").filter({ has: page.getByText("Licence", { exact: true }) });
  await expect(licence.locator("td")).not.toBeEmpty();
  if (license === "restricted")
    await expect(licence).toContainText("ask the third party before you republish it in bulk");
  else await expect(licence).not.toContainText("ask the third party before you republish it in bulk");
  await expect(page.getByRole("link", { name: "View as JSON" })).toHaveAttribute(
    "href",
    new RegExp(`/api/v2/evidence/${evidence.id}$`),
  );
});

test("an evidence page can be read without script", async ({ browser }, info) => {
  const { page } = await somebody(browser, info, "reader", { javaScriptEnabled: false });
  await page.goto(PRODUCT);
  await page.locator('.evidence-rows a[href^="/evidence/ev_"]').first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Evidence ev_/);
  expect(await rowsOf(page).count()).toBeGreaterThan(0);
});

test("evidence that is not known is not found, on its page and by the API", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  for (const id of ["ev_0000000000000000", "slack"]) {
    expect((await page.goto(`/evidence/${id}`))?.status(), id).toBe(404);
  }
  const answer = await request.get("/api/v2/evidence/ev_0000000000000000");
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "evidence_not_found" });
});

test("coverage says that nothing was read again by itself where nothing was", { tag: "@any-width" }, async ({
  page,
}) => {
  await page.goto("/coverage");
  await expect(page.locator("#checks")).toContainText("This deployment has not read any page or list yet");
});
