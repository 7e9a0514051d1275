import { expect, test } from "vitest";
import { azureSteps, cloudEgressReadings, egressMeter } from "./cloud-egress";

test("bounds become graduated bands; a bound without a new price is none", () => {
  expect(
    egressMeter([
      { from: 200, price: 0.085 },
      { from: 0, price: 0.085 },
      { from: 10_240, price: 0.065 },
    ]),
  ).toMatchObject({
    name: "egressGb",
    unit: "GB",
    per: 1,
    tierMode: "graduated",
    prices: [
      { unitPrice: 0.085, from: 0, upTo: 10_240 },
      { unitPrice: 0.065, from: 10_240, upTo: null },
    ],
  });
});

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

test("a cloud's regions stand on one card, alike ones together; traffic between regions is left out", () => {
  const one = (meter: string, tierFromGB: string, price: number, region = "us-east-1") => ({
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
      one("internet_egress", "0", 0.09),
      one("internet_egress", "10240", 0.085),
      one("internet_egress", "0", 0.12, "sa-east-1"),
      one("internet_egress", "0", 0.09, "eu-west-1"),
      one("internet_egress", "10240", 0.085, "eu-west-1"),
      one("inter_region.egress_per_gb", "0", 0.01),
    ],
  });
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject({
    subject: { slug: "aws-data-transfer" },
    observedAt: "2024-08-09",
    fact: {
      model: "internet-egress",
      meters: [
        {
          tierMode: "graduated",
          prices: [
            { unitPrice: 0.09, upTo: 10_240, regions: ["eu-west-1", "us-east-1"] },
            { unitPrice: 0.085, upTo: null, regions: ["eu-west-1", "us-east-1"] },
            { unitPrice: 0.12, from: 0, upTo: null, regions: ["sa-east-1"] },
          ],
        },
      ],
    },
  });
  expect(rejects).toHaveLength(1);
});
