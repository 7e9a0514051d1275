import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acme } from "@/lib/format/acme.fixture";
import { readKept, writeKept } from "./kept";
import { MAX_FIGURE, MAX_MESSAGE, parseReport, reportFields } from "./report";

const typed = {
  product: "acme-chat",
  field: "tiers",
  message: "Pro costs $9 a month since May.",
  sourceUrl: "",
  email: "",
};
const faults = (change: Partial<typeof typed>) => {
  const parsed = parseReport({ ...typed, ...change });
  return parsed.ok ? [] : parsed.errors.map(({ path }) => path);
};

describe("a report", () => {
  test("needs a product, a field and a sentence; address and e-mail may be left empty", () => {
    expect(parseReport(typed)).toEqual({ ok: true, report: { ...typed, sourceUrl: null, email: null } });
    expect(faults({ message: "   short   " })).toEqual(["message"]);
    expect(faults({ message: "x".repeat(MAX_MESSAGE + 1) })).toEqual(["message"]);
    expect(faults({ field: "prices" })).toEqual(["field"]);
    expect(faults({ product: "../etc" })).toEqual(["product"]);
  });

  test.each(["javascript:alert(1)", "ftp://example.com/a", "example.com", "https://"])(
    "does not take %j as an address",
    (sourceUrl) => {
      expect(faults({ sourceUrl })).toEqual(["sourceUrl"]);
    },
  );

  test("names every fault at once, each once", () => {
    expect(faults({ field: "", message: "", sourceUrl: "x", email: "y" })).toEqual([
      "field",
      "message",
      "sourceUrl",
      "email",
    ]);
  });

  test("of a price that is lacking needs the address where it stands, and no sentence", () => {
    const tip = { ...typed, field: "price", message: "", sourceUrl: "https://example.com/pricing" };
    expect(parseReport(tip)).toEqual({ ok: true, report: { ...tip, email: null } });
    expect(parseReport({ ...tip, message: " $12 a month " })).toMatchObject({ report: { message: "$12 a month" } });
    expect(faults({ ...tip, sourceUrl: "" })).toEqual(["sourceUrl"]);
    expect(faults({ ...tip, sourceUrl: "example.com" })).toEqual(["sourceUrl"]);
    expect(faults({ ...tip, message: "x".repeat(MAX_FIGURE + 1) })).toEqual(["message"]);
  });

  test("can point at what the page shows and at nothing that it does not", () => {
    const values = reportFields(acme).map(({ value }) => value);
    expect(values).toContain("marketData");
    expect(values).not.toContain("usage");
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) expect(faults({ field: value })).toEqual([]);
  });
});

describe("what is kept for the form", () => {
  test("comes back as it was typed", () => {
    const kept = {
      typed: { ...typed, message: "Zürich, 5 €: „nein“" },
      errors: [{ path: "email", message: "?" }],
      detail: "D",
    };
    expect(readKept(writeKept(kept))).toMatchObject({
      typed: { product: typed.product, field: typed.field, message: kept.typed.message },
      errors: kept.errors,
      detail: "D",
    });
  });

  test("always fits a cookie", () => {
    const any = fc.string({ maxLength: 2000, unit: "binary" });
    fc.assert(
      fc.property(any, any, (message, sourceUrl) => {
        const text = writeKept({ typed: { ...typed, message, sourceUrl }, errors: [], detail: "D" });
        expect(text).toMatch(/^[\w-]{1,3600}$/);
        expect(readKept(text)).not.toBeNull();
      }),
    );
  });

  test("is nothing where the cookie is not ours", () => {
    for (const text of [undefined, "", "x", "%00", "AAAA", "a".repeat(9000)]) expect(readKept(text)).toBeNull();
  });
});
