import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin";

const SITE = "https://pricing.example.com";
const sent = (headers: Record<string, string>) => isSameOrigin({ headers: new Headers(headers) }, SITE);

test.each([
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "https://elsewhere.example.com" }, true],
  [{ "sec-fetch-site": "cross-site", origin: SITE }, false],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ origin: SITE }, true],
  [{ origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, false],
  [{ origin: "https://evil.example", host: "evil.example" }, false],
  [{ origin: "https://elsewhere.example.com", host: "pricing.example.com" }, false],
  [{ origin: "null" }, false],
  [{}, false],
])("a request with %j is from this site: %s", (headers, expected) => {
  expect(sent(headers as Record<string, string>)).toBe(expected);
});
