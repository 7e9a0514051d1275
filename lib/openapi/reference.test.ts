import { describe, expect, test } from "vitest";
import { prettyJson } from "./excerpt";
import { requestOf } from "./request";
import { samplesOf } from "./samples";
import { typeWords } from "./type-words";

describe("a request from an input", () => {
  test("puts names in braces into the path and the rest into the query", () => {
    const get = { method: "GET", path: "/api/v2/pricing/{slug}" };
    expect(requestOf(get, { slug: "a b", fields: ["tiers", "usage"], asOf: "" })).toEqual({
      method: "GET",
      address: "/api/v2/pricing/a%20b?fields=tiers,usage",
      body: null,
    });
  });

  test("puts the rest into the body of a POST", () => {
    const request = requestOf({ method: "POST", path: "/api/v2/tco" }, { slug: "slack", seats: 25 });
    expect(request).toEqual({ method: "POST", address: "/api/v2/tco", body: { slug: "slack", seats: 25 } });
  });
});

test("samples quote what a shell or Python would read otherwise", () => {
  const request = { method: "POST", address: "/api/v2/tco", body: { name: "it's", all: true, none: null } };
  const [curl, typescript, python] = samplesOf(request, "https://prices.example").map(({ code }) => code);
  expect(curl).toContain(`-d '{"name":"it'\\''s","all":true,"none":null}'`);
  expect(typescript).toContain('"name": "it\'s"');
  expect(python).toContain(`json={"name": "it's", "all": True, "none": None}`);
});

test("printed JSON reads back the same", () => {
  const value = { list: [1, 2, { deep: "x".repeat(90) }], empty: [], none: null, text: "a\nb" };
  expect(JSON.parse(prettyJson(value))).toEqual(value);
  expect(prettyJson({ a: [1, 2] })).toBe('{ "a": [ 1, 2 ] }');
});

test("a type is said in words", () => {
  expect(typeWords({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toBe("integer, 1 to 100, default 20");
  expect(typeWords({ type: "array", items: { type: "string" }, maxItems: 20 })).toBe(
    "list of strings, at most 20 items",
  );
  expect(typeWords({ enum: ["monthly", "annual"] })).toBe("monthly | annual");
});
