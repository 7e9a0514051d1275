import { expect, test } from "vitest";
import { DatabaseInUseError } from "@/db/embedded-lock";
import { explain } from "./boot";

test("what a person can act on is told without a stack", () => {
  expect(explain(new DatabaseInUseError("in use by process 7"))).toBe("in use by process 7");
});

test("anything else comes with its stack and innermost cause, and without passwords", () => {
  const cause = new Error("query", { cause: { code: "ECONNREFUSED", message: "" } });
  const text = explain(new Error("at postgres://u:hunter2@h/x", { cause }));
  expect(text).toContain("boot.test.ts");
  expect(text).toContain("Caused by: ECONNREFUSED");
  expect(text).not.toContain("hunter2");
});
