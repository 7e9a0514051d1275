import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { parseCsv } from "../shared/csv";

import { assembleMeters, type MeterKey, type MeterPrice, type Mode } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";
import { notes } from "../shared/text";
import { rateSubject } from "../shared/usage-providers-more";

const SOURCE = "aws-bedrock";
const PAGE = "https://aws.amazon.com/bedrock/pricing/";
const FILE =
  "https://github.com/ajinkyak423/aws-bedrock-pricing-data/blob/86fc3c1bc9a2f90d9cb1089a87ff3277f7d89b99/bedrock_n_level_pricing.json";
/** Date of the file's version. */
const READ_DAY = "2026-07-24";

const Row = z.object({
  provider: z.string(),
  path: z.string(),
  category: z.string(),
  model: z.string(),
  meter: z.string(),
  usd: z.coerce.number().positive(),
  ambiguous: z.enum(["yes", ""]),
});
type Row = z.infer<typeof Row>;

/** Names on the page → Amazon's own identifiers, as in the other sources of the rate card. */
const MODELS: Record<string, string> = {
  "Amazon Nova Canvas": "amazon.nova-canvas-v1:0",
  "Amazon Nova Lite": "amazon.nova-lite-v1:0",
  "Amazon Nova Micro": "amazon.nova-micro-v1:0",
  "Amazon Nova Multimodal Embeddings": "amazon.nova-2-multimodal-embeddings-v1:0",
  "Amazon Nova Pro": "amazon.nova-pro-v1:0",
  "Amazon Nova Reel": "amazon.nova-reel",
  "Amazon Titan Text Embeddings V2": "amazon.titan-embed-text-v2:0",
  "Claude 3 Haiku": "anthropic.claude-3-haiku-20240307-v1:0",
  "Claude 3.5 Haiku": "anthropic.claude-3-5-haiku-20241022-v1:0",
  "Claude 3.5 Sonnet": "anthropic.claude-3-5-sonnet-20240620-v1:0",
  "Claude 3.5 Sonnet v2": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "Claude 3.7 Sonnet": "anthropic.claude-3-7-sonnet-20250219-v1:0",
  "Claude 4.5 Haiku": "anthropic.claude-haiku-4-5-20251001-v1:0",
  "Claude Fable 5": "anthropic.claude-fable-5",
  "Claude Haiku 4.5": "anthropic.claude-haiku-4-5-20251001-v1:0",
  "Claude Opus 4": "anthropic.claude-opus-4-20250514-v1:0",
  "Claude Opus 4.1": "anthropic.claude-opus-4-1-20250805-v1:0",
  "Claude Opus 4.5": "anthropic.claude-opus-4-5-20251101-v1:0",
  "Claude Opus 4.6": "anthropic.claude-opus-4-6-v1",
  "Claude Opus 4.7": "anthropic.claude-opus-4-7",
  "Claude Opus 4.8": "anthropic.claude-opus-4-8",
  "Claude Sonnet 4": "anthropic.claude-sonnet-4-20250514-v1:0",
  "Claude Sonnet 4.5": "anthropic.claude-sonnet-4-5-20250929-v1:0",
  "Claude Sonnet 4.6": "anthropic.claude-sonnet-4-6",
  "Claude Sonnet 5": "anthropic.claude-sonnet-5",
  "Cohere Command": "cohere.command-text-v14",
  "Cohere Command - Light": "cohere.command-light-text-v14",
  Command: "cohere.command-text-v14",
  "Command-Light": "cohere.command-light-text-v14",
  "DeepSeek v3.1": "deepseek.v3-v1:0",
  "DeepSeek-R1": "deepseek.r1-v1:0",
  "DeepSeek-V3.1": "deepseek.v3-v1:0",
  "Embed 3 English": "cohere.embed-english-v3",
  "Embed 3 Multilingual": "cohere.embed-multilingual-v3",
  "Embed 4 Model": "cohere.embed-v4:0",
  "GPT-5.4": "openai.gpt-5.4",
  "GPT-5.5": "openai.gpt-5.5",
  "GPT-5.6 Luna": "openai.gpt-5.6-luna",
  "GPT-5.6 Sol": "openai.gpt-5.6-sol",
  "GPT-5.6 Terra": "openai.gpt-5.6-terra",
  "Grok 4.3": "xai.grok-4.3",
  "Jamba 1.5 Large": "ai21.jamba-1-5-large-v1:0",
  "Jamba 1.5 Mini": "ai21.jamba-1-5-mini-v1:0",
  "Jamba-Instruct": "ai21.jamba-instruct-v1:0",
  "Jurassic-2 Mid": "ai21.j2-mid-v1",
  "Jurassic-2 Ultra": "ai21.j2-ultra-v1",
  "Llama 2 Chat (13B)": "meta.llama2-13b-chat-v1",
  "Llama 2 Chat (70B)": "meta.llama2-70b-chat-v1",
  "Llama 2 Pretrained (13B)": "meta.llama2-13b-v1",
  "Llama 2 Pretrained (70B)": "meta.llama2-70b-v1",
  "Llama 3 Instruct (70B)": "meta.llama3-70b-instruct-v1:0",
  "Llama 3 Instruct (8B)": "meta.llama3-8b-instruct-v1:0",
  "Llama 3.1 Instruct (405B)": "meta.llama3-1-405b-instruct-v1:0",
  "Llama 3.1 Instruct (70B)": "meta.llama3-1-70b-instruct-v1:0",
  "Llama 3.1 Instruct (8B)": "meta.llama3-1-8b-instruct-v1:0",
  "Llama 3.2 Instruct (11B)": "meta.llama3-2-11b-instruct-v1:0",
  "Llama 3.2 Instruct (1B)": "meta.llama3-2-1b-instruct-v1:0",
  "Llama 3.2 Instruct (3B)": "meta.llama3-2-3b-instruct-v1:0",
  "Llama 3.2 Instruct (90B)": "meta.llama3-2-90b-instruct-v1:0",
  "Llama 3.3 Instruct (70B)": "meta.llama3-3-70b-instruct-v1:0",
  "Llama 4 Maverick 17B": "meta.llama4-maverick-17b-instruct-v1:0",
  "Llama 4 Scout 17B": "meta.llama4-scout-17b-instruct-v1:0",
  "MiniMax M2.5": "minimax.minimax-m2.5",
  "Palmyra Vision 7B": "writer.palmyra-vision-7b",
  "Palmyra X4": "writer.palmyra-x4-v1:0",
  "Palmyra X5": "writer.palmyra-x5-v1:0",
  "Pegasus 1.2": "twelvelabs.pegasus-1-2-v1:0",
  "Pixtral Large (25.02)": "mistral.pixtral-large-2502-v1:0",
  "Qwen3 32B": "qwen.qwen3-32b-v1:0",
  "Qwen3 Coder 480B A35B": "qwen.qwen3-coder-480b-a35b-v1:0",
  "Rerank 3.5": "cohere.rerank-v3-5:0",
  "Stable Diffusion 3 Large": "stability.sd3-large-v1:0",
  "Stable Diffusion 3.5 Large": "stability.sd3-5-large-v1:0",
  "Stable Image Conservative Upscale": "stability.stable-conservative-upscale-v1:0",
  "Stable Image Control Sketch": "stability.stable-image-control-sketch-v1:0",
  "Stable Image Control Structure": "stability.stable-image-control-structure-v1:0",
  "Stable Image Core": "stability.stable-image-core-v1:1",
  "Stable Image Creative upscale": "stability.stable-creative-upscale-v1:0",
  "Stable Image Erase Object": "stability.stable-image-erase-object-v1:0",
  "Stable Image Fast Upscale": "stability.stable-fast-upscale-v1:0",
  "Stable Image Inpaint": "stability.stable-image-inpaint-v1:0",
  "Stable Image Outpaint": "stability.stable-outpaint-v1:0",
  "Stable Image Remove Background": "stability.stable-image-remove-background-v1:0",
  "Stable Image Search and Recolor": "stability.stable-image-search-recolor-v1:0",
  "Stable Image Search and Replace": "stability.stable-image-search-replace-v1:0",
  "Stable Image Style Guide": "stability.stable-image-style-guide-v1:0",
  "Stable Image Style Transfer": "stability.stable-style-transfer-v1:0",
  "Stable Image Ultra": "stability.stable-image-ultra-v1:1",
  "gpt-oss-20b": "openai.gpt-oss-20b-1:0",
};

const LATENCY = / \(w\/ latency optimized inference\)$/;
const BUYING = / \((On-demand|Batch)\)$/;

const isGlobal = ({ category }: Row) => category.startsWith("Global");
const isRegional = ({ category }: Row) => category.startsWith("Geo");

type Model = { id: string; name: string };

/**
 * Returns Amazon's identifier, prefixed with anything that makes it a different offer. Undefined for a name that is not
 * a single model.
 */
export function modelOf(row: Row): Model | undefined {
  const name = row.model.replaceAll("\u00a0", " ").replace(/\*+$/, "").replace(LATENCY, "").replace(BUYING, "");
  const id = MODELS[name];
  if (!id) return undefined;
  if (LATENCY.test(row.model)) return { id: `latency-optimized/${id}`, name: `${name} (latency-optimized)` };
  if (row.path.endsWith("> Model Customization")) return { id: `custom/${id}`, name: `${name} (customized)` };
  return isGlobal(row) ? { id: `global.${id}`, name: `${name} (Global)` } : { id, name };
}

type Unit = Pick<MeterKey, "name" | "unit" | "per" | "factor">;
const unit = (name: string, noun: string, per = 1, factor = 1): Unit => ({ name, unit: noun, per, factor });
const MILLION = 1_000_000;
const tokens = (name: string) => unit(name, "token", MILLION);

/** The unit of each column title. `(batch)` and commitments are read earlier. */
const TITLES: readonly [RegExp, Unit][] = [
  [/^1M (?:input tokens|token text input)$/, tokens("inputTokens")],
  [/^1M output tokens$/, tokens("outputTokens")],
  [/^1M (?:cached input tokens|input tokens \(cache read\))$/, tokens("cachedInputTokens")],
  [/^1M input tokens \((?:30m )?cache write\)$/, tokens("cacheWriteTokens")],
  [/^1M input tokens \(5m cache write\)$/, tokens("cacheWrite5mTokens")],
  [/^1M input tokens \(1hr? cache write\)$/, tokens("cacheWrite1hTokens")],
  [/^1,000 input tokens$/, unit("inputTokens", "token", MILLION, 1000)],
  [/^1,000 output tokens$/, unit("outputTokens", "token", MILLION, 1000)],
  [/^1,000 queries$/, unit("rerankQueries", "query", 1000)],
  [/^document image input$/, unit("documentImages", "image")],
  [/^standard image input$/, unit("images", "image")],
  [/^(?:generated image|generation for each model)$/, unit("images", "image")],
  [/^image seen$/, unit("trainingImages", "image")],
  [/^second of audio input$/, unit("audioMinutes", "minute", 1, 60)],
  [/^second of video (?:input|generated)$/, unit("videoSeconds", "second")],
  [/^hour per 1k input tpm$/, unit("inputTpmHours", "TPM-hour", 1000)],
  [/^hour per 1k output tpm$/, unit("outputTpmHours", "TPM-hour", 1000)],
  [/^(?:hour per model unit|to infer one model unit per hour)$/, unit("modelUnitHours", "model unit hour")],
  [/^to infer from a custom model (?:for 1|per) model unit per hour$/, unit("customModelUnitHours", "model unit hour")],
  [/^to store each (?:custom|trained) model per month$/, unit("customModelMonths", "model-month")],
  [/^to train 1m tokens$/, unit("trainingTokens", "token", MILLION)],
  [/^training hours$/, unit("trainingHours", "hour")],
];

/** Returns the meter of a column title. Null if the title names no meter. */
export function meterOf(title: string, tier: Mode): MeterKey | null {
  const commitment = /\b(?:with|for) (\d)-month commitment$/i.exec(title);
  const wanted = title
    .replace(/^Price (?:per )?/i, "")
    .replace(/\*/g, "")
    .replace(/ \(with no-commit Provisioned Throughput pricing\)$/, "")
    .replace(/ (?:with|for) (?:\d-month|no) commitment$/i, "")
    .replace(/ \(batch\)$/, "")
    .trim();
  const found = TITLES.find(([pattern]) => new RegExp(pattern, "i").test(wanted))?.[1];
  if (!found || (commitment && !/hour/.test(wanted))) return null;
  return {
    ...found,
    mode: title.endsWith("(batch)") ? "batch" : tier,
    from: 0,
    when: commitment ? `${commitment[1]}-month commitment` : null,
    rank: 0,
  };
}

function tierOf({ path: tab, model }: Row): Mode {
  const last = tab.split(" > ").at(-1)?.toLowerCase();
  if (model.endsWith("(Batch)")) return "batch";
  return last === "batch" || last === "flex" || last === "priority" ? last : "standard";
}

const REGIONAL = "Inference in one region or one geography.";
const GLOBAL_APART = "Inference across all regions is listed apart.";
const FOOTNOTE = "The page sets a footnote on the model or one of its prices, which the source does not hold.";
const UNCONFIRMED = "Shown 10 % higher since 2026-07-15: perhaps the price of another region's table.";

type Rated = { row: Row; name: string; price: MeterPrice };

const slotOf = ({ price: { key } }: Rated) => `${key.mode} ${key.name} ${key.when}`;

/** Removes prices if the page gives two different ones for one meter. */
function settle(rated: readonly Rated[], rejects: Reject[]): Rated[] {
  const prices = new Map<string, Set<string>>();
  for (const each of rated) {
    const slot = slotOf(each);
    prices.set(slot, (prices.get(slot) ?? new Set()).add(each.price.price.toString()));
  }
  return rated.filter((each) => {
    const single = prices.get(slotOf(each))?.size === 1;
    if (!single)
      rejects.push({ row: nameOf(each.row), reason: "two prices for one meter that the page tells not apart" });
    return single;
  });
}

const nameOf = ({ path: tab, model, meter }: Row) => `${tab}: ${model}, ${meter}`;

export function bedrockReadings(rows: unknown): AdapterResult {
  const rejects: Reject[] = [];
  const models = new Map<string, Rated[]>();
  const parsed = Row.array().parse(rows);
  const listed = new Set(parsed.flatMap((row) => modelOf(row)?.id ?? []));
  for (const row of parsed) {
    const reject = (reason: string) => rejects.push({ row: nameOf(row), reason });
    const model = modelOf(row);
    const key = meterOf(row.meter, tierOf(row));
    if (row.ambiguous) reject("several tables of the page have these headings");
    else if (row.path.startsWith("Custom Model Import")) reject("a table of unit versions, not of models");
    else if (row.model === "") reject("the model is not named");
    else if (!model) reject("a name that covers several models, or is not known");
    else if (!key) reject("the title names no meter");
    else {
      const price = new Decimal(row.usd).times(key.factor);
      models.set(model.id, [...(models.get(model.id) ?? []), { row, name: model.name, price: { key, price } }]);
    }
  }
  const readings = [...models].flatMap(([model, all]): Reading<RatesFact>[] => {
    const rated = settle(all, rejects);
    const [first] = rated;
    if (!first) return [];
    const isUnconfirmed = rated.some(({ row }) => row.model.startsWith("GPT-5.6"));
    const note = notes(
      rated.some(({ row }) => isRegional(row)) && REGIONAL,
      rated.some(({ row }) => isRegional(row)) && listed.has(`global.${model}`) && GLOBAL_APART,
      rated.some(({ row }) => /\*/.test(row.model + row.meter)) && FOOTNOTE,
      isUnconfirmed && UNCONFIRMED,
    );
    return [
      {
        subject: rateSubject("amazon-bedrock"),
        trust: isUnconfirmed ? "B" : "A",
        observedAt: READ_DAY,
        evidence: { url: PAGE, via: FILE, ...(note && { note }) },
        fact: {
          kind: "rates",
          model,
          name: first.name,
          currency: "USD",
          meters: assembleMeters(rated.map(({ price }) => price)),
        },
      },
    ];
  });
  return { readings, rejects };
}

const Move = z.object({
  kind: z.enum(["listed", "gone", "price"]),
  path: z.string(),
  model: z.string().nullable(),
  meter: z.string(),
  observed_by: z.iso.date(),
});

const MOVES = {
  listed: "first seen on the page, which is no launch",
  gone: "moved on or gone from the page, which is no retirement",
  price: "a step of every price of a family at once, unconfirmed",
};

/** Rejects all lines of the history, by kind, because it contains no confirmed move. */
export function movesLeftOut(lines: readonly unknown[]): Reject[] {
  return lines.map((line) => {
    const { kind, path: tab, model, meter, observed_by: day } = Move.parse(line);
    if (kind === "price" && !(day === "2026-07-15" && model?.startsWith("GPT-5.6")))
      throw new Error(`A price move that nobody has judged: ${tab}, ${model}, ${meter}, ${day}`);
    return { row: `${tab}: ${model}, ${meter} ${day}`, reason: MOVES[kind] };
  });
}

export const awsBedrock: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const load = (name: string) => readFile(path.join(rawDir, SOURCE, name), "utf8");
    const { readings, rejects } = bedrockReadings(parseCsv(await load("rates.csv")));
    const moves = (await load("history.jsonl")).split("\n").filter(Boolean);
    return { readings, rejects: [...rejects, ...movesLeftOut(moves.map((line): unknown => JSON.parse(line)))] };
  },
};
