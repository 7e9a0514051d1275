import { expect, test } from "vitest";
import type { RatesFact } from "@/lib/schemas/observation";
import { oracleReadings, shapeOf } from "./parser";

const sku = (fields: Record<string, string>) => ({
  part_number: "B90001",
  display_name: "OCI - Compute - Standard - E6 - OCPU",
  metric: "OCPU Per Hour",
  service_category: "Compute - Virtual Machine",
  usd: "0.03",
  ...fields,
});

test("a part number is an item of its service; a licence brought along stands apart", () => {
  const { readings } = oracleReadings([
    sku({}),
    sku({ part_number: "B90002", display_name: "OCI GoldenGate  - BYOL", service_category: "GoldenGate" }),
  ]);
  expect(readings[0]).toMatchObject({
    subject: { slug: "oci-compute", vendor: "Oracle" },
    trust: "A",
    observedAt: "2026-01-05",
    fact: {
      model: "B90001",
      meters: [{ name: "ocpuHours", unit: "OCPU-hour", per: 1, prices: [{ unitPrice: 0.03 }] }],
    },
  });
  expect(readings[1]?.fact).toMatchObject({
    name: "OCI GoldenGate - BYOL",
    group: "GoldenGate, bring your own licence",
  });
});

test("a zero is a first range and not free; appliances and shares of spend are no rates", () => {
  const { readings, rejects } = oracleReadings([
    sku({ usd: "0" }),
    sku({ service_category: "Compute Cloud@Customer" }),
    sku({ service_category: "Roving Edge Infrastructure" }),
    sku({ display_name: "Gen 2 Exadata Cloud at Customer - Database OCPU" }),
    sku({ metric: "Each" }),
    sku({
      display_name: "Oracle Cloud VMware Solution - Expansion - Monthly Commit",
      service_category: "Compute - VMware",
    }),
  ]);
  expect(readings).toEqual([]);
  expect(rejects.map(({ reason }) => reason)).toEqual([
    "first range of 0 or included item: not free",
    "appliance at the customer's site",
    "appliance at the customer's site",
    "appliance at the customer's site",
    "metric that is no unit of use",
    "commitment of a month",
  ]);
});

test("commitments of one and three years are modes", () => {
  const of = (display_name: string) =>
    sku({ display_name, service_category: "Compute - VMware", metric: "Node Per Hour" });
  const { readings } = oracleReadings([
    of("Acme - Hourly Commit"),
    of("Acme - 1 year Commit"),
    of("Acme - 3 Year Commit"),
  ]);
  expect(readings.map(({ fact }) => (fact as RatesFact).meters[0]?.mode)).toEqual([
    "standard",
    "commitment_1y",
    "commitment_3y",
  ]);
});

test("the list's metrics are units of use", () => {
  expect(shapeOf("Gigabytes Per Hour", "Compute - Standard - A2 Memory")).toEqual({
    name: "memoryGbHours",
    unit: "GB-hour",
    per: 1,
  });
  expect(shapeOf("Gigabytes Per Hour", "Streaming - Storage")).toMatchObject({ name: "storageGbHours" });
  expect(shapeOf("1,000,000 API Calls Per Month", "API Gateway")).toEqual({
    name: "requests",
    unit: "call",
    per: 1_000_000,
  });
  expect(shapeOf("Instance Per Hour", "Network Firewall Instance")).toEqual({
    name: "instanceHours",
    unit: "hour",
    per: 1,
  });
  expect(shapeOf("Port Hour", "OCI - FastConnect 1 Gbps")).toEqual({ name: "portHours", unit: "port-hour", per: 1 });
});

test("a virtualized gigabyte keeps the list's own word", () => {
  const [row] = oracleReadings([
    sku({ service_category: "Oracle Database Autonomous Recovery Service", metric: "Virtualized GB Per Month" }),
  ]).readings;
  expect(row?.fact).toMatchObject({ meters: [{ name: "virtualizedGbMonths", unit: "GB-month" }] });
});

test("a volume that the name gives is where the price begins, and the list's metric is told", () => {
  const [reading] = oracleReadings([
    sku({
      display_name: "Data Safe for Database Cloud Service - Audit Record Collection Over 1 Million Records",
      metric: "10,000 Audit Records Per Target Per Month",
      service_category: "Security - Data Safe",
      usd: "0.1",
    }),
  ]).readings;
  const meters = reading?.fact.kind === "rates" ? reading.fact.meters : [];
  expect(meters[0]?.prices).toMatchObject([{ unitPrice: 0.1, from: 1_000_000, upTo: null }]);
  expect(reading?.evidence.note).toContain("metric: 10,000 Audit Records Per Target Per Month.");
});

test("gigabytes are of storage or memory only where the name says so", () => {
  expect(shapeOf("Gigabytes Per Hour", "Streaming - Storage")?.name).toBe("storageGbHours");
  expect(shapeOf("Gigabytes Per Hour", "Oracle Exadata Exascale Additional Flash Cache")?.name).toBe("gigabyteHours");
  expect(shapeOf("Gigabyte Per Month", "OCI Ops Insights for Warehouse - Extract")?.name).toBe("gigabyteMonths");
});
