import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { acrossRegions, type Meter, unitPrice } from "./meters";
import type { Adapter, AdapterResult, Reading, Reject } from "./reading";
import { type RateSlug, rateSubject } from "./usage-providers-more";

const SOURCE = "cloud-egress";
const REPOSITORY = "https://github.com/coroot/cloud-pricing";
const NOTE = "Read from the cloud's price list of August 2024, the last day of this source.";
const AZURE_NOTE = `${NOTE} Its first price begins behind the free 100 GB of a month.`;
const AZURE_FREE_GB = 100;

const CLOUDS: Record<string, RateSlug> = {
  aws: "aws-data-transfer",
  gcp: "google-cloud-egress",
  azure: "azure-bandwidth",
};

const History = z.object({
  unit: z.literal("USD/GB"),
  range: z.tuple([z.iso.date(), z.iso.date()]),
  series: z.array(
    z.object({
      provider: z.string(),
      region: z.string(),
      meter: z.string(),
      tierFromGB: z.string().regex(/^\d+$/),
      points: z.array(z.tuple([z.iso.date(), z.number().nullable(), z.string()])),
    }),
  ),
});
type Series = z.infer<typeof History>["series"][number];

export type Step = { from: number; price: number };

/** Graduated bands from lower bounds; a bound with the price of the band below it is no band. */
export function egressMeter(steps: readonly Step[]): Meter {
  const bands: Step[] = [];
  for (const step of [...steps].sort((a, b) => a.from - b.from))
    if (bands.at(-1)?.price !== step.price) bands.push(step);
  return {
    name: "egressGb",
    unit: "GB",
    per: 1,
    mode: "standard",
    tierMode: "graduated",
    prices: bands.map(({ from, price }, i) => ({
      unitPrice: unitPrice(new Decimal(price), 1),
      from,
      upTo: bands[i + 1]?.from ?? null,
      when: null,
    })),
  };
}

/**
 * Azure's list holds its bounds twice, behind the 5 GB that were free once and behind the 100 GB that are free now.
 * Null where the two differ in price.
 */
export function azureSteps(steps: readonly Step[]): Step[] | null {
  const behind = (free: number) => steps.filter(({ from }) => from % 1000 === free % 1000);
  const now = behind(AZURE_FREE_GB);
  if (now.length === 0) return steps.some(({ from }) => from === 0) ? [...steps] : null;
  const prices = (own: readonly Step[]) =>
    JSON.stringify([...own].sort((a, b) => a.from - b.from).map((one) => one.price));
  const once = behind(5);
  if (once.length > 0 && prices(once) !== prices(now)) return null;
  return [{ from: 0, price: 0 }, ...now];
}

type RegionPrice = { region: string; meter: Meter; commit: string; startsFree: boolean };

function regionPrice(
  provider: string,
  region: string,
  series: readonly Series[],
  rejects: Reject[],
): RegionPrice | null {
  const row = `${provider}/${region}`;
  const last = series.flatMap(({ tierFromGB, points }) => {
    const price = points.at(-1)?.[1];
    return price === null || price === undefined ? [] : [{ from: Number(tierFromGB), price }];
  });
  const commit = series[0]?.points.at(-1)?.[2] ?? "gh-pages";
  let steps: Step[] = last;
  if (provider === "azure") {
    const own = azureSteps(last);
    if (!own) {
      rejects.push({ row, reason: "bounds of two lists that differ in price" });
      return null;
    }
    steps = own;
  } else if (!last.some(({ from }) => from === 0)) {
    rejects.push({ row, reason: "price of the first volume missing" });
    return null;
  }
  const meter = egressMeter(steps);
  if (meter.prices.every(({ unitPrice: price }) => price === 0)) {
    rejects.push({ row, reason: "every price is 0: unknown, not free" });
    return null;
  }
  return { region, meter, commit, startsFree: meter.prices[0]?.unitPrice === 0 };
}

export function cloudEgressReadings(history: unknown): AdapterResult {
  const { series, range } = History.parse(history);
  const rejects: Reject[] = [];
  const groups = new Map<string, Series[]>();
  for (const one of series) {
    if (one.meter !== "internet_egress") {
      rejects.push({
        row: `${one.provider}/${one.region} ${one.meter}`,
        reason: "traffic between regions: one figure for routes of several prices",
      });
      continue;
    }
    const id = `${one.provider} ${one.region}`;
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  const clouds = new Map<string, RegionPrice[]>();
  for (const group of groups.values()) {
    const [first] = group;
    if (!first || !CLOUDS[first.provider]) continue;
    const price = regionPrice(first.provider, first.region, group, rejects);
    if (price) clouds.set(first.provider, [...(clouds.get(first.provider) ?? []), price]);
  }
  const readings = [...clouds].flatMap(([provider, prices]): Reading<RatesFact>[] => {
    const slug = CLOUDS[provider];
    if (!slug) return [];
    const meters = acrossRegions(prices.map(({ region, meter }) => ({ region, meters: [meter] })));
    const url = `${REPOSITORY}/tree/${prices[0]?.commit}`;
    const note = prices.some(({ startsFree }) => startsFree) ? AZURE_NOTE : NOTE;
    return [
      {
        subject: rateSubject(slug),
        trust: "B",
        observedAt: range[1],
        evidence: { url, note },
        fact: { kind: "rates", model: "internet-egress", currency: "USD", meters },
      },
    ];
  });
  return { readings, rejects };
}

export const cloudEgress: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return cloudEgressReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "history.json"), "utf8")));
  },
};
