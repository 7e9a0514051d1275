import { expect, test } from "vitest";
import { pageRedirect, siteRedirect } from "./site-host";

const PAGE = "/pricing?category=crm";

function redirectOf(headers: Record<string, string | null>, siteUrl: string, over = {}) {
  const settings = { siteUrl, trustedProxies: 0, onPreview: false, ...over };
  return siteRedirect((name) => headers[name] ?? null, PAGE, settings);
}

test.each([
  ["http://localhost:3000", "127.0.0.1:3000"],
  ["http://localhost:3000", "[::1]:3000"],
  ["http://127.0.0.1:3000", "localhost:3000"],
  ["https://prices.example.com", "www.prices.example.com"],
  ["https://prices.example.com", "prices.example.com:8443"],
  ["https://prices.example.com", "192.0.43.8"],
])("a page of %s requested at %s is at the site", (site, asked) => {
  expect(redirectOf({ host: asked }, site)).toBe(site + PAGE);
});

test.each([
  ["the site's host", "http://localhost:3000", "localhost:3000"],
  ["the site's host in capitals", "https://prices.example.com", "Prices.Example.COM"],
  ["the site's host with the default port", "https://prices.example.com", "prices.example.com:443"],
  ["no host", "https://prices.example.com", null],
  ["a malformed host", "https://prices.example.com", "a b:x"],
  ["a port that a container publishes", "http://localhost:3000", "localhost:8080"],
  ["another machine's name for a site without a URL of its own", "http://localhost:3000", "office.example.com:3000"],
  ["a private address", "http://localhost:3000", "192.168.1.5:3000"],
  ["a proxy that does not pass the host on", "https://prices.example.com", "127.0.0.1:3000"],
  ["a health check by address", "https://prices.example.com", "10.0.0.7:3000"],
  ["a container's name", "https://prices.example.com", "app:3000"],
])("a page requested at %s is not redirected", (_, site, asked) => {
  expect(redirectOf({ host: asked }, site)).toBeNull();
});

test("the host that a trusted proxy forwards counts, and no client's", () => {
  const site = "https://prices.example.com";
  const headers = { host: "origin.example.com", "x-forwarded-host": "prices.example.com" };
  expect(redirectOf(headers, site, { trustedProxies: 1 })).toBeNull();
  expect(redirectOf(headers, site)).toBe(site + PAGE);
});

test("a preview deployment keeps its own host", () => {
  const site = "https://prices.example.com";
  expect(redirectOf({ host: "prices-git-main.vercel.app" }, site, { onPreview: true })).toBeNull();
});

test.each([
  ["GET", "/pricing?category=crm", {}, "http://localhost:3000/pricing?category=crm"],
  ["HEAD", "/", {}, "http://localhost:3000/"],
  ["POST", "/watch", {}, null],
  ["GET", "/api/v2/categories", {}, null],
  ["GET", "/llms.txt", {}, null],
  ["GET", "/files/abc", {}, null],
  ["GET", "/pricing", { accept: "text/markdown" }, null],
])("%s %s at another loopback name", (method, url, headers, target) => {
  const settings = { siteUrl: "http://localhost:3000", trustedProxies: 0, onPreview: false };
  expect(pageRedirect({ method, url, headers: { host: "127.0.0.1:3000", ...headers } }, settings)).toBe(target);
});
