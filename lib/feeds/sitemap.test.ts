import { expect, test } from "vitest";
import { newestDay, sitemapIndex, urlSet } from "./sitemap";

test("addresses are escaped, and a day that is not known is left out", () => {
  const text = urlSet([
    { url: "https://prices.example/a?b=1&c='<x>'", lastmod: "2026-08-21" },
    { url: "https://prices.example/b", lastmod: null },
  ]);
  expect(text).toContain(
    "<loc>https://prices.example/a?b=1&amp;c=&apos;&lt;x&gt;&apos;</loc><lastmod>2026-08-21</lastmod>",
  );
  expect(text).toContain("<url><loc>https://prices.example/b</loc></url>");
  expect(
    text.startsWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ),
  ).toBe(true);
  expect(sitemapIndex([{ url: "https://prices.example/s.xml", lastmod: null }])).toContain(
    "<sitemap><loc>https://prices.example/s.xml</loc></sitemap>",
  );
});

test("the newest of some days is not known where one of them is not", () => {
  expect(newestDay(["2026-01-02", "2026-03-01", "2025-12-31"])).toBe("2026-03-01");
  expect(newestDay(["2026-01-02", null])).toBeNull();
  expect(newestDay([])).toBeNull();
});
