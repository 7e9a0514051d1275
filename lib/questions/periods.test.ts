import { expect, test } from "vitest";
import { sinceIn } from "./periods";
import { tokensOf } from "./tokens";

const since = (text: string) => sinceIn(tokensOf(text), "2026-11-30")?.day ?? null;

test.each([
  ["price changes this month in crm", "2026-11-01"],
  ["which crm raised prices in 2026", "2026-01-01"],
  ["Preiserhöhungen seit 2025", "2025-01-01"],
  ["what got more expensive this year", "2026-01-01"],
  ["hausses de prix ce mois-ci", "2026-11-01"],
  ["price rises in the last 12 months", "2025-11-30"],
  ["今月 値上げ", "2026-11-01"],
])("reads the time of %j", (text, day) => {
  expect(since(text)).toBe(day);
});

test("reads no time where none is named, and no year to come", () => {
  expect(since("price changes in crm")).toBeNull();
  expect(since("price changes in 2031")).toBeNull();
});
