import { expect, test } from "vitest";
import { dueAt, inTurn, type Standing } from "./due";
import { COLLECTING } from "./policy";

const HOUR_MS = 3_600_000;
const READ = new Date("2026-11-01T05:07:00Z");
const standing = (own: Partial<Standing> = {}): Standing => ({
  checkedAt: READ,
  failures: 0,
  stopped: false,
  begunOn: null,
  ...own,
});
const hoursAfter = (due: Date | null) => due && (due.getTime() - READ.getTime()) / HOUR_MS;

test("a list is due after its days, a little before the hour of its last reading", () => {
  expect(hoursAfter(dueAt(standing(), 1))).toBe(22);
  expect(hoursAfter(dueAt(standing(), 7))).toBe(7 * 24 - 2);
});

test("one that failed is due after a pause that grows to a week, however rarely it is read", () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((failures) => hoursAfter(dueAt(standing({ failures }), 30)));
  expect(pauses).toEqual([6, 24, 48, 168, 168, 168]);
});

test("one that was never read, or not to its end, is due at once; one that is stopped never", () => {
  expect(dueAt(null, 7)).toEqual(new Date(0));
  expect(dueAt(standing({ begunOn: "2026-11-01" }), 7)).toEqual(new Date(0));
  expect(dueAt(standing({ stopped: true, begunOn: "2026-11-01" }), 7)).toBeNull();
});

test("what was begun goes first, what failed last, of others the longest unread", () => {
  const day = (n: number) => new Date(`2026-10-0${n}T00:00:00Z`);
  const lists = [
    { source: "failed", standing: standing({ failures: 1, checkedAt: day(1) }) },
    { source: "new", standing: null },
    { source: "newer", standing: standing({ checkedAt: day(3) }) },
    { source: "older", standing: standing({ checkedAt: day(2) }) },
    { source: "begun", standing: standing({ begunOn: "2026-11-01" }) },
    { source: "failed-twice", standing: standing({ failures: 2, begunOn: "2026-10-01" }) },
  ];
  expect(inTurn(lists).map(({ source }) => source)).toEqual([
    "begun",
    "new",
    "older",
    "newer",
    "failed",
    "failed-twice",
  ]);
});

test("a run is ended before it may be taken for dead", () => {
  expect(COLLECTING.runMs).toBeLessThan(COLLECTING.abandonedAfterMs - 60_000);
});
