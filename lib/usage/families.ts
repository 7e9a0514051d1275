import { nameKey } from "@/lib/ids";
import { modelKey } from "./model-key";

/** Models with one common name, from any seller. */
export interface Family {
  id: string;
  name: string;
  maker: string;
  /** The maker's own rate cards; empty if the maker does not sell its use. */
  cards: readonly string[];
  /** Matches a model's key: see modelKey(). */
  keys: RegExp;
  /** Its generations have numbers: GPT-5.x. */
  numbered?: true;
  /** Other names. */
  aliases?: readonly string[];
}

/** Names without prices. The catalogue determines which models belong to a family and which are current. */
export const FAMILIES: readonly Family[] = [
  {
    id: "gpt",
    name: "GPT",
    maker: "OpenAI",
    cards: ["openai-api"],
    numbered: true,
    keys: /^(?:chatgpt|chat-latest|gpt-(?!oss)|o[1-9](?:-|$|mini|pro)|codex-)/,
    aliases: ["openai", "chatgpt"],
  },
  {
    id: "claude",
    name: "Claude",
    maker: "Anthropic",
    cards: ["anthropic-api"],
    keys: /^claude/,
    aliases: ["anthropic"],
  },
  {
    id: "gemini",
    name: "Gemini",
    maker: "Google",
    cards: ["gemini-api"],
    keys: /^gemini-(?!gemma)/,
    aliases: ["google", "google gemini"],
  },
  { id: "grok", name: "Grok", maker: "xAI", cards: ["xai-api"], keys: /^grok/, aliases: ["xai", "x ai"] },
  {
    id: "llama",
    name: "Llama",
    maker: "Meta",
    cards: [],
    keys: /^(?:meta-)?llama-?\d/,
    aliases: ["meta", "meta llama"],
  },
  {
    id: "mistral",
    name: "Mistral",
    maker: "Mistral AI",
    cards: ["mistral-api"],
    keys: /^(?:open-|labs-)?(?:mistral|ministral|magistral|mixtral|devstral|codestral|pixtral|voxtral)/,
    aliases: ["mistral ai"],
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    maker: "DeepSeek",
    cards: ["deepseek-api"],
    keys: /^deepseek-(?!r1-distill)/,
    aliases: ["deep seek"],
  },
  {
    id: "qwen",
    name: "Qwen",
    maker: "Alibaba Cloud",
    cards: ["alibaba-model-studio"],
    keys: /^(?:qwen|qwq|qvq)/,
    aliases: ["alibaba", "tongyi"],
  },
  { id: "kimi", name: "Kimi", maker: "Moonshot AI", cards: ["moonshot-api"], keys: /^kimi/, aliases: ["moonshot"] },
  { id: "glm", name: "GLM", maker: "Z.ai", cards: ["zai-api"], keys: /^glm-\d/, aliases: ["z ai", "zai", "zhipu"] },
  { id: "minimax", name: "MiniMax", maker: "MiniMax", cards: ["minimax-api"], keys: /^minimax/ },
  { id: "command", name: "Command", maker: "Cohere", cards: ["cohere-api"], keys: /^command/, aliases: ["cohere"] },
  {
    id: "nova",
    name: "Nova",
    maker: "Amazon",
    cards: ["amazon-nova-api"],
    keys: /^nova-(?:micro|lite|pro|premier|\d)/,
    aliases: ["amazon nova"],
  },
];

export function familyOf(model: string): Family | null {
  const key = modelKey(model);
  return FAMILIES.find(({ keys }) => keys.test(key)) ?? null;
}

const NAMED = new Map(
  FAMILIES.flatMap((family) =>
    [family.id, family.name, ...(family.aliases ?? [])].map((name) => [nameKey(name), family] as const),
  ),
);

/** Returns the family if the text names only that family. */
export function familyNamed(text: string): Family | null {
  return NAMED.get(nameKey(text).replace(/-models?$/, "")) ?? null;
}

export interface LinePlace {
  /** The part of a model's name that is constant across versions: "claude sonnet", "gpt mini". */
  line: string;
  /** As a number, 4.5 for "claude-sonnet-4-5"; null if the name has no version. */
  version: number | null;
}

/** Words that describe how a model is offered and do not identify it. */
const PASSING = new Set(
  "preview latest default exp experimental beta chat instruct it thinking reasoning non free fp8 fp4 awq hf maas meta customtools".split(
    " ",
  ),
);
/** Parameters, experts, lengths and the like: 70b, a22b, 17b-128e, 8x7b, 128k. */
const SIZE = /^(?:a?\d+(?:x\d+)?[bkem]|\d+x\d+)$/;

/** Returns a model's line in its family and its version, from its key and name. */
export function placeOf({ model, name }: { model: string; name: string }): LinePlace {
  const key = modelKey(model);
  const { words, version } = wordsOf(key);
  return { line: words.sort().join(" "), version: version ?? wordsOf(nameKey(name)).version };
}

function wordsOf(key: string): { words: string[]; version: number | null } {
  const words: string[] = [];
  const numbers: string[] = [];
  for (const token of key.split("-")) {
    if (token === "" || PASSING.has(token) || SIZE.test(token)) continue;
    // v4, k3, m2 and qwen3 name a version; gpt-4o does too.
    const [, word = "", digits = "", letter = ""] = /^([a-z]*?)(\d*)([a-z]?)$/.exec(token) ?? [];
    if (digits === "") words.push(token);
    else {
      if (word.length > 1) words.push(word);
      if (digits.length < 4 && letter === "") numbers.push(digits);
      else if (letter !== "") numbers.push(digits);
    }
  }
  const [major, minor] = numbers;
  return { words, version: major === undefined ? null : Number(minor === undefined ? major : `${major}.${minor}`) };
}
