import { describe, expect, test } from "vitest";
import { fullDay, humanise, parsePercent, parsePriceText } from "./text";

describe("parsePriceText", () => {
  test.each([
    ["$10 per u/m", 10, "USD", "user/month"],
    ["$19 p u/m", 19, "USD", "user/month"],
    ["$179 per u/y", 179, "USD", "user/year"],
    ["$36 pcm", 36, "USD", "month"],
    ["$240/mo", 240, "USD", "month"],
    ["$213 per moth", 213, "USD", "month"],
    ["$995 per year", 995, "USD", "year"],
    ["$149.00 per user/mo", 149, "USD", "user/month"],
    ["$99 per connection per year", 99, "USD", "connection/year"],
    ["$90 per GB/m[^sumologic]", 90, "USD", "GB/month"],
    ["$26 for 100K events", 26, "USD", "100K events"],
    ["$666,67 per month", 666.67, "USD", "month"],
    ["$2,166.67 per app/mo", 2166.67, "USD", "app/month"],
    ["4.99€ / device", 4.99, "EUR", "device"],
    ["£12 per month", 12, "GBP", "month"],
    ["$10 (Lifetime)", 10, "USD", "once"],
    ["$23.99", 23.99, "USD", null],
  ])("%s", (text, amount, currency, unit) => {
    expect(parsePriceText(text)).toEqual({ kind: "amount", amount, currency, unit });
  });

  test.each(["Call Us!", "Contact us", "Call Us! ( $???/month)"])("%s has no number, and is never 0", (text) => {
    expect(parsePriceText(text)).toMatchObject({ kind: "sales", amount: null });
  });

  test.each([
    ["Call Us! ($79.90/month+)", 79.9],
    ["Call Us! (over $75 per u/m)", 75],
    ["$400+ per month", 400],
  ])("%s is a lower bound only", (text, amount) => {
    expect(parsePriceText(text)).toMatchObject({ kind: "least", amount });
  });

  test.each([
    "???",
    "$0.60 - $7.20 per host-month",
    "$13 per u/m for SAML or $20 u/m to include SCIM",
    "See Notes[^twilio]",
    "$2500 for Administrative Edition,",
  ])("%s is not read as one price", (text) => {
    expect(parsePriceText(text)).toMatchObject({ kind: "unreadable", amount: null });
  });
});

test("a percentage is read only where it is exact", () => {
  expect(parsePercent("162.5%")).toBe(162.5);
  for (const text of ["???", "???%", "100%+", "586%++", null]) expect(parsePercent(text)).toBeNull();
});

test("only full and possible days are days", () => {
  expect(fullDay("2022-2-5")).toBe("2022-02-05");
  expect(fullDay("2026-03-06 # Optional")).toBe("2026-03-06");
  for (const text of ["2026", "2026-05", "2022-09-0", "2026-02-30", "2026-Q1", null]) expect(fullDay(text)).toBeNull();
});

test.each([
  ["secureStorage", "Secure storage"],
  ["customSLAs", "Custom SLAs"],
  ["usersManagementSCIM", "Users management SCIM"],
  ["additional1TBStorage", "Additional 1TB storage"],
  ["BOX_SHIELD", "Box shield"],
  ["githubCopilotPro", "GitHub Copilot pro"],
  ["singleSignOn", "Single sign-on"],
])("%s reads %s", (identifier, words) => {
  expect(humanise(identifier)).toBe(words);
});
