import { expect, test } from "vitest";
import { birdSmsReadings, countryName } from "./parser";

const series = (country: string, points: [string, number][]) => ({
  country,
  direction: "outbound",
  type: "sms",
  points,
});

test("each step of a country is a reading, the last one also on the last day of collection", () => {
  const { readings, rejects } = birdSmsReadings({
    vendorPage: "https://bird.com/en-us/pricing/sms",
    range: ["2026-02-24", "2026-08-22"],
    series: [
      series("FR", [
        ["2026-02-24", 0.0792],
        ["2026-08-04", 0.0772],
      ]),
      series("US", []),
    ],
  });
  expect(
    readings.map(({ observedAt, fact }) => [observedAt, fact.kind === "rates" && fact.meters[0]?.prices[0]?.unitPrice]),
  ).toEqual([
    ["2026-02-24", 0.0792],
    ["2026-08-04", 0.0772],
    ["2026-08-22", 0.0772],
  ]);
  expect(readings[0]?.fact).toMatchObject({ model: "FR", name: "France", meters: [{ name: "messages", per: 1 }] });
  expect(rejects).toEqual([{ row: "US", reason: "no price collected" }]);
});

test("former country codes keep their name", () => {
  expect(countryName("AN")).toBe("Netherlands Antilles");
  expect(countryName("BR")).toBe("Brazil");
});
