import { expect, test } from "vitest";
import type { UsageModel } from "@/lib/schemas/record";
import { soonAnnounced } from "./announced";
import { meter, usageModel } from "./model.fixture";
import type { Workload } from "./workload";

const meters = (unitPrice: number) => [meter("inputTokens", unitPrice)];
const announced = (effectiveFrom: string, unitPrice: number) =>
  ({
    effectiveFrom,
    status: "scheduled" as const,
    meters: meters(unitPrice),
  }) satisfies UsageModel["scheduled"][number];
const model = (...scheduled: UsageModel["scheduled"]) => usageModel("acme-1", meters(2), { scheduled });
const WORKLOAD: Workload = {
  quantities: new Map([["inputTokens", 3_000_000]]),
  mode: "standard",
  promptTokensPerRequest: null,
  when: null,
};

test("names an announced price that takes effect within 120 days", () => {
  expect(soonAnnounced(model(announced("2027-01-01", 4)), WORKLOAD, "2026-11-28", 6)).toEqual([
    { from: "2027-01-01", status: "scheduled", total: 12 },
  ]);
});

test.each([
  ["takes effect later", announced("2027-01-01", 4), "2026-08-25"],
  ["is already in force", announced("2027-01-01", 4), "2027-01-01"],
  ["leaves the total as it is", announced("2027-01-01", 2), "2026-11-28"],
])("leaves out an announced price that %s", (_, price, day) => {
  expect(soonAnnounced(model(price), WORKLOAD, day, 6)).toEqual([]);
});
