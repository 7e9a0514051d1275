import { expect, test } from "@playwright/test";
import { MISSING_PAGES, PAGE_TYPES } from "./pages";

type Entry = { loc: string; lastmod: string | null };
type Parsed = { error: string | null; root: string; namespace: string | null; entries: Entry[]; strange: string[] };

test.describe("sitemap", () => {
  test("is well-formed, within the limits, dated truly, and names every product and category once", async ({
    page,
    request,
  }) => {
    await page.goto("/problems");
    const parse = (xml: string) =>
      page.evaluate((text): Parsed => {
        const document = new DOMParser().parseFromString(text, "application/xml");
        const root = document.documentElement;
        const items = [...root.children];
        const read = (item: Element, name: string) => item.getElementsByTagName(name)[0]?.textContent ?? null;
        return {
          error: document.querySelector("parsererror")?.textContent ?? null,
          root: root.localName,
          namespace: root.namespaceURI,
          entries: items.map((item) => ({ loc: read(item, "loc") ?? "", lastmod: read(item, "lastmod") })),
          strange: items.flatMap((item) => [
            ...(item.localName === (root.localName === "urlset" ? "url" : "sitemap") ? [] : [item.localName]),
            ...[...item.children]
              .map(({ localName }) => localName)
              .filter((name) => !["loc", "lastmod"].includes(name)),
          ]),
        };
      }, xml);
    const robots = await (await request.get("/robots.txt")).text();
    const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
    const index = await request.get(address);
    expect(index.headers()["content-type"]).toContain("application/xml");
    const parts = await parse(await index.text());
    expect(parts).toMatchObject({ error: null, root: "sitemapindex", strange: [] });

    const today = new Date().toISOString().slice(0, 10);
    const all: Entry[] = [];
    for (const { loc, lastmod } of parts.entries) {
      const response = await request.get(loc);
      expect(response.status(), loc).toBe(200);
      const text = await response.text();
      expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024 * 1024);
      const part = await parse(text);
      expect(part).toMatchObject({
        error: null,
        root: "urlset",
        namespace: "http://www.sitemaps.org/schemas/sitemap/0.9",
        strange: [],
      });
      expect(part.entries.length).toBeGreaterThan(0);
      expect(part.entries.length).toBeLessThanOrEqual(50_000);
      const newest =
        part.entries
          .flatMap((entry) => entry.lastmod ?? [])
          .sort()
          .at(-1) ?? null;
      expect(lastmod).toBe(newest);
      all.push(...part.entries);
    }
    const { origin } = new URL(address);
    const foreign = all.filter(({ loc }) => !loc.startsWith(`${origin}/`));
    expect(foreign).toEqual([]);
    const misdated = all.filter(({ lastmod }) => lastmod !== null && !/^\d{4}-\d\d-\d\d$/.test(lastmod));
    expect(misdated).toEqual([]);
    expect(all.filter(({ lastmod }) => (lastmod ?? "") > today)).toEqual([]);
    expect(new Set(all.map(({ loc }) => loc)).size).toBe(all.length);

    const { total } = await (await request.get("/api/v2/discover?limit=1")).json();
    const paths = all.map(({ loc }) => new URL(loc).pathname);
    expect(paths.filter((path) => /^\/software\/[^/]+\/[^/]+$/.test(path)).length).toBe(total);
    const { categories } = await (await request.get("/api/v2/categories")).json();
    const filled = categories.filter(({ productCount }: { productCount: number }) => productCount > 0).length;
    expect(paths.filter((path) => /^\/software\/[^/]+$/.test(path)).length).toBe(filled);

    const slack = await (await request.get("/api/v2/pricing/slack")).json();
    const days = slack.evidence.map(({ capturedAt }: { capturedAt: string }) => capturedAt).sort();
    const entry = all.find(({ loc }) => loc === slack.links.page);
    expect((entry?.lastmod ?? "") >= days.at(-1)).toBe(true);

    // Reads a sample, so that the test is short: some products and comparisons, and all other pages.
    const alone = paths.filter((path) => !path.startsWith("/software/") && !path.startsWith("/compare/"));
    for (const path of [...alone, ...paths.filter((_, index) => index % 400 === 0)]) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
    }
  });
});

test.describe("every kind of page", () => {
  for (const [name, path] of Object.entries(PAGE_TYPES)) {
    test(`${name}: title, description, canonical address and headers`, async ({ page, request }) => {
      const response = await request.get(path);
      const headers = response.headers();
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["referrer-policy"]).toMatch(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/);
      const policy = headers["content-security-policy"] ?? "";
      for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'self'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(rule);
      }
      expect(policy).toContain("form-action 'self'");
      expect(headers.link).toContain('</api/v2/openapi.json>; rel="service-desc"');
      expect(headers.link).toContain('</.well-known/api-catalog>; rel="api-catalog"');
      expect(headers.link).toContain("</llms.txt>");

      const faults: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
      });
      await page.goto(path);
      expect(faults).toEqual([]);
      expect((await page.title()).length).toBeGreaterThan(3);
      await expect(page.locator('head meta[name="description"]')).toHaveAttribute("content", /.{20,}/);
      await expect(page.locator("h1")).toHaveCount(1);
      const indexed = (await page.locator('meta[name="robots"][content*="noindex"]').count()) === 0;
      const hidden = (headers["x-robots-tag"] ?? "").includes("noindex");
      if (indexed && !hidden)
        await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute("href", /^https?:/);
      for (const text of await page.locator('script[type="application/ld+json"]').allTextContents()) {
        expect(JSON.parse(text)["@context"]).toBe("https://schema.org");
      }
    });
  }

  for (const [name, path] of Object.entries(MISSING_PAGES)) {
    test(`missing ${name}: not to be indexed, and guarded like any page`, async ({ request }) => {
      const response = await request.get(path);
      expect(response.status()).toBe(404);
      expect(await response.text()).toContain("noindex");
      expect(response.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    });
  }
});

test("product pages name their Markdown and JSON, categories their JSON", async ({ request }) => {
  const product = (await request.get("/software/team-chat/slack")).headers().link ?? "";
  expect(product).toContain('</software/team-chat/slack.md>; rel="alternate"; type="text/markdown"');
  expect(product).toContain('</api/v2/pricing/slack>; rel="alternate"; type="application/json"');
  const category = (await request.get("/software/crm")).headers().link ?? "";
  expect(category).toContain('</api/v2/discover?category=crm>; rel="alternate"; type="application/json"');
  for (const link of `${product}, ${category}`.matchAll(/<(\/[^>]+)>/g)) {
    expect((await request.get(link[1] ?? "")).status(), link[1]).toBe(200);
  }
});

test("the API may be read from anywhere but framed nowhere; cards may be framed", async ({ request }) => {
  const api = (await request.get("/api/v2/categories")).headers();
  expect(api["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(api["access-control-allow-origin"]).toBe("*");
  const card = (await request.get("/embed/slack")).headers();
  expect(card["content-security-policy"]).toContain("frame-ancestors *");
});
