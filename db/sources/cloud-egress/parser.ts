import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { type Ladder, regionalMeter } from "../shared/cloud-rates";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";
import { notes } from "../shared/text";
import { type RateSlug, rateSubject } from "../shared/usage-providers-more";

const SOURCE = "cloud-egress";
const REPOSITORY = "https://github.com/coroot/cloud-pricing";
/** The commit of the series' last day. The points name the commit in which a price was first seen. */
const LAST_COMMIT = "af03eada15b25d80863f2547ba281e71af9d5c91";
const NOTE = "Read from the cloud's price list of August 2024, the last day of this source.";
const FROM_BOUND =
  "Where the list states no price from the first GB, the price of the volume below its first bound is not known.";
const DOUBLED = "Bounds that it gives twice, from 5 and from 100 GB, have one price: the lower is kept.";

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

function ladderOf(provider: string, region: string, series: readonly Series[], rejects: Reject[]): Ladder | null {
  const steps = series.flatMap(({ tierFromGB, points }) => {
    const price = points.at(-1)?.[1];
    return price === null || price === undefined ? [] : [{ from: Number(tierFromGB), price }];
  });
  if (steps.every(({ price }) => price === 0)) {
    rejects.push({ row: `${provider}/${region}`, reason: "every price is 0: unknown, not free" });
    return null;
  }
  return { region, steps };
}

const isFromBound = ({ steps }: Ladder): boolean => !steps.some(({ from }) => from === 0);
const isDoubled = ({ steps }: Ladder): boolean => [5, 100].every((bound) => steps.some(({ from }) => from === bound));

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
          note: notes(NOTE, ladders.some(isFromBound) && FROM_BOUND, ladders.some(isDoubled) && DOUBLED),
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
