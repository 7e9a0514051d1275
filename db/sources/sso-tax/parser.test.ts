import { describe, expect, test } from "vitest";
import { datedVersions, fromVersion, premiumOf, type SsoVersion, withRemarks } from "./parser";
import remarks from "./remarks.json";

const version = (change: Partial<SsoVersion> = {}): SsoVersion => ({
  name: "Slack",
  base: "$7.25 per u/m",
  sso: "$12.50 per u/m",
  percent: "72%",
  source: "https://slack.com/pricing",
  sourceInfo: null,
  vendorNote: null,
  vendorUrl: "https://slack.com",
  statedAt: "2025-06-29",
  committedAt: "2025-06-29",
  via: "https://github.com/robchahin/sso-wall-of-shame/blob/abc/_vendors/slack.yaml",
  ...change,
});
const premium = (base: string, sso: string, percent: string | null = null) =>
  premiumOf({ base, sso, percent })?.premium;
const remarked = (name: string, change: Partial<SsoVersion>) => {
  const vendorNote = remarks.find(({ entry }) => entry === name)?.remark ?? null;
  const reading = fromVersion(version({ name, vendorNote, ...change }), "2025-09-26");
  return typeof reading === "string" ? reading : { fact: reading.fact, note: reading.evidence.note };
};

describe("the premium", () => {
  test("is the exact difference of two like prices", () => {
    expect(premium("$7.25 per u/m", "$12.50 per u/m", "72%")).toEqual({
      amount: 5.25,
      percent: 72.41,
      currency: "USD",
      unit: "user/month",
      basePrice: 7.25,
      fullPrice: 12.5,
    });
    expect(premium("$23.96 per u/m", "$39.98 per u/m")?.amount).toBe(16.02);
  });

  test("is unknown, not 0, where the vendor wants a call", () => {
    const found = premium("$10 per u/m", "Call Us!", "???");
    expect(found).toEqual({ amount: null, percent: null, currency: "USD", unit: "user/month", basePrice: 10 });
  });

  test("is not computed across units, whatever the list's percentage says", () => {
    expect(premium("$15 per u/m", "$2500", "16567%")).toMatchObject({ amount: null, percent: null });
    expect(premium("$15 per user/month", "$50 per month", "233%")).toMatchObject({ amount: null, percent: null });
  });

  test("takes the list's percentage only where neither price is one number", () => {
    expect(premium("$0.60 - $7.20 per host-month", "$1.20 - $14.40 per host-month", "100%")).toMatchObject({
      amount: null,
      percent: 100,
    });
    expect(premium("$29.90 per month", "Call Us! ($79.90/month+)", "167%+")).toMatchObject({
      amount: null,
      percent: null,
    });
  });

  test("has no percentage of a free plan", () => {
    expect(premium("Free", "$3 per u/m")).toMatchObject({ amount: 3, percent: null, unit: "user/month" });
  });

  test("is unknown where the two prices are for different sizes", () => {
    expect(premium("$9 (2 projects) /m", "$199 (200 projects) /m", "2112%")).toMatchObject({ amount: null });
    expect(premium("$19 per month (25k events)", "$39 per month (25K events)", "105%")).toMatchObject({ amount: 20 });
  });

  test("takes no percentage of words", () => {
    expect(premium("$2500 for Administrative Edition,", "See Notes[^twilio]", "30%")).toBeUndefined();
  });
});

describe("remarks of the list", () => {
  test("a fee of its own is no difference between plans", () => {
    expect(remarked("Later Influence", { base: "???", sso: "$9,999/year", percent: "???" })).toMatchObject({
      fact: { label: "Single sign-on costs a fee of its own", amount: 9999, unit: "year" },
      note: expect.stringContaining("A flat fee"),
    });
    expect(premium("???", "$3500 per month", "???")).toMatchObject({ amount: null, fullPrice: 3500 });
    expect(
      remarked("Temporal Cloud", { base: "$200 per month", sso: "$400+ per month", percent: "100%" }),
    ).toMatchObject({
      fact: { label: "Single sign-on costs a fee of its own", amount: null, percent: null },
      note: expect.stringContaining("200 to 500 USD, by number of users"),
    });
  });

  test("figures that contradict the remark are not given", () => {
    const hubspot = remarked("Hubspot Marketing", {
      base: "$15 per user/month",
      sso: "$50 per month",
      percent: "233%",
    });
    expect(hubspot).toMatchObject({
      fact: { label: "Single sign-on costs extra", amount: null, basePrice: 15, unit: "user/month" },
      note: "With single sign-on the price is 890 USD a month for 3 users and 50 USD a month for each further user.",
    });
    expect(hubspot).not.toHaveProperty("fact.fullPrice");
    expect(remarked("Sanity", { base: "$15 per u/m", sso: "$70.96 per u/m" })).toMatchObject({
      fact: { amount: null, basePrice: 15 },
      note: expect.stringContaining("For 25 users"),
    });
  });

  test("a remark that agrees with the figures stands beside them", () => {
    expect(remarked("Breezy HR", { base: "$171 per month", sso: "$1500 per month" })).toMatchObject({
      fact: { amount: 1329, basePrice: 171, fullPrice: 1500 },
      note: expect.stringContaining("an add-on at 1,000 USD a month"),
    });
    expect(remarked("LogRocket", { base: "$99 per mo", sso: "$350 per mo" })).toMatchObject({
      fact: { amount: 251 },
      note: expect.stringContaining("10,000 sessions"),
    });
  });

  test("a remark that nobody has reviewed keeps the entry out", () => {
    expect(remarked("Slack", { vendorNote: "Only for the moon." })).toMatch(/not reviewed/);
  });

  test("a footnote becomes the remark of the same prices; otherwise it is told", () => {
    const listed = [
      version({ name: "Metabase", base: "$85 per month[^metabase]", sso: "$500 per month" }),
      version({ name: "Metabase", base: "$85 per month", sso: "$500 per month", vendorNote: "Said later." }),
    ];
    expect(withRemarks(listed).map(({ vendorNote }) => vendorNote)).toEqual(["Said later.", "Said later."]);
    expect(remarked("Quoter", { base: "$199/mo[^quoter]", sso: "$258/mo[^quoter]" })).toMatchObject({
      note: "The list adds a footnote to this entry that is not at hand.",
    });
  });

  test("sums of a year that stand as monthly prices are left out", () => {
    expect(fromVersion(version({ name: "Mattermost", base: "$39 per u/m", sso: "$80 per u/m" }), "2018-12-10")).toMatch(
      /sums of a year/,
    );
  });
});

describe("what the list says besides", () => {
  const reading = (change: Partial<SsoVersion>) => fromVersion(version(change), "2025-06-29");

  test("two stated prices that cannot be compared are not called unpublished", () => {
    const label = (base: string, sso: string) => premiumOf({ base, sso, percent: null })?.label;
    expect(label("$15 per u/m", "$2500")).toMatch(/cannot be compared$/);
    expect(label("$10 per u/m", "Call Us!")).toMatch(/difference is not published$/);
    expect(label("$7 per u/m", "$12 per u/m")).toBe("Single sign-on costs extra");
    expect(label("$10 per u/m", "Call Us! ($29+)")).toMatch(/difference is not published$/);
    expect(label("$400 per month", "$400+ per month")).toMatch(/exact difference is unknown$/);
    expect(label("???", "$3500 per month")).toMatch(/price without it is unknown$/);
    expect(label("$10.83 per u/m", "$13 per u/m for SAML or $20 u/m to include SCIM")).toBeUndefined();
    expect(label("$0", "See Notes")).toBeUndefined();
  });

  test("an address is a post only on the host of posts", () => {
    const url = (source: string | string[]) => {
      const found = reading({ source });
      return typeof found === "string" ? found : found.evidence.url;
    };
    expect(url("https://www.box.com/pricing")).toBe("https://www.box.com/pricing");
    expect(url("https://www.wix.com/plans")).toBe("https://www.wix.com/plans");
    expect(url(["https://x.com/someone/status/1", "https://acme.com/pricing"])).toBe("https://acme.com/pricing");
    expect(url("https://twitter.com/someone/status/1")).toMatch(/^https:\/\/github\.com/);
  });

  test("words beside the prices are told as they stand", () => {
    const note = (change: Partial<SsoVersion>) => {
      const found = reading(change);
      return typeof found === "string" ? found : found.evidence.note;
    };
    expect(note({ base: "$12 per u/m", sso: "$12.50 per u/m, 50 seat minimum" })).toBe(
      "As listed: $12 per u/m; with single sign-on $12.50 per u/m, 50 seat minimum.",
    );
    expect(note({ base: "$49 per month for 1 test", sso: "Call Us!" })).toMatch(
      /^As listed: \$49 per month for 1 test;/,
    );
    expect(note({ sso: "Call Us! ($29.90/month+)" })).toBe(
      "The price with single sign-on is at least 29.9 USD per month.",
    );
    expect(note({ sso: "Call Us! (over $249/mo)" })).toBe(
      "The price with single sign-on is more than 249 USD per month.",
    );
    expect(note({ base: "$20", sso: "$2000" })).toBe("What the prices are counted by is not stated.");
    expect(note({ name: "Rocket.Chat Self-Hosted" })).toBe("For Rocket.Chat Self-Hosted.");
    expect(note({})).toBeUndefined();
  });
});

test("equal prices are no hidden cost", () => {
  expect(fromVersion(version({ base: "$4 per u/m", sso: "$4 per u/m *" }), "2025-06-29")).toMatch(/no premium/);
});

test("trust falls with age and with quotes", () => {
  const trust = (change: Partial<SsoVersion>, day: string) => {
    const reading = fromVersion(version(change), day);
    return typeof reading === "string" ? reading : reading.trust;
  };
  expect(trust({}, "2025-06-29")).toBe("B");
  expect(trust({}, "2023-06-29")).toBe("C");
  expect(trust({ sourceInfo: "Pricing comes from a quote" }, "2025-06-29")).toBe("C");
});

test("a quote cites the list, a page cites the vendor", () => {
  expect(fromVersion(version({ source: "Quote" }), "2025-06-29")).toMatchObject({
    evidence: { url: version().via, note: "Price from a quote, not from a public page." },
  });
  expect(
    fromVersion(
      version({ source: ["https://twitter.com/a/status/1", "https://www.intercom.com/pricing"] }),
      "2025-06-29",
    ),
  ).toMatchObject({ evidence: { url: "https://www.intercom.com/pricing", via: version().via } });
});

describe("days of versions", () => {
  const at = (base: string, statedAt: string | null, committedAt: string | null) =>
    version({ base, statedAt, committedAt });
  const days = (versions: SsoVersion[]) => datedVersions(versions).kept.map(({ version, day }) => [version.base, day]);

  test("repeated prices are one observation, and the entry of today brings its date", () => {
    expect(
      days([
        at("$5 per u/m", "2018-10-17", "2018-10-21"),
        at("$5 per u/m", "2018-10-17", "2021-10-22"),
        at("$6 per u/m", "2023-01-02", "2023-01-03"),
        at("$6 per u/m", "2024-01-02", null),
      ]),
    ).toEqual([
      ["$5 per u/m", "2018-10-17"],
      ["$6 per u/m", "2023-01-02"],
      ["$6 per u/m", "2024-01-02"],
    ]);
  });

  test("an undated change that is taken back within days is a slip", () => {
    expect(
      days([
        at("$9 per u/m", "2018-10-20", "2018-10-21"),
        at("$8 per u/m", "2018-10-20", "2020-08-10"),
        at("$9 per u/m", "2018-10-20", "2020-08-13"),
      ]),
    ).toEqual([["$9 per u/m", "2018-10-20"]]);
  });

  test("an undated change that stays counts from its commit", () => {
    expect(days([at("$9 per u/m", "2018-10-20", "2018-10-21"), at("$8 per u/m", "2018-10-20", "2020-08-10")])).toEqual([
      ["$9 per u/m", "2018-10-20"],
      ["$8 per u/m", "2020-08-10"],
    ]);
  });

  test("a date that cannot be, or lies in the future of its commit, gives way to the commit's", () => {
    expect(days([at("$9 per u/m", "2022-09-0", "2022-09-13")])).toEqual([["$9 per u/m", "2022-09-13"]]);
    expect(days([at("$9 per u/m", "2024-07-02", "2024-02-26")])).toEqual([["$9 per u/m", "2024-02-26"]]);
  });
});
