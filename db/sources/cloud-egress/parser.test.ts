import { describe, expect, test } from "vitest";
import { cloudEgressReadings } from "./parser";

describe("a region whose rows begin above 0", () => {
  const stepsOf = (provider: string, bounds: readonly (readonly [tierFromGB: string, price: number])[]) =>
    cloudEgressReadings({
      unit: "USD/GB",
      range: ["2023-02-20", "2024-08-09"],
      series: bounds.map(([tierFromGB, price]) => ({
        provider,
        region: "somewhere",
        meter: "internet_egress",
        tierFromGB,
        points: [["2024-08-01", price, "354b53ca0a"]],
      })),
    }).readings.map(({ fact, evidence }) => ({
      prices:
        fact.kind === "rates" && fact.meters[0]?.prices.map(({ unitPrice, from, upTo }) => [from, upTo, unitPrice]),
      note: evidence.note,
    }));

  test("has no price below its first bound: neither 0 nor that of the next volume", () => {
    const [azure] = stepsOf("azure", [
      ["100", 0.08],
      ["10100", 0.065],
    ]);
    expect(azure?.prices).toEqual([
      [100, 10_100, 0.08],
      [10_100, null, 0.065],
    ]);
    expect(azure?.note).toContain("not known");
    expect(stepsOf("gcp", [["200", 0.085]])[0]?.prices).toEqual([[200, null, 0.085]]);
  });

  test("keeps the lower of two bounds of one price", () => {
    const [doubled] = stepsOf("azure", [
      ["5", 0.08],
      ["100", 0.08],
      ["10005", 0.065],
      ["10100", 0.065],
    ]);
    expect(doubled?.prices).toEqual([
      [5, 10_005, 0.08],
      [10_005, null, 0.065],
    ]);
    expect(doubled?.note).toContain("twice");
  });

  test("is no matter of a region that begins at 0", () => {
    const [first] = stepsOf("azure", [["0", 0.106]]);
    expect(first?.prices).toEqual([[0, null, 0.106]]);
    expect(first?.note).not.toContain("not known");
  });
});

test("a cloud's regions are prices of one item; traffic between regions is left out", () => {
  const one = (meter: string, region: string, tierFromGB: string, price: number) => ({
    provider: "aws",
    region,
    meter,
    tierFromGB,
    points: [["2024-08-01", price, "354b53ca0a"]],
  });
  const { readings, rejects } = cloudEgressReadings({
    unit: "USD/GB",
    range: ["2023-02-20", "2024-08-09"],
    series: [
      one("internet_egress", "af-south-1", "0", 0.154),
      one("internet_egress", "us-east-1", "0", 0.09),
      one("internet_egress", "us-east-1", "10240", 0.085),
      one("internet_egress", "us-west-2", "0", 0.09),
      one("internet_egress", "us-west-2", "10240", 0.085),
      one("inter_region.egress_per_gb", "us-east-1", "0", 0.01),
    ],
  });
  expect(readings).toMatchObject([
    {
      subject: { slug: "aws-data-transfer" },
      observedAt: "2024-08-09",
      evidence: { url: "https://github.com/coroot/cloud-pricing/tree/af03eada15b25d80863f2547ba281e71af9d5c91" },
      fact: {
        model: "internet-egress",
        meters: [
          {
            tierMode: "graduated",
            prices: [
              { unitPrice: 0.09, from: 0, upTo: 10_240, regions: ["us-east-1", "us-west-2"] },
              { unitPrice: 0.085, from: 10_240, upTo: null, regions: ["us-east-1", "us-west-2"] },
              { unitPrice: 0.154, from: 0, upTo: null, regions: ["af-south-1"] },
            ],
          },
        ],
      },
    },
  ]);
  expect(rejects).toHaveLength(1);
});
