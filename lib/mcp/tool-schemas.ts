import * as z from "zod";
import { inputSchema, type JsonSchema, portable } from "@/lib/operations/input-schema";

/** Larger limits protect the service and are no hint to a caller. */
const TELLING_BOUND = 1e9;

/**
 * Returns an operation's input for a model: names, types, choices, defaults and descriptions, without the keywords that
 * only a validator needs. The service checks every argument against the whole schema.
 */
export function toolInput(input: z.ZodObject, defaults: Readonly<Record<string, unknown>> = {}): JsonSchema {
  const { properties = {}, required } = inputSchema(input);
  const described = new Set(Object.keys(properties));
  const slim = Object.entries(properties).map(([name, property]) => {
    const own = slimmed(property, described);
    return [name, name in defaults ? { ...own, default: defaults[name] } : own];
  });
  return {
    type: "object",
    properties: Object.fromEntries(slim),
    ...(required && { required }),
    additionalProperties: false,
  };
}

const VALIDATOR_ONLY = new Set([
  ...["pattern", "format", "minLength", "maxLength", "minItems", "maxItems", "propertyNames"],
  ...["additionalProperties", "id", "$schema"],
]);
/** Parts of a description that apply to REST only. */
const REST_ONLY = /,? comma-separated| If set, the response may exceed 150 KB\./;

function slimmed(schema: JsonSchema, described: ReadonlySet<string>): JsonSchema {
  const kept: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (VALIDATOR_ONLY.has(keyword)) continue;
    if (keyword === "maximum" && Number(value) >= TELLING_BOUND) continue;
    if (keyword === "minimum" && Number(value) <= 1) continue;
    if (keyword === "description") kept.description = String(value).replace(REST_ONLY, "");
    else if (keyword === "items") kept.items = slimmed(value as JsonSchema, described);
    else if (keyword === "properties") kept.properties = slimProperties(value as Record<string, JsonSchema>, described);
    else kept[keyword] = value;
  }
  return kept;
}

/** A property with the same name at the root is described there. */
function slimProperties(properties: Record<string, JsonSchema>, described: ReadonlySet<string>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { description, properties: inner, ...own } = slimmed(property, described);
      if (!described.has(name)) return [name, { ...own, description, ...(inner && { properties: inner }) }];
      return [name, { type: own.type }];
    }),
  );
}

/** Members that are the same in every response, and so of no use to a model. */
const CONSTANT = new Set(["schemaVersion", "source"]);

/**
 * Returns the required parts of an operation's output, one level deep: enough to check the shape of a response, with
 * few tokens to read. The OpenAPI document has the whole schema.
 */
export function toolOutput(output: z.ZodType): JsonSchema {
  const schema = portable(z.toJSONSchema(output, { io: "output", target: "draft-2020-12" })) as Described;
  const shapes = (schema.anyOf ?? [schema]).map((shape) => requiredParts(shape, schema.$defs ?? {}));
  const [first = {}, ...others] = shapes;
  const shared = Object.entries(first).filter(([name, part]) =>
    others.every((shape) => JSON.stringify(shape[name]) === JSON.stringify(part)),
  );
  return { type: "object", properties: Object.fromEntries(shared), required: shared.map(([name]) => name) };
}

function requiredParts(schema: Described, defs: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { properties = {}, required = [] } = resolved(schema, defs);
  const parts = Object.entries(properties).filter(([name]) => required.includes(name) && !CONSTANT.has(name));
  return Object.fromEntries(
    parts.map(([name, property]) => {
      const type = typeOf(property, defs);
      if (name !== "links") return [name, type];
      return [name, { ...type, properties: { page: { type: "string" } }, required: ["page"] }];
    }),
  );
}

interface Described extends JsonSchema {
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
}

function resolved(schema: Described, defs: Record<string, JsonSchema>): Described {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : defs[name];
  return target ? resolved(target, defs) : schema;
}

function typeOf(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  const { type, anyOf, items, ...rest } = resolved(schema, defs);
  if (anyOf) {
    const types = anyOf.map((option) => typeOf(option, defs));
    const options = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
    return options.length > 1 ? { anyOf: options } : { ...options[0] };
  }
  if (type === "array") return { type, ...(items && { items: typeOf(items, defs) }) };
  return type === undefined && "const" in rest ? { const: rest.const } : { ...(type !== undefined && { type }) };
}
