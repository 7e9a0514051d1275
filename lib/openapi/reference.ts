import { ERRORS, type ErrorCode } from "@/lib/errors";
import { type AnyOperation, COMMON_ERRORS, errorsOf, type HttpMethod, pathParameters } from "@/lib/operations/define";
import { inputSchema, type JsonSchema } from "@/lib/operations/input-schema";
import type { OpenApiDocument } from "./document";
import { queryText, type RequestParts, requestOf } from "./request";
import { type Sample, samplesOf } from "./samples";

export interface ReferenceField {
  name: string;
  where: "path" | "query" | "body";
  required: boolean;
  /** What may be given, in words: `integer, 1 to 100`. */
  type: string;
  options: string[];
  description: string;
}

export interface ReferenceFailure {
  code: ErrorCode;
  status: number;
  meaning: string;
}

export interface ReferenceExample {
  name: string;
  summary: string;
  /** As text, for the fields of a form. */
  values: Record<string, string>;
  body: string | null;
}

export interface ReferenceEntry {
  name: string;
  summary: string;
  description: string;
  tag: string;
  method: HttpMethod;
  path: string;
  metered: boolean;
  fields: ReferenceField[];
  ownErrors: ReferenceFailure[];
  commonErrors: ReferenceFailure[];
  request: RequestParts;
  samples: Sample[];
  examples: ReferenceExample[];
  /** The summary of the example that is shown, and what it answers; null where no answer is recorded. */
  shown: string | null;
  answer: string | null;
}

interface Documented {
  responses: Record<string, { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }>;
}

const LINE = 72;

/** The document as a reader wants it: one entry for each operation, in the order of the registry. */
export function referenceOf(
  operations: readonly AnyOperation[],
  document: Pick<OpenApiDocument, "paths">,
  siteUrl: string,
): ReferenceEntry[] {
  return operations.map((operation) => {
    const { name, summary, description, tag, http, examples } = operation;
    const documented = document.paths[http.path]?.[http.method.toLowerCase()] as Documented | undefined;
    const recorded = documented?.responses["200"]?.content?.["application/json"]?.examples ?? {};
    const shown = examples.find((example) => example.name in recorded);
    const request = requestOf(http, shown?.input ?? {});
    const codes = errorsOf(operation);
    const common = (code: ErrorCode) => COMMON_ERRORS.some((known) => known === code);
    return {
      name,
      summary,
      description,
      tag,
      method: http.method,
      path: http.path,
      metered: operation.access === "open",
      fields: fieldsOf(operation),
      ownErrors: codes.filter((code) => !common(code)).map(errorEntry),
      commonErrors: codes.filter(common).map(errorEntry),
      request,
      samples: samplesOf(request, siteUrl),
      examples: examples.map((example) => {
        const { body } = requestOf(http, example.input);
        const values = Object.entries(example.input).map(([key, value]) => [key, queryText(value)]);
        return {
          name: example.name,
          summary: example.summary,
          values: Object.fromEntries(body ? [] : values),
          body: body && JSON.stringify(body, null, 2),
        };
      }),
      shown: shown?.summary ?? null,
      answer: shown ? prettyJson(recorded[shown.name]?.value) : null,
    };
  });
}

function errorEntry(code: ErrorCode): ReferenceFailure {
  const { status, meaning } = ERRORS[code];
  return { code, status, meaning };
}

function fieldsOf({ input, http }: AnyOperation): ReferenceField[] {
  const { properties = {}, required = [] } = inputSchema(input);
  const inPath = pathParameters(http.path);
  const rest = http.method === "GET" ? "query" : "body";
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    where: inPath.includes(name) ? "path" : rest,
    required: inPath.includes(name) || required.includes(name),
    type: typeWords(schema),
    options: optionsOf(schema),
    description: schema.description ?? "",
  }));
}

function optionsOf(schema: JsonSchema): string[] {
  if (schema.type === "boolean") return ["true", "false"];
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [];
}

/** `list of text`, `integer, 1 to 100, 20 when left out`. */
export function typeWords(schema: JsonSchema): string {
  const words = [kindWords(schema), rangeWords(schema)];
  if (schema.default !== undefined) words.push(`${queryText(schema.default)} when left out`);
  return words.filter(Boolean).join(", ");
}

function kindWords(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindWords))].join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
  if (type === "array") return `list of ${schema.items ? kindWords(schema.items) : "values"}`;
  if (type === "string") return schema.format === "date" ? "day" : "text";
  return type ?? "any value";
}

function rangeWords({ minimum, maximum, exclusiveMinimum, minItems, maxItems }: JsonSchema): string {
  if (typeof minItems === "number" && typeof maxItems === "number") return `${minItems} to ${maxItems} entries`;
  if (typeof maxItems === "number") return `at most ${maxItems} entries`;
  const lowest = typeof exclusiveMinimum === "number" ? `above ${exclusiveMinimum}` : minimum;
  // A bound of a trillion guards the arithmetic; no caller meets it.
  const bounded = typeof maximum === "number" && maximum < 1e12;
  if (typeof minimum === "number" && bounded) return `${minimum} to ${maximum}`;
  if (typeof lowest === "number") return `${lowest} or more`;
  return typeof lowest === "string" ? lowest : "";
}

/** JSON with whatever fits on a line left on one. */
export function prettyJson(value: unknown): string {
  return print(JSON.parse(JSON.stringify(value)), "", 0);
}

function print(value: unknown, indent: string, before: number): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + before + flat.length <= LINE) return flat;
  const deeper = `${indent}  `;
  const list = Array.isArray(value);
  const lines = list
    ? value.map((item: unknown) => deeper + print(item, deeper, 0))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return deeper + key + print(member, deeper, key.length);
      });
  return `${list ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${list ? "]" : "}"}`;
}
