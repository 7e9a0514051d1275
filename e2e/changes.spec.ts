import { expect, type Page, test } from "@playwright/test";
import { opening } from "./opening";

interface Change {
  id: string;
  class: string;
  day: string;
  before: number | null;
  after: number | null;
  product: { slug: string; name: string; category: string };
}

const ids = (page: Page) => page.locator("tr[data-class]").evaluateAll((rows) => rows.map((row) => row.id));

test("the ledger is that of the API, newest first, under its weeks and days", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  const { changes, total } = (await (
    await request.get("/api/v2/changes?class=move,scheduled&prices=list&limit=100")
  ).json()) as {
    changes: Change[];
    total: number;
  };
  await page.goto("/changes");
  expect((await ids(page)).sort()).toEqual(changes.map(({ id }) => id).sort());
  await expect(page.getByTestId("count")).toContainText(new Intl.NumberFormat("en-US").format(total));
  const days = await page.locator("time").evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  expect(days).toEqual([...days].sort().reverse());
  for (const source of await page.locator(".entry").all()) {
    expect(await source.getByRole("link", { name: /./ }).count()).toBeGreaterThan(1);
  }
  await expect(page.getByRole("heading", { level: 2, name: /^Week of/ }).first()).toBeVisible();
  for (const entry of await page.locator(".entry").all())
    await expect(entry).toContainText(/confidence (high|fair|low)/);
});

test("list prices, rates and both are one link apart, keep the other filters, and stay in the form", async ({
  page,
  request,
  isMobile,
}) => {
  test.skip(isMobile === true, "seen at the other width");
  const totalOf = async (query: string) =>
    ((await (await request.get(`/api/v2/changes?class=move&limit=1${query}`)).json()) as { total: number }).total;
  const kinds = page.getByRole("navigation", { name: "Price types" });
  await page.goto("/changes?class=move");
  await expect(kinds.locator("[aria-current]")).toHaveText("List prices");
  for (const [name, query] of [
    ["Usage rates and extra costs", "&prices=rates"],
    ["Both", ""],
  ] as const) {
    await opening(page, () => kinds.getByRole("link", { name }).click());
    await expect(page).toHaveURL(/class=move/);
    await expect(kinds.locator("[aria-current]")).toHaveText(name);
    const total = new Intl.NumberFormat("en-US").format(await totalOf(query));
    await expect(page.getByTestId("count")).toContainText(total);
    await expect(kinds.getByRole("listitem").filter({ hasText: name })).toContainText(`${total} changes`);
  }
  await opening(page, () => kinds.getByRole("link", { name: "Usage rates" }).click());
  await opening(page, () => page.getByRole("button", { name: "Apply" }).click());
  await expect(page).toHaveURL(/prices=rates/);
  await page.goto("/changes?prices=some");
  await expect(page.getByTestId("count")).toContainText("prices");
});

test("filters go into the address and come back from it", async ({ page, request }) => {
  await page.goto("/changes");
  const form = page.getByRole("form", { name: "Filter changes" });
  await form.getByLabel("First seen").check();
  await form.getByLabel("Announced").uncheck();
  await form.getByLabel("Direction").selectOption("up");
  await form.getByLabel("Category").selectOption("project-management");
  await form.getByLabel("From").fill("2022-01-01");
  await opening(page, () => form.getByRole("button", { name: "Apply" }).click());
  await expect(page).toHaveURL(/class=move&class=coverage&direction=up&category=project-management/);
  const query = "class=move,coverage&direction=up&category=project-management&since=2022-01-01&limit=100";
  const { changes } = (await (await request.get(`/api/v2/changes?${query}`)).json()) as { changes: Change[] };
  expect(changes.length).toBeGreaterThan(3);
  expect((await ids(page)).sort()).toEqual(changes.map(({ id }) => id).sort());
  await page.reload();
  await expect(form.getByLabel("First seen")).toBeChecked();
  await expect(form.getByLabel("Announced")).not.toBeChecked();
  await expect(form.getByLabel("Direction")).toHaveValue("up");
  await expect(form.getByLabel("From")).toHaveValue("2022-01-01");
  for (const row of await page.locator("tr[data-class='move'] .step").allInnerTexts()) expect(row).toContain("+");
  await form.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/changes$/);
});

test("pages follow one another without a gap or a repeat, and lead back", { tag: "@any-width" }, async ({ page }) => {
  await page.goto("/changes?category=llm-apis&class=move");
  const first = await ids(page);
  expect(first).toHaveLength(100);
  await opening(page, () => page.getByRole("link", { name: "Older changes" }).click());
  await expect(page).toHaveURL(/cursor=/);
  const second = await ids(page);
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  await opening(page, () => page.getByRole("link", { name: "Newest changes" }).click());
  expect(await ids(page)).toEqual(first);
});

test("what cannot be read is said, with the nearest name", async ({ page }) => {
  await page.goto("/changes?product=slakc");
  await expect(page.getByTestId("count")).toContainText('No product matches "slakc"');
  await page.getByRole("link", { name: "slack", exact: true }).click();
  await expect(page).toHaveURL(/product=slack$/);
  await expect(page.locator("[data-product='slack']").first()).toBeVisible();
  await page.goto("/changes?since=yesterday");
  await expect(page.getByTestId("count")).toContainText("since");
  await page.goto("/changes?product=slack&direction=withdrawn&since=2026-11-01");
  await expect(page.getByText("No change matches.")).toBeVisible();
});

test("a month of the calendar leads to its moves, and one that was not read says so", async ({ page }) => {
  await page.goto("/changes");
  const calendar = page.getByTestId("calendar");
  const month = calendar.locator("td[data-month] a").first();
  const moved = await month.innerText();
  await expect(month).toHaveAccessibleName(new RegExp(`: ${moved} price changes?`));
  const unread = calendar.locator("td[data-unread]").first();
  expect(await unread.getAttribute("title")).toMatch(/no product checked again/);
  expect(await unread.evaluate((cell) => getComputedStyle(cell).backgroundImage)).toContain("gradient");
  await opening(page, () => month.click());
  await expect(page.getByTestId("count")).toHaveText(new RegExp(`^${moved} changes?$`));
});

test("a reader finds the feeds of what it shows, and both are valid", { tag: "@any-width" }, async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto("/changes?category=llm-apis&class=move");
  for (const [type, format] of [
    ["application/atom+xml", "atom"],
    ["application/feed+json", "json"],
  ]) {
    const head = page.locator(`link[rel="alternate"][type="${type}"]`);
    const address = `${baseURL}/changes.${format}?category=llm-apis&class=move`;
    await expect(head).toHaveAttribute("href", address);
    await expect(page.locator(`#subscribe [data-feed="${format}"]`)).toHaveAttribute(
      "href",
      address.replace(baseURL ?? "", ""),
    );
  }

  const atom = await (await request.get("/changes.atom?category=llm-apis&class=move")).text();
  const read = await page.evaluate((text) => {
    const ATOM = "http://www.w3.org/2005/Atom";
    const document = new DOMParser().parseFromString(text, "application/xml");
    const children = (node: Element, name: string) =>
      [...node.children].filter((child) => child.localName === name && child.namespaceURI === ATOM);
    const textOf = (node: Element, name: string) => children(node, name).map((child) => child.textContent ?? "");
    const feed = document.documentElement;
    return {
      broken: document.querySelector("parsererror")?.textContent ?? null,
      root: [feed.localName, feed.namespaceURI],
      feed: {
        id: textOf(feed, "id"),
        title: textOf(feed, "title"),
        updated: textOf(feed, "updated"),
        authors: children(feed, "author").flatMap((author) => textOf(author, "name")),
      },
      links: children(feed, "link").map((link) => [link.getAttribute("rel"), link.getAttribute("href")]),
      entries: children(feed, "entry").map((entry) => ({
        id: textOf(entry, "id"),
        title: textOf(entry, "title"),
        updated: textOf(entry, "updated"),
        published: textOf(entry, "published"),
        content: textOf(entry, "content"),
        links: children(entry, "link").map((link) => link.getAttribute("href")),
        terms: children(entry, "category").map((category) => category.getAttribute("term")),
      })),
    };
  }, atom);
  // RFC 4287, sections 4.1.1 and 4.1.2: exactly one id, title and updated each, an author, and a link if content is not
  // inline.
  const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
  expect(read.broken).toBeNull();
  expect(read.root).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
  for (const one of [read.feed, ...read.entries]) {
    expect([one.id.length, one.title.length, one.updated.length]).toEqual([1, 1, 1]);
    expect(one.id[0]).toMatch(/^https?:/);
    expect(one.updated[0]).toMatch(INSTANT);
  }
  expect(read.feed.authors).toHaveLength(1);
  expect(read.links.filter(([rel]) => rel === "self")).toHaveLength(1);
  expect(read.entries.length).toBeGreaterThan(5);
  expect(new Set(read.entries.map(({ id }) => id[0])).size).toBe(read.entries.length);
  for (const entry of read.entries) {
    expect(entry.links).toHaveLength(1);
    expect(entry.terms).toEqual(["llm-apis", "move"]);
    expect(entry.published[0]).toMatch(INSTANT);
  }

  const json = await (await request.get("/changes.json?category=llm-apis&class=move")).json();
  // https://www.jsonfeed.org/version/1.1/: version and title; each item has an id and content.
  expect(json.version).toBe("https://jsonfeed.org/version/1.1");
  expect(json.title).toContain("llm-apis");
  expect(json.home_page_url).toMatch(/\/changes\?category=llm-apis&class=move$/);
  for (const item of json.items) {
    expect(typeof item.id).toBe("string");
    expect(item.content_text.length).toBeGreaterThan(10);
    expect(item.date_published).toMatch(INSTANT);
    expect(item.url).toMatch(/^https?:.*\/software\/llm-apis\//);
  }
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(read.entries.map(({ id }) => id[0]));
  const older = new URL(json.next_url);
  expect((await request.get(older.pathname + older.search)).status()).toBe(200);
});

test("the feeds that a filtered page offers hold the changes of that page", { tag: "@any-width" }, async ({
  page,
  request,
}) => {
  await page.goto("/changes");
  const form = page.getByRole("form", { name: "Filter changes" });
  await form.getByLabel("Category").selectOption("project-management");
  await form.getByLabel("Direction").selectOption("up");
  await opening(page, () => form.getByRole("button", { name: "Apply" }).click());
  await expect(page).toHaveURL(/direction=up/);
  const shown = (await ids(page)).sort();
  expect(shown.length).toBeGreaterThan(3);
  const subscribe = page.getByRole("region", { name: "Subscribe" });
  const [atom, json] = await Promise.all(
    [/\/changes\.atom\?/, /\/changes\.json\?/].map(async (name) => {
      const address = await subscribe.getByRole("link", { name }).getAttribute("href");
      const feed = await request.get(address ?? "");
      expect(feed.status(), address ?? "").toBe(200);
      return feed.text();
    }),
  );
  const { items } = JSON.parse(json ?? "") as { items: { id: string }[] };
  expect(items.map(({ id }) => id.split("#")[1]).sort()).toEqual(shown);
  expect([...(atom ?? "").matchAll(/<id>[^<]+#(ch_[^<]+)<\/id>/g)].map(([, id]) => id).sort()).toEqual(shown);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the ledger is read, filtered and paged", async ({ page }) => {
    await page.goto("/changes");
    const form = page.getByRole("form", { name: "Filter changes" });
    await form.getByLabel("Category").selectOption("llm-apis");
    await opening(page, () => form.getByRole("button", { name: "Apply" }).click());
    await expect(page).toHaveURL(/category=llm-apis/);
    await expect(page.locator("tr[data-class]").first()).toBeVisible();
    await opening(page, () => page.getByRole("link", { name: "Older changes" }).click());
    await expect(page.locator("tr[data-class]").first()).toBeVisible();
    await expect(page.getByTestId("calendar").getByRole("table").first()).toBeVisible();
  });
});
