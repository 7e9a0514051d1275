import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { bytesOf, fitRecord } from "./fit";
import { changesWithEvidence } from "./history";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { cardIn, pricesIn, referenceRegion, regionsOf, withoutRegions } from "./regions";
import { ACME_CLOUD, largeCloud, MACHINES, type Machine, machineRates, REGIONS, trafficRates } from "./testing/cloud";
import { SOURCES } from "./testing/observations";

const DAY = "2026-02-01";
const at = (observations: readonly Observation[], asOf = DAY) => reduce(observations, { asOf, sources: SOURCES });
const usageOf = (observations: readonly Observation[]) => {
  const usage = at(observations)?.usage;
  if (!usage) throw new Error("no rate card");
  return usage;
};
const modelOf = (observations: readonly Observation[], name: string) => {
  const model = usageOf(observations).models.find(({ model }) => model === name);
  if (!model) throw new Error(`no ${name} on the card`);
  return model;
};
const machine = (name: string): Machine => {
  const found = MACHINES.find(({ model }) => model === name);
  if (!found) throw new Error(`no machine ${name}`);
  return found;
};
const SMALL = machine("a1-standard-2");
/** Older than the first, so that the first is shown. */
const list = { source: "acme-list", observedAt: "2025-12-20" };

const price = (unitPrice: number, regions?: string[], when: string | null = null) => ({
  unitPrice,
  from: 0,
  upTo: null,
  when,
  ...(regions && { regions }),
});

describe("the prices of a region", () => {
  const everywhere = price(1);
  const north = price(2, ["north", "east"]);
  const night = price(0.5, undefined, "at night");

  test("are its own and else those given for no region, condition by condition", () => {
    const prices = [everywhere, north, night];
    expect(pricesIn(prices, "north")).toEqual([north, night]);
    expect(pricesIn(prices, "south")).toEqual([everywhere, night]);
    expect(pricesIn(prices, null)).toEqual([everywhere, night]);
    expect(pricesIn([north], "south")).toEqual([]);
  });

  test("a price added for another region changes nothing", () => {
    const prices = fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 0, max: 9 }),
        when: fc.constantFrom(null, "at night"),
        regions: fc.option(fc.uniqueArray(fc.constantFrom("north", "east"), { minLength: 1 }), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 9 }), (all, unitPrice) => {
        const added = [...all, { unitPrice, when: null, regions: ["south"] }];
        for (const region of ["north", "east", null]) expect(pricesIn(added, region)).toEqual(pricesIn(all, region));
      }),
    );
  });
});

describe("the reference region", () => {
  const items = (...regions: string[][]) =>
    regions.map((names, index) => ({ model: `m${index}`, meters: [{ prices: [price(1, names)] }] }));

  test("is the one in which most items have a price, whatever the number of their meters", () => {
    const [one, two] = items(["north"], ["south"]);
    if (!one || !two) throw new Error("no items");
    expect(referenceRegion([...items(["a", "b"], ["b"], ["a", "b"])])).toBe("b");
    const repeated = { ...one, meters: [...one.meters, ...one.meters, ...one.meters] };
    expect(referenceRegion([repeated, two, { ...two, model: "m3" }])).toBe("south");
  });

  test("of equals is a usual first region, then the first by name", () => {
    expect(referenceRegion(items(["asia-east1", "us-central1", "us-east4"]))).toBe("us-central1");
    expect(referenceRegion(items(["zurich", "aarau"]))).toBe("aarau");
    expect(referenceRegion(items([]))).toBeNull();
  });
});

describe("a card with regions", () => {
  test("names its regions, the reference region, groups, processors and memory", () => {
    const usage = usageOf(ACME_CLOUD);
    expect(usage).toMatchObject({
      kind: "api",
      modelCount: 7,
      regions: [...REGIONS].sort(),
      referenceRegion: "us-central1",
    });
    expect(modelOf(ACME_CLOUD, "a1-standard-4")).toMatchObject({ group: "a1", vcpus: 4, memoryGb: 16 });
    expect(modelOf(ACME_CLOUD, "traffic")).not.toHaveProperty("vcpus");
  });

  test("a card without regions says nothing of them", () => {
    const text = JSON.stringify(usageOf([observedPlain()]));
    for (const word of ["regions", "referenceRegion", "elsewhere"]) expect(text).not.toContain(word);
  });

  test("lists the groups of most regions first, their smallest machines at the top", () => {
    expect(usageOf([...ACME_CLOUD].reverse()).models.map(({ model }) => model)).toEqual([
      "a1-standard-2",
      "a1-standard-4",
      "a1-standard-16",
      "b9-gpu-8",
      "b9-gpu-16",
      "c3-far-4",
      "traffic",
    ]);
  });

  test("in one region shows its prices alone; an item without one stays and says where it has one", () => {
    const card = cardIn(usageOf(ACME_CLOUD), "us-central1");
    expect(regionsOf(card.models)).toEqual(["us-central1"]);
    const far = card.models.find(({ model }) => model === "c3-far-4");
    expect(far).toMatchObject({ meters: [], elsewhere: ["asia-east1"] });
    const traffic = card.models.find(({ model }) => model === "traffic");
    expect(traffic?.meters[0]?.prices).toEqual(trafficPrices().slice(0, 2));
    expect(JSON.stringify(withoutRegions(usageOf(ACME_CLOUD)))).not.toContain("regions");
  });
});

describe("readings of two sources", () => {
  test("two prices in two regions are no conflict; the second source adds the region", () => {
    const here = machineRates({ ...SMALL, hour: { "us-central1": 0.07 } });
    const there = machineRates({ ...SMALL, hour: { "asia-east1": 0.2 } }, list);
    const model = modelOf([here, there], SMALL.model);
    expect(model.conflicts).toEqual([]);
    expect(regionsOf([model])).toEqual(["asia-east1", "us-central1"]);
    for (const { evidence } of model.meters) expect(evidence).toHaveLength(2);
  });

  test("a price for no region says nothing against one of a region, and is not put where the item may not be sold", () => {
    const here = machineRates({ ...SMALL, hour: { "us-central1": 0.07 } });
    const anywhere = withoutRegion(machineRates({ ...SMALL, hour: { x: 0.5 } }, list));
    const model = modelOf([here, anywhere], SMALL.model);
    expect(model.conflicts).toEqual([]);
    expect(model.meters.flatMap(({ prices }) => prices.map(({ regions }) => regions))).toEqual(
      model.meters.map(() => ["us-central1"]),
    );
    const reverse = modelOf([withoutRegion(machineRates(SMALL)), machineRates(SMALL, list)], SMALL.model);
    expect(reverse.conflicts).toEqual([]);
  });

  test("agree and differ region by region; a conflict names its regions, the record those of the reference region", () => {
    const other = machineRates(
      { ...SMALL, hour: { "us-central1": 0.07, "europe-west1": 0.09, "asia-east1": 0.08 } },
      list,
    );
    const { conflicts, meters } = modelOf([machineRates(SMALL), other], SMALL.model);
    expect(conflicts.map(({ mode, shown, other, regions }) => [mode, shown, other, regions])).toContainEqual([
      "standard",
      0.07,
      0.09,
      ["europe-west1"],
    ]);
    for (const { evidence } of meters) expect(evidence).toHaveLength(2);
    expect(at([machineRates(SMALL), other])?.verification.disputed).toEqual([]);
    const nearer = machineRates({ ...SMALL, hour: { ...SMALL.hour, "europe-west1": 0.09, "us-central1": 0.01 } }, list);
    expect(at([machineRates(SMALL), nearer])?.verification.disputed).toContainEqual(
      expect.objectContaining({ field: "instanceHours", tier: SMALL.model, shown: 0.07, other: 0.01 }),
    );
  });
});

describe("the history of a card with regions", () => {
  const earlier = ACME_CLOUD.map((entry) => ({ ...entry, observedAt: "2025-06-01" }));
  const cheaper = (entry: Machine, region: string, hour: number) =>
    machineRates({ ...entry, hour: { [region]: 0, ...entry.hour, ...{ [region]: hour } } });
  const moved = [cheaper(SMALL, "us-central1", 0.05), cheaper(machine("a1-standard-4"), "asia-east1", 0.1)];

  test("follows the prices of the reference region alone, and says so in the meter", () => {
    const points = at([...earlier, ...moved])?.priceHistory ?? [];
    const meters = ["instanceHours:commitment_1y", "instanceHours:commitment_3y", "instanceHours"];
    expect(new Set(points.map(({ tier, meter }) => `${tier} ${meter}`))).toEqual(
      new Set(meters.map((meter) => `${SMALL.model} ${meter}@us-central1`)),
    );
    const { changes } = changesWithEvidence([...earlier, ...moved], { asOf: DAY, sources: SOURCES });
    expect(changes.filter((change) => change.class === "move").map(({ tier }) => tier)).toEqual(
      meters.map(() => SMALL.model),
    );
  });

  test("a price that was one for all and then one for each region has not moved", () => {
    const before = { ...withoutRegion(machineRates({ ...SMALL, hour: { x: 0.01 } })), observedAt: "2025-06-01" };
    const { changes } = changesWithEvidence([before, machineRates(SMALL)], { asOf: DAY, sources: SOURCES });
    expect(changes.map((change) => change.class)).not.toContain("move");
  });
});

describe("a card of 530 machines in 40 regions", () => {
  const observations = largeCloud();

  test("is reduced in less than 300 ms of computing", () => {
    const spent = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      reduce(observations, { asOf: DAY, sources: SOURCES });
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    expect(Math.min(...spent)).toBeLessThan(300);
  });

  test("is answered in the reference region, as far as fits; the record itself is whole", () => {
    const reduced = at(observations);
    if (!reduced) throw new Error("nothing is known");
    const product = {
      slug: "acme-cloud",
      name: "Acme Cloud",
      vendor: { name: "Acme", website: null },
      category: "clouds",
      domain: null,
      pricingPage: null,
      kind: "product" as const,
      aliases: [],
      formerSlugs: [],
    };
    const site = { name: "Example Prices", url: "https://prices.example" };
    const category = { slug: "clouds", name: "Clouds" };
    const record = { ...buildRecord({ product, category, reduced, asOf: DAY, site }), answer: "Priced by use." };
    const fitted = fitRecord(record);
    expect(bytesOf(fitted)).toBeLessThan(150_000);
    expect(bytesOf(record)).toBeGreaterThan(1_000_000);
    expect(regionsOf(fitted.usage?.models ?? [])).toEqual(["region-0"]);
    expect(fitted.usage).toMatchObject({
      modelCount: 530,
      referenceRegion: "region-0",
      moreAt: "https://prices.example/api/v2/usage/acme-cloud",
    });
    expect(fitted.counts).toEqual({ usage: 530 - (fitted.usage?.models.length ?? 0) });
    expect(record.usage?.models).toHaveLength(530);
  });
});

function withoutRegion(entry: Observation): Observation {
  if (entry.fact.kind !== "rates") throw new Error("not rates");
  const meters = entry.fact.meters.map((meter) => ({
    ...meter,
    prices: meter.prices.map(({ regions: _regions, ...rest }) => rest),
  }));
  return { ...entry, fact: { ...entry.fact, meters } };
}

function observedPlain(): Observation {
  return withoutRegion(machineRates(SMALL));
}

function trafficPrices() {
  const { fact } = trafficRates();
  return fact.kind === "rates" ? (fact.meters[0]?.prices ?? []) : [];
}
