import { describe, expect, test } from "vitest";
import { shippedReduced } from "@/lib/contract/catalogue";
import type { TierFact } from "@/lib/schemas/observation";
import { reduce } from "./reduce";
import { observe, paid, SOURCES } from "./testing/observations";

const asOf = "2026-06-01";

const list = (source: string, observedAt: string, tiers: TierFact[]) =>
  observe({ kind: "plans", currency: "USD", complete: false, tiers }, { source, observedAt });

function tiersOf(...readings: ReturnType<typeof list>[]) {
  const reduced = reduce(readings, { asOf, sources: SOURCES });
  return reduced?.tiers?.map(({ id, priceMonthly }) => [id, priceMonthly]);
}

describe("one plan under two names", () => {
  const long = list("example-pages", "2026-05-01", [paid("business-starter", 8), paid("business-plus", 26)]);
  const short = list("acme-list", "2026-04-01", [paid("starter", 8)]);

  test("is one tier, with the later name", () => {
    expect(tiersOf(long, short)).toEqual([
      ["business-starter", 8],
      ["business-plus", 26],
    ]);
  });

  test("keeps the name that more readings use", () => {
    const again = list("example-medians", "2026-04-02", [paid("starter", 8)]);
    expect(tiersOf(long, short, again)?.map(([id]) => id)).toEqual(["starter", "business-plus"]);
  });

  test("has one history", () => {
    const earlier = list("example-pages", "2026-01-01", [paid("business-starter", 7), paid("business-plus", 26)]);
    const { priceHistory } = reduce([earlier, long, short], { asOf, sources: SOURCES }) ?? {};
    expect(new Set(priceHistory?.map(({ tier }) => tier))).toEqual(new Set(["business-starter", "business-plus"]));
  });
});

test.each<[string, ReturnType<typeof list>]>([
  ["at another price", list("acme-list", "2026-04-01", [paid("starter", 9)])],
  ["read long before", list("acme-list", "2024-06-02", [paid("starter", 8)])],
  ["listed beside it", list("acme-list", "2026-04-01", [paid("starter", 8), paid("business-starter", 8)])],
])("a plan with a shorter name %s is another plan", (_, other) => {
  const long = list("example-pages", "2026-05-01", [paid("business-starter", 8)]);
  expect(tiersOf(long, other)?.map(([id]) => id)).toEqual(expect.arrayContaining(["business-starter", "starter"]));
});

test("shipped products list each plan once", () => {
  const reduced = shippedReduced("2026-11-28");
  const ids = (slug: string) => reduced(slug)?.tiers?.map(({ id }) => id);
  expect(ids("google-workspace")).toEqual(["business-starter", "business-standard", "business-plus", "enterprise"]);
  expect(ids("ringcentral")).toEqual(expect.arrayContaining(["core", "advanced", "ultra"]));
  expect(ids("ringcentral")?.filter((id) => id.startsWith("ringex-"))).toEqual([]);
  expect(ids("kahoot")?.filter((id) => /bronze/.test(id))).toHaveLength(1);
  expect(ids("auth0")?.filter((id) => /essentials/.test(id))).toHaveLength(2);
});
