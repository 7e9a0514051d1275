import { describe, expect, test } from "vitest";
import type { RatesFact } from "@/lib/schemas/observation";
import type { AdapterResult } from "../shared/reading";
import { licenceReadings, machineReadings, moveReadings, otherReadings } from "./parser";

const facts = ({ readings }: AdapterResult) => readings.map(({ fact }) => fact as RatesFact);

const machine = (machine_type: string, region: string, figures: Record<string, string>) => ({
  machine_type,
  vcpu: "2",
  memory_gb: "8",
  region,
  usd_hour: "",
  usd_hour_spot: "0.001",
  usd_month_730h_after_sustained_use: "",
  usd_month_1y_commit: "",
  usd_month_3y_commit: "",
  ...figures,
});

describe("machine types", () => {
  test("the price on demand, and commitments for 730 hours as the source has them; spot is no list price", () => {
    const [fact] = facts(
      machineReadings([
        machine("acme-2", "us-central1", {
          usd_hour: "0.1",
          usd_month_730h_after_sustained_use: "73",
          usd_month_1y_commit: "45.99",
          usd_month_3y_commit: "0",
        }),
        machine("acme-2", "europe-west1", { usd_hour: "0.1", usd_month_730h_after_sustained_use: "73" }),
      ]),
    );
    expect(fact).toMatchObject({ model: "acme-2", group: "ACME", vcpus: 2, memoryGb: 8, currency: "USD" });
    expect(fact?.meters).toEqual([
      {
        name: "instanceHours",
        unit: "hour",
        per: 1,
        mode: "standard",
        tierMode: null,
        prices: [{ unitPrice: 0.1, from: 0, upTo: null, when: null, regions: ["europe-west1", "us-central1"] }],
      },
      {
        name: "instanceHours",
        unit: "hour",
        per: 730,
        mode: "commitment_1y",
        tierMode: null,
        prices: [{ unitPrice: 45.99, from: 0, upTo: null, when: null, regions: ["us-central1"] }],
      },
    ]);
  });

  test("series that the list prices with their graphics processors say so", () => {
    const noteOf = (type: string) =>
      machineReadings([machine(type, "us-central1", { usd_hour: "1" })]).readings[0]?.evidence.note;
    expect(noteOf("a2-highgpu-1g")).toContain("graphics processors");
    for (const type of ["n2-standard-2", "g1-small", "g4-standard-6"])
      expect(noteOf(type)).not.toContain("graphics processors");
  });

  test("a whole month has a price of its own only where sustained use is discounted", () => {
    const [fact] = facts(
      machineReadings([
        machine("n1-acme", "us-central1", {
          usd_hour: "0.1",
          usd_month_730h_after_sustained_use: "51.1",
          usd_month_1y_commit: "51.1",
        }),
      ]),
    );
    expect(fact?.meters.map(({ name, mode, per, prices }) => [name, mode, per, prices[0]?.unitPrice])).toEqual([
      ["instanceHours", "standard", 1, 0.1],
      ["instanceMonths", "standard", 1, 51.1],
    ]);
  });

  test("a region without a price on demand is unknown, never 0", () => {
    const result = machineReadings([machine("acme-2", "mars-1", { usd_hour: "0" })]);
    expect(result.readings).toEqual([]);
    expect(result.rejects).toEqual([{ row: "acme-2 mars-1", reason: "no price on demand" }]);
  });
});

test("licences are known by the vCPUs of their machine types, and are no machine hours", () => {
  const vcpus = new Map([
    ["acme-4", 4],
    ["acme-8", 8],
    ["f1-micro", 1],
  ]);
  const of = (os: string, machine_types: string) => ({ os, usd_hour: "0.0576", machine_types });
  const result = licenceReadings([of("rhel", "acme-4"), of("sles", "acme-4 acme-8"), of("sles", "f1-micro")], vcpus);
  expect(facts(result).map(({ model }) => model)).toEqual(["rhel/4-vcpu", "sles/4-to-8-vcpu", "sles/shared-core"]);
  expect(facts(result)[0]?.meters[0]?.name).toBe("licenseHours");
});

describe("storage and network", () => {
  const row = (section: string, item: string, tier: string, region: string, usd_month: string, usd_hour = "") => ({
    section,
    item,
    tier,
    region,
    usd_hour,
    usd_month,
    usd_month_1y: "",
    usd_month_3y: "",
  });

  test("a class of storage and its retrieval are one item", () => {
    const [fact] = facts(
      otherReadings([
        row("storage.bucket", "archiv-multi", "", "us-multi", "0.0024"),
        row("storage.retrieval", "archiv-multi", "", "us-multi", "0.05"),
      ]),
    );
    expect(fact).toMatchObject({
      model: "archive/multi-region",
      meters: [
        { name: "storageGbMonths", prices: [{ unitPrice: 0.0024, regions: ["us-multi"] }] },
        { name: "retrievalGb", prices: [{ unitPrice: 0.05 }] },
      ],
    });
  });

  test("egress is graduated in steps of 1024 GB; the gateway of the largest size only is left out", () => {
    const result = otherReadings([
      row("compute.network", "traffic", "egress internet cost 10n", "us-central1", "0.08"),
      row("compute.network", "traffic", "egress internet cost 0-1", "us-central1", "0.12"),
      row("compute.network", "traffic", "egress internet cost 1-10", "us-central1", "0.11"),
      row("compute.network", "nat", "gateway cost", "us-central1", "32.704", "0.0448"),
      row("compute.network.ip", "vm", "", "us-central1", "3.65", "0.005"),
    ]);
    const egress = facts(result).find(({ model }) => model === "internet-egress");
    expect(egress?.meters[0]).toMatchObject({
      name: "egressGb",
      tierMode: "graduated",
      prices: [
        { unitPrice: 0.12, from: 0, upTo: 1024 },
        { unitPrice: 0.11, from: 1024, upTo: 10_240 },
        { unitPrice: 0.08, from: 10_240, upTo: null },
      ],
    });
    const address = facts(result).find(({ model }) => model === "external-ip/in-use");
    expect(address?.meters[0]).toMatchObject({ name: "hours", prices: [{ unitPrice: 0.005 }] });
    expect(result.rejects).toEqual([
      { row: "nat gateway cost", reason: "price of a NAT gateway of the largest size only" },
    ]);
  });
});

test("of dated moves only those are told that Google announced; a ratio of a family may be the list's mapping", () => {
  const move = (meter: string, observed_by: string) => ({
    meter,
    unit: "USD/month",
    old: 0.026,
    new: 0.05,
    observed_after: "2023-03-02",
    observed_by,
    commit: "e708efd",
  });
  const { readings, rejects } = moveReadings(
    [
      move("compute/storage/snapshot/us-central1", "2023-04-06"),
      move("instance family c3 on-demand hour", "2024-03-07"),
      move("compute/network/traffic/egress/internet/0-1/us-central1", "2024-03-07"),
      move("storage/bucket/archiv-multi/us-multi", "2022-10-06"),
    ],
    new Map(),
  );
  expect(
    readings.map(({ observedAt, fact }) => [observedAt, (fact as RatesFact).meters[0]?.prices[0]?.unitPrice]),
  ).toEqual([
    ["2023-03-02", 0.026],
    ["2023-04-06", 0.05],
  ]);
  expect(readings.every(({ effectiveFrom }) => effectiveFrom === undefined)).toBe(true);
  expect(rejects).toHaveLength(3);
});
