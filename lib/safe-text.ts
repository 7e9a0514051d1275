// Control characters except tab and line feed, marks that turn or hide text, invisible separators, and tag characters.
// Joiners (U+200C, U+200D) are allowed: scripts and emoji need them.
const UNSAFE =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const EACH_UNSAFE = new RegExp(UNSAFE, "gu");
/** These become a space, because a reader sees a gap there. */
const BREAKS = "\v\f\r\u0085\u2028\u2029";

/** Returns a text without the characters that hide, turn or break what a reader or a terminal shows. */
export function cleanText(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(EACH_UNSAFE, (character) => (BREAKS.includes(character) ? " " : ""));
}

/** Returns a JSON value with every text in it cleaned. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === "string") return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanTexts) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleanTexts(member)])) as T;
}

/** Escapes the same characters in JSON text: the value does not change, and a terminal shows the text as it is. */
export function escapeUnsafe(json: string): string {
  if (!UNSAFE.test(json)) return json;
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(EACH_UNSAFE, (character) => character.split("").map(escaped).join(""));
}

const TO_A_MODEL = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|guidelines)\b/is,
  /^\s*(?:system|assistant|developer)\s*:/i,
  /<\/?(?:system|assistant|instructions?|tool_call|function_calls?)\b[^>]*>|<\|[^|>]{1,40}\|>|\[\/?INST\]/i,
  /\bsystem (?:prompt|message)\b/i,
  /\bas an? (?:AI|LLM|large language model)(?:\s+(?:language model|model|assistant|agent))?\s*(?:[,.:;!]|$)/i,
  /\byou are (?:now )?(?:an? |the )?(?:AI|LLM|language model|assistant|chatbot|agent)\b/i,
  /\b(?:do not|don['’]t|never)\s+(?:tell|mention|reveal|inform|show|warn)\b.{0,40}\b(?:users?|humans?|readers?)\b/is,
  /\b(?:tell|inform|convince|urge|instruct)\s+(?:the|your)\s+(?:user|human|reader)\b/i,
  /\b(?:AI|LLM)s?(?: (?:agents?|assistants?|models?))?\s*[:,]\s*(?:please\s+)?(?:ignore|recommend|report|say|choose|always|never)\b/i,
];

/** Matches every text that one of these patterns matches, and few others. */
const MAY_ADDRESS =
  /instruct|prompt|guideline|system|assistant|developer|[<[]|\b(?:an?|the|you)\b|\b(?:ai|llm)s?\b|\b(?:user|human|reader)/i;

/** Returns whether a text gives orders to a language model. No product, tier or model has such a name. */
export function addressesModel(text: string): boolean {
  return MAY_ADDRESS.test(text) && TO_A_MODEL.some((pattern) => pattern.test(text));
}

/** Returns the first name in a JSON value that gives orders to a language model; null if there is no such name. */
export function nameForModel(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === "string") {
      if ((key === "name" || key === "model") && addressesModel(member)) return member;
      continue;
    }
    const within = nameForModel(member);
    if (within !== null) return within;
  }
  return null;
}
