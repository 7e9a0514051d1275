import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { opening } from "./opening";
import { expectNoSidewaysScroll } from "./sound";

const NOTION = "/software/notes-and-wikis/notion";
const money = (amount: number) =>
  amount.toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });

async function yearOf(request: APIRequestContext, slug: string, seats: number): Promise<string> {
  const answer = await request.post("/api/v2/tco", { data: { slug, seats } });
  return money((await answer.json()).yearOne);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.goto("/");
  await page.locator("#home-search").fill(question);
  await opening(page, () => page.locator("#home-search").press("Enter"));
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("the home page answers three questions as the API does, with a link to each page", async ({
      page,
      request,
    }) => {
      await page.goto("/");
      const row = (question: string) => page.getByTestId("examples").locator("li", { hasText: question });
      const lead = async (question: string, address: RegExp) => {
        await page.goto("/");
        await opening(page, () => row(question).getByRole("link").click());
        await expect(page).toHaveURL(address);
      };
      await expect(row("Slack for 30")).toContainText(`${await yearOf(request, "slack", 30)} a year for 30 people`);
      const compared = await (await request.get("/api/v2/compare?slugs=asana,trello&seats=25")).json();
      for (const { cost } of compared.products) await expect(row("Asana or Trello")).toContainText(money(cost.yearOne));
      const workload = "inputTokens=40000000&outputTokens=10000000";
      const { estimate } = await (await request.get(`/api/v2/usage/openai-api?model=gpt-5&${workload}`)).json();
      await expect(row("50M tokens")).toContainText(`GPT-5 ${money(estimate.total)}`);

      await lead("Slack for 30", /\/slack\?seats=30$/);
      await lead("50M tokens", /\/calculators\/llm\?per=month&inputTokens=40000000&outputTokens=10000000&models=/);
      await lead("Asana or Trello", /\/compare\/asana-vs-trello\?seats=25$/);
      const [said = ""] = /^.*(?=\. Checked)/.exec(compared.answer) ?? [];
      expect(said).toMatch(/^First year for 25 people, billed \w+: Trello/);
      await expect(page.locator("main")).toContainText(said);
    });

    test("a typed question is answered in a line that leads to its page", async ({ page, request }) => {
      for (const [question, address] of [
        ["what does Notion cost for 30 people", /\/notion\?seats=30$/],
        ["clickup or notion for 20 people", /\/compare\/clickup-vs-notion\?seats=20$/],
        ["gpt-5 vs claude", /\/calculators\/llm\?.*models=GPT-5,Claude%20/],
        ["gpt-5 price", /\/llm-apis\/openai-api$/],
      ] as const) {
        await ask(page, question);
        const { readAs } = await (await request.get("/api/v2/discover", { params: { q: question } })).json();
        const read = page.getByTestId("read-as");
        await expect(read.getByTestId("answer")).toHaveText(readAs.answer);
        await expect(read).toContainText(readAs.sentence);
        await opening(page, () => read.getByRole("link").first().click());
        await expect(page).toHaveURL(address);
      }
    });

    test("an exact name leads to its page, with a way back to all that is found", async ({ page }) => {
      await ask(page, "notion");
      await expect(page).toHaveURL(new RegExp(`${NOTION}#searched$`));
      await expect(page.locator("h1")).toBeInViewport();
      await opening(page, () => page.getByRole("link", { name: "See all search results" }).click());
      await expect(page).toHaveURL(/\/search\?literal=true&q=Notion$/);
      await expect(page.locator("tbody tr").first()).toContainText("Notion");
      await page.goto(NOTION);
      await expect(page.getByRole("link", { name: "See all search results" })).toBeHidden();
    });
  });
}

test("the field is worked by keyboard: slash, arrows, Enter, Escape", async ({ page }, { project }) => {
  test.skip(project.name === "mobile", "keys do not depend on the width");
  await page.goto("/");
  const field = page.locator("#home-search");
  const options = page.getByRole("option");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.type("no");
  await expect(options.first()).toContainText("Notion");
  await expect(options.first()).toContainText(/ · \d+ sources/);
  await expect(options.first()).toContainText(/\$\d+ per (?:user|member) per month/);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue("no");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await page.keyboard.type("notion for 30");
  await expect(options.first()).toContainText(/a year for 30 (?:people|members)/);
  await page.keyboard.press("ArrowDown");
  await opening(page, () => page.keyboard.press("Enter"));
  await expect(page).toHaveURL(new RegExp(`${NOTION}\\?seats=30$`));
});

test("no answer scrolls sideways at 320 px", async ({ page }, { project }) => {
  test.skip(project.name === "mobile", "the width is set here");
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/", "/search?q=50M+tokens+on+GPT-5,+Claude+and+Gemini", `${NOTION}#searched`]) {
    await page.goto(path);
    await expectNoSidewaysScroll(page, path);
  }
});
