import { describe, expect, test } from "vitest";
import { modelKey, plainKey, readModelId } from "./model-key";

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
    ["acme-4", "acme-4-turbo"],
    ["acme-4", "acme-4-thinking"],
    ["acme-4", "acme-4.1"],
    ["acme-4b", "acme-4-b"],
  ])("%s and %s are two", (one, other) => {
    expect(modelKey(one)).not.toBe(modelKey(other));
  });
});

describe("what an id says", () => {
  test.each([
    ["acme-4-20250601", "20250601"],
    ["acme-4-2025-06-01", "20250601"],
    ["acme-4@20250601", "20250601"],
    ["anthropic.acme-4-20250601-v1:0", "20250601"],
    ["acme-4-250601", "20250601"],
    ["acme-4-06-2025", "202506"],
    ["acme-4-2506", "202506"],
    ["acme-4-0613", "0613"],
    ["acme-4-002", "002"],
    ["acme-4-latest", null],
    ["acme-4@default", null],
  ])("%s is a model and its snapshot", (id, snapshot) => {
    expect(readModelId(id)).toEqual({ key: "acme-4", variant: null, mode: null, tuned: false, snapshot });
  });

  test.each([
    ["acme/acme-4:batch", { variant: "batch", mode: "batch" }],
    ["acme-4:free", { variant: "free" }],
    ["acme-4-20250601:thinking", { variant: "thinking", snapshot: "20250601" }],
    ["acme-4:thinking:low", { variant: "thinking:low" }],
    ["ft:acme-4-20250601", { tuned: true, snapshot: "20250601" }],
    ["acme-4-20250601.ft-", { tuned: true, snapshot: "20250601" }],
  ])("%s is a form of the model", (id, said) => {
    const plain = { key: "acme-4", variant: null, mode: null, tuned: false, snapshot: null };
    expect(readModelId(id)).toEqual({ ...plain, ...said });
  });

  test.each(["acme-4-7b", "acme-4-128k", "acme-4-32", "acme-4-1350", "acme-4-0"])("%s names no snapshot", (id) => {
    expect(readModelId(id).snapshot).toBeNull();
  });

  test("a mode or a way of speaking may be joined by a hyphen", () => {
    expect(plainKey("acme-4-flex")).toEqual({ key: "acme-4", mode: "flex" });
    expect(plainKey("acme-4-audio-preview")).toEqual({ key: "acme-4", mode: null });
    expect(plainKey("acme-4-mini")).toBeNull();
  });
});

test("keeps what it read of a model ID after clients have sent many other names", () => {
  for (let sent = 0; sent < 30_000; sent += 1) readModelId(`acme-${sent}-unknown`);
  expect(readModelId("acme-9")).toBe(readModelId("acme-9"));
  const long = "x".repeat(5_000);
  expect(readModelId(long)).not.toBe(readModelId(long));
});
