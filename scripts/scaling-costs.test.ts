import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogDir } from "@/db/load/boot";
import { readCatalog } from "@/db/load/files";
import { costsSection, sectionIn } from "./scaling-costs";

test("what serving costs at list prices, as docs/scaling.md has it, is what the shipped catalogue says", () => {
  const told = sectionIn(readFileSync("docs/scaling.md", "utf8"));
  expect(told).toContain("| per month | list price |");
  expect(costsSection(readCatalog(catalogDir()))).toBe(told);
});
