import { describe, expect, test } from "vitest";
import { firstpartyReadings, ratePrices } from "./parser";

const rate = {
  provider: "cloudflare",
  product: "workers",
  meter: "requests",
  unit: "request",
  unitPrice: 0.3,
  per: 1_000_000,
  currency: "USD" as const,
  source: "cf-workers",
};

describe("one rate", () => {
  test("what a month includes is a free band", () => {
    expect(ratePrices({ ...rate, included: { quantity: 10_000_000, period: "month" } })).toEqual([
      { unitPrice: 0, from: 0, upTo: 10_000_000, when: null },
      { unitPrice: 0.3, from: 10_000_000, upTo: null, when: null },
    ]);
  });

  test("what a day includes cannot be a band of the month: it is a condition", () => {
    expect(ratePrices({ ...rate, included: { quantity: 10_000, period: "day" } })).toEqual([
      { unitPrice: 0.3, from: 0, upTo: null, when: "beyond 10,000 a day" },
    ]);
  });

  test("a region is a condition", () => {
    expect(ratePrices({ ...rate, region: "na-eu" })[0]?.when).toBe("North America and Europe");
  });
});

describe("the joined pages", () => {
  const change = (meter: string, date: string, price: number | null) => ({
    provider: meter.startsWith("gpu") ? "fly-io" : "railway",
    meter,
    unit: "USD",
    date,
    old: null,
    new: price,
    commit: "42d0dac956",
  });
  const { readings, rejects } = firstpartyReadings(
    {
      sources: {
        "cf-workers": { url: "https://github.com/cloudflare/cloudflare-docs", licence: "unclear: x", asOf: null },
        railway: {
          url: "https://github.com/railwayapp/docs",
          licence: "MIT",
          asOf: "2026-08-21",
          vendorPage: "https://docs.railway.com/reference/pricing/plans",
        },
      },
      rates: [
        { ...rate, included: { quantity: 10_000_000, period: "month" } },
        {
          ...rate,
          provider: "railway",
          product: "usage",
          meter: "egress",
          unit: "gb",
          unitPrice: 0.05,
          per: 1,
          source: "railway",
        },
      ],
    },
    {
      changes: [
        change("egress", "2024-05-16", 0.1),
        change("volumeStorage", "2024-05-16", 0.25),
        change("egress", "2025-03-03", 0.05),
        change("proPlanFee", "2025-03-03", 20),
        change("gpu:A10", "2024-04-30", 1.5),
        change("gpu:*", "2026-08-05", null),
      ],
    },
  );
  const of = (name: string) => readings.filter(({ subject }) => subject.name === name);

  test("a copy without a date is believed less and says so", () => {
    expect(of("Cloudflare")[0]).toMatchObject({
      trust: "B",
      observedAt: "2026-11-21",
      evidence: { licence: "none: facts" },
    });
    expect(of("Cloudflare")[0]?.evidence.note).toContain("without a date");
  });

  test("changes of one day make one statement, and meters that did not change are carried on", () => {
    const steps = of("Railway").map(({ observedAt, fact }) => [
      observedAt,
      fact.kind === "rates" && fact.meters.map(({ name, prices }) => [name, prices[0]?.unitPrice]),
    ]);
    expect(steps).toEqual([
      [
        "2024-05-16",
        [
          ["egressGb", 0.1],
          ["volumeGbMonths", 0.25],
        ],
      ],
      [
        "2025-03-03",
        [
          ["egressGb", 0.05],
          ["volumeGbMonths", 0.25],
        ],
      ],
      ["2026-08-21", [["egressGb", 0.05]]],
    ]);
    expect(of("Railway").every(({ trust, effectiveFrom }) => trust === "A" && effectiveFrom === undefined)).toBe(true);
  });

  test("prices taken off the page retire the model; a plan's fee is no price of use", () => {
    expect(of("Fly.io").at(-1)?.fact).toMatchObject({ model: "gpu-a10", status: "retired", meters: [] });
    expect(rejects).toHaveLength(1);
  });
});

test("what is remarked on a rate is told, each of its meter", () => {
  const noteOf = (...rates: object[]) =>
    firstpartyReadings(
      {
        sources: { fly: { url: "https://github.com/superfly/docs", licence: "Apache-2.0", asOf: "2026-08-07" } },
        rates: rates.map((one) => ({ ...rate, provider: "fly-io", product: "machines", source: "fly", ...one })),
      },
      { changes: [] },
    ).readings[0]?.evidence.note;
  expect(
    noteOf({ meter: "additionalRam", note: "approximate, region markup applies" }, { meter: "stoppedRootfs" }),
  ).toBe("additional ram: approximate, region markup applies.");
  expect(noteOf({ meter: "gpuSeconds:L4/A5000/3090", unit: "second", note: "24 GB" })).toBe("L4/A5000/3090: 24 GB.");
  expect(noteOf({ note: "Pro plan overage" })).toBeUndefined();
});
