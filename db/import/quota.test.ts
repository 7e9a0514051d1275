import { describe, expect, test } from "vitest";
import { quotasIn, trialDaysIn } from "./quota";

const short = (text: string, freePlan?: string): string[] =>
  quotasIn(text, { freePlan }).map(
    ({ name, value, unit }) => `${name}=${value ?? "unlimited"}${unit ? ` ${unit}` : ""}`,
  );

describe("quotasIn", () => {
  test.each<[string, string[]]>([
    [
      "Free plan has 5 GB storage, 10,000 emails/month and up to 3 users.",
      ["storage=5 GB", "emails=10000 per month", "users=3"],
    ],
    ["Edge SQLite — 100 databases, 500M rows read/month free", ["databases=100", "row reads=500000000 per month"]],
    ["Free tier with 50 GB logs, 14-day retention", ["retention=14 days", "logs=50 GB"]],
    ["10,500 MAU, unlimited organizations", ["monthly active users=10500", "organizations=unlimited"]],
    ["60 uptime monitors, 5-minute interval. Email, Slack alerts.", ["check interval=5 minutes", "uptime monitors=60"]],
    ["Free for five users and three projects", ["users=5", "projects=3"]],
    ["3.000 messages/month free", ["messages=3000 per month"]],
    [
      "KV: 1 GB storage, 100K reads/day. D1: 5 GB storage",
      ["KV storage=1 GB", "KV reads=100000 per day", "D1 storage=5 GB"],
    ],
    ["Up to 10 boards per workspace", ["boards per workspace=10"]],
    ["Gemini Flash (10 RPM)", ["requests=10 per minute"]],
  ])("reads the allowances of %j", (text, expected) => {
    expect(short(text)).toEqual(expected);
  });

  test.each([
    "Trusted by 3 million users. 400+ integrations.",
    "Over 25,000 teams rely on it.",
    "Works with 50+ languages and 15+ databases.",
    "Pro plan: 100 GB storage for 10 users at $20/mo.",
    "Free 14-day trial with 10 users.",
    "750 hours and 15 GB data (12mo)",
    "Self-hosted: unlimited users",
    "Free 1,000 user activity logs per month",
    "One place for all your projects",
    "Reduced from 3,000 emails/month",
  ])("takes no allowance from %j", (text) => {
    expect(short(text)).toEqual([]);
  });

  test("stops at paid plans and goes on where the text is free again", () => {
    expect(short("5 projects. Pro $20/mo: 100 seats. 50 GB storage. Free plan also has 2 users.")).toEqual([
      "projects=5",
      "users=2",
    ]);
  });

  test("a plan that the record itself calls free is no paid plan", () => {
    expect(short("Starter plan: 15 monitors", "Starter")).toEqual(["monitors=15"]);
    expect(short("Starter plan: 15 monitors")).toEqual([]);
  });

  test("drops a limit for which a text gives two values", () => {
    expect(short("Free for 5 users and 1 project. Free teams get 10 users.")).toEqual(["projects=1"]);
  });
});

test("trial days are read when one length is named", () => {
  expect(trialDaysIn("14-day free trial of Pro")).toBe(14);
  expect(trialDaysIn("Only a 2 week trial")).toBe(14);
  expect(trialDaysIn("7-day trial, or 14-day trial on request")).toBeNull();
  expect(trialDaysIn("30-day retention")).toBeNull();
});
