import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VERIFICATION_POLICY } from "./policy";
import {
  DAY_MS,
  dayNumber,
  firstTurns,
  HOUR_MS,
  nextTurn,
  type PageToPlace,
  pageAddress,
  pauseUntil,
} from "./schedule";

const START = new Date("2026-03-01T00:00:00.000Z");
const DAYS = VERIFICATION_POLICY.dueWithinDays;
const days = Array.from({ length: DAYS }, (_, index) => dayNumber(START) + index);

const pages = fc
  .array(fc.record({ host: fc.integer({ min: 0, max: 40 }), age: fc.integer({ min: 0, max: 60 }) }), {
    minLength: 1,
    maxLength: 400,
  })
  .map((rows) =>
    rows.map(({ host, age }, index): PageToPlace => {
      const name = `${host < 10 ? `acme-${host}` : `acme-${host}-${index}`}.example`;
      const seenAt = age === 0 ? null : new Date(START.getTime() - age * DAY_MS).toISOString().slice(0, 10);
      return { url: `https://${name}/${index}`, host: name, seenAt, prominence: 0 };
    }),
  );

function perDay(turns: Iterable<Date>): number[] {
  const list = [...turns];
  return days.map((day) => list.filter((turn) => dayNumber(turn) === day).length);
}

describe("first turns", () => {
  test("every page has one, within the span, however many pages one host has", () => {
    fc.assert(
      fc.property(pages, (given) => {
        const turns = firstTurns(given, START);
        expect([...turns.keys()].sort()).toEqual(given.map(({ url }) => url).sort());
        expect(perDay(turns.values()).reduce((sum, n) => sum + n, 0)).toBe(given.length);
      }),
      { numRuns: 100 },
    );
  });

  test("pages of hosts that have one each are spread so that no two days differ by more than one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), (n) => {
        const given = Array.from({ length: n }, (_, i) => ({
          url: `https://acme-${i}.example/pricing`,
          host: `acme-${i}.example`,
          seenAt: null,
          prominence: 0,
        }));
        const counts = perDay(firstTurns(given, START).values());
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  test("a day that is full already gets none before the others are as full", () => {
    const given = Array.from({ length: 58 }, (_, i) => ({
      url: `https://acme-${i}.example/`,
      host: `acme-${i}.example`,
      seenAt: null,
      prominence: 0,
    }));
    const counts = perDay(firstTurns(given, START, new Map([[dayNumber(START), 2]])).values());
    expect(counts).toEqual([0, ...Array.from({ length: DAYS - 1 }, () => 2)]);
  });

  test("what was seen longest ago comes first, what was never seen before that, of equals the better known", () => {
    const seen = ["2026-02-01", null, "2025-01-01", "2026-02-01"];
    const given = Array.from({ length: 4 * DAYS }, (_, i) => ({
      url: `https://acme-${i}.example/`,
      host: `acme-${i}.example`,
      seenAt: seen[i % 4] ?? null,
      prominence: i % 8 === 0 ? 90 : 1,
    }));
    const turns = firstTurns(given, START);
    const daysOf = (wanted: string | null, prominence: number) =>
      given
        .filter((page) => page.seenAt === wanted && page.prominence === prominence)
        .map(({ url }) => dayNumber(turns.get(url) ?? START));
    const classes = [
      given.filter(({ seenAt }) => seenAt === null).map(({ url }) => dayNumber(turns.get(url) ?? START)),
      daysOf("2025-01-01", 1),
      daysOf("2026-02-01", 90),
      daysOf("2026-02-01", 1),
    ];
    classes.slice(1).forEach((later, index) => {
      expect(Math.min(...later)).toBeGreaterThanOrEqual(Math.max(...(classes[index] as number[])));
    });
  });

  test("a host with 74 pages has at most three on a day", () => {
    const given = Array.from({ length: 74 }, (_, i) => ({
      url: `https://acme.example/${i}`,
      host: "acme.example",
      seenAt: null,
      prominence: 0,
    }));
    expect(Math.max(...perDay(firstTurns(given, START).values()))).toBeLessThanOrEqual(3);
  });

  test("nothing is due before the schedule begins", () => {
    const noon = new Date(START.getTime() + 12 * HOUR_MS);
    const given = Array.from({ length: 200 }, (_, i) => ({
      url: `https://acme-${i}.example/`,
      host: `acme-${i}.example`,
      seenAt: null,
      prominence: 0,
    }));
    for (const turn of firstTurns(given, noon).values()) expect(turn.getTime()).toBeGreaterThanOrEqual(noon.getTime());
  });
});

describe("the next turn", () => {
  const instant = fc.date({ min: START, max: new Date("2027-01-01T00:00:00Z"), noInvalidDate: true });
  const load = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.nat({ max: 90 })), { maxLength: 40 })
    .map((rows) => new Map(rows.map(([day, n]) => [dayNumber(START) + day, n])));

  test("is within the span of the rules after each check, and not soon after it", () => {
    fc.assert(
      fc.property(instant, fc.nat(), load, (checkedAt, page, planned) => {
        const url = `https://acme.example/${page}`;
        const gap = nextTurn({ url, checkedAt, fault: null, failures: 0 }, planned).getTime() - checkedAt.getTime();
        expect(gap).toBeLessThanOrEqual(DAYS * DAY_MS);
        expect(gap).toBeGreaterThan((DAYS - 4) * DAY_MS);
      }),
    );
  });

  test("is on the day with the least work of the last ones", () => {
    const checkedAt = new Date("2026-03-01T09:00:00Z");
    const from = dayNumber(checkedAt);
    for (const least of [27, 28, 29]) {
      const planned = new Map([27, 28, 29, 30].map((day) => [from + day, day === least ? 4 : 5]));
      const turn = nextTurn({ url: "https://acme.example/", checkedAt, fault: null, failures: 0 }, planned);
      expect(dayNumber(turn)).toBe(from + least);
    }
  });

  test("after failures comes soon, with growing gaps, and after the last of them in its ordinary turn", () => {
    const checkedAt = new Date("2026-03-01T09:00:00Z");
    const gapAfter = (failures: number, fault: "failed" | "denied") =>
      (nextTurn({ url: "https://acme.example/", checkedAt, fault, failures }, new Map()).getTime() -
        checkedAt.getTime()) /
      HOUR_MS;
    expect([1, 2, 3, 4].map((n) => gapAfter(n, "failed"))).toEqual([6, 24, 72, 168]);
    expect(gapAfter(5, "failed")).toBeGreaterThan(26 * 24);
    expect(gapAfter(1, "denied")).toBe(72);
    expect(gapAfter(2, "denied")).toBeGreaterThan(26 * 24);
  });
});

describe("a page's address", () => {
  test.each([
    ["https://Acme.example/pricing#plans", "https://acme.example/pricing", "acme.example"],
    ["https://www.acme.co.uk/pricing?x=1", "https://www.acme.co.uk/pricing?x=1", "acme.co.uk"],
    ["http://127.0.0.1:4567/acme/pricing", "http://127.0.0.1:4567/acme/pricing", "127.0.0.1"],
  ])("%s is fetched as %s, in the turn of %s", (given, url, host) => {
    expect(pageAddress(given)).toEqual({ url, host });
  });

  test.each(["", "acme.example/pricing", "ftp://acme.example/", "javascript:alert(1)"])("%j is none", (given) => {
    expect(pageAddress(given)).toBeNull();
  });
});

test("a host is left alone for as long as it asks, though not for ever, and always for a few seconds", () => {
  const at = new Date("2026-03-01T09:00:00.000Z");
  const after = (retryAfterMs: number | null) => pauseUntil(at, retryAfterMs).getTime() - at.getTime();
  expect(after(null)).toBe(VERIFICATION_POLICY.hostPauseSeconds * 1000);
  expect(after(0)).toBe(VERIFICATION_POLICY.hostPauseSeconds * 1000);
  expect(after(HOUR_MS)).toBe(HOUR_MS);
  expect(after(1_000 * HOUR_MS)).toBe(VERIFICATION_POLICY.longestPauseHours * HOUR_MS);
});
