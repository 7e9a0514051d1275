import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { PROBLEM_JSON } from "@/lib/http/problem";
import { call } from "@/lib/http/testing";
import { KEY, testRuntime } from "@/lib/operations/testing/runtime";

const PATHS = [
  "/api/v2/pricing",
  "/api/v2/pricing/slack",
  "/api/v2/coverage",
  "/api/v2/history/slack",
  "/api/v2/compare",
  "/api/v2/usage/openai-api",
  "/api/v2/discover",
  "/api/v2/changes",
  "/api/v2/categories",
  "/api/v2/bulk",
  "/api/v1/pricing",
  "/api/health",
  "/api/ready",
];
const name = fc.oneof(
  fc.constantFrom(
    "slug",
    "slugs",
    "q",
    "cursor",
    "class",
    "inputTokens",
    "model",
    "depth",
    "fields",
    "asOf",
    "seats",
    "tier",
    "from",
    "to",
    "key",
    "category",
    "format",
    "__proto__",
    "constructor",
    "toString",
  ),
  fc.string({ unit: "binary" }),
);
const value = fc.oneof(
  fc.constantFrom(
    KEY,
    "team-chat",
    "csv",
    "slack",
    "slack,notion",
    "full",
    "tiers",
    "2026-01-01",
    "9999-12-31",
    "-1",
    "1e999",
    "NaN",
    "null",
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const query = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map((pairs) => pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&"));
const raw = fc.string({ unit: "binary-ascii", maxLength: 300 }).map((text) => text.replaceAll("#", ""));

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test("no query gives a 5xx, and every refusal is a problem", async () => {
  const address = fc.tuple(fc.constantFrom(...PATHS), fc.oneof(query, raw)).map(([path, text]) => `${path}?${text}`);
  await fc.assert(
    fc.asyncProperty(address, async (target) => {
      const { status, headers } = await call(target, {}, testRuntime());
      expect(status).toBeLessThan(500);
      if (status !== 200) expect(headers.get("content-type")).toBe(PROBLEM_JSON);
    }),
    { numRuns: 500 },
  );
});

test("no slug in the path gives a 5xx", async () => {
  const slug = fc.string({ unit: "binary", minLength: 1, maxLength: 500 }).map(encode);
  await fc.assert(
    fc.asyncProperty(slug, async (text) => {
      fc.pre(text !== "." && text !== "..");
      const { status } = await call(`/api/v2/pricing/${text}`, {}, testRuntime());
      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

test("no header value gives a 5xx", async () => {
  const text = fc.string({ unit: "binary-ascii" }).map((value) => value.replace(/[^\x20-\x7e]/g, ""));
  await fc.assert(
    fc.asyncProperty(text, text, async (ifNoneMatch, forwardedFor) => {
      const headers = { "if-none-match": ifNoneMatch, "x-forwarded-for": forwardedFor };
      const { status } = await call("/api/v2/pricing/slack", { headers }, testRuntime());
      expect([200, 304]).toContain(status);
    }),
  );
});
