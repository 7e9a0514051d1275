import fc from "fast-check";
import { expect, test } from "vitest";
import { namesAskedFor } from "./question-words";

test.each([
  ["slack", []],
  ["Slack", []],
  ["Acme Cloud", []],
  ["slack pricing", ["slack"]],
  ["How much is Slack?", ["slack"]],
  ["what does “Acme Cloud” cost per month", ["acme cloud"]],
  ["figma alternatives", ["figma"]],
  ["notion vs slack", ["notion", "slack"]],
  ["Notion vs. Slack pricing", ["notion", "slack"]],
  ["notion, slack or figma", ["notion", "slack", "figma"]],
  ["https://slack.com/pricing", ["slack.com"]],
  ["https://www.notion.so/ vs slack.com", ["notion.so", "slack.com"]],
  ["MS Teams pricing", ["microsoft teams"]],
  ["ms teams", ["microsoft teams"]],
  ["slack.com", []],
  ["pricing", []],
  ["how much", []],
  ["", []],
])("%s → %j", (text, names) => {
  expect(namesAskedFor(text)).toEqual(names);
});

test("names asked for are few, not empty, none the text itself, and name nothing further", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const names = namesAskedFor(text);
      expect(names.length).toBeLessThanOrEqual(4);
      for (const name of names) {
        expect(name.trim()).not.toBe("");
        expect(name).not.toBe(text.trim().toLowerCase());
        expect(namesAskedFor(name).filter((again) => again.length >= name.length)).toEqual([]);
      }
    }),
  );
});
