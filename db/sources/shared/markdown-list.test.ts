import { expect, test } from "vitest";
import { cleanName, licencesIn, listItems, mergeFreeTiers, ownDomain } from "./markdown-list";

test("an address on a code forge or in a store is nobody's domain", () => {
  expect(ownDomain("https://www.example.com/pricing")).toBe("example.com");
  expect(ownDomain("https://github.com/acme/tool")).toBeUndefined();
  expect(ownDomain("https://tool.readthedocs.io/en/latest/")).toBeUndefined();
  expect(ownDomain("https://apps.apple.com/app/id1")).toBeUndefined();
  expect(ownDomain("stun:stun.example.com:19302")).toBeUndefined();
});

test("names lose markup, emoji and trailing punctuation", () => {
  expect(cleanName("**Foo.com** 🚀 -")).toBe("Foo.com");
  expect(cleanName("[Bar](https://bar.dev)")).toBe("Bar");
});

test("list items know heading, line and parent; bullets without an address are rejected", () => {
  const { items, rejects } = listItems(
    "## Table\n * [CMS](#cms)\n## CMS\n  * [Suite](https://suite.com)\n    * [Part](https://suite.com/part) - Free\n    * Other - 5 GB\n  * [Next](https://next.dev)\n",
  );
  expect(items.map(({ name, section, parent, line }) => [name, section, parent, line])).toEqual([
    ["Suite", "CMS", null, 4],
    ["Part", "CMS", "Suite", 5],
    ["Next", "CMS", null, 7],
  ]);
  expect(rejects.map(({ reason }) => reason)).toEqual(["bullet without an address"]);
});

test("two entries of one product become one reading without contradicting limits", () => {
  const entry = (name: string, limits: { name: string; value: number; unit: null }[]) => ({
    subject: { name, domain: "foo.com" },
    trust: "B" as const,
    observedAt: "2026-08-22",
    evidence: { url: "https://foo.com" },
    fact: { kind: "free_tier" as const, available: true, trialDays: null, limits },
  });
  const { readings, rejects } = mergeFreeTiers([
    entry("Foo", [{ name: "users", value: 5, unit: null }]),
    entry("foo.com", [
      { name: "users", value: 9, unit: null },
      { name: "projects", value: 2, unit: null },
    ]),
  ]);
  expect(readings).toHaveLength(1);
  expect(readings[0]?.fact.limits.map(({ name }) => name)).toEqual(["projects"]);
  expect(rejects).toHaveLength(1);
});

test("licences are read as SPDX identifiers", () => {
  expect(licencesIn("Free OSS (AGPL-3.0).")).toEqual(["AGPL-3.0"]);
  expect(licencesIn("Open source (Apache 2.0)")).toEqual(["Apache-2.0"]);
  expect(licencesIn("Courses from Harvard and MIT, Stanford")).toEqual([]);
  expect(licencesIn("permits anything")).toEqual([]);
});
