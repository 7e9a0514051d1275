import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { extended } from "./extended";

setFlagsFromString("--allow-natives-syntax");
const haveOneClass = new Function("one", "other", "return %HasFastProperties(one) && %HaveSameMap(one, other)");
setFlagsFromString("--no-allow-natives-syntax");

const NAMES = "abcdefghijklmnopqrstuvwxyz".split("");
const wide = (value: number): object => JSON.parse(`{${NAMES.map((name) => `"${name}":${value}`).join()}}`);

test("what is added comes after what was there, or takes its place, and what was given stays as it is", () => {
  const base = { slug: "acme", price: 1 };
  const made = extended(base, { price: 2, tier: "pro" });
  expect(Object.entries(made)).toEqual([
    ["slug", "acme"],
    ["price", 2],
    ["tier", "pro"],
  ]);
  expect(base).toEqual({ slug: "acme", price: 1 });
});

test.each([
  ["few properties", (value: number): object => ({ slug: "acme", price: value })],
  ["many properties", wide],
])("objects of %s that are made alike share a hidden class", (_, base) => {
  const made = Array.from({ length: 2_000 }, (_, value) => extended(base(value), { tier: value }));
  const [first, ...others] = made.slice(-1_000);
  expect(others.every((other) => haveOneClass(other, first))).toBe(true);
});
