import { expect, test } from "vitest";
import { offersLine } from "@/lib/format/offers";
import type { Observation } from "@/lib/schemas/observation";
import { reduce } from "./reduce";
import { observe, paid, SOURCES, type tier } from "./testing/observations";

const record = (observations: readonly Observation[]) => reduce(observations, { asOf: "2026-02-01", sources: SOURCES });
const offers = (observations: readonly Observation[]) => record(observations)?.offers;
const discount = (rest: object, from: object = {}) =>
  observe(
    {
      kind: "discount",
      discount: "education",
      percentLow: 100,
      percentHigh: 100,
      condition: "For students, for one year",
      ...rest,
    },
    from,
  );
const plans = (tiers: ReturnType<typeof tier>[]) => observe({ kind: "plans", currency: "USD", complete: true, tiers });

test("a record without offers has no group of them", () => {
  expect(record([plans([paid("pro", 10)])])).not.toHaveProperty("offers");
  expect(record([discount({ discount: "volume", percentLow: 10, percentHigh: 10 })])).not.toHaveProperty("offers");
});

test("an offer names its audience, figure, plan and evidence", () => {
  const known = record([
    discount({ plan: "Pro plan" }),
    discount({ discount: "nonprofit", percentLow: 0, percentHigh: 50, condition: null }),
    discount({ discount: "startup", percentLow: null, percentHigh: null, condition: "On request" }),
    discount({ discount: "open_source", condition: null }),
  ]);
  expect(known?.offers).toMatchObject([
    { audience: "students", free: true, percentLow: null, plan: "Pro plan", condition: "For students, for one year" },
    { audience: "nonprofits", free: false, percentLow: 0, percentHigh: 50, plan: null },
    { audience: "open_source", free: true },
    { audience: "startups", free: false, percentHigh: null, condition: "On request" },
  ]);
  const cited = new Set(known?.evidence.map(({ id }) => id));
  for (const { evidence } of known?.offers ?? []) {
    expect(evidence.length).toBeGreaterThan(0);
    for (const id of evidence) expect(cited).toContain(id);
  }
  expect(known?.license.offers).toBe("owned");
  expect(known && offersLine({ ...known, asOf: "2026-01-02" })).toBe(
    "Students: free (Pro plan, for one year, checked 1 Jan 2026); nonprofits: up to 50% off (checked 1 Jan 2026); open-source projects: free (checked 1 Jan 2026); start-ups: an offer, amount not stated (on request, checked 1 Jan 2026).",
  );
  expect(known && offersLine({ ...known, asOf: "2027-01-02" })).toContain(
    "open-source projects: free (checked 1 Jan 2026, old)",
  );
});

test("an offer is no negotiation tip", () => {
  const kinds = record([
    discount({}),
    discount({ discount: "bundle", percentLow: 5, percentHigh: 5, condition: null }),
  ])?.negotiationTips?.map(({ kind }) => kind);
  expect(kinds).toEqual(["bundle"]);
});

test.each([
  ["For students and educators", ["students", "educators"]],
  ["For students, with a school e-mail address", ["students"]],
  ["For teachers", ["educators"]],
  ["With an educational licence", ["students", "educators"]],
  [null, ["students", "educators"]],
])("an education offer is for whom its condition names: %s", (condition, expected) => {
  expect(offers([discount({ condition })])?.map(({ audience }) => audience)).toEqual(expected);
});

test("sources with one figure make one offer, sources with different figures two", () => {
  const second = { source: "acme-list", voice: "acme-list" };
  const both = offers([discount({}), discount({}, second)]);
  expect(both).toHaveLength(1);
  expect(both?.[0]?.evidence).toHaveLength(2);
  expect(offers([discount({}), discount({ percentLow: 50, percentHigh: 50 }, second)])).toHaveLength(2);
});

test("a tier for students is an offer only beside a paid tier for everybody", () => {
  const student = paid("student", 5, { name: "Pro for Students" });
  expect(offers([plans([student, paid("pro", 10)])])).toMatchObject([
    { audience: "students", free: false, plan: "Pro for Students", tier: "student", percentHigh: null },
  ]);
  expect(offers([plans([student, paid("school", 50, { name: "Education" })])])).toBeUndefined();
  const shown = record([plans([student, paid("pro", 10)])]);
  expect(shown && offersLine({ ...shown, asOf: "2026-01-02" })).toContain("Students: $5 per user per month");
});
