import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { type Ladder, regionalMeter } from "./cloud-rates";
import type { Adapter, AdapterResult, Reading, Reject } from "./reading";
import { type RateSlug, rateSubject } from "./usage-providers-more";

const SOURCE = "cloud-egress";
const REPOSITORY = "https://github.com/coroot/cloud-pricing";
/** The commit of the series' last day. The points name the commit at which a price was first seen. */
const LAST_COMMIT = "af03eada15b25d80863f2547ba281e71af9d5c91";
const NOTE = "Read from the cloud's price list of August 2024, the last day of this source.";
const AZURE_NOTE = `${NOTE} Its first price begins behind the free 100 GB of a month.`;
const AZURE_FREE_GB = 100;

const CLOUDS: Record<string, { slug: RateSlug; lead: string }> = {
  aws: { slug: "aws-data-transfer", lead: "us-east-1" },
  gcp: { slug: "google-cloud-egress", lead: "us-central1" },
  azure: { slug: "azure-bandwidth", lead: "eastus" },
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

type Step = { from: number; price: number };

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

function ladderOf(provider: string, region: string, series: readonly Series[], rejects: Reject[]): Ladder | null {
  const row = `${provider}/${region}`;
  const last = series.flatMap(({ tierFromGB, points }) => {
    const price = points.at(-1)?.[1];
    return price === null || price === undefined ? [] : [{ from: Number(tierFromGB), price }];
  });
  const steps = provider === "azure" ? azureSteps(last) : last;
  if (!steps) {
    rejects.push({ row, reason: "bounds of two lists that differ in price" });
    return null;
  }
  if (!steps.some(({ from }) => from === 0)) {
    rejects.push({ row, reason: "price of the first volume missing" });
    return null;
  }
  if (steps.every(({ price }) => price === 0)) {
    rejects.push({ row, reason: "every price is 0: unknown, not free" });
    return null;
  }
  return { region, steps };
}

export function cloudEgressReadings(history: unknown): AdapterResult {
  const { series, range } = History.parse(history);
  const rejects: Reject[] = [];
  const clouds = new Map<string, Map<string, Series[]>>();
  for (const one of series) {
    if (one.meter !== "internet_egress") {
      rejects.push({
        row: `${one.provider}/${one.region} ${one.meter}`,
        reason: "traffic between regions: one figure for routes of several prices",
      });
      continue;
    }
    const regions = clouds.get(one.provider) ?? new Map<string, Series[]>();
    regions.set(one.region, [...(regions.get(one.region) ?? []), one]);
    clouds.set(one.provider, regions);
  }
  const readings = [...clouds].flatMap(([provider, regions]): Reading<RatesFact>[] => {
    const cloud = CLOUDS[provider];
    if (!cloud) return [];
    const ladders = [...regions].flatMap(([region, own]) => ladderOf(provider, region, own, rejects) ?? []);
    const meter = regionalMeter({ name: "egressGb", unit: "GB", per: 1 }, ladders, cloud.lead);
    if (!meter) return [];
    return [
      {
        subject: rateSubject(cloud.slug),
        trust: "B",
        observedAt: range[1],
        evidence: {
          url: `${REPOSITORY}/tree/${LAST_COMMIT}`,
          note: provider === "azure" ? AZURE_NOTE : NOTE,
        },
        fact: { kind: "rates", model: "internet-egress", name: "Internet egress", currency: "USD", meters: [meter] },
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
