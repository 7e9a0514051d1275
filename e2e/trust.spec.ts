import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { POLICY } from "@/lib/catalog/policy";
import { VERIFICATION_POLICY } from "@/lib/verification/policy";

interface Source {
  slug: string;
  name: string;
  licence: string;
  licenceUrl: string | null;
  restricted: boolean;
  attribution: string;
}

const sources = JSON.parse(readFileSync("db/catalog/sources.json", "utf8")) as Source[];

test("the figures of the methodology are the constants of the rules", { tag: "@any-width" }, async ({ page }) => {
  await page.goto("/methodology");
  const shown = await page
    .locator("data[data-constant]")
    .evaluateAll((all) =>
      all.map(
        (node) =>
          [
            node.getAttribute("data-constant") ?? "",
            Number(node.getAttribute("value")),
            node.textContent ?? "",
          ] as const,
      ),
    );
  const { trustWeight, prominence, ...rest } = POLICY;
  const constants = new Map<string, number>([
    ...Object.entries(rest),
    ...Object.entries(trustWeight).map(([kind, weight]) => [`trustWeight.${kind}`, weight] as const),
    ...Object.entries(prominence).map(([part, points]) => [`prominence.${part}`, points] as const),
    ...Object.entries<number | readonly number[]>(VERIFICATION_POLICY).flatMap(([name, value]) =>
      typeof value === "number"
        ? [[name, value] as const]
        : value.map((one, at) => [`${name}.${at + 1}`, one] as const),
    ),
  ]);
  const percent = new Set(["rateTolerance", "disputedModelShare"]);
  for (const [name, value, text] of shown) {
    const expected = constants.get(name);
    if (expected !== undefined) expect(value, name).toBeCloseTo(percent.has(name) ? expected * 100 : expected, 9);
    expect(Number(text.replaceAll(",", "")), name).toBeCloseTo(value, 9);
  }
  const named = new Set(shown.map(([name]) => name));
  expect([...constants.keys()].filter((name) => !named.has(name))).toEqual([]);
});

test("the worked example multiplies to the confidence that the API gives", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  await page.goto("/methodology");
  const example = page.locator("[data-example]");
  const slug = await example.getAttribute("data-example");
  const { verification } = await (await request.get(`/api/v2/pricing/${slug}`)).json();
  const factors = (await example.locator("[data-term] .num").allInnerTexts()).map(Number);
  expect(factors).toEqual(verification.confidenceTerms.map(({ value }: { value: number }) => value));
  expect(factors.length).toBeGreaterThan(2);
  await expect(example.locator("[data-result]")).toHaveText(verification.confidence.toFixed(2));
  // The page shows the factors with three digits.
  expect(factors.reduce((product, factor) => product * factor, 1)).toBeCloseTo(verification.confidence, 1);
});

test("every rule of a comparison stands on the methodology page in the same words", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  const { fields } = await (await request.get("/api/v2/compare?slugs=slack,notion&seats=10")).json();
  await page.goto("/methodology");
  for (const { field, rule } of fields as { field: string; rule: string }[]) {
    const words = await page.locator(`[data-rule="${field}"] td`).innerText();
    expect(rule.startsWith(words), field).toBe(true);
  }
});

test("the licence table has every source of the data with its licence and what it asks for", {
  tag: "@any-width",
}, async ({ page }) => {
  await page.goto("/license");
  const used = sources.filter(({ slug }) => existsSync(`db/catalog/observations/${slug}.ndjson`));
  await expect(page.locator("[data-source]")).toHaveCount(used.length);
  for (const { slug, licence, licenceUrl, restricted, attribution } of used) {
    const row = page.locator(`[data-source="${slug}"]`);
    await expect(row).toContainText(attribution);
    await expect(row).toContainText(licence === "none" ? "none stated: facts only" : licence);
    if (licenceUrl && licence !== "none")
      await expect(row.getByRole("link", { name: licence })).toHaveAttribute("href", licenceUrl);
    if (restricted) await expect(row.locator(".tag")).toHaveText("restricted");
  }
});

test("groups are said to be owned or restricted as records have them", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  await page.goto("/license");
  const { results } = await (await request.get("/api/v2/discover?limit=50")).json();
  const slugs = results.map(({ slug }: { slug: string }) => slug);
  for (let at = 0; at < slugs.length; at += 20) {
    const { records } = await (await request.get(`/api/v2/pricing?slugs=${slugs.slice(at, at + 20)}`)).json();
    for (const { license } of records as { license: Record<string, string> }[]) {
      for (const [group, state] of Object.entries(license)) {
        await expect(page.locator(`[data-terms="${group}"]`)).toContainText(state);
      }
    }
  }
});

test("the addresses that the API description names exist", { tag: "@any-width" }, async ({ request }) => {
  const { info } = await (await request.get("/api/v2/openapi.json")).json();
  for (const address of [info.termsOfService, info.license.url, info.contact.url]) {
    expect((await request.get(new URL(address).pathname)).status(), address).toBe(200);
  }
  const earlier = await request.get("/data-licenses", { maxRedirects: 0 });
  expect([earlier.status(), earlier.headers().location]).toEqual([308, "/license"]);
});

test("terms and privacy say how to reach the operator", { tag: "@any-width" }, async ({ page }) => {
  for (const path of ["/terms", "/privacy", "/license"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(/Report an error|@/);
  }
});

test("the terms say how long a bought file can be fetched, as the shop does", { tag: "@any-width" }, async ({
  page,
}) => {
  await page.goto("/pricing");
  const [limits = ""] = /\d+ days and (for )?\d+ downloads/.exec(await page.getByRole("main").innerText()) ?? [];
  await page.goto("/terms");
  await expect(page.locator("#buying")).toContainText("30 days and 20 downloads");
  expect(limits.replace("for ", "")).toBe("30 days and 20 downloads");
});

test("reading sets no cookie and asks no other host", { tag: "@any-width" }, async ({ page, context, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  for (const path of ["/", "/changes", "/software/team-chat/slack", "/privacy"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  expect(await context.cookies()).toEqual([]);
});

test("a badge says the price of the API and is a picture that is drawn", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  const record = await (await request.get("/api/v2/pricing/slack")).json();
  const response = await request.get("/badge/slack.svg");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toContain("image/svg+xml");
  expect(response.headers()["cache-control"]).toMatch(/^public/);
  const paid = record.tiers.flatMap(
    (tier: { isFree: boolean; priceMonthly: number | null; priceAnnual: number | null }) =>
      tier.isFree ? [] : [tier.priceMonthly ?? tier.priceAnnual],
  );
  const lowest = Math.min(...paid.filter((price: number | null) => price !== null));
  expect(await response.text()).toMatch(new RegExp(`\\$${lowest}(?:–\\$[\\d.]+)? per user per month`));
  const again = await request.get("/badge/slack.svg", { headers: { "if-none-match": response.headers().etag ?? "" } });
  expect(again.status()).toBe(304);
  const missing = await request.get("/badge/slakc.svg");
  expect([missing.status(), (await missing.text()).includes("not in the catalogue")]).toEqual([404, true]);
  await page.goto("/badges?product=slack");
  const drawn = await page
    .locator("#badge img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  for (const width of drawn) expect(width).toBeGreaterThan(150);
});

test("a card can be framed, shows the answer and leads to the page to cite", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  const record = await (await request.get("/api/v2/pricing/slack")).json();
  const response = await request.get("/embed/slack");
  expect(response.headers()["content-security-policy"]).toContain("frame-ancestors *");
  expect(await response.text()).not.toContain("<script");
  await page.goto("/badges?product=slack");
  const card = page.frameLocator("#card iframe");
  await expect(card.getByRole("heading")).toHaveText("Slack pricing");
  await expect(card.getByRole("img")).toHaveAttribute("aria-label", /^Tiers on one axis/);
  await expect(card.getByRole("link").first()).toHaveAttribute("href", record.links.page);
  const { html } = await (await request.get(`/embed/oembed?url=${encodeURIComponent(record.links.page)}`)).json();
  expect(await page.locator('#card [data-snippet="HTML"]').innerText()).toBe(html);
  expect(html).toContain(record.links.page);
  const markdown = await page.locator('#badge [data-snippet="Markdown"]').innerText();
  expect(markdown).toMatch(/^\[!\[Slack pricing\]\(.*\/badge\/slack\.svg\)\]\(.*\/software\/team-chat\/slack\)$/);
  expect((await request.get("/embed/slakc")).status()).toBe(404);
});

test("each agent's set-up leads to the endpoint and names its documentation", { tag: "@any-width" }, async ({
  page,
}) => {
  await page.goto("/agents");
  const endpoint = await page.getByTestId("endpoint").innerText();
  const clients = page.locator("[data-client]");
  expect(await clients.count()).toBeGreaterThan(7);
  for (const client of await clients.all()) {
    await expect(client.locator("pre")).toContainText(endpoint);
    await expect(client.getByRole("link", { name: /^Documentation/ })).toHaveAttribute("href", /^https:/);
  }
});

test("the agents' conversation is what the tools answer, and its figures are the API's", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  await page.goto("/agents");
  const conversation = page.getByTestId("conversation");
  await expect(conversation).toContainText("an example");
  const answer = await (await request.get("/api/v2/compare?slugs=notion,clickup&seats=30")).json();
  const reply = conversation.getByTestId("reply");
  for (const { name, cost, links } of answer.products) {
    const amount = `${name} costs $${cost.yearOne.toLocaleString("en-US")}`;
    await expect(reply).toContainText(amount);
    await expect(reply.getByRole("link", { name })).toHaveAttribute("href", links.page);
    await expect(conversation.locator("[data-call=compare_software]")).toContainText(
      // Long lines are truncated.
      String(answer.products[0].answer).slice(0, 120),
    );
  }
  await expect(conversation.locator("[data-call=calculate_tco] pre").first()).toHaveText(
    JSON.stringify({ slug: "notion", seats: 30, billing: "monthly" }),
  );
});

test("a deployment that has not named its operator says so, and what to do", async ({ page }) => {
  await page.goto("/about");
  await expect(page.getByTestId("unnamed")).toHaveText("This deployment does not name its operator.");
  await expect(page.getByRole("main")).toContainText("OPERATOR_NAME");
  for (const path of ["/terms", "/privacy"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText("This deployment does not name its operator");
    await expect(page.locator('main a[href="/about#operator"]')).toBeVisible();
  }
  await page.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
  await expect(page.locator("#operator")).toBeInViewport();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of [
    "/methodology",
    "/license",
    "/about",
    "/bot",
    "/terms",
    "/privacy",
    "/badges",
    "/agents",
    "/coverage",
    "/docs",
    "/docs/shapes",
    "/docs/get_pricing",
    "/docs/errors",
  ]) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(800);
    });
  }
});
