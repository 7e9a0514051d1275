import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import type { RatesFact } from "@/lib/schemas/observation";
import { itemAndTier, itemOf, ladderOf, moveReadings, rateReadings, shapeOf } from "./parser";

const row = (fields: Record<string, string>): Record<string, string> => ({
  provider: "aws",
  service: "Amazon VPC",
  resource: "aws_nat_gateway",
  component: "NAT gateway",
  usd_price: "0.045",
  unit: "hours",
  how: "line",
  recorded: "2024-07-01",
  region: "us-east-1",
  example: "aws_nat_gateway.nat_gw",
  file: "aws/testdata/nat_gateway_test/nat_gateway_test.golden",
  commit: "e9ce62908c",
  precision: "",
  ...fields,
});
const rate = (fields: Record<string, string>) => row({ how: "rate", ...fields });
const facts = (rows: Record<string, string>[]) => rateReadings(rows).readings.map(({ fact }) => fact as RatesFact);
const reasons = (rows: Record<string, string>[]) => rateReadings(rows).rejects.map(({ reason }) => reason);

describe("precision", () => {
  test("a rate printed in full is exact, a line has five digits and says so", () => {
    const { readings } = rateReadings([rate({ component: "Data processed", unit: "GB" }), row({})]);
    expect(readings.map(({ trust, evidence }) => [trust, evidence.note])).toEqual([
      ["A", undefined],
      ["B", "Worked out from a monthly cost printed to the cent: five digits, the last unsafe."],
    ]);
  });

  test("a rate rounded to cents is left out, unless a cent is a thousandth of it at most", () => {
    expect(reasons([rate({ usd_price: "0.2", precision: "rounded to cents" })])).toEqual(["price rounded to cents"]);
    const { readings } = rateReadings([rate({ usd_price: "40.0", precision: "rounded to cents" })]);
    expect(readings[0]).toMatchObject({ trust: "B", evidence: { note: "Printed to the cent." } });
  });

  test("where a finer line is named, that line is taken", () => {
    const both = [
      rate({
        component: "DynamoDB backup",
        unit: "GB",
        usd_price: "0.11",
        precision: "rounded to cents; line says 0.112",
      }),
      row({ component: "DynamoDB backup", unit: "GB", usd_price: "0.112" }),
    ];
    expect(facts(both)[0]?.meters[0]?.prices[0]?.unitPrice).toBe(0.112);
    expect(reasons(both)).toEqual(["the row with more digits is taken"]);
  });

  test("readings that differ by rounding are one, the shortest; others that differ are none", () => {
    const hours = (usd_price: string) => row({ usd_price });
    expect(facts([hours("0.041603"), hours("0.0416"), hours("0.041598")])[0]?.meters[0]?.prices[0]?.unitPrice).toBe(
      0.0416,
    );
    expect(facts([hours("0.0416"), hours("0.044096")])).toEqual([]);
  });
});

test("of two recordings of one item the later is taken: the first is no earlier price", () => {
  const rows = [row({ usd_price: "0.046397" }), row({ usd_price: "0.0464", recorded: "2025-07-07" })];
  const { readings, rejects } = rateReadings(rows);
  expect(readings.map(({ observedAt }) => observedAt)).toEqual(["2025-07-07"]);
  expect(rejects.map(({ reason }) => reason)).toEqual(["earlier recording of an item"]);
});

test("rows of several regions, of other services again, retired ones and reserved prices are left out", () => {
  expect(
    reasons([
      row({ region: "sa-east-1|us-east-1" }),
      row({ region: "Dynamic" }),
      row({ resource: "module" }),
      row({ resource: "aws_autoscaling_group" }),
      row({ component: "root_block_device > Storage (general purpose SSD, gp2)", unit: "GB" }),
      row({ provider: "azure", resource: "azurerm_mysql_server", service: "Azure Database for MySQL" }),
      row({
        provider: "azure",
        service: "Azure Virtual Machines",
        component: "Instance usage (Linux, pay as you go, Standard_NC6)",
      }),
      row({
        service: "Amazon EC2",
        resource: "aws_instance",
        component: "Instance usage (Linux/UNIX, reserved, t3.medium)",
      }),
      rate({ usd_price: "0.0" }),
    ]),
  ).toEqual([
    "region not stated",
    "region not stated",
    "price of another service, repeated",
    "price of another service, repeated",
    "price of another service, repeated",
    "retired service",
    "retired service",
    "price under terms that the row does not name in full",
    "price of 0: unknown, not free",
  ]);
});

describe("bands", () => {
  const band = (text: string, price: string) => ({ tier: itemAndTier(text).tier, price: new Decimal(price) });

  test("are read from the component's name; a number of rules is none", () => {
    expect(itemAndTier("Outbound data transfer (Akamai, first 10TB)")).toEqual({
      item: "Outbound data transfer (Akamai)",
      tier: { bound: "first", size: 10_240 },
    });
    expect(itemAndTier("Duration (next 9B)")).toEqual({ item: "Duration", tier: { bound: "next", size: 9e9 } });
    expect(itemAndTier("Routing rules (first 5 rules)").tier).toBeNull();
  });

  test("begin where the one before ends, and stop where the source stops", () => {
    const ends = (rows: Parameters<typeof ladderOf>[0]) => ladderOf(rows)?.map(({ from, upTo }) => [from, upTo]);
    expect(ends([band("x (over 5PB)", "4"), band("x (first 1PB)", "10"), band("x (next 4PB)", "6")])).toEqual([
      [0, 1_048_576],
      [1_048_576, 5_242_880],
      [5_242_880, null],
    ]);
    expect(ends([band("x (first 1TB)", "19")])).toEqual([[0, 1024]]);
  });

  test("that do not meet, or begin nowhere, are no price", () => {
    expect(ladderOf([band("x (next 4PB)", "6"), band("x (over 5PB)", "4")])).toBeNull();
    expect(ladderOf([band("x (first 1B)", "4"), band("x (over 2B)", "2")])).toBeNull();
  });
});

test("a unit tells the meter: hours of machines apart from others, storage by the month, requests by number", () => {
  expect(shapeOf("NAT gateway", "hours")).toEqual({ name: "hours", unit: "hour", per: 1 });
  expect(shapeOf("Instance (kafka.m5.24xlarge)", "hours")).toMatchObject({ name: "instanceHours" });
  expect(shapeOf("Storage (gp2)", "GB")).toEqual({ name: "storageGbMonths", unit: "GB-month", per: 1 });
  expect(shapeOf("Outbound data transfer", "GB")).toMatchObject({ name: "egressGb" });
  expect(shapeOf("Requests", "10k requests")).toEqual({ name: "requests", unit: "request", per: 10_000 });
  expect(shapeOf("Performance", "vCPU-hours")).toEqual({ name: "vcpuHours", unit: "vCPU-hour", per: 1 });
  expect(shapeOf("Log data ingestion", "100 GB (per day)")).toBeNull();
});

test("what tells two prices apart is read from the row, or the row is left out", () => {
  expect(
    itemOf(
      { resource: "azurerm_service_plan", example: 'azurerm_service_plan.example["Windows.B1.3"]' },
      "Instance usage (B1)",
    ),
  ).toMatchObject({ model: "B1/windows" });
  expect(
    itemOf(
      { resource: "aws_db_instance", example: "aws_db_instance.mysql-iops" },
      "Database instance (on-demand, Single-AZ, db.t3.large)",
    ),
  ).toMatchObject({ model: "db.t3.large/mysql/single-az" });
  expect(
    itemOf({ resource: "azurerm_storage_account", example: "azurerm_storage_account.example" }, "Capacity"),
  ).toBeNull();
});

test("regions are the provider's own identifiers", () => {
  const rows = [
    rate({
      provider: "azure",
      service: "Azure Event Grid",
      resource: "azurerm_eventgrid_topic",
      component: "Operations",
      unit: "100k operations",
      usd_price: "0.06",
      region: "West Europe",
    }),
  ];
  expect(facts(rows)[0]?.meters[0]).toMatchObject({
    per: 100_000,
    prices: [{ unitPrice: 0.06, regions: ["westeurope"] }],
  });
});

test("a printed rate that moved is told twice; the monthly cost of a sample is none", () => {
  const move = {
    provider: "google" as const,
    service: "BigQuery",
    resource: "google_bigquery_dataset",
    component: "Queries (on-demand)",
    unit: "TB",
    kind: "rate",
    old: 5,
    new: 6.25,
    observed_after: "2023-06-19",
    observed_by: "2023-07-07",
    commit: "f3eda66819",
  };
  const { readings, rejects } = moveReadings([move, { ...move, kind: "monthly cost of 730 hours" }]);
  expect(
    readings.map(({ observedAt, fact }) => [observedAt, (fact as RatesFact).meters[0]?.prices[0]?.unitPrice]),
  ).toEqual([
    ["2023-06-19", 5],
    ["2023-07-07", 6.25],
  ]);
  expect(rejects).toHaveLength(1);
});

test("bands that are printed in part and worked out in part say so; a price without a band beside bands is none", () => {
  const band = (component: string, usd_price: string, how: string) => row({ component, usd_price, how, unit: "GB" });
  const bands = [
    band("Data processed (first 10TB)", "0.035", "rate"),
    band("Data processed (over 10TB)", "0.03", "line"),
  ];
  expect(rateReadings(bands).readings[0]?.evidence.note).toMatch(/^In part worked out/);
  expect(facts([...bands, band("Data processed", "0.04", "rate")])).toEqual([]);
});

test("prices of several files are shown by the folder that holds them", () => {
  const { readings } = rateReadings([
    row({}),
    row({ region: "eu-west-1", file: "aws/testdata/eks_cluster_test/eks_cluster_test.golden" }),
  ]);
  expect(readings[0]?.evidence.url).toMatch(/\/tree\/.+\/terraform\/aws\/testdata$/);
});

test("a price whose period is not printed is left out; data that is archived or replicated is so named", () => {
  expect(
    reasons([
      row({
        provider: "google",
        service: "Memorystore",
        resource: "google_redis_cluster",
        component: "AOF persistence",
        usd_price: "0.00054795",
        unit: "GB",
        region: "us-central1",
      }),
    ]),
  ).toEqual(["period of the price not stated"]);
  expect(shapeOf("Geo-replication data transfer", "GB")).toMatchObject({ name: "replicatedGb", unit: "GB" });
  expect(shapeOf("Archive data", "GB")?.name).toBe("storageGbMonths");
  expect(shapeOf("Archive data searched", "GB")?.name).toBe("processedGb");
});

test("a licence that is brought along is told by the sample's name alone: its price is left out", () => {
  const runtime = (example: string, component: string) =>
    row({
      provider: "azure",
      service: "Azure Data Factory",
      resource: "azurerm_data_factory_integration_runtime_azure_ssis",
      component,
      region: "West Europe",
      example: `azurerm_data_factory_integration_runtime_azure_ssis.${example}`,
    });
  expect(facts([runtime("default", "Compute (D8 v3, Standard, license included)")])).toHaveLength(1);
  expect(facts([runtime("standard_ahb_v2", "Compute (D1 v2, Standard)")])).toEqual([]);
});
