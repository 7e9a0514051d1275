import { expect, test } from "vitest";
import type { Source } from "@/lib/schemas/catalog";
import { dataTerms } from "./data-terms";

const source = (slug: string, restricted: boolean): Source => ({
  slug,
  name: slug,
  publisher: "Example",
  url: null,
  licence: "none",
  licenceUrl: null,
  restricted,
  attribution: "Example",
  version: null,
  obtainedAt: "2026-10-01",
  taken: "Prices.",
});

const { sources, groups } = dataTerms(
  [source("pages", false), source("medians", true), source("mixed", false), source("unused", false)],
  [
    { source: "pages", kind: "plans", observations: 10, restricted: 0 },
    { source: "medians", kind: "market", observations: 4, restricted: 0 },
    { source: "mixed", kind: "hidden_cost", observations: 6, restricted: 2 },
  ],
);
const group = (name: string) => groups.find((entry) => entry.group === name);

test("every observation of a restricted source is restricted, of another those whose evidence says so", () => {
  const restricted = sources.map(({ slug, restrictedObservations }) => [slug, restrictedObservations]);
  expect(restricted).toEqual([
    ["medians", 4],
    ["mixed", 2],
    ["pages", 0],
  ]);
});

test("a group counts the sources that feed it, and those that restrict it", () => {
  expect(group("marketData")).toMatchObject({ sources: 1, restrictedSources: 1, restrictedObservations: 4 });
  expect(group("tiers")).toMatchObject({ sources: 1, restrictedSources: 0, observations: 10 });
  expect(group("hiddenCosts")).toMatchObject({ observations: 6, restrictedObservations: 2 });
  expect(group("usage")).toMatchObject({ sources: 0, observations: 0 });
});
