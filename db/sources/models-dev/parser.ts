import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import {
  assembleMeters,
  cleanSeries,
  isContradicted,
  listStates,
  type Meter,
  type MeterPrice,
  type SeriesPoint,
} from "../shared/meters";
import { priceHistory } from "../shared/price-history";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import {
  azureProduct,
  cacheWriteMeter,
  hasMoved,
  MODELS_DEV_PROVIDERS,
  ownModelId,
  type RateSlug,
  rateSubject,
  tokenDoubt,
  tokenPrice,
} from "../shared/usage-providers-more";

const COMMIT = "f3fc692299671838c7c65fd8126bf84d81a2e817";
const REPOSITORY = "https://github.com/anomalyco/models.dev";

const Part = z.record(z.string(), z.unknown());
const Rates = z.record(z.string(), z.union([z.number(), z.array(Part), Part]));
const Entry = z.object({
  name: z.string().optional(),
  status: z.string().optional(),
  cost: Rates.optional(),
  modalities: z.object({ output: z.array(z.string()) }).optional(),
  limit: z.object({ context: z.number().optional(), output: z.number().optional() }).optional(),
});
type Entry = z.infer<typeof Entry>;

const Catalog = z.record(z.string(), z.object({ models: z.record(z.string(), Entry) }));

const History = priceHistory({});
type Series = z.infer<typeof History>["series"][number];

/** Includes former and misspelled names of a key. */
const METERS: Record<string, string> = {
  input: "inputTokens",
  output: "outputTokens",
  cache_read: "cachedInputTokens",
  outputCached: "cachedInputTokens",
  cached: "cachedInputTokens",
  cached_read: "cachedInputTokens",
  cached_input: "cachedInputTokens",
  cache_input: "cachedInputTokens",
  reasoning: "reasoningTokens",
  input_audio: "audioInputTokens",
  output_audio: "audioOutputTokens",
  citation: "citationTokens",
};
const CACHE_WRITES = new Set(["cache_write", "cached_write", "inputCached"]);

/** Returns keys as in the history: `input`, and `tier>200000.input` for the price of a longer request. */
export function flatCost(cost: z.infer<typeof Rates>): Map<string, Decimal> {
  const flat = new Map<string, Decimal>();
  const Tier = z.object({ tier: z.object({ size: z.number() }) }).loose();
  for (const [key, value] of Object.entries(cost)) {
    if (typeof value === "number") {
      flat.set(key, new Decimal(value));
      continue;
    }
    if (!Array.isArray(value)) {
      // The older notation may be present together with the tiers.
      if (key !== "context_over_200k" || Array.isArray(cost.tiers)) continue;
      for (const [name, price] of Object.entries(value))
        if (typeof price === "number") flat.set(`${key}.${name}`, new Decimal(price));
      continue;
    }
    for (const row of value) {
      const tier = Tier.safeParse(row);
      if (!tier.success) continue;
      for (const [name, price] of Object.entries(row))
        if (typeof price === "number") flat.set(`tier>${tier.data.tier.size}.${name}`, new Decimal(price));
    }
  }
  return flat;
}

function splitKey(key: string): { name: string; from: number } {
  const [, size, name] = /^(?:tier>(\d+)|context_over_200k)\.(.+)$/.exec(key) ?? [];
  if (name === undefined) return { name: key, from: 0 };
  return { name, from: size === undefined ? 200_000 : Number(size) };
}

type Doubt = { key: string; reason: string };

/** Reads meters from flat keys in USD per million tokens. A price of 0 is unknown or bundled, not free. */
export function readCost(
  prices: ReadonlyMap<string, Decimal>,
  model: string,
  makesImages = false,
): { meters: Meter[]; doubts: Doubt[] } {
  const found: MeterPrice[] = [];
  const doubts: Doubt[] = [];
  for (const [key, price] of prices) {
    if (price.lte(0)) continue;
    const { name, from } = splitKey(key);
    const meter = CACHE_WRITES.has(name) ? cacheWriteMeter(model) : METERS[name];
    if (!meter) {
      doubts.push({ key, reason: "price key whose unit is not stated" });
      continue;
    }
    const isUnclear = makesImages && meter === "outputTokens";
    const doubt = isUnclear ? "output price of an image model: of text or of pictures" : tokenDoubt(meter, price);
    if (doubt) doubts.push({ key, reason: doubt });
    else found.push(tokenPrice(meter, price, { from }));
  }
  const based = new Set(found.filter(({ key }) => key.from === 0).map(({ key }) => key.name));
  return { meters: assembleMeters(found.filter(({ key }) => based.has(key.name))), doubts };
}

type Model = { provider: string; id: string; slug: RateSlug; own: string; entry: Entry | null; series: Series[] };

const makesImages = ({ entry }: Model) => entry?.modalities?.output.includes("image") ?? false;

const rowOf = ({ provider, id }: Pick<Model, "provider" | "id">) => `${provider}/${id}`;

const fileUrl = ({ provider, id }: Model) =>
  `${REPOSITORY}/blob/${COMMIT}/providers/${provider}/models/${id.split("/").map(encodeURIComponent).join("/")}.toml`;

const commitUrl = (commit: string) => `${REPOSITORY}/commit/${commit}`;

function productOf(provider: string, id: string): RateSlug | { reject: string } {
  const mapping = MODELS_DEV_PROVIDERS[provider] ?? { reject: `provider not in the table: ${provider}` };
  return mapping === "azure-openai" ? azureProduct(id) : mapping;
}

/**
 * Returns the steps of a model whose price moved while it was listed. A price that never moved has the date of its last
 * sighting.
 */
function historyReadings(model: Model, day: string, rejects: Reject[]): Reading<RatesFact>[] {
  const series = model.series.map(({ meter, points }) => {
    const { points: kept, dropped } = cleanSeries(points as SeriesPoint[]);
    for (const { point, reason } of dropped) rejects.push({ row: `${rowOf(model)} ${meter} ${point[0]}`, reason });
    return { key: meter, points: kept };
  });
  const steps: { day: string; commit: string; meters: Meter[] }[] = [];
  const raw = model.series.map(({ meter, points }) => ({ key: meter, points: points as SeriesPoint[] }));
  for (const state of listStates(series)) {
    if (state.day >= day || !state.listed || isContradicted(state, raw)) continue;
    const { meters } = readCost(state.values, model.id, makesImages(model));
    if (meters.length === 0 || JSON.stringify(meters) === JSON.stringify(steps.at(-1)?.meters)) continue;
    steps.push({ day: state.day, commit: state.commit, meters });
  }
  if (!hasMoved(steps)) return [];
  return steps.map(({ day: observedAt, commit, meters }) => ({
    subject: rateSubject(model.slug),
    trust: "B",
    observedAt,
    evidence: { url: commitUrl(commit) },
    fact: { kind: "rates", model: model.own, currency: "USD", meters },
  }));
}

const count = (value: number | undefined) =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;

function currentReading(
  model: Model,
  { day, pageOf }: { day: string; pageOf: (model: Model) => string },
  rejects: Reject[],
): Reading<RatesFact> | null {
  const { entry } = model;
  if (!entry) return null;
  const { meters, doubts } = readCost(flatCost(entry.cost ?? {}), model.id, makesImages(model));
  for (const { key, reason } of doubts) rejects.push({ row: `${rowOf(model)} ${key}`, reason });
  if (meters.length === 0) {
    const reason = entry.cost ? "every price is 0: unknown or bundled, not free" : "no price";
    if (doubts.length === 0) rejects.push({ row: rowOf(model), reason });
    return null;
  }
  const contextWindow = count(entry.limit?.context);
  const maxOutput = count(entry.limit?.output);
  return {
    subject: rateSubject(model.slug),
    trust: "B",
    observedAt: day,
    evidence: { url: pageOf(model) },
    fact: {
      kind: "rates",
      model: model.own,
      ...(entry.name && { name: entry.name }),
      ...(contextWindow && { contextWindow }),
      ...(maxOutput && { maxOutput }),
      ...(entry.status === "deprecated" && { status: "deprecated" }),
      currency: "USD",
      meters,
    },
  };
}

/** Reads only the catalogue, as of `day` at `url`. */
export function modelsDevList(catalog: unknown, { day, url }: { day: Day; url: string }): AdapterResult {
  return modelsDevReadings(catalog, { range: [day, day], series: [] }, () => url);
}

/** Joins the merged catalogue with the history of its prices. `pageOf` returns the URL of a model's price. */
export function modelsDevReadings(catalog: unknown, history: unknown, pageOf = fileUrl): AdapterResult {
  const { range, series } = History.parse(history);
  const day = range[1];
  const rejects: Reject[] = [];
  const readings: Reading<RatesFact>[] = [];

  const seriesOf = new Map<string, Series[]>();
  for (const one of series) {
    const row = `${one.provider}/${one.model}`;
    seriesOf.set(row, [...(seriesOf.get(row) ?? []), one]);
  }

  const seen = new Map<string, string>();
  for (const [provider, { models }] of Object.entries(Catalog.parse(catalog))) {
    for (const [id, entry] of Object.entries(models)) {
      const row = rowOf({ provider, id });
      const own = seriesOf.get(row) ?? [];
      seriesOf.delete(row);
      const slug = productOf(provider, id);
      if (typeof slug !== "string") {
        rejects.push({ row, reason: slug.reject });
        continue;
      }
      const model: Model = { provider, id, slug, own: ownModelId(slug, id), entry, series: own };
      const twin = seen.get(`${slug} ${model.own}`);
      if (twin) {
        rejects.push({ row, reason: `same model as "${twin}"` });
        continue;
      }
      seen.set(`${slug} ${model.own}`, row);
      const now = currentReading(model, { day, pageOf }, rejects);
      if (!now) continue;
      readings.push(...historyReadings(model, day, rejects), now);
    }
  }
  for (const row of seriesOf.keys()) rejects.push({ row, reason: "no longer in the list" });
  return { readings, rejects };
}
