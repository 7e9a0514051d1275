import { expect, test } from "vitest";
import { originForm } from "./request-target";

test.each([
  ["/", "/"],
  ["/api/v2/pricing?slugs=a", "/api/v2/pricing?slugs=a"],
  ["//example.com/a", "//example.com/a"],
  ["http://example.com/api/v2/pricing?slugs=a", "/api/v2/pricing?slugs=a"],
  ["HTTPS://user@example.com:8443/a", "/a"],
  ["http://example.com", "/"],
  ["http://example.com?q=a", "/?q=a"],
  ["*", null],
  ["", null],
  ["example.com:443", null],
  ["ftp://example.com/a", null],
])("reads the request target %j as %j", (target, path) => {
  expect(originForm(target)).toBe(path);
});
