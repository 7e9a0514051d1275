import { expect, test } from "vitest";
import { entityTag, lastModified, matchesEntityTag } from "./cache";

const etag = entityTag("{}");

test("equal bodies have equal tags and others do not", () => {
  expect(etag).toBe(entityTag("{}"));
  expect(etag).not.toBe(entityTag("{ }"));
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
});

test.each([
  [null, false],
  ["", false],
  ['"other"', false],
  [etag, true],
  [etag.slice(2), true],
  [`"other", ${etag}`, true],
  [`W/"a,b",${etag} , "c"`, true],
  ["*", true],
  [" * ", true],
  [etag.slice(3, -1), false],
])("If-None-Match: %s", (header, matches) => {
  expect(matchesEntityTag(header, etag)).toBe(matches);
});

test("Last-Modified is the day of the newest fact, else the loading time, and never in the future", () => {
  const now = new Date("2026-11-21T09:30:00Z");
  const loadedAt = new Date("2026-11-01T12:00:00Z");
  expect(lastModified("2026-10-05", loadedAt, now)).toBe("Mon, 05 Oct 2026 00:00:00 GMT");
  expect(lastModified(null, loadedAt, now)).toBe("Sun, 01 Nov 2026 12:00:00 GMT");
  expect(lastModified("2026-11-22", loadedAt, now)).toBe(now.toUTCString());
  expect(lastModified(null, null, now)).toBeNull();
});
