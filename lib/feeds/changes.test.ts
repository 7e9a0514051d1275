import { describe, expect, test } from "vitest";
import { changesFeed } from "@/lib/http/feed";
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
  effectiveFrom: "2026-07-01",
  observedAt: "2026-06-17",
  evidence: [{ id: "ev_1", url: "https://acme.example/?a=1&b=2", publisher: "Ac\u0000me", capturedAt: "2026-06-17" }],
  links: { page: "https://prices.example/software/crm/acme", history: "https://prices.example/api/v2/history/acme" },
};
const feed = { answer: { changes: [change] }, site: SITE, self: `${SITE.url}/changes.atom`, next: null, now: NOW };

describe("the Atom feed", () => {
  test("is well-formed, with names escaped and characters left out that XML cannot hold", () => {
    const xml = atomFeed(feed);
    expect(elements(xml.replace(/^<\?xml.*\?>\n/, ""))).toContain("entry");
    expect(xml).toContain(
      "<title>A &amp; B &lt;&quot;C&quot;&gt; · pro · priceMonthly: $8 → no longer published</title>",
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

  test("without changes is still a feed", () => {
    const xml = atomFeed({ ...feed, answer: { changes: [] } });
    expect(elements(xml.replace(/^<\?xml.*\?>\n/, ""))).not.toContain("entry");
    expect(xml).toContain(`<updated>${NOW.toISOString()}</updated>`);
  });
});

test("the JSON feed carries the change itself", () => {
  expect(JSON.parse(jsonFeed(feed))).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    items: [{ id: "https://prices.example/software/crm/acme#ch_1", url: change.links.page, _change: change }],
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
    expect((await fetchFeed(format, "", { method: "DELETE" })).status).toBe(405);
  });
});
