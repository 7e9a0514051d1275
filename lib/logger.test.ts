import { expect, test } from "vitest";
import { formatLine, redact } from "./logger";

test("a URL's user and password never reach the log", () => {
  expect(redact("cannot reach postgres://root:p@ss:w0rd@db.example.com:5432/x?a=1")).toBe(
    "cannot reach postgres://[redacted]@db.example.com:5432/x?a=1",
  );
  expect(redact("see https://example.com/@user")).toBe("see https://example.com/@user");
});

test("secrets are taken out of nested fields and of errors with their causes", () => {
  const error = new Error("refused", { cause: new Error("at postgres://u:hunter2@h/x") });
  const line = formatLine("error", "boot", { error, headers: { Authorization: "Bearer hunter2" } });
  expect(line).not.toContain("hunter2");
  expect(JSON.parse(line)).toMatchObject({ level: "error", message: "boot", error: { message: "refused" } });
});
