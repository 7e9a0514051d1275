import { describe, expect, test } from "vitest";
import { type Change, fromChange, fromOffer, isEffective, type Offer, quotedPlans } from "./parser";

const offer = (over: Partial<Offer>): Offer => ({
  vendor: "Acme",
  category: "Databases",
  description: "Free plan: 5 projects, 1 GB storage",
  tier: "Free",
  url: "https://acme.dev/pricing",
  verifiedDate: "2026-07-04",
  ...over,
});

const change = (over: Partial<Change>): Change => ({
  vendor: "Acme",
  change_type: "pricing_restructured",
  date: "2026-03-31",
  summary: "Price moved",
  previous_state: "",
  current_state: "",
  source_url: "https://acme.dev/pricing",
  category: "Databases",
  ...over,
});

describe("fromOffer", () => {
  test.each([
    ["100 free email verifications total (one-time, not monthly)", "one-off allowance, no free tier"],
    ["Postgres platform. Self-hosted is free. The managed platform is now paid.", "the hosted product is paid"],
    ["Clinical reference. Students have free access to the suite.", "free for students only"],
  ])("%j is no standing free tier", (description, reason) => {
    expect(fromOffer(offer({ description }))).toEqual({ readings: [], reason });
  });

  test("of a hosted product that became paid only the trial is kept", () => {
    const description = "Self-hosting is free. The managed platform is now paid; 14-day free trial.";
    expect(fromOffer(offer({ description })).readings[0]?.fact).toMatchObject({ available: null, trialDays: 14 });
  });

  test("tiers that a row lists under its vendor's name are those of the product that it tells of", () => {
    const subjectOf = (vendor: string, description: string) =>
      fromOffer(offer({ vendor, description, url: "https://developer.okta.com/signup/" })).readings[0]?.subject.name;
    expect(subjectOf("Okta", "Developer authentication via Auth0 platform — 25,000 MAU free")).toBe("Auth0");
    expect(subjectOf("OpenAI", "AI API platform — free tier limited to 3 requests/minute")).toBe("OpenAI API");
    const { readings } = fromChange(
      change({
        vendor: "X (Twitter)",
        previous_state: "Fixed tiers: Free (limited), Basic $100/mo, Pro $5,000/mo, Enterprise $42,000/mo",
        current_state: "Fixed tiers remain: Free (very limited), Basic $200/mo, Pro $5,000/mo, Enterprise $42,000/mo",
      }),
    );
    expect(readings.map(({ subject }) => subject.name)).toEqual(["X API", "X API"]);
  });

  test("a free tier keeps the list's own day and names the vendor's page and the list", () => {
    expect(fromOffer(offer({})).readings).toMatchObject([
      {
        subject: { name: "Acme", domain: "acme.dev" },
        trust: "B",
        observedAt: "2026-07-04",
        evidence: { url: "https://acme.dev/pricing", via: expect.stringContaining("/data/index.json") },
        fact: {
          available: true,
          limits: [
            { name: "projects", value: 5 },
            { name: "storage", value: 1, unit: "GB" },
          ],
        },
      },
    ]);
  });

  test.each([
    [offer({ eligibility: { type: "startup" }, tier: "Startup Program" }), /startup/],
    [offer({ eligibility: { type: "oss" } }), /open-source/],
    [offer({ tier: "Pay-as-you-go", description: "2.9% + $0.30 per transaction" }), /not a free tier/],
    [offer({ tier: "Self-Hosted", description: "Self-hosted free (BSL license)" }), /not open source/],
  ])("closed programmes and price lists are no free tiers", (row, reason) => {
    expect(fromOffer(row)).toMatchObject({ readings: [], reason: expect.stringMatching(reason) });
  });

  test("a self-hosted edition is open source under its stated licence", () => {
    expect(
      fromOffer(offer({ tier: "Free OSS", description: "Free OSS (MIT). Status page." })).readings[0]?.fact,
    ).toEqual({
      kind: "open_source",
      licences: ["MIT"],
      repository: null,
    });
  });

  test("conditions of the free use are noted", () => {
    const noteOf = (over: Partial<Offer>) => fromOffer(offer(over)).readings.map(({ evidence }) => evidence.note);
    expect(noteOf({ description: "50 uptime monitors. Personal/non-commercial use only on free tier" })).toEqual([
      "For personal or non-commercial use.",
    ]);
    expect(noteOf({ description: "Free Postgres database (1 GB storage)", tier: "Free (Database Only)" })).toEqual([
      "Databases only.",
    ]);
    expect(noteOf({ description: "APIs for commercial and non-commercial users, 10 requests/day free" })).toEqual([
      undefined,
    ]);
    expect(
      fromOffer(offer({ description: "Catch regressions. Free forever for Open Source projects." })).reason,
    ).toMatch(/only$/);
  });

  test("a price that a plan starts at is told as such", () => {
    const { readings } = fromOffer(
      offer({ description: "Free: 5 projects. Pro begins at $15/user/month. Team $30/mo" }),
    );
    expect(readings[0]?.evidence.note).toMatch(/Pro: "from" this price\.$/);
  });

  test("a text that denies a free tier says so, with the trial's length", () => {
    const row = offer({ description: "14-day free trial only. No permanent free tier." });
    expect(fromOffer(row).readings[0]?.fact).toMatchObject({ available: false, trialDays: 14 });
  });
});

describe("quotedPlans", () => {
  test("plan, amount and period make a tier; the billing stays unknown", () => {
    expect(quotedPlans("Free tier. Pro plan $19/user/month (higher limits), Business $40/seat/mo")).toMatchObject({
      currency: "USD",
      complete: false,
      tiers: [
        { id: "pro", prices: [{ amount: 19, period: "month", billing: null }], unit: "user" },
        { id: "business", prices: [{ amount: 40 }], unit: "seat" },
      ],
    });
  });

  test.each([
    "Paid plans from $8/month",
    "Grandfathered Pro subscribers keep $15/mo",
    "Included in ChatGPT Plus ($20/mo)",
    "Storage $0.08/GB/month",
    "Full access requires Coding Plan Pro ($50/month)",
  ])("%j names no plan of the product", (text) => {
    expect(quotedPlans(text)).toBeNull();
  });
});

describe("fromChange", () => {
  test("two prices of one plan are two readings on two days", () => {
    const { readings } = fromChange(
      change({ previous_state: "Core plan $25/month", current_state: "Core plan $20/month" }),
    );
    expect(readings.map(({ observedAt, trust }) => [observedAt, trust])).toEqual([
      ["2026-03-30", "C"],
      ["2026-03-31", "C"],
    ]);
  });

  test("a day is effective only where the vendor's day is named", () => {
    expect(isEffective({ date: "2026-03-31", summary: "Ends effective March 31, 2026", current_state: "" })).toBe(true);
    expect(isEffective({ date: "2026-03-31", summary: "Free tier ended", current_state: "" })).toBe(false);
  });

  test("a removed free tier counts only where nothing of it remains", () => {
    const removed = { change_type: "free_tier_removed", summary: "Free plan removed entirely" };
    expect(fromChange(change(removed)).readings[0]?.fact).toMatchObject({ available: false });
    expect(fromChange(change({ ...removed, current_state: "Self-hosted remains free" })).readings).toEqual([]);
  });

  test("corrections of the list and days to come are no moves", () => {
    expect(fromChange(change({ summary: "Data correction" })).reason).toMatch(/correction/);
    expect(fromChange(change({ date: "2026-12-01" })).reason).toMatch(/after/);
  });
});
