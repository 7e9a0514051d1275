import { expect, type Page, test } from "@playwright/test";
import { signIn, somebody } from "./people";
import { mailTo } from "./sandbox";
import { expectNoSidewaysScroll } from "./sound";

const UNPRICED = "/software/identity-and-access/cyberark";

type Result = { slug: string; name: string; reason: string };

/** Returns the rows of the table, without the product itself. */
const shown = (page: Page) =>
  page.locator("#alternatives tr[data-peer]:not(.self)").evaluateAll((rows) =>
    rows.map((row) => ({
      slug: row.getAttribute("data-peer"),
      name: row.querySelector("th a")?.textContent,
      reason: row.querySelector(".reason")?.textContent?.toLowerCase(),
    })),
  );

test("alternatives to Slack are the same on its page, in the search, over the API and in the Markdown twin", async ({
  page,
  request,
}, { project }) => {
  await page.goto("/software/team-chat/slack");
  const rows = await shown(page);
  expect(rows[0]).toMatchObject({ slug: "microsoft-teams", reason: expect.stringContaining("often compared") });
  await expectNoSidewaysScroll(page);
  test.skip(project.name !== "desktop", "What follows is alike at every width.");

  const found = await (await request.get("/api/v2/discover?q=alternatives+to+slack&limit=8")).json();
  const answered = (found.results as Result[]).map(({ slug, name, reason }) => ({
    slug,
    name,
    reason: reason.toLowerCase(),
  }));
  expect(rows).toEqual(answered);
  const twin = await (await request.get("/software/team-chat/slack.md")).text();
  const section = twin.split("## Alternatives\n")[1]?.split("\n## ")[0] ?? "";
  const links = [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, , address]) =>
    address?.split("/").at(-1),
  );
  expect(links).toEqual(rows.map(({ slug }) => slug));
  await page.goto("/search?q=alternatives+to+slack");
  await expect(page.getByTestId("read-as")).toContainText("alternatives to Slack");
  const listed = await page
    .locator("main tbody tr th a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").at(-1)));
  expect(listed.slice(0, rows.length)).toEqual(rows.map(({ slug }) => slug));
});

test("without scripts a page without a price says who has one, takes an address of it, and mails when it is read", async ({
  browser,
}, info) => {
  test.skip(info.project.name !== "desktop", "Alike at every width.");
  const { page, email } = await somebody(browser, info, "reader", { javaScriptEnabled: false });
  await page.goto(UNPRICED);
  const missing = page.locator("#tiers");
  await expect(missing.getByRole("heading", { level: 2 })).toHaveText("No price is known yet");
  const priced = missing.locator("li[data-instead]");
  await expect(missing.getByRole("heading", { name: "Alternatives with a price" })).toBeVisible();
  for (const offer of await priced.allTextContents()) expect(offer).toMatch(/[$€£]\d|by usage|free/i);

  const address = `https://example.com/${email}`;
  const field = page.getByLabel("URL of the page that shows the price");
  await field.fill("ftp://example.com/prices");
  await page.getByRole("button", { name: "Send price" }).click();
  await expect(page.getByRole("alert")).toContainText("Your report has not been sent yet.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tell us the price of CyberArk");
  await field.fill(address);
  await page.getByRole("button", { name: "Send price" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report received");

  await page.goto(UNPRICED);
  await page.getByLabel("Your email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Email me" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  const { text } = await mailTo(email, /price of CyberArk/);
  const link = /^http\S+\/watch\/link\?\S+$/m.exec(text)?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Yes, email me" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirmed");
  await page.goto(link);
  await page.getByRole("button", { name: "Stop and delete my address" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stopped");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing to do");

  const operator = await somebody(browser, info, "operator");
  await signIn(operator.page, "operator@example.com", "/admin");
  await operator.page.goto(`/admin/reports?q=cyberark`);
  const report = operator.page.locator("li[data-report]").filter({ hasText: address });
  await expect(report).toContainText("Missing price");
});

test("where scripts run, the address is taken in place", async ({ browser }, info) => {
  test.skip(info.project.name !== "mobile", "The other test takes the wide page.");
  const { page } = await somebody(browser, info, "reader");
  await page.goto(UNPRICED);
  await expectNoSidewaysScroll(page);
  const field = page.getByLabel("URL of the page that shows the price");
  await field.fill("ftp://example.com/prices");
  await page.getByRole("button", { name: "Send price" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter the full URL" })).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("https://example.com/prices");
  await page.getByRole("button", { name: "Send price" }).click();
  await expect(page.getByText("Report received. Thank you.").first()).toBeVisible();
  await expect(field).toBeHidden();
});
