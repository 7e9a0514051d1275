import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { inputSchema } from "@/lib/operations/input-schema";
import { decodeQuery } from "./decode";

const schema = inputSchema(
  z.strictObject({
    seats: z.number().int().optional(),
    limit: z.number().nullable().optional(),
    hasFreeTier: z.boolean().optional(),
    slugs: z.array(z.string()).optional(),
    years: z.array(z.number()).optional(),
    q: z.string().optional(),
  }),
);
const decode = (query: string) => decodeQuery(new URLSearchParams(query), schema);

describe("query decoding", () => {
  test.each([
    ["seats=5", { seats: 5 }],
    ["limit=2.5", { limit: 2.5 }],
    ["seats=five", { seats: "five" }],
    ["seats=", { seats: "" }],
    ["seats=0x10", { seats: "0x10" }],
    ["seats=1e3", { seats: "1e3" }],
    ["hasFreeTier=true", { hasFreeTier: true }],
    ["hasFreeTier=false", { hasFreeTier: false }],
    ["hasFreeTier=1", { hasFreeTier: "1" }],
    ["slugs=a,b", { slugs: ["a", "b"] }],
    ["slugs=a&slugs=b,c", { slugs: ["a", "b", "c"] }],
    ["slugs=a,+b,", { slugs: ["a", "b"] }],
    ["slugs[]=a&slugs[]=b", { slugs: ["a", "b"] }],
    ["slugs%5B%5D=a&slugs%5B%5D=b,c", { slugs: ["a", "b", "c"] }],
    ["slugs[0]=a", { slugs: ["a"] }],
    ["slugs[1]=b&slugs[0]=a&slugs[10]=c&slugs[2]=d", { slugs: ["a", "b", "d", "c"] }],
    ["years[]=1&years[1]=2", { years: [1, 2] }],
    ["seats[]=1", { "seats[]": "1" }],
    ["slugs[a]=1&slugs[0][0]=2", { "slugs[a]": "1", "slugs[0][0]": "2" }],
    ["slugs=", { slugs: [] }],
    ["years=1,2", { years: [1, 2] }],
    ["q=5", { q: "5" }],
    ["q=a,b", { q: "a,b" }],
    ["unknown=1", { unknown: "1" }],
  ])("%s", (query, expected) => {
    expect(decode(query)).toEqual(expected);
  });

  test("a scalar given twice is refused", () => {
    expect(() => decode("seats=1&seats=2")).toThrow(AppError);
    expect(() => decode("seats=1&seats=2")).toThrow("seats: must be sent only once");
  });

  test("names of Object.prototype are ordinary unknown names", () => {
    expect(Object.hasOwn(decode("__proto__=x"), "__proto__")).toBe(true);
    expect(decode("constructor=x")).toEqual({ constructor: "x" });
  });

  test("any query is decoded or refused, and decoding gives only what was sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (query) => {
        try {
          const names = new Set(new URLSearchParams(query).keys());
          expect(new Set(Object.keys(decode(query)))).toEqual(names);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
    );
  });

  test("numbers survive the way there", () => {
    fc.assert(
      fc.property(fc.integer(), (seats) => {
        expect(decode(`seats=${seats}`)).toEqual({ seats });
      }),
    );
  });
});
