import { Decimal } from "decimal.js";
import { type MeterPrice, type Mode, unitPrice } from "./meters";
import type { Subject } from "./reading";
import { type UsageProduct, type UsageSlug, usageSubject } from "./usage-providers";

const GATEWAY = "llm api";
const AWS = "Amazon Web Services";

const reseller = (name: string, domain: string, pricingPage?: string, vendor = name): UsageProduct => ({
  name,
  vendor,
  domain,
  ...(pricingPage && { pricingPage }),
  categoryLabel: GATEWAY,
  role: "reseller",
});

const maker = (name: string, vendor: string, domain: string, pricingPage?: string): UsageProduct => ({
  ...reseller(name, domain, pricingPage, vendor),
  role: "first-party",
});

const cloud = (
  name: string,
  vendor: string,
  pricingPage: string,
  categoryLabel: string,
  domain?: string,
): UsageProduct => ({
  name,
  vendor,
  ...(domain && { domain }),
  pricingPage,
  categoryLabel,
  role: "first-party",
});

const aws = (name: string, path: string, categoryLabel: string): UsageProduct =>
  cloud(name, AWS, `https://aws.amazon.com/${path}/pricing/`, categoryLabel);

/** Priced APIs in addition to those of usage-providers.ts. Chinese platforms that bill in CNY are separate products. */
export const MORE_PRODUCTS = {
  "moonshot-api-china": maker("Moonshot API (China)", "Moonshot AI", "platform.moonshot.cn"),
  "minimax-api-china": maker("MiniMax API (China)", "MiniMax", "platform.minimaxi.com"),
  "alibaba-model-studio-china": maker(
    "Alibaba Cloud Model Studio (China)",
    "Alibaba Cloud",
    "bailian.console.aliyun.com",
    "https://help.aliyun.com/zh/model-studio/model-pricing",
  ),
  "stepfun-api-china": maker("StepFun API (China)", "StepFun", "platform.stepfun.com"),
  "siliconflow-china": reseller(
    "SiliconFlow (China)",
    "siliconflow.cn",
    "https://siliconflow.cn/pricing",
    "SiliconFlow",
  ),
  "stepfun-api": maker("StepFun API", "StepFun", "platform.stepfun.ai"),
  siliconflow: reseller("SiliconFlow", "siliconflow.com", "https://www.siliconflow.com/pricing"),
  "sakana-ai-api": maker("Sakana AI API", "Sakana AI", "console.sakana.ai"),
  "upstage-api": maker("Upstage API", "Upstage", "console.upstage.ai"),
  "xiaomi-mimo-api": maker("Xiaomi MiMo API", "Xiaomi", "platform.xiaomimimo.com"),
  "opencode-zen": reseller("OpenCode Zen", "opencode.ai", "https://opencode.ai/docs/zen/", "OpenCode"),
  "302-ai": reseller("302.AI", "302.ai", "https://302.ai/pricing_api/"),
  "abacus-ai-routellm": reseller("Abacus.AI RouteLLM API", "routellm.abacus.ai", undefined, "Abacus.AI"),
  "abliteration-ai": reseller("abliteration.ai", "abliteration.ai"),
  aihubmix: reseller("AIHubMix", "aihubmix.com"),
  "ambient-inference": reseller("Ambient", "ambient.xyz"),
  auriko: reseller("Auriko", "auriko.ai"),
  chutes: reseller("Chutes", "chutes.ai"),
  "clarifai-inference": reseller("Clarifai Inference", "docs.clarifai.com", undefined, "Clarifai"),
  claudinio: reseller("Claudinio", "claudin.io"),
  "cloudflare-ai-gateway": reseller(
    "Cloudflare AI Gateway",
    "gateway.ai.cloudflare.com",
    "https://developers.cloudflare.com/ai-gateway/reference/pricing/",
    "Cloudflare",
  ),
  crofai: reseller("CrofAI", "crof.ai"),
  dinference: reseller("DInference", "dinference.com"),
  fastrouter: reseller("FastRouter", "fastrouter.ai"),
  freemodel: reseller("FreeModel", "freemodel.dev"),
  frogbot: reseller("FrogBot", "frogbot.ai"),
  "helicone-ai-gateway": reseller("Helicone AI Gateway", "ai-gateway.helicone.ai", undefined, "Helicone"),
  "hpc-ai": reseller("HPC-AI", "hpc-ai.com"),
  inceptron: reseller("Inceptron", "inceptron.io"),
  "inference-net": reseller("Inference.net", "inference.net"),
  "io-net-intelligence": reseller("IO Intelligence", "intelligence.io.net", undefined, "io.net"),
  "jiekou-ai": reseller("Jiekou.AI", "jiekou.ai"),
  "kilo-gateway": reseller("Kilo Gateway", "api.kilo.ai", undefined, "Kilo"),
  lilac: reseller("Lilac", "getlilac.com"),
  "llm-gateway": reseller("LLM Gateway", "llmgateway.io"),
  llmtr: reseller("LLMTR", "llmtr.com"),
  lucidquery: reseller("LucidQuery", "lucidquery.com"),
  meganova: reseller("Meganova", "meganova.ai"),
  "merge-gateway": reseller("Merge Gateway", "docs.merge.dev", undefined, "Merge"),
  mixlayer: reseller("Mixlayer", "mixlayer.com"),
  "nano-gpt": reseller("NanoGPT", "nano-gpt.com"),
  "near-ai-cloud": reseller("NEAR AI Cloud", "cloud.near.ai", undefined, "NEAR AI"),
  "neon-ai-gateway": reseller("Neon AI Gateway", "ai.neon.com", undefined, "Neon"),
  neuralwatt: reseller("Neuralwatt", "neuralwatt.com"),
  orcarouter: reseller("OrcaRouter", "orcarouter.ai"),
  "poe-api": reseller("Poe API", "creator.poe.com", undefined, "Quora"),
  requesty: reseller("Requesty", "requesty.ai"),
  "routing-run": reseller("routing.run", "routing.run"),
  submodel: reseller("submodel", "submodel.ai"),
  "synthetic-new": reseller("Synthetic", "synthetic.new", "https://synthetic.new/pricing"),
  tinfoil: reseller("Tinfoil", "tinfoil.sh"),
  "umans-ai": reseller("Umans AI", "umans.ai"),
  "venice-ai-api": reseller("Venice AI API", "api.venice.ai", undefined, "Venice AI"),
  vivgrid: reseller("Vivgrid", "vivgrid.com"),
  "vultr-serverless-inference": reseller("Vultr Serverless Inference", "api.vultrinference.com", undefined, "Vultr"),
  wafer: reseller("Wafer", "wafer.ai"),
  xpersona: reseller("Xpersona", "xpersona.co"),
  zenmux: reseller("ZenMux", "zenmux.ai"),
  "google-maps-platform": cloud(
    "Google Maps Platform",
    "Google",
    "https://developers.google.com/maps/billing-and-pricing/pricing",
    "maps api",
    "mapsplatform.google.com",
  ),
  "bird-sms": cloud("Bird SMS", "Bird", "https://bird.com/en-us/pricing/sms", "SMS/voice APIs", "sms.bird.com"),
  "aws-lambda": aws("AWS Lambda", "lambda", "web hosting"),
  "amazon-s3": aws("Amazon S3", "s3", "object storage & backup"),
  "amazon-api-gateway": aws("Amazon API Gateway", "api-gateway", "api gateway"),
  "amazon-dynamodb": aws("Amazon DynamoDB", "dynamodb", "databases as a service"),
  "amazon-ses": aws("Amazon SES", "ses", "email delivery APIs"),
  "amazon-sns": aws("Amazon SNS", "sns", "SMS/voice APIs"),
  "amazon-sqs": aws("Amazon SQS", "sqs", "webhooks & queues"),
  "amazon-eventbridge": aws("Amazon EventBridge", "eventbridge", "webhooks & queues"),
  "aws-step-functions": aws("AWS Step Functions", "step-functions", "iPaaS/automation/no-code"),
  "aws-appsync": aws("AWS AppSync", "appsync", "api gateway"),
  "amazon-cognito": aws("Amazon Cognito", "cognito", "authentication & SSO"),
  "amazon-kinesis-data-streams": aws("Amazon Kinesis Data Streams", "kinesis/data-streams", "webhooks & queues"),
  "amazon-athena": aws("Amazon Athena", "athena", "data warehouse"),
  "amazon-cloudwatch": aws("Amazon CloudWatch", "cloudwatch", "APM & observability"),
  "aws-kms": aws("AWS Key Management Service", "kms", "secrets & password managers"),
  "aws-secrets-manager": aws("AWS Secrets Manager", "secrets-manager", "secrets & password managers"),
  "aws-fargate": aws("AWS Fargate", "fargate", "web hosting"),
  "amazon-ecr": aws("Amazon ECR", "ecr", "container registry"),
  "amazon-translate": aws("Amazon Translate", "translate", "Translation / localisation"),
  "amazon-textract": aws("Amazon Textract", "textract", "document api"),
  "amazon-rekognition": aws("Amazon Rekognition", "rekognition", "document api"),
  "aws-data-transfer": cloud(
    "AWS Data Transfer",
    AWS,
    "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
    "VPS & cloud",
  ),
  "google-cloud-egress": cloud(
    "Google Cloud Internet Egress",
    "Google Cloud",
    "https://cloud.google.com/vpc/network-pricing",
    "VPS & cloud",
  ),
  "azure-bandwidth": cloud(
    "Azure Bandwidth",
    "Microsoft",
    "https://azure.microsoft.com/en-us/pricing/details/bandwidth/",
    "VPS & cloud",
  ),
} as const satisfies Record<string, UsageProduct>;

export type MoreSlug = keyof typeof MORE_PRODUCTS;
export type RateSlug = UsageSlug | MoreSlug;
export type RateMapping = RateSlug | { reject: string };

const isMore = (slug: RateSlug): slug is MoreSlug => slug in MORE_PRODUCTS;

export function rateSubject(slug: RateSlug): Subject {
  if (!isMore(slug)) return usageSubject(slug);
  const { role: _, ...subject }: UsageProduct = MORE_PRODUCTS[slug];
  return { slug, ...subject };
}

const SUBSCRIPTION = { reject: "part of a subscription, not priced by use" };
const IN_CNY = { reject: "platform bills in CNY: the dollar figures are the list's own" };
const IN_EUR = { reject: "platform bills in EUR: on what the dollar figures rest is not stated" };
const UNPRICED = { reject: "lists no price: free, local or bundled" };
const NO_IDS = { reject: "display names without the platform's own model ids, output prices missing in part" };

export const LLMRATES_PROVIDERS: Record<string, RateMapping> = {
  ai21: "ai21-api",
  anthropic: "anthropic-api",
  "aws-bedrock": NO_IDS,
  "azure-ai": "azure-openai",
  cloudflare: "cloudflare-workers-ai",
  cohere: "cohere-api",
  cursor: SUBSCRIPTION,
  codebuddy: SUBSCRIPTION,
  "github-copilot": SUBSCRIPTION,
  "qoder-cn": SUBSCRIPTION,
  trae: SUBSCRIPTION,
  deepinfra: "deepinfra",
  deepseek: "deepseek-api",
  fireworks: "fireworks-ai",
  "google-gemini": "gemini-api",
  "vertex-ai": "vertex-ai",
  groq: "groq",
  minimax: "minimax-api-china",
  mistral: "mistral-api",
  moonshot: "moonshot-api-china",
  novita: "novita-ai",
  openai: "openai-api",
  "opencode-zen": "opencode-zen",
  openrouter: "openrouter",
  perplexity: "perplexity-api",
  qwen: "alibaba-model-studio-china",
  runway: "runway-api",
  sambanova: "sambanova",
  siliconflow: "siliconflow-china",
  stepfun: "stepfun-api-china",
  "volcano-ark": "volcengine-ark",
  xai: "xai-api",
  zhipu: "zhipu-api",
};

export const MODELS_DEV_PROVIDERS: Record<string, RateMapping> = {
  "302ai": "302-ai",
  abacus: "abacus-ai-routellm",
  "abliteration-ai": "abliteration-ai",
  aihubmix: "aihubmix",
  alibaba: "alibaba-model-studio",
  "alibaba-cn": IN_CNY,
  "alibaba-coding-plan": SUBSCRIPTION,
  "alibaba-coding-plan-cn": SUBSCRIPTION,
  "alibaba-token-plan": SUBSCRIPTION,
  "alibaba-token-plan-cn": SUBSCRIPTION,
  "amazon-bedrock": "amazon-bedrock",
  ambient: "ambient-inference",
  anthropic: "anthropic-api",
  auriko: "auriko",
  azure: "azure-openai",
  "azure-cognitive-services": "azure-openai",
  bailing: IN_CNY,
  baseten: "baseten",
  berget: IN_EUR,
  cerebras: "cerebras",
  chutes: "chutes",
  clarifai: "clarifai-inference",
  claudinio: "claudinio",
  "cloudferro-sherlock": IN_EUR,
  "cloudflare-ai-gateway": "cloudflare-ai-gateway",
  "cloudflare-workers-ai": "cloudflare-workers-ai",
  cohere: "cohere-api",
  cortecs: IN_EUR,
  crof: "crofai",
  databricks: "databricks-model-serving",
  deepinfra: "deepinfra",
  deepseek: "deepseek-api",
  digitalocean: "digitalocean-gradient",
  dinference: "dinference",
  drun: IN_CNY,
  evroc: IN_EUR,
  fastrouter: "fastrouter",
  "fireworks-ai": "fireworks-ai",
  freemodel: "freemodel",
  friendli: "friendliai",
  frogbot: "frogbot",
  "github-copilot": SUBSCRIPTION,
  "github-models": SUBSCRIPTION,
  gitlab: SUBSCRIPTION,
  gmicloud: "gmi-cloud",
  google: "gemini-api",
  "google-vertex": "vertex-ai",
  "google-vertex-anthropic": "vertex-ai",
  groq: "groq",
  helicone: "helicone-ai-gateway",
  "hpc-ai": "hpc-ai",
  huggingface: "hugging-face-inference",
  inception: "inception-api",
  inceptron: "inceptron",
  inference: "inference-net",
  "io-net": "io-net-intelligence",
  jiekou: "jiekou-ai",
  kilo: "kilo-gateway",
  "kimi-for-coding": SUBSCRIPTION,
  "kuae-cloud-coding-plan": SUBSCRIPTION,
  lilac: "lilac",
  llama: "llama-api",
  llmgateway: "llm-gateway",
  llmtr: "llmtr",
  lucidquery: "lucidquery",
  meganova: "meganova",
  "merge-gateway": "merge-gateway",
  minimax: "minimax-api",
  "minimax-cn": IN_CNY,
  "minimax-cn-coding-plan": SUBSCRIPTION,
  "minimax-coding-plan": SUBSCRIPTION,
  mistral: "mistral-api",
  mixlayer: "mixlayer",
  moark: IN_CNY,
  moonshotai: "moonshot-api",
  "moonshotai-cn": IN_CNY,
  morph: "morph-api",
  "nano-gpt": "nano-gpt",
  nearai: "near-ai-cloud",
  nebius: "nebius",
  neon: "neon-ai-gateway",
  neuralwatt: "neuralwatt",
  nova: "amazon-nova-api",
  "novita-ai": "novita-ai",
  nvidia: "nvidia-nim",
  "ollama-cloud": SUBSCRIPTION,
  openai: "openai-api",
  opencode: "opencode-zen",
  "opencode-go": SUBSCRIPTION,
  openrouter: "openrouter",
  orcarouter: "orcarouter",
  ovhcloud: IN_EUR,
  perplexity: "perplexity-api",
  "perplexity-agent": "perplexity-api",
  poe: "poe-api",
  "qihang-ai": IN_CNY,
  "qiniu-ai": IN_CNY,
  "regolo-ai": IN_EUR,
  requesty: "requesty",
  "routing-run": "routing-run",
  sakana: "sakana-ai-api",
  "sap-ai-core": { reject: "billed in the vendor's capacity units: the dollar figures are those of the model makers" },
  sarvam: "sarvam-api",
  scaleway: IN_EUR,
  siliconflow: "siliconflow",
  "siliconflow-cn": IN_CNY,
  "snowflake-cortex": "snowflake-cortex",
  stackit: IN_EUR,
  stepfun: IN_CNY,
  "stepfun-ai": "stepfun-api",
  submodel: "submodel",
  synthetic: "synthetic-new",
  "tencent-coding-plan": SUBSCRIPTION,
  "tencent-tokenhub": "tencent-tokenhub",
  tinfoil: "tinfoil",
  togetherai: "together-ai",
  "umans-ai": "umans-ai",
  "umans-ai-coding-plan": SUBSCRIPTION,
  upstage: "upstage-api",
  v0: "v0-api",
  venice: "venice-ai-api",
  vercel: "vercel-ai-gateway",
  vivgrid: "vivgrid",
  vultr: "vultr-serverless-inference",
  "wafer.ai": "wafer",
  wandb: "wandb-inference",
  xai: "xai-api",
  xiaomi: "xiaomi-mimo-api",
  "xiaomi-token-plan-ams": SUBSCRIPTION,
  "xiaomi-token-plan-cn": SUBSCRIPTION,
  "xiaomi-token-plan-sgp": SUBSCRIPTION,
  xpersona: "xpersona",
  zai: "zai-api",
  "zai-coding-plan": SUBSCRIPTION,
  zenmux: "zenmux",
  anyapi: UNPRICED,
  "atomic-chat": UNPRICED,
  iflowcn: UNPRICED,
  lmstudio: UNPRICED,
  modelscope: UNPRICED,
  poolside: UNPRICED,
  "privatemode-ai": UNPRICED,
  subconscious: UNPRICED,
  "the-grid-ai": UNPRICED,
  zeldoc: UNPRICED,
  zhipuai: IN_CNY,
  "zhipuai-coding-plan": SUBSCRIPTION,
};

/** Names of model makers in lists that do not name the platform. */
export const MAKERS: Record<string, RateSlug> = {
  amazon: "amazon-bedrock",
  anthropic: "anthropic-api",
  cohere: "cohere-api",
  deepseek: "deepseek-api",
  google: "gemini-api",
  "google-gemini": "gemini-api",
  "meta-ai": "meta-model-api",
  minimax: "minimax-api",
  mistral: "mistral-api",
  "mistral-ai": "mistral-api",
  "moonshot-ai": "moonshot-api",
  openai: "openai-api",
  qwen: "alibaba-model-studio",
  xai: "xai-api",
};

const OPENAI_ON_AZURE =
  /^(?:gpt-(?!oss)|gpt[34]|o[134](?:$|-)|codex|chatgpt|text-embedding|tts|whisper|dall-e|sora|computer-use|ada$|babbage|curie|davinci)/i;

/** Returns the product. Azure sells OpenAI's models and other models under two products. */
export function azureProduct(model: string): RateSlug {
  return OPENAI_ON_AZURE.test(model) ? "azure-openai" : "azure-ai-foundry";
}

const OWN_IDS: Partial<Record<RateSlug, Record<string, string>>> = {
  "amazon-bedrock": {
    "amazon-nova-micro": "amazon.nova-micro-v1:0",
    "amazon-nova-lite": "amazon.nova-lite-v1:0",
    "amazon-nova-pro": "amazon.nova-pro-v1:0",
    "amazon-nova-premier": "amazon.nova-premier-v1:0",
  },
  "anthropic-api": {
    "claude-3-haiku": "claude-3-haiku-20240307",
    "claude-3-opus": "claude-3-opus-20240229",
    "claude-3-5-haiku": "claude-3-5-haiku-20241022",
    "claude-haiku-3-5": "claude-3-5-haiku-20241022",
    "claude-3-7-sonnet": "claude-3-7-sonnet-20250219",
    "claude-4-5-haiku": "claude-haiku-4-5",
    "claude-opus-4": "claude-opus-4-20250514",
    "claude-sonnet-4": "claude-sonnet-4-20250514",
  },
  "cohere-api": {
    "command-r": "command-r-08-2024",
    "command-r7b": "command-r7b-12-2024",
    "embed-4": "embed-v4.0",
    "rerank-4-fast": "rerank-v4.0-fast",
    "rerank-4-pro": "rerank-v4.0-pro",
  },
  "gemini-api": {
    "gemini-3-1-pro-preview": "gemini-3.1-pro-preview",
    "gemini-2.5-computer-use-preview": "gemini-2.5-computer-use-preview-10-2025",
    "gemini-embedding": "gemini-embedding-001",
    "imagen-4-fast": "imagen-4.0-fast-generate-001",
    "imagen-4-standard": "imagen-4.0-generate-001",
    "imagen-4-ultra": "imagen-4.0-ultra-generate-001",
    "lyria-3-clip-preview-30s": "lyria-3-clip-preview",
    "lyria-3-pro-preview-full-song": "lyria-3-pro-preview",
    "veo-2": "veo-2.0-generate-001",
    "veo-3-fast": "veo-3.0-fast-generate-001",
    "veo-3-standard": "veo-3.0-generate-001",
    "veo-3.1-fast": "veo-3.1-fast-generate-preview",
    "veo-3.1-lite": "veo-3.1-lite-generate-preview",
    "veo-3.1-standard": "veo-3.1-generate-preview",
  },
  groq: {
    "gpt-oss-120b": "openai/gpt-oss-120b",
    "gpt-oss-20b": "openai/gpt-oss-20b",
    "gpt-oss-safeguard-20b": "openai/gpt-oss-safeguard-20b",
    "kimi-k2-instruct-0905": "moonshotai/kimi-k2-instruct-0905",
    "llama-3-1-8b-instant": "llama-3.1-8b-instant",
    "llama-3-3-70b-versatile": "llama-3.3-70b-versatile",
    "llama-4-scout-17bx16e": "meta-llama/llama-4-scout-17b-16e-instruct",
    "llama-prompt-guard-2-22m": "meta-llama/llama-prompt-guard-2-22m",
    "llama-prompt-guard-2-86m": "meta-llama/llama-prompt-guard-2-86m",
    "qwen3-32b": "qwen/qwen3-32b",
    "whisper-v3-large": "whisper-large-v3",
  },
  "mistral-api": {
    codestral: "codestral-2508",
    "devstral-2": "devstral-2512",
    "magistral-medium-1-2": "magistral-medium-2509",
    "ministral-3-14b": "ministral-14b-2512",
    "ministral-3-3b": "ministral-3b-2512",
    "ministral-3-8b": "ministral-8b-2512",
    "mistral-large": "mistral-large-latest",
    "mistral-large-3": "mistral-large-2512",
    "mistral-medium-3": "mistral-medium-2505",
    "mistral-medium-3-1": "mistral-medium-2508",
    "mistral-medium-3-5": "mistral-medium-2604",
    "mistral-nemo-12b": "open-mistral-nemo",
    "mistral-small-4": "mistral-small-2603",
    "ocr-3": "mistral-ocr-2512",
    "ocr-4-0": "mistral-ocr-4-0",
    "ocr-4-1": "mistral-ocr-4-1",
    "voxtral-small": "voxtral-small-24b-2507",
  },
  "openai-api": { "gpt-4.5": "gpt-4.5-preview" },
};

const FIREWORKS_PREFIX = "accounts/fireworks/models/";

/**
 * Returns the provider's own id of a model that a list writes differently. Returns the given id if that is not certain.
 */
export function ownModelId(slug: RateSlug, given: string): string {
  let id = given;
  if (slug === "anthropic-api") id = id.replaceAll(".", "-");
  if (slug === "fireworks-ai" && id.startsWith(FIREWORKS_PREFIX)) id = id.slice(FIREWORKS_PREFIX.length);
  if (slug === "minimax-api") id = id.replace(/^minimax-m/, "MiniMax-M");
  return OWN_IDS[slug]?.[id] ?? id;
}

const MILLION = 1_000_000;
/** A higher price, or a lower one for uncached tokens, is the price of another unit. */
const TOKEN_CEILING = 1000;
const TOKEN_FLOOR = 0.002;

export type Terms = { mode?: Mode; from?: number; when?: string | null };

/** `raw` is the price of `per` units. */
export function meterPrice(
  name: string,
  unit: string,
  per: number,
  raw: Decimal.Value,
  { mode = "standard", from = 0, when = null }: Terms = {},
): MeterPrice {
  return {
    key: { name, unit, per, mode, factor: 1, from, when, rank: 0 },
    price: new Decimal(unitPrice(raw, 1)),
  };
}

export const tokenPrice = (name: string, raw: Decimal.Value, terms?: Terms): MeterPrice =>
  meterPrice(name, "token", MILLION, raw, terms);

/** Returns why a price per million tokens is implausible. Null if it is plausible. */
export function tokenDoubt(name: string, price: Decimal.Value): string | null {
  const value = new Decimal(price);
  if (value.gt(TOKEN_CEILING)) return "implausibly high: wrong unit";
  if (value.lt(TOKEN_FLOOR) && !name.startsWith("cached")) return "implausibly low: wrong unit";
  return null;
}

export const cacheWriteMeter = (model: string): string =>
  /claude/i.test(model) ? "cacheWrite5mTokens" : "cacheWriteTokens";
