import { describe, expect, test } from "vitest";
import {
  addOnFromRow,
  addOnUnit,
  billingOf,
  featuresOf,
  type IsaModel,
  type IsaRow,
  limitsOf,
  planName,
  plansFromRows,
  unitOf,
} from "./parser";

const row = (change: Partial<IsaRow> & { plan?: string } = {}): IsaRow & { plan: string } => ({
  saas: "Slack",
  slug: "slack",
  year: "2023",
  created_at: "2023-11-30",
  currency: "USD",
  url: "https://web.archive.org/web/20231203054345/https://slack.com/pricing",
  billing: { monthly: 1 },
  price: 8.75,
  unit: "user/month",
  plan: "PRO",
  ...change,
});

const model: IsaModel = {
  features: {
    messagesAccess: { valueType: "BOOLEAN", defaultValue: true },
    singleSignOn: { valueType: "BOOLEAN", defaultValue: false },
    support: { valueType: "TEXT", defaultValue: "Standard" },
  },
  usageLimits: {
    useMessagesAccess: { defaultValue: 90, unit: "message", linkedFeatures: ["messagesAccess"] },
    storageLimit: { defaultValue: 5, unit: "GB" },
    ssoDomainsLimit: { defaultValue: 3, unit: "domain", linkedFeatures: ["singleSignOn"] },
  },
  plans: {
    FREE: { features: null, usageLimits: null },
    PRO: { usageLimits: { storageLimit: { value: Number.POSITIVE_INFINITY } } },
    BUSINESS_PLUS: {
      features: { singleSignOn: { value: true } },
      usageLimits: { storageLimit: { value: 1_000_000_000 } },
    },
  },
};

describe("plans", () => {
  const reading = plansFromRows(
    [
      row({ plan: "FREE", price: 0 }),
      row(),
      row({ plan: "BUSINESS_PLUS", price: 15 }),
      row({ plan: "ENTERPRISE_GRID", price: "Contact Sales" }),
    ],
    model,
  );

  test("cite the archived page with its own day, by way of the modelled file", () => {
    expect(reading).toMatchObject({
      trust: "A",
      observedAt: "2023-11-30",
      subject: { name: "Slack", domain: "slack.com", pricingPage: "https://slack.com/pricing" },
      evidence: {
        url: "https://web.archive.org/web/20231203054345/https://slack.com/pricing",
        capturedAt: "2023-12-03",
      },
    });
    expect(reading?.evidence.via).toMatch(/995959fc.*\/slack\/2023\.yml$/);
  });

  test("a free tier costs 0 and contact sales has no price", () => {
    const [free, pro, , grid] = reading?.fact.tiers ?? [];
    expect(free?.prices).toEqual([{ amount: 0, period: "month", billing: null }]);
    expect(pro?.prices).toEqual([{ amount: 8.75, period: "month", billing: "monthly" }]);
    expect(grid).toMatchObject({ id: "enterprise-grid", status: "contact_sales", prices: [] });
  });

  test("a dearer plan keeps all its features, however many", () => {
    const names = Array.from({ length: 100 }, (_, index) => `feature${String.fromCharCode(65 + (index % 26))}${index}`);
    const features = Object.fromEntries(names.map((name) => [name, { defaultValue: true }]));
    expect(featuresOf({ features }, undefined)).toHaveLength(100);
  });

  test("features and limits are those of the tier; unlimited is null", () => {
    const [free, pro, business] = reading?.fact.tiers ?? [];
    expect(free?.features).toEqual(["Messages access"]);
    expect(business?.features).toEqual(["Messages access", "Single sign-on"]);
    expect(free?.limits).toEqual([
      { name: "Messages access", value: 90, unit: "day" },
      { name: "Storage", value: 5, unit: "GB" },
    ]);
    expect(pro?.limits?.[1]?.value).toBeNull();
    expect(business?.limits?.[1]?.value).toBeNull();
    expect(business?.name).toBe("Business Plus");
  });
});

test("GitHub's EUR label gives way to USD, others keep theirs", () => {
  const github = plansFromRows([row({ slug: "github", saas: "Github", currency: "EUR", plan: "TEAM", price: 4 })], {});
  expect(github?.fact.currency).toBe("USD");
  expect(github?.evidence.note).toContain("EUR");
  expect(plansFromRows([row({ slug: "canva", currency: "EUR" })], {})?.fact.currency).toBe("EUR");
});

test("without a page of about that day the file is the evidence, and no capture day is invented", () => {
  for (const url of [null, "https://web.archive.org/web/20211014065819/https://www.deskera.com/pricing/"]) {
    const reading = plansFromRows([row({ slug: "deskera", url, created_at: "2022-12-05", year: "2022" })], {});
    expect(reading?.trust).toBe("B");
    expect(reading?.evidence.url).toMatch(/deskera\/2022\.yml$/);
    expect(reading?.evidence.capturedAt).toBeUndefined();
  }
});

test("billing is never guessed, and an annual price is never computed", () => {
  expect(billingOf(row())).toBe("monthly");
  expect(billingOf(row({ billing: { annual: 1 } }))).toBe("annual");
  expect(billingOf(row({ billing: null }))).toBeNull();
  expect(billingOf(row({ billing: { monthly: 1, annual: 1 } }))).toBeNull();
  expect(billingOf(row({ slug: "zoom", year: "2025", billing: { monthly: 1, annual: 0.83 } }))).toBeNull();
  const planable = plansFromRows([row({ slug: "planable", price: 33, billing: { monthly: 1, annual: 0.83 } })], {});
  expect(planable?.fact.tiers[0]?.prices).toEqual([{ amount: 33, period: "month", billing: "monthly" }]);
  expect(planable?.evidence.note).toContain("about 17% less");
});

test("units tell the noun from the period", () => {
  expect(unitOf("/month")).toEqual({ unit: null, period: "month" });
  expect(unitOf("channel/year")).toEqual({ unit: "channel", period: "year" });
  expect(unitOf("500 users/month")).toEqual({ unit: "500 users", period: "month" });
  expect(unitOf("forever")).toEqual({ unit: null, period: "month" });
  expect(addOnUnit("per kiosk user/month")).toBe("kiosk user/month");
  expect(addOnUnit("one time purchase")).toBe("once");
  expect(addOnUnit("activeHour")).toBe("active hour");
});

test("a shop is not paid for by user", () => {
  expect(plansFromRows([row({ slug: "shopify", price: 29 })], {})?.fact.tiers[0]?.unit).toBeNull();
});

test("products that only share a slug stay apart", () => {
  const name = (saas: string, slug: string) => plansFromRows([row({ saas, slug })], {})?.subject.name;
  expect(name("Buffer - Publish", "buffer")).toBe("Buffer Publish");
  expect(name("Buffer", "buffer")).toBe("Buffer");
  expect(name("Zoom - One", "zoom")).toBe(name("Zoom - Meetings", "zoom"));
});

test("plan names read as names", () => {
  expect(planName("WEBSITE_CMS")).toBe("Website CMS");
  expect(planName("FIGMA_PROFESSIONAL")).toBe("Professional");
});

test("an add-on needs a number of its own", () => {
  const addOn = (price: number | string) =>
    addOnFromRow({ ...row({ price, unit: "/month" }), addon: "extraFileStorage" });
  expect(addOn(10)).toMatchObject({
    fact: { cost: "add_on", label: "Add-on: Extra file storage", key: "extra-file-storage", amount: 10, unit: "month" },
  });
  expect(addOn("Contact us")).toBe("add-on is priced on request");
  expect(addOn("1% up to $99")).toBe("add-on has no single price");
  expect(addOn(0)).toBe("add-on is included at no charge");
});

describe("what an add-on buys", () => {
  const addOn = (change: Partial<IsaRow>, addOns: IsaModel["addOns"], usageLimits: IsaModel["usageLimits"] = {}) =>
    addOnFromRow(
      { ...row({ unit: "/month", price: 15, ...change }), addon: Object.keys(addOns ?? {})[0] ?? "" },
      { usageLimits, addOns, plans: { FREE: {}, PERFORMANCE: {}, SCALE: {} } },
    );
  const block = (key: string, value: number) => ({
    availableFor: ["PERFORMANCE"],
    usageLimitsExtensions: { [key]: { value } },
  });

  test("the block is named, and the plans that it is sold with", () => {
    expect(
      addOn(
        { slug: "circleci", saas: "CircleCI" },
        { extraCredits: block("creditsLimit", 25_000) },
        { creditsLimit: { unit: "credit/month" } },
      ),
    ).toMatchObject({
      evidence: { note: "Sold with Performance only." },
      fact: { label: "Add-on: Extra credits (25,000 credits)", key: "extra-credits", amount: 15, unit: "month" },
    });
  });

  test("an add-on that needs another says so", () => {
    const needed = { advancedMastering: { dependsOn: ["universalDirectory", "lifecycleManagement"] } };
    expect(addOn({ slug: "okta", unit: "user/month" }, needed)).toMatchObject({
      evidence: { note: "Needs Universal directory and Lifecycle management as well." },
    });
  });

  test("a single one is named only where the unit names nothing", () => {
    const users = { maxUsers: { unit: "user" } };
    expect(addOn({}, { extraUsers: block("maxUsers", 1) }, users)).toMatchObject({
      fact: { label: "Add-on: Extra users (1 user)" },
    });
    expect(
      addOn({ unit: "channel/month" }, { extraChannels: block("channels", 1) }, { channels: { unit: "account" } }),
    ).toMatchObject({ fact: { label: "Add-on: Extra channels", unit: "channel/month" } });
  });

  test("a price of several is no price of one", () => {
    const hours = { liveHours: { unit: "hour/month" } };
    expect(addOn({ unit: "hour/month" }, { STREAM_HOURS_ADDON: block("liveHours", 5) }, hours)).toMatchObject({
      fact: { unit: "5 hours/month" },
    });
    const calls = { monitoringCallsLimit: { unit: "call/month" } };
    expect(addOn({ unit: null }, { extraMonitoringCalls: block("monitoringCallsLimit", 1000) }, calls)).toMatchObject({
      fact: { unit: "1,000 calls" },
    });
  });

  test("a block of which the model only repeats the plan's own allowance is not stated", () => {
    const found = addOn(
      { slug: "zoom", price: 40 },
      { extraCloudRecordingStorage: block("maxCloudRecordingSize", 1) },
      { maxCloudRecordingSize: { unit: "GB" } },
    );
    expect(found).toMatchObject({ fact: { label: "Add-on: Extra cloud recording storage" } });
    expect(typeof found === "string" ? found : found.evidence.note).toContain("not stated");
  });
});

test("how many users can be bought is not what a plan includes", () => {
  const bounds: IsaModel = {
    usageLimits: {
      minUsers: { defaultValue: 3 },
      maxUsers: { defaultValue: 10 },
      storageLimit: { defaultValue: 5, unit: "GB" },
    },
  };
  expect(plansFromRows([row({ slug: "box" })], bounds)?.fact.tiers[0]).toMatchObject({
    minimumSeats: 3,
    maximumSeats: 10,
    limits: [{ name: "Storage", value: 5, unit: "GB" }],
  });
  const flat = plansFromRows([row({ slug: "circleci", unit: "/month" })], bounds)?.fact.tiers[0];
  expect([flat?.maximumSeats, flat?.limits?.length]).toEqual([undefined, 3]);
  const none: IsaModel = {
    usageLimits: { minimumUsersRequired: { defaultValue: 0 }, maxUsers: { defaultValue: Number.POSITIVE_INFINITY } },
  };
  expect(plansFromRows([row({ price: 0 })], bounds)?.fact.tiers[0]?.minimumSeats).toBeUndefined();
  expect(Object.keys(plansFromRows([row()], none)?.fact.tiers[0] ?? {})).not.toContain("limits");
});

test("a price that is hardly that of one of the units it includes is of no unit, with the doubt told", () => {
  const unit = (change: Parameters<typeof row>[0]) => {
    const reading = plansFromRows([row(change)], {});
    return [reading?.fact.tiers[0]?.unit, reading?.evidence.note];
  };
  expect(unit({ slug: "mailchimp", plan: "STANDARD", price: 20, unit: "500 users/month", url: null })).toEqual([
    "account",
    "The prices are those for 500 users.",
  ]);
  const agency = { slug: "buffer", plan: "AGENCY", price: 120, unit: "channel/month" };
  expect(unit(agency)).toEqual([null, expect.stringMatching(/Agency .* in doubt/)]);
  expect(unit({ ...agency, plan: "TEAM", price: 12 })[0]).toBe("channel");
  expect(unit({ slug: "databox", year: "2020", plan: "BUSINESS", price: 299 })[0]).toBeNull();
});

describe("conditions that the model states in words", () => {
  const addOn = (change: Partial<IsaRow> & { addon: string }, addOns: IsaModel["addOns"] = {}) => {
    const reading = addOnFromRow({ ...row(), plan: undefined, billing: null, ...change }, { addOns });
    return typeof reading === "string" ? reading : reading.evidence;
  };

  test("a description that qualifies a price is told", () => {
    const access =
      "Atlassian Access is a separate subscription that your company can enable across all your Atlassian products and starts at $3/month/user. Trello is an Atlassian product.";
    expect(
      addOn({ saas: "Trello", slug: "trello", year: "2020", addon: "ATLASSIAN_ACCESS", price: 3, description: access }),
    ).toMatchObject({
      note: "From 3 USD per user/month, as a subscription of its own for all Atlassian products.",
    });
    const team = row({ plan: "TEAM", price: 42, description: "Minimum 2 seats per team" });
    expect(plansFromRows([team], {})?.evidence.note).toBe("Team: at least 2 seats.");
    expect(plansFromRows([row({ description: "Great for small teams" })], {})?.evidence.note).toBeUndefined();
  });

  test("add-ons that exclude one another say so", () => {
    expect(
      addOn(
        { saas: "Okta", slug: "okta", addon: "singleSignOn", price: 2 },
        {
          singleSignOn: { excludes: ["adaptiveSingleSignOn"] },
        },
      ),
    ).toMatchObject({ note: "Not together with Adaptive single sign-on." });
  });

  test("an add-on whose description names its own archived page cites that page", () => {
    const support = {
      saas: "CircleCI - Cloud",
      slug: "circleci",
      addon: "standardPremiumSupport",
      price: 249,
      unit: "/month",
      url: "https://web.archive.org/web/20221106161733/https://circleci.com/pricing/",
      description: "https://web.archive.org/web/20221126115417/https://circleci.com/support/plans/",
    };
    expect(addOn({ ...support, year: "2022", created_at: "2022-11-06" })).toMatchObject({ url: support.description });
    expect(addOn({ ...support, year: "2023", created_at: "2023-11-26" })).toMatchObject({
      url: expect.stringContaining("github.com"),
      note: "The archived page that the model names is of another date.",
    });
  });

  test("where the billing of plans is in doubt, that of monthly add-ons is too", () => {
    const cpq = { saas: "Salesforce - SalesCloud", slug: "salesforce", year: "2024", addon: "cpq", price: 75 };
    expect(addOn(cpq)).toMatchObject({ note: expect.stringContaining("How this price is billed is in doubt.") });
    expect(addOn({ ...cpq, unit: "one time purchase" })).not.toMatchObject({
      note: expect.stringContaining("in doubt"),
    });
  });

  test("a price by the year among prices by the month is not given", () => {
    const buffer = { saas: "Buffer", slug: "buffer", year: "2023", unit: "channel/year" };
    const reading = plansFromRows(
      [row({ ...buffer, plan: "FREE", price: 0 }), row({ ...buffer, plan: "ESSENTIALS", price: 6 })],
      {},
    );
    expect(reading?.fact.tiers.map(({ status, prices }) => [status, prices.length])).toEqual([
      ["published", 1],
      ["unverified", 0],
    ]);
    expect(reading?.evidence.note).toMatch(/what they cover is in doubt/);
    expect(addOn({ ...buffer, addon: "teamExtraChannels", price: 12 })).toMatch(/counted by the year/);
  });

  test("the part that is modelled, and a price beside a plan's largest size, are told", () => {
    const mail = { saas: "MailChimp - Marketing", slug: "mailchimp", year: "2022", unit: "/month", price: 9.99 };
    expect(plansFromRows([row(mail)], {})?.evidence.note).toMatch(
      /The model is that of "MailChimp - Marketing"\. The limits are the largest of each plan/,
    );
  });
});

test("a number that stands for many is no limit", () => {
  const usageLimits = {
    users: { defaultValue: 1_000_000, unit: "user" },
    posts: { defaultValue: 10_000_000, unit: "post/channel" },
    sends: { defaultValue: 1_200_000, unit: "email" },
    contacts: { defaultValue: 1_000_000, unit: "contact" },
  };
  expect(limitsOf({ ...model, usageLimits }, undefined)).toEqual([
    { name: "Sends", value: 1_200_000, unit: "email" },
    { name: "Contacts", value: 1_000_000, unit: "contact" },
  ]);
});
