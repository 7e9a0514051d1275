import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { TcoAnswer, TcoBody } from "@/lib/schemas/tco";
import type { UsageAnswer } from "@/lib/schemas/usage";
import { opening } from "./opening";
import { visitor } from "./people";
import { expectNoSidewaysScroll } from "./sound";

const money = (amount: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", trailingZeroDisplay: "stripIfInteger" }).format(
    amount,
  );

const STACK: TcoBody = {
  items: [
    { slug: "slack", seats: 40 },
    { slug: "zoom", seats: 25 },
    { slug: "trello", seats: 10 },
  ],
  billing: "annual",
  termYears: 3,
};

async function priced(request: APIRequestContext, data: TcoBody): Promise<TcoAnswer> {
  const answer = await request.post("/api/v2/tco", { data });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function fillRow(page: Page, number: number, product: string, seats: string) {
  await page.getByLabel(`Product ${number}`).fill(product);
  // The label is "Quantity" until a product sets its unit.
  await page
    .getByLabel(/^(?:Seats|Quantity)$/)
    .nth(number - 1)
    .fill(seats);
}

async function buildStack(page: Page) {
  await page.goto("/calculators");
  await opening(page, () =>
    page
      .getByRole("main")
      .getByRole("link", { name: /Cost of a stack/ })
      .click(),
  );
  await fillRow(page, 1, "Slack", "40");
  await fillRow(page, 2, "zoom", "25");
  await fillRow(page, 3, "Trello", "10");
  await page.getByLabel("Billed").selectOption("annual");
  await page.getByLabel("Term").selectOption("3");
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  await expect(page).toHaveURL(/\?items=slack:40,zoom:25,trello:10&billing=annual&years=3(?:#answer)?$/);
}

async function expectReceipt(page: Page, { receipt, total, lines }: TcoAnswer) {
  await expect(page.getByTestId("receipt-id")).toHaveText(receipt.id);
  await expect(page.getByTestId("total")).toContainText(total === null ? "unknown" : money(total));
  const sums = new Map<string, number>();
  for (const { slug, amount } of lines) sums.set(slug, (sums.get(slug) ?? 0) + amount);
  for (const [slug, sum] of sums) {
    await expect(page.locator(`.receipt tr.item[data-item="${slug}"]`)).toContainText(money(sum));
  }
}

test.describe("cost of a stack", () => {
  test("adds an empty row with the focus in it, and warns of a product in two rows", async ({ page }) => {
    await page.goto("/calculators/tco");
    await fillRow(page, 1, "Slack", "40");
    await fillRow(page, 2, "Zoom", "25");
    await fillRow(page, 3, "Trello", "10");
    await page.getByRole("button", { name: "Add a product" }).click();
    await expect(page.getByLabel("Product 4")).toBeFocused();
    await expect(page.getByLabel("Product 4")).toHaveValue("");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(/\?items=slack:40,zoom:25,trello:10(?:#answer)?$/);
    await page.goto("/calculators/tco?items=slack:40,slack:40");
    await expect(page.getByText("Slack is in more than one row. The total includes each row.")).toBeVisible();
  });

  test("is built by keyboard, opened again from its address by somebody else, and is the API's", async ({
    page,
    request,
    browser,
  }, info) => {
    const answer = await priced(request, STACK);
    await page.goto("/calculators/tco");
    await page.getByLabel("Product 1").focus();
    const typed = ["Slack", "40", "", "", "zoom", "25", "", "", "Trello", "10"];
    for (const [index, text] of typed.entries()) {
      if (index > 0) await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\?items=slack:40,zoom:25,trello:10$/);
    await page.getByRole("button", { name: "Remove Zoom" }).click();
    await expect(page.getByLabel("Product 2")).toHaveValue("Trello");
    await page.goBack();
    await expect(page.getByLabel("Product 2")).toHaveValue("Zoom");
    // From now on the receipt follows each change.
    await page.getByLabel("Billed").selectOption("annual");
    await expect(page).toHaveURL(/&billing=annual$/);
    await page.getByLabel("Term").focus();
    await page.getByLabel("Term").selectOption("3");
    await expect(page).toHaveURL(/&billing=annual&years=3$/);
    await expect(page.getByLabel("Term")).toBeFocused();
    await expectReceipt(page, answer);

    const words = (await page.locator('.section svg[role="img"]:visible').getAttribute("aria-label")) ?? "";
    for (const { name } of answer.items) expect(words).toContain(`${name}, `);
    expect(words).toContain(`total ${money(answer.total ?? 0)}`);

    const other = await visitor(browser, info);
    const opened = await other.newPage();
    await opened.goto(page.url());
    await expectReceipt(opened, answer);
    await opened.getByTestId("pinned").click();
    await expect(opened).toHaveURL(new RegExp(`receipt=${answer.receipt.id}$`));
    await expectReceipt(opened, answer);
    await expect(opened.getByTestId("receipt-differs")).toHaveCount(0);
    // Sends the request body that the page shows.
    const body = JSON.parse(await opened.locator("#api pre").innerText());
    expect((await priced(request, body)).receipt.id).toBe(answer.receipt.id);
    await other.close();
  });

  test("what is filled in before the page's script has come is answered when it has", async ({ page }) => {
    let come = () => {};
    const scripts = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto("/calculators/tco?items=slack:40", { waitUntil: "commit" });
    await page.getByLabel("Seats").first().fill("25");
    await page.getByLabel("Discount, %").fill("10");
    come();
    await expect(page).toHaveURL(/\?items=slack:25&/);
    await page.getByLabel("Discount, %").blur();
    await expect(page).toHaveURL(/\?items=slack:25&discount=10$/);
    await expect(page.locator('.receipt tr.item[data-item="slack"]')).toBeVisible();
  });

  test("without a known price of one product the total is unknown, never 0", async ({ page, request }) => {
    const answer = await priced(request, { items: [...(STACK.items ?? []), { slug: "servicenow", seats: 10 }] });
    expect(answer.total).toBeNull();
    await page.goto("/calculators/tco?items=slack:40,zoom:25,trello:10,servicenow:10");
    await expectReceipt(page, answer);
    await expect(page.getByTestId("total")).not.toContainText("$");
    await expect(page.locator('.receipt tr.item[data-item="servicenow"]')).toContainText("unknown");
    await expect(page.locator(".receipt")).toContainText("Subtotal for 3 of 4 products");
    await expect(page.locator(".receipt")).toContainText("Unknown, not counted as 0");
    await page.goto("/calculators/tco?items=servicenow:10");
    await expect(page.getByTestId("total")).toContainText("unknown");
  });

  test("prints as one sheet: the whole receipt with its sources, and nothing to press", async ({ page, isMobile }) => {
    test.skip(isMobile, "Paper has a width of its own.");
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.goto("/calculators/tco?items=slack:40,zoom:25,servicenow:10&years=3");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("form", { name: "Stack" })).toBeHidden();
    await expect(page.getByRole("button")).toHaveCount(0);
    for (const kept of [
      ".receipt",
      ".receipt > footer",
      "#optional",
      "#evidence",
      '.section svg[role="img"]:visible',
    ]) {
      await expect(page.locator(kept)).toBeVisible();
    }
    await expect(page.getByTestId("pinned")).toHaveText(/^https?:.*receipt=tco_[0-9a-f]{16}$/);
    await expectNoSidewaysScroll(page);
  });

  test("a product priced by hosts counts hosts, and says what else it sells by", async ({ page, request }) => {
    const answer = await priced(request, { items: [{ slug: "datadog", quantities: { host: 20 } }] });
    await page.goto("/calculators/tco?items=datadog:20");
    await expect(page).toHaveURL(/\?items=datadog:20\+hosts$/);
    await expect(page.getByLabel("Hosts")).toHaveValue("20");
    await expect(page.getByLabel("Committers")).toHaveValue("");
    await expectReceipt(page, answer);
    const item = page.locator('.receipt tr.item[data-item="datadog"]');
    await expect(item).toContainText("20 hosts");
    await expect(item).not.toContainText("seat");
    await expect(page.getByTestId("uncounted")).toContainText(/committers.*: enter the quantities to include them/);
    const more = await priced(request, { items: [{ slug: "datadog", quantities: { host: 20, committer: 5 } }] });
    await page.getByLabel("Committers").fill("5");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(/\?items=datadog:20\+hosts(?:%3B|;)\+5\+committers$/);
    await expectReceipt(page, more);
  });

  test("a price by percentage is calculated from a month's payments, and states its rate without them", async ({
    page,
    request,
  }) => {
    const answer = await priced(request, { items: [{ slug: "stripe", volume: 10_000, transactions: 100 }] });
    expect(answer.total).toBe(12 * 320);
    await page.goto("/calculators/tco?items=stripe");
    await expect(page.getByTestId("receipt-answer")).toContainText("2.9% + $0.30 per successful US card payment");
    await expect(page.getByTestId("total")).not.toContainText("$");
    await page.getByLabel("Volume per month, USD").fill("10000");
    await page.getByLabel("Transactions per month").fill("100");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(/\?items=stripe:10000\+volume(?:%3B|;)\+100\+transactions$/);
    await expectReceipt(page, answer);
    await page.goto("/software/billing-and-payments/stripe");
    const form = page.locator("#cost form");
    await form.getByLabel("Volume per month, USD").fill("10000");
    await form.getByLabel("Transactions per month").fill("100");
    await expect(page.locator("#cost").getByTestId("receipt-total")).toHaveText("$3,840.00");
    await page.getByRole("link", { name: "Open this receipt in the cost calculator" }).click();
    await expect(page.getByTestId("total")).toContainText(money(answer.total ?? 0));
  });

  test("what cannot be read stays as typed and is told what to do", async ({ page }) => {
    await page.goto("/calculators/tco");
    await fillRow(page, 1, "slakc", "40");
    await fillRow(page, 2, "Zoom", "many");
    await page.getByLabel("Discount, %").fill("150");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    const product = page.getByLabel("Product 1");
    await expect(product).toHaveAccessibleDescription(/No product matches “slakc”\. Did you mean .*Slack/);
    await expect(product).toHaveValue("slakc");
    await expect(page.getByLabel(/^(?:Seats|Quantity)$/).nth(1)).toHaveValue("many");
    await expect(page.getByLabel(/^(?:Seats|Quantity)$/).nth(1)).toHaveAccessibleDescription(
      /Enter a whole number from 1/,
    );
    await expect(page.getByLabel("Discount, %")).toHaveValue("150");
    await expect(page.getByLabel("Discount, %")).toHaveAccessibleDescription(/“150” is not a percentage from 0 to 100/);
    await expect(page.getByTestId("total")).toHaveCount(0);
    await page.getByRole("link", { name: "Slack", exact: true }).click();
    await expect(product).toHaveValue("Slack");
    await page
      .getByLabel(/^(?:Seats|Quantity)$/)
      .nth(1)
      .fill("25");
    await page.getByLabel("Discount, %").fill("15");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(/\?items=slack:40,zoom:25&discount=15$/);
    await expect(page.getByTestId("total")).toContainText("$");
    await page.getByRole("button", { name: "Remove Zoom" }).click();
    await expect(page).toHaveURL(/\?items=slack:40&discount=15$/);
  });
});

test.describe("cost of a language model", () => {
  const CARDS = ["anthropic-api", "openai-api"];
  const everyModel = (page: Page) => page.locator("summary", { hasText: "All models on all rate cards" }).click();

  const rowsOf = (page: Page) =>
    page.locator("#ranking tr[data-model]").evaluateAll((all) =>
      all.map((row) => ({
        id: row.getAttribute("data-model") ?? "",
        total: Number(row.querySelector("strong.figure")?.firstChild?.textContent?.replace(/[^\d.]/g, "")),
      })),
    );

  async function estimated(
    request: APIRequestContext,
    id: string,
    used: Record<string, string>,
  ): Promise<number | null> {
    const [, card, model] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
    const query = new URLSearchParams({ model: model ?? "", depth: "summary", ...used });
    const answer: UsageAnswer = await (await request.get(`/api/v2/usage/${card}?${query}`)).json();
    return answer.estimate?.total ?? null;
  }

  test("opens with a dozen flagships of their makers, cheapest first, each bill the API's, in bars on one axis", async ({
    page,
    request,
  }) => {
    await page.goto("/calculators/llm");
    const rows = await rowsOf(page);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.length).toBeLessThanOrEqual(14);
    expect(rows.map(({ total }) => total)).toEqual(rows.map(({ total }) => total).sort((a, b) => a - b));
    const used = { inputTokens: "50000000", outputTokens: "10000000", promptTokensPerRequest: "1000" };
    for (const { id, total } of rows) expect(await estimated(request, id, used), id).toBe(total);
    await expect(page.getByTestId("answer")).toContainText(
      new RegExp(
        `at \\${money(rows[0]?.total ?? 0)} per month is the cheapest of ${rows.length} flagship models for 50M input tokens and 10M output tokens\\. Checked `,
      ),
    );
    const bars = await page.locator("#ranking tr[data-model] svg").evaluateAll((all) =>
      all.map((bar) => {
        const parts = [...bar.querySelectorAll("[data-part]")].map((part) => part.getBoundingClientRect());
        const whole = bar.getBoundingClientRect();
        return { share: parts.reduce((sum, { width }) => sum + width, 0) / whole.width, parts: parts.length };
      }),
    );
    const dearest = Math.max(...rows.map(({ total }) => total));
    for (const [index, { share, parts }] of bars.entries()) {
      expect(parts).toBe(2);
      expect(share).toBeCloseTo((rows[index]?.total ?? 0) / dearest, 1);
    }
    await expect(page.getByTestId("legend")).toContainText("input");
    await expect(page.getByTestId("legend")).toContainText("output");
    // A task with an unknown price has a text instead of a number.
    await expect(page.locator('#tasks td[data-task="voice"]').first()).toHaveText("not priced");
    await expectNoSidewaysScroll(page);
  });

  test("follows what is typed without losing the field, and takes families and names", async ({
    page,
    request,
  }, info) => {
    await page.goto("/calculators/llm");
    const input = page.getByLabel("Input tokens", { exact: true });
    const verdict = page.getByTestId("answer");
    await expect(async () => {
      await input.fill("100M");
      await expect(verdict).toContainText("100M input tokens", { timeout: 2_000 });
    }).toPass();
    await expect(input).toBeFocused();
    await expect(input).toHaveValue("100M");
    await page.getByLabel("Cached part of input").fill("50M");
    await expect(verdict).toContainText("(50M cached)");
    await expect(page).toHaveURL(
      /\?per=month&requests=50000&inputTokens=100000000&cachedInputTokens=50000000&outputTokens=10000000$/,
    );
    await expect(page.getByTestId("legend")).toContainText("cached input");
    // Input that is half typed is not an error yet.
    await input.focus();
    await expect(page).toHaveURL(/cachedInputTokens=50000000/);
    await input.fill("1e");
    await page.waitForTimeout(600);
    await expect(page.getByText("No ranking yet")).toHaveCount(0);
    await input.fill("100M");

    const claude = page.getByRole("checkbox", { name: /^Claude/ });
    await claude.check({ force: true });
    await expect(page).toHaveURL(/&families=claude$/);
    const ids = async () => (await rowsOf(page)).map(({ id }) => id);
    await expect.poll(async () => (await ids()).every((id) => id.startsWith("anthropic-api/"))).toBe(true);
    await claude.uncheck({ force: true });
    await expect(page).not.toHaveURL(/families/);

    const box = page.getByLabel(/^Models, separated by commas/);
    await box.fill("gpt-5 or claude sonnet or gemini");
    await box.press("Enter");
    await expect(page).toHaveURL(/&models=gpt-5,claude%20sonnet,gemini$/);
    await expect
      .poll(ids)
      .toEqual(expect.arrayContaining(["openai-api/gpt-5", expect.stringMatching(/^gemini-api\//)]));
    const found = await ids();
    expect(new Set(found.map((id) => id.split("/")[0]))).toEqual(
      new Set(["openai-api", "anthropic-api", "gemini-api"]),
    );
    expect(found.filter((id) => id.startsWith("anthropic-api/"))).toHaveLength(1);
    await expect(page.getByTestId("names")).toContainText(/“claude sonnet” to Claude Sonnet/);
    const used = {
      inputTokens: "100000000",
      cachedInputTokens: "50000000",
      outputTokens: "10000000",
      promptTokensPerRequest: "2000",
    };
    for (const { id, total } of await rowsOf(page)) expect(await estimated(request, id, used), id).toBe(total);

    if (info.project.name !== "desktop") return;
    await page.goto("/calculators/llm?models=gemni");
    await expect(page.getByTestId("names")).toContainText("No model matches “gemni”. Did you mean Gemini?");
    await opening(page, () => page.getByTestId("names").getByRole("link", { name: "Gemini" }).click());
    await expect(page).toHaveURL(/&models=Gemini$/);
    await expect(page.getByTestId("names")).not.toContainText("gemni");
    // An empty list would also have at most one maker.
    await expect
      .poll(async () => new Set((await ids()).map((id) => id.split("/")[0])))
      .toEqual(new Set(["gemini-api"]));
    // Tasks follow their assumptions.
    const cell = page.locator('#tasks td[data-task="chat"]').first();
    const before = await cell.innerText();
    await expect(async () => {
      await page.getByLabel("A chat message: input").fill("100K");
      await expect(page).toHaveURL(/&chat=100000:300$/, { timeout: 2_000 });
    }).toPass();
    expect(await cell.innerText()).not.toBe(before);
  });

  test("every model of every card is ranked as the API prices it", { tag: "@any-width" }, async ({ page, request }) => {
    await page.goto("/calculators/llm");
    await everyModel(page);
    await page.getByText(/^All \d+ vendors$/).click();
    await page.getByLabel("Tokens are entered").selectOption("request");
    for (const card of CARDS) await page.locator(`input[type="checkbox"][value="${card}"]`).check();
    await page.getByLabel("Requests per month").fill("100K");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(/[?]requests=100000&/);
    await page.getByLabel("Input tokens", { exact: true }).fill("2,000");
    await page.getByLabel("Output tokens", { exact: true }).fill("500");
    await page.getByLabel("Context window").selectOption("any");
    await page.getByLabel("Show each vendor’s offer in its own row").check();
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(
      /\?requests=100000&inputTokens=2000&outputTokens=500&cards=anthropic-api,openai-api&context=any&offers=all$/,
    );

    const used = "inputTokens=200000000&outputTokens=50000000&promptTokensPerRequest=2000&depth=summary";
    const estimates = await Promise.all(
      CARDS.map(async (card) => {
        const answer: UsageAnswer = await (await request.get(`/api/v2/usage/${card}?${used}`)).json();
        return (answer.estimates ?? []).map(({ model, total }) => ({ id: `${card}/${model}`, total: total ?? 0 }));
      }),
    );
    const ranked = estimates.flat().sort((a, b) => a.total - b.total);
    const rows = (await rowsOf(page)).slice(0, 12);
    expect(rows.map(({ total }) => total)).toEqual(ranked.slice(0, 12).map(({ total }) => total));
    for (const row of rows) expect(ranked).toContainEqual(row);
    await expect(page.getByTestId("answer")).toContainText(money(ranked[0]?.total ?? 0));
  });

  test("an answer that has come does not end the question asked meanwhile", async ({ page }) => {
    await page.goto("/calculators/llm?show=all");
    // Repeats until the form shows results in place.
    await expect(async () => {
      await page.getByLabel("Status").selectOption("all");
      await expect(page).toHaveURL(/[?&]status=all$/, { timeout: 2_000 });
    }).toPass();
    // Submits the next request immediately, before the page has written the URL of the current result.
    await page.getByTestId("answer").evaluate((answer) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        const form = document.querySelector<HTMLFormElement>('form[aria-label="Workload"]');
        const field = form?.elements.namedItem("requests");
        if (field instanceof HTMLInputElement) field.value = "100K";
        form?.requestSubmit();
      });
      observer.observe(answer, { subtree: true, childList: true, characterData: true });
    });
    await page.getByLabel("Output tokens", { exact: true }).fill("5M");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(/\?per=month&requests=100000&inputTokens=50000000&outputTokens=5000000&status=all$/);
    await expect(page.locator("main")).toContainText("100,000 requests per month");
  });

  test("the plot says in words from where another is cheaper, and the API agrees on both sides", async ({
    page,
    request,
  }) => {
    await page.goto("/calculators/llm");
    const plot = page.getByTestId("crossover");
    const words = (await plot.locator("figcaption").innerText()).replace(/\s+/g, " ");
    const [, at, left, , right] =
      /^Up to ([\d.]+) output tokens? per input token, (.+?) is cheapest\. From ([\d.]+) .*? on, (.+?) is cheapest/.exec(
        words,
      ) ?? [];
    const crossing = Number(at);
    expect(crossing, words).toBeGreaterThan(0);
    await expect(plot.locator('svg[role="img"]:visible')).toHaveAttribute("aria-label", new RegExp(`Up to ${at} `));
    const ticked = await page.locator("#ranking tr[data-model]:has(input:checked)").evaluateAll((rows) =>
      rows.map((row) => ({
        id: row.getAttribute("data-model") ?? "",
        name: `${row.querySelector("th")?.firstChild?.textContent} (${row.querySelector("td a")?.textContent})`,
      })),
    );
    const cost = async (name: string | undefined, ratio: number) => {
      const id = ticked.find((offer) => offer.name === name)?.id ?? "";
      const [, card, model] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
      const query = new URLSearchParams({
        model: model ?? "",
        inputTokens: String(1e9),
        outputTokens: String(Math.round(1e9 * ratio)),
        promptTokensPerRequest: "1000",
        depth: "summary",
      });
      const answer: UsageAnswer = await (await request.get(`/api/v2/usage/${card}?${query}`)).json();
      return answer.estimate?.total ?? Number.NaN;
    };
    expect(await cost(left, crossing * 0.9)).toBeLessThan(await cost(right, crossing * 0.9));
    expect(await cost(right, crossing * 1.1)).toBeLessThan(await cost(left, crossing * 1.1));
  });

  test("a flat plan beside a model: the volume from which the plan is cheaper", async ({ page, request }) => {
    await page.goto("/calculators/llm");
    const form = page.getByRole("form", { name: "Plot" });
    await form.getByLabel("Compare with a flat plan of").fill("slack");
    await form.getByLabel("Plan seats").fill("20");
    await opening(page, () => form.getByRole("button", { name: "Plot selected models" }).click());
    await expect(page).toHaveURL(/plan=slack::20/);
    const { items } = await priced(request, { slug: "slack", seats: 20, billing: "monthly" });
    const plan = (items[0]?.yearOne ?? 0) / 12;
    const words = (await page.getByTestId("crossover").locator("figcaption").innerText()).replace(/\s+/g, " ");
    const volume = Number(
      /From ([\d,]+) requests per month on, Slack Pro is cheapest/.exec(words)?.[1]?.replace(/,/g, ""),
    );
    expect(volume, words).toBeGreaterThan(0);
    const drawn = await page
      .locator("#ranking tr[data-model]:has(input:checked) strong.figure")
      .evaluateAll((all) => all.map((sum) => Number(sum.firstChild?.textContent?.replace(/[^\d.]/g, ""))));
    // The example is 50,000 requests. The page shows the crossing with three digits.
    expect((volume / 5e4) * Math.min(...drawn)).toBeCloseTo(plan, -1);
  });

  test("what cannot be read stays as typed, and nothing is ranked", async ({ page }) => {
    await page.goto("/calculators/llm?requests=1000&inputTokens=lots&outputTokens=200");
    const field = page.getByLabel("Input tokens", { exact: true });
    await expect(field).toHaveValue("lots");
    await expect(field).toHaveAccessibleDescription(/“lots” is not a number\. Enter a number such as 250000/);
    await expect(page.getByRole("status")).toContainText("No ranking yet");
    await expect(page.locator("#ranking")).toHaveCount(0);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a stack is built, grows by a row, and Enter never takes one away", async ({ page, request }) => {
    await buildStack(page);
    await expectReceipt(page, await priced(request, STACK));
    await page.getByRole("button", { name: "Add a product" }).click();
    await fillRow(page, 4, "Notion", "5");
    await page.getByLabel("Product 4").press("Enter");
    await expect(page).toHaveURL(/\?items=slack:40,zoom:25,trello:10,notion:5&billing=annual&years=3(?:#answer)?$/);
  });

  test("the bill of a workload is shown on families and models by name", async ({ page }) => {
    await page.goto("/calculators/llm");
    await page.getByLabel("Input tokens", { exact: true }).fill("5M");
    await page.getByRole("checkbox", { name: /^Claude/ }).check({ force: true });
    await page.getByLabel(/^Models, separated by commas/).fill("gpt-5 or gemini flash");
    await page.getByRole("button", { name: "Calculate", exact: true }).click();
    await expect(page).toHaveURL(
      /inputTokens=5000000&outputTokens=10000000&families=claude&models=gpt-5,gemini%20flash/,
    );
    await expect(page.locator('#ranking tr[data-model="openai-api/gpt-5"]')).toContainText("$");
    await expect(page.locator('#ranking tr[data-model^="anthropic-api/"]').first()).toContainText("$");
    await page.getByRole("link", { name: /^All models with these names/ }).click();
    await expect(page).toHaveURL(/show=all/);
    await expect(page.locator("#ranking tr[data-model]").first()).toContainText("$");
    await expect(page.getByTestId("crossover").locator("figcaption")).toContainText("is cheapest");
  });
});
