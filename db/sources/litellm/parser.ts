import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { type Day, HttpUrl } from "@/lib/schemas/primitives";
import {
  assembleMeters,
  isLitellmPriceKey,
  type KeyContext,
  litellmKey,
  type Meter,
  type MeterPrice,
  unitPrice,
} from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { litellmModelId, litellmProduct, type UsageSlug, usageSubject } from "../shared/usage-providers";

const FILE_URL = "https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json";

/** A higher or lower price is not per token: it is the price of a call, of a step, or of another unit. */
const TOKEN_CEILING = 1000;
const TOKEN_FLOOR = 0.002;

/** The file's remarks on a price in words. */
const REMARKS: readonly { says: RegExp; note: string; isDerived?: true }[] = [
  {
    says: /Pricing listed as \$([\d.]+)\/1M tokens total\. Assumed 50\/50 split/,
    note: "The page gives one price, $$1 per million tokens in total; the list took half of it for input and for output.",
    isDerived: true,
  },
  {
    says: /cost per token is dbu cost \* \$([\d.]+?)0*(?=[.,]? )/,
    note: "Computed by the list from the price in Databricks units, at $$1 each.",
    isDerived: true,
  },
  { says: /^Estimated cost\b/, note: "Estimated by the list.", isDerived: true },
  { says: /\((\w+) plan pricing/, note: "Price on the $1 plan." },
  { says: /\(enterprise pricing\)/, note: "Enterprise price." },
  {
    says: /credits per 720p image or (\d+) credits per 1080p image/,
    note: "Price of a 720p image; one of 1080p takes $1 credits.",
  },
  { says: /published medium-quality rate/, note: "Price at medium quality." },
  {
    says: /Pricing: \$([\d.]+)\/1k queries \(Starter\), .*?\$([\d.]+)\/1k \((\w+)\)\.$/,
    note: "Price on the Starter plan; on larger ones down to $$2 per 1,000.",
  },
  { says: /\$(\d+) for ([\d,]+) credits/, note: "At $$1 for $2 credits." },
  { says: /^Flat cost .*? for Azure AI Foundry Model Router infrastructure/, note: "Price of the router itself." },
];

const Entry = z.record(z.string(), z.unknown());
type Entry = z.infer<typeof Entry>;

type Model = { key: string; provider: string; slug: UsageSlug; id: string; entry: Entry };

const text = (value: unknown) => (typeof value === "string" ? value : undefined);
const count = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;

/** Returns flat keys with raw prices (per single unit), named as in the history. */
export function flatPrices(entry: Entry): Map<string, Decimal> {
  const prices = new Map<string, Decimal>();
  const put = (key: string, value: unknown) => {
    if (typeof value === "number") prices.set(key, new Decimal(value));
  };
  for (const [key, value] of Object.entries(entry)) {
    if (key === "tiered_pricing" && Array.isArray(value)) {
      for (const row of z.array(Entry).parse(value)) {
        const range = z.tuple([z.number(), z.number()]).safeParse(row.range ?? row.max_results_range);
        if (!range.success) continue;
        for (const [name, price] of Object.entries(row))
          if (isLitellmPriceKey(name)) put(`tiered[${range.data.join("-")}].${name}`, price);
      }
    } else if (key === "search_context_cost_per_query") {
      for (const [size, price] of Object.entries(Entry.parse(value))) put(`${key}.${size}`, price);
    } else if (isLitellmPriceKey(key)) put(key, value);
  }
  return prices;
}

/** Returns the vendor's price per minute. The file only has it divided by 60 and rounded. */
function statedMinute(entry: Entry | null): Decimal | null {
  const notes = z
    .object({ original_pricing_per_minute: z.number().optional(), original_pricing_per_hour: z.number().optional() })
    .safeParse(entry?.metadata);
  if (!notes.success) return null;
  const { original_pricing_per_minute: minute, original_pricing_per_hour: hour } = notes.data;
  if (minute) return new Decimal(minute);
  return hour ? new Decimal(hour).div(60).toSignificantDigits(6) : null;
}

export type MeterReading = { meters: Meter[]; rejects: { key: string; reason: string }[] };

/** Returns all meters of a model from its flat keys. A price of 0 is unknown, not free. */
export function readMeters(
  prices: ReadonlyMap<string, Decimal>,
  model: { provider: string; key: string; entry: Entry | null },
): MeterReading {
  const context: KeyContext = { provider: model.provider, model: model.key, prices };
  const mode = text(model.entry?.mode);
  if (mode) context.mode = mode;
  const minute = statedMinute(model.entry);
  const found: MeterPrice[] = [];
  const rejects: MeterReading["rejects"] = [];
  for (const [key, raw] of prices) {
    if (raw.lte(0)) continue;
    const reading = litellmKey(key, context);
    if (reading === null) continue;
    if ("reject" in reading) {
      rejects.push({ key, reason: reading.reject });
      continue;
    }
    let price = new Decimal(unitPrice(raw, reading.factor));
    if (reading.name === "audioMinutes" && minute && price.minus(minute).abs().div(minute).lt("0.005")) price = minute;
    found.push({ key: reading, price });
  }
  const isToken = ({ key }: MeterPrice) => key.unit === "token";
  const isTooDear = found.some((one) => isToken(one) && one.price.gt(TOKEN_CEILING));
  const believed = found.filter((one) => !isToken(one) || (!isTooDear && one.price.gte(TOKEN_FLOOR)));
  if (believed.length < found.length)
    rejects.push({
      key: "token prices",
      reason: isTooDear ? "implausibly high: wrong unit" : "implausibly low: wrong unit",
    });
  return { meters: assembleMeters(believed).map((meter) => bounded(meter, prices, model.entry)), rejects };
}

/** Returns the meter with the end of its last tier, if that is below the model's context window. */
function bounded(meter: Meter, prices: ReadonlyMap<string, Decimal>, entry: Entry | null): Meter {
  const ends = [...prices.keys()].map((key) => Number(/^tiered\[[\d.]+-([\d.]+)\]/.exec(key)?.[1] ?? 0));
  const last = Math.max(0, ...ends);
  if (last === 0 || meter.tierMode !== "cliff" || last >= (count(entry?.max_input_tokens) ?? 0)) return meter;
  return { ...meter, prices: meter.prices.map((price) => ({ ...price, upTo: price.upTo ?? last })) };
}

const Words = z.object({
  comment: z.string().optional(),
  metadata: z
    .object({ notes: z.string().optional(), comment: z.string().optional(), calculation: z.string().optional() })
    .optional(),
});

/**
 * Returns the file's remarks on a model's price, in our own words, and whether the figure is derived instead of the
 * vendor's.
 */
export function remarksOn(entry: Entry | null): { note?: string; isDerived: boolean } {
  const words = Words.safeParse(entry ?? {});
  const texts = words.success ? [words.data.comment, ...Object.values(words.data.metadata ?? {})] : [];
  const found = REMARKS.flatMap(({ says, note, isDerived }) => {
    const at = texts.map((text) => (text ? says.exec(text) : null)).find((match) => match !== null);
    return at ? [{ note: note.replace(/\$(\d)/g, (_, part) => at[Number(part)] ?? ""), isDerived }] : [];
  });
  return {
    ...(found.length > 0 && { note: found.map(({ note }) => note).join(" ") }),
    isDerived: found.some(({ isDerived }) => isDerived),
  };
}

/** Of one model under two keys, returns the one with prices. */
function withoutTwins(models: readonly Model[], rejects: Reject[]): Model[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const id = `${model.slug} ${model.id}`;
    groups.set(id, [...(groups.get(id) ?? []), model]);
  }
  const hasPrice = (model: Model) => (readMeters(flatPrices(model.entry), model).meters.length > 0 ? 1 : 0);
  return [...groups.values()].flatMap((group) => {
    const [best, ...twins] = [...group].sort((a, b) => hasPrice(b) - hasPrice(a) || (a.key < b.key ? -1 : 1));
    for (const twin of twins) rejects.push({ row: twin.key, reason: `same model as ${best?.key}` });
    return best ? [best] : [];
  });
}

function currentReading(model: Model, day: Day, rejects: Reject[]): Reading<RatesFact> | null {
  const { entry } = model;
  const prices = flatPrices(entry);
  const { meters, rejects: keys } = readMeters(prices, model);
  for (const { key, reason } of keys) rejects.push({ row: `${model.key} ${key}`, reason });
  if (meters.length === 0) {
    if (keys.length === 0)
      rejects.push({
        row: model.key,
        reason: prices.size > 0 ? "every price is 0: unknown, not free" : "no price key",
      });
    return null;
  }
  const page = HttpUrl.safeParse(entry.source);
  const { isDerived, note } = remarksOn(entry);
  const ownPage = page.success && !page.data.includes(" ") && !isDerived ? page.data : null;
  const deprecated = text(entry.deprecation_date);
  const contextWindow = count(entry.max_input_tokens);
  const maxOutput = count(entry.max_output_tokens);
  return {
    subject: usageSubject(model.slug),
    trust: isDerived ? "C" : "B",
    observedAt: day,
    evidence: {
      ...(ownPage ? { url: ownPage, via: FILE_URL } : { url: FILE_URL }),
      ...(note && { note }),
    },
    fact: {
      kind: "rates",
      model: model.id,
      ...(contextWindow && { contextWindow }),
      ...(maxOutput && { maxOutput }),
      // The file contains both announced and actual shutdown dates, so a past date proves only deprecation.
      ...(deprecated && deprecated <= day && { status: "deprecated" as const }),
      currency: "USD",
      meters,
    },
  };
}

/** Reads the file as of `day`. */
export function litellmList(file: unknown, day: Day): AdapterResult {
  const rejects: Reject[] = [];
  const models = Object.entries(z.record(z.string(), Entry).parse(file)).flatMap(([key, entry]): Model[] => {
    const provider = text(entry.litellm_provider);
    const slug = litellmProduct(provider, key);
    if (typeof slug !== "string" || provider === undefined) {
      rejects.push({ row: key, reason: typeof slug === "string" ? "no provider named" : slug.reject });
      return [];
    }
    return [{ key, provider, slug, id: litellmModelId(provider, key), entry }];
  });
  const readings = withoutTwins(models, rejects).flatMap((model) => currentReading(model, day, rejects) ?? []);
  return { readings, rejects };
}
