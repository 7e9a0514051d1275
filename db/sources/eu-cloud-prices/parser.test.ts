import { describe, expect, test } from "vitest";
import type { RatesFact } from "@/lib/schemas/observation";
import { moveReadings, nebiusReadings, net, planReadings, serviceReadings, servicesOf } from "./parser";

const plan = (fields: Record<string, string>) => ({
  provider: "exoscale",
  id: "acme",
  name: "Acme",
  vcpu: "2",
  ram_gb: "4",
  price_hourly: "0.1",
  price_monthly: "73",
  currency: "EUR",
  category: "standard",
  location: "eu",
  fetched_at: "2026-05-20",
  hand_kept: "True",
  source: "example.com/prices",
  ...fields,
});
const metersOf = (fields: Record<string, string>) =>
  planReadings([plan(fields)]).readings.flatMap(({ fact }) =>
    (fact as RatesFact).meters.map(({ name, prices }) => [name, prices[0]?.unitPrice]),
  );

describe("hours and months", () => {
  test("a month of 730 hours is the list's own; one of 720 hours and a cap are the vendor's", () => {
    expect(metersOf({})).toEqual([["instanceHours", 0.1]]);
    expect(metersOf({ price_monthly: "72" })).toEqual([
      ["instanceHours", 0.1],
      ["instanceMonths", 72],
    ]);
    expect(metersOf({ price_monthly: "67.2" })).toEqual([
      ["instanceHours", 0.1],
      ["instanceMonths", 67.2],
    ]);
  });

  test("who sells by the month has no price of an hour, and OVH's month is the list's own", () => {
    expect(metersOf({ provider: "netcup", price_hourly: "0.0021", price_monthly: "1.55" })).toEqual([
      ["instanceMonths", 1.55],
    ]);
    expect(metersOf({ provider: "ovh", price_hourly: "0.1342", price_monthly: "99" })).toEqual([
      ["instanceHours", 0.1342],
    ]);
  });
});

test("Hetzner's figures hold 19 % tax since the spring of 2026 and are kept without it", () => {
  expect(net("hetzner", "51.75", "2026-08-17").toNumber()).toBe(43.49);
  expect(net("hetzner", "19.03", "2026-04-01").toNumber()).toBe(15.99);
  expect(net("hetzner", "12.49", "2026-02-23").toNumber()).toBe(12.49);
  expect(net("exoscale", "12.49", "2026-08-17").toNumber()).toBe(12.49);
  const [reading] = planReadings([
    plan({ provider: "hetzner", price_hourly: "0.0114", price_monthly: "7.13", fetched_at: "2026-08-17" }),
  ]).readings;
  expect(reading?.evidence.note).toContain("VAT");
  expect(
    metersOf({ provider: "hetzner", price_hourly: "0.0114", price_monthly: "7.13", fetched_at: "2026-08-17" }),
  ).toEqual([
    ["instanceHours", 0.0096],
    ["instanceMonths", 5.99],
  ]);
});

test("prices converted from dollars are left out; Nebius's own dollars are taken", () => {
  const { readings, rejects } = planReadings(["aws", "gcp", "nebius"].map((provider) => plan({ provider })));
  expect(readings).toEqual([]);
  expect(rejects.every(({ reason }) => reason === "dollar price converted into euros")).toBe(true);
  const own = nebiusReadings({
    provider: "nebius",
    source: "https://example.com",
    fetched_at: "2026-05-20",
    hand_kept: true,
    component_pricing: { vcpu_per_hour_usd: 0.012 },
    gpu_pricing: {
      gpus: [
        {
          id: "h100",
          name: "H100",
          location: "eu-north1, us-central1",
          price_per_gpu_hour_usd: 2.95,
          preemptible_price_per_gpu_hour_usd: 1.25,
          notes: "Unified billing (GPU+vCPU+RAM).",
        },
        { id: "new", name: "New", price_per_gpu_hour_usd: 1, notes: "A remark that nobody has read." },
      ],
    },
  });
  expect(own.map(({ fact }) => fact)).toMatchObject([
    { model: "vcpu", currency: "USD", meters: [{ name: "vcpuHours" }] },
    {
      model: "h100",
      meters: [{ name: "gpuHours", prices: [{ unitPrice: 2.95, regions: ["eu-north1", "us-central1"] }] }],
    },
  ]);
  expect(own.map(({ evidence }) => evidence.note)).toEqual([
    expect.stringContaining("without graphics processors"),
    expect.stringContaining("are included"),
  ]);
});

test("typed by hand is B, read from an API is A; unknown tax and introductory rates are said", () => {
  const [hand, api] = planReadings([
    plan({ provider: "contabo" }),
    plan({ provider: "scaleway", hand_kept: "False", location: "fr-par-1" }),
  ]).readings;
  expect(hand).toMatchObject({
    trust: "B",
    evidence: { note: expect.stringMatching(/tax.*not stated.*introductory/) },
  });
  expect(api).toMatchObject({ trust: "A", fact: { meters: [{ prices: [{ regions: ["fr-par-1"] }] }] } });
});

test("storage sold in blocks, egress behind a free volume and zeros have no rate", () => {
  const priced = (services: Record<string, unknown>) =>
    servicesOf(services).flatMap(({ model, price }) => (price ? [[model, price]] : []));
  expect(
    priced({
      control_plane_cost: 0,
      object_storage: { price_per_gb_monthly: 0.01, allocation_block_gb: 250 },
      egress: { free_tb: 2, price_per_gb: 0.05 },
      block_storage: { price_per_gb_monthly: 0.1 },
    }),
  ).toEqual([["block-storage", "0.1"]]);
  expect(priced({ egress: { free_tb: 0, price_per_gb: 0.05 } })).toEqual([["internet-egress", "0.05"]]);
  expect(
    serviceReadings([
      { provider: "aws", source: "x", fetched_at: "2026-08-14", hand_kept: false, control_plane_cost: 63 },
    ]),
  ).toEqual([]);
});

test("corrections of the list are no moves; a move of Hetzner's is told net, each sight once", () => {
  const move = (provider: string, observed_after: string, observed_by: string, old: number, now: number) => ({
    provider,
    id: "acme",
    old,
    new: now,
    old_currency: "EUR",
    new_currency: "EUR",
    observed_after,
    observed_by,
    commit: "0bc060b",
  });
  const plans = new Map(
    ["exoscale", "hetzner"].map((provider) => [`${provider} acme`, plan({ provider, fetched_at: "2026-08-17" })]),
  );
  const { readings, rejects } = moveReadings(
    [
      move("exoscale", "2026-01-25", "2026-05-20", 10, 35),
      move("hetzner", "2026-01-25", "2026-02-23", 12.49, 19.03),
      move("hetzner", "2026-02-23", "2026-04-01", 12.49, 19.03),
      move("hetzner", "2026-04-01", "2026-08-17", 19.03, 51.75),
    ],
    plans,
  );
  expect(
    readings.map(({ observedAt, fact }) => [observedAt, (fact as RatesFact).meters[0]?.prices[0]?.unitPrice]),
  ).toEqual([
    ["2026-02-23", 12.49],
    ["2026-04-01", 15.99],
  ]);
  expect(rejects).toHaveLength(2);
});

test("tax that is left out is said, and what a plan covers", () => {
  const noteOf = (fields: Record<string, string>) => planReadings([plan(fields)]).readings[0]?.evidence.note;
  expect(noteOf({ provider: "stackit" })).toBe("Value-added tax is not included.");
  expect(noteOf({ provider: "hikube", disk_gb: "0" })).toBe("Value-added tax is not included.");
  expect(noteOf({ provider: "ovh", disk_gb: "400" })).toMatch(/^With 400 GB of disk\./);
  expect(noteOf({ provider: "upcloud", category: "cloudnative", disk_gb: "0" })).toMatch(/^The disk is billed apart\./);
  expect(noteOf({ provider: "upcloud", category: "premium", disk_gb: "50" })).not.toContain("apart");
});

test("a service's remarks stand beside its price; one that sends the reader to the vendor has none", () => {
  const service = (provider: string, figures: Record<string, unknown>) =>
    serviceReadings([{ provider, source: "x", fetched_at: "2026-05-20", hand_kept: true, ...figures }]);
  expect(
    service("stackit", { load_balancer: { price_monthly: 12, notes: "Contact STACKIT for exact pricing" } }),
  ).toEqual([]);
  expect(service("civo", { load_balancer: { price_monthly: 10.86 } })[0]?.evidence.note).toMatch(
    /^Per 10,000 concurrent requests\./,
  );
  expect(service("netcup", { block_storage: { price_per_gb_monthly: 0.012 } })[0]?.evidence.note).toBe(
    "Local block storage, without value-added tax.",
  );
});

test("a figure whose remark names a page of its own is read there, by hand", () => {
  const [reading] = serviceReadings([
    {
      provider: "atlanticcloud",
      source: "https://api.atlantic.cloud/offer/vps-config?currency=EUR",
      fetched_at: "2026-07-06",
      hand_kept: false,
      block_storage: {
        price_per_gb_monthly: 0.0524,
        notes: "SSD Volumes attachable to VPS instances (up to 10TB per volume). Source: https://atlantic.cloud/en/vps",
      },
    },
  ]);
  expect(reading).toMatchObject({ trust: "B", evidence: { url: "https://atlantic.cloud/en/vps" } });
});
