import { expect, type Page, test } from "@playwright/test";
import { opening } from "./opening";
import { MISSING_PAGES, PAGE_TYPES } from "./pages";

const SLACK = "/software/team-chat/slack";

type Result = { slug: string; name: string; startingPrice: number | null; currency: string | null; freeTier: boolean };

const cells = (page: Page, label: string) => page.locator(`tbody td[data-label="${label}"]`);
const names = (page: Page) => page.locator("tbody th[scope=row] a");

test.describe("instant search", () => {
  for (const { typed, name, path } of [
    { typed: "salesforse", name: "Salesforce", path: "/software/crm/salesforce" },
    { typed: "notoin", name: "Notion", path: "/software/notes-and-wikis/notion" },
  ]) {
    test(`"${typed}" offers ${name}, and choosing it leads to its page`, async ({ page }) => {
      await page.goto("/");
      await page.locator("#home-search").pressSequentially(typed);
      const option = page.getByRole("option").filter({ has: page.getByText(name, { exact: true }) });
      await expect(option).toBeVisible();
      await option.click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  }

  test("is worked by keyboard alone: arrows choose, Escape closes, Enter without a choice searches", async ({
    page,
  }) => {
    await page.goto("/search");
    const field = page.locator("#page-search");
    await field.pressSequentially("slack");
    await expect(page.getByRole("option").first()).toBeVisible();
    await field.press("ArrowDown");
    await expect(field).toHaveAttribute("aria-activedescendant", /.+/);
    await field.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    await field.press("ArrowDown");
    await expect(page.getByRole("option").first()).toBeVisible();
    await field.press("Tab");
    await expect(page.getByRole("option")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("button", { name: "Search" })).toBeFocused();
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${SLACK}#searched$`));
    await page.goto("/search");
    await field.fill("slac");
    await expect(page.getByRole("option").first()).toContainText("Slack");
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${SLACK}$`));
  });

  test("keeps every key typed while its code is on its way, and costs nothing before", async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    const before = scripts.length;
    await page.route("**/*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const field = page.locator("#home-search");
    await field.pressSequentially("slakc", { delay: 90 });
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(field).toHaveValue("slakc");
    await expect(field).toBeFocused();
    expect(scripts.length).toBeGreaterThan(before);
  });

  test("says so where nothing is near and where suggestions do not answer", async ({ page }) => {
    await page.goto("/");
    const field = page.locator("#home-search");
    await field.pressSequentially("zzqqxxyy");
    await expect(page.getByText("No suggestions for “zzqqxxyy”.")).toBeVisible();
    await page.route("**/search/suggest*", (route) => route.abort());
    await field.fill("slack");
    await expect(page.getByText("Suggestions are unavailable.")).toBeVisible();
    await field.fill("slakc");
    await field.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=slakc$/);
    await expect(page.getByTestId("read-as")).toContainText("No product matches “slakc”; Slack is spelled alike.");
  });

  test("typing does not use up the API's quota", { tag: "@any-width" }, async ({ request }) => {
    const remaining = async () => {
      const header = (await request.get("/api/health")).headers().ratelimit ?? "";
      return Number(/r=(\d+)/.exec(header)?.[1]);
    };
    const headers = { "x-forwarded-for": "192.0.2.77" };
    const left = async () =>
      Number(/r=(\d+)/.exec((await request.get("/api/health", { headers })).headers().ratelimit ?? "")?.[1]);
    expect(await remaining()).toBeGreaterThan(0);
    const before = await left();
    for (const q of ["s", "sl", "sla"])
      expect((await request.get(`/search/suggest?q=${q}`, { headers })).status()).toBe(200);
    expect(await left()).toBe(before);
  });
});

test.describe("search page", () => {
  test("filters stand in the address, and a filtered list holds only what matches", async ({ page, request }) => {
    await page.goto("/search?q=crm");
    const all = await names(page).count();
    expect(all).toBeGreaterThan(5);
    await page.getByLabel("Free plan").selectOption("yes");
    await opening(page, () => page.getByRole("button", { name: "Apply" }).click());
    await expect(page).toHaveURL(/[?&]free=yes/);
    await expect(page).toHaveURL(/[?&]q=crm/);
    const { total } = await (await request.get("/api/v2/discover?q=crm&hasFreePlan=true&limit=1")).json();
    await expect(page.locator(".filters-note")).toContainText(`${total} product`);
    for (const text of await cells(page, "Free plan").allTextContents()) expect(text).toMatch(/^yes/);
  });

  test("a filter that cannot be read is named and left out", { tag: "@any-width" }, async ({ page }) => {
    await page.goto("/search?q=slack&max=cheap&model=barter");
    await expect(page.locator(".filters-note")).toContainText(
      "Invalid values, not used: pricing model, maximum price.",
    );
    expect(await names(page).count()).toBeGreaterThan(0);
  });

  test("a question in another language finds the product that it names", { tag: "@any-width" }, async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent("Was kostet ChatGPT Team?")}`);
    await expect(names(page).first()).toHaveText("ChatGPT");
    await expect(page.locator("main")).toContainText("Not known: plan “Team”.");
  });

  test("where filters leave nothing, the nearest names are shown", { tag: "@any-width" }, async ({ page }) => {
    await page.goto("/search?q=slack&category=media-servers");
    await expect(page.getByRole("link", { name: "Slack", exact: true })).toBeVisible();
  });
});

test.describe("category", () => {
  test("figures are those of the API, for the products on the page", { tag: "@any-width" }, async ({
    page,
    request,
  }) => {
    await page.goto("/software/crm");
    const { results } = (await (await request.get("/api/v2/discover?category=crm&limit=100")).json()) as {
      results: Result[];
    };
    const byName = new Map(results.map((result) => [result.name, result]));
    const rows = await page.locator("tbody tr").all();
    expect(rows.length).toBe(Math.min(results.length, 50));
    for (const row of rows) {
      const name = (await row.locator("th a").textContent()) ?? "";
      const from = (await row.locator('td[data-label="From"]').textContent()) ?? "";
      const { startingPrice } = byName.get(name) ?? { startingPrice: undefined };
      if (startingPrice === null) expect(from, name).not.toMatch(/\d/);
      else if (startingPrice === 0) expect(from, name).toBe("Free");
      else expect(Number(from.replace(/[^\d.]/g, "")), name).toBe(startingPrice);
    }
  });

  test("an order is chosen by the form, stands in the address and holds", async ({ page }) => {
    await page.goto("/software/crm");
    await page.getByLabel("Sort by").selectOption("-price");
    await opening(page, () => page.getByRole("button", { name: "Apply" }).click());
    await expect(page).toHaveURL(/sort=-price/);
    const unit = await cells(page, "Unit").allTextContents();
    const from = await cells(page, "From").allTextContents();
    const seats = from
      .filter((text, i) => unit[i] === unit[0] && text.startsWith("$"))
      .map((text) => Number(text.replace(/[^\d.]/g, "")));
    expect(seats.length).toBeGreaterThan(2);
    expect(seats).toEqual([...seats].sort((a, b) => b - a));
    await page.getByLabel("Sort by").selectOption("name");
    await opening(page, () => page.getByRole("button", { name: "Apply" }).click());
    const listed = (await names(page).allTextContents()).map((name) => name.toLowerCase());
    expect(listed).toEqual([...listed].sort());
  });

  test("a highest price leaves out what is dearer and counts what is not known", { tag: "@any-width" }, async ({
    page,
    request,
  }) => {
    await page.goto("/software/crm?max=20");
    const { total, excluded } = await (await request.get("/api/v2/discover?category=crm&maxPrice=20")).json();
    expect(excluded).toBeGreaterThan(0);
    await expect(page.locator(".filters-note")).toContainText(`${total} products match`);
    await expect(page.locator(".filters-note")).toContainText(`Not known for ${excluded} products`);
    const free = await cells(page, "Free plan").allTextContents();
    for (const [index, text] of (await cells(page, "From").allTextContents()).entries()) {
      const costsNothing = text === "Free" || /^(?:yes|self-hosted)/.test(free[index] ?? "");
      expect(costsNothing || Number(text.replace(/[^\d.]/g, "")) <= 20, text).toBe(true);
    }
  });

  test("the plot says in words what it shows", async ({ page }) => {
    await page.goto("/software/crm");
    const plot = page.locator('[data-testid="distribution"] svg:visible');
    await expect(plot).toHaveAttribute(
      "aria-label",
      /^Starting prices: \d+ products have .* median \$[\d.]+, middle half \$/,
    );
    const listed = Number(/(\d+) products have/.exec((await plot.getAttribute("aria-label")) ?? "")?.[1]);
    await expect(plot.locator("circle")).toHaveCount(listed);
    const counts = await page
      .locator("[data-standing] strong")
      .evaluateAll((all) => all.map((count) => Number(count.textContent?.replaceAll(",", ""))));
    const heading = (await page.getByTestId("figures").textContent()) ?? "";
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(/^(\d+) products/.exec(heading)?.[1]));
    const named = plot.locator("a:has(text)").first();
    await expect(named).toHaveAccessibleName(/: from \$[\d.]+ per .+, checked \d/);
    const address = (await named.getAttribute("href")) ?? "";
    await named.focus();
    await opening(page, () => page.keyboard.press("Enter"));
    await expect(page).toHaveURL(address);
  });

  test("pages of a large category hold every product once", { tag: "@any-width" }, async ({ page, request }) => {
    const { total } = await (await request.get("/api/v2/discover?category=llm-apis&limit=1")).json();
    const seen: string[] = [];
    await page.goto("/software/llm-apis");
    for (;;) {
      seen.push(...(await names(page).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))));
      const next = page.getByRole("link", { name: "Next" });
      if ((await next.count()) === 0) break;
      await opening(page, () => next.click());
    }
    expect(seen.length).toBe(total);
    expect(new Set(seen).size).toBe(total);
  });
});

test.describe("from A to Z", () => {
  test("a letter lists its products by name, each once", async ({ page, request }) => {
    await page.goto("/categories");
    await opening(page, () => page.getByRole("link", { name: "Products A–Z" }).first().click());
    await opening(page, () => page.locator(".thumb-index").getByRole("link", { name: "S", exact: true }).click());
    await expect(page).toHaveURL(/\/categories\/a-z\/s$/);
    const listed = await page.locator(".name-index a").allTextContents();
    expect(listed).toContain("Slack");
    expect(listed.every((name) => /^[sŠšŚś]/i.test(name))).toBe(true);
    expect(listed.map((name) => name.toLowerCase())).toEqual(listed.map((name) => name.toLowerCase()).sort());
    expect((await request.get("/categories/a-z/S", { maxRedirects: 0 })).status()).toBe(308);
  });

  test("the letters together hold the whole catalogue", { tag: "@any-width" }, async ({ page, request }) => {
    const { total } = await (await request.get("/api/v2/discover?limit=1")).json();
    await page.goto("/categories/a-z");
    const counts = await page.locator(".thumb-index li > span:last-child").allTextContents();
    expect(counts.reduce((sum, text) => sum + Number(text.replace(/\D/g, "")), 0)).toBe(total);
  });
});

test("the facts on the home page agree with the API", async ({ page, request }) => {
  await page.goto("/");
  const facts = page.getByTestId("facts");
  await expect(facts.locator("> div")).toHaveCount(6);
  const { results } = (await (await request.get("/api/v2/discover?category=crm&limit=100")).json()) as {
    results: (Result & { kind: string; priceUnit: string; observedAt: string })[];
  };
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const seats = results
    .filter(({ kind, observedAt }) => kind === "product" && observedAt >= year)
    .filter(
      ({ startingPrice, currency, priceUnit }) =>
        startingPrice && currency === "USD" && /^(user|seat|agent|employee)/.test(priceUnit),
    )
    .map(({ startingPrice }) => startingPrice ?? 0)
    .sort((a, b) => a - b);
  const middle = seats.length >> 1;
  const median = seats.length % 2 ? seats[middle] : ((seats[middle - 1] ?? 0) + (seats[middle] ?? 0)) / 2;
  await expect(facts).toContainText(`$${median}`);
  await expect(facts).toContainText(`across the ${seats.length} products that list one`);
  const { total: priced } = await (await request.get("/api/v2/discover?having=price&limit=1")).json();
  const [, list, use] = /([\d,]+) a list price, ([\d,]+) only usage prices/.exec(
    (await facts.textContent()) ?? "",
  ) as RegExpExecArray;
  const count = (text = "") => Number(text.replaceAll(",", ""));
  expect(count(list) + count(use)).toBeLessThanOrEqual(priced);
  expect(count(list) + count(use)).toBeGreaterThan(0.95 * priced);
  await expect(page.getByTestId("recent-changes").locator("li")).toHaveCount(4);
  for (const having of ["sso", "dispute"]) {
    const { total } = await (await request.get(`/api/v2/discover?having=${having}&limit=1`)).json();
    await expect(facts.locator(`a[href="/search?having=${having}"]`)).toHaveText(total.toLocaleString("en-US"));
  }
  await expect(facts).not.toContainText(/NaN|undefined|null/);
});

test("the home page calculates the cost for a team and hands it to the calculator", async ({ page, request }) => {
  await page.goto("/");
  const calculator = page.getByTestId("team-calculator");
  await calculator.getByLabel("Product").fill("Slack");
  await calculator.getByLabel("People").fill("40");
  await opening(page, () => calculator.getByRole("button", { name: "Calculate" }).click());
  await expect(page).toHaveURL(/\/calculators\/tco\?items=slack:40$/);
  const items = [{ slug: "slack", seats: 40 }];
  const cost = await (await request.post("/api/v2/tco", { data: { items } })).json();
  await expect(page.locator("main")).toContainText(cost.receipt.id);
});

test("the home page shows the MCP server URL and a curl command that works", async ({ page, request }) => {
  await page.goto("/");
  const agent = page.getByTestId("connect-agent");
  const origin = new URL(page.url()).origin;
  await expect(agent.locator("#home-mcp")).toHaveText(`${origin}/mcp`);
  const [, url = ""] = /^curl '([^']+)'$/.exec((await agent.locator("#home-curl").textContent()) ?? "") ?? [];
  expect((await (await request.get(url)).json()).slug).toBe("slack");
  await expect(agent.getByRole("button", { name: "Copy: MCP server URL" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a misspelt name is found through the plain form", async ({ page }) => {
    await page.goto("/");
    await page.locator("#home-search").fill("salesforse");
    await page.locator("#home-search").press("Enter");
    await expect(page).toHaveURL(/\/search\?q=salesforse/);
    await page.getByRole("link", { name: "Salesforce", exact: true }).click();
    await expect(page).toHaveURL(/\/software\/crm\/salesforce$/);
  });

  test("a category is filtered and sorted, and products are ticked to be compared", async ({ page }) => {
    await page.goto("/software/crm");
    await page.getByLabel("Free plan").selectOption("yes");
    await page.getByLabel("Sort by").selectOption("name");
    await opening(page, () => page.getByRole("button", { name: "Apply" }).click());
    await expect(page).toHaveURL(/free=yes/);
    for (const text of await cells(page, "Free plan").allTextContents()) expect(text).toMatch(/^yes/);
    await page.getByRole("checkbox").nth(0).check();
    await page.getByRole("checkbox").nth(1).check();
    await page.getByRole("button", { name: "Compare selected" }).click();
    await expect(page).toHaveURL(/\/compare\/[a-z0-9-]+-vs-[a-z0-9-]+$/);
  });

  test("the menu opens and leads on", async ({ page, isMobile }) => {
    await page.goto(SLACK);
    if (isMobile) {
      await page.locator(".site-menu summary").click();
      await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Categories" }).click();
    } else {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Categories" }).click();
    }
    await expect(page).toHaveURL(/\/categories$/);
  });

  for (const [name, path] of Object.entries(MISSING_PAGES)) {
    test(`an unknown address (${name}) is a whole page with status 404 that helps`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
      await expect(page.locator("code")).toHaveText(path);
      await expect(page.getByRole("navigation", { name: "Footer" })).toBeVisible();
    });
  }

  test("a misspelt product and a misspelt category lead to what was meant", async ({ page }) => {
    await page.goto("/software/team-chat/slakc");
    await page.getByTestId("nearest").getByRole("link", { name: "Slack", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${SLACK}$`));
    await page.goto("/software/teem-chat");
    await page.getByRole("link", { name: "Team chat pricing" }).click();
    await expect(page).toHaveURL(/\/software\/team-chat$/);
  });

  test("a product and a category called by their names have the address of their slugs", { tag: "@any-width" }, async ({
    page,
  }) => {
    await page.goto("/software/TeamChat");
    await expect(page).toHaveURL(/\/software\/team-chat$/);
    await page.goto("/software/x/MS%20Teams");
    await expect(page).toHaveURL(/\/software\/team-chat\/microsoft-teams$/);
  });

  test("every kind of page can be read", async ({ page, isMobile }) => {
    test.skip(isMobile, "the same text stands at any width");
    test.setTimeout(120_000);
    for (const path of Object.values(PAGE_TYPES)) {
      await page.goto(path);
      await expect(page.locator("main h1"), path).toBeVisible();
      expect((await page.locator("main").innerText()).length, path).toBeGreaterThan(80);
    }
  });
});
