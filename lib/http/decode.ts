import { invalidField } from "@/lib/errors";
import { allowsType, type JsonSchema } from "@/lib/operations/input-schema";
import { invalidRequest } from "@/lib/operations/parse-input";

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const ENTRY = /^([^[\]]+)\[(\d{0,9})\]$/;

/** Some clients write entries of a list as `slugs[]` or `slugs[2]`. Both are entries of `slugs`. */
export function listEntry(name: string): { list: string; at: number } {
  const [, list = name, at = ""] = ENTRY.exec(name) ?? [];
  return { list, at: Number(at) };
}

/**
 * Converts text from a query or path to the type in the schema. Text that cannot be converted is unchanged, and the
 * schema refuses it. A list may be comma-separated, repeated, with brackets, or all of these; anything else may be set
 * once.
 */
export function decodeQuery(query: URLSearchParams, schema: JsonSchema): Record<string, unknown> {
  const given = new Map<string, string[]>();
  const sent = [...query].map(([name, value]) => {
    const { list, at } = listEntry(name);
    return allowsType(propertyOf(schema, list), "array") ? { name: list, at, value } : { name, at: 0, value };
  });
  for (const { name, value } of sent.sort((a, b) => a.at - b.at)) {
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  const repeated: string[] = [];
  const decoded: [string, unknown][] = [];
  for (const [name, values] of given) {
    const property = propertyOf(schema, name);
    const [first = ""] = values;
    if (allowsType(property, "array")) decoded.push([name, decodeList(values, property?.items)]);
    else if (values.length > 1 && property) repeated.push(name);
    else decoded.push([name, decodeScalar(first, property)]);
  }
  if (repeated.length > 0) {
    throw invalidRequest(repeated.map((path) => ({ path, message: "must be sent only once" })));
  }
  return Object.fromEntries(decoded);
}

export function decodePath(params: Record<string, string>, schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeScalar(value, propertyOf(schema, name))]),
  );
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties } = schema;
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function decodeList(values: readonly string[], items: JsonSchema | undefined): unknown[] {
  return values
    .flatMap((value) => value.split(","))
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => decodeScalar(item, items));
}

function decodeScalar(text: string, schema: JsonSchema | undefined): unknown {
  const numeric = allowsType(schema, "number") || allowsType(schema, "integer");
  if (numeric && NUMBER.test(text)) return Number(text);
  if (allowsType(schema, "boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Names in the path may be set in the path only. */
export function joinInput(
  path: Record<string, unknown>,
  rest: Record<string, unknown>,
  where: "query" | "body",
): Record<string, unknown> {
  for (const name of Object.keys(path)) {
    if (Object.hasOwn(rest, name)) throw invalidField(name, `belongs in the path, not in the ${where}`);
  }
  return { ...rest, ...path };
}
