import { expect, test } from "vitest";
import { azureSteps, cloudEgressReadings } from "./cloud-egress";

test("Azure's doubled bounds are read once, behind the volume that is free now", () => {
  const doubled = [
    { from: 5, price: 0.08 },
    { from: 100, price: 0.08 },
    { from: 10_005, price: 0.065 },
    { from: 10_100, price: 0.065 },
  ];
  expect(azureSteps(doubled)).toEqual([
    { from: 0, price: 0 },
    { from: 100, price: 0.08 },
    { from: 10_100, price: 0.065 },
  ]);
  expect(azureSteps([...doubled, { from: 50_005, price: 0.06 }])).toBeNull();
  expect(azureSteps([{ from: 0, price: 0.096 }])).toEqual([{ from: 0, price: 0.096 }]);
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
