import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { audit } from "./audit";

test("the figures of the audit are those of its table", () => {
  const rows = readFileSync("db/catalog/AUDIT.md", "utf8")
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line));
  const verdicts = rows.map((row) => row.split("|").at(-2)?.trim() ?? "");
  const right = verdicts.filter((verdict) => verdict.startsWith("right"));
  expect(audit()).toMatchObject({
    drawn: rows.length,
    right: right.length,
    wrong: verdicts.filter((verdict) => verdict.startsWith("**wrong")).length,
    mended: verdicts.filter((verdict) => verdict.startsWith("**wrong, fixed")).length,
    incomplete: right.filter((verdict) => verdict.includes("not taken")).length,
  });
  expect(readFileSync("db/catalog/AUDIT.md", "utf8")).toContain(`Date: ${audit().date}`);
});
