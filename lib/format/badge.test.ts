import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acme } from "./acme.fixture";
import { BADGE_THEMES, badgeSvg, badgeText, unknownBadge } from "./badge";
import { badgeSnippets, embedHtml, embedSize, oembedOf } from "./embed";

const site = { name: "Example Prices", url: "https://prices.example" };

/** Throws unless every element is closed in order and all markup characters in texts are entities. */
function texts(xml: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  const outside = xml.replace(
    /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, closing, name, _attributes, empty) => {
      if (closing) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return "\u0000";
    },
  );
  expect(open).toEqual([]);
  for (const text of outside.split("\u0000")) {
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
    found.push(text);
  }
  return found.filter(Boolean);
}

describe("a badge", () => {
  test("says the answer's price and the day on which it was seen", () => {
    expect(badgeText(acme)).toEqual({
      name: "Acme Chat",
      price: "$8.75–$15 per user per month",
      note: "checked 21 Aug 2026",
    });
    expect(texts(badgeSvg(badgeText(acme), "light"))).toContain("$8.75–$15 per user per month");
  });

  test.each([
    ["contact_sales", "price on request"],
    ["not_published", "price not published"],
    ["unverified", "price not yet checked"],
  ] as const)("of an unknown price (%s) says so, never a number", (priceStatus, words) => {
    const range = { low: null, median: null, high: null, currency: null, unit: null, display: "" };
    const { freeTier: _free, usage: _usage, ...plain } = acme;
    const { price } = badgeText({ ...plain, tiers: [], priceRange: range, priceStatus });
    expect(price).toBe(words);
    expect(price).not.toMatch(/\d/);
  });

  test("of a product that costs nothing says free, and of one price leaves out the word from", () => {
    const range = { low: 0, median: 0, high: 0, currency: "USD", unit: "month", display: "" };
    expect(badgeText({ ...acme, tiers: [], priceRange: range }).price).toBe("free");
    const one = { ...range, low: 9, median: 9, high: 9 };
    expect(badgeText({ ...acme, tiers: [], priceRange: one }).price).toBe("$9 per month");
  });

  test("is well-formed whatever the name, and wide enough for what it says", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom('A & B <"C">', "]]>", "<script>", "'"),
    );
    fc.assert(
      fc.property(name, fc.constantFrom(...BADGE_THEMES), (name, theme) => {
        const svg = badgeSvg({ ...badgeText(acme), name }, theme);
        texts(svg);
        const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
        for (const [, x, length] of svg.matchAll(/<text x="([\d.]+)" [^>]*textLength="([\d.]+)"/g)) {
          expect(Number(x) + Number(length)).toBeLessThanOrEqual(width);
        }
        texts(badgeSvg(unknownBadge(name, name), theme));
      }),
    );
  });

  test("themes differ in colour alone", () => {
    const [light, dark, auto] = BADGE_THEMES.map((theme) => badgeSvg(badgeText(acme), theme));
    expect(new Set([light, dark, auto]).size).toBe(3);
    const without = (svg = "") => svg.replace(/<style>.*<\/style>/, "");
    expect(without(dark)).toBe(without(light));
    expect(auto).toContain("prefers-color-scheme:dark");
  });
});

describe("a card", () => {
  test("holds answer, strip, day, confidence and the link to cite, and no script", () => {
    const html = embedHtml(acme, "auto");
    for (const part of [
      "Acme Chat pricing",
      "$8.75–$15 per user per month",
      "free plan",
      "21 Aug 2026",
      "0.62, fair",
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain("Tiers on one axis: Free $0, Pro $8.75, Business+ $15");
    expect(html.split(`href="${acme.links.page}"`).length - 1).toBe(3);
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
  });

  test("marks a third party's median as restricted, with its publisher", () => {
    const range = { low: null, median: null, high: null, currency: null, unit: null, display: "" };
    const quoted = { ...acme, tiers: [], priceRange: range, priceStatus: "contact_sales" as const };
    const html = embedHtml(quoted, "light");
    expect(html).toContain("buyers paid a median of $21,400 a year");
    expect(html).toContain('<span class="tag">Third-party figure</span> Median from Example Buyers');
    expect(embedSize(quoted).height).toBeGreaterThan(100);
  });

  test("is well-formed whatever the names", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
        const tiers = (acme.tiers ?? []).map((tier) => ({ ...tier, name: `${name} <b>` }));
        const html = embedHtml({ ...acme, name: `${name}</title><script>`, tiers }, "dark");
        texts(html.replace(/^<!doctype html>\n/, "").replace(/<(meta|link)([^>]*)>/g, "<$1$2/>"));
      }),
    );
  });

  test("as oEmbed keeps within the bounds asked for and names where it comes from", () => {
    const answer = oembedOf(acme, site, { width: 300, height: 120 });
    expect(answer).toMatchObject({ version: "1.0", type: "rich", width: 300, height: 120, provider_url: site.url });
    expect(answer.html).toContain(acme.links.page);
    expect(oembedOf(acme, site).height).toBe(embedSize(acme).height);
  });
});

test("snippets link to the page to cite", () => {
  const { markdown, html } = badgeSnippets({ ...acme, name: "A]c[me" }, site);
  expect(markdown).toBe(`[![A\\]c\\[me pricing](${site.url}/badge/acme-chat.svg)](${acme.links.page})`);
  expect(html).toContain(`<a href="${acme.links.page}"><img src="${site.url}/badge/acme-chat.svg"`);
});
