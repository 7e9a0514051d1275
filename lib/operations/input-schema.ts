import * as z from "zod";

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  description?: string;
}

const known = new WeakMap<z.ZodObject, JsonSchema>();

/** What an operation's input looks like from outside, as JSON Schema 2020-12. */
export function inputSchema(input: z.ZodObject): JsonSchema {
  const cached = known.get(input);
  if (cached) return cached;
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", target: "draft-2020-12" });
  known.set(input, schema as JsonSchema);
  return schema as JsonSchema;
}

/** Names allowed at a path inside the input. */
export function knownKeys(input: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let here: JsonSchema | undefined = inputSchema(input);
  for (const step of path) {
    const objectOrList: JsonSchema | undefined = here && (here.anyOf?.find((option) => option.properties) ?? here);
    here = typeof step === "number" ? objectOrList?.items : objectOrList?.properties?.[String(step)];
  }
  return Object.keys(here?.properties ?? {});
}

/** Whether a value of this JSON type satisfies the schema: `number` for a nullable number too. */
export function allowsType(schema: JsonSchema | undefined, type: string): boolean {
  if (!schema) return false;
  if (schema.anyOf) return schema.anyOf.some((option) => allowsType(option, type));
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}
