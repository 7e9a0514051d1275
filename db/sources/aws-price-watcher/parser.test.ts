import { describe, expect, test } from "vitest";
import { awsReadings, METERS, regionSteps } from "./parser";

const virginia = "US East (N. Virginia)";
const priced = (price: number) => ({ [virginia]: price });

describe("one meter", () => {
  const [text] = METERS.textract ?? [];
  if (!text) throw new Error("no meter of Textract");

  test("a price per page becomes one per thousand, from the bounds of its labels", () => {
    const labels = {
      "DetectDocumentText API Text First 1M": priced(0.0015),
      "DetectDocumentText API Text Over 1M": priced(0.0006),
    };
    expect(regionSteps(text, labels, virginia)?.map(({ from, price }) => [from, Number(price)])).toEqual([
      [0, 1.5],
      [1_000_000, 0.6],
    ]);
  });

  test("is left out where one of its bands has no price", () => {
    expect(regionSteps(text, { "DetectDocumentText API Text First 1M": priced(0.0015) }, virginia)).toBeNull();
    expect(regionSteps(text, {}, virginia)).toBeNull();
  });
});

test("services and kinds become products and models with prices by region; every other label has a reason", () => {
  const { readings, rejects } = awsReadings({
    asOf: "2025-06-18",
    currency: "USD",
    services: {
      lambda: {
        "Lambda Requests": priced(2e-7),
        "Lambda Duration": priced(1.66667e-5),
        "Lambda Duration Tier2": priced(1.5e-5),
        "Lambda Duration Tier3": priced(1.33334e-5),
        "Lambda Requests Free Tier": priced(0),
      },
      q: { "Amazon Q Lite": priced(3) },
    },
  });
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject({
    subject: { slug: "aws-lambda" },
    trust: "B",
    observedAt: "2025-06-18",
    fact: {
      model: "x86",
      meters: [
        { name: "requests", per: 1_000_000, prices: [{ unitPrice: 0.2, regions: ["us-east-1"] }] },
        {
          name: "computeGbSeconds",
          per: 1,
          tierMode: "graduated",
          prices: [
            { unitPrice: 0.0000166667, from: 0, upTo: 6_000_000_000 },
            { unitPrice: 0.000015, from: 6_000_000_000, upTo: 15_000_000_000 },
            { unitPrice: 0.0000133334, from: 15_000_000_000, upTo: null },
          ],
        },
      ],
    },
  });
  const reasonOf = (row: string) => rejects.find((one) => one.row === row)?.reason;
  expect(reasonOf("lambda Lambda Duration Tier2")).toBeUndefined();
  expect(readings[0]?.evidence.note).toContain("bounds are those that Infracost");
  expect(reasonOf("lambda Lambda Requests Free Tier")).toBe("every price is 0: unknown, not free");
  expect(reasonOf("q Amazon Q Lite")).toBe("service outside the table of meters");
});

test("a message queue's later tiers are told, a meter without any is not; Kinesis has every meter whose label names its unit", () => {
  const { readings, rejects } = awsReadings({
    asOf: "2025-06-18",
    currency: "USD",
    services: {
      queueservice: {
        "Standard per Requests": priced(4e-7),
        "Standard per Requests Tier2": priced(3e-7),
        "Standard per Requests Tier3": priced(2.4e-7),
      },
      kinesis: {
        "OnDemandEFODataRetrieval per GB": priced(0.05),
        "Enhanced fan out per ConsumerShardHour": priced(0.015),
        "Payload Units per PutRequest": priced(1.4e-8),
        "Payload Units per CNN1 PutRequestPayloadUnits": { "Mexico (Central)": 1.47e-8 },
      },
    },
  });
  const noteOf = (slug: string) => readings.find(({ subject }) => subject.slug === slug)?.evidence.note;
  expect(noteOf("amazon-sqs")).toMatch(/meters: requests\.$/);
  expect(rejects.find(({ row }) => row.endsWith("Tier2"))?.reason).toBe("tier of volume without its bound");
  expect(noteOf("amazon-kinesis-data-streams")).not.toContain("tier");
  const names = readings.flatMap(({ fact }) => (fact.kind === "rates" ? fact.meters.map(({ name }) => name) : []));
  expect(names).toEqual(expect.arrayContaining(["enhancedFanOutGb", "consumerShardHours", "payloadUnits"]));
  expect(rejects.find(({ row }) => row.includes("CNN1"))?.reason).toBe("label outside the table of meters");
});
