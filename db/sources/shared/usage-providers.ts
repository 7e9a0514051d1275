import type { Subject } from "./reading";

/** One priced API. `domain` is the host of the API or its console if the vendor's site also sells other products. */
export type UsageProduct = {
  name: string;
  vendor: string;
  domain?: string;
  pricingPage?: string;
  categoryLabel: string;
  /** `reseller`: serves models of other vendors. */
  role: "first-party" | "reseller";
};

const product = (
  name: string,
  vendor: string,
  domain: string | undefined,
  pricingPage: string | undefined,
  role: UsageProduct["role"],
  categoryLabel = "llm api",
): UsageProduct => ({
  name,
  vendor,
  ...(domain && { domain }),
  ...(pricingPage && { pricingPage }),
  categoryLabel,
  role,
});

const SPEECH = "speech api";
const IMAGE = "image generation api";
const VIDEO = "video generation api";
const SEARCH = "search api";
const DOCUMENT = "document api";

const AZURE_OPENAI_PAGE = "https://azure.microsoft.com/en-us/pricing/details/cognitive-services/openai-service/";
const AZURE_SPEECH_PAGE = "https://azure.microsoft.com/en-us/pricing/details/cognitive-services/speech-services/";
const AZURE_DOCUMENT_PAGE = "https://azure.microsoft.com/en-us/pricing/details/ai-document-intelligence/";

export const USAGE_PRODUCTS = {
  "openai-api": product(
    "OpenAI API",
    "OpenAI",
    "platform.openai.com",
    "https://platform.openai.com/docs/pricing",
    "first-party",
  ),
  "anthropic-api": product(
    "Anthropic API",
    "Anthropic",
    "platform.claude.com",
    "https://www.anthropic.com/pricing#api",
    "first-party",
  ),
  "gemini-api": product(
    "Gemini API",
    "Google",
    "ai.google.dev",
    "https://ai.google.dev/gemini-api/docs/pricing",
    "first-party",
  ),
  "vertex-ai": product(
    "Vertex AI",
    "Google Cloud",
    "aiplatform.googleapis.com",
    "https://cloud.google.com/vertex-ai/generative-ai/pricing",
    "first-party",
  ),
  "google-programmable-search": product(
    "Google Programmable Search",
    "Google",
    "programmablesearchengine.google.com",
    "https://developers.google.com/custom-search/v1/overview",
    "first-party",
    SEARCH,
  ),
  "azure-openai": product("Azure OpenAI", "Microsoft", "oai.azure.com", AZURE_OPENAI_PAGE, "reseller"),
  "azure-ai-foundry": product(
    "Azure AI Foundry Models",
    "Microsoft",
    "ai.azure.com",
    "https://azure.microsoft.com/en-us/pricing/details/ai-foundry-models/",
    "reseller",
  ),
  "azure-ai-speech": product(
    "Azure AI Speech",
    "Microsoft",
    "speech.microsoft.com",
    AZURE_SPEECH_PAGE,
    "first-party",
    SPEECH,
  ),
  "azure-document-intelligence": product(
    "Azure AI Document Intelligence",
    "Microsoft",
    "documentintelligence.ai.azure.com",
    AZURE_DOCUMENT_PAGE,
    "first-party",
    DOCUMENT,
  ),
  "amazon-bedrock": product(
    "Amazon Bedrock",
    "Amazon Web Services",
    undefined,
    "https://aws.amazon.com/bedrock/pricing/",
    "reseller",
  ),
  "amazon-nova-api": product("Amazon Nova API", "Amazon", "nova.amazon.com", undefined, "first-party"),
  "amazon-polly": product(
    "Amazon Polly",
    "Amazon Web Services",
    undefined,
    "https://aws.amazon.com/polly/pricing/",
    "first-party",
    SPEECH,
  ),
  "amazon-sagemaker": product(
    "Amazon SageMaker",
    "Amazon Web Services",
    undefined,
    "https://aws.amazon.com/sagemaker/pricing/",
    "reseller",
  ),
  "mistral-api": product(
    "Mistral API",
    "Mistral AI",
    "console.mistral.ai",
    "https://mistral.ai/pricing#api-pricing",
    "first-party",
  ),
  "cohere-api": product("Cohere API", "Cohere", "dashboard.cohere.com", "https://cohere.com/pricing", "first-party"),
  "deepseek-api": product(
    "DeepSeek API",
    "DeepSeek",
    "platform.deepseek.com",
    "https://api-docs.deepseek.com/quick_start/pricing",
    "first-party",
  ),
  "xai-api": product("xAI API", "xAI", "console.x.ai", "https://docs.x.ai/docs/models", "first-party"),
  "llama-api": product(
    "Llama API",
    "Meta",
    "llama.developer.meta.com",
    "https://llama.developer.meta.com/docs/models",
    "first-party",
  ),
  "meta-model-api": product(
    "Meta Model API",
    "Meta",
    "dev.meta.ai",
    "https://dev.meta.ai/docs/getting-started/pricing-rate-limits",
    "first-party",
  ),
  "ai21-api": product("AI21 API", "AI21 Labs", "studio.ai21.com", "https://www.ai21.com/pricing/", "first-party"),
  "aleph-alpha-api": product("Aleph Alpha API", "Aleph Alpha", "aleph-alpha.com", undefined, "first-party"),
  "perplexity-api": product(
    "Perplexity API",
    "Perplexity",
    "docs.perplexity.ai",
    "https://docs.perplexity.ai/docs/getting-started/pricing",
    "first-party",
  ),
  "moonshot-api": product(
    "Moonshot API",
    "Moonshot AI",
    "platform.moonshot.ai",
    "https://platform.moonshot.ai/docs/pricing/chat",
    "first-party",
  ),
  "minimax-api": product(
    "MiniMax API",
    "MiniMax",
    "platform.minimax.io",
    "https://platform.minimax.io/docs/guides/pricing-paygo",
    "first-party",
  ),
  "zai-api": product("Z.ai API", "Z.ai", "docs.z.ai", "https://docs.z.ai/guides/overview/pricing", "first-party"),
  "zhipu-api": product(
    "Zhipu AI Open Platform",
    "Zhipu AI",
    "open.bigmodel.cn",
    "https://open.bigmodel.cn/pricing",
    "first-party",
  ),
  "alibaba-model-studio": product(
    "Alibaba Cloud Model Studio",
    "Alibaba Cloud",
    "modelstudio.console.alibabacloud.com",
    "https://www.alibabacloud.com/help/en/model-studio/models",
    "first-party",
  ),
  "volcengine-ark": product(
    "Volcengine Ark",
    "ByteDance",
    "www.volcengine.com",
    "https://www.volcengine.com/docs/82379/1330310",
    "first-party",
  ),
  "tencent-tokenhub": product(
    "Tencent Cloud TokenHub",
    "Tencent Cloud",
    "www.tencentcloud.com",
    "https://www.tencentcloud.com/products/tokenhub",
    "reseller",
  ),
  "inception-api": product("Inception API", "Inception", "platform.inceptionlabs.ai", undefined, "first-party"),
  "voyage-ai": product(
    "Voyage AI",
    "MongoDB",
    "voyageai.com",
    "https://docs.voyageai.com/docs/pricing",
    "first-party",
    "embedding api",
  ),
  "jina-api": product("Jina API", "Jina AI", "jina.ai", undefined, "first-party", "embedding api"),
  "nlp-cloud": product("NLP Cloud", "NLP Cloud", "nlpcloud.com", "https://nlpcloud.com/pricing.html", "first-party"),
  "morph-api": product("Morph API", "Morph", "morphllm.com", undefined, "first-party"),
  "sarvam-api": product("Sarvam API", "Sarvam AI", "sarvam.ai", undefined, "first-party"),
  "gigachat-api": product("GigaChat API", "Sber", "developers.sber.ru", undefined, "first-party"),
  "v0-api": product("v0 API", "Vercel", "api.v0.dev", undefined, "first-party"),
  groq: product("Groq", "Groq", "groq.com", "https://groq.com/pricing/", "reseller"),
  "together-ai": product("Together AI", "Together AI", "together.ai", "https://www.together.ai/pricing", "reseller"),
  "fireworks-ai": product("Fireworks AI", "Fireworks AI", "fireworks.ai", "https://fireworks.ai/pricing", "reseller"),
  openrouter: product("OpenRouter", "OpenRouter", "openrouter.ai", "https://openrouter.ai/models", "reseller"),
  replicate: product("Replicate", "Replicate", "replicate.com", "https://replicate.com/pricing", "reseller"),
  cerebras: product("Cerebras Inference", "Cerebras", "cerebras.ai", "https://www.cerebras.ai/pricing", "reseller"),
  sambanova: product(
    "SambaNova Cloud",
    "SambaNova",
    "sambanova.ai",
    "https://cloud.sambanova.ai/plans/pricing",
    "reseller",
  ),
  "novita-ai": product("Novita AI", "Novita AI", "novita.ai", "https://novita.ai/pricing", "reseller"),
  deepinfra: product("DeepInfra", "DeepInfra", "deepinfra.com", "https://deepinfra.com/pricing", "reseller"),
  nebius: product(
    "Nebius Token Factory",
    "Nebius",
    "studio.nebius.com",
    "https://nebius.com/prices-ai-studio",
    "reseller",
  ),
  anyscale: product("Anyscale Endpoints", "Anyscale", "endpoints.anyscale.com", undefined, "reseller"),
  baseten: product("Baseten Model APIs", "Baseten", "baseten.co", "https://www.baseten.co/pricing/", "reseller"),
  hyperbolic: product("Hyperbolic", "Hyperbolic", "hyperbolic.ai", undefined, "reseller"),
  "lambda-inference": product("Lambda Inference API", "Lambda", "lambda.ai", undefined, "reseller"),
  nscale: product(
    "Nscale",
    "Nscale",
    "nscale.com",
    "https://docs.nscale.com/docs/inference/serverless-models/current",
    "reseller",
  ),
  ovhcloud: product(
    "OVHcloud AI Endpoints",
    "OVHcloud",
    "endpoints.ai.cloud.ovh.net",
    "https://endpoints.ai.cloud.ovh.net/",
    "reseller",
  ),
  "scaleway-generative-apis": product("Scaleway Generative APIs", "Scaleway", "api.scaleway.ai", undefined, "reseller"),
  "wandb-inference": product("W&B Inference", "Weights & Biases", "api.inference.wandb.ai", undefined, "reseller"),
  "gmi-cloud": product("GMI Cloud", "GMI Cloud", "gmicloud.ai", undefined, "reseller"),
  crusoe: product("Crusoe Cloud Inference", "Crusoe", "crusoe.ai", undefined, "reseller"),
  "digitalocean-gradient": product(
    "DigitalOcean Gradient AI",
    "DigitalOcean",
    "inference.do-ai.run",
    undefined,
    "reseller",
  ),
  "cloudflare-workers-ai": product(
    "Cloudflare Workers AI",
    "Cloudflare",
    "ai.cloudflare.com",
    "https://developers.cloudflare.com/workers-ai/platform/pricing/",
    "reseller",
  ),
  "databricks-model-serving": product(
    "Databricks Foundation Model Serving",
    "Databricks",
    undefined,
    "https://www.databricks.com/product/pricing/foundation-model-serving",
    "reseller",
  ),
  "snowflake-cortex": product("Snowflake Cortex", "Snowflake", undefined, undefined, "reseller"),
  watsonx: product("IBM watsonx.ai", "IBM", undefined, "https://www.ibm.com/products/watsonx-ai/pricing", "reseller"),
  "oci-generative-ai": product(
    "OCI Generative AI",
    "Oracle",
    undefined,
    "https://www.oracle.com/artificial-intelligence/generative-ai/generative-ai-service/pricing",
    "reseller",
  ),
  "nvidia-nim": product("NVIDIA NIM", "NVIDIA", "build.nvidia.com", undefined, "reseller"),
  "vercel-ai-gateway": product(
    "Vercel AI Gateway",
    "Vercel",
    "ai-gateway.vercel.sh",
    "https://vercel.com/ai-gateway/models",
    "reseller",
  ),
  "heroku-inference": product("Heroku Managed Inference", "Salesforce", undefined, undefined, "reseller"),
  "aiml-api": product("AI/ML API", "AI/ML API", "aimlapi.com", "https://docs.aimlapi.com/", "reseller", IMAGE),
  featherless: product("Featherless", "Featherless AI", "featherless.ai", undefined, "reseller"),
  friendliai: product("FriendliAI", "FriendliAI", "friendli.ai", undefined, "reseller"),
  llamagate: product("LlamaGate", "LlamaGate", undefined, undefined, "reseller"),
  libertai: product("LibertAI", "LibertAI", "libertai.io", "https://docs.libertai.io/apis/text/", "reseller"),
  tensormesh: product("Tensormesh", "Tensormesh", "tensormesh.ai", undefined, "reseller"),
  pinstripes: product("Pinstripes", "Pinstripes", "pinstripes.io", "https://pinstripes.io/pricing", "reseller"),
  darkbloom: product("Darkbloom", "Darkbloom", "darkbloom.dev", undefined, "reseller"),
  publicai: product("Public AI", "Public AI", "publicai.co", undefined, "reseller"),
  avian: product("Avian", "Avian", "avian.io", "https://avian.io/pricing/", "reseller"),
  doubleword: product(
    "Doubleword",
    "Doubleword",
    "doubleword.ai",
    "https://docs.doubleword.ai/inference-api/models",
    "reseller",
  ),
  "modal-inference": product("Modal Inference", "Modal", "modal.com", "https://modal.com/library", "reseller"),
  "hugging-face-inference": product(
    "Hugging Face Inference Providers",
    "Hugging Face",
    "router.huggingface.co",
    "https://huggingface.co/inference/models",
    "reseller",
  ),
  deepgram: product("Deepgram", "Deepgram", "deepgram.com", "https://deepgram.com/pricing", "first-party", SPEECH),
  "elevenlabs-api": product(
    "ElevenLabs API",
    "ElevenLabs",
    "api.elevenlabs.io",
    "https://elevenlabs.io/pricing/api",
    "first-party",
    SPEECH,
  ),
  assemblyai: product(
    "AssemblyAI",
    "AssemblyAI",
    "assemblyai.com",
    "https://www.assemblyai.com/pricing",
    "first-party",
    SPEECH,
  ),
  soniox: product("Soniox", "Soniox", "soniox.com", "https://soniox.com/pricing", "first-party", SPEECH),
  "stability-ai": product(
    "Stability AI",
    "Stability AI",
    "platform.stability.ai",
    "https://platform.stability.ai/pricing",
    "first-party",
    IMAGE,
  ),
  "black-forest-labs": product(
    "Black Forest Labs API",
    "Black Forest Labs",
    "bfl.ai",
    "https://bfl.ai/pricing",
    "first-party",
    IMAGE,
  ),
  "recraft-api": product(
    "Recraft API",
    "Recraft",
    "recraft.ai",
    "https://www.recraft.ai/docs#pricing",
    "first-party",
    IMAGE,
  ),
  "fal-ai": product("fal", "fal", "fal.ai", "https://fal.ai/pricing", "reseller", IMAGE),
  "runway-api": product(
    "Runway API",
    "Runway",
    "dev.runwayml.com",
    "https://docs.dev.runwayml.com/guides/pricing/",
    "first-party",
    VIDEO,
  ),
  reducto: product("Reducto", "Reducto", "reducto.ai", "https://reducto.ai/pricing", "first-party", DOCUMENT),
  tavily: product("Tavily", "Tavily", "tavily.com", undefined, "first-party", SEARCH),
  exa: product("Exa", "Exa", "exa.ai", "https://exa.ai/pricing", "first-party", SEARCH),
  linkup: product("Linkup", "Linkup", "linkup.so", undefined, "first-party", SEARCH),
  serper: product("Serper", "Serper", "serper.dev", undefined, "first-party", SEARCH),
  firecrawl: product(
    "Firecrawl",
    "Firecrawl",
    "firecrawl.dev",
    "https://www.firecrawl.dev/pricing",
    "first-party",
    SEARCH,
  ),
  dataforseo: product(
    "DataForSEO",
    "DataForSEO",
    "dataforseo.com",
    "https://dataforseo.com/pricing",
    "first-party",
    SEARCH,
  ),
  apiserpent: product("APISerpent", "APISerpent", "apiserpent.com", undefined, "first-party", SEARCH),
  "parallel-ai": product("Parallel", "Parallel Web Systems", "parallel.ai", undefined, "first-party", SEARCH),
  tinyfish: product("TinyFish", "TinyFish", "tinyfish.ai", undefined, "first-party", SEARCH),
  "you-com-api": product("You.com API", "You.com", "api.you.com", undefined, "first-party", SEARCH),
} as const satisfies Record<string, UsageProduct>;

export type UsageSlug = keyof typeof USAGE_PRODUCTS;

/** A provider without prices, and the reason. */
type NotPriced = { reject: string };
export type ProviderMapping = UsageSlug | NotPriced;

const SUBSCRIPTION = { reject: "part of a subscription, not priced by use" };
const LOCAL = { reject: "runs on the user's own machine" };
const FREE_SEARCH = { reject: "no priced API" };
const SAMPLE = { reject: "not a model: notes of the file, or no provider named" };

export const LITELLM_PROVIDERS: Record<string, ProviderMapping> = {
  openai: "openai-api",
  "text-completion-openai": "openai-api",
  anthropic: "anthropic-api",
  gemini: "gemini-api",
  palm: "gemini-api",
  google_pse: "google-programmable-search",
  azure: "azure-openai",
  azure_text: "azure-openai",
  azure_ai: "azure-ai-foundry",
  bedrock: "amazon-bedrock",
  bedrock_converse: "amazon-bedrock",
  bedrock_mantle: "amazon-bedrock",
  amazon_nova: "amazon-nova-api",
  aws_polly: "amazon-polly",
  sagemaker: "amazon-sagemaker",
  mistral: "mistral-api",
  codestral: "mistral-api",
  "text-completion-codestral": "mistral-api",
  cohere: "cohere-api",
  cohere_chat: "cohere-api",
  deepseek: "deepseek-api",
  xai: "xai-api",
  meta_llama: "llama-api",
  meta: "meta-model-api",
  ai21: "ai21-api",
  aleph_alpha: "aleph-alpha-api",
  perplexity: "perplexity-api",
  moonshot: "moonshot-api",
  minimax: "minimax-api",
  zai: "zai-api",
  dashscope: "alibaba-model-studio",
  volcengine: "volcengine-ark",
  tencent: "tencent-tokenhub",
  inception: "inception-api",
  "text-completion-inception": "inception-api",
  voyage: "voyage-ai",
  jina_ai: "jina-api",
  nlp_cloud: "nlp-cloud",
  morph: "morph-api",
  sarvam: "sarvam-api",
  gigachat: "gigachat-api",
  v0: "v0-api",
  groq: "groq",
  together_ai: "together-ai",
  fireworks_ai: "fireworks-ai",
  "fireworks_ai-embedding-models": "fireworks-ai",
  openrouter: "openrouter",
  replicate: "replicate",
  cerebras: "cerebras",
  sambanova: "sambanova",
  novita: "novita-ai",
  deepinfra: "deepinfra",
  nebius: "nebius",
  anyscale: "anyscale",
  baseten: "baseten",
  hyperbolic: "hyperbolic",
  lambda_ai: "lambda-inference",
  nscale: "nscale",
  ovhcloud: "ovhcloud",
  scaleway: "scaleway-generative-apis",
  wandb: "wandb-inference",
  gmi: "gmi-cloud",
  crusoe: "crusoe",
  gradient_ai: "digitalocean-gradient",
  cloudflare: "cloudflare-workers-ai",
  databricks: "databricks-model-serving",
  snowflake: "snowflake-cortex",
  watsonx: "watsonx",
  oci: "oci-generative-ai",
  nvidia_nim: "nvidia-nim",
  vercel_ai_gateway: "vercel-ai-gateway",
  heroku: "heroku-inference",
  aiml: "aiml-api",
  featherless_ai: "featherless",
  friendliai: "friendliai",
  llamagate: "llamagate",
  libertai: "libertai",
  tensormesh: "tensormesh",
  pinstripes: "pinstripes",
  darkbloom: "darkbloom",
  publicai: "publicai",
  deepgram: "deepgram",
  elevenlabs: "elevenlabs-api",
  assemblyai: "assemblyai",
  soniox: "soniox",
  stability: "stability-ai",
  black_forest_labs: "black-forest-labs",
  recraft: "recraft-api",
  fal_ai: "fal-ai",
  runwayml: "runway-api",
  reducto: "reducto",
  tavily: "tavily",
  exa_ai: "exa",
  linkup: "linkup",
  serper: "serper",
  firecrawl: "firecrawl",
  dataforseo: "dataforseo",
  apiserpent: "apiserpent",
  parallel_ai: "parallel-ai",
  tinyfish: "tinyfish",
  you_com: "you-com-api",
  github_copilot: SUBSCRIPTION,
  chatgpt: SUBSCRIPTION,
  ollama: LOCAL,
  lemonade: LOCAL,
  searxng: FREE_SEARCH,
  duckduckgo: FREE_SEARCH,
  "one of https://docs.litellm.ai/docs/providers": SAMPLE,
};

/** Model prefixes of litellm whose product differs from that of their provider. */
const LITELLM_MODEL_PREFIXES: readonly [string, UsageSlug][] = [
  ["azure/speech/", "azure-ai-speech"],
  ["azure_ai/doc-intelligence/", "azure-document-intelligence"],
];

export function litellmProduct(provider: string | undefined, model: string): ProviderMapping {
  if (provider === undefined) return SAMPLE;
  const special = LITELLM_MODEL_PREFIXES.find(([prefix]) => model.startsWith(prefix));
  if (special) return special[1];
  if (provider === "vertex_ai" || provider.startsWith("vertex_ai-")) return "vertex-ai";
  return LITELLM_PROVIDERS[provider] ?? { reject: `provider not in the table: ${provider}` };
}

/** litellm puts its own routing prefix before the provider's model id. */
const LITELLM_PREFIXES = [
  "text-completion-codestral/",
  "text-completion-inception/",
  "azure_ai/doc-intelligence/",
  "azure/speech/",
  "amazon-nova/",
  "fireworks_ai/accounts/fireworks/models/",
  "vertex_ai/",
];

export function litellmModelId(provider: string, model: string): string {
  const prefixes = [...LITELLM_PREFIXES, `${provider}/`, `${provider.replace(/_text$/, "")}/`, "bedrock/", "cohere/"];
  const prefix = prefixes.find((p) => model.startsWith(p));
  return prefix && model.length > prefix.length ? model.slice(prefix.length) : model;
}

export const GENAI_PROVIDERS: Record<string, ProviderMapping> = {
  anthropic: "anthropic-api",
  avian: "avian",
  aws: "amazon-bedrock",
  azure: "azure-openai",
  cerebras: "cerebras",
  cohere: "cohere-api",
  deepseek: "deepseek-api",
  doubleword: "doubleword",
  fireworks: "fireworks-ai",
  google: "gemini-api",
  groq: "groq",
  minimax: "minimax-api",
  mistral: "mistral-api",
  modal: "modal-inference",
  moonshotai: "moonshot-api",
  novita: "novita-ai",
  openai: "openai-api",
  openrouter: "openrouter",
  ovhcloud: "ovhcloud",
  perplexity: "perplexity-api",
  together: "together-ai",
  voyageai: "voyage-ai",
  x: "xai-api",
  "x-ai": "xai-api",
  zai: "zai-api",
  zhipuai: "zhipu-api",
};

const HUGGING_FACE = "huggingface_";

/** Returns the product and model id for one model of genai-prices. */
export function genaiProduct(provider: string, model: string): { product: ProviderMapping; model: string } {
  if (provider.startsWith(HUGGING_FACE))
    return { product: "hugging-face-inference", model: `${provider.slice(HUGGING_FACE.length)}/${model}` };
  // Google sells Claude only on Vertex AI.
  if (provider === "google" && model.startsWith("claude")) return { product: "vertex-ai", model };
  return { product: GENAI_PROVIDERS[provider] ?? { reject: `provider not in the table: ${provider}` }, model };
}

export function usageSubject(slug: UsageSlug): Subject {
  const { role: _, ...subject }: UsageProduct = USAGE_PRODUCTS[slug];
  return { slug, ...subject };
}
