import { describe, expect, test } from "vitest";
import { costUnit, featuresIn, isContactSales, isCurrency, limitsIn, numbersIn, splitPlanName, unitOf } from "./units";

describe("units", () => {
  test.each([
    ["seat billed annually", "seat", "annual"],
    ["user paid yearly", "user", "annual"],
    ["account billed yearly $190", "account", "annual"],
    ["org", "organization", null],
    ["licence", "license", null],
    ["service plan", "account", null],
    ["GPU per hour", "GPU hour", null],
    ["million requests", "1M requests", null],
    ["1K detections", "1,000 detections", null],
    ["1,000 pages", "1,000 pages", null],
    ["trial", null, null],
    [null, null, null],
  ])("%s is %s, billed %s", (raw, unit, billing) => {
    expect(unitOf(raw)).toMatchObject({ unit, billing });
  });

  test("numbers in words are numbers", () => {
    const job = (value: number) => [{ name: "recurring jobs", value, unit: null }];
    expect(unitOf("one recurring job")).toEqual({ unit: "recurring job", billing: null, limits: [] });
    expect(unitOf("up to three recurring jobs")).toEqual({ unit: "account", billing: null, limits: job(3) });
    expect(unitOf("one million management events").unit).toBe("1M management events");
    expect(unitOf("one app").unit).toBe("app");
    expect(unitOf("one brand, one storefront")).toMatchObject({
      unit: "account",
      limits: [
        { name: "brands", value: 1 },
        { name: "storefronts", value: 1 },
      ],
    });
  });

  test("an allowance written into the unit becomes a limit", () => {
    expect(unitOf("account (3 seats)")).toEqual({
      unit: "account",
      billing: null,
      limits: [{ name: "seats", value: 3, unit: null }],
    });
  });

  test("a cost's unit loses its currency", () => {
    expect(costUnit("USD per user per month")).toBe("user/month");
    expect(costUnit("USD")).toBeNull();
  });
});

describe("plan names", () => {
  test.each([
    ["Pro (annual)", "Pro", "annual"],
    ["Pro - monthly", "Pro", "monthly"],
    ["1-4 Licenses annual", "1-4 Licenses", "annual"],
    ["1-5 seats, 1 Year", "1-5 seats", "annual"],
    ["1-5 seats, 2 Years", "1-5 seats, 2 Years", null],
    ["Monthly", "", "monthly"],
    ["Annual fee", "Annual fee", null],
    ["Pro (Individuals)", "Pro (Individuals)", null],
  ])("%s is %s with billing %s", (name, base, billing) => {
    expect(splitPlanName(name)).toEqual({ base, billing });
  });
});

describe("texts", () => {
  test("numbers are read with thousands, decimal commas, spaced points and cents", () => {
    expect(numbersIn("starting at $500K/yr")).toContain(500_000);
    expect(numbersIn("€31,25 / month")).toContain(31.25);
    expect(numbersIn("$1 . 50 / 1M tokens")).toContain(1.5);
    expect(numbersIn("6.00¢ per minute")).toContain(0.06);
    expect(numbersIn(".5¢ per minute")).toContain(0.005);
  });

  test("only what asks for a talk is contact sales", () => {
    expect(isContactSales("Let’s talk")).toBe(true);
    expect(isContactSales("not published")).toBe(false);
    expect(isContactSales("2.9% + .30 per successful card charge")).toBe(false);
  });

  test("a token is no currency", () => {
    expect(isCurrency("EUR")).toBe(true);
    expect(isCurrency("SOL")).toBe(false);
    expect(isCurrency("USDC")).toBe(false);
    expect(isCurrency(null)).toBe(false);
  });

  test("allowances are taken as numbers, prose and money are not", () => {
    expect(limitsIn("3 users; 100K API calls/month; 100 GB bandwidth; 30 day retention; limited agents")).toEqual([
      { name: "users", value: 3, unit: null },
      { name: "API calls", value: 100_000, unit: "per month" },
      { name: "bandwidth", value: 100, unit: "GB" },
      { name: "retention", value: 30, unit: "days" },
    ]);
    expect(limitsIn("unlimited users")).toEqual([{ name: "users", value: null, unit: null }]);
    expect(limitsIn("$5 usage credits; 1-30 employees; 3% transaction fee; about 25 minutes of video")).toEqual([]);
    expect(limitsIn("4K exports; 8K video")).toEqual([]);
  });

  test("an allowance of a day is kept, a number of days alone is none", () => {
    expect(limitsIn("100 MCP calls/day; 5 AI credits per day, 30 per month; 25 messages a day")).toEqual([
      { name: "MCP calls", value: 100, unit: "per day" },
      { name: "AI credits", value: 5, unit: "per day" },
      { name: "messages", value: 25, unit: "per day" },
    ]);
    expect(limitsIn("14 trial days; 7 days; history of 30 days")).toEqual([]);
  });

  test("a comma before a number of three digits parts allowances, one inside a number does not", () => {
    expect(limitsIn("25,000 responses, 250 surveys, 100 GB bandwidth, 250,000 records")).toEqual([
      { name: "responses", value: 25_000, unit: null },
      { name: "surveys", value: 250, unit: null },
      { name: "bandwidth", value: 100, unit: "GB" },
      { name: "records", value: 250_000, unit: null },
    ]);
    expect(limitsIn("10, 000 rows")).toEqual([]);
  });

  test("what is given once, a band, a minimum or a fragment is no allowance", () => {
    const texts = [
      "10 AI credits lifetime",
      "20 photos once",
      "5 lifetime sessions",
      "10,000 signup tokens",
      "250 introductory credits",
      "first 250 paid members",
      "first 500 million",
      "25+ active workers",
      "5 developers minimum",
      "10,000 transactions or more",
      "10 KB record size",
      "409A valuation",
      "8x5 priority support",
      "12 hour auto-shutdown",
      "6 months data",
      "3 in parallel",
    ];
    expect(texts.flatMap((text) => limitsIn(text))).toEqual([]);
  });

  test("millions and months are read as such", () => {
    expect(limitsIn("1 million events; 2 months user history; 1 Knowledge Box")).toEqual([
      { name: "events", value: 1_000_000, unit: null },
      { name: "user history", value: 2, unit: "months" },
      { name: "knowledge boxes", value: 1, unit: null },
    ]);
  });

  test("a feature that some buyers only have is no feature of the plan", () => {
    expect(featuresIn(["MCP server (beta, Top Ambassadors)", "API access only in good standing", "Webhooks"])).toEqual([
      "Webhooks",
    ]);
  });

  test("a feature that is denied is no feature", () => {
    expect(
      featuresIn(["no API access", "SAML SSO", "Eligible for the dedicated IPs add-on", "Webhook add-ons"]),
    ).toEqual(["SAML single sign-on"]);
  });
});
