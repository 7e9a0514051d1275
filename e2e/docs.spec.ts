import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { excerptJson } from "@/lib/openapi/excerpt";
import { opening } from "./opening";
import { expectNoSidewaysScroll } from "./sound";

interface Described {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  parameters?: { name: string }[];
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

test("every operation that is not deprecated has a page with every parameter, and each page stays small", {
  tag: "@any-width",
}, async ({ page, request }) => {
  const document = (await (await request.get("/api/v2/openapi.json")).json()) as Document;
  await page.goto("/docs");
  const list = page.getByRole("navigation", { name: "Reference" });
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { deprecated }]) => !deprecated)
      .map(([method, operation]) => ({ path, method, ...operation })),
  );
  await expect(page.locator("[data-operation]")).toHaveCount(documented.length);
  for (const { path, method, operationId, summary, parameters = [] } of documented) {
    await expect(list.getByRole("link", { name: summary, exact: true })).toHaveAttribute(
      "href",
      `/docs/${operationId}`,
    );
    const html = (await (await request.get(`/docs/${operationId}`)).text()).replaceAll("<!-- -->", "");
    const wanted = [`<strong>${method.toUpperCase()}</strong> ${path}`];
    for (const { name } of parameters) wanted.push(`<th scope="row"><code>${name}</code>`);
    expect(
      wanted.filter((piece) => !html.includes(piece)),
      operationId,
    ).toEqual([]);
  }
  const sitemap = await (await request.get("/sitemaps/pages.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/docs[^<]*)</g)].map(([, path]) => path ?? "");
  expect(paths.length).toBe(documented.length + 6);
  for (const path of paths) {
    const response = await request.get(path);
    const html = await response.text();
    expect(response.status(), path).toBe(200);
    expect(html, path).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}"`));
    expect(gzipSync(html).length, path).toBeLessThan(60_000);
    expect(/<title>([^<]+)/.exec(html)?.[1]?.length, path).toBeLessThan(90);
  }
  expect((await request.get("/docs/no_such_operation")).status()).toBe(404);
});

test("the quickstart stands on the first screen, is copied whole, and prints what the page says", async ({
  page,
  context,
}, { project }) => {
  await page.goto("/docs");
  const printed = await page.getByTestId("prints").innerText();
  const tabs = page.getByRole("group", { name: "First request" });
  await expect(tabs).toBeInViewport({ ratio: 1 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied: Record<string, string> = {};
  for (const language of ["curl", "TypeScript", "Python"]) {
    await tabs.getByText(language, { exact: true }).click();
    await expect(tabs.getByRole("radio", { name: language })).toBeChecked();
    await expect(tabs.locator("pre:visible")).toHaveCount(1);
    await tabs.getByRole("button", { name: `Copy: First request, ${language}` }).click();
    await expect(tabs.locator("[role=status]:visible")).toHaveText("Copied");
    copied[language] = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied[language]?.split("\n").length).toBeLessThanOrEqual(5);
  }
  if (project.name !== "desktop") return;
  const run = promisify(execFile);
  const ran = await run(process.execPath, ["--input-type=module", "--eval", copied.TypeScript ?? ""]);
  expect(ran.stdout.trim()).toBe(printed.trim());
  const python = await run("python3", ["-c", copied.Python ?? ""]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ran;
    throw error;
  });
  expect(python.stdout.trim()).toBe(printed.trim());
});

test("an anchor of the time when all stood on one page leads on", async ({ page, browser }) => {
  for (const id of ["get_pricing", "files"]) {
    await page.goto(`/docs#${id}`);
    await expect(page).toHaveURL(new RegExp(`/docs/${id}$`));
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(new URL("/docs#calculate_tco", page.url()).href);
  await expect(plain.locator("#calculate_tco")).toBeInViewport();
  await opening(plain, () => plain.locator("#calculate_tco").getByRole("link").click());
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Calculate the cost for a team");
  await plain.locator("label", { hasText: "Python" }).click();
  await expect(plain.getByText("requests.post(")).toBeVisible();
  await opening(plain, () => plain.locator("a[rel=next]").click());
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Compare two to four products");
  await context.close();
});

test("an example is the live answer, cut short where it is long, and its errors lead to their pages", {
  tag: "@any-width",
}, async ({ page, request }) => {
  await page.goto("/docs/get_pricing");
  const live = async (address: string): Promise<unknown> => (await request.get(address)).json();
  const summary = await page.locator('[data-answer="get_pricing summary"] code').textContent();
  expect(summary).toBe(excerptJson(await live("/api/v2/pricing/slack?depth=summary"), 20).text);
  const full = page.locator('[data-answer="get_pricing full"] code');
  expect(await full.textContent()).toBe(excerptJson(await live("/api/v2/pricing/slack"), 56).text);
  const whole = page.locator("#get_pricing").getByRole("link", { name: "Open the full response" }).first();
  await expect(whole).toHaveAttribute("href", "/api/v2/pricing/slack");
  const code = page.locator("#get_pricing").getByRole("link", { name: "product_not_found" });
  await expect(code).toHaveAttribute("href", "/problems/product_not_found");
  await page.goto("/problems/product_not_found");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the members of an answer are listed, and lead to the shapes that they have", async ({ page }) => {
  await page.goto("/docs/get_pricing");
  const entry = page.locator("#get_pricing");
  await entry.getByTestId("answer-fields").locator("summary").click();
  const row = entry.getByTestId("answer-fields").getByRole("row", { name: /^hiddenCosts/ });
  await expect(row).toContainText("may be absent");
  await row.getByRole("link", { name: "HiddenCost" }).click();
  await expect(page).toHaveURL(/\/docs\/shapes#HiddenCost$/);
  await expect(page.locator("#HiddenCost")).toContainText("or null");
});

test("a request can be sent from the page with the keyboard alone", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/docs/get_pricing");
  const entry = page.locator("#get_pricing");
  await entry.getByText("Try it", { exact: true }).focus();
  await page.keyboard.press("Enter");
  const form = entry.getByRole("form", { name: "Try get_pricing" });
  await form.getByLabel("slug, required").fill("notion");
  await form.getByLabel("depth").selectOption("summary");
  await form.getByLabel("slug, required").press("Enter");
  await expect(form.getByTestId("status")).toContainText(/^200/);
  await expect(form).toContainText('RateLimit: "keyless"');
  const body = JSON.parse(await form.getByLabel("Response body").inputValue()) as { slug: string };
  expect(body.slug).toBe("notion");
  expect(complaints).toEqual([]);
});

test("a body can be sent, and a refusal is shown as it comes", async ({ page }) => {
  await page.goto("/docs/calculate_tco");
  const entry = page.locator("#calculate_tco");
  await entry.getByText("Try it", { exact: true }).click();
  const form = entry.getByRole("form", { name: "Try calculate_tco" });
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByTestId("status")).toContainText(/^200/);
  await form.getByLabel("Example").selectOption("notPriced");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByTestId("status")).toContainText(/^422/);
  await expect(form.getByLabel("Response body")).toHaveValue(/"code": "not_priced"/);
});

test("nothing scrolls sideways, whatever is open, and the footer leads here", async ({ page, isMobile }) => {
  await page.goto("/");
  await opening(page, () => page.getByRole("contentinfo").getByRole("link", { name: "API reference" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  await expectNoSidewaysScroll(page);
  await page.goto("/docs/get_pricing");
  await page.locator("details").evaluateAll((all) => {
    for (const details of all) if (!details.hasAttribute("name")) details.setAttribute("open", "");
  });
  await expectNoSidewaysScroll(page);
  const [list, text, example] = await Promise.all(
    ["nav[aria-label='API reference']", "#get_pricing h2:has-text('Request')", "#get_pricing .code-tabs"].map(
      (selector) => page.locator(selector).first().boundingBox(),
    ),
  );
  const lefts = [list, text, example].map((box) => Math.round(box?.x ?? -1));
  if (isMobile) expect(new Set(lefts).size).toBe(1);
  else expect(lefts).toEqual([...new Set(lefts)].sort((a, b) => a - b));
});
