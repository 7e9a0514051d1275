import { closest } from "fastest-levenshtein";
import * as z from "zod";
import { ANSWER_BYTES, disputesByModel, Room } from "@/lib/catalog/fit";
import { evidenceIdsIn } from "@/lib/catalog/ledger";
import { modelIn } from "@/lib/catalog/regions";
import { AppError, invalidField } from "@/lib/errors";
import { type Day, Slug } from "@/lib/schemas/primitives";
import { Meter, type PricingRecord, type Usage, type UsageModel } from "@/lib/schemas/record";
import { type UsageAnswer, UsageReply } from "@/lib/schemas/usage";
import { briefUsage } from "@/lib/usage/brief";
import { type ExactEstimate, estimate, rankModels } from "@/lib/usage/estimate";
import { findModel, nearestModels } from "@/lib/usage/find-model";
import { holdsWords } from "@/lib/usage/market";
import { countReasons, type Standing, standingModels } from "@/lib/usage/standing";
import { type Workload, WorkloadError } from "@/lib/usage/workload";
import { closest as nearest } from "./closest";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation } from "./define";
import { askOneOf, isFamily } from "./families";
import { newestDayOf, requireRecord } from "./pricing";
import { AsOf, requestedDay, schemaVersion, today } from "./views";

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 50;
const ALL = "all";
/** In a message that names the regions of a card. */
const LISTED_REGIONS = 60;
const MAX_QUANTITY = 1e15;
const MAX_OTHERS = 20;
const SUGGESTIONS = 3;

const quantity = (description: string) => z.number().min(0).max(MAX_QUANTITY).optional().describe(description);

const Quantities = {
  inputTokens: quantity("Tokens of the prompts, cached ones included."),
  outputTokens: quantity("Tokens of the answers, without reasoning tokens."),
  cachedInputTokens: quantity("Part of inputTokens that is read from the cache: billed at its own price, not twice."),
  cacheWriteTokens: quantity("Tokens written to a cache of no stated duration, beside inputTokens."),
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
  instanceHours: quantity("Hours that machines run: 730 are a month of one."),
  computeSeconds: quantity("Seconds of computing."),
};

const bound = (description: string) => z.number().min(0).optional().describe(description);

const PAIR = /^([A-Za-z][\w.-]{0,60}):(\d{1,15}(?:\.\d{1,9})?)$/;

type Input = z.infer<typeof UsageInput>;
const UsageInput = z.strictObject({
  slug: Slug.describe("Product slug, for example openai-api. Former slugs and names are understood."),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Id of one model or service; else every one that prices the workload is estimated."),
  mode: Meter.shape.mode.default("standard").describe("How it is bought; a mode without a price is unpriced."),
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
    .describe("A condition in the card's words, for example high search context, where a price hangs on one."),
  region: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("As the card names it, or all; else the card's reference region."),
  group: z.string().min(1).max(200).optional().describe("This heading of the card only."),
  q: z.string().trim().min(1).max(200).optional().describe("Models named so."),
  minVcpus: bound("At least so many vCPUs."),
  maxVcpus: bound("At most so many vCPUs."),
  minMemoryGb: bound("At least so many GB of memory."),
  maxMemoryGb: bound("At most so many GB of memory."),
  asOf: AsOf,
  depth: z
    .enum(["full", "summary"])
    .default("full")
    .describe("full: cards and evidence too. summary: estimates alone, or a bare page of the card."),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Estimates (else ${DEFAULT_LIMIT}) or models on a page; then it may exceed 150 KB.`),
  cursor: Cursor,
});

export const estimateLlmCost = defineOperation({
  name: "estimate_llm_cost",
  summary: "Get a rate card and estimate a workload",
  description:
    "The usage prices of one provider: tokens, images, audio, requests, machine hours, storage, traffic and other meters, by model, mode and region. With quantities, named as the meters, also what the workload costs on one model, or on every current model that prices it, cheapest first. Prices by length of the prompt hold for the whole request; graduated ones are added up band by band. A quantity without a price in the mode and region asked for is listed in unpriced and leaves the total null, never 0. A large card is paged by cursor. Cite links.page.",
  tag: "Usage",
  http: {
    method: "GET",
    path: "/api/v2/usage/{slug}",
    cache: "public",
    headers({ input, body, site }): Record<string, string> {
      const { slug, ...query } = input;
      const address = `${site.url}/api/v2/usage/${body.slug}`;
      return { ...nextLink(address, query, body.next), ...(slug !== body.slug && { "Content-Location": address }) };
    },
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found", "not_priced"],
  input: UsageInput,
  output: UsageReply,
  async handler({ catalog, now }, input) {
    const { cursor, limit: _limit, ...asked } = input;
    const state = await catalog.state();
    const question = { asked, catalogue: state?.contentHash ?? "", today: today(now) };
    const { day, after } = readCursor(cursor, question, Position);
    const asOf = input.asOf === undefined ? day : requestedDay(input.asOf, now);
    const record = await requireRecord(catalog, input.slug, asOf, now);
    const { usage } = record;
    if (!usage && isFamily(record)) {
      const rated = new Set(await catalog.ratedProducts({ asOf: record.asOf, now }));
      const members = record.members.filter(({ slug }) => rated.has(slug));
      throw askOneOf(record, members, "slug", "has a rate card");
    }
    if (!usage) {
      throw new AppError("not_priced", `No usage prices of "${record.slug}" are known: it has no rate card.`);
    }
    const region = regionOf(usage, input.region);
    const workload = workloadOf(input, usage, region);
    const pages = input.model === undefined && workload === null;
    if (cursor !== undefined && !pages) {
      throw invalidField("cursor", "continues a rate card; leave it out of a question for one model or an estimate");
    }
    const model = input.model === undefined ? null : requireModel(usage, input);
    const models = model ? [model] : filtered(usage, region, input);
    const answer = pages
      ? cardPage({ record, usage, region, models }, input, after ?? 0, (at) => writeCursor(question, day, at))
      : estimated({ record, usage, region, models }, input, workload);
    return input.depth === "summary" ? briefUsage(answer) : answer;
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
    {
      name: "region",
      summary: "A machine for a month in one region",
      input: {
        slug: "google-compute-engine",
        model: "e2-standard-4",
        region: "europe-west1",
        instanceHours: 730,
        depth: "summary",
      },
    },
    { name: "noRateCard", summary: "A product that is not sold by use", input: { slug: "slack" } },
  ],
});

/** How many models earlier pages showed. */
const Position = z.number().int().min(0).max(1_000_000);

/** Null: the card prices no region apart. */
type Region = { name: string; assumed: boolean } | null;

function regionOf({ regions = [], referenceRegion }: Usage, asked: string | undefined): Region {
  if (referenceRegion === undefined) {
    if (asked === undefined || asked === ALL) return null;
    throw invalidField("region", "no price of this rate card is tied to a region; leave it out");
  }
  if (asked === undefined) return { name: referenceRegion, assumed: true };
  const found = [ALL, ...regions].find((region) => region.toLowerCase() === asked.toLowerCase());
  if (found) return { name: found, assumed: false };
  const suggestions = nearest(asked, regions);
  const listed = regions.slice(0, LISTED_REGIONS).join(", ");
  const message = `is no region of this rate card; the nearest is "${suggestions[0]}". It has: ${listed}${regions.length > LISTED_REGIONS ? " …" : ""}`;
  throw new AppError("invalid_request", `region: ${message}`, { errors: [{ path: "region", message }], suggestions });
}

const FILTERS = ["group", "q", "minVcpus", "maxVcpus", "minMemoryGb", "maxMemoryGb"] as const;

function requireModel(usage: Usage, input: Input): UsageModel {
  const { model: asked = "" } = input;
  const filter = FILTERS.find((name) => input[name] !== undefined);
  if (filter) throw invalidField(filter, "narrows the card; leave it out of a question for one model");
  const model = findModel(usage.models, asked);
  if (model) return model;
  const suggestions = nearestModels(usage.models, asked, SUGGESTIONS);
  const message = `is not on this rate card; the nearest is "${suggestions[0]}"`;
  throw new AppError("invalid_request", `model: ${message}`, { errors: [{ path: "model", message }], suggestions });
}

/** What is not known of a model never passes a filter. With a region asked for, only what is priced there. */
function filtered({ models }: Usage, region: Region, input: Input): UsageModel[] {
  const { q = "" } = input;
  const group = input.group === undefined ? undefined : requireGroup(models, input.group);
  const within = (value: number | undefined, [min, max]: [number | undefined, number | undefined]) =>
    (min === undefined || (value !== undefined && value >= min)) &&
    (max === undefined || (value !== undefined && value <= max));
  if ((input.minVcpus ?? 0) > (input.maxVcpus ?? Infinity)) throw invalidField("minVcpus", "is above maxVcpus");
  if ((input.minMemoryGb ?? 0) > (input.maxMemoryGb ?? Infinity)) {
    throw invalidField("minMemoryGb", "is above maxMemoryGb");
  }
  return models.filter(
    (model) =>
      (group === undefined || model.group === group) &&
      within(model.vcpus, [input.minVcpus, input.maxVcpus]) &&
      within(model.memoryGb, [input.minMemoryGb, input.maxMemoryGb]) &&
      holdsWords(model, q) &&
      (region === null || region.assumed || shownIn(model, region).meters.length > 0),
  );
}

function requireGroup(models: readonly UsageModel[], asked: string): string {
  const groups = [...new Set(models.flatMap(({ group }) => group ?? []))];
  const found = groups.find((group) => group.toLowerCase() === asked.toLowerCase());
  if (found) return found;
  if (groups.length === 0) throw invalidField("group", "this rate card has no headings; leave it out");
  const suggestions = nearest(asked, groups);
  const message = `is no heading of this rate card; the nearest is "${suggestions[0]}"`;
  throw new AppError("invalid_request", `group: ${message}`, { errors: [{ path: "group", message }], suggestions });
}

/** With the prices of the region shown. */
function shownIn(model: UsageModel, region: Region): UsageModel {
  return region === null || region.name === ALL ? model : modelIn(model, region.name);
}

interface Asked {
  record: PricingRecord;
  usage: Usage;
  region: Region;
  /** Of which the question is. */
  models: readonly UsageModel[];
}

/** The models after the first `start`: as many as asked for, else as fit an answer. */
function cardPage(asked: Asked, input: Input, start: number, cursorAt: (position: number) => string): UsageAnswer {
  const limit = input.limit ?? (input.depth === "summary" ? DEFAULT_LIMIT : undefined);
  const rest = asked.models.slice(start).map((model) => shownIn(model, asked.region));
  const shown = limit === undefined ? fitting(asked, {}, rest, 1) : rest.slice(0, limit);
  const end = start + shown.length;
  return answerOf(asked, { models: shown, next: end < asked.models.length ? cursorAt(end) : null });
}

/** Of the models those that an answer has room for beside the rest of it. */
function fitting(asked: Asked, answers: Partial<UsageAnswer>, models: readonly UsageModel[], least: number) {
  const disputes = disputesByModel(asked.record);
  const room = new Room(ANSWER_BYTES, asked.record.evidence);
  room.take({ ...answerOf(asked, { models: [], next: null }), ...answers, evidence: [] });
  return room.fill(models, { least, with: ({ model }) => disputes.get(model) });
}

/** The estimates asked for, and the cards of the models estimated. */
function estimated(asked: Asked, input: Input, workload: Workload | null): UsageAnswer {
  const { record, usage, region, models } = asked;
  const shown = (entries: readonly UsageModel[]) => entries.map((entry) => shownIn(entry, region));
  if (!workload) return answerOf(asked, { models: shown(models), next: null });
  try {
    const [only] = models;
    if (input.model !== undefined && only) {
      const whole = withItsModes(usage, only, record.asOf);
      return answerOf(asked, { models: shown([whole]), next: null, estimate: published(estimate(whole, workload)) });
    }
    const { models: ranked, notRanked } = standing(usage, models, record.asOf);
    const ranking = rankModels(ranked, workload, usage.currency);
    const answers = {
      ...(notRanked.length > 0 && { notRanked: countReasons(notRanked) }),
      estimates: ranking.estimates.slice(0, input.limit ?? DEFAULT_LIMIT).map(published),
      estimateCount: ranking.estimates.length,
      unpricedModels: ranking.unpricedModels,
    };
    const byId = new Map(ranked.map((entry) => [entry.model, entry]));
    const cards = shown(answers.estimates.flatMap(({ model }) => byId.get(model) ?? []));
    return answerOf(asked, {
      models: input.limit === undefined ? fitting(asked, answers, cards, 0) : cards,
      next: null,
      ...answers,
    });
  } catch (error) {
    if (error instanceof WorkloadError) throw invalidField(error.meter, error.message);
    throw error;
  }
}

/** With the prices of ids that name a mode of it. */
function withItsModes({ kind, models }: Usage, model: UsageModel, day: Day): UsageModel {
  if (kind !== "llm") return model;
  const whole = standingModels(models, { day, withPast: true }).models;
  return whole.find((entry) => entry.model === model.model && entry.meters.length > model.meters.length) ?? model;
}

/** Items other than language models have no snapshots, and are ranked as they stand on the card. */
function standing({ kind }: Usage, models: readonly UsageModel[], day: Day): Standing {
  return kind === "llm" ? standingModels(models, { day, withPast: false }) : { models: [...models], notRanked: [] };
}

function workloadOf(input: Input, usage: Usage, region: Region): Workload | null {
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
  if (region?.name === ALL) throw invalidField("region", "an estimate is for one region; all shows the card");
  return {
    quantities,
    mode: input.mode,
    promptTokensPerRequest: input.promptTokensPerRequest ?? null,
    when: input.when === undefined ? null : requireCondition(usage, input.when),
    ...(region && { region: region.name, regionAssumed: region.assumed }),
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

type Answers = Pick<
  UsageAnswer,
  "models" | "next" | "estimate" | "estimates" | "estimateCount" | "unpricedModels" | "notRanked"
>;

function answerOf({ record, usage, region, models: asked }: Asked, answers: Answers): UsageAnswer {
  const { regions, referenceRegion } = usage;
  const cited = evidenceIdsIn(answers);
  const license = record.license.usage ?? "owned";
  const disputed = record.verification.disputed.filter(({ tier, shown, other }) =>
    answers.models.some(
      ({ model, conflicts }) =>
        model === tier && conflicts.some((conflict) => conflict.shown === shown && conflict.other === other),
    ),
  );
  for (const id of evidenceIdsIn(disputed)) cited.add(id);
  return {
    schemaVersion,
    slug: record.slug,
    name: record.name,
    kind: usage.kind,
    asOf: record.asOf,
    currency: usage.currency,
    modelCount: usage.modelCount,
    ...(region && regions && { regions, referenceRegion, region: region.name }),
    total: asked.length,
    ...answers,
    evidence: record.evidence.filter(({ id }) => cited.has(id)),
    verification: { ...record.verification, disputed },
    license: { usage: license },
    ...(license === "restricted" && record.licenseNote !== undefined && { licenseNote: record.licenseNote }),
    links: record.links,
    source: record.source,
    attribution: record.attribution,
  };
}
