import { expect, test } from "vitest";
import { percentsOff } from "./percents-off";

test.each<[string, number[]]>([
  ["**50% OFF** with code **BF50**", [50]],
  ["Up to 50 percent off all templates and 95 percent off All Access Pass", [50, 95]],
  ["66% OFF (30% of proceeds go to charity)", [66]],
  ["$5.99 -> $0.99 Lifetime", []],
  ["One more story for free", []],
  ["100% free", []],
  ["20-40% off", [20, 40]],
])("percentages off in %j", (text, expected) => {
  expect(percentsOff(text)).toEqual(expected);
});
