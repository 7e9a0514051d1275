import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { assembleMeters, type Meter, type MeterPrice } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import {
  azureProduct,
  cacheWriteMeter,
  MODELS_DEV_PROVIDERS,
  ownModelId,
  type RateSlug,
  rateSubject,
  tokenDoubt,
  tokenPrice,
} from "../shared/usage-providers-more";

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

type State = { day: Day; url: string };

type Model = { provider: string; id: string; slug: RateSlug; own: string; entry: Entry };

const makesImages = ({ entry }: Model) => entry.modalities?.output.includes("image") ?? false;

const rowOf = ({ provider, id }: Pick<Model, "provider" | "id">) => `${provider}/${id}`;

function productOf(provider: string, id: string): RateSlug | { reject: string } {
  const mapping = MODELS_DEV_PROVIDERS[provider] ?? { reject: `provider not in the table: ${provider}` };
  return mapping === "azure-openai" ? azureProduct(id) : mapping;
}

const count = (value: number | undefined) =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;

function currentReading(model: Model, { day, url }: State, rejects: Reject[]): Reading<RatesFact> | null {
  const { entry } = model;
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
    evidence: { url },
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

/** Reads the catalogue at `url` as of `day`. */
export function modelsDevList(catalog: unknown, state: State): AdapterResult {
  const rejects: Reject[] = [];
  const readings: Reading<RatesFact>[] = [];
  const seen = new Map<string, string>();
  for (const [provider, { models }] of Object.entries(Catalog.parse(catalog))) {
    for (const [id, entry] of Object.entries(models)) {
      const row = rowOf({ provider, id });
      const slug = productOf(provider, id);
      if (typeof slug !== "string") {
        rejects.push({ row, reason: slug.reject });
        continue;
      }
      const model: Model = { provider, id, slug, own: ownModelId(slug, id), entry };
      const twin = seen.get(`${slug} ${model.own}`);
      if (twin) {
        rejects.push({ row, reason: `same model as "${twin}"` });
        continue;
      }
      seen.set(`${slug} ${model.own}`, row);
      const reading = currentReading(model, state, rejects);
      if (reading) readings.push(reading);
    }
  }
  return { readings, rejects };
}
