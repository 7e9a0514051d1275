import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeForm } from "./form";
import { addInterval } from "./time";

describe("the form decoder", () => {
  it("reads nested names and lists", () => {
    expect(decodeForm("a=1&b[c]=2&d[0][e]=3&d[1][e]=4&f[]=5&f[]=6&g[h-i]=7&j=")).toEqual({
      a: "1",
      b: { c: "2" },
      d: [{ e: "3" }, { e: "4" }],
      f: ["5", "6"],
      g: { "h-i": "7" },
      j: "",
    });
  });

  it("undoes the SDK's own nesting for any metadata", () => {
    const key = fc
      .stringMatching(/^[a-zA-Z][\w .-]{0,19}$/)
      .filter((name) => !["constructor", "prototype"].includes(name));
    fc.assert(
      fc.property(fc.dictionary(key, fc.string(), { minKeys: 1, noNullPrototype: true }), (metadata) => {
        const form = new URLSearchParams(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]));
        expect(decodeForm(form.toString())).toEqual({ metadata });
      }),
    );
  });

  it.each(["__proto__[x]=1", "a[__proto__][x]=1", "a[b=1", "[a]=1", "a=1&a[b]=2", "a[b]=2&a=1", "constructor=1"])(
    "refuses %s",
    (text) => {
      expect(() => decodeForm(text)).toThrow();
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );
});

describe("billing periods", () => {
  const at = (text: string) => Date.parse(text) / 1000;

  it.each([
    ["2026-01-31T10:00:00Z", "month", 1, "2026-02-28T10:00:00Z"],
    ["2028-01-31T10:00:00Z", "month", 1, "2028-02-29T10:00:00Z"],
    ["2028-02-29T00:00:00Z", "year", 1, "2029-02-28T00:00:00Z"],
    ["2026-12-15T23:59:59Z", "month", 3, "2027-03-15T23:59:59Z"],
    ["2026-03-01T00:00:00Z", "week", 2, "2026-03-15T00:00:00Z"],
  ])("%s and a %s times %i end %s", (start, interval, count, end) => {
    expect(addInterval(at(start), interval, count)).toBe(at(end));
  });
});
