import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { assembleMeters, type Meter, type MeterPrice } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { cacheWriteMeter, meterPrice, rateSubject, tokenDoubt, tokenPrice } from "../shared/usage-providers-more";

/** USD for one unit, as text. "-1" if it depends on the model that a request is routed to. */
const Amount = z.string().regex(/^-?\d+(?:\.\d+)?(?:e-?\d+)?$/i);

export const Model = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  context_length: z.number().nullish(),
  architecture: z.object({ output_modalities: z.array(z.string()) }).optional(),
  top_provider: z.object({ max_completion_tokens: z.number().nullish() }).optional(),
  pricing: z.looseObject({ prompt: Amount, completion: Amount }),
});
export type Model = z.infer<typeof Model>;

const PER_THOUSAND = 1_000;
const PER_MILLION = 1_000_000;

/** Priced fields whose unit the service states. An image's price may be per image or per image token. */
const METERS: Record<string, (model: string) => { name: string; unit: string; per: number }> = {
  prompt: () => token("inputTokens"),
  completion: () => token("outputTokens"),
  input_cache_read: () => token("cachedInputTokens"),
  input_cache_write: (model) => token(cacheWriteMeter(model)),
  internal_reasoning: () => token("reasoningTokens"),
  audio: () => token("audioInputTokens"),
  request: () => ({ name: "requests", unit: "request", per: PER_THOUSAND }),
  web_search: () => ({ name: "searches", unit: "search", per: PER_THOUSAND }),
};

const token = (name: string) => ({ name, unit: "token", per: PER_MILLION });

type Doubt = { key: string; reason: string };

/** Reads prices. A price of 0 is unknown or bundled, not free, unless the model is marked as free. */
export function readPricing({ id, pricing, architecture }: Model): { meters: Meter[]; doubts: Doubt[] } {
  const found: MeterPrice[] = [];
  const doubts: Doubt[] = [];
  const makesImages = architecture?.output_modalities.includes("image") ?? false;
  for (const [key, value] of Object.entries(pricing)) {
    const amount = Amount.safeParse(value);
    if (!amount.success) continue;
    const price = new Decimal(amount.data);
    if (price.isZero()) continue;
    if (price.isNegative()) {
      doubts.push({ key, reason: "the price is that of the model which a request is sent on to" });
      continue;
    }
    const meter = METERS[key]?.(id);
    if (!meter) {
      doubts.push({ key, reason: "price key whose unit is not stated" });
      continue;
    }
    const raw = price.times(meter.per);
    if (meter.unit !== "token") {
      found.push(meterPrice(meter.name, meter.unit, meter.per, raw));
      continue;
    }
    const isUnclear = makesImages && meter.name === "outputTokens";
    const doubt = isUnclear ? "output price of an image model: of text or of pictures" : tokenDoubt(meter.name, raw);
    if (doubt) doubts.push({ key, reason: doubt });
    else found.push(tokenPrice(meter.name, raw));
  }
  return { meters: assembleMeters(found), doubts };
}

const count = (value: number | null | undefined) =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;

const hasConditions = ({ pricing: { overrides } }: Model): boolean => Array.isArray(overrides) && overrides.length > 0;

/** Returns the service's own price of each model, as in its list of models on `day`. */
export function openrouterReadings(models: readonly Model[], { day, url }: { day: Day; url: string }): AdapterResult {
  const rejects: Reject[] = [];
  const readings = models.flatMap((model): Reading<RatesFact>[] => {
    const { meters, doubts } = readPricing(model);
    for (const { key, reason } of doubts) rejects.push({ row: `${model.id} ${key}`, reason });
    if (meters.length === 0) {
      if (doubts.length === 0) rejects.push({ row: model.id, reason: "every price is 0: unknown or free for a time" });
      return [];
    }
    const contextWindow = count(model.context_length);
    const maxOutput = count(model.top_provider?.max_completion_tokens);
    const note = hasConditions(model) ? "The list has other prices under conditions, which are not read." : null;
    return [
      {
        subject: rateSubject("openrouter"),
        trust: "A",
        observedAt: day,
        evidence: { url, ...(note && { note }) },
        fact: {
          kind: "rates",
          model: model.id,
          name: model.name,
          ...(contextWindow && { contextWindow }),
          ...(maxOutput && { maxOutput }),
          currency: "USD",
          meters,
        },
      },
    ];
  });
  return { readings, rejects };
}
