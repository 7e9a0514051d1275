import { describe, expect, test } from "vitest";
import { SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { badgeRoute, embedRoute, oembedRoute } from "./cards";

const at = "https://inside.example";
const badge = (file: string, query = "", init: RequestInit = {}) => {
  const request = new Request(`${at}/badge/${encodeURIComponent(file)}${query}`, init);
  return badgeRoute(() => testRuntime())[request.method as "GET" | "HEAD"](request, {
    params: Promise.resolve({ file }),
  });
};
const embed = (slug: string, query = "") =>
  embedRoute(() => testRuntime()).GET(new Request(`${at}/embed/${slug}${query}`), {
    params: Promise.resolve({ slug }),
  });
const oembed = (query: Record<string, string>) =>
  oembedRoute(() => testRuntime()).GET(new Request(`${at}/embed/oembed?${new URLSearchParams(query)}`), {
    params: Promise.resolve({}),
  });

describe("/badge/{slug}.svg", () => {
  test("is a public picture with a tag of its own", async () => {
    const response = await badge("slack.svg");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=/);
    expect(response.headers.get("link")).toBe(`<${SITE.url}/software/team-chat/slack>; rel="describedby"`);
    expect(await response.text()).toContain(">$8.75 per user per month<");
    const etag = response.headers.get("etag") ?? "";
    const again = await badge("slack.svg", "", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await badge("slack.svg", "", { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
    expect((await badge("slack.svg", "?theme=dark")).headers.get("etag")).not.toBe(etag);
  });

  test("answers to a former slug and to capitals", async () => {
    const text = await (await badge("slack.svg")).text();
    expect(await (await badge("slack-chat.svg")).text()).toBe(text);
    expect(await (await badge("Slack.svg")).text()).toBe(text);
  });

  test.each(["slakc.svg", "%00.svg", "<script>.svg", `${"a".repeat(500)}.svg`])(
    "of nothing known (%s) is a 404 that says so",
    async (file) => {
      const response = await badge(file);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
      const text = await response.text();
      expect(text).toContain("not in the catalogue");
      expect(text).not.toContain("<script");
    },
  );

  test("tells nothing of a fault but its number", async () => {
    const broken = testRuntime();
    broken.catalog.record = () => Promise.reject(new Error("secret"));
    const response = await badgeRoute(() => broken).GET(new Request(`${at}/badge/slack.svg`), {
      params: Promise.resolve({ file: "slack.svg" }),
    });
    expect(response.status).toBe(500);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).not.toContain("secret");
  });
});

describe("/embed/{slug}", () => {
  test("may be framed by any site and runs no script", async () => {
    const response = await embed("slack");
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors *");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    expect(await response.text()).not.toContain("<script");
  });

  test("of nothing known is a 404 with the nearest name", async () => {
    const response = await embed("slakc");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Did you mean “slack”?");
  });
});

describe("/embed/oembed", () => {
  test("answers for a product page's address on this site alone", async () => {
    const answer = await oembed({ url: `${SITE.url}/software/team-chat/slack`, maxwidth: "320" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ type: "rich", width: 320, title: "Slack pricing" });
    for (const url of [
      "",
      "slack",
      `${SITE.url}/terms`,
      "https://other.example/software/team-chat/slack",
      `${SITE.url}/software/team-chat/slakc`,
    ]) {
      expect((await oembed({ url })).status, url).toBe(404);
    }
    expect((await oembed({ url: `${SITE.url}/software/team-chat/slack`, format: "xml" })).status).toBe(501);
  });

  test("answers for a card's own address, to any site, and keeps within what is asked for", async () => {
    const answer = async (query: Record<string, string> = {}) => {
      const response = await oembed({ url: `${SITE.url}/embed/slack`, ...query });
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      const { width, height } = (await response.json()) as { width: number; height: number };
      return [width, height];
    };
    const [width = 0, height = 0] = await answer();
    expect(await answer({ maxwidth: String(width - 1), maxheight: String(height - 2) })).toEqual([
      width - 1,
      height - 2,
    ]);
    for (const most of ["9999", "0", "-1", "1.5", "wide", ""]) {
      expect(await answer({ maxwidth: most, maxheight: most }), most).toEqual([width, height]);
    }
  });
});
