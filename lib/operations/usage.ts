import { closest } from "fastest-levenshtein";
import * as z from "zod";
import { addDays } from "@/lib/catalog/day";
import { bytesOf, disputesByModel, pageBytes, Room } from "@/lib/catalog/fit";
import { evidenceIdsIn } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import { modelIn } from "@/lib/catalog/regions";
import { AppError, invalidField } from "@/lib/errors";
import { jsonBytes, shareText } from "@/lib/json-text";
import { onceFor } from "@/lib/once-for";
import { Name, type Resolved } from "@/lib/schemas/name";
import type { Day } from "@/lib/schemas/primitives";
import { Meter, type PricingRecord, type Usage, type UsageModel, type Verification } from "@/lib/schemas/record";
import { type UsageAnswer, UsageReply } from "@/lib/schemas/usage";
import { counterNames, counterOf } from "@/lib/tco/counters";
import { warnOfAnnounced } from "@/lib/usage/announced";
import { briefEstimate, briefUsage } from "@/lib/usage/brief";
import { type ExactEstimate, estimate, type Maker, rankModels, warnOfMakerFee } from "@/lib/usage/estimate";
import { lineOf, modelNamed, modelOfAlias, nearestModels } from "@/lib/usage/find-model";
import { holdsWords, isSpecial, isTextWorkload } from "@/lib/usage/market";
import { modelAt } from "@/lib/usage/meant-model";
import { makerOf, regionPrefix, withoutSeller } from "@/lib/usage/model-prefix";
import { countReasons, type Standing, standingModels } from "@/lib/usage/standing";
import { type Workload, WorkloadError } from "@/lib/usage/workload";
import type { Catalog } from "./catalog";
import { closest as nearest } from "./closest";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation, type OperationContext } from "./define";
import { askOneOf, isFamily } from "./families";
import { takenFor } from "./names";
import { newestDayOf, requireRecord } from "./pricing";
import { usageOfTiers } from "./tier-usage";
import { AsOf, requestedDay, SAMPLE_DAY, schemaVersion, today } from "./views";

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 50;
const ALL = "all";
/** Maximum number of regions in an error message. */
const LISTED_REGIONS = 60;
const MAX_QUANTITY = 1e15;
const MAX_OTHERS = 20;
/** Maximum number of units in an error message about a product without a card. */
const LISTED_UNITS = 10;
const SUGGESTIONS = 3;

const quantity = (description: string) => z.number().min(0).max(MAX_QUANTITY).optional().describe(description);

const Quantities = {
  inputTokens: quantity("Input tokens, including cached ones."),
  outputTokens: quantity("Output tokens, without reasoning tokens."),
  cachedInputTokens: quantity("Part of inputTokens read from the cache. Not billed twice."),
  cacheWriteTokens: quantity("Tokens written to a cache, in addition to inputTokens."),
  cacheWrite5mTokens: quantity("Tokens written to a 5-minute cache."),
  cacheWrite1hTokens: quantity("Tokens written to a 1-hour cache."),
  reasoningTokens: quantity(
    "Reasoning tokens, in addition to outputTokens. Billed as output unless priced separately.",
  ),
  audioInputTokens: quantity("Audio input tokens."),
  audioOutputTokens: quantity("Audio output tokens."),
  imageInputTokens: quantity("Image input tokens."),
  imageOutputTokens: quantity("Image output tokens."),
  images: quantity("Images generated."),
  videoSeconds: quantity("Seconds of video generated."),
  audioMinutes: quantity("Minutes of audio processed or generated."),
  characters: quantity("Characters processed or spoken."),
  pages: quantity("Pages processed."),
  requests: quantity("Requests, if billed per request."),
  searches: quantity("Web or index searches."),
  rerankQueries: quantity("Reranking queries."),
  messages: quantity("Messages sent."),
  storageGbMonths: quantity("Gigabytes stored times months."),
  egressGb: quantity("Gigabytes sent out of the provider's network."),
  instanceHours: quantity("Machine hours. 730 is one machine for a month."),
  computeSeconds: quantity("Seconds of compute."),
};

const bound = (description: string) => z.number().min(0).optional().describe(description);

const PAIR = /^([A-Za-z0-9](?:[A-Za-z0-9_.-]| ){0,100}):([0-9]{1,15}(?:[.][0-9]{1,9})?)$/;

type Input = z.infer<typeof UsageInput>;
const UsageInput = z.strictObject({
  slug: Name.describe("Product slug or name, for example openai-api."),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("ID or name of one model or service. Default: every one that prices the workload."),
  mode: Meter.shape.mode.default("standard").describe("Pricing mode."),
  ...Quantities,
  quantities: z
    .array(z.string().regex(PAIR, "must be a meter or unit and a number, for example writeRequests:1000"))
    .max(MAX_OTHERS)
    .optional()
    .describe("Other meters and units as name:number, comma-separated."),
  promptTokensPerRequest: quantity("Tokens per prompt. Selects the price if prices depend on prompt length."),
  when: z
    .string()
    .max(200)
    .transform((text) => text || undefined)
    .optional()
    .describe("Price condition, as worded on the rate card, for example high search context."),
  region: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Region as named on the rate card, or all. Default: its reference region."),
  group: z.string().min(1).max(200).optional().describe("Only this heading of the rate card."),
  q: z.string().trim().min(1).max(200).optional().describe("Only models whose name has these words."),
  minVcpus: bound("Minimum number of vCPUs."),
  maxVcpus: bound("Maximum number of vCPUs."),
  minMemoryGb: bound("Minimum memory in GB."),
  maxMemoryGb: bound("Maximum memory in GB."),
  asOf: AsOf,
  depth: z
    .enum(["full", "summary"])
    .default("full")
    .describe("full: with rate cards and evidence. summary: estimates only, or a short page of the card."),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Estimates (default ${DEFAULT_LIMIT}) or models per page. If set, the response may exceed 150 KB.`),
  cursor: Cursor,
});

export const estimateLlmCost = defineOperation({
  name: "estimate_llm_cost",
  summary: "Get a rate card and estimate a workload",
  description:
    "Returns one provider's usage prices by model, mode and region: tokens, images, requests, machine hours, storage and other meters. Quantities are named like the meters, or the units of tiers and overages. If any is set, also returns the cost on one model, or on every current model that prices it, cheapest first. A quantity without a price in the mode and region is listed in unpriced and makes the total null, never 0. Cite links.page.",
  tag: "Usage",
  http: {
    method: "GET",
    path: "/api/v2/usage/{slug}",
    cache: "public",
    ofProducts: true,
    headers: ({ input: { slug, ...query }, body, site }) =>
      nextLink(`${site.url}/api/v2/usage/${slug}`, query, body.next),
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found", "not_priced"],
  input: UsageInput,
  output: UsageReply,
  async handler({ catalog, now, room }, input) {
    const { cursor, limit: _limit, ...asked } = input;
    const byTier = await tierUsage({ catalog, now }, input);
    if (byTier) return asDeep(byTier, input);
    const card = await requireCard({ catalog, now }, input.slug, requestedDay(input.asOf, now));
    const catalogue = await catalog.editionOf(card.slug);
    const question = { asked: { ...asked, slug: card.slug }, catalogue, today: today(now) };
    const { day, after } = readCursor(cursor, question, Position);
    const asOf = input.asOf === undefined ? day : requestedDay(input.asOf, now);
    const read = requireRecord(catalog, card.slug, asOf, now);
    const record = read instanceof Promise ? await read : read;
    const { usage } = record;
    if (!usage) throw withoutCard(record);
    const region = regionOf(usage, input.region);
    const workload = workloadOf(input, record, region);
    if (cursor !== undefined && input.model !== undefined) {
      throw invalidField("cursor", "cannot be combined with `model`");
    }
    const model = input.model === undefined ? null : requireModel({ slug: card.slug, usage }, input, asOf);
    const models = model ? [model] : filtered(usage, region, input);
    const page = { start: after ?? 0, cursorAt: (at: number) => writeCursor(question, day, at) };
    const maker = model && workload ? await makerCard(catalog, record.slug, model, { asOf, now }) : null;
    const rated = { record, usage, region, models, maker, bytes: pageBytes(room, input.limit) };
    const answer = workload === null ? cardPage(rated, input, page) : estimated(rated, input, workload, page);
    const resolved = [...card.resolved];
    if (model && model.model !== input.model) {
      resolved.push(takenFor("model", input.model ?? "", model.model, model.name));
    }
    return resolved.length > 0 ? { ...answer, resolved } : answer;
  },
  sample: {
    slug: "google-compute-engine",
    model: "e2-standard-4",
    mode: "standard",
    ...Object.fromEntries(Object.keys(Quantities).map((name) => [name, 0])),
    instanceHours: 730,
    quantities: ["licenseHours:0"],
    promptTokensPerRequest: 0,
    when: "",
    region: "europe-west1",
    group: "E2",
    q: "e2",
    minVcpus: 2,
    maxVcpus: 8,
    minMemoryGb: 4,
    maxMemoryGb: 64,
    asOf: SAMPLE_DAY,
    depth: "summary",
    limit: 10,
    cursor: "",
  },
  examples: [
    {
      name: "oneModel",
      summary: "One million input tokens and 250,000 output tokens on one model",
      input: { slug: "openai-api", model: "gpt-4o", inputTokens: 1_000_000, outputTokens: 250_000 },
    },
    {
      name: "brief",
      summary: "The ten cheapest models, as a summary",
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
    { name: "noRateCard", summary: "A product without usage prices", input: { slug: "slack" } },
  ],
});

/** Returns the product whose card the request means. For a family: its only product with a card. */
async function requireCard({ catalog, now }: Pick<OperationContext, "catalog" | "now">, slug: string, asOf: Day) {
  const read = requireRecord(catalog, slug, asOf, now);
  const record = read instanceof Promise ? await read : read;
  if (record.usage) return { slug: record.slug, resolved: [] };
  const rated = new Set(await catalog.ratedProducts({ asOf, now }));
  if (!isFamily(record)) {
    const { candidates } = await catalog.meant(record.vendor.name);
    throw withoutCard(
      record,
      candidates.map((product) => product.slug).filter((other) => rated.has(other)),
    );
  }
  const members = record.members.filter((member) => rated.has(member.slug));
  const [only, ...others] = members;
  if (!only || others.length > 0) throw askOneOf(record, members, "slug", "has a rate card", COST_OF_USE);
  const because = `${record.name} is a family of ${record.members.length} products. Only ${only.name} has a rate card.`;
  const resolved: Resolved[] = [{ of: "product", asked: record.slug, taken: only.slug, because }];
  return { slug: only.slug, resolved };
}

const COST_OF_USE = "For a product whose tiers are priced by use, call calculate_tco with its slug and quantities.";

/** Returns the model's card at its maker, if its ID on another seller's card names the maker. */
async function makerCard(catalog: Catalog, card: string, { model }: UsageModel, view: { asOf: Day; now: Date }) {
  const maker = makerOf(card, model);
  const found = maker && (await catalog.record(maker.card, view));
  if (found?.status !== "found" || !found.record.usage) return null;
  const { name, usage } = found.record;
  const own = usage.models.find((one) => one.model === maker?.model);
  return own ? { name, currency: usage.currency, model: own } : null;
}

function withoutCard(record: PricingRecord, suggestions: readonly string[] = []): AppError {
  const names = isFamily(record) ? [] : counterNames(record).slice(0, LISTED_UNITS);
  const others = names.length > 0 ? ` It can be counted by ${names.join(", ")}, in quantities.` : "";
  const message = `"${record.slug}" has no rate card: no usage prices are known.${others}`;
  return new AppError("not_priced", message, suggestions.length > 0 ? { suggestions } : {});
}

/** Number of models on earlier pages. */
const Position = z.number().int().min(0).max(1_000_000);

/** Null: the card has no regional prices. */
type Region = { name: string; assumed: boolean } | null;

function regionOf({ regions = [], referenceRegion }: Usage, asked: string | undefined): Region {
  if (referenceRegion === undefined) {
    if (asked === undefined || asked === ALL) return null;
    throw invalidField("region", "must be omitted, because this rate card has no regional prices");
  }
  if (asked === undefined) return { name: referenceRegion, assumed: true };
  const found = [ALL, ...regions].find((region) => region.toLowerCase() === asked.toLowerCase());
  if (found) return { name: found, assumed: false };
  const suggestions = nearest(asked, regions);
  const listed = regions.slice(0, LISTED_REGIONS).join(", ");
  const message = `is not a region of this rate card; did you mean "${suggestions[0]}"? Regions: ${listed}${regions.length > LISTED_REGIONS ? " …" : ""}`;
  throw new AppError("invalid_request", `region: ${message}`, { errors: [{ path: "region", message }], suggestions });
}

const FILTERS = ["group", "q", "minVcpus", "maxVcpus", "minMemoryGb", "maxMemoryGb"] as const;

function requireModel({ slug, usage }: { slug: string; usage: Usage }, input: Input, day: Day): UsageModel {
  const { model: named = "" } = input;
  const exact = usage.models.find((one) => one.model === named);
  const { model: asked, otherCard } = exact ? { model: named, otherCard: null } : withoutSeller(slug, named);
  if (otherCard !== null) {
    const message = `names another seller; use slug "${otherCard}" for it, or omit the prefix`;
    throw new AppError("invalid_request", `model: ${message}`, { errors: [{ path: "model", message }] });
  }
  const region = regionPrefix(asked);
  const inRegion = region === null ? usage.models : usage.models.filter((one) => regionPrefix(one.model) === region);
  const anywhere = usage.models.filter((one) => regionPrefix(one.model) === null);
  const byName = modelNamed(inRegion, asked).one ?? (region === null ? null : modelNamed(anywhere, asked).one);
  // A model line without a version means its newest model.
  const newest = /\d/.test(asked) ? null : modelAt({ models: inRegion }, asked, day);
  const model = lineOf(asked) === null ? (byName ?? newest) : modelOfAlias(byName, newest);
  const filter = FILTERS.find((name) => input[name] !== undefined);
  if (model && filter && !filtered(usage, null, input).includes(model)) {
    throw invalidField(filter, `excludes the requested model ${model.model}; omit the filter or the model`);
  }
  if (model) return model;
  const near = [inRegion, anywhere, usage.models].find(({ length }) => length > 0) ?? [];
  const inUse = near.filter(({ status }) => status !== "retired");
  const suggestions = nearestModels(inUse, asked, SUGGESTIONS);
  const [nearest] = suggestions;
  const hint = nearest ? `; did you mean "${nearest}"?` : ". Omit it to get the card, or use discover to find sellers.";
  const message = `is not on this rate card${hint}`;
  throw new AppError("invalid_request", `model: ${message}`, { errors: [{ path: "model", message }], suggestions });
}

/**
 * A model with an unknown value never passes a filter. If the request names a region, only models priced there pass.
 */
function filtered({ models }: Usage, region: Region, input: Input): readonly UsageModel[] {
  const isWhole = FILTERS.every((name) => input[name] === undefined);
  if (isWhole && (region === null || region.assumed)) return models;
  const { q = "" } = input;
  const group = input.group === undefined ? undefined : requireGroup(models, input.group);
  const within = (value: number | undefined, [min, max]: [number | undefined, number | undefined]) =>
    (min === undefined || (value !== undefined && value >= min)) &&
    (max === undefined || (value !== undefined && value <= max));
  if ((input.minVcpus ?? 0) > (input.maxVcpus ?? Infinity))
    throw invalidField("minVcpus", "must not be greater than maxVcpus");
  if ((input.minMemoryGb ?? 0) > (input.maxMemoryGb ?? Infinity)) {
    throw invalidField("minMemoryGb", "must not be greater than maxMemoryGb");
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
  if (groups.length === 0) throw invalidField("group", "must be omitted, because this rate card has no headings");
  const suggestions = nearest(asked, groups);
  const message = `is not a heading of this rate card; did you mean "${suggestions[0]}"?`;
  throw new AppError("invalid_request", `group: ${message}`, { errors: [{ path: "group", message }], suggestions });
}

/** Returns the model with the prices of one region. */
function shownIn(model: UsageModel, region: Region): UsageModel {
  const card = region === null || region.name === ALL ? model : cardOf(model, region.name);
  shareText([card]);
  return card;
}

const lastShown = new WeakMap<UsageModel, { region: string; card: UsageModel }>();

/** Caches one region per model, because most requests are for the reference region. */
function cardOf(model: UsageModel, region: string): UsageModel {
  const held = lastShown.get(model);
  if (held?.region === region) return held.card;
  const card = modelIn(model, region);
  lastShown.set(model, { region, card });
  return card;
}

interface Asked {
  record: PricingRecord;
  usage: Usage;
  region: Region;
  /** The models that the request is about. */
  models: readonly UsageModel[];
  /** The requested model at its maker, if the card is another seller's. */
  maker: Maker | null;
  /** Maximum size of the response. */
  bytes: number;
}

/** The start of a page of a list, and the cursor of the next page. */
interface Page {
  start: number;
  cursorAt(position: number): string;
}

/** Returns the cursor of the next page, or null at the end of the list. */
function nextOf({ start, cursorAt }: Page, shown: number, all: number): string | null {
  const end = start + shown;
  return end < all ? cursorAt(end) : null;
}

function asDeep(answer: UsageAnswer, { depth }: Pick<Input, "depth">): UsageReply {
  return depth === "summary" ? briefUsage(answer) : answer;
}

/** Returns the models after the first `start`: at most the requested number, and only those that fit. */
function cardPage(asked: Asked, input: Input, page: Page): UsageReply {
  const limit = input.limit ?? (input.depth === "summary" ? DEFAULT_LIMIT : undefined);
  const rest = asked.models.slice(page.start, limit && page.start + limit);
  const shown = fitting(
    asked,
    input,
    rest.map((model) => shownIn(model, asked.region)),
  );
  return asDeep(answerOf(asked, { models: shown, next: nextOf(page, shown.length, asked.models.length) }), input);
}

/** Returns the models that fit in the response, at least one. */
function fitting(asked: Asked, { depth }: Input, models: readonly UsageModel[]): UsageModel[] {
  const frame = answerOf(asked, { models: [], next: null });
  if (depth === "full") {
    const disputes = disputesByModel(asked.record);
    const room = new Room(asked.bytes, asked.record.evidence);
    room.take({ ...frame, evidence: [] });
    return room.fill(models, { least: 1, with: ({ model }) => disputes.get(model) });
  }
  const room = new Room(asked.bytes, []);
  room.take(briefUsage(frame));
  const brief = room.fill(briefUsage({ ...frame, models: [...models] }).models, { least: 1 });
  return models.slice(0, brief.length);
}

/** For a model without a region on a card whose IDs name regions. */
const REGION_UNKNOWN = "No source states the region of this price. Prices in other regions may differ.";

const namesRegions = onceFor(({ models }: Usage) =>
  models.some(({ model }) => !["global", null].includes(regionPrefix(model))),
);

function lacksRegion(usage: Usage, { model }: UsageModel): boolean {
  return usage.referenceRegion === undefined && regionPrefix(model) === null && namesRegions(usage);
}

/** Returns the requested estimates, and the cards of the estimated models if there is room for them. */
function estimated(asked: Asked, input: Input, workload: Workload, page: Page): UsageReply {
  const { record, usage, region, models } = asked;
  try {
    const [only] = models;
    if (input.model !== undefined && only) {
      const whole = withItsModes(usage, only, record.asOf);
      const priced = warnOfAnnounced(estimate(whole, workload), whole, workload, record.asOf);
      const full = asked.maker ? warnOfMakerFee(priced, whole, asked.maker) : priced;
      const result = lacksRegion(usage, only) ? { ...full, warnings: [...full.warnings, REGION_UNKNOWN] } : full;
      const answers = { models: [shownIn(whole, region)], next: null, estimate: published(result) };
      return asDeep(answerOf(asked, answers), input);
    }
    const stands = models === usage.models ? standingOf(record) : standing(usage, models, record.asOf);
    const { models: ranked, notRanked } =
      usage.kind === "llm" && isTextWorkload(workload) ? withoutSpecial(stands) : stands;
    const { start } = page;
    const end = start + (input.limit ?? DEFAULT_LIMIT);
    const ranking = rankModels(ranked, workload, usage.currency, { start, end });
    const told = {
      ...(notRanked.length > 0 && { notRanked: countReasons(notRanked) }),
      estimateCount: ranking.count,
      unpricedModels: ranking.unpricedModels,
    };
    const rest = ranking.estimates.map(published);
    const byId = new Map(ranked.map((entry) => [entry.model, entry]));
    const cardsOf = (shown: typeof rest) =>
      shown.flatMap(({ model }) => byId.get(model) ?? []).map((entry) => shownIn(entry, region));
    const answerWith = (shown: typeof rest, models: UsageModel[]) => {
      const next = nextOf(page, shown.length, ranking.count);
      return asDeep(answerOf(asked, { models, next, estimates: shown, ...told }), input);
    };
    const whole = answerWith(rest, cardsOf(rest));
    // The text is measured here and sent later.
    shareText([whole]);
    if (fitsSurely(whole, rest.length, asked)) return whole;
    const isBrief = input.depth === "summary";
    const room = new Room(asked.bytes, isBrief ? [] : record.evidence);
    room.take({ ...asDeep(answerOf(asked, { models: [], next: null, estimates: [], ...told }), input), evidence: [] });
    const fits = room.fill(isBrief ? rest.map(briefEstimate) : rest, { least: 1 });
    const estimates = rest.slice(0, fits.length);
    const cards = cardsOf(estimates);
    const disputes = disputesByModel(record);
    const beside = isBrief ? cards : room.fill(cards, { with: ({ model }) => disputes.get(model) });
    const left = cards.length - beside.length;
    const answer = answerWith(estimates, beside);
    return left > 0 ? { ...answer, counts: { ...answer.counts, models: left } } : answer;
  } catch (error) {
    if (error instanceof WorkloadError) throw invalidField(error.meter, error.message);
    throw error;
  }
}

/** Maximum bytes around an entry, and in the fixed part of a response, that a Room counts twice. */
const AROUND = { entry: 32, answer: 1_000 };

/** Returns whether a Room would accept every entry, judged by the size of the whole response. */
function fitsSurely(whole: UsageReply, entries: number, { record, bytes }: Asked): boolean {
  return jsonBytes(whole).byteLength + 2 * entries * AROUND.entry + AROUND.answer + disputedBytes(record) <= bytes;
}

/** Size of all disputes with their evidence. */
const disputedBytes = onceFor(({ verification: { disputed }, evidence }: PricingRecord) => {
  const cited = evidenceIdsIn(disputed);
  return bytesOf({ disputed, evidence: evidence.filter(({ id }) => cited.has(id)) });
});

/** Adds the prices of IDs that name a mode of the model. */
function withItsModes({ kind, models }: Usage, model: UsageModel, day: Day): UsageModel {
  if (kind !== "llm") return model;
  const whole = standingModels(models, { day, withPast: true }).models;
  return whole.find((entry) => entry.model === model.model && entry.meters.length > model.meters.length) ?? model;
}

/** The standing models of the whole card. */
const standingOf = onceFor(({ usage, asOf }: PricingRecord) =>
  usage ? standing(usage, usage.models, asOf) : { models: [], notRanked: [] },
);

/** Only language models have snapshots. Other items are ranked as the card lists them. */
function standing({ kind }: Usage, models: readonly UsageModel[], day: Day): Standing {
  return kind === "llm" ? standingModels(models, { day, withPast: false }) : { models: [...models], notRanked: [] };
}

function withoutSpecial({ models, notRanked }: Standing): Standing {
  const left = models.filter(isSpecial).map((model) => ({ model, reason: "notText" as const }));
  return { models: models.filter((model) => !isSpecial(model)), notRanked: [...notRanked, ...left] };
}

/** Names of the meters that a card prices. */
const metersOf = onceFor(
  ({ models }: Usage) => new Set(models.flatMap(({ meters }) => meters.map(({ name }): string => name))),
);

function typedQuantities(input: Input): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const name of Object.keys(Quantities) as (keyof typeof Quantities)[]) {
    const value = input[name];
    if (value !== undefined) quantities.set(name, value);
  }
  return quantities;
}

/** Returns the named quantities, each with its path in the request. */
function pairsOf({ quantities = [] }: Input): { path: string; name: string; value: number }[] {
  return quantities.map((text, index) => {
    const [, name = "", value] = PAIR.exec(text) ?? [];
    return { path: `quantities.${index}`, name: name.trim(), value: Number(value) };
  });
}

/** Parameters that apply to rate cards only. */
const OF_CARDS = ["when", "promptTokensPerRequest", ...FILTERS, "cursor", "limit"] as const;

/**
 * Returns the cost of a month by tiers and extra costs if the request has a quantity that no rate card of the product
 * prices. Returns null for requests that a card answers.
 */
async function tierUsage({ catalog, now }: Pick<OperationContext, "catalog" | "now">, input: Input) {
  const typed = typedQuantities(input);
  const pairs = pairsOf(input);
  if (typed.size + pairs.length === 0) return null;
  const record = await requireRecord(catalog, input.slug, requestedDay(input.asOf, now), now);
  const { usage } = record;
  if (isFamily(record)) return null;
  if (!usage && pairs.length === 0 && ![...typed.keys()].some((name) => counterOf(record, name))) return null;
  // A meter of the card is counted by the card, whatever tiers share its name.
  const known = usage ? metersOf(usage) : null;
  const kinds = pairs.flatMap(({ name }) => (known?.has(name) ? [] : [counterOf(record, name)]));
  if (usage && kinds.every((counter) => !counter || "several" in counter || counter.kind === "meter")) return null;
  if (!usage && (record.tiers ?? []).every(({ priceStatus }) => priceStatus !== "published")) return null;
  const unusable = OF_CARDS.find((name) => input[name] !== undefined);
  if (unusable) throw invalidField(unusable, "must be omitted, because no rate card has a price for these quantities");
  if (input.mode !== "standard") throw invalidField("mode", "must be standard for a price that no rate card has");
  const quantities: Record<string, number> = Object.fromEntries(typed);
  for (const { path, name, value } of pairs) {
    if (quantities[name] !== undefined) throw invalidField(path, `${name} is set more than once`);
    quantities[name] = value;
  }
  return usageOfTiers(record, { quantities, model: input.model, region: input.region });
}

function workloadOf(
  input: Input,
  record: PricingRecord & { usage?: Usage | undefined },
  region: Region,
): Workload | null {
  const { usage } = record;
  if (!usage) return null;
  const quantities = typedQuantities(input);
  const known = metersOf(usage);
  for (const { path, name, value } of pairsOf(input)) {
    const counter = known.has(name) ? { name, factor: 1 } : counterOf(record, name);
    if (!counter || "several" in counter) {
      const names = counter ? counter.several : [...known];
      const nearest = names.length > 0 ? `; did you mean "${closest(name, names)}"?` : "";
      throw invalidField(path, `${name} is not a meter of this rate card${nearest}`);
    }
    if (quantities.has(counter.name)) throw invalidField(path, `${counter.name} is set more than once`);
    quantities.set(counter.name, value * counter.factor);
  }
  if (quantities.size === 0) return null;
  if (region?.name === ALL)
    throw invalidField("region", "must be a single region for an estimate; all returns the rate card only");
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
  const begun = conditions.filter((condition) => condition.toLowerCase().startsWith(asked.toLowerCase()));
  if (found ?? (begun.length === 1 && begun[0])) return found ?? (begun[0] as string);
  if (conditions.length === 0)
    throw invalidField("when", "must be omitted, because no price on this rate card has a condition");
  const suggestions = conditions.slice(0, SUGGESTIONS);
  const message = `is not a condition on this rate card; did you mean "${closest(asked, conditions)}"?`;
  throw new AppError("invalid_request", `when: ${message}`, { errors: [{ path: "when", message }], suggestions });
}

function published({ exact: _exact, ...shown }: ExactEstimate) {
  return shown;
}

/** A model has its own date and confidence, independent of the card's newest reading. */
function verificationOfModel({ asOf, evidence, verification }: PricingRecord, model: UsageModel): Verification {
  const { observedAt, confidence, conflicts } = model;
  const cited = idsIn(model);
  const behind = evidence.filter(({ id }) => cited.has(id));
  const nextVerificationAt = addDays(observedAt, POLICY.dueAfterDays);
  return {
    status: conflicts.length > 0 ? "disputed" : asOf > nextVerificationAt ? "stale" : "imported",
    verifiedAt: null,
    observedAt,
    nextVerificationAt,
    confidence,
    confidenceTerms: [],
    method: "dataset",
    source: behind.find(({ capturedAt }) => capturedAt === observedAt)?.publisher ?? verification.source,
    sources: new Set(behind.map(({ source }) => source)).size,
    disputed: [],
  };
}

type Answers = Pick<
  UsageAnswer,
  "models" | "next" | "estimate" | "estimates" | "estimateCount" | "unpricedModels" | "notRanked"
>;

/** IDs of the evidence that a model cites. */
const idsIn = onceFor((model: UsageModel) => evidenceIdsIn(model));

function answerOf({ record, usage, region, models: asked }: Asked, answers: Answers): UsageAnswer {
  const { regions, referenceRegion } = usage;
  const { models, ...others } = answers;
  const cited = evidenceIdsIn(others);
  for (const model of models) for (const id of idsIn(model)) cited.add(id);
  const license = record.license.usage ?? "owned";
  const disputed = record.verification.disputed.filter(({ tier, shown, other }) =>
    answers.models.some(
      ({ model, conflicts }) =>
        model === tier && conflicts.some((conflict) => conflict.shown === shown && conflict.other === other),
    ),
  );
  for (const id of evidenceIdsIn(disputed)) cited.add(id);
  const evidence = record.evidence.filter(({ id }) => cited.has(id));
  shareText(evidence);
  const only = asked.length === 1 ? asked[0] : undefined;
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
    evidence,
    verification: { ...(only ? verificationOfModel(record, only) : record.verification), disputed },
    license: { usage: license },
    ...(license === "restricted" && record.licenseNote !== undefined && { licenseNote: record.licenseNote }),
    links: record.links,
    source: record.source,
    attribution: record.attribution,
  };
}
