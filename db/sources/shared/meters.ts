import { Decimal } from "decimal.js";
import type { RatesFact } from "@/lib/schemas/observation";

export type Meter = RatesFact["meters"][number];
export type Mode = Meter["mode"];

/** The unit of a dataset's price key, and the conversion of its raw price to a unit price. */
export type MeterKey = {
  name: string;
  unit: string;
  per: number;
  mode: Mode;
  /** Raw price × factor = price of `per` units. */
  factor: number;
  /** Length of the request, in tokens, above which this price applies. */
  from: number;
  when: string | null;
  /** Of two keys for one price, the one with the lower rank wins. */
  rank: number;
};

/** `null`: not a price, or a price that another key of the model already states. */
export type KeyReading = MeterKey | { reject: string } | null;

export type MeterPrice = { key: MeterKey; price: Decimal };

/** The facts about the model that are needed to read its keys. */
export type KeyContext = {
  provider: string;
  model: string;
  /** The dataset's own label of the model's task: chat, embedding, image_generation … */
  mode?: string;
  /** Raw prices of the model's other keys. */
  prices: ReadonlyMap<string, Decimal>;
};

const MILLION = 1_000_000;
const THOUSAND = 1_000;

type Base = Pick<MeterKey, "name" | "unit" | "per" | "factor">;

const perMillion = (name: string, unit: string): Base => ({ name, unit, per: MILLION, factor: MILLION });
const perThousand = (name: string, unit: string): Base => ({ name, unit, per: THOUSAND, factor: THOUSAND });
const perOne = (name: string, unit: string): Base => ({ name, unit, per: 1, factor: 1 });
const minutesFromSeconds: Base = { name: "audioMinutes", unit: "minute", per: 1, factor: 60 };

const isClaude = (model: string) => /claude/i.test(model);
const cacheWriteName = (model: string) => (isClaude(model) ? "cacheWrite5mTokens" : "cacheWriteTokens");

/** Keys whose meaning does not depend on the model. */
const LITELLM_PLAIN: Record<string, Base> = {
  input_cost_per_token: perMillion("inputTokens", "token"),
  output_cost_per_token: perMillion("outputTokens", "token"),
  cache_read_input_token_cost: perMillion("cachedInputTokens", "token"),
  input_cost_per_token_cache_hit: perMillion("cachedInputTokens", "token"),
  cache_creation_input_token_cost_above_1hr: perMillion("cacheWrite1hTokens", "token"),
  output_cost_per_reasoning_token: perMillion("reasoningTokens", "token"),
  input_cost_per_audio_token: perMillion("audioInputTokens", "token"),
  output_cost_per_audio_token: perMillion("audioOutputTokens", "token"),
  cache_read_input_audio_token_cost: perMillion("cachedAudioInputTokens", "token"),
  cache_read_input_token_cost_per_audio_token: perMillion("cachedAudioInputTokens", "token"),
  cache_read_input_image_token_cost: perMillion("cachedImageInputTokens", "token"),
  input_cost_per_image_token: perMillion("imageInputTokens", "token"),
  output_cost_per_image_token: perMillion("imageOutputTokens", "token"),
  output_cost_per_video_token: perMillion("videoOutputTokens", "token"),
  citation_cost_per_token: perMillion("citationTokens", "token"),
  input_cost_per_audio_per_second: minutesFromSeconds,
  output_cost_per_video_per_second: perOne("videoSeconds", "second"),
  output_cost_per_second_1080p: perOne("videoSeconds", "second"),
  cost_per_image: perOne("images", "image"),
  output_cost_per_image_premium_image: perOne("images", "image"),
  output_cost_per_image_above_512_and_512_pixels: perOne("images", "image"),
  output_cost_per_image_above_512_and_512_pixels_and_premium_image: perOne("images", "image"),
  output_cost_per_image_above_1024_and_1024_pixels: perOne("images", "image"),
  output_cost_per_image_above_1024_and_1024_pixels_and_premium_image: perOne("images", "image"),
  input_cost_per_request: perThousand("requests", "request"),
  code_interpreter_cost_per_session: perOne("sessions", "session"),
  ocr_cost_per_page: perThousand("pages", "page"),
  annotation_cost_per_page: perThousand("annotatedPages", "page"),
  "search_context_cost_per_query.search_context_size_low": perThousand("searches", "search"),
  "search_context_cost_per_query.search_context_size_medium": perThousand("searches", "search"),
  "search_context_cost_per_query.search_context_size_high": perThousand("searches", "search"),
};

const LITELLM_WHEN: Record<string, string> = {
  output_cost_per_second_1080p: "1080p",
  output_cost_per_image_premium_image: "premium quality",
  output_cost_per_image_above_512_and_512_pixels: "above 512 × 512 pixels",
  output_cost_per_image_above_512_and_512_pixels_and_premium_image: "above 512 × 512 pixels, premium quality",
  output_cost_per_image_above_1024_and_1024_pixels: "above 1024 × 1024 pixels",
  output_cost_per_image_above_1024_and_1024_pixels_and_premium_image: "above 1024 × 1024 pixels, premium quality",
  "search_context_cost_per_query.search_context_size_low": "low search context",
  "search_context_cost_per_query.search_context_size_medium": "medium search context",
  "search_context_cost_per_query.search_context_size_high": "high search context",
};

const LITELLM_ALIASES = new Set(["input_cost_per_token_cache_hit", "cache_read_input_token_cost_per_audio_token"]);

const LITELLM_REJECTED: Record<string, string> = {
  input_cost_per_pixel: "price per pixel: no meter for it",
  output_cost_per_pixel: "price per pixel: no meter for it",
  ocr_cost_per_credit: "price per credit: the number of credits a page takes is not stated",
  cache_creation_input_audio_token_cost: "audio cache-write key holds the cached-read price: ambiguous",
  input_cost_per_video_per_second_above_8s_interval: "frame-interval price: the bound is ambiguous",
  input_cost_per_video_per_second_above_15s_interval: "frame-interval price: the bound is ambiguous",
  input_dbu_cost_per_token: "price in the vendor's own units, not money",
  output_dbu_cost_per_token: "price in the vendor's own units, not money",
  output_db_cost_per_token: "price in the vendor's own units, not money",
};

const isVertexGemini = (context: KeyContext) => context.provider.startsWith("vertex_ai-language");
// Entries from 2024, now deleted, that repeat the input prices of images and video for a model that only writes text.
const listsFalseOutputs = (context: KeyContext) => context.mode === undefined && isVertexGemini(context);
const has = (context: KeyContext, key: string) => context.prices.get(key)?.gt(0) ?? false;

/** Smaller than any price of an image, a second of video or a query, but usual for one of its tokens. */
const TOKEN_CEILING = new Decimal("0.00001");

function litellmDependent(base: string, context: KeyContext): Base | { reject: string } | null {
  const { mode, model, prices } = context;
  switch (base) {
    case "cache_creation_input_token_cost":
      return perMillion(cacheWriteName(model), "token");
    case "input_cost_per_character":
      return mode === "chat" || listsFalseOutputs(context)
        ? perMillion("inputCharacters", "character")
        : perMillion("characters", "character");
    case "output_cost_per_character":
      return perMillion("outputCharacters", "character");
    case "input_cost_per_second":
      if (model.includes("-commitment/")) return perOne("computeSeconds", "second");
      return mode === "audio_transcription" || mode === "audio_speech"
        ? minutesFromSeconds
        : { reject: "price per second: of what is not stated" };
    case "output_cost_per_second":
      if (mode === "video_generation") return perOne("videoSeconds", "second");
      if (has(context, "input_cost_per_second")) return null;
      if (mode === "audio_speech" && has(context, "output_cost_per_audio_token"))
        return { reject: "price per second is an estimate beside the token price" };
      return mode === "audio_transcription" || mode === "audio_speech"
        ? minutesFromSeconds
        : { reject: "price per second: of what is not stated" };
    case "input_cost_per_video_per_second":
      if (prices.get(base)?.lt(TOKEN_CEILING)) return { reject: "price per video second is that of a token" };
      return has(context, "output_cost_per_video_per_second") && !listsFalseOutputs(context)
        ? null
        : perOne("videoSeconds", "second");
    case "input_cost_per_image": {
      const price = prices.get(base);
      if (mode === "embedding") return perOne("images", "image");
      if (price?.lt(TOKEN_CEILING)) return perMillion("imageInputTokens", "token");
      if (
        mode === "image_generation" &&
        !has(context, "output_cost_per_image") &&
        /^(openai|azure)$/.test(context.provider)
      )
        return perOne("images", "image");
      if (price && prices.get("output_cost_per_image")?.eq(price)) return null;
      return perOne("inputImages", "image");
    }
    case "output_cost_per_image":
      if (prices.get(base)?.lt("0.0005")) return { reject: "price per image is that of an image token" };
      if (listsFalseOutputs(context)) return { reject: "output price per image of a model that draws none" };
      return perOne("images", "image");
    case "output_cost_per_video_per_second":
      return listsFalseOutputs(context)
        ? { reject: "output price per video second of a model that makes none" }
        : perOne("videoSeconds", "second");
    case "output_cost_per_audio_per_second":
      return { reject: "output price per audio second of a model that speaks none" };
    case "input_cost_per_query":
      if (prices.get(base)?.lt(TOKEN_CEILING)) return { reject: "price per query is that of a token" };
      return mode === "rerank" || /rerank/i.test(model)
        ? perThousand("rerankQueries", "query")
        : perThousand("searches", "search");
    default:
      return null;
  }
}

/** Returns whether a key contains a price, even if the price is later rejected. */
export function isLitellmPriceKey(key: string): boolean {
  return /cost/.test(key);
}

const modeOf: Record<string, Mode> = { batches: "batch", batch_requests: "batch", flex: "flex", priority: "priority" };

/** Reads one flat key of litellm's price file, e.g. `cache_read_input_token_cost_above_272k_tokens_flex`. */
export function litellmKey(key: string, context: KeyContext): KeyReading {
  let base = key;
  let from = 0;
  let when: string | null = null;
  let mode: Mode = "standard";

  const tier = /^tiered\[([\d.]+)-([\d.]+)\]\.(.+)$/.exec(base);
  if (tier) {
    base = tier[3] ?? base;
    if (base === "input_cost_per_query") when = `${Number(tier[1])}–${Number(tier[2])} results`;
    else from = Number(tier[1]);
  }
  const suffix = /_(batches|batch_requests|flex|priority)$/.exec(base);
  if (suffix) {
    base = base.slice(0, suffix.index);
    mode = modeOf[suffix[1] ?? ""] ?? "standard";
  }
  const above = /_above_(\d+)k_tokens$/.exec(base);
  if (above) {
    base = base.slice(0, above.index);
    from = Number(above[1]) * THOUSAND;
  }

  const rejected = LITELLM_REJECTED[base];
  if (rejected) return { reject: rejected };
  const found = litellmDependent(base, context) ?? LITELLM_PLAIN[base] ?? null;
  if (found === null) return isKnownBase(base) || !isLitellmPriceKey(key) ? null : { reject: "price key not known" };
  if ("reject" in found) return found;
  return { ...found, mode, from, when: when ?? LITELLM_WHEN[base] ?? null, rank: LITELLM_ALIASES.has(base) ? 1 : 0 };
}

const DEPENDENT_BASES = new Set(["output_cost_per_second", "input_cost_per_video_per_second", "input_cost_per_image"]);
const isKnownBase = (base: string) => DEPENDENT_BASES.has(base);

const GENAI_BASES: Record<string, Base> = {
  input_mtok: { ...perMillion("inputTokens", "token"), factor: 1 },
  output_mtok: { ...perMillion("outputTokens", "token"), factor: 1 },
  cache_read_mtok: { ...perMillion("cachedInputTokens", "token"), factor: 1 },
  cache_write_1h_mtok: { ...perMillion("cacheWrite1hTokens", "token"), factor: 1 },
  input_audio_mtok: { ...perMillion("audioInputTokens", "token"), factor: 1 },
  output_audio_mtok: { ...perMillion("audioOutputTokens", "token"), factor: 1 },
  cache_audio_read_mtok: { ...perMillion("cachedAudioInputTokens", "token"), factor: 1 },
  input_image_mtok: { ...perMillion("imageInputTokens", "token"), factor: 1 },
  output_image_mtok: { ...perMillion("imageOutputTokens", "token"), factor: 1 },
  cache_image_read_mtok: { ...perMillion("cachedImageInputTokens", "token"), factor: 1 },
  input_video_mtok: { ...perMillion("videoInputTokens", "token"), factor: 1 },
  output_video_mtok: { ...perMillion("videoOutputTokens", "token"), factor: 1 },
  output_reasoning_mtok: { ...perMillion("reasoningTokens", "token"), factor: 1 },
  output_citation_mtok: { ...perMillion("citationTokens", "token"), factor: 1 },
  requests_kcount: { ...perThousand("requests", "request"), factor: 1 },
  web_searches_kcount: { ...perThousand("searches", "search"), factor: 1 },
};

/** Reads one price key of genai-prices, with `>N` for the tier above N tokens, e.g. `input_mtok>200000`. */
export function genaiKey(key: string, model: string): KeyReading {
  const [base = key, above] = key.split(">");
  const from = above === undefined ? 0 : Number(above);
  const found =
    base === "cache_write_mtok" ? { ...perMillion(cacheWriteName(model), "token"), factor: 1 } : GENAI_BASES[base];
  if (!found) return { reject: "price key not known" };
  return { ...found, mode: "standard", from, when: null, rank: 0 };
}

/**
 * Converts a raw price to a unit price. Nine digits, because the files contain noise of binary fractions after them.
 */
export function unitPrice(raw: Decimal.Value, factor: number): number {
  return new Decimal(raw).times(factor).toSignificantDigits(9).toNumber();
}

const METER_ORDER = [
  "inputTokens",
  "cachedInputTokens",
  "cacheWriteTokens",
  "cacheWrite5mTokens",
  "cacheWrite1hTokens",
  "outputTokens",
  "reasoningTokens",
];
const MODE_ORDER: Mode[] = ["standard", "batch", "flex", "priority", "off_peak"];

const meterRank = (name: string) => {
  const at = METER_ORDER.indexOf(name);
  return at < 0 ? METER_ORDER.length : at;
};

/** Joins the prices of one model into meters. Prices of 0 must already have been removed. */
export function assembleMeters(prices: readonly MeterPrice[]): Meter[] {
  const groups = new Map<string, MeterPrice[]>();
  for (const price of prices) {
    const id = `${price.key.mode}/${price.key.name}`;
    groups.set(id, [...(groups.get(id) ?? []), price]);
  }
  const meters = [...groups.values()].flatMap((group) => assembleMeter(group) ?? []);
  return withoutEchoes(meters).sort(
    (a, b) =>
      meterRank(a.name) - meterRank(b.name) ||
      a.name.localeCompare(b.name, "en") ||
      MODE_ORDER.indexOf(a.mode) - MODE_ORDER.indexOf(b.mode),
  );
}

function assembleMeter(group: readonly MeterPrice[]): Meter | null {
  const first = group[0]?.key;
  if (!first) return null;
  const byCondition = new Map<string | null, Map<number, MeterPrice>>();
  for (const entry of [...group].sort((a, b) => a.key.rank - b.key.rank)) {
    const tiers = byCondition.get(entry.key.when) ?? new Map<number, MeterPrice>();
    if (!tiers.has(entry.key.from)) tiers.set(entry.key.from, entry);
    byCondition.set(entry.key.when, tiers);
  }
  let rows = [...byCondition].flatMap(([when, tiers]) => {
    const steps: { from: number; unitPrice: number }[] = [];
    for (const [from, { price }] of [...tiers].sort((a, b) => a[0] - b[0])) {
      const value = price.toNumber();
      if (steps.at(-1)?.unitPrice !== value) steps.push({ from, unitPrice: value });
    }
    return steps.map((step, i) => ({ ...step, upTo: steps[i + 1]?.from ?? null, when }));
  });
  if (
    rows.length > 1 &&
    rows.every((row) => row.from === 0 && row.when !== null && row.unitPrice === rows[0]?.unitPrice)
  )
    rows = rows.slice(0, 1).map((row) => ({ ...row, when: null }));
  rows.sort((a, b) => a.from - b.from || a.unitPrice - b.unitPrice);
  return {
    name: first.name,
    unit: first.unit,
    per: first.per,
    mode: first.mode,
    tierMode: rows.some((row) => row.from > 0) ? "cliff" : null,
    prices: rows.map(({ unitPrice, from, upTo, when }) => ({ unitPrice, from, upTo, when })),
  };
}

/**
 * Removes reasoning priced like output, which adds nothing, and priority priced like standard, a copied placeholder.
 */
function withoutEchoes(meters: readonly Meter[]): Meter[] {
  const pricesOf = (name: string, mode: Mode) =>
    JSON.stringify(meters.find((m) => m.name === name && m.mode === mode)?.prices ?? null);
  return meters.filter(
    (meter) =>
      !(meter.name === "reasoningTokens" && JSON.stringify(meter.prices) === pricesOf("outputTokens", meter.mode)) &&
      !(meter.mode === "priority" && JSON.stringify(meter.prices) === pricesOf(meter.name, "standard")),
  );
}
