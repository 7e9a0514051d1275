import { Decimal } from "decimal.js";
import { parse as parseHost } from "tldts";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { type Day, HttpUrl } from "@/lib/schemas/primitives";
import { assembleMeters, type Meter, type MeterPrice, type Mode } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import {
  azureProduct,
  cacheWriteMeter,
  LLMRATES_PROVIDERS,
  meterPrice,
  ownModelId,
  type RateSlug,
  rateSubject,
  tokenDoubt,
  tokenPrice,
} from "../shared/usage-providers-more";

const FIELDS = [
  "inputPricePerMillion",
  "cachedInputPricePerMillion",
  "outputPricePerMillion",
  "thinkingOutputPricePerMillion",
  "cachedWritePricePerMillion",
  "imagePrice",
  "imagePricePerMillion",
  "characterPricePerMillion",
  "audioPricePerHour",
  "audioPricePerMillion",
  "videoPrice",
  "videoPricePerSecond",
  "videoPricePerMillion",
  "trackPrice",
  "pagePrice",
  "searchPricePerThousand",
] as const;
type Field = (typeof FIELDS)[number];

const amount = z.number().nullish();
const Row = z.object({
  ...(Object.fromEntries(FIELDS.map((field) => [field, amount])) as Record<Field, typeof amount>),
  processingTier: z.string(),
  tokenTierMin: z.number().nullable(),
  tokenTierMax: z.number().nullable(),
  tierLabel: z.string().nullable(),
  priceUnit: z.string(),
  region: z.string().nullable(),
  sourceUrl: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

const Entry = z.object({
  name: z.string(),
  slug: z.string(),
  contextWindow: z.number().nullable(),
  maxOutput: z.number().nullable(),
  deprecatedAt: z.string().nullable(),
  provider: z.object({ slug: z.string() }),
  prices: z.array(Row),
});
type Entry = z.infer<typeof Entry>;

export const Dataset = z.object({
  providers: z.array(z.object({ slug: z.string(), website: z.string(), pricingUrl: z.string().nullable() })),
  models: z.array(Entry),
});

/** The terms of one price. It applies to requests longer than `min` and up to `max`. */
export type PriceTerms = {
  tier: string;
  label: string | null;
  region: string | null;
  currency: string;
  min: number;
  max?: number | null;
};

export type ModelRef = { provider: string; id: string; contextWindow?: number | null };

const MODES: Record<string, Mode> = {
  standard: "standard",
  batch: "batch",
  flex: "flex",
  priority: "priority",
  off_peak: "off_peak",
};

const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

/** Providers that bill in CNY. The others are read in USD only. */
const IN_CNY = new Set(["minimax", "moonshot", "qwen", "siliconflow", "stepfun", "volcano-ark", "zhipu"]);

/** OpenAI's long-context prices apply to requests with more than this many tokens. */
const OPENAI_LONG_CONTEXT = 272_000;

const MISREAD: Record<string, string> = {
  "openai/o3-deep-research": "standard price misread from the batch table",
  "openai/o4-mini-2025-04-16": "standard price misread from the table of tuned models",
};

/** The parser confused the price of cached input with that of input. */
const CACHED_AS_INPUT = new Set(["@cf/moonshotai/kimi-k2.6", "@cf/moonshotai/kimi-k2.7-code", "@cf/zai-org/glm-5.2"]);

/** Providers whose video prices the list took from a per-second column. */
const IN_SECONDS = new Set(["google-gemini", "vertex-ai"]);

const IMAGE_MODELS = /image|banana/i;

/** Returns the meter of one priced field, or why it cannot be read. */
export function readField(
  model: ModelRef,
  field: string,
  value: Decimal,
  terms: PriceTerms,
): MeterPrice | { reject: string } {
  const { provider, id } = model;
  if (terms.currency !== (IN_CNY.has(provider) ? "CNY" : "USD"))
    return { reject: "price in a second currency beside the one billed" };
  if (terms.region !== null && terms.region !== "china_mainland")
    return { reject: "region billed in another currency: converted on the page" };
  const mode = MODES[terms.tier];
  if (!mode) return { reject: `no such mode in rate cards: ${terms.tier}` };

  if (provider === "openai" && id.startsWith("gpt-5.6") && mode === "priority")
    return { reject: "priority price left standing when the others were cut" };

  if (provider === "cloudflare" && field === "inputPricePerMillion" && CACHED_AS_INPUT.has(id))
    return { reject: "price of cached input misread as that of input" };

  let { label, min: from } = terms;
  let when = mode === "off_peak" ? "off-peak hours" : null;
  let medium: "text" | "audio" | "image" = "text";
  if (label === "long_context") {
    from = OPENAI_LONG_CONTEXT;
    label = null;
  } else if (label === "audio") medium = "audio";
  else if (label === "image" || label === "images") medium = "image";
  const isPlain =
    label === null ||
    /^(?:text|text\/image\/video|audio|images?|Global(?: cross-region)?|off_peak|Batch|Image generation)$/.test(
      label,
    ) ||
    /^输入(?:长度)? ?[[(][\d.]+k?(?:, ?(?:[\d.]+k?|\+∞)[\])]|\+\))$/.test(label);
  if (label !== null && /输出/.test(label)) return { reject: "price depends on the length of the answer" };

  if (/PerMillion$/.test(field) && field !== "characterPricePerMillion") {
    if (!isPlain) return { reject: "label of the price not understood" };
    if (/^(?:image|audio|video)PricePerMillion$/.test(field))
      return { reject: "price per million of an unstated direction" };
    let name: string;
    switch (field) {
      case "inputPricePerMillion":
        name = medium === "text" ? "inputTokens" : medium === "audio" ? "audioInputTokens" : "imageInputTokens";
        break;
      case "outputPricePerMillion":
        name = medium === "text" ? "outputTokens" : medium === "audio" ? "audioOutputTokens" : "imageOutputTokens";
        break;
      case "cachedInputPricePerMillion":
        name =
          medium === "text"
            ? "cachedInputTokens"
            : medium === "audio"
              ? "cachedAudioInputTokens"
              : "cachedImageInputTokens";
        break;
      case "thinkingOutputPricePerMillion":
        name = "reasoningTokens";
        break;
      default:
        name = cacheWriteMeter(id);
    }
    if (name === "audioOutputTokens" && value.lt("0.1")) return { reject: "price per minute filed as that of tokens" };
    if (name === "outputTokens" && IMAGE_MODELS.test(id) && value.lt("0.2"))
      return { reject: "price per image filed as that of tokens" };
    const doubt = tokenDoubt(name, value);
    return doubt ? { reject: doubt } : tokenPrice(name, value, { mode, from, when });
  }

  if (label !== null && !isPlain) {
    if (isChinese(label) || /priceOf|\$|count/.test(label)) return { reject: "label of the price not understood" };
    when = label.replace(/^(?:Small|Large)erthan/, (word) => (word.startsWith("S") ? "up to " : "above "));
  }
  switch (field) {
    case "imagePrice":
      return meterPrice("images", "image", 1, value, { mode, when });
    case "characterPricePerMillion":
      return value.lt("0.5")
        ? { reject: "implausibly low: wrong unit" }
        : meterPrice("characters", "character", 1_000_000, value, { mode, when });
    case "audioPricePerHour":
      return meterPrice("audioMinutes", "minute", 1, value.div(60), { mode, when });
    case "videoPricePerSecond":
      return meterPrice("videoSeconds", "second", 1, value, { mode, when });
    case "videoPrice":
      return IN_SECONDS.has(provider)
        ? meterPrice("videoSeconds", "second", 1, value, { mode, when })
        : { reject: "price per video: its length is not stated" };
    case "trackPrice":
      return meterPrice("tracks", "track", 1, value, { mode, when });
    case "pagePrice":
      return meterPrice("pages", "page", 1000, value, { mode, when });
    case "searchPricePerThousand":
      return /rerank/i.test(id)
        ? meterPrice("rerankQueries", "query", 1000, value, { mode, when })
        : meterPrice("searches", "search", 1000, value, { mode, when });
    default:
      return { reject: "price key not known" };
  }
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

type Qualified = {
  name: string;
  status?: "deprecated" | "retired";
  effectiveFrom?: string;
  /** Last day on which the price applies. */
  until?: string;
  isLimited?: true;
  when?: string;
};

/** Splits off a page's text after a model's name: dates, availability, image size. */
export function qualifiedName(given: string): Qualified {
  const date = /\b(through|from|starting|beginning) ([a-z]+) (\d+)(?:st|nd|rd|th)?, (\d{4})/i.exec(given);
  const bare = given
    .replace(
      /\(?(?:(?:promotional|standard) price )?\*? ?(?:through|from|starting|beginning) [a-z]+ \d+\w*, \d{4}\)?/gi,
      "",
    )
    .replace(/[(（][^)）]*(?:deprecated|retired|limited availability|Azure|已下线)[^)）]*[)）]/gi, "")
    .replace(/\*/g, "")
    .trim();
  const qualified: Qualified = { name: bare };
  if (/retired|已下线/.test(given)) qualified.status = "retired";
  else if (/deprecated/i.test(given)) qualified.status = "deprecated";
  if (/limited availability/i.test(given)) qualified.isLimited = true;
  if (date?.[1] && date[2]) {
    const month = MONTHS.indexOf(date[2].toLowerCase()) + 1;
    const day = `${date[4]}-${String(month).padStart(2, "0")}-${date[3]?.padStart(2, "0")}`;
    if (date[1].toLowerCase() === "through") qualified.until = day;
    else qualified.effectiveFrom = day;
  }
  const size = /^([\w.]+) \((.+)\)$/.exec(bare);
  if (size?.[1] && size[2] && /^[a-z\d_.]+$/.test(size[1])) {
    qualified.name = size[1];
    qualified.when = size[2];
  }
  return qualified;
}

const hyphened = (name: string) => name.toLowerCase().replace(/[()]/g, "").trim().replace(/\s+/g, "-");

/** Vertex AI's ids of models that the page names by their display name. */
const VERTEX_IDS: Record<string, string> = {
  "gemini-3.1-pro": "gemini-3.1-pro-preview",
  "gemini-3-flash": "gemini-3-flash-preview",
  "gemini-3-pro": "gemini-3-pro-preview",
  "gemini-embedding": "gemini-embedding-001",
  "gemini-omni-flash": "gemini-omni-flash-preview",
  "imagen-3": "imagen-3.0-generate-002",
  "imagen-3-fast": "imagen-3.0-fast-generate-001",
  "imagen-4": "imagen-4.0-generate-001",
  "imagen-4-fast": "imagen-4.0-fast-generate-001",
  "imagen-4-ultra": "imagen-4.0-ultra-generate-001",
  "veo-2": "veo-2.0-generate-001",
  "veo-3": "veo-3.0-generate-001",
  "veo-3-fast": "veo-3.0-fast-generate-001",
  "veo-3.1": "veo-3.1-generate-001",
  "veo-3.1-fast": "veo-3.1-fast-generate-001",
  "opus-5": "claude-opus-5",
};
const VERTEX_OWN = /^(?:gemini-(?:2\.0-flash|2\.5-|3[.-])|claude-(?:fable|haiku|opus|sonnet)-\d)/;
const AZURE_OWN =
  /^(?:gpt-(?:4\.1|5)(?:[.\w-]*)|o1|o1-mini|o1-preview|o3-pro|codex-mini|deepseek-(?:r1|v3|v3\.\d|v4-flash|v4-pro)|grok-(?:3|3-mini|4)|gpt-oss-120b|mai-ds-r1)$/;
const AZURE_CASED: Record<string, string> = { "mai-ds-r1": "MAI-DS-R1" };

/** Returns the platform's own id of a model, or why no id is certain. */
export function llmratesModelId(
  provider: string,
  entry: { slug: string; name: string; sourceUrl: string | null },
): string | { reject: string } {
  const { slug, name, sourceUrl } = entry;
  const noId = { reject: "display name without a certain model id" };
  switch (provider) {
    case "anthropic":
      return hyphened(name);
    case "google-gemini":
      return slug.replace(/-nano-banana.*$/, "").replace(/-live-api$/, "-live");
    case "openrouter":
    case "deepinfra": {
      const own = sourceUrl && new URL(sourceUrl).pathname.slice(1);
      return own || noId;
    }
    case "novita": {
      const tail = sourceUrl?.split("/").at(-1) ?? "";
      const flat = tail.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      if (!tail) return noId;
      if (flat === slug) return tail;
      return slug.endsWith(`-${flat}`) ? `${slug.slice(0, -flat.length - 1)}/${tail}` : noId;
    }
    case "fireworks":
      return hyphened(name)
        .replaceAll(".", "p")
        .replace(/^openai-/, "");
    case "azure-ai": {
      const id = hyphened(name);
      return AZURE_OWN.test(id) && !/longco|shortco|\d{4}$/.test(id) ? (AZURE_CASED[id] ?? id) : noId;
    }
    case "vertex-ai": {
      const id = hyphened(name.replace(/\s*\((?:Nano|Live).*$/i, ""));
      if (VERTEX_IDS[id]) return VERTEX_IDS[id];
      if (/live|computer|image-generation/.test(id)) return noId;
      return VERTEX_OWN.test(id) ? id.replace(/^(claude-.*)$/, (own) => own.replaceAll(".", "-")) : noId;
    }
    case "cohere":
    case "mistral":
    case "groq":
    case "perplexity":
    case "opencode-zen":
    case "ai21":
      return slug;
    case "zhipu":
    case "qwen":
      return name.toLowerCase();
    default:
      return name;
  }
}

const termsOf = (row: Row): PriceTerms => ({
  tier: row.processingTier,
  label: row.tierLabel,
  region: row.region,
  currency: row.priceUnit,
  min: row.tokenTierMin ?? 0,
  max: row.tokenTierMax,
});

type Model = {
  row: string;
  entry: Entry;
  slug: RateSlug;
  id: string;
  qualified: Qualified;
};

type Priced = { field: string; value: Decimal; terms: PriceTerms };
type Doubt = { field: string; reason: string };

/** Returns the meters of one model from its priced fields. A price of 0 does not make a model free. */
export function readMeters(
  model: ModelRef,
  priced: readonly Priced[],
  when: string | null = null,
): { meters: Meter[]; doubts: Doubt[] } {
  const found: MeterPrice[] = [];
  const doubts: Doubt[] = [];
  const ends = new Map<string, (number | null)[]>();
  for (const { field, value, terms } of priced) {
    if (value.lte(0)) continue;
    const one = readField(model, field, value, terms);
    if ("reject" in one) {
      doubts.push({ field, reason: one.reject });
      continue;
    }
    found.push(when ? { ...one, key: { ...one.key, when } } : one);
    const meter = `${one.key.mode} ${one.key.name}`;
    ends.set(meter, [...(ends.get(meter) ?? []), terms.max ?? null]);
  }
  if (doubts.some(({ reason }) => reason === "price depends on the length of the answer"))
    return { meters: [], doubts };
  const has = (name: string) => found.some(({ key }) => key.name === name);
  const isLone =
    IN_CNY.has(model.provider) && has("inputTokens") !== has("outputTokens") && !/embed|rerank|bge|gte/i.test(model.id);
  if (isLone) {
    doubts.push({ field: "token prices", reason: "price of input or output alone: of which unit is not certain" });
    return { meters: assembleMeters(found.filter(({ key }) => key.unit !== "token")), doubts };
  }
  const based = new Set(found.filter(({ key }) => key.from === 0).map(({ key }) => `${key.mode} ${key.name}`));
  const meters = assembleMeters(found.filter(({ key }) => based.has(`${key.mode} ${key.name}`)));
  return { meters: meters.map((meter) => bounded(meter, ends, model.contextWindow ?? null)), doubts };
}

/** Returns the meter with the bound of its last tier, if the page gives one below the model's context window. */
function bounded(meter: Meter, ends: ReadonlyMap<string, (number | null)[]>, contextWindow: number | null): Meter {
  const own = ends.get(`${meter.mode} ${meter.name}`) ?? [];
  const last = own.includes(null) ? 0 : Math.max(0, ...own.map(Number));
  if (last === 0 || (contextWindow !== null && last >= contextWindow)) return meter;
  const prices = meter.prices.map((price) => ({ ...price, upTo: price.upTo ?? last }));
  return { ...meter, tierMode: "cliff", prices };
}

const pricedOf = (rows: readonly Row[]): Priced[] =>
  rows.flatMap((row) =>
    FIELDS.flatMap((field) => {
      const value = row[field];
      return value === null || value === undefined ? [] : [{ field, value: new Decimal(value), terms: termsOf(row) }];
    }),
  );

const refOf = ({ entry, id }: Model): ModelRef => ({
  provider: entry.provider.slug,
  id,
  contextWindow: entry.contextWindow,
});

/** Returns the conditions of all prices of a model, from its heading and the labels of its rows. */
function notesOf({ entry, qualified }: Model): string | undefined {
  const every = (is: (row: Row) => boolean) => entry.prices.length > 0 && entry.prices.every(is);
  const notes = [
    every(({ tierLabel }) => tierLabel === "Global") && "Price of global deployments.",
    IN_SECONDS.has(entry.provider.slug) &&
      entry.prices.some(({ videoPrice }) => videoPrice) &&
      "The list files the price as that of a video; Google bills the second.",
    qualified.until && `Price through ${qualified.until}.`,
    qualified.isLimited && "Limited availability.",
  ];
  return notes.filter(Boolean).join(" ") || undefined;
}

const currencyOf = (provider: string) => (IN_CNY.has(provider) ? "CNY" : "USD");

function ownPage(entry: Entry): string | null {
  const found = HttpUrl.safeParse(entry.prices.find((row) => row.sourceUrl)?.sourceUrl);
  return found.success ? found.data : null;
}

const siteOf = (url: string) => parseHost(url).domain;

function currentReading(
  model: Model,
  { day, url }: State,
  vendorSites: ReadonlySet<string>,
  priced: readonly Priced[],
  rejects: Reject[],
): Reading<RatesFact> | null {
  const { entry, qualified } = model;
  const ref = refOf(model);
  const { meters, doubts } = readMeters(ref, priced, qualified.when ?? null);
  for (const { field, reason } of doubts) rejects.push({ row: `${model.row} ${field}`, reason });
  if (meters.length === 0) {
    if (doubts.length === 0)
      rejects.push({
        row: model.row,
        reason: entry.prices.length > 0 ? "every price is 0: unknown, not free" : "no price",
      });
    return null;
  }
  const gone = entry.deprecatedAt?.slice(0, 10);
  const page = ownPage(entry);
  const site = page && siteOf(page);
  const note = [gone && `The list marks the model as gone on ${gone}.`, notesOf(model)].filter(Boolean).join(" ");
  const contextWindow = entry.contextWindow;
  const maxOutput = entry.maxOutput;
  return {
    subject: rateSubject(model.slug),
    trust: page && site && vendorSites.has(site) && !gone ? "A" : "B",
    observedAt: day,
    ...(qualified.effectiveFrom && { effectiveFrom: qualified.effectiveFrom }),
    evidence: {
      url: page ?? url,
      via: url,
      ...(note && { note }),
    },
    fact: {
      kind: "rates",
      model: model.id,
      ...(contextWindow && contextWindow > 0 && { contextWindow }),
      ...(maxOutput && maxOutput > 0 && { maxOutput }),
      ...(qualified.status === "deprecated" && { status: "deprecated" }),
      currency: currencyOf(ref.provider),
      meters,
    },
  };
}

/**
 * Of one model under several headings, returns the one on the page today; a promotion takes precedence over the regular
 * price.
 */
function withoutTwins(models: readonly Model[], rejects: Reject[]): Model[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const id = [model.slug, model.id, model.qualified.effectiveFrom, model.qualified.when].join(" ");
    groups.set(id, [...(groups.get(id) ?? []), model]);
  }
  const rank = (model: Model) =>
    [model.entry.deprecatedAt ? 1 : 0, model.qualified.until ? 0 : 1, model.qualified.status ? 1 : 0].join("");
  return [...groups.values()].flatMap((group) => {
    const [best, ...twins] = [...group].sort((a, b) => {
      const [x, y] = [`${rank(a)} ${a.row}`, `${rank(b)} ${b.row}`];
      return x < y ? -1 : x > y ? 1 : 0;
    });
    for (const twin of twins) rejects.push({ row: twin.row, reason: `same model as "${best?.row}"` });
    return best ? [best] : [];
  });
}

/** Joins prices of one model that the list has as several entries, one per size or sound, into one entry. */
function joined(models: readonly Model[]): { model: Model; parts: Model[] }[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const id = [model.slug, model.id, model.qualified.effectiveFrom].join(" ");
    groups.set(id, [...(groups.get(id) ?? []), model]);
  }
  return [...groups.values()].flatMap((parts) => (parts[0] ? [{ model: parts[0], parts }] : []));
}

type State = { day: Day; url: string };

/** Reads the dataset at `url` as of `day`. A model that is gone by then has no price on that day. */
export function llmratesList(dataset: unknown, { day, url }: State): AdapterResult {
  const { providers, models: all } = Dataset.parse(dataset);
  const isGone = ({ deprecatedAt }: Entry) => deprecatedAt !== null && deprecatedAt.slice(0, 10) < day;
  const rejects: Reject[] = [];

  const sites = new Map(
    providers.map(({ slug, website, pricingUrl }) => [
      slug,
      new Set([website, pricingUrl].flatMap((url) => (url && siteOf(url)) || [])),
    ]),
  );
  const models = all
    .filter((entry) => !isGone(entry))
    .flatMap((entry): Model[] => {
      const provider = entry.provider.slug;
      const row = `${provider}/${entry.slug}`;
      const reject = (reason: string): Model[] => {
        rejects.push({ row, reason });
        return [];
      };
      const misread = MISREAD[row];
      if (misread) return reject(misread);
      const mapping = LLMRATES_PROVIDERS[provider] ?? { reject: `provider not in the table: ${provider}` };
      if (typeof mapping !== "string") return reject(mapping.reject);
      const qualified = qualifiedName(entry.name);
      const given = llmratesModelId(provider, {
        slug: entry.slug,
        name: qualified.name,
        sourceUrl: entry.prices.find((one) => one.sourceUrl)?.sourceUrl ?? null,
      });
      if (typeof given !== "string") return reject(given.reject);
      if (isChinese(given)) return reject("remark of the page behind the name: an expired or special price");
      const slug = mapping === "azure-openai" ? azureProduct(given) : mapping;
      const id = ownModelId(slug, given);
      if (qualified.status === "retired") return reject("marked as no longer sold");
      return [{ row, entry, slug, id, qualified }];
    });

  const readings = joined(withoutTwins(models, rejects)).flatMap(({ model, parts }) => {
    const vendorSites = sites.get(model.entry.provider.slug) ?? new Set<string>();
    const sized = parts.filter(({ qualified }) => qualified.when);
    if (sized.length > 1) {
      const found = sized.flatMap((part) => {
        const now = currentReading(part, { day, url }, vendorSites, pricedOf(part.entry.prices), rejects);
        return now ? [now] : [];
      });
      const [first] = found;
      if (!first) return [];
      return [{ ...first, fact: { ...first.fact, meters: mergeMeters(found.flatMap(({ fact }) => fact.meters)) } }];
    }
    const now = currentReading(model, { day, url }, vendorSites, pricedOf(model.entry.prices), rejects);
    return now ? [now] : [];
  });
  for (const { provider, slug } of all.filter(isGone))
    rejects.push({ row: `${provider.slug}/${slug}`, reason: "marked as no longer sold" });
  return { readings, rejects };
}

function mergeMeters(meters: readonly Meter[]): Meter[] {
  const merged = new Map<string, Meter>();
  for (const meter of meters) {
    const id = `${meter.mode} ${meter.name}`;
    const before = merged.get(id);
    merged.set(id, before ? { ...before, prices: [...before.prices, ...meter.prices] } : meter);
  }
  return [...merged.values()];
}
