import { expect, test } from "vitest";
import type { HistoryAnswer } from "@/lib/schemas/history";
import { historyText } from "./history";

const point = (observedAt: string, price: number) => ({
  observedAt,
  effectiveFrom: null,
  tier: "pro",
  meter: "priceAnnual",
  price,
  priceStatus: "published",
  currency: "USD",
  unit: "user/month",
  evidence: [],
});

function history(snapshots: object[], asOf = "2026-11-30"): string {
  const trend = { direction: "flat", changePercent: 0, cagr: null, since: "2026-08-06", until: "2026-09-04" };
  return historyText({
    name: "Acme",
    asOf,
    to: asOf,
    tier: "pro",
    tiers: ["pro"],
    trend: { ...trend, tier: "pro", meter: "priceAnnual" },
    stability: null,
    count: snapshots.length,
    total: { snapshots: snapshots.length, changes: 0 },
    next: null,
    snapshots,
    changes: [],
    evidence: [],
    links: { page: "https://example.com/acme" },
  } as unknown as HistoryAnswer);
}

test("does not call a trend flat whose readings differ", () => {
  const text = history([point("2026-08-06", 13.33), point("2026-09-04", 14.16)]);
  expect(text).not.toContain("flat");
  expect(text).toMatch(/^Acme: no confirmed change from 6 Aug 2026 to 4 Sep 2026/);
  expect(text).toMatch(
    /Readings differ without a confirmed change: .*\$13\.33 \(6 Aug 2026\), \$14\.16 \(4 Sep 2026\)\./,
  );
  expect(history([point("2026-08-06", 13.33), point("2026-09-04", 13.33)])).not.toContain("differ");
});

test("says after which day no price was read", () => {
  const points = [point("2025-03-06", 10)];
  expect(history(points)).toContain(
    "No price of this tier or model was read after 6 Mar 2025: later changes are not known.",
  );
  expect(history(points, "2025-04-01")).not.toContain("was read after");
});
