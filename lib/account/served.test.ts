import { expect, test } from "vitest";
import { count, type Tally } from "@/lib/observe/tally";
import { durationText, served, shareText } from "./served";

test("operations are told the slowest first, requests by how many there were", () => {
  const made: Tally = { since: new Date("2026-11-21T08:00:00Z"), operations: new Map(), requests: new Map() };
  for (const [name, status, ms] of [
    ["get_pricing", 200, 3],
    ["get_pricing", 200, null],
    ["get_pricing", 503, 4],
    ["discover_software", 200, 180],
    ["list_categories", 200, null],
  ] as const) {
    count(made.operations, name, status, ms);
  }
  count(made.requests, "pages", 200, 10);
  for (const status of [200, 429]) count(made.requests, "API", status, 10);
  const { since, processes, requests, operations } = served(made, { processes: 2 });
  expect([since, processes]).toEqual([made.since, 2]);
  expect(requests.map(({ name, answers, refused }) => [name, answers, refused])).toEqual([
    ["API", 2, 1],
    ["pages", 1, 0],
  ]);
  expect(operations).toMatchObject([
    { name: "discover_software", halfMs: 180, mostMs: 180, slowestMs: 180, failedShare: 0 },
    { name: "get_pricing", answers: 3, kept: 1, failed: 1, failedShare: 1 / 3, mostMs: 4 },
    { name: "list_categories", answers: 1, kept: 1, halfMs: null, mostMs: null },
  ]);
  expect(operations[1]?.lastFailedAt).toBeInstanceOf(Date);
});

test("durations and shares are told in few characters, and no fault as none", () => {
  expect([0.42, 12.4, 50, 1_234].map(durationText)).toEqual(["0.4 ms", "12 ms", "50 ms", "1.2 s"]);
  expect([0, 0.00001, 0.0004, 0.015, 1].map(shareText)).toEqual(["0%", "< 0.01%", "0.04%", "1.5%", "100.0%"]);
});
