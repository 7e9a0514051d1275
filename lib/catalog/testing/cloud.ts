import type { Observation, RateMode } from "@/lib/schemas/observation";
import { observe } from "./observations";

export interface Machine {
  model: string;
  group: string;
  vcpus: number;
  memoryGb: number;
  /** Hourly price by region; regions with one price share an entry. */
  hour: Record<string, number>;
}

export const REGIONS = ["us-central1", "europe-west1", "asia-east1"] as const;

const machine = (model: string, group: string, vcpus: number, memoryGb: number, hour: Machine["hour"]): Machine => ({
  model,
  group,
  vcpus,
  memoryGb,
  hour,
});

/** Three regions, a group that is sold in only one of them, and a machine that is not sold in the reference region. */
export const MACHINES: readonly Machine[] = [
  machine("a1-standard-2", "a1", 2, 8, { "us-central1": 0.07, "europe-west1": 0.07, "asia-east1": 0.08 }),
  machine("a1-standard-4", "a1", 4, 16, { "us-central1": 0.14, "europe-west1": 0.14, "asia-east1": 0.16 }),
  machine("a1-standard-16", "a1", 16, 64, { "us-central1": 0.56, "europe-west1": 0.56, "asia-east1": 0.64 }),
  machine("b9-gpu-8", "b9", 8, 32, { "us-central1": 2.5 }),
  machine("b9-gpu-16", "b9", 16, 64, { "us-central1": 5 }),
  machine("c3-far-4", "c3", 4, 16, { "asia-east1": 0.2 }),
];

const COMMITMENTS: [RateMode, number][] = [
  ["standard", 1],
  ["commitment_1y", 0.63],
  ["commitment_3y", 0.45],
];

/** Returns one source's rates of a machine on a day. */
export function machineRates(
  { model, group, vcpus, memoryGb, hour }: Machine,
  rest: Partial<Omit<Observation, "fact">> = {},
): Observation {
  const byPrice = new Map<number, string[]>();
  for (const [region, price] of Object.entries(hour)) byPrice.set(price, [...(byPrice.get(price) ?? []), region]);
  return observe(
    {
      kind: "rates",
      model,
      group,
      vcpus,
      memoryGb,
      currency: "USD",
      meters: COMMITMENTS.map(([mode, factor]) => ({
        name: "instanceHours",
        unit: "hour",
        per: 1,
        mode,
        tierMode: null,
        prices: [...byPrice].map(([price, regions]) => ({
          unitPrice: Number((price * factor).toFixed(6)),
          from: 0,
          upTo: null,
          when: null,
          regions,
        })),
      })),
    },
    { product: "acme-cloud", ...rest },
  );
}

/** Returns rates of traffic in two bands: equal everywhere except for one more expensive region. */
export function trafficRates(rest: Partial<Omit<Observation, "fact">> = {}): Observation {
  const bands = (first: number, then: number, regions?: string[]) => [
    { unitPrice: first, from: 0, upTo: 1000, when: null, ...(regions && { regions }) },
    { unitPrice: then, from: 1000, upTo: null, when: null, ...(regions && { regions }) },
  ];
  return observe(
    {
      kind: "rates",
      model: "traffic",
      name: "Traffic out",
      currency: "USD",
      meters: [
        {
          name: "egressGb",
          unit: "GB",
          per: 1,
          mode: "standard",
          tierMode: "graduated",
          prices: [...bands(0.12, 0.11), ...bands(0.19, 0.18, ["asia-east1"])],
        },
      ],
    },
    { product: "acme-cloud", ...rest },
  );
}

export const ACME_CLOUD: readonly Observation[] = [...MACHINES.map((entry) => machineRates(entry)), trafficRates()];

/** Returns a card as large as the largest cloud's. */
export function largeCloud(machines = 530, regions = 40): Observation[] {
  return Array.from({ length: machines }, (_, index) => {
    const vcpus = 2 ** (index % 7);
    const hour = Object.fromEntries(
      Array.from({ length: regions }, (_, at) => [
        `region-${at}`,
        Number((0.03 * vcpus * (1 + (at % 14) / 20)).toFixed(6)),
      ]),
    );
    return machineRates({
      model: `m${index}-standard-${vcpus}`,
      group: `m${index % 25}`,
      vcpus,
      memoryGb: vcpus * 4,
      hour,
    });
  });
}
