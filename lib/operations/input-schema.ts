import * as z from "zod";

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  description?: string;
}

const known = new WeakMap<z.ZodObject, JsonSchema>();

/** Returns the public form of an operation's input, as JSON Schema 2020-12. */
export function inputSchema(input: z.ZodObject): JsonSchema {
  const cached = known.get(input);
  if (cached) return cached;
  const { $schema: _, ...schema } = portable(z.toJSONSchema(input, { io: "input", target: "draft-2020-12" }));
  known.set(input, schema);
  return schema;
}

/** Returns a schema that every schema reader accepts: one type at a time, and no pattern if a format says the same. */
export function portable(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, node: Record<string, unknown> | null) => {
    if (typeof node?.format === "string") delete node.pattern;
    if (!Array.isArray(node?.type)) return node;
    const { type: types, ...rest } = node;
    return { ...rest, anyOf: types.map((type: unknown) => ({ type })) };
  }) as JsonSchema;
}

/** Returns the names allowed at a path inside the input. */
export function knownKeys(input: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let here: JsonSchema | undefined = inputSchema(input);
  for (const step of path) {
    const objectOrList: JsonSchema | undefined = here && (here.anyOf?.find((option) => option.properties) ?? here);
    here = typeof step === "number" ? objectOrList?.items : objectOrList?.properties?.[String(step)];
  }
  return Object.keys(here?.properties ?? {});
}

/** Returns whether a value of this JSON type satisfies the schema: `number` for a nullable number too. */
export function allowsType(schema: JsonSchema | undefined, type: string): boolean {
  if (!schema) return false;
  if (schema.anyOf) return schema.anyOf.some((option) => allowsType(option, type));
  return schema.type === type;
}
