import type { JsonSchema } from "@/lib/operations/input-schema";
import { queryText } from "./request";

/** Returns the type in words: `list of strings`, `integer, 1 to 100, default 20`. */
export function typeWords(schema: JsonSchema): string {
  const words = [kindWords(schema), rangeWords(schema)];
  if (schema.default !== undefined) words.push(`default ${queryText(schema.default)}`);
  return words.filter(Boolean).join(", ");
}

export function kindWords(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindWords))].join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
  if ("const" in schema) return String(schema.const);
  const { type } = schema;
  if (type === "array") return `list of ${schema.items ? plural(kindWords(schema.items)) : "values"}`;
  if (type === "string")
    return schema.format === "date" ? "date" : schema.format === "date-time" ? "timestamp" : "string";
  return type ?? "any value";
}

/** A choice of values has no plural. */
function plural(kind: string): string {
  return /^[a-z]+$/.test(kind) ? `${kind}s` : kind;
}

function rangeWords({ minimum, maximum, exclusiveMinimum, minItems, maxItems }: JsonSchema): string {
  if (typeof minItems === "number" && typeof maxItems === "number") return `${minItems} to ${maxItems} items`;
  if (typeof maxItems === "number") return `at most ${maxItems} items`;
  const lowest = typeof exclusiveMinimum === "number" ? `greater than ${exclusiveMinimum}` : minimum;
  // A limit of a trillion or more protects the arithmetic. No caller reaches it.
  const bounded = typeof maximum === "number" && maximum < 1e12;
  if (typeof minimum === "number" && bounded) return `${minimum} to ${maximum}`;
  if (typeof lowest === "number") return `${lowest} or more`;
  return typeof lowest === "string" ? lowest : "";
}
