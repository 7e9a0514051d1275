import { describe, expect, test } from "vitest";
import { awsReadings, METERS, regionMeter } from "./aws-price-watcher";

const virginia = "US East (N. Virginia)";
const priced = (price: number) => ({ [virginia]: price });

describe("one meter", () => {
  const [text] = METERS.textract ?? [];
  if (!text) throw new Error("no meter of Textract");

  test("a price per page becomes one per thousand, with the bounds of its labels", () => {
    const labels = {
      "DetectDocumentText API Text First 1M": priced(0.0015),
      "DetectDocumentText API Text Over 1M": priced(0.0006),
    };
    expect(regionMeter(text, labels, virginia)).toEqual({
      name: "pages",
      unit: "page",
      per: 1000,
      mode: "standard",
      tierMode: "graduated",
      prices: [
        { unitPrice: 1.5, from: 0, upTo: 1_000_000, when: null },
        { unitPrice: 0.6, from: 1_000_000, upTo: null, when: null },
      ],
    });
  });

  test("is left out where one of its bands has no price", () => {
    expect(regionMeter(text, { "DetectDocumentText API Text First 1M": priced(0.0015) }, virginia)).toBeNull();
    expect(regionMeter(text, {}, virginia)).toBeNull();
  });
});

test("services become products, their kinds models with the price of each region; every other label has a reason", () => {
  const { readings, rejects } = awsReadings({
    asOf: "2025-06-18",
    currency: "USD",
    services: {
      lambda: {
        "Lambda Requests": priced(2e-7),
        "Lambda Duration": priced(1.66667e-5),
        "Lambda Duration Tier2": priced(1.5e-5),
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
        { name: "computeGbSeconds", per: 1, prices: [{ unitPrice: 0.0000166667 }] },
      ],
    },
  });
  const reasonOf = (row: string) => rejects.find((one) => one.row === row)?.reason;
  expect(reasonOf("lambda Lambda Duration Tier2")).toBe("label that does not tell unit or bound");
  expect(reasonOf("lambda Lambda Requests Free Tier")).toBe("every price is 0: unknown, not free");
  expect(reasonOf("q Amazon Q Lite")).toBe("service outside the table of meters");
});
