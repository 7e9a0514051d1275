import { expect, test } from "vitest";
import { nearestByKey } from "./nearest-text";

const same = (text: string) => text;

test("returns the texts that are fewest typing steps away, best first, each once", () => {
  expect(nearestByKey("acme-pro", ["acme", "acme-prq", "other", "acme-pro-2", "acme-prq"], 3, same)).toEqual([
    "acme-prq",
    "acme-pro-2",
    "acme",
  ]);
});

test("orders texts at the same distance alphabetically", () => {
  expect(nearestByKey("acme", ["acmd", "acmb", "acmc"], 2, same)).toEqual(["acmb", "acmc"]);
});

test("accepts a text of any length", () => {
  expect(nearestByKey("x".repeat(100_000), ["acme", "x"], 1, same)).toEqual(["x"]);
});
