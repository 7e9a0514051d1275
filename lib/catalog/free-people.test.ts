import { expect, test } from "vitest";
import type { Limit } from "@/lib/schemas/primitives";
import { coversPeople, freePeople, freePeopleColumn, mostPeople } from "./free-people";
import { reduce } from "./reduce";
import { observe, paid, SOURCES, tier } from "./testing/observations";

const limit = (name: string, value: number | null): Limit => ({ name, value, unit: null });
const freeTier = (rest: Parameters<typeof tier>[1] = {}, id = "free") =>
  tier(id, { status: "published", prices: [{ amount: 0, period: "month", billing: null }], ...rest });
const list = (tiers: ReturnType<typeof tier>[], observedAt = "2026-01-01", source = "example-pages") =>
  observe({ kind: "plans", currency: "USD", complete: false, tiers }, { observedAt, source });
const statement = (limits: Limit[], note?: string) =>
  observe(
    { kind: "free_tier", available: true, trialDays: null, limits },
    { evidence: { url: "https://example.com/pricing", ...(note && { note }) } },
  );
const maximumOf = (...readings: Parameters<typeof freePeople>[0]) => {
  const people = freePeople(readings);
  return people?.maximum;
};

test("reads the people of a free plan from its seats, limits, statement and words", () => {
  expect(maximumOf(list([freeTier({ maximumSeats: 2 })]))).toBe(2);
  expect(maximumOf(list([freeTier({ limits: [limit("users", 3)] })]))).toBe(3);
  expect(maximumOf(list([freeTier({ limits: [limit("Max licenses", 1)] })]))).toBe(1);
  expect(maximumOf(statement([limit("seats", 5)]))).toBe(5);
  expect(maximumOf(statement([], "Stated of Free: up to 10 collaborators per workspace."))).toBe(10);
  expect(maximumOf(list([freeTier({ features: ["Up to two users"] })]))).toBe(2);
});

test("counts the seats of a product by its own name", () => {
  const free = freeTier({ limits: [limit("agents", 3)] });
  expect(maximumOf(list([free, paid("team", 9, { unit: "agent" })]))).toBe(3);
  expect(freePeople([list([free, paid("team", 9)])])).toBeNull();
});

test("does not take other limits, other plans or restricted plans for the people of a free plan", () => {
  expect(
    freePeople([list([freeTier({ limits: [limit("contacts", 1000), limit("users per project", 2)] })])]),
  ).toBeNull();
  expect(freePeople([list([paid("pro", 9, { maximumSeats: 5 })])])).toBeNull();
  expect(freePeople([list([freeTier({ maximumSeats: 50, audience: "student" })])])).toBeNull();
  expect(freePeople([statement([], "Free for schools: 30 users.")])).toBeNull();
});

test("takes the newest reading, the largest of its free plans, and any number over a number", () => {
  const old = list([freeTier({ maximumSeats: 10 })], "2025-01-01", "acme-list");
  expect(maximumOf(old, list([freeTier({ maximumSeats: 2 })], "2026-01-01"))).toBe(2);
  expect(maximumOf(list([freeTier({ maximumSeats: 2 }), freeTier({ maximumSeats: 5 }, "hobby")]))).toBe(5);
  const any = freePeople([list([freeTier({ limits: [limit("users", null)] })])]);
  expect(any).toMatchObject({ maximum: null });
});

test("a plan covers a team up to its people, and nothing is said without a source", () => {
  expect([coversPeople({ maximum: 2 }, 2), coversPeople({ maximum: 2 }, 3)]).toEqual([true, false]);
  expect([coversPeople({ maximum: null }, 3), coversPeople(null, 3)]).toEqual([true, null]);
  expect(mostPeople(freePeopleColumn({ maximum: 2 }))).toBe(2);
  expect(mostPeople(freePeopleColumn({ maximum: null }))).toBeNull();
  expect(freePeopleColumn(null)).toBeNull();
});

test("a record states the people of its free plan with their evidence, whichever source leads", () => {
  const lead = list([freeTier(), paid("pro", 9)], "2026-02-01");
  const other = list([freeTier({ maximumSeats: 3 })], "2025-12-01", "acme-list");
  const context = { asOf: "2026-03-01", sources: SOURCES };
  const record = reduce([lead, other], context);
  expect(record?.freeTier).toMatchObject({ plan: true, people: { maximum: 3 } });
  const sources = record?.evidence
    .filter(({ id }) => record.freeTier?.evidence.includes(id))
    .map(({ source }) => source);
  expect(sources).toContain("acme-list");
  expect(reduce([lead], context)?.freeTier).toMatchObject({ plan: true, people: null });
});
