import { describe, expect, test } from "vitest";
import { changesFeed } from "@/lib/http/feed";
import { call } from "@/lib/http/testing";
import { NOW, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import type { LedgerChange } from "@/lib/schemas/changes";
import { atomFeed, jsonFeed } from "./changes";

const context = { params: Promise.resolve({}) };
const fetchFeed = (format: "atom" | "json", query = "", init: RequestInit = {}, runtime = testRuntime()) => {
  const request = new Request(`https://inside.example/changes.${format}${query}`, init);
  return changesFeed(format, () => runtime)[request.method as "GET"](request, context);
};

/** Throws unless every element is closed in order. */
function elements(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  for (const [, closing, name = "", attributes = ""] of xml.matchAll(/<(\/?)([\w:]+)([^>]*)>/g)) {
    if (closing) expect(open.pop()).toBe(name);
    else {
      seen.push(name);
      if (!attributes.endsWith("/")) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return seen;
}

const change: LedgerChange = {
  id: "ch_1",
  product: { slug: "acme", name: 'A & B <"C">', category: "crm" },
  day: "2026-07-01",
  class: "move",
  field: "priceMonthly",
  tier: "pro",
  before: 8,
  after: null,
  percent: null,
  currency: "USD",
  unit: "user/month",
  effectiveFrom: "2026-07-01",
  observedAt: "2026-06-17",
  dateRange: null,
  reason: null,
  confidence: 0.9,
  evidence: [{ id: "ev_1", url: "https://acme.example/?a=1&b=2", publisher: "Ac\u0000me", capturedAt: "2026-06-17" }],
  links: { page: "https://prices.example/software/crm/acme", history: "https://prices.example/api/v2/history/acme" },
};
const feed = {
  answer: { changes: [change] },
  site: SITE,
  self: `${SITE.url}/changes.atom`,
  query: "",
  next: null,
  now: NOW,
};

describe("the Atom feed", () => {
  test("is well-formed, with names escaped and characters left out that XML cannot hold", () => {
    const xml = atomFeed(feed);
    expect(elements(xml.replace(/^<\?xml.*\?>\n/, ""))).toContain("entry");
    expect(xml).toContain(
      "<title>A &amp; B &lt;&quot;C&quot;&gt;, Pro, billed monthly: $8 → no longer published</title>",
    );
    expect(xml).not.toContain("\u0000");
    expect(xml).toContain("<id>https://prices.example/software/crm/acme#ch_1</id>");
    expect(xml).toContain("<published>2026-06-17T00:00:00Z</published>");
    expect(xml).toContain("<updated>2026-07-01T00:00:00Z</updated>");
  });

  test("gives an announcement the day on which it was seen", () => {
    const scheduled = { ...change, class: "scheduled" as const };
    expect(atomFeed({ ...feed, answer: { changes: [scheduled] } })).not.toContain("2026-07-01T");
  });

  test("gives a change seen late the day on which it was seen, and itself the newest day of all", () => {
    const late = { ...change, id: "ch_2", day: "2026-05-01", effectiveFrom: null, observedAt: "2026-06-01" };
    const xml = atomFeed({ ...feed, answer: { changes: [late, change] } });
    const days = [...xml.matchAll(/<updated>([^<]*)</g)].map(([, instant]) => instant?.slice(0, 10));
    expect(days).toEqual(["2026-07-01", "2026-06-01", "2026-07-01"]);
  });

  test("names its own address, its page and its next part", () => {
    const part = {
      ...feed,
      self: `${feed.self}?limit=1`,
      query: "?product=acme",
      next: `${feed.self}?cursor=a&limit=1`,
    };
    const links = [...atomFeed(part).matchAll(/<link rel="(\w+)"[^>]*href="([^"]*)"/g)].map(([, rel, href]) => [
      rel,
      href,
    ]);
    expect(links).toEqual([
      ["self", `${SITE.url}/changes.atom?limit=1`],
      ["alternate", `${SITE.url}/changes?product=acme`],
      ["next", `${SITE.url}/changes.atom?cursor=a&amp;limit=1`],
    ]);
    expect(atomFeed(part)).toContain("<title>Example Prices: price changes, acme</title>");
    expect(atomFeed(feed)).not.toContain('rel="next"');
    expect(JSON.parse(jsonFeed(part))).toMatchObject({
      title: "Example Prices: price changes, acme",
      home_page_url: `${SITE.url}/changes?product=acme`,
      feed_url: part.self,
      next_url: part.next,
    });
    expect(JSON.parse(jsonFeed(feed))).not.toHaveProperty("next_url");
  });

  test("without changes is still a feed", () => {
    const xml = atomFeed({ ...feed, answer: { changes: [] } });
    expect(elements(xml.replace(/^<\?xml.*\?>\n/, ""))).not.toContain("entry");
    expect(xml).toContain(`<updated>${NOW.toISOString()}</updated>`);
  });
});

test("a feed limited by filters has an identity, a title and a page of its own, alike on each of its parts", async () => {
  const ids = new Set<string>();
  for (const query of ["?category=team-chat&limit=1", "?limit=2&category=team-chat", "", "?class=coverage"]) {
    const atom = await (await fetchFeed("atom", query)).text();
    const json = JSON.parse(await (await fetchFeed("json", query)).text()) as { home_page_url: string; title: string };
    const page = /<link rel="alternate"[^>]*href="([^"]*)"/.exec(atom)?.[1];
    expect(json.home_page_url).toBe(page);
    expect(json.title.includes("team-chat")).toBe(query.includes("team-chat"));
    ids.add(/<id>([^<]*)<\/id>/.exec(atom)?.[1] ?? "");
  }
  expect([...ids]).toEqual([
    `${SITE.url}/changes.atom?category=team-chat`,
    `${SITE.url}/changes.atom`,
    `${SITE.url}/changes.atom?class=coverage`,
  ]);
  const both = ["?class=move&category=team-chat", "?category=team-chat&class=move"];
  const [one, other] = await Promise.all(both.map(async (query) => (await fetchFeed("atom", query)).text()));
  const id = /<id>([^<]*)</;
  expect(id.exec(one ?? "")?.[1]).toBe(id.exec(other ?? "")?.[1]);
});

test("feeds follow the filters of the ledger", async () => {
  const titles = async (query: string) => {
    const feed = JSON.parse(await (await fetchFeed("json", query)).text()) as { items: { _change: LedgerChange }[] };
    return feed.items.map(({ _change: { product, class: kind } }) => `${product.slug} ${kind}`);
  };
  const classes = "class=move,coverage,scheduled,correction&limit=100";
  expect(new Set(await titles(`?${classes}&product=slack-chat`))).toEqual(new Set(["slack coverage", "slack move"]));
  expect((await titles(`?${classes}&category=ai-model-apis`)).every((title) => title.startsWith("openai-api"))).toBe(
    true,
  );
  expect((await titles(`?${classes}&direction=up`)).every((title) => title.endsWith("move"))).toBe(true);
  expect(await titles(`?${classes}&until=2022-12-31`)).toEqual(["slack coverage"]);
  expect((await fetchFeed("json", "?product=slakc")).status).toBe(404);
});

test("the JSON feed carries the change itself", () => {
  expect(JSON.parse(jsonFeed(feed))).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    items: [
      {
        id: "https://prices.example/software/crm/acme#ch_1",
        url: change.links.page,
        title: 'A & B <"C">, Pro, billed monthly: $8 → no longer published',
        content_text: expect.stringContaining(
          "Effective 2026-07-01. Checked 2026-06-17.\nAc\u0000me: https://acme.example/?a=1&b=2",
        ),
        date_published: "2026-06-17T00:00:00Z",
        date_modified: "2026-07-01T00:00:00Z",
        tags: ["crm", "move"],
        _change: change,
      },
    ],
  });
});

describe.each([
  ["atom", "application/atom+xml; charset=utf-8"],
  ["json", "application/feed+json; charset=utf-8"],
] as const)("/changes.%s", (format, type) => {
  test("serves the operation's answer with its headers and its own tag", async () => {
    const response = await fetchFeed(format);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toContain("public");
    expect(response.headers.get("ratelimit")).toBe('"keyless";r=119;t=60');
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(text).toContain("Slack");
    expect(text).toContain(`${SITE.url}/software/team-chat/slack`);
    expect(text).not.toContain("inside.example");
    const etag = response.headers.get("etag") ?? "";
    const again = await fetchFeed(format, "", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetchFeed(format, "", { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
    const api = (await call("/api/v2/changes")).headers.get("etag") ?? "";
    expect((await fetchFeed(format, "", { headers: { "if-none-match": api } })).status).toBe(200);
  });

  test("pages on", async () => {
    const response = await fetchFeed(format, "?class=move,coverage&limit=1");
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    expect(next).toMatch(new RegExp(`^${SITE.url}/changes\\.${format}\\?class=move%2Ccoverage&limit=1&cursor=`));
    const second = await fetchFeed(format, new URL(next).search);
    expect(second.status).toBe(200);
    expect(await second.text()).not.toBe(await (await fetchFeed(format, "?class=move,coverage&limit=1")).text());
  });

  test("refuses as the API does", async () => {
    const response = await fetchFeed(format, "?klass=move");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "invalid_request", errors: [{ path: "klass" }] });
    const head = await fetchFeed(format, "?klass=move", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([400, ""]);
    expect((await fetchFeed(format, "", { method: "DELETE" })).status).toBe(405);
  });
});
