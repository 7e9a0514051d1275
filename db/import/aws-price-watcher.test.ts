import { describe, expect, test } from "vitest";
import { awsReadings, METERS, regionSteps } from "./aws-price-watcher";

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
