import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AskedTokens, seatsIn, tokensIn } from "./read-quantities";

const names = new Set(["office 365", "microsoft 365", "8x8", "monday"]);
const isName = (text: string) => names.has(text);
const seats = (text: string) => seatsIn(text, isName)?.seats ?? null;

describe("people", () => {
  test.each<[string, number, string]>([
    ["notion for 30 people", 30, "notion"],
    ["notion for 30", 30, "notion"],
    ["how much is slack for 12 users a year", 12, "how much is slack"],
    ["what does slack cost per year for 12 people", 12, "what does slack cost"],
    ["30 seats of slack", 30, "of slack"],
    ["slack for 1,200 employees", 1200, "slack"],
    ["notion for a team of ten", 10, "notion"],
    ["notion for our team of about 15 people", 15, "notion"],
    ["notion for my 30-person team", 30, "notion"],
    ["a 12-user plan of slack", 12, "plan of slack"],
    ["notion for the 30 of us", 30, "notion"],
    ["office 365 for 30", 30, "office 365"],
    ["microsoft 365 for 12 users", 12, "microsoft 365"],
    ["8x8 for 5 agents", 5, "8x8"],
  ])("%j counts %i and leaves %j", (text, count, rest) => {
    expect(seatsIn(text, isName)).toMatchObject({ seats: count, rest });
  });

  test.each([
    "slack",
    "slack for 30 days",
    "slack for 30 minutes",
    "notion 30 gb",
    "notion for 30 gb",
    "slack for $30",
    "slack for 30$",
    "slack for 30 dollars",
    "slack for 30 euros a month",
    "crm under 30",
    "crm under $30 a month",
    "under 30",
    "office 365",
    "office 365 users",
    "windows for 0 people",
    "for 30.5 people",
    "top 10 crm",
    "gpt-5 vs claude",
    "2026 pricing",
  ])("%j counts nobody", (text) => {
    expect(seats(text)).toBeNull();
  });

  test("without a number there are none, whatever is asked", () => {
    const words = "for people users team of a notion the seats per year month with person plan".split(" ");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 9 }), (asked) => {
        expect(seats(asked.join(" "))).toBeNull();
      }),
    );
  });

  test("the number is the one that was written, and is read once", () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    const form = fc.constantFrom(
      (n: string) => `notion for ${n}`,
      (n: string) => `notion for ${n} people`,
      (n: string) => `${n} users of notion`,
      (n: string) => `notion for a team of ${n}`,
    );
    fc.assert(
      fc.property(count, form, fc.boolean(), (n, write, grouped) => {
        const asked = write(grouped ? n.toLocaleString("en-US") : String(n));
        const read = seatsIn(asked, isName);
        expect(read?.seats).toBe(n);
        expect(seatsIn(read?.rest ?? "", isName)).toBeNull();
      }),
    );
  });
});

describe("tokens", () => {
  test.each<[string, Partial<AskedTokens>]>([
    ["50m tokens on gpt-5", { input: null, output: null, total: 50e6, rest: "on gpt-5" }],
    ["50 million tokens on gpt-5", { total: 50e6 }],
    ["claude 10m in 2m out", { input: 10e6, output: 2e6, total: null, rest: "claude" }],
    ["claude 10m in", { input: 10e6, output: null }],
    ["10m input and 2m output tokens a month on gpt-5", { input: 10e6, output: 2e6 }],
    ["1,000,000 input tokens and 200k output tokens", { input: 1e6, output: 200e3 }],
    ["1.5b tokens in and 20m tokens out on gpt-5", { input: 1.5e9, output: 20e6 }],
    ["5m tokens in gpt-5", { input: null, total: 5e6 }],
  ])("of %j", (text, tokens) => {
    expect(tokensIn(text)).toMatchObject(tokens);
  });

  test.each(["gpt-5 vs claude", "notion for 30", "10 in 2 out", "0 tokens", "tokens", "7b", "llama 70b", "50m"])(
    "%j names none",
    (text) => {
      expect(tokensIn(text)).toBeNull();
    },
  );
});

test("nothing that is typed makes either fail", () => {
  const word = fc.oneof(
    fc.constantFrom(..."for 30 10m in out tokens input output people users a team of 1,000 $5 k m , / year".split(" ")),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      const text = words.join(" ");
      const counted = seatsIn(text, isName);
      if (counted) expect(counted.seats).toBeGreaterThanOrEqual(1);
      const tokens = tokensIn(text);
      if (tokens) expect(tokens.input ?? tokens.output ?? tokens.total).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});
