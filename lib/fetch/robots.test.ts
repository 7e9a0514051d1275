import { describe, expect, test } from "vitest";
import { robotsKeeper, robotsRules } from "./robots";

const ORIGIN = "https://acme.example.com";
const rules = (text: string, status = 200) => robotsRules(ORIGIN, { status, text });
const allows = (text: string, path: string) => rules(text).refusal(`${ORIGIN}${path}`) === null;

describe("what a robots.txt says", () => {
  test.each([
    ["an empty file allows all", "", "/pricing", true],
    ["no rule for us allows all", "User-agent: OtherBot\nDisallow: /", "/pricing", true],
    ["what is disallowed to all is to us", "User-agent: *\nDisallow: /pricing", "/pricing", false],
    ["a rule counts for what begins with it", "User-agent: *\nDisallow: /pri", "/pricing", false],
    [
      "our own group stands instead of that for all",
      "User-agent: *\nDisallow: /\n\nUser-agent: PricingIntelligenceBot\nDisallow: /private",
      "/pricing",
      true,
    ],
    [
      "our own group can shut us out alone",
      "User-agent: PricingIntelligenceBot\nDisallow: /\n\nUser-agent: *\nAllow: /",
      "/pricing",
      false,
    ],
    ["our name is known in any case", "user-agent: pricingintelligencebot\ndisallow: /", "/pricing", false],
    ["our name is known with a version", "User-agent: PricingIntelligenceBot/1.0\nDisallow: /", "/pricing", false],
    [
      "several names share a group",
      "User-agent: OtherBot\nUser-agent: PricingIntelligenceBot\nDisallow: /",
      "/pricing",
      false,
    ],
    [
      "groups of one name are joined",
      "User-agent: PricingIntelligenceBot\nDisallow: /a\n\nUser-agent: PricingIntelligenceBot\nDisallow: /pricing",
      "/pricing",
      false,
    ],
    ["the longest rule wins", "User-agent: *\nDisallow: /\nAllow: /pricing", "/pricing", true],
    [
      "of rules alike in length the one that allows wins",
      "User-agent: *\nDisallow: /pricing\nAllow: /pricing",
      "/pricing",
      true,
    ],
    ["a star stands for anything", "User-agent: *\nDisallow: /*/plans", "/en/plans", false],
    ["a dollar sign is the end", "User-agent: *\nDisallow: /pricing$", "/pricing/teams", true],
    ["the query counts", "User-agent: *\nDisallow: /*?currency=", "/pricing?currency=eur", false],
    ["nothing disallowed is all allowed", "User-agent: *\nDisallow:", "/pricing", true],
    ["a byte order mark does not hide the first line", "\uFEFFUser-agent: *\nDisallow: /", "/pricing", false],
    ["a comment is none", "User-agent: * # all\nDisallow: / # everything", "/pricing", false],
    ["a page of HTML has no rules", "<!doctype html><title>Not found</title>", "/pricing", true],
  ])("%s", (_, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  test("a delay is read for us or for all, and nonsense is none", () => {
    expect(rules("User-agent: *\nCrawl-delay: 10").crawlDelayMs).toBe(10_000);
    expect(
      rules("User-agent: *\nCrawl-delay: 10\n\nUser-agent: PricingIntelligenceBot\nCrawl-delay: 2.5").crawlDelayMs,
    ).toBe(2_500);
    for (const text of [
      "",
      "User-agent: *\nCrawl-delay: soon",
      "User-agent: *\nCrawl-delay: -5",
      "User-agent: *\nCrawl-delay: 0",
    ]) {
      expect(rules(text).crawlDelayMs).toBeNull();
    }
  });
});

describe("a robots.txt that is not there", () => {
  test.each([400, 401, 403, 404, 410])("%i allows all", (status) => {
    expect(rules("User-agent: *\nDisallow: /", status).refusal(`${ORIGIN}/pricing`)).toBeNull();
  });

  test.each([429, 500, 502, 503])("%i allows nothing for now, and says why", (status) => {
    expect(rules("", status).refusal(`${ORIGIN}/pricing`)).toContain(String(status));
    expect(rules("", status).keepMs).toBeLessThan(rules("").keepMs);
  });

  test("one that cannot be reached allows nothing for now, and says why", () => {
    const unreachable = robotsRules(ORIGIN, { unreachable: "It did not answer within the time allowed." });
    expect(unreachable.refusal(`${ORIGIN}/pricing`)).toContain("did not answer");
  });
});

test("rules are asked for once a day and origin, an unreachable server's once an hour", async () => {
  let now = 0;
  const asked: string[] = [];
  const rulesOf = robotsKeeper(
    async (origin) => {
      asked.push(origin);
      return { status: origin.includes("down") ? 503 : 200, text: "" };
    },
    () => new Date(now),
  );
  const [up, down] = ["https://up.example.com", "https://down.example.com"];
  await Promise.all([rulesOf(up), rulesOf(up), rulesOf(down)]);
  expect(asked).toEqual([up, down]);
  now = 3_600_000;
  await rulesOf(up);
  await rulesOf(down);
  expect(asked).toEqual([up, down, down]);
  now = 86_400_000 - 1;
  await rulesOf(up);
  expect(asked).toHaveLength(3);
  now = 86_400_000;
  await rulesOf(up);
  expect(asked).toEqual([up, down, down, up]);
});

describe("a robots.txt that is made to be slow", () => {
  test("keeps one group of many crawlers within its length", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `User-agent: Bot${at}`).join("\n");
    const disallows = Array.from({ length: 5_000 }, (_, at) => `Disallow: /${at}`).join("\n");
    const begun = performance.now();
    expect(allows(`${names}\nUser-agent: *\n${disallows}`, "/4999")).toBe(false);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test("forbids more, not less, after too many wildcards", () => {
    const costly = `Disallow: /${"*a".repeat(1_000)}*b\n`.repeat(200);
    const begun = performance.now();
    expect(allows(`User-agent: *\n${costly}Disallow: /plans*x`, `/plans/${"a".repeat(2_000)}`)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
