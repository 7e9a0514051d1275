import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { EvidenceFact, RatesFact } from "@/lib/schemas/observation";
import { assembleMeters, type Meter, type MeterPrice, type Mode } from "../shared/meters";
import type { Adapter, AdapterResult, Cancellation, Reading, Reject } from "../shared/reading";
import {
  cacheWriteMeter,
  MAKERS,
  ownModelId,
  type RateSlug,
  rateSubject,
  type Terms,
  tokenPrice,
} from "../shared/usage-providers-more";

const SOURCE = "aicostbudget";
const REPOSITORY = "https://github.com/aicostbudget/ai-api-pricing-data";
const COMMIT = "4b16431a9194e364e8913874ef7602b27731ef19";
const fileUrl = (file: string) => `${REPOSITORY}/blob/${COMMIT}/${file}`;
const PRICES_URL = fileUrl("data/pricing-v2-preview/prices.json");

/** Start dates that are not the vendor's: the list's first days, and a model's version. */
const OWN_DATES = new Set(["2026-07-03", "2026-07-05", "2024-08-01"]);

/** OpenAI's long-context requests begin here. The list names the bound only in words. */
const OPENAI_LONG_CONTEXT = 272_000;

const Canonical = z.object({
  provider_id: z.string(),
  model_id: z.string(),
  display_name: z.string(),
  official_source_url: z.url(),
  last_verified_at: z.string(),
  effective_from: z.iso.date().nullable(),
  notes: z.string(),
});
type Canonical = z.infer<typeof Canonical>;

const Price = z.object({
  pricingId: z.string(),
  modelInternalId: z.string(),
  processingMode: z.enum(["standard", "batch", "flex", "fast"]),
  contextClass: z.enum(["short", "long"]),
  promptTokenThreshold: z.number().nullable(),
  currency: z.literal("USD"),
  verificationStatus: z.string(),
  charges: z.array(z.object({ component: z.string(), unit: z.literal("per_1m_tokens"), amount: z.string() })),
});
type Price = z.infer<typeof Price>;

const Step = z.object({
  provider_id: z.string(),
  model_id: z.string(),
  recorded_at: z.string(),
  effective_from: z.iso.date().nullable(),
  official_source_url: z.url(),
  notes: z.string().optional(),
  pricing: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
type Step = z.infer<typeof Step>;

const METERS: Record<string, string> = {
  input: "inputTokens",
  output: "outputTokens",
  cached_input: "cachedInputTokens",
  cache_write_5m: "cacheWrite5mTokens",
  cache_write_1h: "cacheWrite1hTokens",
};

const meterOf = (component: string, model: string) =>
  component === "cache_write" ? cacheWriteMeter(model) : METERS[component];

/** OpenAI renamed its priority processing to fast mode. */
const MODES: Record<Price["processingMode"], Mode> = {
  standard: "standard",
  batch: "batch",
  flex: "flex",
  fast: "priority",
};

/** Returns the meters of one model from its price records: one per mode and request length. */
export function recordMeters(prices: readonly Price[], notes = ""): Meter[] {
  return completed(
    prices.flatMap(({ modelInternalId, processingMode, contextClass, promptTokenThreshold, charges }) => {
      const isLong = contextClass === "long";
      const terms: Terms = {
        mode: MODES[processingMode],
        from: isLong ? (promptTokenThreshold ?? OPENAI_LONG_CONTEXT) : 0,
      };
      return charges.flatMap(({ component, amount }): MeterPrice[] => {
        const name = meterOf(component, modelInternalId);
        return name && Number(amount) > 0 ? [tokenPrice(name, amount, terms)] : [];
      });
    }),
    notes,
  );
}

/** Returns meters from the flat fields of the history, such as `batch_input`. */
export function flatMeters(model: string, pricing: Step["pricing"], notes = ""): Meter[] {
  return completed(
    Object.entries(pricing).flatMap(([field, value]): MeterPrice[] => {
      if (typeof value !== "number" || value <= 0) return [];
      const [, batch, component = field] = /^(batch_)?(.+)$/.exec(field) ?? [];
      const name = meterOf(component, model);
      return name ? [tokenPrice(name, value, { mode: batch ? "batch" : "standard" })] : [];
    }),
    notes,
  );
}

const LONG_FIGURES =
  /(?:(Standard|Batch) pricing is|xAI lists) \$([\d.]+) input(?:, \$([\d.]+) cached input)?,? and \$([\d.]+) output/g;

/** Returns the request length up to which the plain figures apply, if the notes state it. */
function boundOf(notes: string): number | null {
  const [, thousands] = /(?:prompts up to|long-context threshold is|Above) (\d+)k (?:input )?tokens/i.exec(notes) ?? [];
  if (thousands) return Number(thousands) * 1000;
  return /Long-context Standard pricing is/.test(notes) ? OPENAI_LONG_CONTEXT : null;
}

/** Adds meters that only the notes state: the price of cached input in batches, and that of longer requests. */
function completed(prices: readonly MeterPrice[], notes: string): Meter[] {
  const [, cached] = /Batch (?:cached input|context caching) is \$([\d.]+) per 1M/.exec(notes) ?? [];
  const own = [...prices, ...(cached ? [tokenPrice("cachedInputTokens", cached, { mode: "batch" })] : [])];
  const bound = boundOf(notes);
  if (bound === null || own.some(({ key }) => key.from > 0)) return assembleMeters(own);
  const longer = [...notes.matchAll(LONG_FIGURES)].flatMap(([, mode, input, cachedInput, output]): MeterPrice[] => {
    const terms: Terms = { mode: mode === "Batch" ? "batch" : "standard", from: bound };
    const figures = { inputTokens: input, cachedInputTokens: cachedInput, outputTokens: output };
    return Object.entries(figures).flatMap(([name, amount]) => (amount ? [tokenPrice(name, amount, terms)] : []));
  });
  return assembleMeters([...own, ...longer]).map((meter) =>
    meter.prices.length > 1
      ? meter
      : { ...meter, tierMode: "cliff", prices: meter.prices.map((price) => ({ ...price, upTo: bound })) },
  );
}

const vendorDay = (day: string | null) => (day && !OWN_DATES.has(day) ? day : undefined);

/** Removes the suffix of an introductory price, which belongs to the same model. */
const plainId = (model: string) => model.replace(/-intro$/, "");

/** Returns the conditions of the figures from their notes. */
function remarkOn(notes: string, meters: readonly Meter[]): string | undefined {
  const [, promoted] = /promotional .*? at least through (\d{4}-\d{2}-\d{2})/.exec(notes) ?? [];
  const [, introduced] =
    /Introductory pricing (?:applies|is listed by \w+ as effective) through ([\d-]{10})/.exec(notes) ?? [];
  const isBounded = meters.some(({ tierMode }) => tierMode !== null);
  const remarks = [
    promoted && `Promotional price, offered at least through ${promoted}.`,
    introduced && `Introductory price, through ${introduced}.`,
    /text\/image\/video/.test(notes) && "Input prices of text, image and video; audio is priced apart.",
    /short-context/.test(notes) && !isBounded && "Prices of short requests only.",
  ];
  return remarks.filter(Boolean).join(" ") || undefined;
}

const CALLED_OFF = /cancell?ed the (?:previously )?scheduled (\d{4}-\d{2}-\d{2}) (increase|decrease|change)/;

/** Returns the cancellation if the notes say that the vendor cancelled an announced price. */
function cancellationsOf({ notes, official_source_url: url, model_id, last_verified_at }: Canonical, id: string) {
  const [, effectiveFrom, step] = CALLED_OFF.exec(notes) ?? [];
  if (!effectiveFrom || !step) return [];
  const [, since] = /on (\d{4}-\d{2}-\d{2}) and cancell?ed/.exec(notes) ?? [];
  const cancellation: Cancellation = {
    trust: "A",
    observedAt: last_verified_at.slice(0, 10),
    ...(since && { effectiveFrom: since }),
    evidence: { url, via: fileUrl(`data/history/${id}/${model_id}.jsonl`) },
    fact: {
      kind: "cancellation",
      model: model_id,
      effectiveFrom,
      reason: `the maker called off the ${step} announced for that day${since ? ` on ${since}` : ""}`,
    },
  };
  return [cancellation];
}

function reading(
  slug: RateSlug,
  observedAt: string,
  evidence: EvidenceFact,
  fact: Pick<RatesFact, "model" | "meters" | "name">,
  effectiveFrom: string | undefined,
  trust: "A" | "B" = "A",
): Reading<RatesFact> {
  return {
    subject: rateSubject(slug),
    trust,
    observedAt,
    ...(effectiveFrom && { effectiveFrom }),
    evidence,
    fact: {
      kind: "rates",
      model: fact.model,
      ...(fact.name && { name: fact.name }),
      currency: "USD",
      meters: fact.meters,
    },
  };
}

function historyReadings(slug: RateSlug, id: string, steps: readonly Step[], until: string): Reading<RatesFact>[] {
  const readings: Reading<RatesFact>[] = [];
  let shown = "";
  for (const step of [...steps].sort((a, b) => (a.recorded_at < b.recorded_at ? -1 : 1))) {
    const day = step.recorded_at.slice(0, 10);
    if (day >= until) break;
    const meters = flatMeters(id, step.pricing, step.notes);
    const note = remarkOn(step.notes ?? "", meters);
    const face = JSON.stringify(meters);
    if (meters.length === 0 || face === shown) continue;
    shown = face;
    const via = fileUrl(`data/history/${step.provider_id}/${step.model_id}.jsonl`);
    const from = vendorDay(step.effective_from);
    readings.push(
      reading(slug, day, { url: step.official_source_url, via, ...(note && { note }) }, { model: id, meters }, from),
    );
  }
  return readings;
}

/** Joins the canonical records with their price records of all modes and the published history. */
export function aicostbudgetReadings(canonical: unknown, prices: unknown, history: readonly unknown[]): AdapterResult {
  const rejects: Reject[] = [];
  const records = new Map<string, Price[]>();
  for (const price of z.array(Price).parse(prices)) {
    if (price.pricingId.endsWith(":current"))
      records.set(price.modelInternalId, [...(records.get(price.modelInternalId) ?? []), price]);
    else rejects.push({ row: price.pricingId, reason: "kept for the publisher's site, not a record of the dataset" });
  }
  const stepsOf = new Map<string, Step[]>();
  for (const step of z.array(Step).parse(history)) {
    const row = `${step.provider_id}/${plainId(step.model_id)}`;
    stepsOf.set(row, [...(stepsOf.get(row) ?? []), step]);
  }

  const cancellations: Cancellation[] = [];
  const readings = z
    .array(Canonical)
    .parse(canonical)
    .flatMap((model: Canonical) => {
      const row = `${model.provider_id}/${model.model_id}`;
      const slug = MAKERS[model.provider_id];
      if (!slug) {
        rejects.push({ row, reason: `provider not in the table: ${model.provider_id}` });
        return [];
      }
      const own = records.get(row) ?? [];
      const meters = recordMeters(own, model.notes);
      if (meters.length === 0) {
        rejects.push({ row, reason: "no price confirmed" });
        return [];
      }
      const id = ownModelId(slug, model.model_id);
      cancellations.push(...cancellationsOf(model, model.provider_id));
      const day = model.last_verified_at.slice(0, 10);
      const verified = own.every(({ verificationStatus }) => verificationStatus === "verified");
      const note = [remarkOn(model.notes, meters), !verified && "The list has not verified the price in full."]
        .filter(Boolean)
        .join(" ");
      const trust = verified ? "A" : "B";
      return [
        ...historyReadings(slug, id, stepsOf.get(row) ?? [], day),
        reading(
          slug,
          day,
          { url: model.official_source_url, via: PRICES_URL, ...(note && { note }) },
          { model: id, name: model.display_name, meters },
          vendorDay(model.effective_from),
          trust,
        ),
      ];
    });
  return { readings, rejects, cancellations };
}

export const aicostbudget: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const folder = path.join(rawDir, SOURCE, "data");
    const load = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(folder, name), "utf8"));
    const steps: unknown[] = [];
    const files = await readdir(path.join(folder, "history"), { recursive: true });
    for (const file of files.filter((name) => name.endsWith(".jsonl")).sort()) {
      const text = await readFile(path.join(folder, "history", file), "utf8");
      for (const line of text.split("\n")) if (line) steps.push(JSON.parse(line));
    }
    return aicostbudgetReadings(
      await load("canonical/models.json"),
      await load("pricing-v2-preview/prices.json"),
      steps,
    );
  },
};
