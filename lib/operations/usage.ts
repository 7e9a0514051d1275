import { closest } from "fastest-levenshtein";
import * as z from "zod";
import { AppError, invalidField } from "@/lib/errors";
import { Slug } from "@/lib/schemas/primitives";
import { Meter, type PricingRecord, type Usage, type UsageModel } from "@/lib/schemas/record";
import { type UsageAnswer, UsageReply } from "@/lib/schemas/usage";
import { briefUsage } from "@/lib/usage/brief";
import { type ExactEstimate, estimate, rankModels } from "@/lib/usage/estimate";
import { findModel, nearestModels } from "@/lib/usage/find-model";
import { type Workload, WorkloadError } from "@/lib/usage/workload";
import { defineOperation } from "./define";
import { askOneOf, isFamily } from "./families";
import { newestDayOf, requireRecord } from "./pricing";
import { AsOf, requestedDay, schemaVersion } from "./views";

const MAX_ESTIMATES = 50;
const MAX_QUANTITY = 1e15;
const MAX_OTHERS = 20;
const SUGGESTIONS = 3;

const quantity = (description: string) => z.number().min(0).max(MAX_QUANTITY).optional().describe(description);

const Quantities = {
  inputTokens: quantity("Tokens of the prompts, cached ones included."),
  outputTokens: quantity("Tokens of the answers, without reasoning tokens."),
  cachedInputTokens: quantity("Part of inputTokens that is read from the cache: billed at its own price, not twice."),
  cacheWriteTokens: quantity("Tokens written to a cache without a stated duration, beside inputTokens."),
  cacheWrite5mTokens: quantity("Tokens written to the cache for 5 minutes, beside inputTokens."),
  cacheWrite1hTokens: quantity("Tokens written to the cache for 1 hour, beside inputTokens."),
  reasoningTokens: quantity(
    "Reasoning tokens, beside outputTokens: billed as output unless the card prices them apart.",
  ),
  audioInputTokens: quantity("Audio tokens of the prompts."),
  audioOutputTokens: quantity("Audio tokens of the answers."),
  imageInputTokens: quantity("Image tokens of the prompts."),
  images: quantity("Images made."),
  videoSeconds: quantity("Seconds of video made."),
  audioMinutes: quantity("Minutes of audio heard or spoken."),
  characters: quantity("Characters read or spoken."),
  pages: quantity("Pages read."),
  requests: quantity("Requests, where they are billed by number."),
  searches: quantity("Searches of the web or of an index."),
  rerankQueries: quantity("Queries that rank documents anew."),
  messages: quantity("Messages sent."),
  storageGbMonths: quantity("Gigabytes stored, times months."),
  egressGb: quantity("Gigabytes sent out of the provider's network."),
  computeSeconds: quantity("Seconds of computing."),
};

const PAIR = /^([A-Za-z][\w.-]{0,60}):(\d{1,15}(?:\.\d{1,9})?)$/;

type Input = z.infer<typeof UsageInput>;
const UsageInput = z.strictObject({
  slug: Slug.describe("Product slug, for example openai-api. Former slugs and other names are understood."),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Id of one model or service of the card. Without it every model that prices the workload is estimated."),
  mode: Meter.shape.mode
    .default("standard")
    .describe("How it is bought. A mode without a price leaves the quantity unpriced; it never falls back."),
  ...Quantities,
  quantities: z
    .array(z.string().regex(PAIR, "must be a meter and a number, for example writeRequests:1000"))
    .max(MAX_OTHERS)
    .optional()
    .describe("Quantities of the card's other meters, comma-separated, each as meter:number."),
  promptTokensPerRequest: quantity("Tokens of one prompt: where prices depend on its length, it chooses among them."),
  when: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("A condition in the words of the card, for example high search context, for prices that hang on one."),
  asOf: AsOf,
  depth: z
    .enum(["full", "summary"])
    .default("full")
    .describe(
      "full: with the cards of the models and all evidence. summary: estimates alone, or a bare card of `limit` models, with counts of what is left out.",
    ),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_ESTIMATES)
    .default(MAX_ESTIMATES)
    .describe("Without a model: the number of estimates. With depth=summary also of the card's models."),
});

export const estimateLlmCost = defineOperation({
  name: "estimate_llm_cost",
  summary: "Get a rate card and estimate a workload",
  description:
    "The usage prices of one provider: tokens, images, audio, requests and other meters, by model and mode. With quantities, named as the meters, also what the workload costs on one model, or on every model that prices it, cheapest first. cachedInputTokens is part of inputTokens. Prices that depend on the length of a prompt hold for the whole request and are chosen by promptTokensPerRequest; graduated prices are added up band by band. A quantity without a price is listed in unpriced and leaves the total null, never 0. Cite links.page.",
  tag: "Usage",
  http: {
    method: "GET",
    path: "/api/v2/usage/{slug}",
    cache: "public",
    headers({ input, body, site }): Record<string, string> {
      if (input.slug === body.slug) return {};
      return { "Content-Location": `${site.url}/api/v2/usage/${body.slug}` };
    },
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found", "not_priced"],
  input: UsageInput,
  output: UsageReply,
  async handler({ catalog, now }, input) {
    const record = await requireRecord(catalog, input.slug, requestedDay(input.asOf, now), now);
    const { usage } = record;
    if (!usage && isFamily(record)) {
      const rated = new Set(await catalog.ratedProducts({ asOf: record.asOf, now }));
      const members = record.members.filter(({ slug }) => rated.has(slug));
      throw askOneOf(record, members, "slug", "has a rate card");
    }
    if (!usage) {
      throw new AppError("not_priced", `No usage prices of "${record.slug}" are known: it has no rate card.`);
    }
    const model = input.model === undefined ? null : requireModel(usage, input.model);
    const { shown, ...answers } = estimates(usage, model, input);
    const answer: UsageAnswer = { ...envelope(record, usage, shown), ...answers };
    return input.depth === "summary" ? briefUsage(answer, input.limit) : answer;
  },
  examples: [
    {
      name: "oneModel",
      summary: "A million tokens in, a quarter of a million out, on one model",
      input: { slug: "openai-api", model: "gpt-4o", inputTokens: 1_000_000, outputTokens: 250_000 },
    },
    {
      name: "brief",
      summary: "The ten cheapest models, in short",
      input: {
        slug: "openai-api",
        inputTokens: 1_000_000,
        outputTokens: 250_000,
        depth: "summary",
        limit: 10,
      },
    },
    {
      name: "cheapest",
      summary: "The three cheapest models for a workload",
      input: { slug: "anthropic-api", inputTokens: 1_000_000, outputTokens: 100_000, limit: 3 },
    },
    { name: "noRateCard", summary: "A product that is not sold by use", input: { slug: "slack" } },
  ],
});

function requireModel(usage: Usage, asked: string): UsageModel {
  const model = findModel(usage.models, asked);
  if (model) return model;
  const suggestions = nearestModels(usage.models, asked, SUGGESTIONS);
  const message = `is not on this rate card; the nearest is "${suggestions[0]}"`;
  throw new AppError("invalid_request", `model: ${message}`, { errors: [{ path: "model", message }], suggestions });
}

/** The estimates asked for, and the models to show: those estimated, or without a workload the whole card. */
function estimates(
  usage: Usage,
  model: UsageModel | null,
  input: Input,
): Pick<UsageAnswer, "estimate" | "estimates" | "estimateCount" | "unpricedModels"> & { shown: UsageModel[] } {
  const workload = workloadOf(input, usage);
  if (!workload) return { shown: model ? [model] : usage.models };
  try {
    if (model) return { shown: [model], estimate: published(estimate(model, workload)) };
    const ranking = rankModels(usage.models, workload, usage.currency);
    const cheapest = ranking.estimates.slice(0, input.limit).map(published);
    return {
      shown: usage.models.filter((entry) => cheapest.some((priced) => priced.model === entry.model)),
      estimates: cheapest,
      estimateCount: ranking.estimates.length,
      unpricedModels: ranking.unpricedModels,
    };
  } catch (error) {
    if (error instanceof WorkloadError) throw invalidField(error.meter, error.message);
    throw error;
  }
}

function workloadOf(input: Input, usage: Usage): Workload | null {
  const quantities = new Map<string, number>();
  for (const name of Object.keys(Quantities) as (keyof typeof Quantities)[]) {
    const value = input[name];
    if (value !== undefined) quantities.set(name, value);
  }
  const known = [...new Set(usage.models.flatMap(({ meters }) => meters.map(({ name }) => name)))];
  for (const [index, text] of (input.quantities ?? []).entries()) {
    const path = `quantities.${index}`;
    const [, name = "", value] = PAIR.exec(text) ?? [];
    if (quantities.has(name)) throw invalidField(path, `${name} is given more than once`);
    if (!known.includes(name)) {
      const nearest = known.length > 0 ? `; the nearest is "${closest(name, known)}"` : "";
      throw invalidField(path, `${name} is no meter of this rate card${nearest}`);
    }
    quantities.set(name, Number(value));
  }
  if (quantities.size === 0) return null;
  return {
    quantities,
    mode: input.mode,
    promptTokensPerRequest: input.promptTokensPerRequest ?? null,
    when: input.when === undefined ? null : requireCondition(usage, input.when),
  };
}

function requireCondition(usage: Usage, asked: string): string {
  const listed = usage.models.flatMap(({ meters }) => meters.flatMap(({ prices }) => prices.map(({ when }) => when)));
  const conditions = [...new Set(listed)].filter((when) => when !== null);
  const found = conditions.find((condition) => condition.toLowerCase() === asked.toLowerCase());
  if (found) return found;
  if (conditions.length === 0) throw invalidField("when", "no price of this rate card hangs on a condition");
  const suggestions = conditions.slice(0, SUGGESTIONS);
  const message = `is no condition of this rate card; the nearest is "${closest(asked, conditions)}"`;
  throw new AppError("invalid_request", `when: ${message}`, { errors: [{ path: "when", message }], suggestions });
}

function published({ exact: _exact, ...shown }: ExactEstimate) {
  return shown;
}

function envelope(record: PricingRecord, usage: Usage, models: UsageModel[]) {
  const cited = new Set<string>();
  for (const { meters, scheduled, conflicts } of models) {
    const all = [...meters, ...scheduled.flatMap((step) => step.meters), ...conflicts];
    for (const { evidence } of all) for (const id of evidence) cited.add(id);
  }
  const license = record.license.usage ?? "owned";
  const shown = new Set<string | null>(models.map(({ model }) => model));
  const isShown = ({ tier }: { tier: string | null }) => shown.has(tier);
  return {
    schemaVersion,
    slug: record.slug,
    name: record.name,
    kind: usage.kind,
    asOf: record.asOf,
    currency: usage.currency,
    modelCount: usage.modelCount,
    models,
    evidence: record.evidence.filter(({ id }) => cited.has(id)),
    verification: { ...record.verification, disputed: record.verification.disputed.filter(isShown) },
    license: { usage: license },
    ...(license === "restricted" && record.licenseNote !== undefined && { licenseNote: record.licenseNote }),
    links: record.links,
    source: record.source,
    attribution: record.attribution,
  };
}
