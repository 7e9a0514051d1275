import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { load } from "cheerio";
import { PAGE_TYPES } from "./pages";

const BUDGET_BYTES = 120_000;

const PAGES = {
  home: "/",
  category: "/software/crm",
  product: "/software/team-chat/slack",
  "product priced by use": "/software/llm-apis/openai-api",
  comparison: "/compare/notion-vs-slack",
};

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: the scripts that it loads are under ${BUDGET_BYTES / 1000} kB compressed`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const tags = html.match(/<script\b[^>]*>|<link\b[^>]*>/g) ?? [];
    const scripts = tags
      .filter((tag) =>
        tag.startsWith("<script") ? !/\snomodule\b/i.test(tag) : /\s(as="script"|rel="modulepreload")/.test(tag),
      )
      .flatMap((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []);
    expect(scripts.length).toBeGreaterThan(3);
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (address) => {
        const script = await request.get(address);
        expect(script.headers()["content-type"], address).toContain("javascript");
        return brotliCompressSync(await script.body()).length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BUDGET_BYTES);
  });
}

/** Limit of a page's HTML with gzip, which is larger than with Brotli. */
const PAGE_BYTES = 150_000;

/**
 * Limits of a page's text that may be repeated in the data for its scripts: client components, and names that a form's
 * script needs. The site's frame and form fields are not counted, because scripts render them again.
 */
const SENT_TWICE = { characters: 1_200, share: 0.11 };

/** Pages with the most rows, and pages for URLs with parameters. */
const CHOSEN = [
  "/calculators/llm?per=month&requests=50000&inputTokens=50000000&outputTokens=10000000&show=all&all=1",
  "/software/team-chat/slack?seats=40",
  "/software/crm?sort=name&page=2",
];

const OBSERVATIONS = "db/catalog/observations";
const LARGEST = 24;

const pathsOf = (xml: string) => [...xml.matchAll(/<loc>https?:\/\/[^/]+([^<]*)</g)].map(([, path]) => path || "/");

async function inSitemap(request: APIRequestContext, part: string): Promise<string[]> {
  return pathsOf(await (await request.get(`/sitemaps/${part}.xml`)).text());
}

/** Returns pages of the products with the most data in the catalogue. */
async function largestProducts(request: APIRequestContext): Promise<string[]> {
  const pages = new Map((await inSitemap(request, "products-1")).map((path) => [path.split("/").at(-1), path]));
  const sizes = new Map<string, number>();
  for (const file of readdirSync(OBSERVATIONS)) {
    for (const line of readFileSync(`${OBSERVATIONS}/${file}`, "utf8").split("\n")) {
      const [, product] = /^\{"product":"([^"]+)"/.exec(line) ?? [];
      if (product) sizes.set(product, (sizes.get(product) ?? 0) + line.length);
    }
  }
  const largest = [...sizes].sort(([, a], [, b]) => b - a);
  return largest.flatMap(([product]) => pages.get(product) ?? []).slice(0, LARGEST);
}

/** Combines four products each, the maximum of a comparison. */
function comparisonsOf(paths: readonly string[]): string[] {
  const slugs = paths.map((path) => path.split("/").at(-1));
  return slugs.flatMap((_, place) => (place % 4 === 0 ? `/compare/${slugs.slice(place, place + 4).join("-vs-")}` : []));
}

const KINDS: Readonly<Record<string, (request: APIRequestContext) => Promise<string[]>>> = {
  "one of each kind": async () => [...Object.values(PAGE_TYPES), ...CHOSEN],
  "that is no product": (request) => inSitemap(request, "pages"),
  "of a category": (request) => inSitemap(request, "categories"),
  "of the largest products": largestProducts,
  "of all rates of the largest products": async (request) =>
    (await largestProducts(request)).map((path) => `${path}/rates`),
  "that compares the largest products": async (request) => comparisonsOf(await largestProducts(request)),
};

let askers = 0;

for (const [kind, pathsFor] of Object.entries(KINDS)) {
  test(`a page ${kind} is at most ${PAGE_BYTES / 1000} kB compressed, and sends what it says once`, async ({
    request,
  }) => {
    test.setTimeout(180_000);
    const paths = [...new Set(await pathsFor(request))];
    expect(paths.length).toBeGreaterThan(5);
    // Uses a new IP address, because one reader does not request this many pages.
    askers += 1;
    const headers = { "x-forwarded-for": `198.51.100.${askers}` };
    for (const path of paths) {
      let response = await request.get(path, { headers });
      // A busy server responds with 503 and a time to retry after.
      if (response.status() === 503) {
        await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers()["retry-after"] ?? 1)));
        response = await request.get(path, { headers });
      }
      if (response.status() === 404 && path.endsWith("/rates")) continue;
      expect.soft(response.status(), path).toBe(200);
      const html = await response.text();
      expect.soft(gzipSync(html).length, path).toBeLessThanOrEqual(PAGE_BYTES);
      const { said, twice } = textOf(html);
      expect
        .soft(twice, `${path}: characters sent twice, of ${said}`)
        .toBeLessThanOrEqual(Math.max(SENT_TWICE.characters, SENT_TWICE.share * said));
    }
  });
}

/** Counts the characters of a page's text, and how many of them the data for its scripts repeats. */
function textOf(html: string): { said: number; twice: number } {
  const page = load(html);
  const data = page("script:not([src])")
    .toArray()
    .flatMap((script) => /^self\.__next_f\.push\((.*)\)$/s.exec(page(script).text())?.[1] ?? [])
    .map((pushed) => (JSON.parse(pushed) as [number, string?])[1] ?? "")
    .join("");
  expect(data.length, "data for the scripts").toBeGreaterThan(100);
  const strings = new Map<string, number>();
  for (const [quoted] of data.matchAll(/"(?:[^"\\]|\\.)*"/g)) strings.set(quoted, (strings.get(quoted) ?? 0) + 1);
  page("script, style, form, body > header, body > footer").remove();
  const sum = { said: 0, twice: 0 };
  for (const node of page("body").find("*").contents().toArray()) {
    if (node.type !== "text" || node.data.trim().length < 2) continue;
    sum.said += node.data.length;
    const quoted = JSON.stringify(node.data);
    const left = strings.get(quoted) ?? 0;
    // Counts a string only as often as the data contains it: short words also occur with other meanings.
    strings.set(quoted, left - 1);
    if (left > 0) sum.twice += node.data.length;
  }
  return sum;
}

test("what is sent once still stands after an answer in place and on the way back", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto("/compare/notion-vs-slack?seats=10");
  const tiers = page.locator("#tiers td");
  const before = await tiers.allTextContents();
  expect(before.length).toBeGreaterThan(5);
  const seats = page.getByRole("spinbutton", { name: "Seats" });
  await seats.fill("31");
  await seats.press("Enter");
  await expect(page.locator("#cost h2")).toContainText("31 seats");
  await page.goBack();
  await expect(page.locator("#tiers td")).toHaveText(before);
  expect(faults).toEqual([]);
});
