import { describe, expect, test } from "vitest";
import { modelKey } from "./model-key";

describe("one model on several cards", () => {
  test.each([
    "acme-4.5-mini",
    "acme-4-5-mini",
    "anthropic/acme-4.5-mini",
    "vendor/region/Acme-4.5-Mini",
    "us.anthropic.acme-4-5-mini-v1:0",
    "us-gov-west-1/anthropic.acme-4-5-mini-v1:0",
    "eu.meta.acme-4-5-mini",
  ])("%s has one key", (model) => {
    expect(modelKey(model)).toBe("acme-4-5-mini");
  });

  test.each([
    ["acme-4", "acme-4-mini"],
    ["acme-4-20250101", "acme-4-20250601"],
    ["acme-4", "acme-4:free"],
    ["acme-4b", "acme-4-b"],
  ])("%s and %s are two", (one, other) => {
    expect(modelKey(one)).not.toBe(modelKey(other));
  });
});
